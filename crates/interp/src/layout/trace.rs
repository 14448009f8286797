//! What a reader reports about the bits it reads, for annotated views.

use std::ops::Range;

use wireglot_plan::layout::Prefix;
use wireglot_plan::{LayoutId, ShapeId};

use super::Leaf;

/// Receives what a reader found, piece by piece, in the order of the bits.
pub(crate) trait Trace {
    /// Whether anything is recorded; if not, reporting costs nothing.
    const ON: bool = true;

    /// Bits of the value at a path.
    fn met(&mut self, bits: Range<u64>, path: String, what: Met<'_>);
}

/// The meaning of bits in a layout.
pub(crate) enum Met<'m> {
    /// The size, in bits, of a record of this type.
    Size(LayoutId, u64),
    /// The number of elements of an array: the number known, and the number sent.
    Count(u64, u64),
    /// A value without parts.
    Value(LayoutId, Leaf<'m>),
    /// A number that means null.
    Null(LayoutId),
    /// A constant of the schema, which takes no bits.
    Constant(LayoutId, Leaf<'m>),
    /// Data: characters or octets.
    Data(ShapeId, &'m [u8], bool),
    /// A header, or the prefix of a group or data field; in the sender's version, if it gives one.
    Prefix(&'m Prefix),
    /// A block of fields.
    Block,
    /// Appended by a newer sender.
    Newer,
    /// Groups or data fields of a newer sender.
    Skipped,
}

impl Trace for () {
    const ON: bool = false;

    fn met(&mut self, _: Range<u64>, _: String, _: Met) {}
}
