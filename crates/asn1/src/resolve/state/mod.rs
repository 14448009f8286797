//! What resolving knows so far, grouped by what belongs together. Nothing here looks anything up:
//! that is the resolver's part.

pub mod deferred;
pub mod limits;
pub mod names;
pub mod objects;
pub mod open_types;
pub mod parameters;
pub mod types;
pub mod values;
