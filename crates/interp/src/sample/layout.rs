//! Random values of a layout: of a type, or of a message with groups and data.

use wireglot_plan::layout::{Block, LayoutData, LayoutGroup, LayoutMessage, Part, Presence, Role, Scalar};
use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind, LayoutType, ShapeId};

use super::random::Random;
use super::SampleOptions;
use crate::layout::{show_text, Leaf};
use crate::{Sink, Tape};

/// Generates values of a layout, the same for the same seed. They have everything in this version of the
/// schema, null only where allowed, and only numbers of enumerations and sets that have names.
#[derive(Debug)]
pub struct LayoutSampler<'l> {
    layout: &'l Layout,
    options: SampleOptions,
    random: Random,
}

/// Maximum number of entries in a group.
const MOST_ENTRIES: u64 = 3;

impl<'l> LayoutSampler<'l> {
    /// A generator. Its first value depends only on the seed.
    pub fn new(layout: &'l Layout, options: &SampleOptions) -> LayoutSampler<'l> {
        LayoutSampler { layout, options: *options, random: Random::new(options.seed) }
    }

    /// The next value of a type.
    pub fn value(&mut self, ty: LayoutId) -> Tape {
        let mut tape = Tape::new();
        self.part(ty, &mut tape);
        tape
    }

    /// The next message of a kind, or of any kind if `only` is `None`. `None` if there are no messages.
    pub fn message(&mut self, only: Option<&'l LayoutMessage>) -> Option<Tape> {
        let message = match only {
            Some(message) => message,
            None => self.random.pick(&self.layout.messages.all)?,
        };
        let mut tape = Tape::new();
        self.block(&message.block, 0, &mut tape);
        Some(tape)
    }

    fn part(&mut self, id: LayoutId, out: &mut Tape) {
        let layout = self.layout;
        let id = layout.base(id);
        let ty = layout.get(id);
        match &ty.kind {
            LayoutKind::Array { element, count, .. } => {
                out.begin_list(ShapeId(id.0));
                (0..*count).for_each(|_| self.part(*element, out));
                out.end_list(ShapeId(id.0));
            }
            LayoutKind::Record { fields, .. } => {
                out.begin_record(ShapeId(id.0));
                self.fields(fields, out);
                out.end_record(ShapeId(id.0));
            }
            LayoutKind::Text => {
                // Text that may be null is null if it is empty.
                let least = u64::from(ty.null.is_some()).min(ty.octets());
                let length = least + self.random.below(ty.octets() - least + 1);
                Leaf::Text(&self.characters(length)).show(layout, id, out);
            }
            _ => {
                let raw = self.number(ty);
                Leaf::Raw(raw).show(layout, id, out);
            }
        }
    }

    fn fields(&mut self, fields: &'l [LayoutField], out: &mut Tape) {
        let layout = self.layout;
        for (slot, field) in (0..).zip(fields) {
            if let Presence::Constant(ty, constant) = &field.presence {
                out.slot(slot);
                Leaf::constant(constant).show(layout, *ty, out);
                continue;
            }
            let whole = matches!(
                layout.resolved(field.ty).kind,
                LayoutKind::Record { .. } | LayoutKind::Array { .. }
            );
            // Only leaves can be null. A value with parts is present; its parts may be null.
            if field.presence == Presence::Null && !whole && self.random.once_in(3) {
                continue;
            }
            out.slot(slot);
            self.part(field.ty, out);
        }
    }

    /// The bits of a number that is not null.
    fn number(&mut self, ty: &LayoutType) -> u64 {
        let raw = match &ty.kind {
            LayoutKind::Enumerated(values) if !values.is_empty() => {
                let is_null = |value: u64| ty.null == Some(ty.scalar.number(value, ty.bits));
                let values: Vec<u64> = values.iter().map(|named| named.value).collect();
                let others: Vec<u64> = values.iter().copied().filter(|value| !is_null(*value)).collect();
                let drawn = self.random.pick(if others.is_empty() { &values } else { &others });
                drawn.copied().unwrap_or_default()
            }
            LayoutKind::Set(values) => {
                let bit = |value: u64| 1u64.checked_shl(value as u32).unwrap_or(0);
                values.iter().filter(|_| self.random.once_in(2)).fold(0, |all, named| all | bit(named.value))
            }
            LayoutKind::Char => self.character().into(),
            LayoutKind::Float => return self.float(ty.bits),
            _ => self.integer(ty.bits),
        };
        let named = matches!(&ty.kind, LayoutKind::Enumerated(values) if !values.is_empty());
        match ty.null == Some(ty.scalar.number(raw, ty.bits)) && !named {
            true => raw ^ 1,
            false => raw,
        }
    }

    /// Small numbers as often as large ones.
    fn integer(&mut self, bits: u64) -> u64 {
        let bits = bits.min(64);
        let kept = 1 + self.random.below(bits.max(1));
        match bits {
            0 => 0,
            // The minimum, the maximum, and -1 if signed.
            _ if self.random.once_in(8) => match self.random.below(3) {
                0 => 0,
                1 => u64::MAX >> (64 - bits),
                _ => 1 << (bits - 1),
            },
            _ => self.random.next() >> (64 - kept),
        }
    }

    /// Numbers that fit into 32 bits as well as 64; no infinity and no NaN.
    fn float(&mut self, bits: u64) -> u64 {
        let halves = self.random.below(1 << 20) as f64 - f64::from(1 << 19);
        let number = halves / f64::from(1u32 << self.random.below(16));
        match bits {
            32 => (number as f32).to_bits().into(),
            _ => number.to_bits(),
        }
    }

    fn character(&mut self) -> u8 {
        b' ' + 1 + self.random.below(94) as u8
    }

    fn characters(&mut self, count: u64) -> Vec<u8> {
        (0..count).map(|_| self.character()).collect()
    }

    fn block(&mut self, block: &'l Block, depth: u32, out: &mut Tape) {
        out.begin_record(block.shape);
        self.fields(&block.fields, out);
        let mut slots = block.fields.len() as u32..;
        for (group, slot) in block.groups.iter().zip(&mut slots) {
            out.slot(slot);
            self.group(group, depth, out);
        }
        let mut slots = (block.fields.len() + block.groups.len()) as u32..;
        for (data, slot) in block.data.iter().zip(&mut slots) {
            out.slot(slot);
            self.data(data, out);
        }
        out.end_record(block.shape);
    }

    fn group(&mut self, group: &'l LayoutGroup, depth: u32, out: &mut Tape) {
        let most = match group.prefix.part(Role::NumInGroup) {
            _ if depth >= self.options.depth => 0,
            Some(Part { max, .. }) => max.min(MOST_ENTRIES),
            None => 0,
        };
        let drawn = self.random.below(most + 1);
        let count = group.prefix.constant(Role::NumInGroup).unwrap_or(drawn);
        out.begin_list(group.shape);
        (0..count).for_each(|_| self.block(&group.block, depth + 1, out));
        out.end_list(group.shape);
    }

    fn data(&mut self, data: &LayoutData, out: &mut Tape) {
        let (scalar, bits) = data.element;
        let each = (bits / 8).max(1);
        let most = data.prefix.part(Role::Length).map_or(0, |part| part.max).min(self.options.length);
        let length = self.random.below(most / each + 1) * each;
        match scalar {
            Scalar::Char => show_text(data.shape, &self.characters(length), out),
            _ => {
                let octets: Vec<u8> = (0..length).map(|_| self.random.next() as u8).collect();
                out.octet_string(data.shape, &octets);
            }
        }
    }
}
