//! Schemas in the file system, and the clock and the threads of the system.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::{Host, Includes, SchemaFolder};

/// The largest schema file that is read: spans count octets in 32 bits, and an
/// octet of Latin-1 may take two.
const LARGEST: u64 = 1 << 30;

/// The file system. `-` is standard input.
#[derive(Debug, Clone, Copy)]
pub struct Disk;

impl Host<'static> {
    /// The file system, the clock and the threads of the system.
    pub fn system() -> Host<'static> {
        Host { folder: &Disk, clock: since_start, threads, includes: Includes::Below(&[]) }
    }
}

/// The time since this was first asked.
fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Threads of the system.
fn threads(count: usize, beside: &(dyn Fn() + Sync), here: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(beside);
        }
        here();
    });
}

impl SchemaFolder for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let reader: Box<dyn Read> = match path.to_str() {
            Some("-") => Box::new(io::stdin().lock()),
            _ => Box::new(File::open(path)?),
        };
        let mut octets = Vec::new();
        reader.take(LARGEST + 1).read_to_end(&mut octets)?;
        if octets.len() as u64 > LARGEST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a schema file may have 1 GiB at most"));
        }
        Ok(octets)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_file() {
                files.push(path);
            }
        }
        Ok(files)
    }

    fn identity(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }
}
