//! EXTERNAL: the value of X.680 37.5 in the layout of the 1990 standard (X.690 8.18.1, X.691 28.1,
//! X.696 25).
//!
//! `direct-reference` and `indirect-reference` together determine the `identification`;
//! `data-value` has one of three encodings. A writer uses *single-ASN1-type* if the data is one
//! complete encoding (tag-length-value rules only), and *octet-aligned* otherwise. If the value may
//! have been encoded differently, it carries an [`Unknown::Insertion`] with the number of the
//! encoding. The data consists of octets under the rules given by `identification`, so
//! *octet-aligned* and *arbitrary* are the same under all rules (X.690 8.18.4, X.691 28); a single
//! type is encoded under the rules of the EXTERNAL.

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

/// Whether octets are exactly one complete encoding.
fn is_whole(octets: &[u8]) -> bool {
    let mut reader = Reader::new(octets, false);
    let passed = reader.header().and_then(|header| reader.skip(&header, Limits::default().depth));
    passed.is_ok() && reader.position == octets.len()
}

/// Whether the framing of a complete encoding is canonical.
fn is_canonical(octets: &[u8], rules: Rules) -> bool {
    let mut reader = Reader::new(octets, true);
    let (depth, cer) = (Limits::default().depth, rules.lengths() == Lengths::Indefinite);
    reader.header().and_then(|header| reader.skip_canonical(&header, depth, cer)).is_ok()
}

/// The encoding that a writer of tags uses by default.
fn usual(single: bool) -> u32 {
    if single {
        SINGLE
    } else {
        OCTETS
    }
}
