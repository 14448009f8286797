//! What a caller may ask of a decode or encode.

use wireglot_rt::Limits;

/// How to decode.
#[derive(Debug, Clone, Copy)]
pub struct DecodeOptions {
    /// Only what canonical rules allow. `None`: strict under DER, CER and the
    /// canonical PERs, tolerant under the others.
    pub strict: Option<bool>,
    /// What to do with extensions that the schema does not know.
    pub unknown: Unknowns,
    /// Whether an open type whose key no row of a closed table has is an
    /// error; else it is opaque, as it always is where the table is extensible.
    pub resolve: bool,
    /// What becomes of an open type, or a string with CONTAINING, whose octets are none of the type that they
    /// should be of.
    pub open_types: OpenTypes,
    /// Whether octets that are left over in these are passed over.
    pub pass_over: bool,
    /// Whether the value must satisfy its constraints.
    pub checks: bool,
    /// Whether slots that are absent and have a default come with it.
    pub defaults: bool,
    /// Whether octets may be left over behind the value.
    pub trailing: bool,
    /// Limits on what is read.
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

/// What becomes of open types whose octets are none of their type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenTypes {
    /// They are errors.
    Strict,
    /// Their octets are handed on, and [`Codec::kept`](crate::Codec::kept) tells why.
    Keep,
}

/// What becomes of unknown extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknowns {
    /// They are passed over (when writing: left out).
    Skip,
    /// They are handed on.
    Keep,
    /// They are errors.
    Reject,
}

/// How to encode. Where rules leave no choice, wishes are not heard.
#[derive(Debug, Clone, Copy)]
pub struct EncodeOptions {
    /// Whether the value must satisfy its constraints.
    pub checks: bool,
    /// What to do with unknown extensions that the value carries.
    pub unknown: Unknowns,
    /// BER: constructed encodings of indefinite length.
    pub indefinite: bool,
    /// BER: definite lengths take at least so many octets behind their first, at most 8.
    pub length_octets: u8,
    /// BER: strings longer than this are constructed, of segments of this many octets.
    pub segment: Option<usize>,
    /// DER, CER: named bit lists lose trailing zero bits (X.690 11.2.2). Else
    /// they keep those that the value has: what came goes out again.
    pub trim: bool,
    /// BER, DER, CER: slots whose octets were kept as they came are written so, if these hold the
    /// slot's value.
    pub use_raw: bool,
    /// Deepest nesting.
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
            use_raw: false,
            depth: Limits::default().depth,
        }
    }
}
