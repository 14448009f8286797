//! Exact algebra on unions of closed ranges: integers, sizes, alphabets. `None` means unbounded.
//! Results are sorted and not adjacent.

use std::cmp::Ordering;

use wireglot_bigint::BigInt;

/// A union of closed ranges.
pub(crate) type Ranges<T> = Vec<(Option<T>, Option<T>)>;

/// A discrete total order.
pub(crate) trait Step: Ord + Clone {
    /// The next greater value; `None` at the top.
    fn next(&self) -> Option<Self>;
    /// The next smaller value; `None` at the bottom.
    fn previous(&self) -> Option<Self>;
}

impl Step for BigInt {
    fn next(&self) -> Option<BigInt> {
        Some(self.plus(&BigInt::from(1)))
    }
    fn previous(&self) -> Option<BigInt> {
        Some(self.minus(&BigInt::from(1)))
    }
}

impl Step for u64 {
    fn next(&self) -> Option<u64> {
        self.checked_add(1)
    }
    fn previous(&self) -> Option<u64> {
        self.checked_sub(1)
    }
}

impl Step for u32 {
    fn next(&self) -> Option<u32> {
        self.checked_add(1)
    }
    fn previous(&self) -> Option<u32> {
        self.checked_sub(1)
    }
}

/// The union.
pub(crate) fn union<T: Step>(mut a: Ranges<T>, b: Ranges<T>) -> Ranges<T> {
    a.extend(b);
    normalise(a)
}

/// Joins a list pairwise until one is left: `n` small sets cost `n log n`, where joining one after
/// the other would cost `n` squared.
pub(crate) fn by_pairs<T>(mut list: Vec<T>, join: impl Fn(T, T) -> T) -> Option<T> {
    while list.len() > 1 {
        let mut rest = list.into_iter();
        list = Vec::with_capacity(rest.len().div_ceil(2));
        while let Some(a) = rest.next() {
            list.push(match rest.next() {
                Some(b) => join(a, b),
                None => a,
            });
        }
    }
    list.pop()
}

/// The intersection.
pub(crate) fn intersection<T: Step>(a: &Ranges<T>, b: &Ranges<T>) -> Ranges<T> {
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let lo = if lo_order(&x.0, &y.0) == Ordering::Less { &y.0 } else { &x.0 };
        let x_ends_first = hi_order(&x.1, &y.1) == Ordering::Less;
        let hi = if x_ends_first { &x.1 } else { &y.1 };
        if not_empty(lo, hi) {
            out.push((lo.clone(), hi.clone()));
        }
        match x_ends_first {
            true => i += 1,
            false => j += 1,
        }
    }
    out
}

/// The complement.
pub(crate) fn complement<T: Step>(a: &Ranges<T>) -> Ranges<T> {
    let mut out = Vec::new();
    let mut lo: Option<Option<T>> = Some(None);
    for (from, to) in a {
        if let (Some(start), Some(end)) = (&lo, from.as_ref().and_then(Step::previous)) {
            if not_empty(start, &Some(end.clone())) {
                out.push((start.clone(), Some(end)));
            }
        }
        lo = to.as_ref().and_then(Step::next).map(Some);
    }
    if let Some(start) = lo {
        out.push((start, None));
    }
    out
}

/// Sorts ranges, joins those that overlap or are adjacent, and drops empty ones.
pub(crate) fn normalise<T: Step>(mut a: Ranges<T>) -> Ranges<T> {
    a.retain(|(lo, hi)| not_empty(lo, hi));
    a.sort_by(|x, y| lo_order(&x.0, &y.0));
    let mut out: Ranges<T> = Vec::new();
    for (lo, hi) in a {
        match out.last_mut() {
            Some(last) if touches(&last.1, &lo) => {
                if hi_order(&last.1, &hi) == Ordering::Less {
                    last.1 = hi;
                }
            }
            _ => out.push((lo, hi)),
        }
    }
    out
}

fn not_empty<T: Ord>(lo: &Option<T>, hi: &Option<T>) -> bool {
    !matches!((lo, hi), (Some(lo), Some(hi)) if lo > hi)
}

/// Whether a range that ends at `hi` overlaps or is adjacent to one that starts at `lo`.
fn touches<T: Step>(hi: &Option<T>, lo: &Option<T>) -> bool {
    match (hi, lo) {
        (Some(hi), Some(lo)) => hi.next().is_none_or(|next| next >= *lo),
        _ => true,
    }
}

fn lo_order<T: Ord>(a: &Option<T>, b: &Option<T>) -> Ordering {
    a.cmp(b)
}

fn hi_order<T: Ord>(a: &Option<T>, b: &Option<T>) -> Ordering {
    match (a, b) {
        (None, None) => Ordering::Equal,
        (None, _) => Ordering::Greater,
        (_, None) => Ordering::Less,
        (Some(a), Some(b)) => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn r(list: &[(i64, i64)]) -> Ranges<u32> {
        let end = |v: i64| (v >= 0).then_some(v as u32);
        list.iter().map(|&(lo, hi)| (end(lo), end(hi))).collect()
    }

    #[test]
    fn ranges_that_touch_join() {
        assert_eq!(union(r(&[(5, 9)]), r(&[(1, 4), (11, -1)])), r(&[(1, 9), (11, -1)]));
        assert_eq!(union(r(&[(0, 20)]), r(&[(3, 4)])), r(&[(0, 20)]));
    }

    #[test]
    fn intersections_keep_each_part() {
        assert_eq!(intersection(&r(&[(1, 5), (8, 20)]), &r(&[(4, 9)])), r(&[(4, 5), (8, 9)]));
        assert_eq!(intersection(&r(&[(-1, 5)]), &r(&[(6, -1)])), r(&[]));
    }

    #[test]
    fn complements_are_exact() {
        assert_eq!(complement(&r(&[(1, 5), (8, 20)])), r(&[(-1, 0), (6, 7), (21, -1)]));
        assert_eq!(complement(&r(&[(-1, -1)])), r(&[]));
        assert_eq!(complement(&r(&[])), r(&[(-1, -1)]));
        assert_eq!(complement(&r(&[(0, 5)])), r(&[(6, -1)]));
    }
}
