//! What encoders check as they come to a value, instead of in a walk of its own before they write.

use wireglot_plan::{Bits, Contents, Leaf, OpenShape, ShapeId, ShapeKind, Size, SlotPresence};

use crate::analysis::inline_checks::has_parts;
use crate::analysis::storage::is_beyond;
use crate::analysis::storage::{unit, Storage};
use crate::codec::c::statements::context::{address, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};
use crate::Writer;

/// What calls of checks say of a refusal, which nobody reads here.
const BAD: &str = "&bad";

impl C<'_> {
    /// Whether what is printed checks as it writes: what a string contains was checked with the string.
    fn checks(&self) -> bool {
        self.nested.is_empty() && self.rules.first().is_some_and(|rules| self.inline_checks.includes(*rules))
    }

    /// Refuses a value that has parts for what is asked of itself, and a record for its components without parts.
    pub fn check_here(&self, w: &mut Writer, place: &Place, leaves: &[(u32, &Leaf)]) {
        if !self.checks() || !has_parts(self.layout.storage(place.shape)) {
            return;
        }
        let mut all = self.refusals(place, place.shape);
        if let ShapeKind::Record { slots, .. } = &self.shape.get(place.shape).kind {
            for (at, slot) in (0..).zip(slots) {
                let leaf = leaves.iter().find(|(of, _)| *of == at).map(|(_, leaf)| *leaf);
                // What is its default is not written; to find out, all of it is looked at.
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

    /// The same for what an alternative holds.
    pub fn check_held(&self, w: &mut Writer, choice: &Place, at: u32, leaf: Option<&Leaf>) {
        if let (true, ShapeKind::Choice { alternatives, .. }) =
            (self.checks(), &self.shape.get(choice.shape).kind)
        {
            self.refuse(w, self.checked_part(choice, at, alternatives[at as usize].shape, leaf, false));
        }
    }

    /// The same for an element of a list.
    pub fn check_item(&self, w: &mut Writer, list: &Place, item: &Place, leaf: Option<&Leaf>) {
        if let (true, ShapeKind::List { element, .. }) = (self.checks(), &self.shape.get(list.shape).kind) {
            self.refuse(w, self.checked(item, *element, leaf, false));
        }
    }

    /// Conditions under which a slot or an alternative is refused where its owner stands.
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

    /// The same of any part: nothing of one that an encoder comes to by itself, unless the `whole` of it is asked for.
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

    /// Ends the function under one of these conditions: what is wrong the public function finds out.
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
        w.line("return;");
        w.close("}");
        if calls {
            w.close("}");
        }
    }

    /// Whether what writes a leaf of PER refuses all that is asked of it, and before it looks at what may not be there.
    fn refuses(&self, leaf: &Leaf, place: &Place, raw: ShapeId) -> bool {
        let ty = self.shape.get(raw);
        let (Leaf::Bits(bits), true, true) = (leaf, raw == place.shape, ty.checks.is_empty()) else {
            return false;
        };
        let storage = self.layout.storage(raw);
        let sized = |lo: u64, hi: Option<u64>, size: &Size| {
            size.lo <= lo && size.hi.is_none_or(|most| hi.is_some_and(|hi| hi <= most))
        };
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
            ) => root.iter().all(|number| items.iter().any(|(_, item)| item == number)),
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
