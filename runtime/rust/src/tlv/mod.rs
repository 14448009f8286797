//! BER, DER and CER (X.690): identifier and length octets, and contents.
//!
//! Readers of contents take the contents octets and a [`Form`]; positions in faults are relative to
//! the first contents octet. Writers write backward: see [`Writer`].

mod bits;
mod enumerated;
mod header;
mod integer;
mod oid;
mod real;
mod segments;
mod text;
mod time;
mod writer;

pub use bits::{bit_string, bit_string_octet, trimmed, BitString};
pub use enumerated::enumerated;
pub use header::{Header, Length, Outer, Reader, Tag};
pub use integer::{boolean, integer, null, Integer};
pub use oid::{oid, push_arc, push_first_arcs, relative_oid, Arc, Arcs};
pub use real::{real, write_real};
pub use segments::{join_bits, join_octets, Segments, CER_SEGMENT};
pub use text::{characters, write_characters, Repertoire};
pub use time::{
    date, date_time, duration, generalized_time, time_of_day, utc_time, write_date, write_date_time,
    write_duration, write_time_of_day,
};
pub use writer::{Form as WriteForm, Writer};

/// How strictly contents are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Any encoding that BER allows.
    Basic,
    /// Only the encoding that DER and CER allow (X.690 10, 11).
    Canonical,
}
