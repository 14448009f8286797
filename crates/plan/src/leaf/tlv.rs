//! Contents octets of BER, DER and CER (X.690 8.2 to 8.26).

use wireglot_model::StringKind;

use super::arg::Arg;

/// A leaf of the `tlv` family: the contents of the enclosing frame. Canonical forms depend on the
/// plan's rules.
#[derive(Debug, Clone, PartialEq)]
pub enum Tlv {
    /// X.690 8.2.
    Boolean,
    /// X.690 8.3.
    Integer,
    /// X.690 8.4. Numbers that are not listed are unknown items or errors.
    Enumerated {
        /// Numbers of all items in ascending order.
        numbers: Vec<i64>,
        /// Whether other numbers may occur.
        extensible: bool,
    },
    /// X.690 8.5.
    Real,
    /// X.690 8.6.
    BitString {
        /// Named bits: canonical rules drop all trailing zeros (11.2.2), even those that SIZE
        /// requires; a decoder adds them again (note 1).
        named: bool,
    },
    /// X.690 8.7.
    OctetString,
    /// X.690 8.8.
    Null,
    /// X.690 8.19.
    Oid,
    /// X.690 8.20.
    RelativeOid,
    /// X.690 8.21, 8.22: UTF-8.
    Iri,
    /// X.690 8.23.
    String(StringKind),
    /// UTCTime as a VisibleString; canonical form in X.690 11.8.
    UtcTime,
    /// GeneralizedTime as a VisibleString; canonical form in X.690 11.7.
    GeneralizedTime,
    /// TIME as its characters (X.690 8.26.1).
    Time,
    /// DATE: characters without hyphens (X.690 8.26.2).
    Date,
    /// TIME-OF-DAY: characters without colons.
    TimeOfDay,
    /// DATE-TIME: characters without hyphens, `T` and colons.
    DateTime,
    /// DURATION: characters without the `P`.
    Duration,
    /// EXTERNAL: the record of X.680 37.5 in the layout of X.690 8.18.1, without its outermost tag.
    /// It is one leaf, because its elements determine the `identification` only together, and three
    /// of them are alternatives for `data-value`.
    External,
    /// A complete encoding, including tag and length: ANY, open types of unknown type, unknown
    /// elements.
    Any,
}

impl Tlv {
    /// The routine's name.
    pub fn name(&self) -> &'static str {
        match self {
            Tlv::Boolean => "boolean",
            Tlv::Integer => "integer",
            Tlv::Enumerated { .. } => "enumerated",
            Tlv::Real => "real",
            Tlv::BitString { .. } => "bit_string",
            Tlv::OctetString => "octet_string",
            Tlv::Null => "null",
            Tlv::Oid => "oid",
            Tlv::RelativeOid => "relative_oid",
            Tlv::Iri => "iri",
            Tlv::String(StringKind::Utf8) => "utf8_string",
            Tlv::String(StringKind::Bmp) => "bmp_string",
            Tlv::String(StringKind::Universal) => "universal_string",
            Tlv::String(StringKind::Numeric) => "numeric_string",
            Tlv::String(StringKind::Printable) => "printable_string",
            Tlv::String(StringKind::Ia5) => "ia5_string",
            Tlv::String(StringKind::Visible) => "visible_string",
            Tlv::String(_) => "escaped_string",
            Tlv::UtcTime => "utc_time",
            Tlv::GeneralizedTime => "generalized_time",
            Tlv::Time => "time",
            Tlv::Date => "date",
            Tlv::TimeOfDay => "time_of_day",
            Tlv::DateTime => "date_time",
            Tlv::Duration => "duration",
            Tlv::External => "external",
            Tlv::Any => "any",
        }
    }

    /// The routine's constant arguments.
    pub fn args(&self) -> Vec<(&'static str, Arg)> {
        match self {
            Tlv::Enumerated { numbers, extensible } => {
                vec![("numbers", Arg::Numbers(numbers.clone())), ("extensible", Arg::Switch(*extensible))]
            }
            Tlv::BitString { named } => vec![("named", Arg::Switch(*named))],
            _ => Vec::new(),
        }
    }
}
