//! Limits for a specification.

use std::cell::Cell;

/// The maximum depth at which definitions depend on each other (COMPONENTS OF in COMPONENTS OF, a value that
/// refers to a value), and at which parameters are nested.
pub const DEPTH: u32 = 100;

/// The maximum number of parts of the values in a specification after references are resolved: a value that
/// names another twice doubles at each step.
pub const VALUE_PARTS: usize = 500_000;

/// The maximum number of objects in all object sets together, and of components from COMPONENTS OF: a
/// definition that includes another one repeats it.
pub const COPIES: usize = 500_000;

/// How much of the limits has been used.
#[derive(Default)]
pub struct Limits {
    pub depth: u32,
    pub value_parts: usize,
    pub copies: usize,
    /// Faults that are not in the list of faults: those set aside during a trial, and those of past trials.
    pub aside: usize,
    /// Comparisons made to find similar names.
    pub compared: Cell<usize>,
}
