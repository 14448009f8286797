//! Where keys of open types stand.

/// Where a key stands, seen from the open type's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPath {
    /// How many enclosing values (records, lists, choices; the nearest is 1) to go up.
    pub up: u32,
    /// Slots or alternatives to go down from there, at least one.
    pub down: Vec<u32>,
}
