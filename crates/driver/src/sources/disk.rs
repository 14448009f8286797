//! Schemas in the file system, and the clock and the threads of the system.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::{Host, SchemaFolder};

/// The largest schema file that is read: spans count octets in 32 bits, and an
/// octet of Latin-1 may take two.
const LARGEST: u64 = 1 << 30;

/// The file system. `-` is standard input.
#[derive(Debug, Clone, Copy)]
pub struct Disk;

impl Host<'static> {
    /// The file system, the clock and the threads of the system.
    pub fn system() -> Host<'static> {
        Host { folder: &Disk, clock: since_start, threads }
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

/// Puts octets in the place of a file: all of them, or none.
///
/// # Errors
/// The folder cannot be written to, or the disk is full; the file is as it was then.
pub fn replace(path: &Path, octets: &[u8]) -> io::Result<()> {
    // A link stays one.
    let real = path.canonicalize()?;
    let beside = beside(&real);
    let done = write_beside(&real, &beside, octets);
    if done.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    done
}

fn write_beside(real: &Path, beside: &Path, octets: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(beside)?;
    file.write_all(octets)?;
    file.set_permissions(std::fs::metadata(real)?.permissions())?;
    file.sync_all()?;
    std::fs::rename(beside, real)
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}
