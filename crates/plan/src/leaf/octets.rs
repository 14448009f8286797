//! Whole octets of OER (X.696).

use wireglot_bigint::BigInt;
use wireglot_model::StringKind;

use super::arg::Arg;

/// A leaf of the `octets` family. A *length* is a length determinant (X.696 8.6). Canonical forms
/// depend on the plan's rules.
#[derive(Debug, Clone, PartialEq)]
pub enum Octets {
    /// X.696 9.
    Boolean,
    /// X.696 10.
    Integer {
        /// Number of octets: 1, 2, 4 or 8; with `None`, a length precedes them.
        width: Option<u32>,
        /// Whether it is in two's complement rather than unsigned.
        signed: bool,
        /// The minimum.
        lo: Option<BigInt>,
        /// The maximum.
        hi: Option<BigInt>,
    },
    /// X.696 11.
    Enumerated {
        /// Numbers of all items in ascending order.
        numbers: Vec<i64>,
        /// Whether other numbers may occur.
        extensible: bool,
    },
    /// X.696 12.4: a length and contents octets of CER and DER.
    Real,
    /// X.696 12.2, 12.3: binary32 or binary64.
    Float {
        /// Number of octets: 4 or 8.
        width: u32,
    },
    /// X.696 13.
    BitString {
        /// Whether trailing zero bits are insignificant.
        named: bool,
        /// Minimum number of bits.
        min: u64,
        /// Number of bits if it is fixed, in which case there is no length.
        size: Option<u64>,
    },
    /// X.696 14.
    OctetString {
        /// Number of octets if it is fixed, in which case there is no length.
        size: Option<u64>,
    },
    /// X.696 15: nothing.
    Null,
    /// X.696 21: a length and contents octets.
    Oid,
    /// X.696 22.
    RelativeOid,
    /// X.696 23, 24: UTF-8.
    Iri,
    /// X.696 27: characters as in BER.
    String {
        /// The string type.
        kind: StringKind,
        /// Number of characters if it is fixed, in which case there is no length.
        size: Option<u64>,
    },
    /// UTCTime: a VisibleString, canonical as in X.690 11.8 (X.696 30).
    UtcTime,
    /// GeneralizedTime: a VisibleString, canonical as in X.690 11.7 (X.696 30).
    GeneralizedTime,
    /// DATE (X.696 29.3).
    Date,
    /// TIME-OF-DAY (X.696 29.4).
    TimeOfDay,
    /// DATE-TIME: a DATE, then a TIME-OF-DAY (X.696 29.5).
    DateTime,
    /// DURATION: a presence octet and the numbers that are present (X.696 29).
    Duration,
    /// EXTERNAL: the record of X.680 37.5 as the SEQUENCE of X.696 25.
    External,
    /// The number of elements of a list: an unsigned number with a length (X.696 17.2).
    Quantity,
    /// The presence bitmap of extension additions: a BIT STRING with a length (X.696 16.4).
    Bitmap,
    /// All remaining octets of the frame: an open type for which there is no row.
    Rest,
}

impl Octets {
    /// The routine's name.
    pub fn name(&self) -> &'static str {
        match self {
            Octets::Boolean => "boolean",
            Octets::Integer { .. } => "integer",
            Octets::Enumerated { .. } => "enumerated",
            Octets::Real => "real",
            Octets::Float { .. } => "float",
            Octets::BitString { .. } => "bit_string",
            Octets::OctetString { .. } => "octet_string",
            Octets::Null => "null",
            Octets::Oid => "oid",
            Octets::RelativeOid => "relative_oid",
            Octets::Iri => "iri",
            Octets::String { .. } => "string",
            Octets::UtcTime => "utc_time",
            Octets::GeneralizedTime => "generalized_time",
            Octets::Date => "date",
            Octets::TimeOfDay => "time_of_day",
            Octets::DateTime => "date_time",
            Octets::Duration => "duration",
            Octets::External => "external",
            Octets::Quantity => "quantity",
            Octets::Bitmap => "bitmap",
            Octets::Rest => "rest",
        }
    }

    /// The routine's constant arguments.
    pub fn args(&self) -> Vec<(&'static str, Arg)> {
        match self {
            Octets::Integer { width, signed, lo, hi } => vec![
                ("width", Arg::Length(width.map(u64::from))),
                ("signed", Arg::Switch(*signed)),
                ("lo", Arg::Bound(lo.clone())),
                ("hi", Arg::Bound(hi.clone())),
            ],
            Octets::Enumerated { numbers, extensible } => {
                vec![("numbers", Arg::Numbers(numbers.clone())), ("extensible", Arg::Switch(*extensible))]
            }
            Octets::Float { width } => vec![("width", Arg::Length(Some(u64::from(*width))))],
            Octets::BitString { named, min, size } => vec![
                ("named", Arg::Switch(*named)),
                ("min", Arg::Length(Some(*min))),
                ("size", Arg::Length(*size)),
            ],
            Octets::OctetString { size } | Octets::String { size, .. } => vec![("size", Arg::Length(*size))],
            _ => Vec::new(),
        }
    }
}
