//! How many bits types take.

use wireglot_model::{Kind, Subject, TypeId, Value};
use wireglot_text::Span;

use super::{Resolver, LEAD, MESSAGE};
use crate::faults::Finding;
use crate::tree::Word;

impl Resolver<'_> {
    /// Bits of a type on the wire, leads included. Types are not recursive:
    /// they are defined above their use.
    pub(super) fn size(&mut self, id: TypeId) -> u64 {
        if let Some(&bits) = self.sizes.get(&id) {
            return bits;
        }
        let bits = match self.model.attributes.number(Subject::Type(id), "bits") {
            Some(bits) => bits as u64,
            None => self.composite(id),
        };
        self.sizes.insert(id, bits);
        bits
    }

    fn composite(&mut self, id: TypeId) -> u64 {
        match &self.model.ty(id).kind {
            Kind::Reference(inner) => {
                let inner = *inner;
                self.size(inner)
            }
            Kind::Constrained { inner, constraint } => {
                let Kind::SequenceOf(element) = &self.model.ty(*inner).kind else { return 0 };
                let (element, (count, extensible)) = (element.ty, array_size(constraint));
                count.saturating_mul(self.size(element)).saturating_add(if extensible { LEAD } else { 0 })
            }
            Kind::Sequence(members) => {
                let lead = if members.additions.is_some() { LEAD } else { 0 };
                let fields: Vec<TypeId> = members.root.iter().map(|c| c.ty).collect();
                fields.into_iter().fold(lead, |sum, ty| sum.saturating_add(self.size(ty)))
            }
            _ => 0,
        }
    }

    /// Checks a message against the limit of the language and its own.
    pub(super) fn message_fits(&mut self, id: TypeId, name: &Word, limits: &[(u64, Span)]) {
        let bits = self.size(id);
        if bits > MESSAGE {
            let message = format!("the message takes {bits} bits; the limit is {MESSAGE}");
            self.report(Finding::error("B0408", name.span, message).hint("split it"));
        }
        for &(bytes, span) in limits {
            if bytes > 0 && bits.div_ceil(8) > bytes {
                let message = format!("the message takes {} bytes; its limit is {bytes}", bits.div_ceil(8));
                self.report(Finding::error("B0408", name.span, message).also(span, "the limit"));
            }
            self.model.attributes.add(Subject::Type(id), "max_bytes", Value::Integer(bytes.into()));
        }
    }
}

/// The capacity that an array's constraint gives, and whether it is extensible.
fn array_size(constraint: &wireglot_model::Constraint) -> (u64, bool) {
    use wireglot_model::{Bound, End, Set};
    let Set::Size(size) = &constraint.root else { return (0, false) };
    let count = match &size.root {
        Set::Range(Bound { end: End::Value(Value::Integer(n)), .. }, _) => n.to_u64().unwrap_or(0),
        _ => 0,
    };
    (count, size.extension.is_some())
}
