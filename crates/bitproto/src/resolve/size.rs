//! The sizes of types in bits.

use wireglot_model::{Kind, Subject, TypeId, Value};
use wireglot_text::Span;

use super::extent::Extent;
use super::{Resolver, LEAD, MESSAGE};
use crate::faults::Finding;
use crate::tree::Word;

/// The maximum nesting depth of messages and arrays.
const DEEP: u32 = 100;
/// The maximum nesting depth of arrays.
const ARRAYS: u32 = 16;
/// The maximum number of values in a type that take no bits, since nothing in the encoding bounds their
/// number.
const EMPTY: u64 = 1 << 17;

impl Resolver<'_> {
    /// The encoded size of a type in bits, including length prefixes.
    pub(super) fn size(&mut self, id: TypeId) -> u64 {
        self.extent(id).bits
    }

    /// The size and depth of a type. This terminates: types are defined before their use, and no deeper than
    /// [`DEEP`], which is checked for each in turn.
    fn extent(&mut self, id: TypeId) -> Extent {
        if let Some(&extent) = self.sizes.get(&id) {
            return extent;
        }
        let extent = match self.model.attributes.number(Subject::Type(id), "bits") {
            Some(bits) => Extent { bits: bits as u64, ..Extent::default() },
            None => self.composite(id),
        };
        self.sizes.insert(id, extent);
        extent
    }

    fn composite(&mut self, id: TypeId) -> Extent {
        match &self.model.ty(id).kind {
            Kind::Reference(inner) => {
                let inner = *inner;
                self.extent(inner)
            }
            Kind::Constrained { inner, constraint } => {
                let Kind::SequenceOf(element) = &self.model.ty(*inner).kind else { return Extent::default() };
                let (element, (count, extensible)) = (element.ty, array_size(constraint));
                let each = self.extent(element);
                let lead = if extensible { LEAD } else { 0 };
                let bits = count.saturating_mul(each.bits).saturating_add(lead);
                let empty = count.saturating_mul(each.empty).saturating_add(u64::from(bits == 0));
                Extent { bits, empty, depth: each.depth + 1, arrays: each.arrays + 1 }
            }
            Kind::Sequence(members) => {
                let bits = if members.additions.is_some() { LEAD } else { 0 };
                let fields: Vec<TypeId> = members.root.iter().map(|c| c.ty).collect();
                let mut all = Extent { bits, depth: 1, ..Extent::default() };
                for ty in fields {
                    let part = self.extent(ty);
                    all.bits = all.bits.saturating_add(part.bits);
                    all.empty = all.empty.saturating_add(part.empty);
                    all.depth = all.depth.max(part.depth + 1);
                }
                all.empty = all.empty.saturating_add(u64::from(all.bits == 0));
                all
            }
            _ => Extent::default(),
        }
    }

    /// Checks the depth of a type that has just been named, and the number of values in it that take no bits.
    /// If it is too deep, types derived from it are measured from there on.
    pub(super) fn bounded(&mut self, id: TypeId, name: &Word) {
        let Extent { depth, arrays, bits, empty } = self.extent(id);
        if depth > DEEP || arrays > ARRAYS {
            self.sizes.insert(id, Extent { bits, ..Extent::default() });
            let what = format!("`{}` is nested too deeply", name.text);
            let limits = format!("there are at most {DEEP} types in each other, and {ARRAYS} arrays");
            self.report(Finding::error("B0206", name.span, what).hint(limits));
        }
        if empty > EMPTY {
            self.sizes.insert(id, Extent { bits, ..Extent::default() });
            let what =
                format!("`{}` holds {empty} values that take no bits; the limit is {EMPTY}", name.text);
            self.report(
                Finding::error("B0408", name.span, what).hint("make the arrays of empty messages shorter"),
            );
        }
    }

    /// Checks a message against the limit of the language and its own limits.
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

/// The capacity in an array's constraint, and whether it is extensible.
fn array_size(constraint: &wireglot_model::Constraint) -> (u64, bool) {
    use wireglot_model::{Bound, End, Set};
    let Set::Size(size) = &constraint.root else { return (0, false) };
    let count = match &size.root {
        Set::Range(Bound { end: End::Value(Value::Integer(n)), .. }, _) => n.to_u64().unwrap_or(0),
        _ => 0,
    };
    (count, size.extension.is_some())
}
