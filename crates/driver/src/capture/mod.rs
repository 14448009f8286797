//! Extracts the payloads of UDP, TCP and SCTP from network captures: pcap and pcapng.
//!
//! There is one file per layer. [`file`] reads packets from a file, [`link`] finds the IP packets in them,
//! [`internet`] reads IP headers, [`fragments`] reassembles fragments, [`udp`], [`tcp`] and [`sctp`] return
//! the payloads that hold messages, and [`packing`] finds the messages in a payload. [`Capture`] runs them
//! all, packet by packet.
//!
//! Nothing in a capture is trusted. Incomplete data waits in [`table`]s, which give up the oldest entry when
//! they are full. Overlapping parts are trimmed as they arrive ([`parts`]), so that no byte is processed
//! repeatedly.

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
pub use seen::{Kind, Seen};
pub use table::Table;
pub use time::Time;
