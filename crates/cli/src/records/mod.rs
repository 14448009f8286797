//! Files of records on the command line: options, reports and progress.

mod frames;
mod listener;
mod progress;
mod resume;

pub use frames::{suits_output, FrameArgs, OutFrameArgs, ReadArgs};
pub use listener::{
    all, ended, held, no_record, stopped, tell_totals, unmatched, values, Instead, Output, Terminal, Way,
};
pub use resume::{finish, open, Arguments, Resume};
