//! Shows the progress of a run on standard error, if that is a terminal.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::contents::packed;

/// The progress display.
#[derive(Clone)]
pub struct Progress {
    bar: Option<ProgressBar>,
    /// The total size in bytes of inputs that are done.
    before: u64,
}

impl Progress {
    /// Shows nothing.
    pub fn none() -> Progress {
        Progress { bar: None, before: 0 }
    }

    /// Shows progress if standard error is a terminal.
    pub fn of(inputs: &[PathBuf]) -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress::none();
        }
        let sizes: Option<Vec<u64>> = inputs.iter().map(|path| size(path)).collect();
        let (bar, template) = match sizes {
            Some(sizes) => (
                ProgressBar::new(sizes.iter().sum()),
                "{percent:>3}% [{bar:30}] {bytes}/{total_bytes} {bytes_per_sec}, {eta} left",
            ),
            None => (ProgressBar::no_length(), "{spinner} {bytes} {bytes_per_sec}"),
        };
        bar.set_draw_target(ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { bar: Some(bar), before: 0 }
    }

    /// Updates the number of bytes of the current input that are done.
    pub fn at(&self, octets: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.before + octets);
        }
    }

    /// Skips inputs that an earlier run has read.
    pub fn pass(&mut self, inputs: &[PathBuf]) {
        self.before += inputs.iter().filter_map(|path| size(path)).sum::<u64>();
    }

    /// Continues with the next input.
    pub fn next(&mut self, octets: u64) {
        self.before += octets;
        if let Some(bar) = &self.bar {
            bar.set_position(self.before);
        }
    }

    /// Runs a function that writes to standard error.
    pub fn aside<T>(&self, tell: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(tell),
            None => tell(),
        }
    }

    /// Removes the display.
    pub fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The size of a file, if known; that of compressed data is not.
fn size(path: &Path) -> Option<u64> {
    match std::fs::metadata(path) {
        Ok(meta) => (meta.is_file() && packed(path).is_none()).then_some(meta.len()),
        Err(_) => (path != Path::new("-")).then_some(0),
    }
}
