//! Storage in C: its types and constants.

use wireglot_model::sbe::{Number, Primitive};

use crate::analysis::storage::{Options, Slice, Width};
use crate::codec::c::options::COptions;
use crate::lang::c::text::{literal, number_type};

impl COptions {
    /// Calls a function with the options about storage.
    pub fn with_storage<T>(&self, act: impl FnOnce(&Options) -> T) -> T {
        let is_i64 = |ty: &wireglot_plan::ShapeType| {
            self.integers.iter().rev().find(|choice| choice.names(ty)).is_some_and(|choice| choice.i64)
        };
        act(&Options {
            inline_octets: self.inline_octets,
            inline_elements: self.inline_elements,
            exact_reals: self.exact_reals,
            is_i64: &is_i64,
        })
    }
}

impl Width {
    fn primitive(self) -> Primitive {
        match self {
            Width::I32 => Primitive::Int32,
            Width::U32 => Primitive::Uint32,
            Width::I64 => Primitive::Int64,
            Width::U64 => Primitive::Uint64,
        }
    }

    /// The C type.
    pub fn name(self) -> &'static str {
        number_type(self.primitive()).0
    }

    /// The suffix of the runtime's routines.
    pub fn suffix(self) -> &'static str {
        number_type(self.primitive()).1
    }

    /// A constant of the type.
    pub fn constant(self, value: i128) -> String {
        literal(Number::Integer(value), self.primitive())
    }
}

impl Slice {
    /// Its type in the runtime.
    pub fn name(self) -> &'static str {
        match self {
            Slice::Octets => "wg_octets",
            Slice::Oid => "wg_oid",
            Slice::Text => "wg_string",
            Slice::Real => "wg_real",
            Slice::Any => "wg_any",
        }
    }
}
