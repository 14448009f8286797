//! All names in the output, computed once.

use std::collections::HashSet;

use wireglot_plan::{OpenShape, Rules, Shape, ShapeId, ShapeKind, TableId};

use crate::analysis::storage::{Layout, Storage};
use crate::codec::c::options::COptions;
use crate::lang::c::library::words;
use crate::lang::c::names::{beside, claim, is_free, word};
use crate::lang::scope::Scope;

/// Names by type, by member and by table.
pub struct Names {
    /// C types of structs, enumerations and named types.
    types: Vec<String>,
    /// C types of roots: an alias if the type has another name.
    roots: Vec<String>,
    /// Members of records and choices.
    members: Vec<Vec<String>>,
    /// Constants of alternatives, items and named bits.
    constants: Vec<Vec<String>>,
    /// C types of open types, by table.
    tables: Vec<String>,
    /// Members of their unions.
    rows: Vec<Vec<String>>,
    /// Constants of their rows.
    row_constants: Vec<Vec<String>>,
}

impl Names {
    pub fn new(shape: &Shape, layout: &Layout, options: &COptions) -> Names {
        // Names defined in headers and files, besides those of the schema.
        let guards = guards(&options.name);
        let mut taken: Vec<&str> = words().collect();
        taken.extend(guards.iter().map(String::as_str));
        let mut scope = Scope::with(taken);
        let prefix = &options.prefix;
        let global = |name: &str| format!("{prefix}{}", word(name));
        let alternatives = alternatives(shape, layout);
        let mut types: Vec<String> = Vec::new();
        for (at, ty) in shape.types.iter().enumerate() {
            let id = ShapeId(at as u32);
            let mut endings = endings(Endings::Type(layout.storage(id)));
            if shape.roots.iter().any(|r| r.shape == id) {
                endings.extend(self::endings(Endings::Root));
            }
            let name = match alternatives.contains(&id) {
                true => format!("{}-value", ty.name),
                false => ty.name.clone(),
            };
            types.push(match needs_name(layout, id) {
                false => String::new(),
                true if is_free(&scope, &global(&name), &endings) => {
                    claim(&mut scope, global(&name), &endings)
                }
                true => claim(&mut scope, global(&format!("{}-{name}", ty.module)), &endings),
            });
        }
        let roots = shape
            .roots
            .iter()
            .map(|root| {
                let plain = global(&root.reference);
                let full = global(&format!("{}-{}", root.module, root.reference));
                let endings = endings(Endings::Root);
                let own = &types[root.shape.index()];
                match *own == plain || *own == full {
                    true => own.clone(),
                    false if is_free(&scope, &plain, &endings) => claim(&mut scope, plain, &endings),
                    false => claim(&mut scope, full, &endings),
                }
            })
            .collect();
        let endings = endings(Endings::Table);
        let table = |name: &str| global(&table_name(name));
        let tables: Vec<String> =
            shape.tables.iter().map(|t| claim(&mut scope, table(&t.name), &endings)).collect();
        let mut names = Names {
            members: shape.types.iter().map(|ty| members(&ty.kind, &scope)).collect(),
            constants: vec![Vec::new(); types.len()],
            rows: Vec::new(),
            row_constants: Vec::new(),
            types,
            roots,
            tables,
        };
        for (i, ty) in shape.types.iter().enumerate() {
            // Types written in place have no C type, but their numbers and bits may have names.
            let id = ShapeId(i as u32);
            let own = match names.types[i].as_str() {
                "" if layout.held(id) != id || layout.hidden.contains(&id) => continue,
                "" => global(&ty.name),
                own => own.to_string(),
            };
            let of = |item: &str| format!("{own}_{}", item.replace('-', "_"));
            names.constants[i] =
                constants(&ty.kind).into_iter().map(|item| claim(&mut scope, of(item), &[])).collect();
        }
        for (i, table) in shape.tables.iter().enumerate() {
            let mut inner = Scope::with(["opaque"]);
            let rows: Vec<String> = table
                .rows
                .iter()
                .map(|r| claim(&mut inner, row_word(&r.name, layout, r.shape), &[]))
                .collect();
            let of = |row: &String| format!("{}_{row}", names.tables[i]);
            names.row_constants.push(rows.iter().map(|r| claim(&mut scope, of(r), &[])).collect());
            names.rows.push(rows.into_iter().map(|row| beside(&scope, row_member(row))).collect());
        }
        names
    }

    pub fn ty(&self, id: ShapeId) -> &str {
        &self.types[id.index()]
    }

    pub fn root(&self, at: usize) -> &str {
        &self.roots[at]
    }

    pub fn member(&self, id: ShapeId, at: u32) -> &str {
        &self.members[id.index()][at as usize]
    }

    pub fn constant(&self, id: ShapeId, at: u32) -> &str {
        &self.constants[id.index()][at as usize]
    }

    pub fn table(&self, id: TableId) -> &str {
        &self.tables[id.index()]
    }

    pub fn row(&self, id: TableId, at: u32) -> &str {
        &self.rows[id.index()][at as usize]
    }

    pub fn row_constant(&self, id: TableId, at: u32) -> &str {
        &self.row_constants[id.index()][at as usize]
    }

    /// The C type that holds a value.
    pub fn held(&self, layout: &Layout, id: ShapeId) -> String {
        let named = is_named(layout.shape, id);
        match layout.storage(id) {
            Storage::Rows(table) => self.table(table).to_string(),
            storage if storage.is_struct() => self.ty(id).to_string(),
            Storage::Enumerated(_) => self.ty(id).to_string(),
            _ if named => self.ty(id).to_string(),
            Storage::Nothing => "wg_null".to_string(),
            Storage::Boolean => "bool".to_string(),
            Storage::Integer(width) => width.name().to_string(),
            Storage::Big => "wg_integer".to_string(),
            Storage::Double => "double".to_string(),
            Storage::External => "wg_external".to_string(),
            Storage::Bits(None) => "wg_bits".to_string(),
            Storage::Octets(slice, None) => slice.name().to_string(),
            // Arrays written in place have a struct of their own.
            _ => self.ty(id).to_string(),
        }
    }
}

/// The macros that guard headers against multiple inclusion.
fn guards(file: &str) -> Vec<String> {
    let of = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let file: String = file.chars().map(of).collect();
    ["", "_JSON", "_PATH", "_FORWARD", "_INTERNAL"].map(|part| format!("{file}{part}_H")).to_vec()
}

/// What generated code derives names from.
enum Endings {
    /// A type with this storage.
    Type(Storage),
    /// A root.
    Root,
    /// A table of an open type.
    Table,
}

/// The suffixes that are added: for constants and functions whose names nothing in the schema may have.
fn endings(of: Endings) -> Vec<String> {
    match of {
        Endings::Type(Storage::Choice) => vec!["nothing".to_string(), "unknown".to_string()],
        Endings::Type(_) => Vec::new(),
        Endings::Table => vec!["opaque".to_string(), "rows".to_string()],
        Endings::Root => {
            let codecs = Rules::ALL.into_iter().flat_map(|rules| {
                let ways = ["decode_{}", "encode_{}", "decode_{}_path", "max_size_{}"];
                ways.map(|way| way.replace("{}", rules.word()))
            });
            let other = ["check", "equal", "to_json", "print"];
            codecs.chain(other.map(str::to_string)).collect()
        }
    }
}

/// Types written in place in an alternative: their path is also the name of the alternative's constant.
fn alternatives(shape: &Shape, layout: &Layout) -> HashSet<ShapeId> {
    let all = shape.types.iter().flat_map(|ty| match &ty.kind {
        ShapeKind::Choice { alternatives, .. } => alternatives.as_slice(),
        _ => &[],
    });
    let in_place = all.filter(|a| shape.get(a.shape).name.ends_with(&format!(".{}", a.name)));
    in_place.map(|a| a.shape).filter(|id| layout.held(*id) == *id).collect()
}

/// Whether a type has a C type of its own.
fn needs_name(layout: &Layout, id: ShapeId) -> bool {
    let storage = layout.storage(id);
    let array = storage.is_array();
    let compound =
        matches!(storage, Storage::Record | Storage::Choice | Storage::List(_) | Storage::Enumerated(_));
    layout.held(id) == id && !layout.hidden.contains(&id) && (array || compound || is_named(layout.shape, id))
}

/// Whether a type was declared by itself, not in place.
pub fn is_named(shape: &Shape, id: ShapeId) -> bool {
    !shape.get(id).name.contains('.') && !shape.get(id).name.contains('[')
}

/// Tables are named after their object set and the fields that they were made for.
fn table_name(name: &str) -> String {
    format!("{name}-value")
}

/// The name of a row: that of the object, or else of the type that it holds.
fn row_word(name: &str, layout: &Layout, shape: Option<ShapeId>) -> String {
    match (word(name), shape) {
        (word, Some(id)) if word == "unnamed" || word.starts_with('_') => {
            crate::lang::c::names::word(&layout.shape.get(layout.held(id)).name)
        }
        (word, _) => word,
    }
}

/// The member of a row. In C++ it must not have the name of its own type.
fn row_member(word: String) -> String {
    match word.starts_with(|c: char| c.is_ascii_uppercase()) {
        true => format!("as_{word}"),
        false => word,
    }
}

/// The members of a struct, including those that generated code adds.
fn members(kind: &ShapeKind, all: &Scope) -> Vec<String> {
    let member = |name: &str| beside(all, word(name));
    match kind {
        ShapeKind::Record { slots, .. } => {
            let flags: Vec<String> = slots.iter().map(|s| format!("has_{}", member(&s.name))).collect();
            let mut taken: Vec<&str> = flags.iter().map(String::as_str).collect();
            taken.push("unknown");
            let mut scope = Scope::with(taken);
            slots.iter().map(|s| claim(&mut scope, member(&s.name), &[])).collect()
        }
        ShapeKind::Choice { alternatives, .. } => {
            let mut scope = Scope::with(["unknown"]);
            alternatives.iter().map(|a| claim(&mut scope, member(&a.name), &[])).collect()
        }
        _ => Vec::new(),
    }
}

/// The names that get a constant.
fn constants(kind: &ShapeKind) -> Vec<&str> {
    match kind {
        ShapeKind::Choice { alternatives, .. } => alternatives.iter().map(|a| a.name.as_str()).collect(),
        ShapeKind::Enumerated { items, .. } => items.iter().map(|(name, _)| name.as_str()).collect(),
        ShapeKind::BitString { named, .. } => named.iter().map(|(name, _)| name.as_str()).collect(),
        ShapeKind::Integer { named, .. } => named.iter().map(|(name, _)| name.as_str()).collect(),
        ShapeKind::Open(OpenShape::Keyed { .. }) => Vec::new(),
        _ => Vec::new(),
    }
}
