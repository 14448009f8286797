//! Reads input files in advance, to guess what is in them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use wireglot_driver::packed::{peek, Packed};

/// The maximum size of a file whose type is guessed, in bytes.
const LOOKED_AT: u64 = 1 << 18;

/// The contents of a regular, non-empty file of at most [`LOOKED_AT`] bytes.
pub fn contents(input: &Path) -> Option<Vec<u8>> {
    let size = std::fs::metadata(input).ok().filter(|about| about.is_file())?.len();
    if size == 0 || size > LOOKED_AT {
        return None;
    }
    beginning(input, LOOKED_AT).ok()
}

/// The format in which a regular file is compressed; nothing is read from pipes.
pub fn packed(path: &Path) -> Option<Packed> {
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|about| about.is_file()))?;
    peek(file).ok()?.1
}

/// The beginning of a regular file, decompressed.
pub fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let packed = packed(path);
    let file = File::open(path)?;
    let input: Box<dyn Read> = match packed {
        None => Box::new(file),
        Some(packed) => packed.open(file).unwrap_or_else(|file| Box::new(file)),
    };
    let mut made = Vec::new();
    input.take(most).read_to_end(&mut made)?;
    Ok(made)
}
