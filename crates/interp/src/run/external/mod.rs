//! EXTERNAL: the value of X.680 37.5 in the layout of the 1990 standard
//! (X.690 8.18.1, X.691 28.1, X.696 25).
//!
//! `direct-reference` and `indirect-reference` tell together which
//! `identification` it is; `data-value` came in one of three encodings. A writer
//! takes *single-ASN1-type* for what is one whole encoding (tag-length-value
//! rules only) and *octet-aligned* for the rest; where that may not be how the value
//! came, it carries an [`Unknown::Insertion`] with the number of the encoding. Data are
//! octets of the rules that `identification` agrees on, so *octet-aligned* and *arbitrary*
//! are the same under all rules (X.690 8.18.4, X.691 28); a single type is of the rules around it.

mod read;
mod write;

use wireglot_plan::{Lengths, Rules};
use wireglot_rt::tlv::Reader;
use wireglot_rt::Limits;

pub(super) use read::{read_bits, read_octets, read_tlv, Forms};
pub(super) use write::{write_bits, write_octets, write_tlv};

const SINGLE: u32 = 0;
const OCTETS: u32 = 1;
const BITS: u32 = 2;

/// Whether octets are one whole encoding.
fn is_whole(octets: &[u8]) -> bool {
    let mut reader = Reader::new(octets, false);
    let passed = reader.header().and_then(|header| reader.skip(&header, Limits::default().depth));
    passed.is_ok() && reader.position == octets.len()
}

/// Whether the framing of one whole encoding is that of canonical rules.
fn is_canonical(octets: &[u8], rules: Rules) -> bool {
    let mut reader = Reader::new(octets, true);
    let (depth, cer) = (Limits::default().depth, rules.lengths() == Lengths::Indefinite);
    reader.header().and_then(|header| reader.skip_canonical(&header, depth, cer)).is_ok()
}

/// The encoding that a writer of tags takes by itself.
fn usual(single: bool) -> u32 {
    if single {
        SINGLE
    } else {
        OCTETS
    }
}
