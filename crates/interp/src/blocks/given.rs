//! Constants that a value gives although nobody sends them: they have to be those of the schema.

use wireglot_model::blocks::{Constant, EncodingId, EncodingKind, Number, Primitive};

use super::write::{Write, Writer};
use crate::json::document::Kind;

impl Writer<'_> {
    /// Demands that `node`, if the value has it, is the constant.
    pub(super) fn given(&self, id: EncodingId, constant: &Constant, node: Option<u32>) -> Write<()> {
        let Some(node) = node else { return Ok(()) };
        let raw = self.document.raw(node);
        let is_text = self.document.kind(node) == Kind::String;
        let (same, wanted) = match constant {
            Constant::Number(Number::Integer(octet)) if self.primitive(id) == Primitive::Char => {
                let wanted = char::from(*octet as u8).to_string();
                (is_text && self.text(node)? == wanted, wanted)
            }
            Constant::Number(Number::Integer(number)) => {
                (!is_text && raw.parse() == Ok(*number), number.to_string())
            }
            Constant::Number(Number::Float(number)) => (
                self.parsed(self.primitive(id), node).is_ok_and(|given| self.is_float(id, given, *number)),
                number.to_string(),
            ),
            Constant::Text(octets) => {
                let wanted: String = octets.iter().map(|octet| char::from(*octet)).collect();
                (is_text && self.text(node)? == wanted, wanted)
            }
            Constant::Enumerated(id, position) => {
                let EncodingKind::Enum { values, .. } = &self.blocks.get(*id).kind else { return Ok(()) };
                let Some(value) = values.get(*position) else { return Ok(()) };
                let same = match is_text {
                    true => self.text(node)? == value.name,
                    false => raw.parse() == Ok(value.value),
                };
                (same, value.name.clone())
            }
        };
        match same {
            true => Ok(()),
            false => self.fail(node, format!("the schema has the constant {wanted} here")),
        }
    }

    /// The type of a constant that is a number.
    fn primitive(&self, id: EncodingId) -> Primitive {
        match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.primitive,
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => *primitive,
            EncodingKind::Composite(_) => Primitive::Uint8,
        }
    }

    /// Whether a number is the constant, as far as its type tells them apart.
    fn is_float(&self, id: EncodingId, given: Number, wanted: f64) -> bool {
        let Number::Float(given) = given else { return false };
        let same = match self.primitive(id) {
            Primitive::Float => given as f32 == wanted as f32,
            _ => given == wanted,
        };
        same || given.is_nan() && wanted.is_nan()
    }
}
