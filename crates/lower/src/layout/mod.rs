//! Lowers to layouts, with one file for each schema language, and from a layout to the shape of its
//! values.

mod bitproto;
mod sbe;
mod shape;

pub use bitproto::bitproto;
pub use sbe::sbe;
pub use shape::shape;
