//! Options for decoding and encoding.

use wireglot_rt::Limits;

/// Options for decoding.
#[derive(Debug, Clone, Copy)]
pub struct DecodeOptions {
    /// Whether only canonical encodings are accepted. `None`: strict under DER, CER and the canonical PERs,
    /// tolerant under the others.
    pub strict: Option<bool>,
    /// What to do with extensions that the schema does not know.
    pub unknown: Unknowns,
    /// Whether it is an error if no row of a closed table has the key of an open type. Otherwise, the value
    /// is opaque, as it always is if the table is extensible.
    pub resolve: bool,
    /// What to do with an open type, or a string with CONTAINING, whose octets are not of the right type.
    pub open_types: OpenTypes,
    /// Whether leftover octets in these are ignored.
    pub pass_over: bool,
    /// Whether the value must satisfy its constraints.
    pub checks: bool,
    /// Whether absent slots are filled in with their default.
    pub defaults: bool,
    /// Whether octets may follow the value.
    pub trailing: bool,
    /// Limits on the input.
    pub limits: Limits,
}

impl Default for DecodeOptions {
    fn default() -> DecodeOptions {
        DecodeOptions {
            strict: None,
            unknown: Unknowns::Keep,
            resolve: false,
            open_types: OpenTypes::Keep,
            pass_over: false,
            checks: false,
            defaults: false,
            trailing: false,
            limits: Limits::default(),
        }
    }
}

/// What to do with open types whose octets are not of the right type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenTypes {
    /// Report an error.
    Strict,
    /// Pass their octets on; [`Codec::kept`](crate::Codec::kept) tells why.
    Keep,
}

/// What to do with unknown extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknowns {
    /// Skip them; when writing, leave them out.
    Skip,
    /// Pass them on.
    Keep,
    /// Report an error.
    Reject,
}

/// Options for encoding. Options that the rules leave no choice about are ignored.
#[derive(Debug, Clone, Copy)]
pub struct EncodeOptions {
    /// Whether the value must satisfy its constraints.
    pub checks: bool,
    /// What to do with unknown extensions in the value.
    pub unknown: Unknowns,
    /// BER: whether constructed encodings have indefinite lengths.
    pub indefinite: bool,
    /// BER: minimum number of octets after the first in definite lengths, at most 8.
    pub length_octets: u8,
    /// BER: strings longer than this are split into segments of this many octets.
    pub segment: Option<usize>,
    /// DER, CER: whether trailing zero bits of named bit lists are dropped (X.690 11.2.2). Otherwise they are
    /// kept, so that re-encoding does not change them.
    pub trim: bool,
    /// BER: whether the components of a SET are written in the order of their tags, as DER requires. Otherwise they are
    /// in the order of the type.
    pub sort_sets: bool,
    /// BER, DER, CER: whether slots whose octets were kept are written as received, if these encode the
    /// slot's value.
    pub use_raw: bool,
    /// Maximum nesting depth.
    pub depth: u32,
}

impl Default for EncodeOptions {
    fn default() -> EncodeOptions {
        EncodeOptions {
            checks: true,
            unknown: Unknowns::Keep,
            indefinite: false,
            length_octets: 0,
            segment: None,
            trim: false,
            sort_sets: false,
            use_raw: false,
            depth: Limits::default().depth,
        }
    }
}
