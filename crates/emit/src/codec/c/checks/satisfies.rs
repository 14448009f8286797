//! Whether a value satisfies a check, as a C expression.

use wireglot_bigint::BigInt;
use wireglot_model::PresenceConstraint;
use wireglot_plan::{Check, ComponentCheck, ShapeId, ShapeKind, SlotPresence};

use crate::analysis::storage::{unit, Slice, Storage, Width};
use crate::codec::c::constants::literal;
use crate::codec::c::statements::context::alone;
use crate::codec::c::statements::context::Times;
use crate::codec::c::statements::context::{address, member, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};

/// A closed range of numbers; a missing end is unbounded.
type Range = (Option<BigInt>, Option<BigInt>);

/// More ranges than this go into a table.
const MANY: usize = 4;

impl C<'_> {
    /// Whether the value at a place satisfies a check. `raw` is its type in the schema, which may be one that
    /// always holds another; `around` are the values that enclose it, outermost first. A check that can't be
    /// evaluated counts as satisfied.
    pub fn satisfied(&self, place: &Place, raw: ShapeId, check: &Check, around: &[Place]) -> Expr {
        let each = |list: &[Check]| -> Vec<Expr> {
            list.iter().map(|check| self.satisfied(place, raw, check, around)).collect()
        };
        match check {
            Check::All(list) => Expr::all(each(list)),
            Check::Any(list) => Expr::any(each(list)),
            Check::Not(inner) => match self.satisfied(place, raw, inner, around) {
                // If a check isn't evaluated, neither is its negation.
                Expr::Known(true) => Expr::Known(true),
                condition => condition.negated(),
            },
            Check::Equal(value) => self.equality(place, value, Times::Instants),
            Check::Contents(inner) => match &self.shape.get(raw).kind {
                ShapeKind::BitString { contains: Some(contents), .. }
                | ShapeKind::OctetString { contains: Some(contents), .. } => {
                    self.satisfied(place, contents.shape, inner, around)
                }
                _ => Expr::Known(true),
            },
            // Strings that contain a value, and open types, have neither number nor length.
            _ if self.layout.held(raw) != raw => Expr::Known(true),
            Check::Integer(ranges) => self.number_within(place, ranges),
            Check::Real(lo, hi) => self.real_between(place, lo, hi),
            Check::RealForm(form) => self.has_parts(place, form),
            Check::Size(sizes) => Expr::any(sizes.iter().map(|(lo, hi)| self.size_between(place, *lo, *hi))),
            Check::Alphabet(ranges) => self.characters_within(place, ranges),
            Check::Element(inner) => self.each_element(place, inner),
            Check::Components(list) => {
                Expr::all(list.iter().map(|asked| self.component(place, asked, around)))
            }
            Check::Column { table, column, keys } => self.in_column(place, *table, *column, keys, around),
        }
    }

    /// The length of a value, in the unit of its size constraint.
    fn length(&self, place: &Place) -> String {
        let text = &place.text;
        match (&self.shape.get(place.shape).kind, self.layout.storage(place.shape)) {
            (_, Storage::Bits(_) | Storage::List(_)) => member(text, "count"),
            _ => match self.unit_of(place) {
                1 => member(text, "size"),
                unit => format!("wg_string_length({}, {unit})", self.slice(place)),
            },
        }
    }

    /// Octets per character of a string; 0 for UTF-8.
    pub fn unit_of(&self, place: &Place) -> u32 {
        match &self.shape.get(place.shape).kind {
            ShapeKind::String { kind, .. } => unit(*kind),
            ShapeKind::OidIri | ShapeKind::RelativeOidIri => 0,
            _ => 1,
        }
    }

    fn number_within(&self, place: &Place, ranges: &[Range]) -> Expr {
        match (self.layout.storage(place.shape), spans(ranges)) {
            (Storage::Integer(Width::I32 | Width::U32 | Width::I64), Some(spans)) if spans.len() > MANY => {
                let [table, count] = self.tables.ranges(&spans);
                Expr::of(format!("wg_number_within({}, {table}, {count})", alone(&place.text)))
            }
            (Storage::Integer(_) | Storage::Big, _) => {
                Expr::any(ranges.iter().map(|range| self.number_between(place, range)))
            }
            _ => Expr::Known(true),
        }
    }

    /// Whether the item at a place is one of these numbers, which are in ascending order.
    pub fn one_of(&self, place: &Place, numbers: &[i64]) -> Expr {
        let text = alone(&place.text);
        let Storage::Enumerated(width) = self.layout.storage(place.shape) else { return Expr::Known(true) };
        let constant = |number: &i64| width.constant(i128::from(*number));
        match numbers {
            [one] => Expr::compare(text, Sign::Equal, constant(one)),
            [first, .., last] if i128::from(*last) - i128::from(*first) == numbers.len() as i128 - 1 => {
                Expr::all([
                    Expr::compare(text, Sign::Least, constant(first)),
                    Expr::compare(text, Sign::Most, constant(last)),
                ])
            }
            _ => {
                let [table, count] = self.tables.numbers(numbers);
                Expr::of(format!("wg_is_one_of({text}, {table}, {count})"))
            }
        }
    }

    /// Whether the number at a place is in a range.
    pub fn number_between(&self, place: &Place, range: &Range) -> Expr {
        let text = alone(&place.text);
        let (lo, hi) = (range.0.as_ref(), range.1.as_ref());
        let Storage::Integer(width) = self.layout.storage(place.shape) else {
            return self.big_between(text, lo, hi);
        };
        // Bounds beyond the C type need no test, and compilers would warn of one.
        let lo = lo.map_or(i128::MIN, |lo| lo.to_i128().unwrap_or(end_of(lo)));
        let hi = hi.map_or(i128::MAX, |hi| hi.to_i128().unwrap_or(end_of(hi)));
        if width.all_upto(lo.saturating_sub(1)) || width.all_from(hi.saturating_add(1)) {
            return Expr::Known(false);
        }
        let compare = |sign, end| Expr::compare(text, sign, width.constant(end));
        match (width.all_from(lo), width.all_upto(hi)) {
            (true, true) => Expr::Known(true),
            (false, true) => compare(Sign::Least, lo),
            (true, false) => compare(Sign::Most, hi),
            _ if lo == hi => compare(Sign::Equal, lo),
            _ => Expr::all([compare(Sign::Least, lo), compare(Sign::Most, hi)]),
        }
    }

    /// The same for an INTEGER held as octets.
    fn big_between(&self, text: &str, lo: Option<&BigInt>, hi: Option<&BigInt>) -> Expr {
        let constant = |end: Option<&BigInt>| Some(Width::I64.constant(end?.to_i64()?.into()));
        if let (Some(lo), Some(hi)) = (constant(lo), constant(hi)) {
            return Expr::of(format!("wg_integer_between({text}, {lo}, {hi})"));
        }
        Expr::all([(lo, Sign::Least), (hi, Sign::Most)].map(|(end, sign)| match end {
            None => Expr::Known(true),
            Some(end) => {
                let octets = end.to_twos_complement();
                Expr::compare(format!("wg_integer_compare({text}, {})", literal(&octets)), sign, 0)
            }
        }))
    }

    /// Whether the length of the value at a place is between two numbers.
    pub fn size_between(&self, place: &Place, lo: u64, hi: Option<u64>) -> Expr {
        let named = matches!(&self.shape.get(place.shape).kind,
            ShapeKind::BitString { named, .. } if !named.is_empty());
        if named {
            // X.680 22.7: trailing zeros are added or removed to fit the size.
            let slice = self.slice(place);
            let trimmed = format!("wg_bits_trim({slice}, 0).count");
            let within = |count, hi| Expr::compare(count, Sign::Most, hi);
            return hi.map_or(Expr::Known(true), |hi| {
                Expr::any([within(member(&place.text, "count"), hi), within(trimmed, hi)])
            });
        }
        let length = self.length(place);
        match hi {
            Some(hi) if hi == lo => Expr::compare(length, Sign::Equal, lo),
            _ => {
                let least = (lo > 0).then(|| Expr::compare(length.clone(), Sign::Least, lo));
                let most = hi.map(|hi| Expr::compare(length.clone(), Sign::Most, hi));
                Expr::all(least.into_iter().chain(most))
            }
        }
    }

    fn characters_within(&self, place: &Place, ranges: &[(u32, u32)]) -> Expr {
        match self.layout.storage(place.shape) {
            Storage::Octets(Slice::Text, _) => {
                let [spans, count] = self.tables.spans(ranges);
                let (slice, unit) = (self.slice(place), self.unit_of(place));
                Expr::of(format!("wg_string_within({slice}, {unit}, {spans}, {count})"))
            }
            _ => Expr::Known(true),
        }
    }

    /// A call of a function that checks each element.
    fn each_element(&self, list: &Place, check: &Check) -> Expr {
        let ShapeKind::List { element, .. } = &self.shape.get(list.shape).kind else {
            return Expr::Known(true);
        };
        let item = Place { text: "v->items[i]".to_string(), shape: self.layout.held(*element) };
        match self.satisfied(&item, *element, check, &[]) {
            Expr::Known(true) => Expr::Known(true),
            condition => {
                let name = self.tables.each(self.names.ty(list.shape), &condition.opposite().to_string());
                Expr::of(format!("{name}({})", address(&list.text)))
            }
        }
    }

    /// WITH COMPONENTS: the check of one slot or alternative.
    fn component(&self, place: &Place, asked: &ComponentCheck, around: &[Place]) -> Expr {
        let at = asked.slot;
        let part = match (&self.shape.get(place.shape).kind, self.layout.storage(place.shape)) {
            (ShapeKind::Record { slots, .. }, Storage::Record) => slots.get(at as usize).map(|slot| {
                let there = match slot.presence {
                    SlotPresence::Required => Expr::Known(true),
                    _ => self.present(place, at),
                };
                (self.slot(place, at), slot.shape, there)
            }),
            (ShapeKind::Choice { alternatives, .. }, Storage::Choice) => {
                let alternative = alternatives.get(at as usize);
                alternative.map(|a| (self.alternative(place, at), a.shape, self.holds(place, at)))
            }
            _ => None,
        };
        let Some((part, raw, there)) = part else { return Expr::Known(true) };
        let check = asked.check.as_ref();
        let good = check.map_or(Expr::Known(true), |check| self.satisfied(&part, raw, check, around));
        match asked.presence {
            PresenceConstraint::Present => Expr::all([there, good]),
            PresenceConstraint::Absent => there.negated(),
            PresenceConstraint::Optional => Expr::any([there.negated(), good]),
        }
    }
}

/// Ranges as C numbers, if all fit.
pub fn spans(ranges: &[Range]) -> Option<Vec<(i64, i64)>> {
    let end = |end: &Option<BigInt>, none: i64| end.as_ref().map_or(Some(none), BigInt::to_i64);
    ranges.iter().map(|(lo, hi)| Some((end(lo, i64::MIN)?, end(hi, i64::MAX)?))).collect()
}

/// A number beyond all C types, with the sign of this one.
fn end_of(number: &BigInt) -> i128 {
    match number.is_negative() {
        true => i128::MIN,
        false => i128::MAX,
    }
}
