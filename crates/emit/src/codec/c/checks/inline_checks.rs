//! What encoders check as they come to a value, instead of in a walk of its own before they write.

use std::collections::HashSet;

use wireglot_plan::{
    Bits, Contents, Leaf, OpenShape, Plan, Rules, Shape, ShapeId, ShapeKind, Size, Slot, SlotPresence,
};

use crate::analysis::rules::{compares, may_check_inline};
use crate::codec::c::checked_types::{above, asked};
use crate::codec::c::statements::context::{address, C};
use crate::codec::c::statements::leaf::is_beyond;
use crate::codec::c::storage::{parts, unit, Layout, Storage};
use crate::codec::c::walk::Place;
use crate::Writer;

/// What is known of checks, whoever makes them.
pub struct Along {
    /// By type, whether anything is asked of its values or of what is in them.
    asked: Vec<bool>,
    /// The rules whose encoders check as they write.
    rules: Vec<Rules>,
}

impl Along {
    pub fn new(shape: &Shape, layout: &Layout, plans: &[&Plan]) -> Along {
        let ids = || (0..shape.types.len() as u32).map(ShapeId);
        let asked = asked(shape, layout);
        // What looks at values around it is checked from there, with all that is in them: that would be done once
        // more at each level. So would what is looked at as a whole and can hold what it stands in.
        let again =
            |id: ShapeId| wholes(shape, id).any(|part| asked[part.index()] && leads_to(shape, part, id));
        let level = above(shape).iter().all(|above| *above == 0)
            && !ids().any(|id| matches!(layout.storage(id), Storage::Rows(_)) || again(id));
        // What a decoder calls writes whatever was read.
        let compared = |rules: Rules| {
            plans.iter().filter(|plan| compares(plan.rules)).any(|plan| {
                plan.routines.iter().any(|routine| routine.rules == rules)
                    || plan.tables.iter().any(|rows| rows.rules == rules)
            })
        };
        let rules = Rules::ALL.into_iter().filter(|rules| may_check_inline(*rules));
        Along { asked, rules: rules.filter(|rules| level && !compared(*rules)).collect() }
    }

    /// Whether anything is asked of a type's values.
    pub fn asks(&self, raw: ShapeId) -> bool {
        self.asked[raw.index()]
    }

    /// Whether encoders of these rules check as they write the values of a root.
    pub fn holds(&self, rules: Rules, layout: &Layout, root: ShapeId) -> bool {
        self.rules.contains(&rules) && layout.held(root) == root && has_parts(layout.storage(root))
    }
}

/// Whether an encoder comes to a value by itself before it comes to its parts.
fn has_parts(storage: Storage) -> bool {
    matches!(storage, Storage::Record | Storage::Choice | Storage::List(_))
}

/// The parts of a type that are checked with all that is in them: where they may be left out as they are their
/// DEFAULT, and what a string contains.
fn wholes(shape: &Shape, id: ShapeId) -> impl Iterator<Item = ShapeId> + '_ {
    let (slots, contents): (&[Slot], _) = match &shape.get(id).kind {
        ShapeKind::Record { slots, .. } => (slots, None),
        ShapeKind::BitString { contains: Some(Contents { shape, .. }), .. }
        | ShapeKind::OctetString { contains: Some(Contents { shape, .. }), .. } => (&[], Some(*shape)),
        _ => (&[], None),
    };
    let defaults = slots.iter().filter(|slot| matches!(slot.presence, SlotPresence::Default(..)));
    defaults.map(|slot| slot.shape).chain(contents)
}

/// Whether values of a type can hold such of another.
fn leads_to(shape: &Shape, from: ShapeId, to: ShapeId) -> bool {
    let (mut seen, mut waiting) = (HashSet::from([from]), vec![from]);
    while let Some(id) = waiting.pop() {
        if id == to {
            return true;
        }
        waiting.extend(parts(shape, id).into_iter().filter(|part| seen.insert(*part)));
    }
    false
}

impl C<'_> {
    /// Whether what is printed checks as it writes: what a string contains was checked with the string.
    fn checks(&self) -> bool {
        self.nested.is_empty() && self.rules.first().is_some_and(|rules| self.along.rules.contains(rules))
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
                    SlotPresence::Required => "true".to_string(),
                    _ => self.present(place, at),
                };
                match self.join(&part, false).as_str() {
                    "false" => {}
                    part => all.push(self.join(&[there, part.to_string()], true)),
                }
            }
        }
        self.refuse(w, &all);
    }

    /// The same for what an alternative holds.
    pub fn check_held(&self, w: &mut Writer, choice: &Place, at: u32, leaf: Option<&Leaf>) {
        if let (true, ShapeKind::Choice { alternatives, .. }) =
            (self.checks(), &self.shape.get(choice.shape).kind)
        {
            self.refuse(w, &self.checked_part(choice, at, alternatives[at as usize].shape, leaf, false));
        }
    }

    /// The same for an element of a list.
    pub fn check_item(&self, w: &mut Writer, list: &Place, item: &Place, leaf: Option<&Leaf>) {
        if let (true, ShapeKind::List { element, .. }) = (self.checks(), &self.shape.get(list.shape).kind) {
            self.refuse(w, &self.checked(item, *element, leaf, false));
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
    ) -> Vec<String> {
        let part = match self.layout.storage(owner.shape) {
            Storage::Record => self.slot(owner, at),
            _ => self.alternative(owner, at),
        };
        let mut all = Vec::new();
        if self.layout.by_pointer(owner.shape, at) {
            all.push(format!("{} == NULL", address(&part.text)));
        }
        all.extend(self.checked(&part, raw, leaf, whole));
        all
    }

    /// The same of any part: nothing of one that an encoder comes to by itself, unless the `whole` of it is asked for.
    fn checked(&self, part: &Place, raw: ShapeId, leaf: Option<&Leaf>, whole: bool) -> Vec<String> {
        if !self.along.asks(raw) {
            return Vec::new();
        }
        if raw == part.shape && has_parts(self.layout.storage(raw)) {
            let call = format!("!check_{}({}, &bad)", self.names.ty(raw), address(&part.text));
            return whole.then_some(call).into_iter().collect();
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

    fn refusals(&self, place: &Place, raw: ShapeId) -> Vec<String> {
        self.refused(place, raw, &[]).into_iter().map(|(condition, _)| condition).collect()
    }

    /// Ends the function under one of these conditions: what is wrong the public function finds out.
    fn refuse(&self, w: &mut Writer, conditions: &[String]) {
        let condition = match self.join(conditions, false) {
            condition if condition == "false" => return,
            condition if condition.contains(" || ") => format!("({condition})"),
            condition => condition,
        };
        let calls = condition.contains("&bad)");
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
