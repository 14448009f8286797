//! Sources of values to write: JSON text or a tape.

use std::borrow::Cow;

use wireglot_plan::{LayoutValue, Slot};

use super::LayoutCode;

/// A source of values.
pub(super) trait Source {
    /// A value.
    type Node: Copy;

    /// Whether it is a null.
    fn is_null(&self, node: Self::Node) -> bool;
    /// The offset of a value, for errors.
    fn offset(&self, node: Self::Node) -> usize;
    /// What this is instead of what is expected, such as ", not a string", and what to do about it.
    fn instead(&self, node: Self::Node, expected: &str) -> String;
    /// The values of a record's slots, `None` for absent ones. An error if this is not a record, or has other
    /// parts; `own` is its path.
    fn parts(
        &self,
        node: Self::Node,
        slots: &[Slot],
        own: &str,
    ) -> Given<Vec<Option<Self::Node>>, Self::Node>;
    /// The elements, if this is a list.
    fn elements(&self, node: Self::Node) -> Option<Vec<Self::Node>>;
    /// The boolean, if this is one.
    fn boolean(&self, node: Self::Node) -> Option<bool>;
    /// The integer, if this is one.
    fn integer(&self, node: Self::Node) -> Option<i128>;
    /// The float as `bits` bits, if this is a number that such a float can hold.
    fn float(&self, node: Self::Node, bits: u64) -> Option<u64>;
    /// The name of an enumeration value, if this is one.
    fn name(&self, node: Self::Node) -> Option<Cow<'_, str>>;
    /// The characters, if this is text.
    fn text(&self, node: Self::Node) -> Option<Cow<'_, str>>;
    /// The octets. An error if this is not such a value.
    fn octets(&self, node: Self::Node) -> Given<Vec<u8>, Self::Node>;
    /// The bits of a set with these names, which has `bits` bits.
    fn set(&self, node: Self::Node, names: &[LayoutValue], bits: u64) -> Given<u64, Self::Node>;
}

/// An error in a value.
pub(super) struct Fault<N> {
    /// The value; `None` for the whole.
    pub node: Option<N>,
    pub code: LayoutCode,
    pub detail: String,
}

pub(super) type Given<V, N> = Result<V, Fault<N>>;
