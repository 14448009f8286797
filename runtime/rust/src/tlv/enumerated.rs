//! ENUMERATED.

use crate::{ErrorCode, Fault};

use super::{integer, Integer};

/// Reads an ENUMERATED (X.690 8.4), which is encoded as an INTEGER.
///
/// # Errors
/// Those of [`integer`]; `enumerated_range` if it exceeds 64 bits.
pub fn enumerated(contents: &[u8]) -> Result<i64, Fault> {
    match integer(contents, usize::MAX)? {
        Integer::Small(number) => Ok(number),
        Integer::Big(_) => Err(Fault::new(ErrorCode::EnumeratedRange)),
    }
}
