//! Checks values against their constraints, exactly as X.680 defines them.

use std::cmp::Ordering;

use wireglot_bigint::BigInt;
use wireglot_model::{PresenceConstraint, Real as ModelReal, Value};
use wireglot_plan::{Check, ComponentCheck, KeyPath, Row, Shape, ShapeKind, TableId};
use wireglot_rt::iri::{is_oid_iri, is_relative_oid_iri};
use wireglot_rt::{ErrorCode, Real};

use crate::canonical::same_instants;
use crate::linked::{Asked, Linked};
use crate::{real_form, Defaults, RecordRef, Tape, ValueRef, View};
use wireglot_model::times::is_time;

/// A constraint that a value does not satisfy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The path of the value, starting with the root's name.
    pub path: String,
    /// The kind of the violated constraint, as a stable word.
    pub asked: &'static str,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: the value does not satisfy its constraint ({})", self.path, self.asked)
    }
}

impl std::error::Error for Violation {}

impl Violation {
    /// The error code for it.
    pub(crate) fn code(&self) -> ErrorCode {
        match self.asked {
            "time" => ErrorCode::TimeForm,
            "iri" => ErrorCode::OidForm,
            _ => ErrorCode::Constraint,
        }
    }
}

/// Checks a value and all its parts; `root` is the first name in the path.
///
/// # Errors
/// The first constraint that does not hold.
pub(crate) fn check(linked: &Linked, root: &str, value: ValueRef<'_>) -> Result<(), Violation> {
    let mut checker = Checker { asked: linked.asked(), ..Checker::new(linked.shape(), linked.defaults()) };
    checker.all(value).map_err(|asked| Violation {
        path: checker.path.iter().rev().fold(root.to_string(), |path, piece| path + piece),
        asked,
    })
}

/// The bound of its shape that a value violates, as a word. The shape's checks contain only what
/// its bounds do not.
fn broken(kind: &ShapeKind, value: &View<'_>) -> Option<&'static str> {
    match kind {
        ShapeKind::Integer { range, .. } => (!in_range(value, &range.lo, &range.hi)).then_some("range"),
        ShapeKind::BitString { size, .. }
        | ShapeKind::OctetString { size, .. }
        | ShapeKind::String { size, .. }
        | ShapeKind::List { size, .. }
            if size.lo > 0 || size.hi.is_some() =>
        {
            (!of_size(kind, value, size.lo, size.hi)).then_some("size")
        }
        _ => None,
    }
}

/// Checks what a type requires of its characters regardless of constraints.
fn well_formed(kind: &ShapeKind, text: &str) -> Result<(), &'static str> {
    match kind {
        ShapeKind::Time(kind) if !is_time(*kind, text) => Err("time"),
        ShapeKind::OidIri if !is_oid_iri(text) => Err("iri"),
        ShapeKind::RelativeOidIri if !is_relative_oid_iri(text) => Err("iri"),
        _ => Ok(()),
    }
}

fn in_range(value: &View<'_>, lo: &Option<BigInt>, hi: &Option<BigInt>) -> bool {
    match *value {
        View::Integer(n) => within(i128::from(n), lo, hi),
        View::BigInteger(octets) if lo.is_some() || hi.is_some() => {
            let n = BigInt::from_twos_complement(octets);
            lo.as_ref().is_none_or(|lo| *lo <= n) && hi.as_ref().is_none_or(|hi| n <= *hi)
        }
        _ => true,
    }
}

fn of_size(kind: &ShapeKind, value: &View<'_>, lo: u64, hi: Option<u64>) -> bool {
    sizes(kind, value).is_none_or(|(least, most)| lo <= most && hi.is_none_or(|hi| least <= hi))
}

/// The minimum and maximum size that a value can have: trailing zeros of named bits are added or
/// dropped to fit (X.680 22.7).
fn sizes(kind: &ShapeKind, value: &View<'_>) -> Option<(u64, u64)> {
    match (value, kind) {
        (View::BitString(octets, bits), ShapeKind::BitString { named, .. }) if !named.is_empty() => {
            Some((wireglot_rt::tlv::trimmed(octets, *bits, 0), u64::MAX))
        }
        _ => size(value).map(|size| (size, size)),
    }
}

/// Checks a value recursively.
pub(crate) struct Checker<'c, 't> {
    shape: &'c Shape,
    defaults: &'c Defaults,
    /// By shape, what is to be checked of its values; past the end of the list, anything.
    asked: &'c [Asked],
    /// Enclosing values, outermost first.
    around: Vec<ValueRef<'t>>,
    /// Pieces of the path to a violation, innermost first.
    path: Vec<String>,
}

impl<'c, 't> Checker<'c, 't> {
    pub fn new(shape: &'c Shape, defaults: &'c Defaults) -> Checker<'c, 't> {
        Checker { shape, defaults, asked: &[], around: Vec::new(), path: Vec::new() }
    }

    /// Checks a value and its parts.
    #[inline]
    fn all(&mut self, value: ValueRef<'t>) -> Result<(), &'static str> {
        match self.asked.get(value.shape().index()) {
            Some(Asked::Nothing) => Ok(()),
            Some(Asked::Range(lo, hi)) if value.small_integer().is_some_and(|n| (*lo..=*hi).contains(&n)) => {
                Ok(())
            }
            _ => self.each(value),
        }
    }

    /// Checks a value that needs checking.
    fn each(&mut self, value: ValueRef<'t>) -> Result<(), &'static str> {
        let ty = self.shape.get(value.shape());
        if let (Some(record), []) = (value.record(), &ty.checks[..]) {
            return self.members(value, record, &ty.kind);
        }
        let view = value.view();
        if let View::String(text) = view {
            well_formed(&ty.kind, text)?;
        }
        if let Some(asked) = broken(&ty.kind, &view) {
            return Err(asked);
        }
        if let Some(check) = ty.checks.iter().find(|check| !self.holds(check, value)) {
            return Err(word(check));
        }
        match view {
            View::Record(record) => self.members(value, record, &ty.kind)?,
            // The list has constraints, but its elements have none.
            View::List(_) if matches!(ty.kind, ShapeKind::List { element, .. } if self.asked.get(element.index()) == Some(&Asked::Nothing)) =>
                {}
            View::List(list) => {
                self.around.push(value);
                for (index, part) in list.iter().enumerate() {
                    self.all(part).inspect_err(|_| self.path.push(format!("[{index}]")))?;
                }
                self.around.pop();
            }
            View::Choice(alternative, part) => {
                self.around.push(value);
                self.all(part).inspect_err(|_| {
                    if let ShapeKind::Choice { alternatives, .. } = &ty.kind {
                        let name = alternatives.get(alternative as usize).map_or("?", |a| &a.name);
                        self.path.push(format!(".{name}"));
                    }
                })?;
                self.around.pop();
            }
            // An open type in a string finds its keys around the string.
            View::Contained(_, part) => self.all(part)?,
            View::Open(_, part) => {
                let around = std::mem::take(&mut self.around);
                self.all(part)?;
                self.around = around;
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks the parts of a record.
    fn members(
        &mut self,
        value: ValueRef<'t>,
        record: RecordRef<'t>,
        kind: &ShapeKind,
    ) -> Result<(), &'static str> {
        self.around.push(value);
        for (slot, part) in record.slots() {
            self.all(part).inspect_err(|_| {
                if let ShapeKind::Record { slots, .. } = kind {
                    let name = slots.get(slot as usize).map_or("?", |s| &s.name);
                    self.path.push(format!(".{name}"));
                }
            })?;
        }
        self.around.pop();
        Ok(())
    }

    /// Whether a value satisfies one check. Unknown parts satisfy every check.
    #[expect(
        clippy::indexing_slicing,
        reason = "found is over zero, and a partition point is at most the length"
    )]
    pub fn holds(&self, check: &Check, value: ValueRef<'_>) -> bool {
        match check {
            Check::All(list) => list.iter().all(|check| self.holds(check, value)),
            Check::Any(list) => list.iter().any(|check| self.holds(check, value)),
            Check::Not(check) => !self.holds(check, value),
            Check::Equal(wanted) => self.is(wanted, value),
            Check::Integer(ranges) => ranges.iter().any(|(lo, hi)| in_range(&value.view(), lo, hi)),
            Check::Real(lo, hi) => match value.view() {
                View::Real(value) => real_within(&value, lo, hi),
                _ => true,
            },
            Check::Size(ranges) => {
                let (kind, view) = (&self.shape.get(value.shape()).kind, value.view());
                ranges.iter().any(|(lo, hi)| of_size(kind, &view, *lo, *hi))
            }
            Check::RealForm(form) => match value.view() {
                View::Real(value) => real_form::has(&value, form),
                _ => true,
            },
            Check::Alphabet(ranges) => match value.view() {
                View::String(text) => text.chars().map(u32::from).all(|c| {
                    let found = ranges.partition_point(|(lo, _)| *lo <= c);
                    found > 0 && c <= ranges[found - 1].1
                }),
                _ => true,
            },
            Check::Element(check) => match value.view() {
                View::List(list) => list.iter().all(|element| self.holds(check, element)),
                _ => true,
            },
            Check::Components(components) => components.iter().all(|c| self.component(c, value)),
            Check::Contents(check) => match value.view() {
                View::Contained(_, inner) => self.holds(check, inner),
                _ => true,
            },
            Check::Column { table, column, keys } => self.column(*table, *column, keys, value),
        }
    }

    fn is(&self, wanted: &Value, value: ValueRef<'_>) -> bool {
        match (wanted, value.view()) {
            (Value::Integer(wanted), View::Integer(n)) => wanted.to_i64() == Some(n),
            _ => Tape::from_value(self.shape, value.shape(), wanted).is_ok_and(|tape| {
                tape.root().is_some_and(|w| same_instants(self.shape, self.defaults, w, value))
            }),
        }
    }

    fn component(&self, asked: &ComponentCheck, value: ValueRef<'_>) -> bool {
        let part = value.child(asked.slot);
        let present = match asked.presence {
            PresenceConstraint::Present => part.is_some(),
            PresenceConstraint::Absent => part.is_none(),
            PresenceConstraint::Optional => true,
        };
        present && part.zip(asked.check.as_ref()).is_none_or(|(part, check)| self.holds(check, part))
    }

    /// X.682 10: one of the values in the column, in the rows that the keys select.
    fn column(&self, table: TableId, column: u32, keys: &[(u32, KeyPath)], value: ValueRef<'_>) -> bool {
        let rows = &self.shape.table(table).rows;
        let others: Option<Vec<(u32, ValueRef<'_>)>> =
            keys.iter().map(|(column, path)| Some((*column, self.at(path)?))).collect();
        let Some(others) = others else { return true };
        let fits = |row: &Row| {
            let has = |column: u32, value: ValueRef<'_>| {
                row.keys.get(column as usize).is_some_and(|key| self.is(key, value))
            };
            has(column, value) && others.iter().all(|(column, value)| has(*column, *value))
        };
        match self.defaults.rows(self.shape, table, column, value) {
            Some(found) => found.iter().filter_map(|row| rows.get(*row as usize)).any(fits),
            None => rows.iter().any(fits),
        }
    }

    fn at(&self, path: &KeyPath) -> Option<ValueRef<'_>> {
        let from = self.around.len().checked_sub(path.up as usize)?;
        self.defaults.key(*self.around.get(from)?, &path.down)
    }
}

/// The stable word for a kind of constraint.
fn word(check: &Check) -> &'static str {
    match check {
        Check::All(_) | Check::Any(_) | Check::Not(_) => "set",
        Check::Equal(_) => "value",
        Check::Integer(_) | Check::Real(..) => "range",
        Check::RealForm(_) => "component",
        Check::Size(_) => "size",
        Check::Alphabet(_) => "alphabet",
        Check::Element(_) | Check::Components(_) => "component",
        Check::Contents(_) => "contents",
        Check::Column { .. } => "table",
    }
}

fn within(n: i128, lo: &Option<BigInt>, hi: &Option<BigInt>) -> bool {
    let above = lo.as_ref().is_none_or(|lo| match lo.to_i128() {
        Some(lo) => lo <= n,
        None => lo.is_negative(),
    });
    let below = hi.as_ref().is_none_or(|hi| match hi.to_i128() {
        Some(hi) => n <= hi,
        None => !hi.is_negative(),
    });
    above && below
}

/// The size in bits, octets, characters or elements.
fn size(value: &View<'_>) -> Option<u64> {
    Some(match *value {
        View::BitString(_, bits) => bits,
        View::OctetString(octets) => octets.len() as u64,
        View::String(text) => text.chars().count() as u64,
        View::List(list) => list.len() as u64,
        _ => return None,
    })
}

type End = Option<(ModelReal, bool)>;

fn real_within(value: &Real<'_>, lo: &End, hi: &End) -> bool {
    let order = |end: &ModelReal| compare(&Number::of(value)?, &Number::of_model(end)?);
    let above = lo.as_ref().is_none_or(|(lo, open)| match order(lo) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => !open,
        _ => false,
    });
    let below = hi.as_ref().is_none_or(|(hi, open)| match order(hi) {
        Some(Ordering::Less) => true,
        Some(Ordering::Equal) => !open,
        _ => false,
    });
    above && below
}

/// A REAL in a form that can be compared.
enum Number {
    Minus,
    Plus,
    Finite { mantissa: BigInt, base: u32, exponent: i64 },
}

impl Number {
    fn of(value: &Real<'_>) -> Option<Number> {
        let signed = |negative: bool, n: BigInt| if negative { n.negated() } else { n };
        Some(match *value {
            Real::Zero | Real::MinusZero => Number::Finite { mantissa: BigInt::zero(), base: 2, exponent: 0 },
            Real::PlusInfinity => Number::Plus,
            Real::MinusInfinity => Number::Minus,
            Real::NotANumber => return None,
            Real::Binary { negative, mantissa, exponent } => {
                let mantissa = signed(negative, BigInt::from_unsigned(mantissa));
                Number::Finite { mantissa, base: 2, exponent }
            }
            Real::Decimal { negative, digits, exponent } => {
                let mantissa = signed(negative, BigInt::from_decimal(digits)?);
                Number::Finite { mantissa, base: 10, exponent }
            }
        })
    }

    fn of_model(value: &ModelReal) -> Option<Number> {
        Some(match value {
            ModelReal::PlusInfinity => Number::Plus,
            ModelReal::MinusInfinity => Number::Minus,
            ModelReal::NotANumber => return None,
            ModelReal::MinusZero => Number::Finite { mantissa: BigInt::zero(), base: 2, exponent: 0 },
            ModelReal::Finite { mantissa, base, exponent } => {
                Number::Finite { mantissa: mantissa.clone(), base: *base, exponent: exponent.to_i64()? }
            }
        })
    }
}

/// If exponents differ by more than this, only the magnitudes are compared.
const FAR: i64 = 4096;

fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    let finite = |n: &Number| match n {
        Number::Finite { mantissa, base, exponent } => Some((mantissa.clone(), *base, *exponent)),
        _ => None,
    };
    let rank = |n: &Number| match n {
        Number::Minus => 0,
        Number::Finite { .. } => 1,
        Number::Plus => 2,
    };
    let (Some(a), Some(b)) = (finite(a), finite(b)) else { return Some(rank(a).cmp(&rank(b))) };
    let sign = |n: &BigInt| i32::from(!n.is_zero()) * if n.is_negative() { -1 } else { 1 };
    if sign(&a.0) != sign(&b.0) || a.0.is_zero() {
        return Some(sign(&a.0).cmp(&sign(&b.0)));
    }
    // The number of bits before the point, roughly.
    let bits = |(mantissa, base, exponent): &(BigInt, u32, i64)| {
        mantissa.bits() as i128 + i128::from(*exponent) * if *base == 10 { 10 } else { 3 } / 3
    };
    let near = |n: &(BigInt, u32, i64)| n.2.abs() <= FAR;
    if !near(&a) || !near(&b) {
        let order = bits(&a).cmp(&bits(&b));
        return Some(if a.0.is_negative() { order.reverse() } else { order });
    }
    // Negative exponents are moved to the other side.
    let power = |n: BigInt, base: u32, times: i64| (0..times).fold(n, |n, _| n.scaled(base, 0));
    let left = power(power(a.0, a.1, a.2.max(0)), b.1, (-b.2).max(0));
    let right = power(power(b.0, b.1, b.2.max(0)), a.1, (-a.2).max(0));
    Some(left.cmp(&right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finite(mantissa: i64, base: u32, exponent: i64) -> Number {
        Number::Finite { mantissa: mantissa.into(), base, exponent }
    }

    #[test]
    fn reals_of_two_bases_compare_exactly() {
        let order = |a, b| compare(&a, &b).unwrap();
        assert_eq!(order(finite(1, 2, -1), finite(5, 10, -1)), Ordering::Equal);
        assert_eq!(order(finite(1, 10, -1), finite(3_602_879_701_896_397, 2, -55)), Ordering::Less);
        assert_eq!(order(finite(-1, 2, 0), finite(1, 2, -100)), Ordering::Less);
        assert_eq!(order(finite(1, 2, 100_000), finite(1, 10, 100)), Ordering::Greater);
        assert_eq!(order(finite(-1, 2, 100_000), Number::Minus), Ordering::Greater);
        assert_eq!(order(finite(0, 2, 0), finite(0, 10, 7)), Ordering::Equal);
    }
}
