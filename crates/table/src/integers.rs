//! The column type for an INTEGER.

use wireglot_driver::IntegerRange;

use crate::kind::Kind;

/// How integers are stored whose types do not bound them, or not to 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// As decimal numbers of 38 digits; more digits are an error.
    #[default]
    Decimal,
    /// As 64-bit integers; larger numbers are an error.
    Long,
    /// As text, regardless of their size.
    Text,
}

/// The narrowest column type that holds all values of a range.
pub fn integer(range: &IntegerRange, beyond: Integers, spark: bool) -> Kind {
    let (Some(lo), Some(hi)) = (&range.lo, &range.hi) else { return unbounded(beyond) };
    let (Some(lo), Some(hi)) = (lo.to_i128(), hi.to_i128()) else { return unbounded(beyond) };
    let fits = |least: i128, most: i128| lo >= least && hi <= most;
    let of = |octets, signed| Kind::Integer { octets, signed };
    if !spark && lo >= 0 {
        let widths =
            [(1, u8::MAX as i128), (2, u16::MAX as i128), (4, u32::MAX as i128), (8, u64::MAX as i128)];
        return widths
            .into_iter()
            .find(|(_, most)| hi <= *most)
            .map_or(Kind::Decimal, |(octets, _)| of(octets, false));
    }
    if fits(i8::MIN.into(), i8::MAX.into()) {
        of(1, true)
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        of(2, true)
    } else if fits(i32::MIN.into(), i32::MAX.into()) {
        of(4, true)
    } else if fits(i64::MIN.into(), i64::MAX.into()) {
        of(8, true)
    } else {
        Kind::Decimal
    }
}

fn unbounded(beyond: Integers) -> Kind {
    match beyond {
        Integers::Decimal => Kind::Decimal,
        Integers::Long => Kind::Integer { octets: 8, signed: true },
        Integers::Text => Kind::Text,
    }
}
