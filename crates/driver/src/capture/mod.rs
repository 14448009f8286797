//! What UDP, TCP and SCTP carried, out of the captures of networks: pcap and pcapng.
//!
//! A file a layer. [`file`] reads packets out of a file, [`link`] finds the packets of IP in them, [`internet`] finds what
//! these carry, [`fragments`] puts together what came in parts, [`udp`], [`tcp`] and [`sctp`] give what messages stand in,
//! and [`packing`] says how they stand in it. [`Capture`] runs all of them, packet by packet.
//!
//! Nothing in a capture is trusted. What waits for other packets lies in [`table`]s, which give up the oldest where they
//! are full, and overlapping parts are cut as they come ([`parts`]), so that no octet is looked at again and again.

mod bits;
mod file;
mod fragments;
mod internet;
mod item;
mod layers;
mod link;
mod origin;
mod packing;
mod parts;
mod sctp;
mod seen;
mod table;
mod tcp;
mod time;
mod udp;

pub use file::kind;
pub use item::{Damage, Item, Payload, StreamId};
pub use layers::{Capture, Filter};
pub use origin::{Endpoint, Flow, Origin, Transport};
pub use packing::{Framed, Packing};
pub use seen::Seen;
pub use table::Table;
pub use time::Time;
