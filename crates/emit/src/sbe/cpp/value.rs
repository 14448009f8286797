//! How a view reads one value of a block.

use wireglot_model::sbe::{
    Constant, EncodingId, EncodingKind, EnumValue, MessageSchema, Notes, Number, Presence, Primitive, Simple,
};

use super::names::Names;
use crate::lang::c::text::quoted;
use crate::lang::cpp::text::{literal, number_type};

/// The result of an accessor, and how to compute it.
pub struct Reading {
    /// The type, without `std::optional`.
    pub ty: String,
    /// Whether it may be absent.
    pub optional: bool,
    /// An expression of that type, optional or not.
    pub expression: String,
    /// Whether the value is independent of the message.
    pub constant: bool,
    /// Whether the expression has the type as `T_`, a template parameter. Compilers then instantiate an
    /// optional of a schema type only where the accessor is used.
    pub later: bool,
}

impl Reading {
    /// The return type of an accessor.
    pub fn given(&self) -> String {
        match self.optional {
            true => format!("std::optional<{}>", self.ty),
            false => self.ty.clone(),
        }
    }
}

/// Reads values of a schema's blocks.
#[derive(Clone, Copy)]
pub struct Values<'v> {
    /// The schema.
    pub blocks: &'v MessageSchema,
    /// Its names.
    pub names: &'v Names<'v>,
}

impl Values<'_> {
    /// Reads the value of an encoding at an offset in the current block.
    pub fn reading(&self, id: EncodingId, presence: &Presence, notes: &Notes, offset: u64) -> Reading {
        if let Presence::Constant(constant) = presence {
            return self.constant(id, constant);
        }
        let at = if offset == 0 { "p_".to_string() } else { format!("p_ + {offset}") };
        let null = *presence == Presence::Optional;
        let (ty, optional, expression) = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => self.simple(simple, null, &at),
            EncodingKind::Enum { primitive, null: number, .. } => {
                let ty = self.names.ty(id);
                let number = literal(*number, enum_primitive(*primitive));
                let other = if null { format!(", static_cast<{ty}>({number})") } else { String::new() };
                let read = match null {
                    true => format!("wg::{}<{ty}>({at}{other})", self.order()),
                    false => format!("{ty}({})", self.number(enum_primitive(*primitive), &at)),
                };
                (ty, null, read)
            }
            EncodingKind::Set { primitive, .. } => {
                let ty = self.names.ty(id);
                let read = format!("{ty}({})", self.number(enum_primitive(*primitive), &at));
                (ty, false, read)
            }
            EncodingKind::Composite(_) => {
                let ty = self.names.ty(id);
                (ty.clone(), false, format!("{ty}({at}, acting_())"))
            }
        };
        let is_number = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.length == 1,
            EncodingKind::Enum { .. } | EncodingKind::Set { .. } => true,
            EncodingKind::Composite(_) => false,
        };
        let later = notes.since > 0 && is_number && !optional;
        let expression = match (notes.since, optional) {
            (0, _) => expression,
            _ if later => {
                let order = if self.blocks.big_endian { ", true" } else { "" };
                format!("wg::later<T_, {}{order}>(acting_(), {at})", notes.since)
            }
            (since, true) => format!("there_({since}) ? {expression} : std::nullopt"),
            (since, false) => {
                format!("there_({since}) ? std::optional<{ty}>({expression}) : std::nullopt")
            }
        };
        Reading { ty, optional: optional || notes.since > 0, expression, constant: false, later }
    }

    /// The suffix of the functions that read numbers in the schema's byte order.
    pub fn order(&self) -> &'static str {
        if self.blocks.big_endian {
            "be"
        } else {
            "le"
        }
    }

    /// An expression that reads a number.
    fn number(&self, primitive: Primitive, at: &str) -> String {
        let name = match primitive {
            Primitive::Char => "char",
            Primitive::Int8 => "i8",
            Primitive::Int16 => "i16",
            Primitive::Int32 => "i32",
            Primitive::Int64 => "i64",
            Primitive::Uint8 => "u8",
            Primitive::Uint16 => "u16",
            Primitive::Uint32 => "u32",
            Primitive::Uint64 => "u64",
            Primitive::Float => "f32",
            Primitive::Double => "f64",
        };
        format!("wg::{}_{name}({at})", self.order())
    }

    fn simple(&self, simple: &Simple, null: bool, at: &str) -> (String, bool, String) {
        let ty = number_type(simple.primitive);
        match (simple.primitive, simple.length) {
            (_, 1) => {
                let read = match null {
                    true => {
                        let number = literal(simple.null, simple.primitive);
                        format!("wg::{}<{ty}>({at}, {number})", self.order())
                    }
                    false => self.number(simple.primitive, at),
                };
                (ty.into(), null, read)
            }
            (Primitive::Char, length) => {
                let read = if null { "text_or_null" } else { "text" };
                ("std::string_view".into(), null, format!("wg::{read}({at}, {length})"))
            }
            (_, length) => {
                let array = format!("wg::Array<{ty}, {length}, {}>", self.blocks.big_endian);
                (array.clone(), false, format!("{array}({at})"))
            }
        }
    }

    fn constant(&self, id: EncodingId, constant: &Constant) -> Reading {
        let primitive = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.primitive,
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => {
                enum_primitive(*primitive)
            }
            EncodingKind::Composite(_) => Primitive::Uint8,
        };
        let (ty, expression) = match constant {
            Constant::Number(number) => (number_type(primitive).to_string(), literal(*number, primitive)),
            Constant::Text(octets) => {
                let text = format!("std::string_view({}, {})", quoted(octets), octets.len());
                ("std::string_view".into(), text)
            }
            Constant::Enumerated(id, position) => {
                let ty = self.names.ty(*id);
                let value = enum_values(self.blocks, *id)
                    .get(*position)
                    .map_or("0".into(), |value| literal(Number::Integer(value.value), Primitive::Int64));
                (ty.clone(), format!("static_cast<{ty}>({value})"))
            }
        };
        Reading { ty, optional: false, expression, constant: true, later: false }
    }
}

/// Enumerations of characters are numbers in C++.
pub fn enum_primitive(primitive: Primitive) -> Primitive {
    match primitive {
        Primitive::Char => Primitive::Uint8,
        _ => primitive,
    }
}

/// The values of an enumeration.
pub fn enum_values(blocks: &MessageSchema, id: EncodingId) -> &[EnumValue] {
    match &blocks.get(id).kind {
        EncodingKind::Enum { values, .. } => values,
        _ => &[],
    }
}
