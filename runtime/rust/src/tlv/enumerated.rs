//! ENUMERATED.

use crate::{ErrorCode, Fault};

use super::{integer, Integer};

/// ENUMERATED (X.690 8.4): coded as the INTEGER of its number.
///
/// # Errors
/// Those of [`integer`]; `enumerated_range` beyond 64 bits.
pub fn enumerated(contents: &[u8]) -> Result<i64, Fault> {
    match integer(contents, usize::MAX)? {
        Integer::Small(number) => Ok(number),
        Integer::Big(_) => Err(Fault::new(ErrorCode::EnumeratedRange)),
    }
}
