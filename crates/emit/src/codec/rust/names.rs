//! Rust names for what a schema defines.

use std::collections::HashMap;

use wireglot_plan::{Shape, ShapeId, ShapeKind, TableId};
use wireglot_text::cases::{pascal, snake};

use crate::lang::rust::reserved::reserved_in_rust;
use crate::lang::scope::{lettered, numbered, Scope};

/// Keywords of Rust.
const KEYWORDS: &[&str] = reserved_in_rust!["Self"];

/// Names that generated files use themselves.
const TAKEN: &[&str] = &[
    "Self",
    "Box",
    "Clone",
    "Cow",
    "Debug",
    "Eq",
    "Err",
    "None",
    "Ok",
    "Option",
    "PartialEq",
    "Result",
    "Some",
    "Vec",
];

/// Names of types, tables and their parts.
pub(super) struct Names {
    types: Vec<String>,
    tables: Vec<String>,
    /// Fields of a record, or variants of a choice or enumeration.
    parts: HashMap<ShapeId, Vec<String>>,
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
            parts: HashMap::new(),
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
        for (at, ty) in shape.types.iter().enumerate() {
            let parts = match &ty.kind {
                ShapeKind::Record { slots, .. } => fields(slots.iter().map(|slot| slot.name.as_str())),
                ShapeKind::Choice { alternatives, .. } => {
                    variants(alternatives.iter().map(|a| a.name.as_str()), &["Unknown"])
                }
                ShapeKind::Enumerated { items, .. } => {
                    variants(items.iter().map(|(name, _)| name.as_str()), &["Unknown", "UnknownIndex"])
                }
                _ => continue,
            };
            names.parts.insert(ShapeId(at as u32), parts);
        }
        names
    }

    /// The name of a type.
    pub fn ty(&self, shape: ShapeId) -> &str {
        &self.types[shape.index()]
    }

    /// The name of a function for a type.
    pub fn function(&self, shape: ShapeId) -> String {
        snake(self.ty(shape))
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
        unique(&mut used, snake(&type_name(&root.reference)), full)
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
