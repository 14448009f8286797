//! Compares values of a specification with those of a message: defaults, keys, and the tests of extensible
//! constraints.

use wireglot_model::{Real, Value};
use wireglot_plan::{Check, ShapeId, ShapeKind, SlotPresence};

use super::condition::Condition;
use super::leaf::{octets, size};
use super::types::Types;
use crate::analysis::contents::oid;

/// Lists of at most this many elements are compared in place, longer ones in a loop.
const SHORT_LIST: usize = 4;

impl Types<'_> {
    /// A constant that can be referred to for good; `None` if one of its types needs memory of its own.
    pub fn literal(&self, shape: ShapeId, value: &Value) -> Option<String> {
        let held = self.held(shape);
        let borrowed = |of: &[u8]| format!("Cow::Borrowed({})", octets(of));
        Some(match (value, &self.shape.get(held).kind) {
            (Value::Boolean(value), _) => value.to_string(),
            (Value::Integer(number), ShapeKind::Integer { .. }) => {
                match (number.to_i64(), self.is_small(held)) {
                    (small, true) => small?.to_string(),
                    (Some(small), false) => format!("rt::Integer::Small({small})"),
                    (None, false) => format!("rt::Integer::Big({})", borrowed(&number.to_twos_complement())),
                }
            }
            (Value::Enumerated(name), ShapeKind::Enumerated { items, .. }) => {
                let item = items.iter().position(|(item, _)| item == name)?;
                format!("{}::{}", self.names.ty(held), self.names.part(held, item as u32))
            }
            (Value::Null, _) => "()".to_string(),
            (Value::BitString { octets, bits, .. }, ShapeKind::BitString { .. }) => {
                format!("rt::BitString {{ octets: {}, bits: {bits} }}", borrowed(octets))
            }
            (Value::OctetString(of), ShapeKind::OctetString { .. }) => borrowed(of),
            (Value::Oid(arcs), kind @ (ShapeKind::Oid | ShapeKind::RelativeOid)) => {
                format!("rt::Oid({})", borrowed(&oid(arcs, matches!(kind, ShapeKind::Oid))))
            }
            (Value::String(text) | Value::Time(text) | Value::Iri(text), _) => {
                format!("Cow::Borrowed({text:?})")
            }
            (Value::Choice(name, inner), ShapeKind::Choice { alternatives, .. }) => {
                let at = alternatives.iter().position(|alternative| alternative.name == *name)?;
                let part = alternatives.get(at)?.shape;
                let variant = format!("{}::{}", self.names.ty(held), self.names.part(held, at as u32));
                match (self.is_null(part), self.is_boxed(held, part)) {
                    (true, _) => variant,
                    (false, true) => return None,
                    (false, false) => format!("{variant}({})", self.literal(part, inner)?),
                }
            }
            _ => return None,
        })
    }

    /// Whether the referenced value equals a constant; `None` if no test is made.
    pub fn equals(&self, at: &str, shape: ShapeId, value: &Value) -> Option<Condition> {
        let held = self.held(shape);
        let (place, target) = (place(at), target(at));
        Some(Condition::If(match (value, &self.shape.get(held).kind) {
            (Value::Boolean(true), _) => target,
            (Value::Boolean(false), _) => format!("!{target}"),
            (Value::Integer(number), ShapeKind::Integer { .. }) => match number.to_i64() {
                Some(small) => format!("{target} == {small}"),
                None if self.is_small(held) => return Some(Condition::Never),
                None => format!("rt::is({at}, {})", octets(&number.to_twos_complement())),
            },
            (Value::Enumerated(name), ShapeKind::Enumerated { items, .. }) => {
                let item = items.iter().position(|(item, _)| item == name)?;
                format!("{target} == {}::{}", self.names.ty(held), self.names.part(held, item as u32))
            }
            (Value::Null, _) => return Some(Condition::Always),
            (Value::BitString { octets: of, bits, .. }, ShapeKind::BitString { named, .. }) => {
                format!("{place}.is({}, {bits}, {})", octets(of), !named.is_empty())
            }
            (Value::OctetString(of), _) => {
                format!("{place}[..] == {}[..]", octets(of).trim_start_matches('&'))
            }
            (Value::Oid(arcs), kind) => {
                let contents = oid(arcs, matches!(kind, ShapeKind::Oid));
                format!("{place}.octets() == {}", octets(&contents))
            }
            (Value::Real(real), _) => real_is(at, real)?,
            (Value::String(text) | Value::Time(text) | Value::Iri(text), _) => format!("{place} == {text:?}"),
            (Value::List(list), ShapeKind::List { element, set, .. }) => {
                self.list_equals(at, *element, list, *set && list.len() > 1)?
            }
            (Value::Choice(name, inner), ShapeKind::Choice { alternatives, .. }) => {
                let index = alternatives.iter().position(|a| a.name == *name)?;
                let variant = format!("{}::{}", self.names.ty(held), self.names.part(held, index as u32));
                let part = alternatives[index].shape;
                match self.is_null(part) {
                    true => format!("matches!({at}, {variant})"),
                    false => match self.part_equals((held, part), "x", inner)? {
                        Condition::Always => format!("matches!({at}, {variant}(_))"),
                        Condition::Never => return Some(Condition::Never),
                        Condition::If(test) => format!("matches!({at}, {variant}(x) if {test})"),
                    },
                }
            }
            (Value::Members(members), ShapeKind::Record { slots, .. }) => {
                let mut all = Vec::new();
                for (index, slot) in slots.iter().enumerate() {
                    let part = format!("{place}.{}", self.names.part(held, index as u32));
                    let value = members.iter().find(|(name, _)| *name == slot.name).map(|(_, value)| value);
                    let test = |at: &str, value| self.part_equals((held, slot.shape), at, value);
                    all.push(match (value, &slot.presence) {
                        (Some(value), SlotPresence::Required) => test(&format!("&{part}"), value)?,
                        (Some(value), SlotPresence::Default(_, default)) if value == default => {
                            test("x", value)?.none_or(&part)
                        }
                        (Some(value), _) => test("x", value)?.some_in(&part),
                        (None, SlotPresence::Default(_, value)) => test("x", value)?.none_or(&part),
                        (None, _) => Condition::If(format!("{part}.is_none()")),
                    });
                }
                return Some(Condition::all(all));
            }
            _ => return None,
        }))
    }

    /// Whether the referenced part of a record or choice, which may be in a box, equals a constant.
    pub fn part_equals(
        &self,
        (owner, part): (ShapeId, ShapeId),
        at: &str,
        value: &Value,
    ) -> Option<Condition> {
        match (value, self.is_boxed(owner, part)) {
            // A pattern doesn't look into a box.
            (Value::Choice(..), true) => self.equals(&format!("&*{}", target(at)), part, value),
            _ => self.equals(at, part, value),
        }
    }

    /// Whether a list equals a constant; the elements of a SET OF may come in any order.
    fn list_equals(&self, at: &str, element: ShapeId, list: &[Value], in_any_order: bool) -> Option<String> {
        let tests = list.iter().map(|value| self.equals("x", element, value));
        let tests: Vec<Condition> = tests.collect::<Option<_>>()?;
        let length = format!("{}.len() == {}", place(at), list.len());
        if tests.iter().all(|test| *test == Condition::Always) {
            return Some(length);
        }
        let tests = tests.into_iter().enumerate();
        if !in_any_order && list.len() <= SHORT_LIST {
            let parts = tests.map(|(index, test)| test.some(&format!("{}.get({index})", place(at))));
            return Some(Condition::all([Condition::If(length)].into_iter().chain(parts)).text());
        }
        let how = if in_any_order { "same_set" } else { "same_list" };
        let arms: String = tests.map(|(index, test)| format!("{index} => {}, ", test.text())).collect();
        Some(format!("rt::{how}({at}, {}, |i, x| match i {{ {arms}_ => false }})", list.len()))
    }

    /// Whether the referenced value satisfies a check; `None` if no test is made.
    pub fn satisfies(&self, at: &str, shape: ShapeId, check: &Check, named: bool) -> Option<String> {
        let place = place(at);
        Some(match check {
            Check::All(all) => self.each(at, shape, all, named)?.join(" && "),
            Check::Any(any) => format!("({})", self.each(at, shape, any, named)?.join(" || ")),
            Check::Not(not) => format!("!({})", self.satisfies(at, shape, not, named)?),
            Check::Equal(value) => self.equals(at, shape, value)?.text(),
            Check::Integer(ranges) => {
                let range = |(lo, hi): &(Option<_>, Option<_>)| {
                    let end = |end: &Option<wireglot_bigint::BigInt>| match end {
                        Some(end) => format!("Some({})", octets(&end.to_twos_complement())),
                        None => "None".to_string(),
                    };
                    let small = |end: &Option<wireglot_bigint::BigInt>| match end {
                        Some(end) => Some(format!("Some({})", end.to_i64()?)),
                        None => Some("None".to_string()),
                    };
                    match (small(lo), small(hi)) {
                        (Some(lo), Some(hi)) => format!("rt::between({at}, {lo}, {hi})"),
                        _ => format!("rt::between_wide({at}, {}, {})", end(lo), end(hi)),
                    }
                };
                any(ranges.iter().map(range).collect())
            }
            Check::Size(ranges) => {
                let length = match &self.shape.get(shape).kind {
                    ShapeKind::BitString { contains: None, .. } if named => {
                        let (lo, hi) = ranges.first().copied().unwrap_or_default();
                        format!("bits::named({at}, {})", size(lo, hi))
                    }
                    ShapeKind::BitString { contains: None, .. } => format!("{place}.bits"),
                    ShapeKind::OctetString { contains: None, .. } | ShapeKind::List { .. } => {
                        format!("({place}.len() as u64)")
                    }
                    ShapeKind::String { .. } => format!("({place}.chars().count() as u64)"),
                    _ => return None,
                };
                any(ranges.iter().map(|(lo, hi)| within(&length, *lo, *hi)).collect())
            }
            Check::Alphabet(ranges) => {
                let range = |(lo, hi): &(u32, u32)| format!("{lo}..={hi}");
                let ranges: Vec<String> = ranges.iter().map(range).collect();
                format!("{place}.chars().all(|c| matches!(u32::from(c), {}))", ranges.join(" | "))
            }
            _ => return None,
        })
    }

    fn each(&self, at: &str, shape: ShapeId, checks: &[Check], named: bool) -> Option<Vec<String>> {
        checks.iter().map(|check| self.satisfies(at, shape, check, named)).collect()
    }
}

/// The referenced value, in front of a dot or an operator that looks through references.
fn place(at: &str) -> &str {
    at.strip_prefix('&').unwrap_or(at)
}

/// The referenced value itself.
fn target(at: &str) -> String {
    match at.strip_prefix('&') {
        Some(place) => place.to_string(),
        None => format!("*{at}"),
    }
}

fn any(tests: Vec<String>) -> String {
    match tests.as_slice() {
        [] => "false".to_string(),
        [one] => one.clone(),
        _ => format!("({})", tests.join(" || ")),
    }
}

fn within(length: &str, lo: u64, hi: Option<u64>) -> String {
    match hi {
        Some(hi) if hi == lo => format!("{length} == {lo}"),
        Some(hi) => format!("({lo}..={hi}).contains(&{length})"),
        None => format!("{length} >= {lo}"),
    }
}

/// Whether a REAL equals a constant: values of base 2 and base 10 differ (X.680 21.5).
fn real_is(at: &str, real: &Real) -> Option<String> {
    let Real::Finite { mantissa, base, exponent } = real else {
        let name = match real {
            Real::PlusInfinity => "PlusInfinity",
            Real::MinusInfinity => "MinusInfinity",
            Real::MinusZero => "MinusZero",
            _ => "NotANumber",
        };
        return Some(format!("matches!({at}, rt::Real::{name})"));
    };
    let (mantissa, exponent) = (mantissa.to_i128()?, exponent.to_i64()?);
    let (negative, magnitude) = (mantissa < 0, mantissa.unsigned_abs());
    if magnitude == 0 {
        return Some(format!("matches!({at}, rt::Real::Zero)"));
    }
    if *base == 2 {
        let zeros = magnitude.trailing_zeros();
        let octets = (magnitude >> zeros).to_be_bytes();
        let first = octets.iter().position(|octet| *octet != 0).unwrap_or(0);
        let (octets, exponent) = (self::octets(octets.get(first..)?), exponent + i64::from(zeros));
        let parts = format!("negative: {negative}, mantissa, exponent: {exponent}");
        return Some(format!("matches!({at}, rt::Real::Binary {{ {parts} }} if mantissa == {octets})"));
    }
    let digits = magnitude.to_string();
    let short = digits.trim_end_matches('0');
    let exponent = exponent + (digits.len() - short.len()) as i64;
    let parts = format!("negative: {negative}, digits, exponent: {exponent}");
    Some(format!("matches!({at}, rt::Real::Decimal {{ {parts} }} if digits == {short:?})"))
}
