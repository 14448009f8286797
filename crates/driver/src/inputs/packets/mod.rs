//! Messages from packets: those in network captures, or inputs that are a single packet.

mod asked;
mod batch;
mod run;
mod splitter;
mod unit;

pub use asked::Packets;
pub use unit::Unit;
