//! Combines checks into as few and as flat checks as are exact.

use wireglot_bigint::BigInt;
use wireglot_plan::{Check, Range, Size};

use super::ranges::{by_pairs, complement, intersection, union, Ranges};

/// The check that all values satisfy.
pub(crate) fn anything() -> Check {
    Check::All(Vec::new())
}

/// Whether all values satisfy a check.
pub(crate) fn is_anything(check: &Check) -> bool {
    matches!(check, Check::All(list) if list.is_empty())
}

/// Both checks. INTEGER ranges, sizes and alphabets are intersected; duplicates of other checks are
/// removed.
pub(crate) fn both(a: Check, b: Check) -> Check {
    let mut list = Vec::new();
    for check in flat_all(a).into_iter().chain(flat_all(b)) {
        intersect_into(&mut list, check);
    }
    match list.len() {
        1 => list.remove(0),
        _ => Check::All(list),
    }
}

/// The number of checks in a conjunction.
pub(crate) fn width(check: &Check) -> usize {
    match check {
        Check::All(list) => list.len(),
        _ => 1,
    }
}

fn flat_all(check: Check) -> Vec<Check> {
    match check {
        Check::All(list) => list,
        other => vec![other],
    }
}

fn intersect_into(list: &mut Vec<Check>, check: Check) {
    for have in list.iter_mut() {
        match (have, &check) {
            (Check::Integer(a), Check::Integer(b)) => *a = intersection(a, b),
            (Check::Size(a), Check::Size(b)) => *a = sizes(intersection(&wide(a), &wide(b))),
            (Check::Alphabet(a), Check::Alphabet(b)) => {
                *a = narrow(intersection(&widen(a), &widen(b)));
            }
            (a, b) if *a == *b => {}
            _ => continue,
        }
        return;
    }
    list.push(check);
}

/// At least one of the checks. INTEGER ranges and sizes are united; alphabets cannot be:
/// `FROM("a")|FROM("b")` does not have "ab".
pub(crate) fn either(list: Vec<Check>) -> Check {
    let (mut integers, mut sized, mut out) = (Vec::new(), Vec::new(), Vec::new());
    for check in list {
        if is_anything(&check) {
            return check;
        }
        for check in flat_any(check) {
            match check {
                Check::Integer(ranges) => integers.push(ranges),
                Check::Size(ranges) => sized.push(wide(&ranges)),
                other => out.push(other),
            }
        }
    }
    out.extend(by_pairs(integers, union).map(Check::Integer));
    out.extend(by_pairs(sized, union).map(|ranges| Check::Size(sizes(ranges))));
    match out.len() {
        1 => out.remove(0),
        _ => Check::Any(out),
    }
}

fn flat_any(check: Check) -> Vec<Check> {
    match check {
        Check::Any(list) => list,
        other => vec![other],
    }
}

/// The number of tests in a check: ranges, values and operators.
pub(crate) fn parts(check: &Check) -> usize {
    1 + match check {
        Check::All(list) | Check::Any(list) => list.iter().map(parts).sum(),
        Check::Not(inner) | Check::Element(inner) | Check::Contents(inner) => parts(inner),
        Check::Integer(ranges) => ranges.len(),
        Check::RealForm(form) => form.mantissa.len() + form.base.len() + form.exponent.len(),
        Check::Size(ranges) => ranges.len(),
        Check::Alphabet(ranges) => ranges.len(),
        Check::Components(list) => list.iter().map(|c| 1 + c.check.as_ref().map_or(0, parts)).sum(),
        Check::Equal(_) | Check::Real(..) | Check::Column { .. } => 0,
    }
}

/// The negation.
pub(crate) fn not(check: Check) -> Check {
    match check {
        Check::Integer(a) => Check::Integer(complement(&a)),
        Check::Size(a) => Check::Size(sizes(complement(&wide(&a)))),
        Check::Not(inner) => *inner,
        Check::All(list) if list.is_empty() => Check::Any(list),
        Check::Any(list) if list.is_empty() => Check::All(list),
        other => Check::Not(Box::new(other)),
    }
}

/// Converts sizes to ranges.
fn wide(list: &[(u64, Option<u64>)]) -> Ranges<u64> {
    list.iter().map(|&(lo, hi)| (Some(lo), hi)).collect()
}

/// Converts ranges to sizes.
fn sizes(list: Ranges<u64>) -> Vec<(u64, Option<u64>)> {
    list.into_iter().map(|(lo, hi)| (lo.unwrap_or(0), hi)).collect()
}

/// The sizes in INTEGER ranges: negative numbers are dropped, and bounds above 64 bits become
/// unbounded.
pub(crate) fn sizes_of(list: Ranges<BigInt>) -> Vec<(u64, Option<u64>)> {
    let natural = intersection(&list, &vec![(Some(BigInt::zero()), None)]);
    let natural = natural.into_iter().map(|(lo, hi)| {
        let lo = lo.map_or(Some(0), |lo| lo.to_u64()).unwrap_or(u64::MAX);
        (lo, hi.and_then(|hi| hi.to_u64()))
    });
    natural.collect()
}

/// Converts code points to ranges.
pub(crate) fn widen(list: &[(u32, u32)]) -> Ranges<u32> {
    list.iter().map(|&(lo, hi)| (Some(lo), Some(hi))).collect()
}

/// Converts ranges to code points.
pub(crate) fn narrow(list: Ranges<u32>) -> Vec<(u32, u32)> {
    list.into_iter().map(|(lo, hi)| (lo.unwrap_or(0), hi.unwrap_or(u32::MAX))).collect()
}

/// The minimum and maximum INTEGER that satisfy a check.
pub(crate) fn integer_hull(check: &Check) -> Range {
    match check {
        Check::Integer(list) => {
            Range { lo: list.first().and_then(|r| r.0.clone()), hi: list.last().and_then(|r| r.1.clone()) }
        }
        Check::Equal(wireglot_model::Value::Integer(v)) => Range { lo: Some(v.clone()), hi: Some(v.clone()) },
        Check::All(list) => list.iter().map(integer_hull).fold(Range::default(), |a, b| Range {
            lo: a.lo.max(b.lo),
            hi: match (a.hi, b.hi) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }),
        Check::Any(list) => {
            let hulls: Vec<Range> = list.iter().map(integer_hull).collect();
            let lo = hulls.iter().map(|h| h.lo.clone()).min().flatten();
            let unbounded = hulls.iter().any(|h| h.hi.is_none());
            let hi = if unbounded { None } else { hulls.into_iter().filter_map(|h| h.hi).max() };
            Range { lo, hi }
        }
        _ => Range::default(),
    }
}

/// The minimum and maximum size that satisfy a check.
pub(crate) fn size_hull(check: &Check) -> Size {
    match check {
        Check::Size(list) => Size { lo: list.first().map_or(0, |r| r.0), hi: list.last().and_then(|r| r.1) },
        Check::All(list) => list.iter().map(size_hull).fold(Size::default(), |a, b| Size {
            lo: a.lo.max(b.lo),
            hi: match (a.hi, b.hi) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }),
        Check::Any(list) => {
            let hulls: Vec<Size> = list.iter().map(size_hull).collect();
            let lo = hulls.iter().map(|h| h.lo).min().unwrap_or(0);
            let unbounded = hulls.iter().any(|h| h.hi.is_none());
            let hi = if unbounded { None } else { hulls.iter().filter_map(|h| h.hi).max() };
            Size { lo, hi }
        }
        _ => Size::default(),
    }
}

/// Removes what bounds already express: single INTEGER ranges and single sizes.
pub(crate) fn beyond_bounds(check: &Check) -> Vec<Check> {
    let list = match check {
        Check::All(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let single = |check: &Check| match check {
        Check::Integer(ranges) => ranges.len() == 1,
        Check::Size(ranges) => ranges.len() == 1,
        _ => false,
    };
    list.iter().filter(|check| !single(check)).cloned().collect()
}
