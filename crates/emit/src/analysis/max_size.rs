//! The maximum encoded size of a value, where a specification bounds it.
//!
//! This is an upper bound: it assumes worst-case alignment. It excludes anything outside the schema (kept
//! additions, unknown alternatives, opaque values).

use std::cell::RefCell;
use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::{Tag, TimeKind};
use wireglot_plan::{
    Additions, Bits, By, Choice, Extent, Flag, Frame, Group, Item, Leaf, Node, Octets, Op, Plan, Repeat,
    RoutineId, RowsId, Rules, Shape, ShapeId, ShapeKind, Size, Sort, Target, Tlv,
};

use crate::analysis::rules::takes_octets;
use crate::analysis::storage::is_beyond;
use crate::analysis::storage::{unit, Layout, Storage, Width};

/// Maximum sizes for one plan.
pub struct MaxSize<'a> {
    pub shape: &'a Shape,
    pub plan: &'a Plan,
    pub layout: &'a Layout<'a>,
    routines: RefCell<HashMap<RoutineId, Option<u64>>>,
    rows: RefCell<HashMap<RowsId, Option<u64>>>,
}

/// Bytes of three numbers, which sorting a list needs per element.
const ENTRY: u64 = 24;

/// WG_REAL_OCTETS.
const DOUBLE: u64 = 12;

/// Bits of a self-delimiting length or number, with padding.
const LENGTH: u64 = 16 + 7;

impl<'a> MaxSize<'a> {
    pub fn new(shape: &'a Shape, plan: &'a Plan, layout: &'a Layout<'a>) -> MaxSize<'a> {
        MaxSize { shape, plan, layout, routines: RefCell::default(), rows: RefCell::default() }
    }

    /// Bytes of a complete encoding of a root, including the space used for sorting.
    pub fn root(&self, at: usize) -> Option<u64> {
        let (node, root) = (self.plan.roots.get(at)?, self.shape.roots.get(at)?);
        Some(self.node(node, root.shape, self.plan.rules)?.div_ceil(8).max(1))
    }

    /// Bits of a value encoded by this node.
    fn node(&self, node: &Node, shape: ShapeId, rules: Rules) -> Option<u64> {
        match &node.op {
            Op::Leaf(leaf) => self.leaf(leaf, shape, rules),
            Op::Call(routine) => self.routine(*routine),
            Op::Frame(frame, body) => framed(frame, self.node(body, shape, rules)?, rules),
            Op::Record(record) => self.group(&record.group, shape, rules),
            Op::Group(group) => self.group(group, shape, rules),
            Op::Repeat(repeat) => self.repeat(repeat, shape, rules),
            Op::Choice(choice) => self.choice(choice, shape, rules),
            Op::Select(select) => self.select(select.rows),
            Op::Contained(contained) => {
                let inner = self.node(&contained.node, self.layout.held(shape), contained.rules)?;
                let octets = inner.div_ceil(8).max(1);
                let (length, pad) = (length_in_front(octets, rules)?, padding(rules));
                (8 + length + pad).checked_add(octets.checked_mul(8)?)
            }
            Op::Alt(arms) => {
                let each = arms.iter().map(|arm| self.node(&arm.node, shape, rules));
                each.collect::<Option<Vec<u64>>>()?.into_iter().max()?.checked_add(1)
            }
        }
    }

    fn routine(&self, id: RoutineId) -> Option<u64> {
        if let Some(known) = self.routines.borrow().get(&id) {
            return *known;
        }
        // A recursive value has no maximum.
        self.routines.borrow_mut().insert(id, None);
        let routine = &self.plan.routines[id.index()];
        let most = self.node(&routine.body, routine.shape, routine.rules);
        self.routines.borrow_mut().insert(id, most);
        most
    }

    fn select(&self, id: RowsId) -> Option<u64> {
        if let Some(known) = self.rows.borrow().get(&id) {
            return *known;
        }
        self.rows.borrow_mut().insert(id, None);
        let rows = &self.plan.tables[id.index()];
        let shapes = self.shape.table(rows.table).rows.iter().map(|row| row.shape);
        let each = rows.rows.iter().zip(shapes).filter_map(|(node, shape)| {
            let shape = shape.map(|shape| self.layout.held(shape));
            Some(self.node(node.as_ref()?, shape?, rows.rules))
        });
        let most = each.collect::<Option<Vec<u64>>>().and_then(|all| all.into_iter().max());
        self.rows.borrow_mut().insert(id, most);
        most
    }

    // -- parts -------------------------------------------------------------

    fn group(&self, group: &Group, shape: ShapeId, rules: Rules) -> Option<u64> {
        let flags = group.flags.iter().map(|flag| match flag {
            Flag::Slot(_) | Flag::Additions => 1,
        });
        let mut bits = rounded(flags.sum(), rules);
        for item in &group.items {
            bits = bits.checked_add(self.item(item, shape, rules)?)?;
        }
        if let Some(Additions { items, .. }) = &group.additions {
            bits = bits.checked_add(rounded(LENGTH + 16 + items.len() as u64, rules))?;
            for item in items {
                bits = bits.checked_add(self.item(item, shape, rules)?)?;
            }
        }
        Some(bits)
    }

    fn item(&self, item: &Item, shape: ShapeId, rules: Rules) -> Option<u64> {
        match item.target {
            Target::Unknown => Some(0),
            Target::Group => self.node(&item.node, shape, rules),
            Target::Slot(slot) => {
                let ShapeKind::Record { slots, .. } = &self.shape.get(shape).kind else { return None };
                self.node(&item.node, slots.get(slot as usize)?.shape, rules)
            }
        }
    }

    fn repeat(&self, repeat: &Repeat, shape: ShapeId, rules: Rules) -> Option<u64> {
        let ShapeKind::List { element, size, .. } = &self.shape.get(shape).kind else { return None };
        let most = size.hi?;
        let each = self.node(&repeat.element, *element, rules)?;
        let elements = each.checked_mul(most)?;
        let lengths = match &repeat.extent {
            Extent::Frame => 0,
            Extent::Count(_) | Extent::Fragments(_) => (most / 16384 + 1) * LENGTH + 64,
        };
        let sorting = match repeat.sort == Sort::Octets && !rules.has_tags() {
            true => (each.div_ceil(8).max(1) + ENTRY).checked_mul(8)?.checked_mul(most.checked_add(2)?)?,
            false => 0,
        };
        elements.checked_add(lengths)?.checked_add(sorting)
    }

    fn choice(&self, choice: &Choice, shape: ShapeId, rules: Rules) -> Option<u64> {
        let ShapeKind::Choice { alternatives, .. } = &self.shape.get(shape).kind else { return None };
        let index = match &choice.by {
            By::Tag => 0,
            By::Index { .. } => 1 + LENGTH + 32,
        };
        let each = choice.arms.iter().map(|arm| {
            let alternative = alternatives.get(arm.alternative as usize)?;
            self.node(&arm.node, alternative.shape, rules)
        });
        each.collect::<Option<Vec<u64>>>()?.into_iter().max()?.checked_add(index)
    }

    // -- leaves ------------------------------------------------------------

    fn leaf(&self, leaf: &Leaf, shape: ShapeId, rules: Rules) -> Option<u64> {
        match leaf {
            Leaf::Tlv(leaf) => self.tlv(leaf, shape)?.checked_mul(8),
            Leaf::Bits(leaf) => self.bits(leaf, shape, rules),
            Leaf::Octets(leaf) => self.octets(leaf, shape)?.checked_mul(8),
        }
    }

    /// Contents octets.
    fn tlv(&self, leaf: &Tlv, shape: ShapeId) -> Option<u64> {
        match leaf {
            Tlv::Boolean => Some(1),
            Tlv::Null => Some(0),
            Tlv::Integer | Tlv::Enumerated { .. } => self.number(shape),
            Tlv::BitString { .. } => Some(self.characters(shape)?.div_ceil(8) + 1),
            Tlv::OctetString | Tlv::String(_) => self.string(shape),
            Tlv::Real => self.double(shape),
            Tlv::UtcTime => Some(17),
            Tlv::Date => Some(8),
            Tlv::TimeOfDay => Some(6),
            Tlv::DateTime => Some(14),
            _ => None,
        }
    }

    fn bits(&self, leaf: &Bits, shape: ShapeId, rules: Rules) -> Option<u64> {
        let pad = padding(rules);
        match leaf {
            Bits::Boolean => Some(1),
            Bits::Null => Some(0),
            Bits::Integer { lo: Some(lo), hi: Some(hi) } => {
                // A range of 256 or more numbers is octet-aligned (X.691 11.5.7.2).
                let span = hi.minus(lo).bits();
                // Numbers that fit no C type are computed in the buffer.
                let storage = self.layout.storage(shape);
                let room = match storage == Storage::Big || is_beyond(&Leaf::Bits(leaf.clone()), storage) {
                    true => 16 * self.number(shape)?.max(span.div_ceil(8)),
                    false => 0,
                };
                match rules.aligned() && span >= 8 {
                    true => Some(2 * pad + 8 + span.div_ceil(8) * 8 + room),
                    false => Some(span + room),
                }
            }
            Bits::Integer { .. } => Some(LENGTH + 8 * self.number(shape)?),
            Bits::Enumerated { .. } | Bits::SmallNumber | Bits::SmallLength | Bits::Length { .. } => {
                Some(LENGTH + 2 * pad + 32)
            }
            Bits::BitString { .. } => sized(self.characters(shape)?, 1, pad),
            Bits::OctetString { .. } => sized(self.characters(shape)?, 8, pad),
            Bits::KnownMultiplier { bits, .. } => match self.shape.get(shape).kind {
                ShapeKind::Time(TimeKind::Utc) => sized(17, u64::from(*bits), pad),
                _ => sized(self.characters(shape)?, u64::from(*bits), pad),
            },
            Bits::Utf8String | Bits::EscapedString => sized(self.string(shape)?, 8, pad),
            Bits::Real => sized(self.double(shape)?, 8, pad),
            Bits::Date | Bits::TimeOfDay => Some(8 * pad + 64),
            Bits::DateTime => Some(16 * pad + 128),
            _ => None,
        }
    }

    /// Octets, including the length.
    fn octets(&self, leaf: &Octets, shape: ShapeId) -> Option<u64> {
        let behind_length = |octets: u64| Some(octets + 9);
        match leaf {
            Octets::Boolean => Some(1),
            Octets::Null => Some(0),
            Octets::Integer { width: Some(width), .. } | Octets::Float { width } => Some(u64::from(*width)),
            Octets::Integer { .. } | Octets::Enumerated { .. } => behind_length(self.number(shape)?),
            Octets::BitString { .. } => behind_length(self.characters(shape)?.div_ceil(8) + 1),
            Octets::OctetString { .. } | Octets::String { .. } => behind_length(self.string(shape)?),
            Octets::Real => behind_length(self.double(shape)?),
            Octets::UtcTime => behind_length(17),
            Octets::Date | Octets::TimeOfDay => Some(16),
            Octets::DateTime => Some(32),
            Octets::Quantity => Some(9),
            _ => None,
        }
    }

    /// Octets of an INTEGER or ENUMERATED in two's complement.
    fn number(&self, shape: ShapeId) -> Option<u64> {
        let octets = |n: &BigInt| n.to_twos_complement().len() as u64;
        match (&self.shape.get(shape).kind, self.layout.storage(shape)) {
            (ShapeKind::Integer { range, .. }, _) if range.lo.is_some() && range.hi.is_some() => {
                Some(octets(range.lo.as_ref()?).max(octets(range.hi.as_ref()?)))
            }
            (_, Storage::Integer(width) | Storage::Enumerated(width)) => Some(match width {
                Width::I32 => 4,
                Width::U32 => 5,
                Width::I64 => 8,
                Width::U64 => 9,
            }),
            _ => None,
        }
    }

    /// Contents octets of a REAL that is held as a double.
    fn double(&self, shape: ShapeId) -> Option<u64> {
        (self.layout.storage(shape) == Storage::Double).then_some(DOUBLE)
    }

    /// The maximum number of bits, octets or characters of a string.
    fn characters(&self, shape: ShapeId) -> Option<u64> {
        match &self.shape.get(shape).kind {
            ShapeKind::BitString { size: Size { hi, .. }, .. }
            | ShapeKind::OctetString { size: Size { hi, .. }, .. }
            | ShapeKind::String { size: Size { hi, .. }, .. } => *hi,
            _ => None,
        }
    }

    /// The maximum number of octets of a string.
    fn string(&self, shape: ShapeId) -> Option<u64> {
        let one = match &self.shape.get(shape).kind {
            ShapeKind::String { kind, .. } => match unit(*kind) {
                0 => 4,
                unit => u64::from(unit),
            },
            _ => 1,
        };
        self.characters(shape)?.checked_mul(one)
    }
}

/// Maximum padding bits before an octet-aligned field.
fn padding(rules: Rules) -> u64 {
    if rules.aligned() {
        7
    } else {
        0
    }
}

/// OER pads the presence bits to whole octets.
fn rounded(bits: u64, rules: Rules) -> u64 {
    match takes_octets(rules) {
        true => bits.div_ceil(8) * 8,
        false => bits,
    }
}

/// A PER count followed by units of `bits` bits each, in fragments if necessary.
fn sized(units: u64, bits: u64, pad: u64) -> Option<u64> {
    let lengths = (units / 16384 + 1).checked_mul(LENGTH)?;
    units.checked_mul(bits)?.checked_add(lengths)?.checked_add(2 * pad)
}

/// Bits of a length prefix for this many octets.
fn length_in_front(octets: u64, rules: Rules) -> Option<u64> {
    match (rules.has_tags(), rules.packs_bits()) {
        (true, _) => Some(0),
        (_, true) => (octets / 16384 + 1).checked_mul(LENGTH),
        _ => Some(9 * 8),
    }
}

/// The size of a frame and its contents.
fn framed(frame: &Frame, bits: u64, rules: Rules) -> Option<u64> {
    let octets = bits.div_ceil(8);
    match frame {
        Frame::Tlv { tag, .. } => {
            let length =
                if octets < 0x80 { 1 } else { 1 + u64::from((64 - octets.leading_zeros()).div_ceil(8)) };
            // Indefinite length with an end marker; long strings are split into segments with one octet less.
            let segments = rules.segment().map_or(0, |segment| 6 + octets / (segment as u64 - 1) * 4);
            octets.checked_add(identifier(*tag, 31) + length + segments)?.checked_mul(8)
        }
        Frame::Tag { tag } => (identifier(*tag, 63) * 8).checked_add(bits),
        Frame::Open => {
            let octets = octets.max(1);
            octets.checked_mul(8)?.checked_add(length_in_front(octets, rules)? + padding(rules))
        }
    }
}

/// Identifier octets; tag numbers below `short` fit in the first one.
fn identifier(tag: Tag, short: u32) -> u64 {
    match tag.number < short {
        true => 1,
        false => 1 + u64::from((32 - tag.number.leading_zeros()).div_ceil(7)),
    }
}
