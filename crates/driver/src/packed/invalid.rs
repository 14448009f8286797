//! Errors of data that can't be decompressed.

use std::io;

/// The data is damaged, or of a kind that is not decompressed here.
pub(super) fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
