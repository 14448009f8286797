//! Finds octets in a value that are encoded under the rules it was read with: unknown parts, and open
//! types of unknown type. They are not valid under other rules.

use wireglot_plan::{Contents, Lengths, RecordKind, Rules, Shape, ShapeKind};
use wireglot_rt::tlv::{Length, Reader};

use crate::{Unknown, ValueRef, View};

/// Maximum nesting depth of octets that are accepted under other rules.
const DEEPEST: u32 = 64;

/// The path of the first part of a value that was encoded under the rules `from` and cannot be written
/// under `to`, because the meaning of its octets is unknown. Canonical encodings are valid under the
/// basic rules. BER octets are valid in DER if their lengths are, and in CER if nothing is constructed.
pub fn stuck(shape: &Shape, root: &str, value: ValueRef<'_>, from: Rules, to: Rules) -> Option<String> {
    let walk = Walk { shape, from, to };
    let mut pieces = walk.find(value)?;
    pieces.push(root.to_string());
    pieces.reverse();
    Some(pieces.concat())
}

struct Walk<'s> {
    shape: &'s Shape,
    from: Rules,
    to: Rules,
}

impl Walk<'_> {
    /// The steps of the path, innermost first.
    fn find(&self, value: ValueRef<'_>) -> Option<Vec<String>> {
        let kind = &self.shape.get(value.shape()).kind;
        match value.view() {
            View::Opaque(octets) | View::UnknownChoice(_, octets) => {
                let from = value.origin().map_or(self.from, |origin| origin.rules);
                (!stands(from, self.to, octets)).then(Vec::new)
            }
            View::OctetString(octets) | View::BitString(octets, _) => {
                let origin = value.origin().filter(|_| !is_encoded_by(kind))?;
                (!stands(origin.rules, self.to, octets)).then(Vec::new)
            }
            View::Record(record) => {
                let mut unknowns = record.unknowns();
                let ShapeKind::Record { slots, kind, .. } = kind else { return None };
                let external = *kind == RecordKind::External;
                if unknowns.any(|(place, octets)| !self.takes(place, octets, external)) {
                    return Some(Vec::new());
                }
                record.slots().find_map(|(slot, part)| {
                    let name = slots.get(slot as usize).map_or("?", |s| &s.name);
                    self.below(part, || format!(".{name}"))
                })
            }
            View::List(list) => {
                list.iter().enumerate().find_map(|(index, part)| self.below(part, || format!("[{index}]")))
            }
            View::Choice(index, part) => {
                let ShapeKind::Choice { alternatives, .. } = kind else { return None };
                let name = alternatives.get(index as usize).map_or("?", |a| &a.name);
                self.below(part, || format!(".{name}"))
            }
            View::Open(_, part) => self.find(part),
            View::Contained(..) if is_encoded_by(kind) => None,
            View::Contained(_, part) => self.find(part),
            _ => None,
        }
    }

    fn below(&self, part: ValueRef<'_>, piece: impl FnOnce() -> String) -> Option<Vec<String>> {
        let mut pieces = self.find(part)?;
        pieces.push(piece());
        Some(pieces)
    }

    fn takes(&self, place: Unknown, octets: &[u8], external: bool) -> bool {
        match place {
            // The form of an EXTERNAL's data: octets and bits are under rules of their own, a single
            // type is under those of the whole value.
            Unknown::Insertion(encoding) if external => {
                encoding != 0 || self.to == self.from || self.to == self.from.basic()
            }
            Unknown::Bitmap(_) => self.from.family() == self.to.family(),
            _ => stands(self.from, self.to, octets),
        }
    }
}

/// Whether the contents of a string are under the same rules on both sides: ENCODED BY.
fn is_encoded_by(kind: &ShapeKind) -> bool {
    matches!(
        kind,
        ShapeKind::OctetString { contains: Some(Contents { rules: Some(_), .. }), .. }
            | ShapeKind::BitString { contains: Some(Contents { rules: Some(_), .. }), .. }
    )
}

/// Whether octets under some rules are valid under others.
pub(crate) fn stands(from: Rules, to: Rules, octets: &[u8]) -> bool {
    if to == from || to == from.basic() {
        return true;
    }
    from.has_tags()
        && match to.lengths() {
            Lengths::None => false,
            Lengths::Free => true,
            Lengths::Definite => definite(octets, DEEPEST),
            // A constructed encoding has no length.
            Lengths::Indefinite => definite(octets, 0),
        }
}

/// Whether all lengths are definite and in their shortest form, and encodings nest no deeper than
/// `depth`.
fn definite(octets: &[u8], depth: u32) -> bool {
    let mut reader = Reader::new(octets, true);
    while reader.position < octets.len() {
        let Ok(header) = reader.header() else { return false };
        let Length::Definite(length) = header.length else { return false };
        let end = header.contents + length;
        let inner = octets.get(header.contents..end).unwrap_or_default();
        if header.constructed() && !(depth > 0 && definite(inner, depth - 1)) {
            return false;
        }
        reader.position = end;
    }
    true
}
