//! Where the text of schemas comes from, what time it is, and who else works: what a door lends the driver.
//!
//! The driver touches no file system and no clock by itself, and starts no thread. The command lends
//! [`disk::Disk`], the clock of the system and its threads; a page in a browser has schemas in
//! [`memory::Memory`], a clock of its own or none, and one thread.

pub mod disk;
pub mod home;
pub mod memory;
pub mod new_file;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Files with schemas.
pub trait SchemaFolder: Sync {
    /// The octets of a file.
    ///
    /// # Errors
    /// The file is not there, or can't be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Whether a path is that of a regular file, or of a link to one.
    fn is_file(&self, path: &Path) -> bool;

    /// Whether a path is that of a folder.
    fn is_folder(&self, path: &Path) -> bool;

    /// The files of a folder, not those of folders in it, in any order.
    ///
    /// # Errors
    /// The folder is not there, or can't be read.
    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// The one path of a file or folder that may be reached by several.
    ///
    /// # Errors
    /// The file is not there.
    fn identity(&self, path: &Path) -> io::Result<PathBuf>;
}

/// The time since any moment that stays the same.
pub type Clock = fn() -> Duration;

/// Does the first so many times, each on a thread of its own, and meanwhile the second on this one; returns
/// once all have ended.
pub type Threads = fn(usize, &(dyn Fn() + Sync), &mut dyn FnMut());

/// What schemas may include.
#[derive(Debug, Clone, Copy)]
pub enum Includes<'h> {
    /// Files below the folder of the schema or below these.
    Below(&'h [PathBuf]),
    /// Files wherever they stand.
    Anywhere,
}

/// What a door lends the driver.
#[derive(Clone, Copy)]
pub struct Host<'h> {
    /// Where schemas are.
    pub folder: &'h dyn SchemaFolder,
    /// What the stages of a compilation are timed by.
    pub clock: Clock,
    /// What files of records are read on.
    pub threads: Threads,
    /// What schemas may include.
    pub includes: Includes<'h>,
}

/// No thread but this one, which does it all.
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
    /// What the reader says.
    pub error: io::Error,
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
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
    /// Times by a clock; no stage has run yet.
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
