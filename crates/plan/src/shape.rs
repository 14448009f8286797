//! The shape: what values look like, the same for all rules.

use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::{StringKind, TimeKind, TypeId, Value};
use wireglot_text::Span;

use crate::{Check, KeyPath, Rules, ShapeId, TableId};

/// Every type that the roots reach.
#[derive(Debug, Default)]
pub struct Shape {
    /// Types; recursion goes through ids.
    pub types: Vec<ShapeType>,
    /// Object sets, as tables from key values to types.
    pub tables: Vec<Table>,
    /// Named types that can be asked for, in source order: module, reference, type.
    pub roots: Vec<ShapeRoot>,
    /// Where it all came from.
    pub origins: Origins,
}

/// Where in the model the parts of a shape came from. A shape knows no tags:
/// aliases of a type share its shape, so lowering to a plan goes back to the
/// model through these. Nothing after lowering needs them.
#[derive(Debug, Default)]
pub struct Origins {
    /// By type: the link of its chain where tags and references end.
    pub types: Vec<TypeId>,
    /// By root: the named type.
    pub roots: Vec<TypeId>,
    /// By table and row: what the open type holds.
    pub rows: Vec<Vec<Option<TypeId>>>,
    /// By shape of a string or of an open type: what it always holds.
    pub held: HashMap<ShapeId, TypeId>,
}

impl Shape {
    /// The type of that id.
    #[inline]
    pub fn get(&self, id: ShapeId) -> &ShapeType {
        &self.types[id.index()]
    }

    /// The table of that id.
    #[inline]
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.index()]
    }

    /// The root of that name: `Module.Type`, or `Type` for the first that has it.
    pub fn root(&self, name: &str) -> Option<usize> {
        self.roots.iter().position(|r| match name.split_once('.') {
            Some((module, reference)) => r.module == module && r.reference == reference,
            None => r.reference == name,
        })
    }
}

/// A type that can be asked for by name.
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
    /// `Reference`, `Reference{Parameter}`, or for one written in place the
    /// path to it: `Reference.component`, `Reference.component[]`. Unique
    /// together with `module`.
    pub name: String,
    /// Its module.
    pub module: String,
    /// What its values are.
    pub kind: ShapeKind,
    /// What encoding instructions change about their JSON text.
    pub jer: JerForm,
    /// What they must satisfy beyond that: all of these. Extensible
    /// constraints are not here: they forbid nothing (X.680 52.8).
    pub checks: Vec<Check>,
    /// Where it was written.
    pub span: Span,
    /// Its comment.
    pub doc: Option<String>,
}

/// What JER encoding instructions change about the JSON text of a type (X.697 14 to 19).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JerForm {
    /// Where any has another name than its identifier: the names of all slots, alternatives or
    /// items, in their order.
    pub names: Vec<String>,
    /// Whether octets are shown in base64.
    pub base64: bool,
}

impl JerForm {
    /// Whether nothing is changed.
    pub fn is_plain(&self) -> bool {
        self.names.is_empty() && !self.base64
    }

    /// What the slot, alternative or item of that position is called in JSON text.
    pub fn name<'a>(&'a self, position: usize, identifier: &'a str) -> &'a str {
        self.names.get(position).map_or(identifier, String::as_str)
    }
}

/// The least and the greatest value that a type can have; an end that is
/// missing has no bound.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub lo: Option<BigInt>,
    /// The greatest.
    pub hi: Option<BigInt>,
}

/// The least and greatest length: bits, octets, characters or elements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// The least.
    pub lo: u64,
    /// The greatest; `None` has no bound.
    pub hi: Option<u64>,
}

/// What the values of a type are.
#[derive(Debug, Clone)]
pub enum ShapeKind {
    /// BOOLEAN.
    Boolean,
    /// INTEGER.
    Integer {
        /// From constraints without extension marker.
        range: Range,
        /// Named numbers.
        named: Vec<(String, BigInt)>,
    },
    /// ENUMERATED. A value is the item's number.
    Enumerated {
        /// Identifier and number of each item, root and additions, in source order.
        items: Vec<(String, i64)>,
        /// Whether other numbers may come.
        extensible: bool,
    },
    /// BIT STRING.
    BitString {
        /// Named bits. Where there are any, trailing zero bits mean nothing (X.680 22.7).
        named: Vec<(String, u32)>,
        /// Number of bits.
        size: Size,
        /// Whether it is of fixed size without extension marker: JER then
        /// shows only hex (X.697 24).
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
    /// A float of IEEE 754, with 32 bits or 64.
    Float {
        /// It has 32.
        single: bool,
    },
    /// A character string.
    String {
        /// Which string type.
        kind: StringKind,
        /// Number of characters.
        size: Size,
    },
    /// A time.
    Time(TimeKind),
    /// A value with named parts.
    Record {
        /// What it was.
        kind: RecordKind,
        /// Its parts: all components, those of addition groups included, in source order.
        slots: Vec<Slot>,
        /// Whether more may come.
        extensible: bool,
    },
    /// A value with parts in a row.
    List {
        /// Each part.
        element: ShapeId,
        /// What a part is called, where the specification says it.
        name: Option<String>,
        /// Number of parts.
        size: Size,
        /// SET OF: the order means nothing.
        set: bool,
    },
    /// One of several.
    Choice {
        /// The alternatives, in source order.
        alternatives: Vec<Alternative>,
        /// Whether more may come.
        extensible: bool,
    },
    /// An open type or ANY: a value of a type that is known by a key, or octets.
    Open(OpenShape),
}

/// What a record was in the schema.
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
    /// Whether it may be missing.
    pub presence: SlotPresence,
    /// For an extension addition: which (from 0); groups count as one.
    pub addition: Option<u32>,
    /// Whether its addition cannot be without it: neither OPTIONAL nor with a DEFAULT.
    pub needed: bool,
    /// Where it was written.
    pub span: Span,
    /// Its comment.
    pub doc: Option<String>,
}

/// Whether a slot may be missing. Extension additions may always be missing
/// when bytes of an older version are read.
#[derive(Debug, Clone)]
pub enum SlotPresence {
    /// Always there.
    Required,
    /// May be missing, as OPTIONAL or as an extension addition; the index counts the slots of the record that may be.
    Optional(u32),
    /// Missing means this value.
    Default(u32, Value),
}

/// An alternative of a choice.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// Its identifier.
    pub name: String,
    /// Its type.
    pub shape: ShapeId,
    /// For an extension addition: which (from 0).
    pub addition: Option<u32>,
    /// Where it was written.
    pub span: Span,
    /// Its comment.
    pub doc: Option<String>,
}

/// What a BIT STRING or OCTET STRING contains (X.682 11).
#[derive(Debug, Clone)]
pub struct Contents {
    /// The contained type.
    pub shape: ShapeId,
    /// The rules that ENCODED BY fixes; `None` follows the outer ones.
    pub rules: Option<Rules>,
}

/// An open type.
#[derive(Debug, Clone)]
pub enum OpenShape {
    /// Nothing says what it holds.
    Opaque,
    /// A type constraint or a single-row set says it: always this.
    Fixed(ShapeId),
    /// The row of a table, found by keys.
    Keyed {
        /// The table.
        table: TableId,
        /// One for each of the table's key columns.
        keys: Vec<KeyPath>,
    },
}

/// An object set, seen as a table: key values to a type.
#[derive(Debug, Clone)]
pub struct Table {
    /// The object set and the fields that it was made for, for people.
    pub name: String,
    /// Whether other rows may come.
    pub extensible: bool,
    /// The type of each key column.
    pub keys: Vec<ShapeId>,
    /// The rows, each key combination once.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// The object's name, for people.
    pub name: String,
    /// One value for each key column.
    pub keys: Vec<Value>,
    /// What a value assignment calls each of them, for people.
    pub names: Vec<Option<String>>,
    /// What the open type holds; `None` if the object leaves the field out.
    pub shape: Option<ShapeId>,
}
