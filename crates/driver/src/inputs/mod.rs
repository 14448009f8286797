//! Inputs with many messages: files of records, read by one or more threads, texts of values, packets.
//!
//! An interface opens the files, provides the threads, and is a [`Listener`] for the results of a [`Run`].
//! Whether a record is good, where the next one begins, and what is counted is decided here, in the same way
//! for every interface.

mod checkpoint;
mod damage;
mod in_form;
mod listener;
mod misread;
mod notes;
mod nothing;
mod packets;
mod pipeline;
mod place;
mod record_verdict;
mod retry_budget;
mod run;
mod settings;
mod source;
mod totals;
mod trial;
mod values;
mod whole;

pub use checkpoint::Checkpoint;
pub use damage::{Damage, Hint};
pub use in_form::{InForm, Input};
pub use listener::{Listener, Stopped};
pub use misread::Misread;
pub use notes::{Note, Notes, Told};
pub use packets::{Packets, Unit};
pub use place::Place;
pub use run::Run;
pub use settings::{Before, OnError, Settings};
pub use totals::Totals;
pub use trial::{reads, reads_encoded, End, Reads};
pub use values::values;
pub use whole::{judged, Judged, Whole};
