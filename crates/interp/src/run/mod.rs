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

/// How many of a record's components count as values of no bits: those beyond eight for each of its bits, or beyond the
/// first if it has none.
#[inline]
pub(crate) fn of_no_bits(components: usize, bits: u64) -> u64 {
    (components as u64).saturating_sub(bits.saturating_mul(8).max(1))
}
