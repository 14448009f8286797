//! What an interface provides to the driver: the text of schemas, the time, and threads.
//!
//! The driver does not access a file system or clock itself, and starts no threads. The command provides
//! [`disk::Disk`], the system's clock and its threads; a page in a browser has schemas in [`memory::Memory`],
//! its own clock or none, and a single thread.

pub mod disk;
pub mod home;
pub mod memory;
pub mod new_file;
pub mod snapshot;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Files with schemas.
pub trait SchemaFolder: Sync {
    /// Reads a file.
    ///
    /// # Errors
    /// The file does not exist, or can't be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Whether a path leads to a regular file, possibly through links.
    fn is_file(&self, path: &Path) -> bool;

    /// Whether a path leads to a folder.
    fn is_folder(&self, path: &Path) -> bool;

    /// The files of a folder, without those in subfolders, in any order.
    ///
    /// # Errors
    /// The folder does not exist, or can't be read.
    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// The canonical path of a file or folder.
    ///
    /// # Errors
    /// The file does not exist.
    fn identity(&self, path: &Path) -> io::Result<PathBuf>;
}

/// The time since some fixed moment.
pub type Clock = fn() -> Duration;

/// Runs the first function on this many additional threads, and the second on the current thread; returns
/// when all have ended.
pub type Threads = fn(usize, &(dyn Fn() + Sync), &mut dyn FnMut());

/// The files that schemas may include.
#[derive(Debug, Clone, Copy)]
pub enum Includes<'h> {
    /// Files below the folder of the schema or below these.
    Below(&'h [PathBuf]),
    /// Files anywhere.
    Anywhere,
}

/// What an interface provides to the driver.
#[derive(Clone, Copy)]
pub struct Host<'h> {
    /// Where schemas are.
    pub folder: &'h dyn SchemaFolder,
    /// The clock that times the stages of a compilation.
    pub clock: Clock,
    /// Runs threads for reading records.
    pub threads: Threads,
    /// The files that schemas may include.
    pub includes: Includes<'h>,
}

/// Runs everything on the current thread.
pub fn one_thread(_: usize, _: &(dyn Fn() + Sync), here: &mut dyn FnMut()) {
    here();
}

/// No clock: every stage takes no time.
pub fn no_clock() -> Duration {
    Duration::ZERO
}

/// A file or folder that can't be read.
#[derive(Debug)]
pub struct FileError {
    /// Its path.
    pub path: PathBuf,
    /// The error from reading it.
    pub error: io::Error,
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), without_number(&self.error.to_string()))
    }
}

/// The words of an error from the system, without the number that it gives it: `No such file or directory` for
/// `No such file or directory (os error 2)`.
pub fn without_number(words: &str) -> &str {
    words.rsplit_once(" (os error ").map_or(words, |(words, _)| words)
}

impl std::error::Error for FileError {}

/// How long each stage took, summed over files, in the order in which the stages first ran.
#[derive(Debug, Clone)]
pub struct Times {
    clock: Clock,
    stages: Vec<(&'static str, Duration)>,
}

impl Default for Times {
    fn default() -> Times {
        Times::by(no_clock)
    }
}

impl Times {
    /// Times by a clock, before any stage.
    pub fn by(clock: Clock) -> Times {
        Times { clock, stages: Vec::new() }
    }

    /// Runs a stage and adds its time.
    pub fn of<T>(&mut self, stage: &'static str, run: impl FnOnce() -> T) -> T {
        let start = (self.clock)();
        let made = run();
        let taken = (self.clock)().saturating_sub(start);
        match self.stages.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, sum)) => *sum += taken,
            None => self.stages.push((stage, taken)),
        }
        made
    }

    /// Stages and their times.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Duration)> + '_ {
        self.stages.iter().copied()
    }
}
