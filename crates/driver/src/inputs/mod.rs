//! Inputs with many messages: files of records, read on one thread or on several, texts of values, packets.
//!
//! A door opens the files, lends the threads, and is a [`Listener`] to what a [`Run`] comes to. Whether a
//! record is good, where the next one begins, and what is counted is decided here, the same for every door.

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
mod values;
mod whole;

pub use damage::{Damage, Hint};
pub use in_form::{reads_raw, InForm, Input, IsRaw};
pub use listener::{Listener, Stopped};
pub use misread::Misread;
pub use notes::{Note, Notes, Told};
pub use packets::{Packets, Unit};
pub use place::Place;
pub use run::{Run, Totals};
pub use settings::{OnError, Settings};
pub use values::values;
pub use whole::{judged, Judged, Whole};
