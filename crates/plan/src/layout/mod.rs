//! The layout: where things stand in formats in which the schema fixes that.
//!
//! It is run as it stands, printed as accessors, loads and shifts, and shown to people as
//! charts. It keeps what these need beyond the wire: names as written, constants, comments,
//! attributes, and the order of the source.
//!
//! - **Types** have a width. A record's fields have places in it, counted in bits from its
//!   start; the first bit is the least significant of the first octet.
//! - **Leading sizes and counts** make a record or an array extensible: it may be longer or
//!   shorter than this version writes it.
//! - **Messages** put variable parts after a block of fields: groups of entries, and data. A
//!   prefix says how long they are, see [`message`](LayoutMessage).
//!
//! What differs between schema languages beyond that is one row of facts, [`Conventions`].

mod conventions;
mod message;
mod scalar;
mod types;
mod versions;

use wireglot_model::Value;

use crate::ShapeId;
pub use conventions::{Conventions, BITPROTO, SBE};
pub use message::{
    Block, LayoutData, LayoutGroup, LayoutMessage, Messages, Number, Part, Prefix, Role, ROLES,
};
pub use scalar::{raw, Scalar};
pub use types::{
    number_words, Constant, LayoutField, LayoutId, LayoutKind, LayoutType, LayoutValue, Presence,
};

/// Bits of the size or count that leads an extensible record or array.
pub const LENGTH_PREFIX: u64 = 16;

/// All modules of a schema and the types in them.
#[derive(Debug, Default)]
pub struct Layout {
    /// Modules; imported ones come before those that import them.
    pub modules: Vec<LayoutModule>,
    /// Types; parts come before what is made of them.
    pub types: Vec<LayoutType>,
    /// Messages with a header; none where a message is a record and nothing else.
    pub messages: Messages,
    /// What its schema language settles for all layouts.
    pub conventions: Conventions,
}

impl Layout {
    /// The shape of a type's values: types come first in the shape, by the same index.
    pub fn shape(&self, id: LayoutId) -> ShapeId {
        ShapeId(self.base(id).0)
    }

    /// A scalar type in the words of the schema language.
    pub fn word(&self, ty: &LayoutType) -> String {
        self.conventions.word(ty.scalar, ty.bits)
    }

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
