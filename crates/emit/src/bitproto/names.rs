//! Names of a target language for the declarations of a schema. A name that is reserved or already taken gets
//! a `_` appended, and a note.

use std::collections::{HashMap, HashSet};

use wireglot_plan::{Layout, LayoutId, LayoutItem, LayoutKind};

use crate::lang::scope::{self, underscored};

/// The naming conventions of a language.
pub trait Style {
    /// The name of a type, from its path and the prefix of its module.
    fn type_name(&self, prefix: &str, path: &[String], kind: &LayoutKind) -> String;
    /// The name of an enumeration value, from its own path without the enumeration.
    fn value_name(&self, prefix: &str, path: &[String]) -> String;
    /// The name of a constant.
    fn constant_name(&self, prefix: &str, name: &str) -> String;
    /// The name of a field.
    fn field_name(&self, name: &str) -> String;
    /// The module attribute that holds a name prefix; empty if there is none.
    fn prefix_option(&self) -> &'static str;
    /// Further names that a type declares.
    fn companions(&self, name: &str, kind: &LayoutKind) -> Vec<String>;
    /// Names reserved at the outermost level.
    fn reserved(&self) -> &'static [&'static str];
    /// Whether a macro would replace the name everywhere.
    fn is_macro(&self, _name: &str) -> bool {
        false
    }
    /// Names that fields can't have.
    fn reserved_fields(&self) -> &'static [&'static str];
    /// Whether imported names share a scope with own ones, and fields avoid both.
    fn one_scope(&self) -> bool;
}

/// A name with `_` appended until it is not one of the words.
pub fn beside(name: &str, words: &[&str]) -> String {
    underscored(name.to_string()).find(|name| !words.contains(&name.as_str())).unwrap_or_default()
}

/// The messages of a module, in source order.
pub fn messages(layout: &Layout, module: usize) -> impl Iterator<Item = LayoutId> + '_ {
    layout.modules[module].items.iter().filter_map(|item| match item {
        LayoutItem::Type(id) if matches!(layout.get(*id).kind, LayoutKind::Record { .. }) => Some(*id),
        _ => None,
    })
}

/// The names of everything in a layout.
#[derive(Debug, Default)]
pub struct Names {
    /// The name of each type.
    types: Vec<String>,
    fields: Vec<Vec<String>>,
    values: Vec<Vec<String>>,
    constants: HashMap<(usize, usize), String>,
    /// What was renamed in the last module.
    pub notes: Vec<String>,
}

impl Names {
    /// Names everything in all modules; `notes` is about the last one.
    pub fn new(layout: &Layout, style: &dyn Style) -> Names {
        let all = layout.types.len();
        let mut names = Names {
            types: vec![String::new(); all],
            fields: vec![Vec::new(); all],
            values: vec![Vec::new(); all],
            ..Names::default()
        };
        let mut scopes: Vec<scope::Scope> = Vec::new();
        let reserved = &style.reserved().iter().copied().collect();
        let fields = &style.reserved_fields().iter().copied().collect();
        for module in 0..layout.modules.len() {
            names.notes.clear();
            let mut taken = HashSet::new();
            if style.one_scope() {
                layout
                    .reached(module)
                    .into_iter()
                    .for_each(|m| taken.extend(scopes[m].names().map(str::to_string)));
            }
            let mut scope = Scope { taken, own: scope::Scope::default(), style, reserved, fields };
            names.outermost(layout, module, &mut scope);
            names.fields(layout, module, &mut scope);
            scopes.push(scope.own);
        }
        names
    }

    fn outermost(&mut self, layout: &Layout, module: usize, scope: &mut Scope) {
        let style = scope.style;
        let option = style.prefix_option();
        let prefix = if option.is_empty() { "" } else { layout.modules[module].text(option) };
        for (position, item) in layout.modules[module].items.iter().enumerate() {
            match item {
                LayoutItem::Constant { name, .. } => {
                    let wanted = style.constant_name(prefix, name);
                    let given = scope.claim(wanted, |_| Vec::new(), &mut self.notes);
                    self.constants.insert((module, position), given);
                }
                LayoutItem::Type(id) => {
                    let ty = layout.get(*id);
                    let wanted = style.type_name(prefix, &ty.path, &ty.kind);
                    let given = scope.claim(wanted, |name| style.companions(name, &ty.kind), &mut self.notes);
                    self.types[id.0 as usize] = given;
                    let LayoutKind::Enumerated(values) = &ty.kind else { continue };
                    for value in values {
                        let mut path = ty.path[..ty.path.len().saturating_sub(1)].to_vec();
                        path.push(value.name.clone());
                        let wanted = style.value_name(prefix, &path);
                        let given = scope.claim(wanted, |_| Vec::new(), &mut self.notes);
                        self.values[id.0 as usize].push(given);
                    }
                }
            }
        }
    }

    fn fields(&mut self, layout: &Layout, module: usize, scope: &mut Scope) {
        for item in &layout.modules[module].items {
            let LayoutItem::Type(id) = item else { continue };
            let LayoutKind::Record { fields, .. } = &layout.get(*id).kind else { continue };
            let mut taken = scope::Scope::default();
            for field in fields {
                let wanted = scope.style.field_name(&field.name);
                let itself = |name: &str| vec![name.to_string()];
                let name = taken.claim(underscored(wanted.clone()), itself, |name| scope.denies_field(name));
                if name != wanted {
                    self.notes.push(format!("the field `{}` is called `{name}`", field.name));
                }
                self.fields[id.0 as usize].push(name);
            }
        }
    }

    /// The name of a type.
    pub fn ty(&self, id: LayoutId) -> &str {
        self.types.get(id.0 as usize).map_or("", String::as_str)
    }

    /// The name of a record's field.
    pub fn field(&self, record: LayoutId, position: usize) -> &str {
        self.fields.get(record.0 as usize).and_then(|names| names.get(position)).map_or("", String::as_str)
    }

    /// The name of an enumeration value.
    pub fn value(&self, id: LayoutId, index: usize) -> &str {
        self.values.get(id.0 as usize).and_then(|names| names.get(index)).map_or("", String::as_str)
    }

    /// The name of a constant, by module and position among the items.
    pub fn constant(&self, module: usize, position: usize) -> &str {
        self.constants.get(&(module, position)).map_or("", String::as_str)
    }
}

/// The names taken at the outermost level.
struct Scope<'s> {
    taken: HashSet<String>,
    own: scope::Scope,
    style: &'s dyn Style,
    reserved: &'s HashSet<&'static str>,
    fields: &'s HashSet<&'static str>,
}

impl Scope<'_> {
    /// Claims a name and the names it brings, with `_` appended until all are free.
    fn claim(
        &mut self,
        wanted: String,
        companions: impl Fn(&str) -> Vec<String>,
        notes: &mut Vec<String>,
    ) -> String {
        let made = |name: &str| [companions(name), vec![name.to_string()]].concat();
        let is_word = |name: &str| {
            self.taken.contains(name) || self.reserved.contains(name) || self.style.is_macro(name)
        };
        let name = self.own.claim(underscored(wanted.clone()), made, is_word);
        if name != wanted {
            notes.push(format!("`{wanted}` is taken: it is called `{name}`"));
        }
        name
    }

    fn denies_field(&self, name: &str) -> bool {
        self.fields.contains(name)
            || self.style.is_macro(name)
            || self.style.one_scope() && (self.taken.contains(name) || self.own.has(name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::c::RESERVED;
    use super::beside;

    #[test]
    fn names_stand_beside_words() {
        assert_eq!(
            ["len", "len_", "size"].map(|name| beside(name, &["len", "len_"])),
            ["len__", "len__", "size"]
        );
    }

    #[test]
    fn fields_in_c_are_not_called_as_types_of_the_language() {
        assert!(["_Bool", "_Atomic", "uint8_t", "int64_t"].iter().all(|name| RESERVED.contains(name)));
    }
}
