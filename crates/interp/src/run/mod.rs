//! Running a program: one reader and one writer for each family of rules.

pub(crate) mod bits_read;
pub(crate) mod bits_write;
pub(crate) mod context;
pub(crate) mod defaults;
mod deferred;
pub(crate) mod external;
mod keeping;
pub(crate) mod kept;
pub(crate) mod octets_read;
pub(crate) mod octets_write;
mod registers;
pub(crate) mod tlv_read;
pub(crate) mod tlv_write;
pub(crate) mod write;

use wireglot_rt::Fault;

pub(crate) type Done = Result<(), Fault>;

/// How many of a record's components are not paid for by its bits, which may be none: at most 8 a bit, or one, are.
#[inline]
pub(crate) fn unpaid(components: usize, bits: u64) -> u64 {
    (components as u64).saturating_sub(bits.saturating_mul(8).max(1))
}
