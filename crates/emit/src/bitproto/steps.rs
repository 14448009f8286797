//! The parts of a message in wire order: the walk over a layout that all languages share. A step gives the
//! position of its bits and the part of the value they hold; each language decides how to write a part.

use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind, LayoutType};

use super::out_of_line::{OutOfLine, UNROLLED};

/// Bits of a length prefix.
pub const LEAD: u64 = 16;

/// A part of a message. Bits count from the start of the container: the message, or the element of the
/// enclosing loop.
#[derive(Debug, Clone)]
pub enum Step<'l> {
    /// A 16-bit length prefix: the size or count of what follows.
    Lead {
        /// Its first bit.
        bit: u64,
        /// The value that this version writes.
        value: u64,
    },
    /// A value without parts.
    Leaf(Leaf<'l>),
    /// Elements of an array.
    Loop(Loop<'l>),
    /// An out-of-line record.
    Call(Call<'l>),
}

/// A record with a codec of its own.
#[derive(Debug, Clone)]
pub struct Call<'l> {
    /// The path of the part in the message.
    pub place: Vec<Segment<'l>>,
    /// The record.
    pub record: LayoutId,
    /// Its type.
    pub ty: &'l LayoutType,
    /// Its first bit.
    pub bit: u64,
}

/// A value without parts.
#[derive(Debug, Clone)]
pub struct Leaf<'l> {
    /// The path of the part in the message.
    pub place: Vec<Segment<'l>>,
    /// The type as written in the schema, which may be an alias.
    pub written: LayoutId,
    /// Its type.
    pub ty: &'l LayoutType,
    /// Its first bit.
    pub bit: u64,
}

impl Leaf<'_> {
    /// Its width in bits.
    pub fn width(&self) -> u64 {
        self.ty.bits
    }

    /// The width in bits of the variable that holds it.
    pub fn storage(&self) -> u64 {
        storage(self.ty.bits)
    }

    /// Whether it is negative if its highest bit is set.
    pub fn is_signed(&self) -> bool {
        matches!(self.ty.kind, LayoutKind::Signed)
    }

    /// Whether it is an IEEE 754 number.
    pub fn is_float(&self) -> bool {
        matches!(self.ty.kind, LayoutKind::Float)
    }

    /// Whether it is a boolean.
    pub fn is_boolean(&self) -> bool {
        matches!(self.ty.kind, LayoutKind::Boolean)
    }
}

/// Elements of an array.
#[derive(Debug, Clone)]
pub struct Loop<'l> {
    /// The path of the array.
    pub place: Vec<Segment<'l>>,
    /// The depth of its loop variable.
    pub depth: usize,
    /// The number of elements.
    pub count: u64,
    /// The first bit of the first element.
    pub bit: u64,
    /// Bits per element.
    pub stride: u64,
    /// The element type.
    pub element: LayoutId,
    /// The steps of an element, with bits relative to its start.
    pub body: Vec<Step<'l>>,
}

impl<'l> Loop<'l> {
    /// The leaf that is the whole element. A message of one field, or an array of one element, does not count
    /// as its leaf.
    pub fn bare_element(&self) -> Option<&Leaf<'l>> {
        match &self.body[..] {
            [Step::Leaf(leaf)] if leaf.place.len() == self.place.len() + 1 => Some(leaf),
            _ => None,
        }
    }
}

/// One segment of the path to a part of a message.
#[derive(Debug, Clone, Copy)]
pub enum Segment<'l> {
    /// A field of a record, by position.
    Field(LayoutId, usize, &'l LayoutField),
    /// An element indexed by a loop variable.
    Counted(usize),
    /// An element with a constant index.
    Numbered(u64),
}

/// The width of the smallest variable that holds `bits` bits.
pub fn storage(bits: u64) -> u64 {
    match bits {
        0..=8 => 8,
        9..=16 => 16,
        17..=32 => 32,
        _ => 64,
    }
}

/// Which short loops are unrolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unroll {
    /// All but those over leaves that fill their variables, which are moved as a run.
    ButSolid,
    /// All but those over bytes.
    ButOctets,
}

/// The steps of a message.
pub fn steps<'l>(layout: &'l Layout, apart: &OutOfLine, message: LayoutId, unroll: Unroll) -> Vec<Step<'l>> {
    let mut walk = Walk { layout, apart, unroll, place: Vec::new(), depth: 0, steps: Vec::new() };
    walk.value(message, 0);
    walk.steps
}

struct Walk<'a, 'l> {
    layout: &'l Layout,
    apart: &'a OutOfLine,
    unroll: Unroll,
    place: Vec<Segment<'l>>,
    depth: usize,
    steps: Vec<Step<'l>>,
}

impl<'l> Walk<'_, 'l> {
    fn value(&mut self, id: LayoutId, bit: u64) {
        let layout = self.layout;
        let ty = layout.resolved(id);
        let nested = !self.place.is_empty();
        match &ty.kind {
            LayoutKind::Record { .. } if nested && self.apart.has(self.layout.base(id)) => {
                if ty.bits > 0 {
                    let (place, record) = (self.place.clone(), self.layout.base(id));
                    self.steps.push(Step::Call(Call { place, record, ty, bit }));
                }
            }
            LayoutKind::Record { fields, extensible } => {
                if *extensible {
                    self.steps.push(Step::Lead { bit, value: ty.bits });
                }
                let record = self.layout.base(id);
                for (position, field) in fields.iter().enumerate() {
                    self.place.push(Segment::Field(record, position, field));
                    self.value(field.ty, bit + field.offset);
                    self.place.pop();
                }
            }
            LayoutKind::Array { element, count, extensible } => {
                let mut first = bit;
                if *extensible {
                    self.steps.push(Step::Lead { bit, value: *count });
                    first += LEAD;
                }
                self.elements(*element, *count, first);
            }
            _ => self.steps.push(Step::Leaf(Leaf { place: self.place.clone(), written: id, ty, bit })),
        }
    }

    fn elements(&mut self, element: LayoutId, count: u64, bit: u64) {
        let stride = self.layout.get(element).bits;
        self.place.push(Segment::Counted(self.depth));
        self.depth += 1;
        let around = std::mem::take(&mut self.steps);
        self.value(element, 0);
        let body = std::mem::replace(&mut self.steps, around);
        self.depth -= 1;
        self.place.pop();
        let plain = body.iter().all(|step| !matches!(step, Step::Loop(_)));
        let wanted = match self.unroll {
            Unroll::ButSolid => !is_solid(&body, 64),
            Unroll::ButOctets => !is_solid(&body, 8),
        };
        if wanted && plain && body.len() * count as usize <= UNROLLED {
            for index in 0..count {
                self.place.push(Segment::Numbered(index));
                self.value(element, bit + index * stride);
                self.place.pop();
            }
            return;
        }
        if !body.is_empty() {
            let place = self.place.clone();
            self.steps.push(Step::Loop(Loop { place, depth: self.depth, count, bit, stride, element, body }));
        }
    }
}

/// Whether an element is one leaf that fills its variable of at most `most` bits.
fn is_solid(body: &[Step], most: u64) -> bool {
    matches!(body, [Step::Leaf(leaf)] if leaf.storage() == leaf.width() && leaf.width() <= most)
}
