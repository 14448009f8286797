//! Leaves of the `bits` family, with precomputed bounds.

use wireglot_bigint::BigInt;
use wireglot_plan::Bits;
use wireglot_rt::bits::Size;

#[derive(Debug, Clone)]
pub(crate) enum BitsLeaf {
    Boolean,
    /// `span` is `hi - lo`. Both fit into 64 bits.
    Constrained {
        lo: i64,
        span: u64,
    },
    BigConstrained {
        lo: BigInt,
        span: BigInt,
    },
    SemiConstrained {
        lo: BigInt,
    },
    Unconstrained,
    Enumerated {
        root: Box<[i64]>,
        additions: Option<Box<[i64]>>,
    },
    SmallNumber,
    SmallLength,
    Length(Size),
    Real,
    BitString {
        named: bool,
        size: Size,
    },
    OctetString {
        size: Size,
    },
    Null,
    Oid,
    RelativeOid,
    Characters {
        /// Empty if characters are encoded by their own value.
        alphabet: Box<[char]>,
        bits: u32,
        top: u32,
        size: Size,
    },
    Utf8String,
    EscapedString,
    Date,
    TimeOfDay,
    DateTime,
    Duration,
}

impl BitsLeaf {
    /// `None` for the leaf that takes a whole frame.
    pub fn new(leaf: &Bits) -> Option<BitsLeaf> {
        let size = |lo: &u64, hi: &Option<u64>| Size { lo: *lo, hi: hi.filter(|hi| *hi < 65536) };
        Some(match leaf {
            Bits::Boolean => BitsLeaf::Boolean,
            Bits::Integer { lo, hi } => integer(lo.as_ref(), hi.as_ref()),
            Bits::Enumerated { root, additions } => BitsLeaf::Enumerated {
                root: root.as_slice().into(),
                additions: additions.as_deref().map(Into::into),
            },
            Bits::SmallNumber => BitsLeaf::SmallNumber,
            Bits::SmallLength => BitsLeaf::SmallLength,
            Bits::Length { lo, hi } => BitsLeaf::Length(size(lo, hi)),
            Bits::Real => BitsLeaf::Real,
            Bits::BitString { named, lo, hi } => BitsLeaf::BitString { named: *named, size: size(lo, hi) },
            Bits::OctetString { lo, hi } => BitsLeaf::OctetString { size: size(lo, hi) },
            Bits::Null => BitsLeaf::Null,
            Bits::Oid => BitsLeaf::Oid,
            Bits::RelativeOid => BitsLeaf::RelativeOid,
            Bits::Iri | Bits::Utf8String => BitsLeaf::Utf8String,
            Bits::KnownMultiplier { alphabet, bits, top, lo, hi } => BitsLeaf::Characters {
                alphabet: alphabet.iter().filter_map(|&c| char::from_u32(c)).collect(),
                bits: *bits,
                top: *top,
                size: size(lo, hi),
            },
            Bits::EscapedString => BitsLeaf::EscapedString,
            Bits::Date => BitsLeaf::Date,
            Bits::TimeOfDay => BitsLeaf::TimeOfDay,
            Bits::DateTime => BitsLeaf::DateTime,
            Bits::Duration => BitsLeaf::Duration,
            Bits::External | Bits::Predefined { .. } | Bits::Rest => return None,
        })
    }
}

/// X.691 13.2: the form depends on which bounds exist.
fn integer(lo: Option<&BigInt>, hi: Option<&BigInt>) -> BitsLeaf {
    match (lo, hi) {
        (Some(lo), Some(hi)) => {
            let span = hi.minus(lo);
            match (lo.to_i64(), span.to_u64()) {
                (Some(lo), Some(span)) => BitsLeaf::Constrained { lo, span },
                _ => BitsLeaf::BigConstrained { lo: lo.clone(), span },
            }
        }
        (Some(lo), None) => BitsLeaf::SemiConstrained { lo: lo.clone() },
        _ => BitsLeaf::Unconstrained,
    }
}
