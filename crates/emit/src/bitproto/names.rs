//! Names of a target language for what a schema declares. A name that the
//! language keeps for itself, or that is taken, gets a `_` behind it, and a note.

use std::collections::{HashMap, HashSet};

use wireglot_plan::{Layout, LayoutId, LayoutItem, LayoutKind};

/// How one language names things.
pub trait Style {
    /// A type, from its path and what its module puts in front.
    fn type_name(&self, prefix: &str, path: &[String], kind: &LayoutKind) -> String;
    /// A value of an enumeration, from its own path: without the enumeration.
    fn value_name(&self, prefix: &str, path: &[String]) -> String;
    /// A constant.
    fn constant_name(&self, prefix: &str, name: &str) -> String;
    /// A field.
    fn field_name(&self, name: &str) -> String;
    /// The module's attribute that is put in front of names; empty for none.
    fn prefix_option(&self) -> &'static str;
    /// Other names that a type brings with it.
    fn companions(&self, name: &str, kind: &LayoutKind) -> Vec<String>;
    /// Words that name nothing at the outermost level.
    fn reserved(&self) -> &'static [&'static str];
    /// Whether a macro would replace the name wherever it stands.
    fn is_macro(&self, _name: &str) -> bool {
        false
    }
    /// Words that name no field.
    fn reserved_fields(&self) -> &'static [&'static str];
    /// Whether imported names stand beside own ones, and fields give way to both.
    fn one_scope(&self) -> bool;
}

/// A name that begins with a letter, as one in pascal case may not: `_1` is `X1`.
pub fn lettered(name: String) -> String {
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name,
        false => format!("X{name}"),
    }
}

/// A name with `_` behind it until it is none of some words.
pub fn beside(name: &str, words: &[&str]) -> String {
    let mut name = name.to_string();
    while words.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// Names of everything in a layout.
#[derive(Debug, Default)]
pub struct Names {
    /// Of each type, as is what follows.
    types: Vec<String>,
    fields: Vec<Vec<String>>,
    values: Vec<Vec<String>>,
    constants: HashMap<(usize, usize), String>,
    /// What was renamed in the last module.
    pub notes: Vec<String>,
}

impl Names {
    /// Names for all modules; `notes` tells of the last one.
    pub fn new(layout: &Layout, style: &dyn Style) -> Names {
        let all = layout.types.len();
        let mut names = Names {
            types: vec![String::new(); all],
            fields: vec![Vec::new(); all],
            values: vec![Vec::new(); all],
            ..Names::default()
        };
        let mut scopes: Vec<HashSet<String>> = Vec::new();
        let reserved = &style.reserved().iter().copied().collect();
        let fields = &style.reserved_fields().iter().copied().collect();
        for module in 0..layout.modules.len() {
            names.notes.clear();
            let mut taken = HashSet::new();
            if style.one_scope() {
                layout.reached(module).into_iter().for_each(|m| taken.extend(scopes[m].iter().cloned()));
            }
            let mut scope = Scope { taken, own: HashSet::new(), style, reserved, fields };
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
            let mut taken: HashSet<String> = HashSet::new();
            for field in fields {
                let mut name = scope.style.field_name(&field.name);
                let wanted = name.clone();
                while scope.denies_field(&name) || !taken.insert(name.clone()) {
                    name.push('_');
                }
                if name != wanted {
                    self.notes.push(format!("the field `{}` is called `{name}`", field.name));
                }
                self.fields[id.0 as usize].push(name);
            }
        }
    }

    /// A named type.
    pub fn ty(&self, id: LayoutId) -> &str {
        self.types.get(id.0 as usize).map_or("", String::as_str)
    }

    /// A field of a record.
    pub fn field(&self, record: LayoutId, position: usize) -> &str {
        self.fields.get(record.0 as usize).and_then(|names| names.get(position)).map_or("", String::as_str)
    }

    /// A value of an enumeration.
    pub fn value(&self, id: LayoutId, index: usize) -> &str {
        self.values.get(id.0 as usize).and_then(|names| names.get(index)).map_or("", String::as_str)
    }

    /// A constant, by its module and its position among the items.
    pub fn constant(&self, module: usize, position: usize) -> &str {
        self.constants.get(&(module, position)).map_or("", String::as_str)
    }
}

/// What is taken at the outermost level.
struct Scope<'s> {
    taken: HashSet<String>,
    own: HashSet<String>,
    style: &'s dyn Style,
    reserved: &'s HashSet<&'static str>,
    fields: &'s HashSet<&'static str>,
}

impl Scope<'_> {
    fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
            || self.own.contains(name)
            || self.reserved.contains(name)
            || self.style.is_macro(name)
    }

    /// Takes the name and what it brings, with `_` behind it until all are free.
    fn claim(
        &mut self,
        wanted: String,
        companions: impl Fn(&str) -> Vec<String>,
        notes: &mut Vec<String>,
    ) -> String {
        let mut name = wanted.clone();
        while self.has(&name) || companions(&name).iter().any(|other| self.has(other)) {
            name.push('_');
        }
        if name != wanted {
            notes.push(format!("`{wanted}` is taken: it is called `{name}`"));
        }
        self.own.extend(companions(&name));
        self.own.insert(name.clone());
        name
    }

    fn denies_field(&self, name: &str) -> bool {
        self.fields.contains(name)
            || self.style.is_macro(name)
            || self.style.one_scope() && (self.taken.contains(name) || self.own.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::c::{remark, RESERVED};
    use super::{beside, lettered};

    #[test]
    fn names_of_types_begin_with_a_letter() {
        assert_eq!(["", "1", "A1"].map(|name| lettered(name.into())), ["X", "X1", "A1"]);
    }

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

    #[test]
    fn a_comment_in_c_does_not_take_the_next_line() {
        let lines = ["as it is", r"C:\", r"a \ \", "trigraph ??/", r"both ??/\ ", r"\"];
        let told = ["// as it is", "// C:", "// a", "// trigraph", "// both", "//"];
        assert_eq!(lines.map(remark), told);
    }
}
