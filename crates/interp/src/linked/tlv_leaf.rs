//! Leaves of the `tlv` family, ready to run.

use wireglot_model::StringKind;
use wireglot_plan::Tlv;
use wireglot_rt::tlv::Repertoire;

#[derive(Debug, Clone)]
pub(crate) enum TlvLeaf {
    Boolean,
    Integer,
    /// `None` accepts any number.
    Enumerated(Option<Box<[i64]>>),
    Real,
    BitString {
        named: bool,
        min: u64,
    },
    OctetString,
    Null,
    Oid,
    RelativeOid,
    Text(Repertoire),
    UtcTime,
    GeneralizedTime,
    Time,
    Date,
    TimeOfDay,
    DateTime,
    Duration,
}

impl TlvLeaf {
    pub fn new(leaf: &Tlv) -> TlvLeaf {
        match leaf {
            Tlv::Boolean => TlvLeaf::Boolean,
            Tlv::Integer => TlvLeaf::Integer,
            Tlv::Enumerated { numbers, extensible } => {
                TlvLeaf::Enumerated((!extensible).then(|| numbers.as_slice().into()))
            }
            Tlv::Real => TlvLeaf::Real,
            Tlv::BitString { named } => TlvLeaf::BitString { named: *named, min: 0 },
            Tlv::OctetString | Tlv::Any | Tlv::External => TlvLeaf::OctetString,
            Tlv::Null => TlvLeaf::Null,
            Tlv::Oid => TlvLeaf::Oid,
            Tlv::RelativeOid => TlvLeaf::RelativeOid,
            Tlv::Iri => TlvLeaf::Text(Repertoire::Utf8),
            Tlv::String(kind) => TlvLeaf::Text(repertoire(*kind)),
            Tlv::UtcTime => TlvLeaf::UtcTime,
            Tlv::GeneralizedTime => TlvLeaf::GeneralizedTime,
            Tlv::Time => TlvLeaf::Time,
            Tlv::Date => TlvLeaf::Date,
            Tlv::TimeOfDay => TlvLeaf::TimeOfDay,
            Tlv::DateTime => TlvLeaf::DateTime,
            Tlv::Duration => TlvLeaf::Duration,
        }
    }
}

/// The repertoire of a string type.
pub fn repertoire(kind: StringKind) -> Repertoire {
    match kind {
        StringKind::Utf8 => Repertoire::Utf8,
        StringKind::Numeric => Repertoire::Numeric,
        StringKind::Printable => Repertoire::Printable,
        StringKind::Ia5 => Repertoire::Ia5,
        StringKind::Visible => Repertoire::Visible,
        StringKind::Universal => Repertoire::Universal,
        StringKind::Bmp => Repertoire::Bmp,
        _ => Repertoire::Octets,
    }
}
