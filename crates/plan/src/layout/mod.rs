//! The layout: where everything is, for formats whose schema fixes that.
//!
//! It is interpreted directly, emitted as accessors, loads and shifts, and shown as charts. It
//! keeps what these need beyond the wire format: names as written, constants, comments, attributes,
//! and source order.
//!
//! - **Types** have a width. A record's fields are at fixed positions in it, counted in bits from
//!   its
//!   start; the first bit is the least significant bit of the first octet.
//! - **Leading sizes and counts** make a record or an array extensible: it may be longer or
//!   shorter than this version writes it.
//! - **Messages** have variable-length parts after a block of fields: groups of entries, and data.
//!   A
//!   prefix gives their length, see [`message`](LayoutMessage).
//!
//! Other differences between schema languages are in one struct, [`Conventions`].

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

/// Width in bits of the size or count before an extensible record or array.
pub const LENGTH_PREFIX: u64 = 16;

/// All modules of a schema, and their types.
#[derive(Debug, Default)]
pub struct Layout {
    /// Modules; imported ones come before their importers.
    pub modules: Vec<LayoutModule>,
    /// Types; parts come before the types that contain them.
    pub types: Vec<LayoutType>,
    /// Messages with a header; empty if a message is just a record.
    pub messages: Messages,
    /// The conventions of the schema language.
    pub conventions: Conventions,
}

impl Layout {
    /// The shape of a type's values. Types come first in the shape, with the same indexes.
    pub fn shape(&self, id: LayoutId) -> ShapeId {
        ShapeId(self.base(id).0)
    }

    /// The name of a scalar type in the schema language.
    pub fn word(&self, ty: &LayoutType) -> String {
        self.conventions.word(ty.scalar, ty.bits)
    }

    /// The type with this id.
    pub fn get(&self, id: LayoutId) -> &LayoutType {
        &self.types[id.0 as usize]
    }

    /// The type with all aliases resolved.
    pub fn resolved(&self, id: LayoutId) -> &LayoutType {
        self.get(self.base(id))
    }

    /// The id of the type with all aliases resolved.
    pub fn base(&self, id: LayoutId) -> LayoutId {
        let mut id = id;
        while let LayoutKind::Alias(inner) = self.get(id).kind {
            id = inner;
        }
        id
    }

    /// For each type, whether it contains a float.
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

    /// The modules that a module imports directly or indirectly, each once.
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
    /// The file name without folder and extension.
    pub stem: String,
    /// Its imports: the local name, and the index of the module.
    pub imports: Vec<(String, usize)>,
    /// Options and similar attributes, by name.
    pub attributes: Vec<(String, Value)>,
    /// Constants and named types, in source order; nested types come before the type that contains
    /// them.
    pub items: Vec<LayoutItem>,
}

impl LayoutModule {
    /// A text attribute; empty if it is missing.
    pub fn text(&self, name: &str) -> &str {
        match self.attributes.iter().find(|(n, _)| n == name) {
            Some((_, Value::String(text))) => text,
            _ => "",
        }
    }

    /// A number attribute; 0 if it is missing.
    pub fn number(&self, name: &str) -> i64 {
        match self.attributes.iter().find(|(n, _)| n == name) {
            Some((_, Value::Integer(n))) => n.to_i64().unwrap_or(0),
            _ => 0,
        }
    }
}

/// A declaration in a module.
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
