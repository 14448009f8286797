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
