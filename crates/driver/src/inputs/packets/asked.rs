//! What to extract from packets.

use crate::capture::Packing;
use crate::inputs::settings::OnError;
use crate::records::Work;
use crate::sources::Threads;

/// How to extract messages from packets.
pub struct Packets<'p> {
    /// What to do with the messages.
    pub work: &'p dyn Work,
    /// The framing of messages in payloads.
    pub packing: Packing,
    /// What to do after an invalid message.
    pub on_error: OnError,
    /// The maximum size of a message in bytes.
    pub most: usize,
    /// The number of decoding threads.
    pub jobs: usize,
    /// Runs them.
    pub threads: Threads,
    /// Extracts only the message of this number, from 1.
    pub record: Option<u64>,
    /// Whether each value is wrapped in an object that also gives its origin.
    pub meta: bool,
}
