//! Messages out of packets: those of captures of networks, or inputs that are one.

mod asked;
mod batch;
mod run;
mod splitter;
mod unit;

pub use asked::Packets;
pub use unit::Unit;
