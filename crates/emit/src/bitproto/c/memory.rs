//! Memory layout of structs on targets with natural alignment. Code that relies on it includes a compile-time
//! check.

use wireglot_plan::{LayoutId, LayoutKind};

use super::super::steps::{storage, Segment};
use super::places::Places;

/// Size and alignment of a type in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// Sizes and offsets of all structs.
#[derive(Debug)]
pub struct Memory<'l> {
    places: Places<'l>,
    /// One extent per type.
    extents: Vec<Extent>,
    offsets: Vec<Vec<u64>>,
}

impl<'l> Memory<'l> {
    /// Computes all extents. Parts come before the types that contain them, so one pass is enough.
    pub fn new(places: Places<'l>) -> Memory<'l> {
        let layout = places.layout;
        let mut memory = Memory { places, extents: Vec::new(), offsets: Vec::new() };
        for index in 0..layout.types.len() as u32 {
            let extent = memory.measure(LayoutId(index));
            memory.extents.push(extent);
            memory.offsets.resize(memory.extents.len(), Vec::new());
        }
        memory
    }

    /// The size and alignment of a type.
    pub fn extent(&self, id: LayoutId) -> Extent {
        self.extents.get(id.0 as usize).copied().unwrap_or(Extent { size: 1, align: 1 })
    }

    fn measure(&mut self, id: LayoutId) -> Extent {
        let ty = self.places.layout.get(id);
        match &ty.kind {
            LayoutKind::Alias(inner) => self.extent(*inner),
            LayoutKind::Array { element, count, .. } => {
                let element = self.extent(*element);
                Extent { size: element.size * count, align: element.align }
            }
            LayoutKind::Record { fields, .. } => {
                let packing = self.places.packing_of(id);
                let extents: Vec<Extent> = fields.iter().map(|field| self.extent(field.ty)).collect();
                let mut offsets = Vec::with_capacity(fields.len());
                let (mut at, mut widest) = (0u64, 1);
                for extent in extents {
                    let align = if packing > 0 { 1 } else { extent.align };
                    at = at.next_multiple_of(align);
                    offsets.push(at);
                    at += extent.size;
                    widest = widest.max(align);
                }
                let align = if packing > 0 { packing } else { widest };
                self.offsets.push(offsets);
                Extent { size: at.max(1).next_multiple_of(align.next_power_of_two()), align }
            }
            _ => {
                let size = storage(ty.bits) / 8;
                Extent { size, align: size }
            }
        }
    }

    /// The offset of a place, relative to the element in a loop of that depth, or to the message.
    pub fn offset(&self, place: &[Segment], depth: usize) -> u64 {
        let mut offset = 0;
        for (index, segment) in place.iter().enumerate() {
            offset += match segment {
                Segment::Field(record, position, _) => {
                    self.offsets.get(record.0 as usize).and_then(|o| o.get(*position)).copied().unwrap_or(0)
                }
                Segment::Numbered(number) => number * self.element(&place[..index]),
                Segment::Counted(of) if *of < depth => {
                    offset = 0;
                    0
                }
                Segment::Counted(_) => 0,
            };
        }
        offset
    }

    /// The size of an element of the array at a place; 0 if it is not an array.
    fn element(&self, place: &[Segment]) -> u64 {
        let mut nested = 0;
        for segment in place.iter().rev() {
            let Segment::Field(_, _, field) = segment else {
                nested += 1;
                continue;
            };
            let mut id = field.ty;
            for _ in 0..=nested {
                match &self.places.layout.resolved(id).kind {
                    LayoutKind::Array { element, .. } => id = *element,
                    _ => return 0,
                }
            }
            return self.extent(id).size;
        }
        0
    }
}
