//! Lists, element by element, and the rows of open types found by keys.

use wireglot_plan::{
    Bits, By, Choice, Extent, Leaf, Node, Octets, Op, Plan, Presence, Record, Repeat, ShapeId, ShapeKind,
    Slot, SlotPresence, Sort, TableId,
};

use crate::analysis::storage::Storage;
use crate::analysis::Direction;
use crate::codec::c::statements::context::Times;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::walk::{Key, Place};
use crate::lang::c::expr::Expr;
use crate::Writer;

impl C<'_> {
    /// A key as an argument of the function that finds rows; `None` if its type differs there.
    pub fn key_argument(&self, key: &Place, column: ShapeId) -> Option<String> {
        match (self.layout.storage(key.shape), self.layout.storage(column)) {
            (Storage::Integer(have), Storage::Integer(wanted)) if have != wanted => {
                wanted.holds_all(have).then(|| format!("({}){}", wanted.name(), key.text))
            }
            (Storage::Octets(..), Storage::Octets(_, None)) | (Storage::Bits(_), Storage::Bits(None)) => {
                Some(self.slice(key))
            }
            (have, wanted) if have == wanted && !have.is_struct() && !have.is_array() => {
                Some(self.slice(key))
            }
            _ if key.shape == column => Some(self.slice(key)),
            _ => None,
        }
    }

    /// Compares keys with those of each row in place.
    pub fn find_row_here(&self, w: &mut Writer, table: TableId, row: &str, keys: &[Key], known: &Expr) {
        for (at, values) in self.shape.table(table).rows.iter().enumerate().filter(|(_, r)| r.shape.is_some())
        {
            let equal = keys
                .iter()
                .zip(&values.keys)
                .map(|(key, value)| self.equality(&key.place, value, Times::Characters));
            w.open(format!("if ({}) {{", Expr::all(std::iter::once(known.clone()).chain(equal))));
            w.line(format!("{row} = {};", self.names.row_constant(table, at as u32)));
            w.close("}");
        }
    }

    /// Whether nothing is written for a value.
    pub fn takes_nothing(&self, shape: ShapeId) -> bool {
        let all_required =
            |slots: &[Slot]| slots.iter().all(|s| matches!(s.presence, SlotPresence::Required));
        match &self.shape.get(shape).kind {
            ShapeKind::Null => true,
            kind @ ShapeKind::Record { slots, .. } => {
                all_required(slots)
                    && !self.options.keeps_unknown(kind)
                    && slots.iter().all(|s| {
                        let held = self.layout.held(s.shape);
                        held != shape && self.takes_nothing(held)
                    })
            }
            _ => false,
        }
    }

    pub fn element(&self, list: &Place) -> ShapeId {
        match &self.shape.get(list.shape).kind {
            ShapeKind::List { element, .. } => self.layout.held(*element),
            _ => list.shape,
        }
    }

    /// Begins elements that are read: `element` points to the current one.
    pub fn begin_elements(&self, w: &mut Writer, repeat: &Repeat, id: u32, list: &Place) -> Place {
        let shape = self.element(list);
        let (ty, r) = (self.names.held(self.layout, shape), self.r());
        let inline = matches!(self.layout.storage(list.shape), Storage::List(Some(_)));
        if !inline {
            let list_of = match (self.current_rules().has_tags(), self.layout.is_flat(shape)) {
                (true, true) => format!("wg_tlv_flat_list({r}, sizeof({ty}))"),
                (true, false) => format!("wg_tlv_list({r}, sizeof({ty}))"),
                (false, _) => format!("wg_list_of(sizeof({ty}))"),
            };
            w.line(format!("wg_list list{id} = {list_of};"));
        }
        let sorted = self.checks_order(repeat);
        if sorted {
            w.line(format!("wg_octets last{id} = {{NULL, 0}};"));
        }
        match &repeat.extent {
            Extent::Frame => w.open(format!("while ({}) {{", self.more())),
            Extent::Count(leaf) => {
                w.line(self.plain_number(Direction::Read, leaf, &format!("left{id}")));
                self.expect(w, inline, id, &ty);
                w.open(format!("for (; left{id} > 0; left{id}--) {{"));
            }
            Extent::Fragments(leaf) => {
                w.line(format!("bool more{id};"));
                w.open("do {");
                let (lo, hi) = bounds(leaf);
                let (verb, from) = self.reads();
                w.line(format!("size_t left{id} = wg_bits_{verb}_fragment({from}, {lo}, {hi}, &more{id});"));
                self.expect(w, inline, id, &ty);
                w.open(format!("for (; left{id} > 0; left{id}--) {{"));
            }
        }
        if sorted {
            w.line(format!("const uint8_t *const start{id} = {r}->next;"));
        }
        let items = member(&list.text, "items");
        let count = member(&list.text, "count");
        match inline {
            true => w.line(format!(
                "{ty} *const element{id} = ({ty} *)wg_array_next({r}, {items}, sizeof({ty}), sizeof {items} / sizeof({ty}), &{count});"
            )),
            false => {
                let next = match has_bits(self.plan, &repeat.element, DEPTH) {
                    true => format!("wg_append({r}, &list{id}, sizeof({ty}))"),
                    false => format!("wg_list_append({r}, &list{id})"),
                };
                w.line(format!("{ty} *const element{id} = ({ty} *){next};"));
            }
        }
        w.open(format!("if (element{id} == NULL) {{"));
        w.line("break;");
        w.close("}");
        Place { text: format!("(*element{id})"), shape }
    }

    /// Reserves room for all items of a list, or of a part of it, whose number is known.
    fn expect(&self, w: &mut Writer, inline: bool, id: u32, ty: &str) {
        if !inline {
            w.line(format!("wg_expect({}, &list{id}, left{id}, sizeof({ty}));", self.r()));
        }
    }

    pub fn end_elements(&self, w: &mut Writer, repeat: &Repeat, id: u32, list: &Place) {
        let shape = self.element(list);
        let (ty, r) = (self.names.held(self.layout, shape), self.r());
        if self.checks_order(repeat) {
            w.line(format!("wg_tlv_sorted({r}, &last{id}, start{id});"));
        }
        w.close("}");
        let inline = matches!(self.layout.storage(list.shape), Storage::List(Some(_)));
        if let Extent::Fragments(leaf) = &repeat.extent {
            w.close(format!("}} while (more{id} && {r}->error == WG_OK);"));
            let (lo, _) = bounds(leaf);
            if lo != "0" {
                // X.691 11.9.4.2: a length without an upper bound doesn't enforce the lower one.
                let count = if inline { member(&list.text, "count") } else { format!("list{id}.count") };
                w.open(format!("if ({count} < {lo}) {{"));
                w.line(format!("wg_fail({r}, WG_ERROR_LENGTH);"));
                w.close("}");
            }
        }
        if !inline {
            w.line(format!("{} = ({ty} *)wg_list_done({r}, &list{id});", member(&list.text, "items")));
            w.line(format!("{} = list{id}.count;", member(&list.text, "count")));
        }
    }

    /// Whether a reader requires a SET OF to be sorted.
    pub fn checks_order(&self, repeat: &Repeat) -> bool {
        repeat.sort == Sort::Octets && self.current_rules().has_tags()
    }

    /// Begins elements that are written, the last one first in BER.
    pub fn begin_written_elements(
        &mut self,
        w: &mut Writer,
        repeat: &Repeat,
        id: u32,
        list: &Place,
    ) -> Place {
        let shape = self.element(list);
        let (ty, codec) = (self.names.held(self.layout, shape), self.w());
        let (items, count) = (member(&list.text, "items"), member(&list.text, "count"));
        let mut at = format!("i{id}");
        match &repeat.extent {
            extent if self.sorts(repeat) => {
                self.begin_sorted_elements(w, extent, id, &count);
                self.nested.push(id);
            }
            Extent::Frame => {
                if repeat.sort == Sort::Octets {
                    w.line(format!("const size_t mark{id} = wg_tlv_mark({codec});"));
                }
                w.open(format!("for (size_t i{id} = {count}; i{id} > 0; i{id}--) {{"));
                at = format!("i{id} - 1");
            }
            Extent::Count(leaf) => {
                w.line(self.plain_number(Direction::Write, leaf, &count));
                w.open(format!("for (size_t i{id} = 0; i{id} < {count}; i{id}++) {{"));
            }
            Extent::Fragments(leaf) => {
                let (lo, hi) = bounds(leaf);
                w.line(format!("bool more{id};"));
                w.line(format!("size_t i{id} = 0;"));
                w.open("do {");
                let (verb, to) = self.writes();
                w.line(format!(
                    "size_t left{id} = wg_bits_{verb}_fragment({to}, {lo}, {hi}, {count} - i{id}, &more{id});"
                ));
                w.open(format!("for (; left{id} > 0; left{id}--, i{id}++) {{"));
            }
        }
        self.packed = None;
        w.line(format!("const {ty} *const element{id} = &{items}[{at}];"));
        if self.takes_nothing(shape) {
            w.line(format!("(void)element{id};"));
        }
        Place { text: format!("(*element{id})"), shape }
    }

    /// Whether a writer of canonical PER or OER sorts elements.
    fn sorts(&self, repeat: &Repeat) -> bool {
        repeat.sort == Sort::Octets && !self.current_rules().has_tags()
    }

    /// Begins elements in the order that the runtime determines, each possibly twice.
    fn begin_sorted_elements(&self, w: &mut Writer, extent: &Extent, id: u32, count: &str) {
        let codec = self.w();
        w.line(format!("wg_sorting sorting{id};"));
        w.line(format!("size_t i{id};"));
        match extent {
            Extent::Fragments(leaf) => {
                let (lo, hi) = bounds(leaf);
                w.line(format!("wg_bits_begin_sort_fragments({codec}, &sorting{id}, {count}, {lo}, {hi});"));
            }
            Extent::Count(leaf) => {
                w.line(self.plain_number(Direction::Write, leaf, count));
                w.line(format!("wg_bits_begin_sort({codec}, &sorting{id}, {count});"));
            }
            Extent::Frame => w.line(format!("wg_bits_begin_sort({codec}, &sorting{id}, {count});")),
        }
        w.open(format!("while (wg_bits_sort_next({codec}, &sorting{id}, &i{id})) {{"));
        w.line(format!("wg_writer *const w{id} = sorting{id}.now;"));
    }

    pub fn end_written_elements(&mut self, w: &mut Writer, repeat: &Repeat, id: u32) {
        w.close("}");
        if let Some(pack) = self.packed_elements.take() {
            match repeat.extent {
                Extent::Fragments(_) => self.flush_pack(w, pack),
                _ => self.end_pack(w, pack),
            }
        }
        if self.sorts(repeat) {
            self.nested.pop();
            return;
        }
        match repeat.extent {
            Extent::Fragments(_) => w.close(format!("}} while (more{id} && {}->error == WG_OK);", self.w())),
            Extent::Frame if repeat.sort == Sort::Octets => {
                w.line(format!("wg_tlv_sort({}, mark{id}, WG_ORDER_OCTETS);", self.w()));
            }
            _ => {}
        }
    }
}

/// The maximum depth at which elements are searched for bits.
const DEPTH: u32 = 8;

/// Whether every value certainly takes bits, so that elements need no counting.
fn has_bits(plan: &Plan, node: &Node, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match &node.op {
        Op::Leaf(leaf) => leaf_has_bits(leaf),
        Op::Call(routine) => has_bits(plan, &plan.routines[routine.index()].body, depth),
        Op::Frame(..) | Op::Alt(_) => true,
        Op::Record(Record { group, .. }) | Op::Group(group) => {
            let mut always = group.items.iter().filter(|item| item.presence == Presence::Always);
            !group.flags.is_empty() || always.any(|item| has_bits(plan, &item.node, depth))
        }
        Op::Repeat(Repeat { extent: Extent::Count(leaf) | Extent::Fragments(leaf), .. }) => {
            leaf_has_bits(leaf)
        }
        Op::Choice(Choice { by: By::Index { root, addition, .. }, .. }) => {
            root.is_some() || addition.is_some()
        }
        Op::Choice(Choice { by: By::Tag, .. }) => true,
        Op::Repeat(_) | Op::Select(_) | Op::Contained(_) => false,
    }
}

fn leaf_has_bits(leaf: &Leaf) -> bool {
    match leaf {
        Leaf::Tlv(_) => true,
        Leaf::Bits(Bits::Integer { lo: Some(lo), hi: Some(hi) }) => lo != hi,
        Leaf::Bits(Bits::Enumerated { root, additions }) => root.len() > 1 || additions.is_some(),
        Leaf::Bits(Bits::Length { lo, hi } | Bits::KnownMultiplier { lo, hi, .. }) => *hi != Some(*lo),
        Leaf::Bits(Bits::BitString { lo, hi, .. } | Bits::OctetString { lo, hi }) => {
            *lo > 0 || *hi != Some(0)
        }
        Leaf::Bits(Bits::Null | Bits::Rest | Bits::Predefined { .. }) => false,
        Leaf::Bits(_) => true,
        Leaf::Octets(Octets::Boolean | Octets::Integer { .. } | Octets::Enumerated { .. }) => true,
        Leaf::Octets(_) => false,
    }
}

/// The bounds of a list's length.
fn bounds(leaf: &Leaf) -> (String, String) {
    match leaf {
        Leaf::Bits(Bits::Length { lo, hi }) => {
            (lo.to_string(), hi.map_or("WG_NO_BOUND".to_string(), |hi| hi.to_string()))
        }
        _ => ("0".to_string(), "WG_NO_BOUND".to_string()),
    }
}
