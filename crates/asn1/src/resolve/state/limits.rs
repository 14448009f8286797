//! How much a specification may ask for.

use std::cell::Cell;

/// How deep one definition may need another one for its own meaning (COMPONENTS OF
/// of COMPONENTS OF, a value that refers to a value), and parameters be nested.
pub const DEPTH: u32 = 100;

/// How many parts the values of a specification may have after references are
/// followed: a value that names another twice doubles at each step.
pub const VALUE_PARTS: usize = 500_000;

/// How many objects there may be in all object sets together, and how many components
/// COMPONENTS OF may bring in: a definition that takes in another one repeats it.
pub const COPIES: usize = 2_000_000;

/// What has been used of it.
#[derive(Default)]
pub struct Limits {
    pub depth: u32,
    pub value_parts: usize,
    pub copies: usize,
    /// Names that were compared with one that is not there.
    pub compared: Cell<usize>,
}
