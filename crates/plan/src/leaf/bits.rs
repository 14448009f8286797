//! Bit fields of PER (X.691). Alignment depends on the plan's rules.

use wireglot_bigint::BigInt;
use wireglot_model::Value;

use super::arg::Arg;

/// A leaf of the `bits` family. Bounds are those of the extension root; a length with no `hi`, or one
/// of 65536 or more, is encoded as unconstrained or fragmented.
#[derive(Debug, Clone, PartialEq)]
pub enum Bits {
    /// X.691 12.
    Boolean,
    /// X.691 13: constrained, semi-constrained or unconstrained, depending on the bounds.
    Integer {
        /// The minimum.
        lo: Option<BigInt>,
        /// The maximum.
        hi: Option<BigInt>,
    },
    /// X.691 14. Indexes are positions in these lists.
    Enumerated {
        /// Numbers of the root in ascending order.
        root: Vec<i64>,
        /// Numbers of the additions in order; `None` if there is no extension marker.
        additions: Option<Vec<i64>>,
    },
    /// A normally small non-negative whole number (X.691 11.6).
    SmallNumber,
    /// A normally small length (X.691 11.9.3.4).
    SmallLength,
    /// A length determinant (X.691 11.9).
    Length {
        /// The minimum.
        lo: u64,
        /// The maximum.
        hi: Option<u64>,
    },
    /// X.691 15.
    Real,
    /// X.691 16.
    BitString {
        /// Whether trailing zero bits are insignificant (16.2, 16.3).
        named: bool,
        /// Minimum number of bits.
        lo: u64,
        /// Maximum number of bits.
        hi: Option<u64>,
    },
    /// X.691 17.
    OctetString {
        /// Minimum number of octets.
        lo: u64,
        /// Maximum number of octets.
        hi: Option<u64>,
    },
    /// X.691 18: no bits.
    Null,
    /// X.691 24: a length and contents octets.
    Oid,
    /// X.691 25.
    RelativeOid,
    /// X.691 26, 27.
    Iri,
    /// A known-multiplier character string (X.691 30.1 to 30.5).
    KnownMultiplier {
        /// Code points of the effective permitted alphabet in ascending order; empty if characters are
        /// encoded by their own value.
        alphabet: Vec<u32>,
        /// Bits per character (rounded up to a power of two in the aligned variant).
        bits: u32,
        /// Code points above this are not allowed.
        top: u32,
        /// Minimum number of characters.
        lo: u64,
        /// Maximum number of characters.
        hi: Option<u64>,
    },
    /// UTF8String: a length in octets and the BER contents (X.691 30.6).
    Utf8String,
    /// TeletexString, GeneralString and similar types, one octet per character.
    EscapedString,
    /// DATE as DATE-ENCODING (X.691 32.2).
    Date,
    /// TIME-OF-DAY as TIME-OF-DAY-ENCODING (X.691 32.3).
    TimeOfDay,
    /// DATE-TIME: a DATE, then a TIME-OF-DAY (X.691 32.4).
    DateTime,
    /// DURATION as DURATION-INTERVAL-ENCODING (X.691 32.5).
    Duration,
    /// EXTERNAL: the record of X.680 37.5 in the layout of X.691 28.1.
    External,
    /// EMBEDDED PDV or CHARACTER STRING whose identification is fixed by a constraint: only the data
    /// (X.691 28.2, 29.2).
    Predefined {
        /// The `identification` of all values.
        identification: Value,
    },
    /// All remaining octets of the frame: an open type for which there is no row.
    Rest,
}

impl Bits {
    /// The routine's name.
    pub fn name(&self) -> &'static str {
        match self {
            Bits::Boolean => "boolean",
            Bits::Integer { .. } => "integer",
            Bits::Enumerated { .. } => "enumerated",
            Bits::SmallNumber => "small_number",
            Bits::SmallLength => "small_length",
            Bits::Length { .. } => "length",
            Bits::Real => "real",
            Bits::BitString { .. } => "bit_string",
            Bits::OctetString { .. } => "octet_string",
            Bits::Null => "null",
            Bits::Oid => "oid",
            Bits::RelativeOid => "relative_oid",
            Bits::Iri => "iri",
            Bits::KnownMultiplier { .. } => "known_multiplier",
            Bits::Utf8String => "utf8_string",
            Bits::EscapedString => "escaped_string",
            Bits::Date => "date",
            Bits::TimeOfDay => "time_of_day",
            Bits::DateTime => "date_time",
            Bits::Duration => "duration",
            Bits::External => "external",
            Bits::Predefined { .. } => "predefined",
            Bits::Rest => "rest",
        }
    }

    /// The routine's constant arguments.
    pub fn args(&self) -> Vec<(&'static str, Arg)> {
        let sized =
            |lo: &u64, hi: &Option<u64>| vec![("lo", Arg::Length(Some(*lo))), ("hi", Arg::Length(*hi))];
        match self {
            Bits::Integer { lo, hi } => vec![("lo", Arg::Bound(lo.clone())), ("hi", Arg::Bound(hi.clone()))],
            Bits::Enumerated { root, additions } => vec![
                ("root", Arg::Numbers(root.clone())),
                ("additions", Arg::Numbers(additions.clone().unwrap_or_default())),
                ("extensible", Arg::Switch(additions.is_some())),
            ],
            Bits::Length { lo, hi } | Bits::OctetString { lo, hi } => sized(lo, hi),
            Bits::BitString { named, lo, hi } => {
                let mut args = vec![("named", Arg::Switch(*named))];
                args.extend(sized(lo, hi));
                args
            }
            Bits::KnownMultiplier { alphabet, bits, top, lo, hi } => {
                let mut args = vec![
                    ("alphabet", Arg::Characters(alphabet.clone())),
                    ("bits", Arg::Length(Some(u64::from(*bits)))),
                    ("top", Arg::Length(Some(u64::from(*top)))),
                ];
                args.extend(sized(lo, hi));
                args
            }
            _ => Vec::new(),
        }
    }
}
