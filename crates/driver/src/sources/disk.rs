//! Schemas in the file system, and the system's clock and threads.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::{Host, Includes, SchemaFolder};

/// The maximum size of a schema file: spans use 32-bit byte offsets, and a Latin-1 character may take two
/// bytes in UTF-8.
const LARGEST: u64 = 1 << 30;

/// The file system. `-` is standard input.
#[derive(Debug, Clone, Copy)]
pub struct Disk;

impl Host<'static> {
    /// The file system, and the system's clock and threads.
    pub fn system() -> Host<'static> {
        Host { folder: &Disk, clock: since_start, threads, includes: Includes::Below(&[]) }
    }
}

/// The time since the first call.
fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The stack of a thread, as large as that of the main thread on Linux: values may nest as deep in all of them.
const STACK: usize = 8 << 20;

/// Runs system threads.
fn threads(count: usize, beside: &(dyn Fn() + Sync), here: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for _ in 0..count {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, beside);
            thread.expect("the system has room for threads");
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
