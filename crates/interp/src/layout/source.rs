//! Where values come from that are written: JSON text or a tape.

use std::borrow::Cow;

use wireglot_plan::{LayoutValue, Slot};

use super::LayoutCode;

/// A value that is to be written, and its parts.
pub(super) trait Source {
    /// A value.
    type Node: Copy;

    /// Where a value stands, for errors.
    fn offset(&self, node: Self::Node) -> usize;
    /// The values of slots, if this is a record; what is absent is `None`.
    fn parts(&self, node: Self::Node, slots: &[Slot]) -> Given<Vec<Option<Self::Node>>, Self::Node>;
    /// The elements, if this is a list.
    fn elements(&self, node: Self::Node) -> Option<Vec<Self::Node>>;
    /// The truth value, if this is one.
    fn boolean(&self, node: Self::Node) -> Option<bool>;
    /// The integer, if this is one.
    fn integer(&self, node: Self::Node) -> Option<i128>;
    /// The bits of the float, if this is one that a float of so many bits can be.
    fn float(&self, node: Self::Node, bits: u64) -> Option<u64>;
    /// The name of an enumeration's value, if this is one.
    fn name(&self, node: Self::Node) -> Option<Cow<'_, str>>;
    /// Characters, if this is text.
    fn text(&self, node: Self::Node) -> Option<Cow<'_, str>>;
    /// Octets.
    fn octets(&self, node: Self::Node) -> Given<Vec<u8>, Self::Node>;
    /// The bits of a set with these names, in so many bits.
    fn set(&self, node: Self::Node, names: &[LayoutValue], bits: u64) -> Given<u64, Self::Node>;
}

/// What is wrong with a value.
pub(super) struct Fault<N> {
    /// The value; nothing if the whole is meant.
    pub node: Option<N>,
    pub code: LayoutCode,
    pub detail: String,
}

pub(super) type Given<V, N> = Result<V, Fault<N>>;
