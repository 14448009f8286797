//! Rust names for what a schema defines.

use std::collections::{HashMap, HashSet};

use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind, TableId};
use wireglot_text::cases::{pascal, snake};

use crate::lang::rust::reserved::reserved_in_rust;
use crate::lang::scope::{lettered, numbered, underscored, Scope};

/// Keywords of Rust.
const KEYWORDS: &[&str] = reserved_in_rust!["Self"];

/// Names that generated files use themselves.
const TAKEN: &[&str] = &[
    "Self",
    "Box",
    "Clone",
    "Cow",
    "Debug",
    "Default",
    "Eq",
    "Err",
    "None",
    "Ok",
    "Option",
    "PartialEq",
    "Reader",
    "Repertoire",
    "Result",
    "Size",
    "Some",
    "Tag",
    "Vec",
    "Writer",
];

/// The name of the module for a schema's file.
pub(super) fn module(stem: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = stem.chars().map(word).collect();
    match name.as_str() {
        name if KEYWORDS.contains(&name) => format!("{name}_"),
        name if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() => format!("schema_{name}"),
        _ => name,
    }
}

/// Names of types, tables and their parts.
pub(super) struct Names {
    types: Vec<String>,
    tables: Vec<String>,
    /// What private functions of types and tables are named after.
    functions: Vec<String>,
    table_functions: Vec<String>,
    /// Fields of a record, or variants of a choice or enumeration.
    parts: HashMap<ShapeId, Vec<String>>,
    /// Constants of named numbers and bits.
    constants: HashMap<ShapeId, Vec<String>>,
    /// All fields, which are locals of the functions that read them.
    fields: HashSet<String>,
    /// Variants of a table's rows.
    rows: Vec<Vec<String>>,
    /// The names of PDUs in function names.
    pub roots: Vec<String>,
}

impl Names {
    pub fn new(shape: &Shape) -> Names {
        let mut used = Scope::with(TAKEN.iter().copied());
        let mut names = Names {
            types: Vec::new(),
            tables: Vec::new(),
            functions: Vec::new(),
            table_functions: Vec::new(),
            parts: HashMap::new(),
            constants: HashMap::new(),
            fields: HashSet::new(),
            rows: Vec::new(),
            roots: roots(shape),
        };
        for ty in &shape.types {
            let name = type_name(&ty.name);
            let full = || type_name(&format!("{}-{}", ty.module, ty.name));
            names.types.push(unique(&mut used, name, full));
        }
        for table in &shape.tables {
            let name = type_name(&table.name);
            let again = || format!("{}Row", type_name(&table.name));
            names.tables.push(unique(&mut used, name, again));
            let rows = table.rows.iter().map(|row| row.name.as_str());
            names.rows.push(variants(rows, &["Opaque"]));
        }
        names.claim_functions();
        let mut constants = Scope::default();
        for (at, ty) in shape.types.iter().enumerate() {
            let id = ShapeId(at as u32);
            if let ShapeKind::Integer { named, .. } = &ty.kind {
                names.claim_constants(id, named.iter().map(|(name, _)| name.as_str()), &mut constants);
            }
            if let ShapeKind::BitString { named, .. } = &ty.kind {
                names.claim_constants(id, named.iter().map(|(name, _)| name.as_str()), &mut constants);
            }
            let parts = match &ty.kind {
                ShapeKind::Record { slots, .. } => {
                    let fields = fields(slots.iter().map(|slot| slot.name.as_str()));
                    names.fields.extend(fields.iter().cloned());
                    fields
                }
                ShapeKind::Choice { alternatives, .. } => {
                    variants(alternatives.iter().map(|a| a.name.as_str()), &["Unknown"])
                }
                ShapeKind::Enumerated { items, .. } => {
                    variants(items.iter().map(|(name, _)| name.as_str()), &["Unknown", "UnknownIndex"])
                }
                _ => continue,
            };
            names.parts.insert(id, parts);
        }
        names
    }

    /// Names of functions, with and without rules that differ from those of the module. Types whose names differ
    /// only in case would have the same.
    fn claim_functions(&mut self) {
        let mut used = Scope::default();
        let mut claim = |name: String| {
            let made = |name: &str| {
                let foreign = Rules::ALL.iter().map(|rules| format!("{name}_{}", rules.word()));
                foreign.chain([name.to_string()]).collect()
            };
            used.claim(numbered(name.clone(), name, "_"), made, |_| false)
        };
        self.functions = self.types.iter().map(|ty| claim(snake(ty))).collect();
        let rows = |table: &String| claim(format!("rows_{}", snake(table))).split_off("rows_".len());
        self.table_functions = self.tables.iter().map(rows).collect();
    }

    fn claim_constants<'n>(&mut self, ty: ShapeId, named: impl Iterator<Item = &'n str>, used: &mut Scope) {
        let of = snake(self.ty(ty));
        let constant = |name: &str| {
            let word: String =
                name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            let name = format!("{of}_{}", snake(&word)).to_ascii_uppercase();
            used.claim(numbered(name.clone(), name, "_"), |name| vec![name.to_string()], |_| false)
        };
        self.constants.insert(ty, named.map(constant).collect());
    }

    /// The name of a type.
    pub fn ty(&self, shape: ShapeId) -> &str {
        &self.types[shape.index()]
    }

    /// The name of a function for a type.
    pub fn function(&self, shape: ShapeId) -> &str {
        &self.functions[shape.index()]
    }

    /// The name of a function for a table's rows, after `rows_`.
    pub fn table_function(&self, table: TableId) -> &str {
        &self.table_functions[table.index()]
    }

    /// Constants of the named numbers or bits of a type, in their order.
    pub fn constants(&self, shape: ShapeId) -> &[String] {
        self.constants.get(&shape).map_or(&[], Vec::as_slice)
    }

    /// A name for a local beside which fields are used: with an underscore appended if a field has the name.
    pub fn local(&self, name: &str) -> String {
        underscored(name.to_string()).find(|name| !self.fields.contains(name)).unwrap_or_default()
    }

    /// The type of what a table's open types hold.
    pub fn table(&self, table: TableId) -> &str {
        &self.tables[table.index()]
    }

    /// A field of a record, or a variant of a choice or enumeration.
    pub fn part(&self, shape: ShapeId, at: u32) -> &str {
        self.parts.get(&shape).and_then(|parts| parts.get(at as usize)).map_or("_", String::as_str)
    }

    /// The variant of a table's row.
    pub fn row(&self, table: TableId, at: usize) -> &str {
        &self.rows[table.index()][at]
    }
}

/// Names of PDUs: their references, with the module if two have the same name.
fn roots(shape: &Shape) -> Vec<String> {
    let mut used = Scope::default();
    let name = |root: &wireglot_plan::ShapeRoot| {
        let full = || snake(&type_name(&format!("{}-{}", root.module, root.reference)));
        let made = |name: &str| vec![name.to_string(), format!("{name}_within")];
        used.claim(numbered(snake(&type_name(&root.reference)), full(), ""), made, |_| false)
    };
    shape.roots.iter().map(name).collect()
}

fn type_name(name: &str) -> String {
    let name = name.replace("[]", "-item");
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    lettered(pascal(&word), 'X')
}

fn unique(used: &mut Scope, name: String, longer: impl Fn() -> String) -> String {
    used.claim(numbered(name, longer(), ""), |name| vec![name.to_string()], |_| false)
}

fn fields<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    // Readers, writers and what they use are locals next to the fields.
    let mut used = Scope::with(["r", "w", "v", "last", "presence", "additions"]);
    let field = |name: &str| {
        let word = snake(&name.replace('-', "_"));
        let raw = match word.as_str() {
            "self" | "super" | "crate" | "_" => format!("{word}_"),
            keyword if KEYWORDS.contains(&keyword) => format!("r#{word}"),
            _ => word.clone(),
        };
        unique(&mut used, raw, || format!("{word}_"))
    };
    names.map(field).collect()
}

fn variants<'n>(names: impl Iterator<Item = &'n str>, taken: &[&str]) -> Vec<String> {
    let mut used = Scope::with(taken.iter().copied().chain(["Self"]));
    names.map(|name| unique(&mut used, type_name(name), || format!("{}Item", type_name(name)))).collect()
}

#[cfg(test)]
mod tests {
    use super::module;

    #[test]
    fn modules_are_named_after_files() {
        let named = ["S1AP-PDU", "1st", "type", "self", ""].map(module);
        assert_eq!(named, ["s1ap_pdu", "schema_1st", "type_", "self_", "schema_"]);
    }
}
