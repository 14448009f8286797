//! A look at a file of octets before it is read.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Files of octets that are looked at before they are read, at most.
const LOOKED_AT: u64 = 1 << 18;

/// The octets of a file that is not too large, to look at what it may be.
pub fn contents(input: &Path) -> Option<Vec<u8>> {
    let size = std::fs::metadata(input).ok().filter(|about| about.is_file())?.len();
    if size == 0 || size > LOOKED_AT {
        return None;
    }
    let mut octets = Vec::new();
    File::open(input).ok()?.take(LOOKED_AT).read_to_end(&mut octets).ok()?;
    Some(octets)
}
