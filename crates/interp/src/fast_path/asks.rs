//! The constraints of a type, if they are a range, a size or an alphabet.

use wireglot_bigint::BigInt;
use wireglot_plan::{Check, ShapeKind, ShapeType};

/// A closed range of lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    pub lo: u32,
    pub hi: u32,
}

impl Sizes {
    /// Any length.
    pub const ALL: Sizes = Sizes { lo: 0, hi: u32::MAX };

    /// `Some` if a length is in the range.
    #[inline(always)]
    pub fn has(self, length: usize) -> Option<()> {
        (self.lo as usize <= length && length <= self.hi as usize).then_some(())
    }
}

/// A closed range of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    lo: i64,
    hi: i64,
    /// `wide`: whether it has all unsigned 64-bit numbers above `hi`. `free`: whether it has all
    /// numbers.
    wide: bool,
    free: bool,
}

impl Range {
    /// All numbers.
    pub const ALL: Range = Range { lo: i64::MIN, hi: i64::MAX, wide: true, free: true };

    /// `Some` if a number is in the range.
    #[inline(always)]
    pub fn has(self, number: i64) -> Option<()> {
        (self.lo <= number && number <= self.hi).then_some(())
    }

    /// Like [`Range::has`], for numbers that need 64 bits without a sign.
    pub fn has_wide(self) -> Option<()> {
        self.wide.then_some(())
    }

    /// Like [`Range::has`], for numbers of any size.
    pub fn has_all(self) -> Option<()> {
        self.free.then_some(())
    }

    /// The range from `lo` to `hi`, where `None` means unbounded.
    pub fn of(lo: &Option<BigInt>, hi: &Option<BigInt>) -> Option<Range> {
        let wide = hi.as_ref().is_none_or(|hi| *hi >= BigInt::from(u64::MAX));
        let free = lo.is_none() && hi.is_none();
        Some(Range { lo: least(lo)?, hi: greatest(hi)?, wide, free })
    }
}

/// The range of an INTEGER type, if it has no other constraints.
pub(super) fn range(ty: &ShapeType) -> Option<Range> {
    let ShapeKind::Integer { range, .. } = &ty.kind else { return None };
    let mut all = Range::of(&range.lo, &range.hi)?;
    for check in &ty.checks {
        let Check::Integer(ranges) = check else { return None };
        let [(lo, hi)] = &ranges[..] else { return None };
        let range = Range::of(lo, hi)?;
        all = Range {
            lo: all.lo.max(range.lo),
            hi: all.hi.min(range.hi),
            wide: all.wide && range.wide,
            free: all.free && range.free,
        };
    }
    Some(all)
}

fn least(bound: &Option<BigInt>) -> Option<i64> {
    match bound {
        None => Some(i64::MIN),
        Some(bound) => bound.to_i64().or(bound.is_negative().then_some(i64::MIN)),
    }
}

fn greatest(bound: &Option<BigInt>) -> Option<i64> {
    match bound {
        None => Some(i64::MAX),
        Some(bound) => bound.to_i64().or((!bound.is_negative()).then_some(i64::MAX)),
    }
}

/// The lengths that a type allows, if it has no constraints other than a size and an alphabet. Also
/// returns the alphabet, as a set of ASCII characters.
pub(super) fn sizes(ty: &ShapeType) -> Option<(Sizes, u128)> {
    let size = match &ty.kind {
        ShapeKind::BitString { named, .. } if !named.is_empty() => return None,
        ShapeKind::BitString { size, .. }
        | ShapeKind::OctetString { size, .. }
        | ShapeKind::String { size, .. }
        | ShapeKind::List { size, .. } => *size,
        _ => return None,
    };
    let bound = |hi: Option<u64>| hi.and_then(|hi| u32::try_from(hi).ok()).unwrap_or(u32::MAX);
    let mut sizes = Sizes { lo: u32::try_from(size.lo).ok()?, hi: bound(size.hi) };
    let mut alphabet = u128::MAX;
    for check in &ty.checks {
        match check {
            Check::Size(ranges) => {
                let [(lo, hi)] = ranges[..] else { return None };
                sizes.lo = sizes.lo.max(u32::try_from(lo).ok()?);
                sizes.hi = sizes.hi.min(bound(hi));
            }
            Check::Alphabet(ranges) => {
                let has = |c: u32| ranges.iter().any(|(lo, hi)| (*lo..=*hi).contains(&c));
                alphabet &= (0..128).filter(|c| has(*c)).fold(0, |set, c| set | 1 << c);
            }
            _ => return None,
        }
    }
    Some((sizes, alphabet))
}

/// `Some` if all characters are ASCII and in the alphabet.
#[inline]
pub(super) fn spelled(text: &[u8], alphabet: u128) -> Option<()> {
    if !text.is_ascii() {
        return None;
    }
    let all = alphabet == u128::MAX || text.iter().all(|octet| alphabet >> (octet & 127) & 1 != 0);
    all.then_some(())
}
