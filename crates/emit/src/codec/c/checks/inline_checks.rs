//! Checks that encoders make as they reach each value, instead of in a separate pass before they write.

use std::collections::{HashMap, HashSet};

use wireglot_plan::{Bits, Check, Contents, Leaf, OpenShape, ShapeId, ShapeKind, Size, SlotPresence};

use crate::analysis::inline_checks::has_parts;
use crate::analysis::storage::is_beyond;
use crate::analysis::storage::{unit, Storage};
use crate::codec::c::statements::context::{address, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};
use crate::Writer;

/// The argument of check calls for the details of a violation, which are ignored here.
const BAD: &str = "&bad";

impl C<'_> {
    /// Whether the code being printed checks as it writes: the contents of a string are checked with the
    /// string.
    fn checks(&self) -> bool {
        self.nested.is_empty() && self.rules.first().is_some_and(|rules| self.inline_checks.includes(*rules))
    }

    /// Refuses a value with parts that violates its own constraints, and a record if its components without
    /// parts violate theirs.
    pub fn check_here(&self, w: &mut Writer, place: &Place, leaves: &[(u32, &Leaf)]) {
        if !self.checks() || !has_parts(self.layout.storage(place.shape)) {
            return;
        }
        let mut all = self.refusals(place, place.shape);
        if let ShapeKind::Record { slots, .. } = &self.shape.get(place.shape).kind {
            let leaves: HashMap<u32, &Leaf> = leaves.iter().rev().copied().collect();
            for (at, slot) in (0..).zip(slots) {
                let leaf = leaves.get(&at).copied();
                // A value equal to its default isn't written; to find out, all of it is read.
                let looked_at = matches!(slot.presence, SlotPresence::Default(..));
                let part = self.checked_part(place, at, slot.shape, leaf.filter(|_| !looked_at), looked_at);
                let there = match slot.presence {
                    SlotPresence::Required => Expr::Known(true),
                    _ => self.present(place, at),
                };
                match Expr::any(part) {
                    Expr::Known(false) => {}
                    part => all.push(Expr::all([there, part])),
                }
            }
        }
        self.refuse(w, all);
    }

    /// Like `check_here`, for the value of an alternative.
    pub fn check_held(&self, w: &mut Writer, choice: &Place, at: u32, leaf: Option<&Leaf>) {
        if let (true, ShapeKind::Choice { alternatives, .. }) =
            (self.checks(), &self.shape.get(choice.shape).kind)
        {
            self.refuse(w, self.checked_part(choice, at, alternatives[at as usize].shape, leaf, false));
        }
    }

    /// Like `check_here`, for an element of a list.
    pub fn check_item(&self, w: &mut Writer, list: &Place, item: &Place, leaf: Option<&Leaf>) {
        if let (true, ShapeKind::List { element, .. }) = (self.checks(), &self.shape.get(list.shape).kind) {
            self.refuse(w, self.checked(item, *element, leaf, false));
        }
    }

    /// The conditions under which a slot or an alternative is refused in the code of its owner.
    fn checked_part(
        &self,
        owner: &Place,
        at: u32,
        raw: ShapeId,
        leaf: Option<&Leaf>,
        whole: bool,
    ) -> Vec<Expr> {
        let part = match self.layout.storage(owner.shape) {
            Storage::Record => self.slot(owner, at),
            _ => self.alternative(owner, at),
        };
        let mut all = Vec::new();
        if self.layout.by_pointer(owner.shape, at) {
            all.push(Expr::compare(address(&part.text), Sign::Equal, "NULL"));
        }
        all.extend(self.checked(&part, raw, leaf, whole));
        all
    }

    /// The same for any part; nothing for one that the encoder reaches by itself, unless the `whole` of it
    /// must be checked.
    fn checked(&self, part: &Place, raw: ShapeId, leaf: Option<&Leaf>, whole: bool) -> Vec<Expr> {
        if !self.inline_checks.asks(raw) {
            return Vec::new();
        }
        if raw == part.shape && has_parts(self.layout.storage(raw)) {
            let call = Expr::of(format!("check_{}({}, {BAD})", self.names.ty(raw), address(&part.text)));
            return whole.then(|| call.negated()).into_iter().collect();
        }
        let mut all = match leaf {
            Some(leaf) if self.refuses(leaf, part, raw) => Vec::new(),
            _ => self.refusals(part, raw),
        };
        match &self.shape.get(raw).kind {
            ShapeKind::Open(OpenShape::Fixed(inner)) => all.extend(self.checked(part, *inner, None, whole)),
            ShapeKind::BitString { contains: Some(Contents { shape, .. }), .. }
            | ShapeKind::OctetString { contains: Some(Contents { shape, .. }), .. } => {
                all.extend(self.checked(part, *shape, None, true));
            }
            _ => {}
        }
        all
    }

    fn refusals(&self, place: &Place, raw: ShapeId) -> Vec<Expr> {
        self.refused(place, raw, &[]).into_iter().map(|(condition, _)| condition).collect()
    }

    /// Ends the function if any of these conditions holds; the public function finds out what is wrong.
    fn refuse(&self, w: &mut Writer, conditions: Vec<Expr>) {
        let condition = match Expr::any(conditions) {
            Expr::Known(false) => return,
            condition if condition.has_any() => format!("({condition})"),
            condition => condition.to_string(),
        };
        let calls = condition.contains(BAD);
        if calls {
            w.open("{");
            w.line("wg_violation bad;");
        }
        w.open(format!("if (WG_CHECKS_ALONG && {condition}) {{"));
        w.line(format!("wg_refuse({}, WG_ERROR_CONSTRAINT);", self.w()));
        w.line(self.returns);
        w.close("}");
        if calls {
            w.close("}");
        }
    }

    /// Whether the code that writes a PER leaf enforces all its constraints, before it reads anything that
    /// may not exist.
    fn refuses(&self, leaf: &Leaf, place: &Place, raw: ShapeId) -> bool {
        let ty = self.shape.get(raw);
        let (Leaf::Bits(bits), true) = (leaf, raw == place.shape) else { return false };
        if !ty.checks.iter().all(|check| is_implied(check, bits)) {
            return false;
        }
        let storage = self.layout.storage(raw);
        let sized = |lo: u64, hi: Option<u64>, size: &Size| is_within(lo, hi, size.lo, size.hi);
        match (bits, &ty.kind) {
            (Bits::Integer { lo: Some(lo), hi: Some(hi) }, ShapeKind::Integer { range, .. }) => {
                matches!(storage, Storage::Integer(_))
                    && !is_beyond(leaf, storage)
                    && range.lo.as_ref().is_none_or(|least| least <= lo)
                    && range.hi.as_ref().is_none_or(|most| hi <= most)
            }
            (
                Bits::Enumerated { root, additions: None },
                ShapeKind::Enumerated { items, extensible: false },
            ) => {
                let numbers: HashSet<_> = items.iter().map(|(_, number)| *number).collect();
                root.iter().all(|number| numbers.contains(number))
            }
            (Bits::OctetString { lo, hi }, ShapeKind::OctetString { size, .. }) => sized(*lo, *hi, size),
            (Bits::BitString { named: false, lo, hi }, ShapeKind::BitString { named, size, .. }) => {
                named.is_empty() && sized(*lo, *hi, size)
            }
            (Bits::KnownMultiplier { lo, hi, .. }, ShapeKind::String { kind, size }) => {
                unit(*kind) == 1 && sized(*lo, *hi, size)
            }
            _ => false,
        }
    }
}

/// Whether all that is written as this PER leaf satisfies a check.
fn is_implied(check: &Check, bits: &Bits) -> bool {
    match (check, bits) {
        (Check::All(parts), _) => parts.iter().all(|part| is_implied(part, bits)),
        (Check::Alphabet(spans), Bits::KnownMultiplier { alphabet, .. }) => {
            !alphabet.is_empty() && alphabet.iter().all(|c| spans.iter().any(|(lo, hi)| lo <= c && c <= hi))
        }
        (Check::Size(ranges), Bits::KnownMultiplier { lo, hi, .. } | Bits::OctetString { lo, hi }) => {
            ranges.iter().any(|(least, most)| is_within(*lo, *hi, *least, *most))
        }
        _ => false,
    }
}

/// Whether the numbers from `lo` to `hi` are from `least` to `most`.
fn is_within(lo: u64, hi: Option<u64>, least: u64, most: Option<u64>) -> bool {
    least <= lo && most.is_none_or(|most| hi.is_some_and(|hi| hi <= most))
}
