//! What is known about shapes and plans, independent of the output language.

pub mod addition_groups;
pub mod additions;
pub mod checked_types;
pub mod comparisons;
pub mod contents;
pub mod cycles;
pub mod inline_checks;
pub mod max_size;
pub mod modules;
pub mod nodes;
pub mod open_choices;
pub mod parts;
pub mod reach;
pub mod rules;
pub mod storage;
pub mod tails;
pub mod text;

/// Decoding bytes to values, or encoding values as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Bytes to values.
    Read,
    /// Values to bytes.
    Write,
}
