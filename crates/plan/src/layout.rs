//! The layout: where things stand in formats in which that is known beforehand.
//!
//! A layout serves emitters that print accessors, loads and shifts instead of a
//! decoding pass, and tables for people. It keeps what such targets need beyond
//! the wire: names as written, constants, comments, attributes, and the order of
//! the source. A value's bits are counted from the start of its record, the
//! first bit being the least significant of the first octet.

use wireglot_model::Value;
use wireglot_text::Span;

/// Names one type of a [`Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LayoutId(pub u32);

/// All modules of a schema and the types in them.
#[derive(Debug, Default)]
pub struct Layout {
    /// Modules; imported ones come before those that import them.
    pub modules: Vec<LayoutModule>,
    /// Types; parts come before what is made of them.
    pub types: Vec<LayoutType>,
}

impl Layout {
    /// The type of that id.
    pub fn get(&self, id: LayoutId) -> &LayoutType {
        &self.types[id.0 as usize]
    }

    /// The type that aliases stand for.
    pub fn resolved(&self, id: LayoutId) -> &LayoutType {
        self.get(self.base(id))
    }

    /// The id of the type that aliases stand for.
    pub fn base(&self, id: LayoutId) -> LayoutId {
        let mut id = id;
        while let LayoutKind::Alias(inner) = self.get(id).kind {
            id = inner;
        }
        id
    }

    /// For each type, whether there is a float in it.
    pub fn floats(&self) -> Vec<bool> {
        let mut floats: Vec<bool> = Vec::with_capacity(self.types.len());
        for ty in &self.types {
            let of = |id: &LayoutId| floats.get(id.0 as usize).copied().unwrap_or(false);
            let has = match &ty.kind {
                LayoutKind::Float => true,
                LayoutKind::Alias(inner) | LayoutKind::Array { element: inner, .. } => of(inner),
                LayoutKind::Record { fields, .. } => fields.iter().any(|field| of(&field.ty)),
                _ => false,
            };
            floats.push(has);
        }
        floats
    }

    /// The modules that a module imports, and those that they import, each once.
    pub fn reached(&self, module: usize) -> Vec<usize> {
        let mut reached = Vec::new();
        let mut pile: Vec<usize> = self.modules[module].imports.iter().map(|(_, to)| *to).collect();
        while let Some(next) = pile.pop() {
            if !reached.contains(&next) {
                reached.push(next);
                pile.extend(self.modules[next].imports.iter().map(|(_, to)| *to));
            }
        }
        reached
    }
}

/// One module: one source file.
#[derive(Debug)]
pub struct LayoutModule {
    /// Its name.
    pub name: String,
    /// The file's name without folder and extension.
    pub stem: String,
    /// What it imports: the name that it has here, and the index of the module.
    pub imports: Vec<(String, usize)>,
    /// Options and the like, by name.
    pub attributes: Vec<(String, Value)>,
    /// Constants and named types, in source order; nested types come before
    /// the one that they are written in.
    pub items: Vec<LayoutItem>,
}

impl LayoutModule {
    /// A text attribute; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        match self.attributes.iter().find(|(n, _)| n == name) {
            Some((_, Value::String(text))) => text,
            _ => "",
        }
    }

    /// A number attribute; 0 if there is none.
    pub fn number(&self, name: &str) -> i64 {
        match self.attributes.iter().find(|(n, _)| n == name) {
            Some((_, Value::Integer(n))) => n.to_i64().unwrap_or(0),
            _ => 0,
        }
    }
}

/// What a module declares.
#[derive(Debug)]
pub enum LayoutItem {
    /// A constant.
    Constant {
        /// Its name.
        name: String,
        /// Its value.
        value: Value,
        /// Its comment.
        doc: Option<String>,
    },
    /// A named type.
    Type(LayoutId),
}

/// A type.
#[derive(Debug)]
pub struct LayoutType {
    /// Its name, from the outermost record that it is nested in; empty for an unnamed one.
    pub path: Vec<String>,
    /// The index of its module.
    pub module: usize,
    /// What it is.
    pub kind: LayoutKind,
    /// Bits that it takes, leads included, when written by this version.
    pub bits: u64,
    /// Whether it takes these bits in every version: nothing in it is extensible.
    pub fixed: bool,
    /// Its comment.
    pub doc: Option<String>,
    /// Where it was written.
    pub span: Span,
}

impl LayoutType {
    /// Octets that hold its bits.
    pub fn octets(&self) -> u64 {
        self.bits.div_ceil(8)
    }
}

/// What a type is.
#[derive(Debug)]
pub enum LayoutKind {
    /// One bit.
    Boolean,
    /// An unsigned integer.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// Eight bits without a meaning.
    Byte,
    /// A number of IEEE 754 binary32 or binary64, by its bits.
    Float,
    /// An unsigned integer some of whose values have names.
    Enumerated(Vec<LayoutValue>),
    /// Another name for a type.
    Alias(LayoutId),
    /// Elements in a row.
    Array {
        /// Each.
        element: LayoutId,
        /// How many.
        count: u64,
        /// Led by its count.
        extensible: bool,
    },
    /// Fields in a row.
    Record {
        /// In the order in which they are laid out.
        fields: Vec<LayoutField>,
        /// Led by its size in bits, the lead included.
        extensible: bool,
    },
}

/// A named value.
#[derive(Debug)]
pub struct LayoutValue {
    /// Its name.
    pub name: String,
    /// The value.
    pub value: u64,
    /// Its comment.
    pub doc: Option<String>,
}

/// A field of a record.
#[derive(Debug)]
pub struct LayoutField {
    /// Its name.
    pub name: String,
    /// Its number in the schema.
    pub number: i64,
    /// Its type.
    pub ty: LayoutId,
    /// The bit at which it begins when written by this version.
    pub offset: u64,
    /// Its comment.
    pub doc: Option<String>,
    /// Where it was written.
    pub span: Span,
}
