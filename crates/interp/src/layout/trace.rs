//! What a reader tells of the bits that it reads, for views of them.

use std::ops::Range;

use wireglot_plan::layout::Prefix;
use wireglot_plan::{LayoutId, ShapeId};

use super::Leaf;

/// Takes what a reader met, piece by piece, in the order of the bits.
pub(crate) trait Trace {
    /// Whether anything is taken: what it costs to tell is spared otherwise.
    const ON: bool = true;

    /// Bits of the value at that path.
    fn met(&mut self, bits: Range<u64>, path: String, what: Met<'_>);
}

/// What bits of a layout are.
pub(crate) enum Met<'m> {
    /// The size, in bits, of a record of this type.
    Size(LayoutId, u64),
    /// The number of elements of an array: so many are known, and so many were sent.
    Count(u64, u64),
    /// A value without parts.
    Value(LayoutId, Leaf<'m>),
    /// A number that means null.
    Null(LayoutId),
    /// A value that the schema gives: it takes no bits.
    Constant(LayoutId, Leaf<'m>),
    /// Data: characters or octets.
    Data(ShapeId, &'m [u8], bool),
    /// A header, or what leads a group or data; in the version of its sender, where it says one.
    Prefix(&'m Prefix),
    /// A block of fields.
    Block,
    /// What a newer sender appended.
    Newer,
    /// Groups or data of a newer sender.
    Skipped,
}

impl Trace for () {
    const ON: bool = false;

    fn met(&mut self, _: Range<u64>, _: String, _: Met) {}
}
