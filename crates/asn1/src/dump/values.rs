//! Values.

use super::module::field_path;
use super::Page;
use crate::tree::{Value, ValueKind};

impl Page {
    pub(super) fn value(&mut self, value: &Value) {
        let span = value.span;
        match &value.kind {
            ValueKind::Boolean(truth) => self.line(span, format!("= {truth}")),
            ValueKind::Null => self.line(span, "= null"),
            ValueKind::Number { negative, digits } => {
                self.line(span, format!("= {}{digits}", sign(*negative)))
            }
            ValueKind::Real { negative, text } => {
                self.line(span, format!("= real {}{text}", sign(*negative)))
            }
            ValueKind::PlusInfinity => self.line(span, "= plus infinity"),
            ValueKind::MinusInfinity => self.line(span, "= minus infinity"),
            ValueKind::NotANumber => self.line(span, "= not a number"),
            ValueKind::CString(text) => self.line(span, format!("= {text:?}")),
            ValueKind::BString(digits) => self.line(span, format!("= bits {digits}")),
            ValueKind::HString(digits) => self.line(span, format!("= hex {digits}")),
            ValueKind::Reference(reference) => self.line(span, format!("= {}", self.reference(reference))),
            ValueKind::Choice(name, inner) => {
                self.node(span, format!("= {} :", name.text), |p| p.value(inner))
            }
            ValueKind::Typed(ty, inner) => self.node(span, "= of type", |p| {
                p.ty(ty);
                p.value(inner);
            }),
            ValueKind::Containing(inner) => self.node(span, "= containing", |p| p.value(inner)),
            ValueKind::Field(of, path) => {
                self.line(span, format!("= {}.{}", self.reference(of), field_path(path)));
            }
            ValueKind::Braced(_) => self.line(span, format!("= {}", self.squeezed(span))),
            ValueKind::Error => self.line(span, "= error"),
        }
    }
}

fn sign(negative: bool) -> &'static str {
    if negative {
        "-"
    } else {
        ""
    }
}
