//! Leaves of the `bits` family, with their bounds worked out.

use wireglot_bigint::BigInt;
use wireglot_plan::Bits;

/// A length: constrained where `hi` is below 64K (X.691 11.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Length {
    pub lo: u64,
    pub hi: Option<u64>,
}

#[derive(Debug, Clone)]
pub(crate) enum BitsLeaf {
    Boolean,
    /// The span is `hi - lo`.
    Constrained {
        lo: i128,
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
    Length(Length),
    Real,
    BitString {
        named: bool,
        size: Length,
    },
    OctetString {
        size: Length,
    },
    Null,
    Oid,
    RelativeOid,
    Characters {
        /// Empty where characters are coded by their own value.
        alphabet: Box<[char]>,
        bits: u32,
        top: u32,
        size: Length,
    },
    Utf8String,
    EscapedString,
    Date,
    TimeOfDay,
    DateTime,
    Duration,
}

impl BitsLeaf {
    /// `None` for the leaf that is a whole frame.
    pub fn new(leaf: &Bits) -> Option<BitsLeaf> {
        let size = |lo: &u64, hi: &Option<u64>| Length { lo: *lo, hi: hi.filter(|hi| *hi < 65536) };
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
            Bits::External | Bits::Rest => return None,
        })
    }
}

/// X.691 13.2: by which bounds there are.
fn integer(lo: Option<&BigInt>, hi: Option<&BigInt>) -> BitsLeaf {
    match (lo, hi) {
        (Some(lo), Some(hi)) => {
            let span = hi.minus(lo);
            match (lo.to_i128(), span.to_u64()) {
                (Some(low), Some(span)) if low.unsigned_abs() < 1 << 100 => {
                    BitsLeaf::Constrained { lo: low, span }
                }
                _ => BitsLeaf::BigConstrained { lo: lo.clone(), span },
            }
        }
        (Some(lo), None) => BitsLeaf::SemiConstrained { lo: lo.clone() },
        _ => BitsLeaf::Unconstrained,
    }
}
