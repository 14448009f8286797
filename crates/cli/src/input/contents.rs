//! Reads a small input file in advance, to guess its type.

use std::path::Path;

use wireglot_driver::packed::beginning;

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
