//! Statements that only encoders have.

use wireglot_plan::{Bits, Extent, Leaf, RoutineId};

use crate::analysis::rules::takes_octets;
use crate::analysis::storage::is_beyond;
use crate::analysis::storage::{Storage, Width};
use crate::analysis::Direction;
use crate::codec::c::statements::context::{address, C};
use crate::codec::c::statements::packs::{pack, PackWidth, PACK};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::Expr;
use crate::Writer;

/// The number of bits written at once, so that no line gets too long.
const AT_ONCE: usize = 16;

/// Bits as a number, the first one most significant.
fn flags(conditions: &[Expr]) -> String {
    let bit = |(at, condition): (usize, &Expr)| {
        let value = 1 << (conditions.len() - 1 - at);
        match condition {
            Expr::Known(false) => None,
            Expr::Known(true) => Some(format!("{value}u")),
            condition if condition.is_simple() => Some(format!("({condition} ? {value}u : 0u)")),
            condition => Some(format!("(({condition}) ? {value}u : 0u)")),
        }
    };
    let bits: Vec<String> = conditions.iter().enumerate().filter_map(bit).collect();
    if bits.is_empty() {
        "0".to_string()
    } else {
        bits.join(" | ")
    }
}

impl C<'_> {
    /// Checks a value with parts before any of it is written; may refuse it. `leaves` are those that write
    /// slots of a record under no other condition than that the slots are present.
    pub fn check_value(&self, w: &mut Writer, place: &Place, leaves: &[(u32, &Leaf)]) {
        self.check_here(w, place, leaves);
    }

    /// The same for the value of an alternative, if it has no parts.
    pub fn check_alternative(&self, w: &mut Writer, choice: &Place, alternative: u32, leaf: Option<&Leaf>) {
        self.check_held(w, choice, alternative, leaf);
    }

    /// The same for an element.
    pub fn check_element(&self, w: &mut Writer, list: &Place, element: &Place, leaf: Option<&Leaf>) {
        self.check_item(w, list, element, leaf);
    }

    /// Writes bits.
    pub fn write_bits(&self, w: &mut Writer, conditions: &[Expr]) {
        if let [condition] = conditions {
            return w.line(format!("wg_bits_put_boolean({}, {condition});", self.w()));
        }
        for some in conditions.chunks(AT_ONCE) {
            w.line(format!("wg_bits_put_flags({}, {}, {});", self.w(), flags(some), some.len()));
        }
    }

    /// Writes a bitmap: these bits, then those of unknown additions.
    pub fn write_bitmap(&self, w: &mut Writer, count: &Leaf, bits: &[Expr], record: &Place) {
        let list = self.kept_list(record);
        let total = match list.as_str() {
            "NULL" => bits.len().to_string(),
            list => format!("wg_bits_additions({}, {list})", bits.len()),
        };
        w.line(self.plain_number(Direction::Write, count, &total));
        if !bits.is_empty() {
            self.write_bits(w, bits);
        }
        if list != "NULL" {
            w.line(format!("wg_bits_put_unknown_bits({}, {}, {list});", self.w(), bits.len()));
        }
        if takes_octets(self.current_rules()) {
            self.end_flags(w, Direction::Write);
        }
    }

    /// The number of bits that a leaf always takes, wherever it begins, if it can be packed; otherwise
    /// `None`.
    pub fn packs(&self, leaf: &Leaf, place: &Place) -> Option<u32> {
        let storage = self.layout.storage(place.shape);
        let Leaf::Bits(leaf_of_bits) = leaf else { return None };
        // In the aligned variant, what begins on an octet boundary can't be packed.
        let (most_bits, most_octets) =
            if self.current_rules().aligned() { (16, 2) } else { (PACK.into(), 7) };
        match (leaf_of_bits, storage) {
            (Bits::Null, _) => Some(0),
            (Bits::Boolean, Storage::Boolean) => Some(1),
            (Bits::Integer { lo: Some(lo), hi: Some(hi) }, Storage::Integer(Width::I32 | Width::U32)) => {
                let span = u32::try_from(hi.to_i128()? - lo.to_i128()?).ok()?;
                let short = !self.current_rules().aligned() || span < 255;
                (short && !is_beyond(leaf, storage)).then(|| u32::BITS - span.leading_zeros())
            }
            (Bits::Enumerated { root, additions: None }, Storage::Enumerated(Width::I32)) => {
                let (first, last) = (root.first()?, root.last()?);
                let dense = root.len() <= 255 && last.checked_sub(*first)? == root.len() as i64 - 1;
                dense.then(|| u32::BITS - (root.len() as u32 - 1).leading_zeros())
            }
            (Bits::BitString { named: false, lo, hi: Some(hi) }, Storage::Bits(Some(_))) => {
                (lo == hi && *hi > 0 && *hi <= most_bits).then_some(*hi as u32)
            }
            (Bits::OctetString { lo, hi: Some(hi) }, Storage::Octets(_, Some(_))) => {
                (lo == hi && *hi > 0 && *hi <= most_octets).then_some(8 * *hi as u32)
            }
            _ => None,
        }
    }

    /// Whether a leaf is a string that can be written together with a pack.
    pub fn joins(&self, leaf: &Leaf, place: &Place) -> bool {
        let Leaf::Bits(bits) = leaf else { return false };
        !self.current_rules().aligned()
            && !self.current_rules().canonical()
            && match bits {
                Bits::OctetString { lo, hi } => *hi != Some(*lo),
                Bits::KnownMultiplier { lo, hi, .. } => *hi != Some(*lo) && self.unit_of(place) == 1,
                Bits::Utf8String => true,
                _ => false,
            }
    }

    /// The maximum number of bits that a leaf adds to a pack: one that may take more, an addition of an ENUMERATED,
    /// is then written by itself.
    pub fn packs_at_most(&self, leaf: &Leaf, place: &Place) -> Option<u32> {
        match leaf {
            Leaf::Bits(Bits::Enumerated { root, additions: Some(_) }) => {
                let of_root = Leaf::Bits(Bits::Enumerated { root: root.clone(), additions: None });
                self.packs(&of_root, place).map(|bits| bits + 1)
            }
            _ => self.packs(leaf, place),
        }
    }

    /// Begins a pack: bits that are collected before they are written, at most [`PACK`].
    pub fn begin_pack(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_pack {} = wg_pack_of_nothing();", pack(id)));
    }

    /// Writes the pack if it has no room for this many more bits.
    pub fn make_room(&self, w: &mut Writer, id: u32, bits: u32) {
        w.line(format!("wg_bits_pack_room({}, &{}, {bits});", self.w(), pack(id)));
    }

    /// Packs bits.
    pub fn pack_bits(&self, w: &mut Writer, id: u32, conditions: &[Expr]) {
        let (codec, pack) = (self.w(), pack(id));
        if let [condition] = conditions {
            return w.line(format!("wg_bits_pack_boolean({codec}, &{pack}, {condition});"));
        }
        for some in conditions.chunks(AT_ONCE) {
            w.line(format!("wg_bits_pack_flags({codec}, &{pack}, {}, {});", flags(some), some.len()));
        }
    }

    /// Packs a constant number of this many bits.
    pub fn pack_number(&self, w: &mut Writer, id: u32, number: u32, bits: u32) {
        w.line(format!("wg_bits_pack_flags({}, &{}, {number}u, {bits});", self.w(), pack(id)));
    }

    /// Packs a leaf.
    pub fn pack_leaf(&self, w: &mut Writer, id: u32, leaf: &Leaf, place: &Place) {
        if let Storage::Nothing = self.layout.storage(place.shape) {
            return;
        }
        w.line(self.packed_leaf(&pack(id), leaf, place));
    }

    /// What the values of a routine take if they are packed.
    pub fn packed_width(&self, routine: RoutineId) -> Option<PackWidth> {
        let routine = &self.plan.routines[routine.index()];
        self.packed_routines.get(&(routine.rules, routine.shape)).copied()
    }

    /// Whether the function that writes the values of a routine packs them.
    pub fn is_packed(&self, routine: RoutineId) -> bool {
        self.packed_width(routine).is_some()
    }

    /// Packs a value by the function of its routine.
    pub fn call_packed(&self, w: &mut Writer, routine: RoutineId, id: u32, place: &Place) {
        let (name, pack) = (self.routine_name(Direction::Write, routine), pack(id));
        w.line(format!("{pack} = {name}({}, {pack}, {});", self.w(), address(&place.text)));
    }

    /// Writes what has been packed so far, before what is not packed.
    pub fn flush_pack(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_bits_flush_pack({}, &{});", self.w(), pack(id)));
    }

    /// Writes the pack.
    pub fn end_pack(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_bits_put_pack({}, {});", self.w(), pack(id)));
    }

    /// Writes the pack together with the string, or the length of the list, that is written next.
    pub fn pack_with_next(&mut self, id: u32) {
        self.packed = Some(id);
    }

    /// The number of bits that the length in front of a list takes, wherever it begins, for fewer than 128
    /// elements.
    pub fn length_bits(&self, extent: &Extent) -> Option<u32> {
        let aligned = self.current_rules().aligned();
        match extent {
            // X.691 11.9.3.6
            Extent::Fragments(Leaf::Bits(Bits::Length { hi, .. })) => {
                (!aligned && hi.is_none_or(|hi| hi >= 65536)).then_some(8)
            }
            Extent::Count(Leaf::Bits(Bits::Length { lo, hi: Some(hi) })) => {
                let span = hi - lo;
                (*hi < 65536 && span > 0 && !(aligned && span >= 255))
                    .then(|| u64::BITS - span.leading_zeros())
            }
            _ => None,
        }
    }

    /// Remembers where items begin that are sorted later.
    pub fn begin_sorted(&self, w: &mut Writer, id: u32) {
        w.line(format!("const size_t mark{id} = wg_tlv_mark({});", self.w()));
    }

    /// Sorts those items.
    pub fn end_sorted(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_tlv_sort({}, mark{id}, WG_ORDER_TAG);", self.w()));
    }
}
