//! Leaves of the `octets` family, ready to run.

use wireglot_model::StringKind;
use wireglot_plan::Octets;
use wireglot_rt::tlv::Repertoire;

use crate::linked::tlv_leaf::repertoire;
use crate::linked::tlv_leaf::TlvLeaf;

#[derive(Debug, Clone)]
pub(crate) enum OctetsLeaf {
    /// A length, then contents octets of X.690.
    Counted(TlvLeaf),
    /// A fixed number of contents octets of X.690.
    Fixed(TlvLeaf, usize),
    /// An integer of a fixed number of octets.
    Whole {
        width: usize,
        signed: bool,
    },
    /// A length, then an unsigned integer.
    Unsigned,
    /// X.696 11; `None` accepts any number.
    Enumerated(Option<Box<[i64]>>),
    /// binary32 or binary64.
    Float {
        width: usize,
    },
    /// A fixed number of bits, padded to octets.
    Bits {
        count: u64,
    },
    Date,
    TimeOfDay,
    DateTime,
    Duration,
}

impl OctetsLeaf {
    /// `None` for leaves that are not a value by themselves.
    pub fn new(leaf: &Octets) -> Option<OctetsLeaf> {
        use OctetsLeaf::{Counted, Fixed};
        Some(match leaf {
            Octets::Boolean => Fixed(TlvLeaf::Boolean, 1),
            Octets::Integer { width: Some(width), signed, .. } => {
                OctetsLeaf::Whole { width: *width as usize, signed: *signed }
            }
            Octets::Integer { signed: true, .. } => Counted(TlvLeaf::Integer),
            Octets::Integer { .. } => OctetsLeaf::Unsigned,
            Octets::Enumerated { numbers, extensible } => {
                OctetsLeaf::Enumerated((!extensible).then(|| numbers.as_slice().into()))
            }
            Octets::Real => Counted(TlvLeaf::Real),
            Octets::Float { width } => OctetsLeaf::Float { width: *width as usize },
            Octets::BitString { size: Some(count), .. } => OctetsLeaf::Bits { count: *count },
            Octets::BitString { named, min, .. } => Counted(TlvLeaf::BitString { named: *named, min: *min }),
            Octets::OctetString { size: Some(size) } => Fixed(TlvLeaf::OctetString, *size as usize),
            Octets::OctetString { .. } => Counted(TlvLeaf::OctetString),
            Octets::Null => Fixed(TlvLeaf::Null, 0),
            Octets::Oid => Counted(TlvLeaf::Oid),
            Octets::RelativeOid => Counted(TlvLeaf::RelativeOid),
            Octets::Iri => Counted(TlvLeaf::Text(Repertoire::Utf8)),
            Octets::String { kind, size: Some(size) } => {
                let octets = (*size as usize).saturating_mul(width(*kind));
                Fixed(TlvLeaf::Text(repertoire(*kind)), octets)
            }
            Octets::String { kind, .. } => Counted(TlvLeaf::Text(repertoire(*kind))),
            Octets::UtcTime => Counted(TlvLeaf::UtcTime),
            Octets::GeneralizedTime => Counted(TlvLeaf::GeneralizedTime),
            Octets::Date => OctetsLeaf::Date,
            Octets::TimeOfDay => OctetsLeaf::TimeOfDay,
            Octets::DateTime => OctetsLeaf::DateTime,
            Octets::Duration => OctetsLeaf::Duration,
            Octets::External | Octets::Quantity | Octets::Bitmap | Octets::Rest => return None,
        })
    }
}

/// The number of octets per character.
fn width(kind: StringKind) -> usize {
    match kind {
        StringKind::Bmp => 2,
        StringKind::Universal => 4,
        _ => 1,
    }
}
