//! What is asked for.

use crate::capture::Packing;
use crate::inputs::settings::OnError;
use crate::records::Work;
use crate::sources::Threads;

/// How messages are taken out of packets.
pub struct Packets<'p> {
    /// What is done with them.
    pub work: &'p dyn Work,
    /// How they stand in what packets carry.
    pub packing: Packing,
    /// What to do after a message that is wrong.
    pub on_error: OnError,
    /// The most octets of a message.
    pub most: usize,
    /// Threads that decode.
    pub jobs: usize,
    /// Where they come from.
    pub threads: Threads,
    /// The number of the only message that is asked for, from 1 on.
    pub record: Option<u64>,
    /// Whether each value stands in an object beside where it comes from.
    pub meta: bool,
}
