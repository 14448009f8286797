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
            Constant::Number(Number::Integer(octet)) if self.is_char(id) => {
                let wanted = char::from(*octet as u8).to_string();
                (is_text && self.text(node)? == wanted, wanted)
            }
            Constant::Number(Number::Integer(number)) => (raw.parse() == Ok(*number), number.to_string()),
            // A float's number may have been written shorter than it is.
            Constant::Number(Number::Float(number)) => {
                let given = raw.parse::<f64>().unwrap_or_default();
                (given as f32 == *number as f32 || given.is_nan() && number.is_nan(), number.to_string())
            }
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

    fn is_char(&self, id: EncodingId) -> bool {
        matches!(&self.blocks.get(id).kind, EncodingKind::Simple(simple) if simple.primitive == Primitive::Char)
    }
}
