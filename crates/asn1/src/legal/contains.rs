//! Whether a type contains a value, as far as its constraints let that be decided.

use std::cmp::Ordering;
use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::times::{canonical_generalized, canonical_utc};
use wireglot_model::{
    Bound, ComponentConstraint, Constraint, End, Kind, Presence, PresenceConstraint, Real, Set, TimeKind,
    TypeId, Value,
};

use super::Subject;

/// `Some(true)`, `Some(false)`, or `None` if undecided.
type Verdict = Option<bool>;

/// The constraint of a type's chain that excludes a value; `None` if none certainly does.
pub(super) fn excluding<'m>(subject: &Subject<'m>, id: TypeId, value: &Value) -> Option<&'m Constraint> {
    excluding_in(subject, id, value, View::Allowed)
}

/// What an extensible constraint excludes.
#[derive(Clone, Copy, PartialEq)]
enum View {
    /// Whatever is outside of its root: it is followed by a constraint without a marker (X.680 50.8), or
    /// belongs to a contained subtype.
    Root,
    /// Nothing: a later version may allow the value.
    Allowed,
}

fn excluding_in<'m>(
    subject: &Subject<'m>,
    id: TypeId,
    value: &Value,
    mut view: View,
) -> Option<&'m Constraint> {
    let mut at = id;
    let mut follows: Option<&Constraint> = None;
    loop {
        subject.step()?;
        if subject.poison.contains(&at) {
            return None;
        }
        if let Kind::Constrained { constraint, inner } = &subject.model.ty(at).kind {
            // Checked only where it matters, so that a long constraint is not walked for each value.
            if follows.is_some_and(|outer| !extensible(outer)) {
                view = View::Root;
            }
            let place = Place { subject, ty: *inner, view };
            if place.in_constraint(constraint, value) == Some(false) {
                return Some(constraint);
            }
            follows = Some(constraint);
        }
        at = subject.model.ty(at).kind.inner()?;
    }
}

/// Whether a constraint has an extension marker, directly or in its sets.
fn extensible(constraint: &Constraint) -> bool {
    fn set(of: &Set) -> bool {
        match of {
            Set::Union(list) | Set::Intersection(list) => list.iter().any(set),
            Set::Except(of, _) => set(of),
            Set::Nested(c) | Set::Size(c) | Set::Alphabet(c) | Set::Element(c) => extensible(c),
            Set::Components { list, .. } => list.iter().filter_map(|c| c.constraint.as_ref()).any(extensible),
            _ => false,
        }
    }
    constraint.extension.is_some() || set(&constraint.root)
}

/// The context of a constraint: the type that it constrains.
#[derive(Clone, Copy)]
struct Place<'s, 'm> {
    subject: &'s Subject<'m>,
    ty: TypeId,
    view: View,
}

impl Place<'_, '_> {
    fn in_constraint(self, constraint: &Constraint, value: &Value) -> Verdict {
        match constraint.extension {
            Some(_) if self.view == View::Allowed => Some(true),
            _ => self.in_set(&constraint.root, value),
        }
    }

    fn in_set(self, set: &Set, value: &Value) -> Verdict {
        let subject = self.subject;
        subject.step()?;
        match set {
            Set::Union(list) => any(list.iter().map(|set| self.in_set(set, value))),
            Set::Intersection(list) => all(list.iter().map(|set| self.in_set(set, value))),
            Set::Except(of, but) => all([self.in_set(of, value), self.excluded(but, value)].into_iter()),
            Set::AllExcept(but) => self.excluded(but, value),
            Set::Nested(constraint) => self.in_constraint(constraint, value),
            Set::Value(only) => match (only, value, subject.kind(self.ty)?) {
                (Value::Time(one), Value::Time(two), Kind::Time(kind)) => same_instant(*kind, one, two),
                _ => equal(only, value),
            },
            Set::Range(low, high) => in_range(low, high, value),
            Set::Contained(ty) => excluding_in(subject, *ty, value, View::Root).map(|_| false),
            Set::Size(constraint) => {
                let size = Value::Integer(BigInt::from(self.size(value)?));
                self.in_constraint(constraint, &size)
            }
            Set::Alphabet(constraint) => {
                let Value::String(text) = value else { return None };
                all(text.chars().map(|c| in_alphabet(subject, constraint, c)))
            }
            Set::Element(constraint) => match (value, subject.kind(self.ty)?) {
                (Value::List(list), Kind::SequenceOf(element) | Kind::SetOf(element)) => {
                    let inside = Place { ty: element.ty, ..self };
                    all(list.iter().map(|value| inside.in_constraint(constraint, value)))
                }
                _ => None,
            },
            Set::Components { partial, list } => self.in_components(*partial, list, value),
            _ => None,
        }
    }

    /// The set after EXCEPT is removed only as far as its root.
    fn excluded(self, but: &Set, value: &Value) -> Verdict {
        Place { view: View::Root, ..self }.in_set(but, value).map(|b| !b)
    }

    /// WITH COMPONENTS (X.680 51.8). In a full specification, unlisted components are absent.
    fn in_components(self, partial: bool, list: &[ComponentConstraint], value: &Value) -> Verdict {
        let (Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members)) =
            self.subject.kind(self.ty)?
        else {
            return None;
        };
        let choice = matches!(value, Value::Choice(..));
        let parts: HashMap<&str, &Value> = match value {
            Value::Members(parts) => parts.iter().map(|(name, part)| (name.as_str(), part)).collect(),
            Value::Choice(name, part) => HashMap::from([(name.as_str(), &**part)]),
            _ => HashMap::new(),
        };
        let listed: HashMap<&str, &ComponentConstraint> =
            list.iter().rev().map(|said| (said.name.as_str(), said)).collect();
        all(members.all().map(|component| {
            self.subject.step()?;
            let part = match value {
                Value::Members(_) | Value::Choice(..) => parts.get(component.name.as_str()).copied(),
                _ => return None,
            };
            let Some(said) = listed.get(component.name.as_str()) else {
                let may_be = partial || !choice && !matches!(component.presence, Presence::Optional);
                return Some(may_be || part.is_none());
            };
            let present = !partial && matches!(component.presence, Presence::Optional);
            match (said.presence, part) {
                (Some(PresenceConstraint::Absent), Some(_)) => Some(false),
                (Some(PresenceConstraint::Present), None) => match component.presence {
                    Presence::Default(_) => None,
                    _ => Some(false),
                },
                (None, None) if present => Some(false),
                (_, Some(part)) => match &said.constraint {
                    Some(constraint) => Place { ty: component.ty, ..self }.in_constraint(constraint, part),
                    None => Some(true),
                },
                (_, None) => Some(true),
            }
        }))
    }

    /// The size that SIZE constrains. A BIT STRING with named bits may be padded with zeros.
    fn size(self, value: &Value) -> Option<u64> {
        match value {
            Value::OctetString(octets) => Some(octets.len() as u64),
            Value::String(text) => Some(text.chars().count() as u64),
            Value::List(list) => Some(list.len() as u64),
            Value::BitString { bits, .. } => match self.subject.kind(self.ty)? {
                Kind::BitString(named) if named.is_empty() => Some(*bits),
                _ => None,
            },
            _ => None,
        }
    }
}

fn in_alphabet(subject: &Subject, constraint: &Constraint, character: char) -> Verdict {
    if constraint.extension.is_some() {
        return Some(true);
    }
    has_character(subject, &constraint.root, character)
}

/// In an alphabet, a string stands for all of its characters (X.680 51.7.2).
fn has_character(subject: &Subject, set: &Set, character: char) -> Verdict {
    subject.step()?;
    let one = Value::String(character.to_string());
    match set {
        Set::Union(list) => any(list.iter().map(|set| has_character(subject, set, character))),
        Set::Intersection(list) => all(list.iter().map(|set| has_character(subject, set, character))),
        Set::Except(of, but) => {
            all([has_character(subject, of, character), has_character(subject, but, character).map(|b| !b)]
                .into_iter())
        }
        Set::AllExcept(but) => has_character(subject, but, character).map(|b| !b),
        Set::Nested(constraint) => in_alphabet(subject, constraint, character),
        Set::Value(Value::String(text)) => Some(text.contains(character)),
        Set::Range(low, high) => in_range(low, high, &one),
        _ => None,
    }
}

fn in_range(low: &Bound, high: &Bound, value: &Value) -> Verdict {
    let above = match &low.end {
        End::Value(low_value) => compare(value, low_value)
            .map(|order| order == Ordering::Greater || order == Ordering::Equal && !low.open),
        // MIN is the least value of the parent, which is checked separately; MAX is a lower bound only if it
        // is the only value.
        End::Min => Some(true),
        End::Max => None,
    };
    let below = match &high.end {
        End::Value(high_value) => compare(value, high_value)
            .map(|order| order == Ordering::Less || order == Ordering::Equal && !high.open),
        End::Max => Some(true),
        End::Min => None,
    };
    all([above, below].into_iter())
}

/// Compares two numbers or two characters.
pub(super) fn compare(one: &Value, two: &Value) -> Option<Ordering> {
    match (one, two) {
        (Value::Integer(one), Value::Integer(two)) => Some(one.cmp(two)),
        (Value::Real(one), Value::Real(two)) => compare_reals(one, two),
        (Value::String(one), Value::String(two)) => {
            let single = |text: &str| {
                let mut characters = text.chars();
                characters.next().filter(|_| characters.next().is_none())
            };
            Some(single(one)?.cmp(&single(two)?))
        }
        _ => None,
    }
}

/// Larger exponents are not expanded.
const FAR: i64 = 400;

/// Compares two REALs with any bases: each is multiplied by the other's denominator.
fn compare_reals(one: &Real, two: &Real) -> Option<Ordering> {
    let rank = |real: &Real| match real {
        Real::MinusInfinity => Some(0),
        Real::Finite { .. } | Real::MinusZero => Some(1),
        Real::PlusInfinity => Some(2),
        Real::NotANumber => None,
    };
    let parts = |real: &Real| match real {
        Real::Finite { mantissa, base, exponent } => Some((mantissa.clone(), *base, exponent.to_i64()?)),
        _ => Some((BigInt::zero(), 2, 0)),
    };
    if (rank(one)?, rank(two)?) != (1, 1) {
        return Some(rank(one)?.cmp(&rank(two)?));
    }
    let ((one, base, exponent), (two, other_base, other_exponent)) = (parts(one)?, parts(two)?);
    if exponent.abs() > FAR || other_exponent.abs() > FAR {
        return None;
    }
    let times = |number: BigInt, base: u32, power: i64| (0..power).fold(number, |n, _| n.scaled(base, 0));
    let left = times(times(one, base, exponent), other_base, -other_exponent);
    let right = times(times(two, other_base, other_exponent), base, -exponent);
    Some(left.cmp(&right))
}

/// Whether two values are equal, as far as that can be decided without knowing a DEFAULT or ordering a SET
/// OF.
fn equal(one: &Value, two: &Value) -> Verdict {
    match (one, two) {
        _ if is_plain(one) => Some(one == two),
        (Value::Real(one), Value::Real(two)) => compare_reals(one, two).map(|order| order == Ordering::Equal),
        (Value::Choice(name, one), Value::Choice(other, two)) => match name == other {
            true => equal(one, two),
            false => Some(false),
        },
        (Value::Members(one), Value::Members(two)) => {
            let same_names = one.len() == two.len() && one.iter().zip(two).all(|(a, b)| a.0 == b.0);
            match same_names {
                true => all(one.iter().zip(two).map(|(a, b)| equal(&a.1, &b.1))),
                false => None,
            }
        }
        (Value::List(one), Value::List(two)) if one.len() != two.len() => Some(false),
        _ => (one == two).then_some(true),
    }
}

/// Whether two times are the same instant, if their types define the instant of a time.
fn same_instant(kind: TimeKind, one: &str, two: &str) -> Verdict {
    let canonical = match kind {
        TimeKind::Generalized => canonical_generalized,
        TimeKind::Utc => canonical_utc,
        _ => return (one == two).then_some(true),
    };
    match (canonical(one), canonical(two)) {
        (Some(one), Some(two)) => Some(one == two),
        _ => (one == two).then_some(true),
    }
}

/// Whether two values are equal exactly if they are written alike.
fn is_plain(value: &Value) -> bool {
    matches!(
        value,
        Value::Boolean(_)
            | Value::Integer(_)
            | Value::Enumerated(_)
            | Value::Null
            | Value::OctetString(_)
            | Value::Oid(_)
            | Value::String(_)
    )
}

fn any(list: impl Iterator<Item = Verdict>) -> Verdict {
    let mut verdict = Some(false);
    for one in list {
        match one {
            Some(true) => return Some(true),
            None => verdict = None,
            Some(false) => {}
        }
    }
    verdict
}

fn all(list: impl Iterator<Item = Verdict>) -> Verdict {
    let mut verdict = Some(true);
    for one in list {
        match one {
            Some(false) => return Some(false),
            None => verdict = None,
            Some(true) => {}
        }
    }
    verdict
}
