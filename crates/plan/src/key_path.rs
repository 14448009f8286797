//! Where the keys of open types are.

/// The path to a key, starting from the open type's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPath {
    /// The number of enclosing values to go up (records, lists, choices; the nearest is 1).
    pub up: u32,
    /// Slots or alternatives to go down from there, at least one.
    pub down: Vec<u32>,
}
