//! Values to octets.

use wireglot_plan::{Layout, LayoutId, LayoutKind};

use super::{Packed, LEAD};

/// The octets of a value. Integers are masked to their width; parts that are
/// missing or of another kind count as zero.
pub fn encode(layout: &Layout, ty: LayoutId, value: &Packed) -> Vec<u8> {
    let mut writer = Writer { layout, octets: vec![0; layout.get(ty).octets() as usize] };
    writer.value(ty, value, 0);
    writer.octets
}

struct Writer<'l> {
    layout: &'l Layout,
    octets: Vec<u8>,
}

impl Writer<'_> {
    fn value(&mut self, id: LayoutId, value: &Packed, at: u64) {
        let layout = self.layout;
        let ty = layout.get(id);
        match (&ty.kind, value) {
            (LayoutKind::Alias(inner), _) => self.value(*inner, value, at),
            (LayoutKind::Array { element, count, extensible }, Packed::List(values)) => {
                let first = if *extensible { at + self.lead(*count, at) } else { at };
                let each = layout.get(*element).bits;
                for (index, value) in (0..*count).zip(values) {
                    self.value(*element, value, first + index * each);
                }
            }
            (LayoutKind::Record { fields, extensible }, Packed::Record(values)) => {
                if *extensible {
                    self.lead(ty.bits, at);
                }
                for (field, value) in fields.iter().zip(values) {
                    self.value(field.ty, value, at + field.offset);
                }
            }
            (_, Packed::Boolean(value)) => self.bits((*value).into(), ty.bits, at),
            (_, Packed::Integer(value)) => self.bits(*value as u64, ty.bits, at),
            _ => {}
        }
    }

    fn lead(&mut self, lead: u64, at: u64) -> u64 {
        self.bits(lead, LEAD, at);
        LEAD
    }

    /// The lowest bits of a number.
    fn bits(&mut self, value: u64, width: u64, at: u64) {
        let mut done = 0;
        while done < width {
            let bit = at + done;
            let take = (8 - bit % 8).min(width - done);
            let part = value >> done & ((1 << take) - 1);
            if let Some(octet) = self.octets.get_mut((bit / 8) as usize) {
                *octet |= (part << (bit % 8)) as u8;
            }
            done += take;
        }
    }
}
