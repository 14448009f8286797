//! Running a program: one reader and one writer for each family of rules.

pub(crate) mod bits_read;
pub(crate) mod bits_write;
pub(crate) mod context;
pub(crate) mod external;
mod late;
pub(crate) mod octets_read;
pub(crate) mod octets_write;
pub(crate) mod tlv_read;
pub(crate) mod tlv_write;
pub(crate) mod write;
