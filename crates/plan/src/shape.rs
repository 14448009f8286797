//! The shape: what values look like, independent of the encoding rules.

use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::{StringKind, TimeKind, TypeId, Value};
use wireglot_text::Span;

use crate::{Check, KeyPath, OidNames, Rules, ShapeId, TableId};

/// Every type that the roots use.
#[derive(Debug, Default)]
pub struct Shape {
    /// Types; recursion uses ids.
    pub types: Vec<ShapeType>,
    /// Object sets as tables from keys to types.
    pub tables: Vec<Table>,
    /// Named types that can be requested, in source order.
    pub roots: Vec<ShapeRoot>,
    /// What value assignments call object identifiers.
    pub oids: OidNames,
    /// Where its parts came from.
    pub origins: Origins,
}

/// Where in the model the parts of a shape came from. A shape has no tags, and aliases of a type share its
/// shape, so lowering to a plan uses these to go back to the model. Nothing after lowering needs them.
#[derive(Debug, Default)]
pub struct Origins {
    /// For each type, the end of its chain of tags and references.
    pub types: Vec<TypeId>,
    /// For each root, the named type.
    pub roots: Vec<TypeId>,
    /// For each table row, the type in the open type.
    pub rows: Vec<Vec<Option<TypeId>>>,
    /// For the shape of a string or of an open type, the type it always contains.
    pub held: HashMap<ShapeId, TypeId>,
}

impl Shape {
    /// The type with this id.
    #[inline]
    pub fn get(&self, id: ShapeId) -> &ShapeType {
        &self.types[id.index()]
    }

    /// The table with this id.
    #[inline]
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.index()]
    }

    /// The type that an open type always holds, if it is one whose type is known without a key.
    pub fn always(&self, id: ShapeId) -> Option<ShapeId> {
        match self.types.get(id.index())?.kind {
            ShapeKind::Open(OpenShape::Fixed(held)) => Some(held),
            _ => None,
        }
    }

    /// The value at the end of a path of slots and alternatives that starts in a slot which is absent: there it is
    /// that of the slot's default, in which slots may be absent again.
    pub fn absent_value<'s>(&'s self, slot: &'s Slot, path: &[u32]) -> Option<&'s Value> {
        let SlotPresence::Default(_, value) = &slot.presence else { return None };
        let (mut ty, mut value) = (slot.shape, value);
        for &step in path {
            (ty, value) = match (&self.get(ty).kind, value) {
                (ShapeKind::Record { slots, .. }, value) => {
                    let slot = slots.get(step as usize)?;
                    let given = match value {
                        Value::Members(members) => members.iter().find(|(name, _)| *name == slot.name),
                        // `{}`, which may be a list as well.
                        _ => None,
                    };
                    match (given, &slot.presence) {
                        (Some((_, value)), _) | (None, SlotPresence::Default(_, value)) => {
                            (slot.shape, value)
                        }
                        (None, _) => return None,
                    }
                }
                (ShapeKind::Choice { alternatives, .. }, Value::Choice(name, value)) => {
                    let alternative = alternatives.get(step as usize)?;
                    (*name == alternative.name).then_some((alternative.shape, &**value))?
                }
                _ => return None,
            };
        }
        Some(value)
    }

    /// The root with this name: `Module.Type`, or `Type` for the first of several.
    pub fn root(&self, name: &str) -> Option<usize> {
        self.roots.iter().position(|r| match name.split_once('.') {
            Some((module, reference)) => r.module == module && r.reference == reference,
            None => r.reference == name,
        })
    }

    /// Whether a string contains (CONTAINING, X.682 11) the open type of this table.
    pub fn is_in_string(&self, table: TableId) -> bool {
        self.types.iter().any(|ty| match &ty.kind {
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => {
                matches!(self.get(contents.shape).kind, ShapeKind::Open(OpenShape::Keyed { table: of, .. }) if of == table)
            }
            _ => false,
        })
    }

    /// Gives open types and strings with CONTAINING whose type is known without a key a table of one row. Like
    /// the values of other tables, theirs then have room for bytes that don't decode as that type. An open type that
    /// is all that another, a string or a row holds gets none there: nothing would say which of the two was kept.
    pub fn hold_in_rows(&mut self) {
        let mut alone = HashMap::new();
        let mut held_by = Vec::new();
        for id in (0..self.types.len() as u32).map(ShapeId) {
            match &self.get(id).kind {
                ShapeKind::Open(OpenShape::Fixed(held)) => held_by.push((id, *held, false)),
                ShapeKind::BitString { contains: Some(contents), .. }
                | ShapeKind::OctetString { contains: Some(contents), .. } => {
                    match self.get(contents.shape).kind {
                        ShapeKind::Open(OpenShape::Keyed { .. }) => {}
                        _ => held_by.push((id, contents.shape, true)),
                    }
                }
                _ => {}
            }
        }
        for (_, held, _) in &mut held_by {
            *held = self.alone(*held, &mut alone);
        }
        for table in 0..self.tables.len() {
            for row in 0..self.tables[table].rows.len() {
                if let Some(held) = self.tables[table].rows[row].shape {
                    self.tables[table].rows[row].shape = Some(self.alone(held, &mut alone));
                }
            }
        }
        for (id, held, in_string) in held_by {
            let Some(kind) = self.only_row(id, held) else { continue };
            match in_string {
                true => self.hold_in_string(id, kind),
                false => self.types[id.index()].kind = kind,
            }
        }
    }

    /// A copy of an open type that always holds one type, for where it gets no table; other types are as they are.
    fn alone(&mut self, id: ShapeId, copies: &mut HashMap<ShapeId, ShapeId>) -> ShapeId {
        let Some(held) = self.always(id) else { return id };
        if let Some(copy) = copies.get(&id) {
            return *copy;
        }
        let held = self.alone(held, copies);
        let mut copy = self.get(id).clone();
        copy.name += ".alone";
        copy.kind = ShapeKind::Open(OpenShape::Fixed(held));
        let at = ShapeId(self.types.len() as u32);
        self.types.push(copy);
        self.origins.types.push(self.origins.types[id.index()]);
        if let Some(ty) = self.origins.held.get(&id).copied() {
            self.origins.held.insert(at, ty);
        }
        copies.insert(id, at);
        at
    }

    /// Puts an open type of this kind into a string.
    fn hold_in_string(&mut self, id: ShapeId, kind: ShapeKind) {
        let outer = self.get(id);
        let (name, module, span) = (format!("{}.held", outer.name), outer.module.clone(), outer.span);
        let open = ShapeId(self.types.len() as u32);
        self.types.push(ShapeType {
            name,
            module,
            kind,
            jer: JerForm::default(),
            checks: Vec::new(),
            span,
            doc: None,
        });
        self.origins.types.push(self.origins.held[&id]);
        if let ShapeKind::BitString { contains: Some(contents), .. }
        | ShapeKind::OctetString { contains: Some(contents), .. } = &mut self.types[id.index()].kind
        {
            contents.shape = open;
        }
    }

    /// An open type whose table has one row, the type that the open type or string `id` always holds.
    fn only_row(&mut self, id: ShapeId, held: ShapeId) -> Option<ShapeKind> {
        let ty = *self.origins.held.get(&id)?;
        let table = TableId(self.tables.len() as u32);
        let row = Row { name: String::new(), keys: Vec::new(), names: Vec::new(), shape: Some(held) };
        let name = self.get(id).name.clone();
        self.tables.push(Table { name, extensible: false, keys: Vec::new(), rows: vec![row] });
        self.origins.rows.push(vec![Some(ty)]);
        Some(ShapeKind::Open(OpenShape::Keyed { table, keys: Vec::new() }))
    }
}

/// A type that can be requested by name.
#[derive(Debug, Clone)]
pub struct ShapeRoot {
    /// Its module.
    pub module: String,
    /// Its reference.
    pub reference: String,
    /// Its shape.
    pub shape: ShapeId,
}

/// One type.
#[derive(Debug, Clone)]
pub struct ShapeType {
    /// `Reference`, `Reference{Parameter}`, or for a type defined in place the path to it:
    /// `Reference.component`, `Reference.component[]`. Unique together with `module`.
    pub name: String,
    /// Its module.
    pub module: String,
    /// The kind of its values.
    pub kind: ShapeKind,
    /// The effect of encoding instructions on its JSON text.
    pub jer: JerForm,
    /// Constraints beyond those in `kind`; all of them must hold. Extensible constraints are not included,
    /// since they forbid nothing (X.680 52.8).
    pub checks: Vec<Check>,
    /// Its source location.
    pub span: Span,
    /// Its comment.
    pub doc: Option<String>,
}

/// The effect of JER encoding instructions on the JSON text of a type (X.697 14 to 19).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JerForm {
    /// If any name differs from its identifier: the names of all slots, alternatives or items, in order.
    pub names: Vec<String>,
    /// Whether octets are written in base64.
    pub base64: bool,
}

/// Names that mark escapes in JSON text. A NAME cannot be one of them.
pub const JSON_ESCAPES: [&str; 8] =
    ["$opaque", "$octets", "$bits", "$number", "$index", "$unknown", "$raw", "$base2"];

impl JerForm {
    /// Whether nothing changes.
    pub fn is_plain(&self) -> bool {
        self.names.is_empty() && !self.base64
    }

    /// The JSON name of the slot, alternative or item at a position.
    pub fn name<'a>(&'a self, position: usize, identifier: &'a str) -> &'a str {
        self.names.get(position).map_or(identifier, String::as_str)
    }
}

/// The minimum and maximum value of a type; `None` means unbounded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    /// The minimum.
    pub lo: Option<BigInt>,
    /// The maximum.
    pub hi: Option<BigInt>,
}

/// The minimum and maximum length in bits, octets, characters or elements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// The minimum.
    pub lo: u64,
    /// The maximum; `None` means unbounded.
    pub hi: Option<u64>,
}

/// The kind of a type's values.
#[derive(Debug, Clone)]
pub enum ShapeKind {
    /// BOOLEAN.
    Boolean,
    /// INTEGER.
    Integer {
        /// The range from constraints without an extension marker.
        range: Range,
        /// Named numbers.
        named: Vec<(String, BigInt)>,
    },
    /// ENUMERATED. A value is the item's number.
    Enumerated {
        /// Identifier and number of each item, root and additions, in source order.
        items: Vec<(String, i64)>,
        /// Whether other numbers may occur.
        extensible: bool,
    },
    /// BIT STRING.
    BitString {
        /// Named bits. If there are any, trailing zero bits are insignificant (X.680 22.7).
        named: Vec<(String, u32)>,
        /// Number of bits.
        size: Size,
        /// Whether the size is fixed without an extension marker; JER then shows only hexadecimal digits
        /// (X.697 24).
        fixed: bool,
        /// What it contains.
        contains: Option<Contents>,
    },
    /// OCTET STRING.
    OctetString {
        /// Number of octets.
        size: Size,
        /// What it contains.
        contains: Option<Contents>,
    },
    /// NULL.
    Null,
    /// OBJECT IDENTIFIER.
    Oid,
    /// RELATIVE-OID.
    RelativeOid,
    /// OID-IRI.
    OidIri,
    /// RELATIVE-OID-IRI.
    RelativeOidIri,
    /// REAL.
    Real,
    /// An IEEE 754 float.
    Float {
        /// Whether it has 32 bits rather than 64.
        single: bool,
    },
    /// A character string.
    String {
        /// The string type.
        kind: StringKind,
        /// Number of characters.
        size: Size,
    },
    /// A time.
    Time(TimeKind),
    /// A value with named parts.
    Record {
        /// Its kind in the schema.
        kind: RecordKind,
        /// All components, including those of addition groups, in source order.
        slots: Vec<Slot>,
        /// Whether there may be more.
        extensible: bool,
    },
    /// A list of values.
    List {
        /// The element type.
        element: ShapeId,
        /// The name of an element, if the specification gives one.
        name: Option<String>,
        /// Number of elements.
        size: Size,
        /// Whether it is a SET OF, whose order is insignificant.
        set: bool,
    },
    /// One of several alternatives.
    Choice {
        /// The alternatives, in source order.
        alternatives: Vec<Alternative>,
        /// Whether there may be more.
        extensible: bool,
    },
    /// An open type or ANY: a value of a type selected by a key, or octets.
    Open(OpenShape),
}

/// The kind of a record in the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RecordKind {
    Sequence,
    Set,
    External,
    EmbeddedPdv,
    CharacterString,
}

/// A part of a record.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Its identifier.
    pub name: String,
    /// Its type.
    pub shape: ShapeId,
    /// Whether it may be absent.
    pub presence: SlotPresence,
    /// For an extension addition, its number from 0; a group counts as one.
    pub addition: Option<u32>,
    /// Whether its addition must include it, because it is neither OPTIONAL nor has a DEFAULT.
    pub needed: bool,
    /// Its source location.
    pub span: Span,
    /// Its comment.
    pub doc: Option<String>,
}

/// Whether a slot may be absent. Extension additions may always be absent when an older version's bytes are
/// read.
#[derive(Debug, Clone)]
pub enum SlotPresence {
    /// Always present.
    Required,
    /// May be absent, because it is OPTIONAL or an extension addition. The index counts such slots of the
    /// record.
    Optional(u32),
    /// If absent, it has this value.
    Default(u32, Value),
}

/// An alternative of a choice.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// Its identifier.
    pub name: String,
    /// Its type.
    pub shape: ShapeId,
    /// For an extension addition, its number from 0.
    pub addition: Option<u32>,
    /// Its source location.
    pub span: Span,
    /// Its comment.
    pub doc: Option<String>,
}

/// What a BIT STRING or OCTET STRING contains (X.682 11).
#[derive(Debug, Clone)]
pub struct Contents {
    /// The contained type.
    pub shape: ShapeId,
    /// The rules given by ENCODED BY; `None` means the outer rules.
    pub rules: Option<Rules>,
}

/// An open type.
#[derive(Debug, Clone)]
pub enum OpenShape {
    /// Its type is unknown.
    Opaque,
    /// Always this type, because of a type constraint or an object set with one row.
    Fixed(ShapeId),
    /// The type in a table row, selected by keys.
    Keyed {
        /// The table.
        table: TableId,
        /// One for each of the table's key columns.
        keys: Vec<KeyPath>,
    },
}

/// An object set as a table from keys to types.
#[derive(Debug, Clone)]
pub struct Table {
    /// The object set and the fields it was made for; for display.
    pub name: String,
    /// Whether there may be other rows.
    pub extensible: bool,
    /// The type of each key column.
    pub keys: Vec<ShapeId>,
    /// The rows; each combination of keys occurs once.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// The object's name, for display.
    pub name: String,
    /// One value for each key column.
    pub keys: Vec<Value>,
    /// The name of each key from a value assignment, for display.
    pub names: Vec<Option<String>>,
    /// The type in the open type; `None` if the object leaves the field out.
    pub shape: Option<ShapeId>,
}
