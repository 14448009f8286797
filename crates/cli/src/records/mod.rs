//! Files of records on a terminal: their options, and what is said and shown while they are read.

mod frames;
mod listener;
mod progress;

pub use frames::{suits_output, FrameArgs, OutFrameArgs, ReadArgs};
pub use listener::{
    all, ended, held, no_record, stopped, tell_totals, unmatched, values, Output, Terminal, Way,
};
