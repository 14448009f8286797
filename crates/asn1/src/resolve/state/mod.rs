//! The state of resolving, grouped by subject. Nothing here looks anything up: that is the resolver's task.

pub mod deferred;
pub mod limits;
pub mod names;
pub mod objects;
pub mod open_types;
pub mod parameters;
pub mod types;
pub mod values;
