//! Statements and expressions of C for what the walk meets.

pub mod coding;
pub mod conditions;
pub mod context;
pub mod control;
pub mod leaf;
pub mod list;
pub mod packs;
pub mod places;
pub mod reading;
pub mod tags;
pub mod value;
pub mod writing;
