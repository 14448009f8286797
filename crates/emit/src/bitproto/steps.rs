//! What a message is made of, in the order of the wire: the one walk that all
//! languages share. A step says where its bits stand and which part of the value
//! they are; how a part is written down is the language's own.

use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind, LayoutType};

use super::out_of_line::{OutOfLine, UNROLLED};

/// Bits of a lead.
pub const LEAD: u64 = 16;

/// A part of a message. Bits count from the start of what the step stands in:
/// the message, or the element of the loop around it.
#[derive(Debug, Clone)]
pub enum Step<'l> {
    /// Sixteen bits that hold the size or count of what follows.
    Lead {
        /// Where.
        bit: u64,
        /// What this version writes.
        value: u64,
    },
    /// A value without parts.
    Leaf(Leaf<'l>),
    /// Elements of an array.
    Loop(Loop<'l>),
    /// A record that stands apart.
    Call(Call<'l>),
}

/// A record with a codec of its own.
#[derive(Debug, Clone)]
pub struct Call<'l> {
    /// Which part of the message it is.
    pub place: Vec<Segment<'l>>,
    /// The record.
    pub record: LayoutId,
    /// What it is.
    pub ty: &'l LayoutType,
    /// Where its bits begin.
    pub bit: u64,
}

/// A value without parts.
#[derive(Debug, Clone)]
pub struct Leaf<'l> {
    /// Which part of the message it is.
    pub place: Vec<Segment<'l>>,
    /// The type as written: perhaps a name.
    pub written: LayoutId,
    /// What it is.
    pub ty: &'l LayoutType,
    /// Where its bits begin.
    pub bit: u64,
}

impl Leaf<'_> {
    /// Its bits.
    pub fn width(&self) -> u64 {
        self.ty.bits
    }

    /// Bits of the variable that holds it.
    pub fn storage(&self) -> u64 {
        storage(self.ty.bits)
    }

    /// Whether it is negative when its highest bit is set.
    pub fn is_signed(&self) -> bool {
        matches!(self.ty.kind, LayoutKind::Signed)
    }

    /// Whether it is a number of IEEE 754.
    pub fn is_float(&self) -> bool {
        matches!(self.ty.kind, LayoutKind::Float)
    }

    /// Whether it is true or false.
    pub fn is_boolean(&self) -> bool {
        matches!(self.ty.kind, LayoutKind::Boolean)
    }
}

/// Elements of an array.
#[derive(Debug, Clone)]
pub struct Loop<'l> {
    /// The array.
    pub place: Vec<Segment<'l>>,
    /// Which loop variable counts them.
    pub depth: usize,
    /// How many there are.
    pub count: u64,
    /// Where the first begins.
    pub bit: u64,
    /// Bits of each.
    pub stride: u64,
    /// The type of each.
    pub element: LayoutId,
    /// What each is made of, by bits from its own start.
    pub body: Vec<Step<'l>>,
}

impl<'l> Loop<'l> {
    /// The leaf that each element is. A message of one field, or an array of one element, is not its leaf.
    pub fn bare_element(&self) -> Option<&Leaf<'l>> {
        match &self.body[..] {
            [Step::Leaf(leaf)] if leaf.place.len() == self.place.len() + 1 => Some(leaf),
            _ => None,
        }
    }
}

/// A step towards a part of a message.
#[derive(Debug, Clone, Copy)]
pub enum Segment<'l> {
    /// A field of the record of that id, by its position.
    Field(LayoutId, usize, &'l LayoutField),
    /// An element that a loop variable counts.
    Counted(usize),
    /// The element of that number.
    Numbered(u64),
}

/// Bits of the smallest variable for so many bits.
pub fn storage(bits: u64) -> u64 {
    match bits {
        0..=8 => 8,
        9..=16 => 16,
        17..=32 => 32,
        _ => 64,
    }
}

/// Which short loops are written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unroll {
    /// All but those over leaves that fill their variables: they are moved as a run.
    ButSolid,
    /// All but those over octets.
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

/// Whether an element is one leaf that fills its variable of at most so many bits.
fn is_solid(body: &[Step], most: u64) -> bool {
    matches!(body, [Step::Leaf(leaf)] if leaf.storage() == leaf.width() && leaf.width() <= most)
}
