//! Compares values as people write them.
//!
//! Not stricter than necessary: SET OF in any order, named bits without trailing zeros, REAL by its number
//! whatever its base.

use wireglot_interp::json::Spelling;
use wireglot_interp::{ValueRef, View};
use wireglot_plan::ShapeKind;

use crate::languages::asn1::specification::Specification;

/// Compares two values of the same type.
pub fn same(specification: &Specification, a: ValueRef, b: ValueRef) -> bool {
    specification.equal(a, b) || parts_same(specification, a, b)
}

fn parts_same(specification: &Specification, a: ValueRef, b: ValueRef) -> bool {
    match (a.view(), b.view()) {
        (View::Real(_), View::Real(_)) => number(specification, a) == number(specification, b),
        (View::Record(x), View::Record(y)) => {
            let (mut left, mut right) = (x.slots(), y.slots());
            loop {
                match (left.next(), right.next()) {
                    (None, None) => return true,
                    (Some((i, x)), Some((j, y))) if i == j && same(specification, x, y) => {}
                    _ => return false,
                }
            }
        }
        (View::List(x), View::List(y)) => {
            let set = matches!(specification.shape().get(a.shape()).kind, ShapeKind::List { set: true, .. });
            let (mut left, mut right): (Vec<_>, Vec<_>) = (x.iter().collect(), y.iter().collect());
            if set {
                left.sort_by_cached_key(|v| specification.to_json(*v, Spelling::Json));
                right.sort_by_cached_key(|v| specification.to_json(*v, Spelling::Json));
            }
            left.len() == right.len() && left.into_iter().zip(right).all(|(x, y)| same(specification, x, y))
        }
        (View::Choice(i, x), View::Choice(j, y)) => i == j && same(specification, x, y),
        (View::Open(i, x), View::Open(j, y)) => i == j && same(specification, x, y),
        (View::Contained(_, x), View::Contained(_, y)) => same(specification, x, y),
        _ => false,
    }
}

/// A REAL as binary64, which is precise enough to distinguish the numbers in vectors.
fn number(specification: &Specification, value: ValueRef) -> Option<u64> {
    let text = specification.to_json(value, Spelling::Json);
    let digits = text.strip_prefix("{\"base10Value\":").unwrap_or(&text);
    Some(digits.trim_end_matches('}').parse::<f64>().ok()?.to_bits())
}
