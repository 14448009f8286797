//! Whether a value satisfies a check, as an expression of C.

use wireglot_bigint::BigInt;
use wireglot_model::PresenceConstraint;
use wireglot_plan::{Check, ComponentCheck, ShapeId, ShapeKind, SlotPresence};

use crate::analysis::storage::{unit, Slice, Storage, Width};
use crate::codec::c::constants::literal;
use crate::codec::c::statements::conditions::{is_simple, turned};
use crate::codec::c::statements::context::alone;
use crate::codec::c::statements::context::Times;
use crate::codec::c::statements::context::{address, member, C};
use crate::codec::c::walk::Place;

/// A closed range of numbers; a missing end has no bound.
type Range = (Option<BigInt>, Option<BigInt>);

/// More ranges than this stand in a table.
const MANY: usize = 4;

impl C<'_> {
    /// Whether the value at a place satisfies a check. `raw` is the type that it has in the schema,
    /// which may always hold another; `around` are the values that enclose it, outermost first.
    /// What is not known satisfies everything.
    pub fn satisfied(&self, place: &Place, raw: ShapeId, check: &Check, around: &[Place]) -> String {
        let each = |list: &[Check]| -> Vec<String> {
            list.iter().map(|check| self.satisfied(place, raw, check, around)).collect()
        };
        match check {
            Check::All(list) => self.join(&each(list), true),
            Check::Any(list) => self.join(&each(list), false),
            Check::Not(inner) => match self.satisfied(place, raw, inner, around).as_str() {
                // Of what is not looked at, nobody knows what it would leave.
                "true" => "true".to_string(),
                condition => self.not(condition),
            },
            Check::Equal(value) => self.equality(place, value, Times::Instants),
            Check::Contents(inner) => match &self.shape.get(raw).kind {
                ShapeKind::BitString { contains: Some(contents), .. }
                | ShapeKind::OctetString { contains: Some(contents), .. } => {
                    self.satisfied(place, contents.shape, inner, around)
                }
                _ => "true".to_string(),
            },
            // A string that holds a value, and an open type, have neither number nor length.
            _ if self.layout.held(raw) != raw => "true".to_string(),
            Check::Integer(ranges) => self.number_within(place, ranges),
            Check::Real(lo, hi) => self.real_between(place, lo, hi),
            Check::RealForm(form) => self.has_parts(place, form),
            Check::Size(sizes) => {
                let each: Vec<String> =
                    sizes.iter().map(|(lo, hi)| self.size_between(place, *lo, *hi)).collect();
                self.join(&each, false)
            }
            Check::Alphabet(ranges) => self.characters_within(place, ranges),
            Check::Element(inner) => self.each_element(place, inner),
            Check::Components(list) => {
                let each: Vec<String> =
                    list.iter().map(|asked| self.component(place, asked, around)).collect();
                self.join(&each, true)
            }
            Check::Column { table, column, keys } => self.in_column(place, *table, *column, keys, around),
        }
    }

    /// The length of a value, in the unit that sizes count.
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

    /// Octets of a character of a string; 0 is UTF-8.
    pub fn unit_of(&self, place: &Place) -> u32 {
        match &self.shape.get(place.shape).kind {
            ShapeKind::String { kind, .. } => unit(*kind),
            ShapeKind::OidIri | ShapeKind::RelativeOidIri => 0,
            _ => 1,
        }
    }

    fn number_within(&self, place: &Place, ranges: &[Range]) -> String {
        match (self.layout.storage(place.shape), spans(ranges)) {
            (Storage::Integer(Width::I32 | Width::U32 | Width::I64), Some(spans)) if spans.len() > MANY => {
                let [table, count] = self.tables.ranges(&spans);
                format!("wg_number_within({}, {table}, {count})", alone(&place.text))
            }
            (Storage::Integer(_) | Storage::Big, _) => {
                let each: Vec<String> =
                    ranges.iter().map(|range| self.number_between(place, range)).collect();
                self.join(&each, false)
            }
            _ => "true".to_string(),
        }
    }

    /// The item at a place is one of these, in ascending order.
    pub fn one_of(&self, place: &Place, numbers: &[i64]) -> String {
        let text = alone(&place.text);
        let Storage::Enumerated(width) = self.layout.storage(place.shape) else { return "true".to_string() };
        let constant = |number: &i64| width.constant(i128::from(*number));
        match numbers {
            [one] => format!("{text} == {}", constant(one)),
            [first, .., last] if i128::from(*last) - i128::from(*first) == numbers.len() as i128 - 1 => {
                format!("{text} >= {} && {text} <= {}", constant(first), constant(last))
            }
            _ => {
                let [table, count] = self.tables.numbers(numbers);
                format!("wg_is_one_of({text}, {table}, {count})")
            }
        }
    }

    /// `place` is between two numbers.
    pub fn number_between(&self, place: &Place, range: &Range) -> String {
        let text = alone(&place.text);
        let (lo, hi) = (range.0.as_ref(), range.1.as_ref());
        let Storage::Integer(width) = self.layout.storage(place.shape) else {
            return self.big_between(text, lo, hi);
        };
        // What the C type cannot be beyond needs no test, and compilers warn of one.
        let lo = lo.map_or(i128::MIN, |lo| lo.to_i128().unwrap_or(end_of(lo)));
        let hi = hi.map_or(i128::MAX, |hi| hi.to_i128().unwrap_or(end_of(hi)));
        if width.all_upto(lo.saturating_sub(1)) || width.all_from(hi.saturating_add(1)) {
            return "false".to_string();
        }
        match (width.all_from(lo), width.all_upto(hi)) {
            (true, true) => "true".to_string(),
            (false, true) => format!("{text} >= {}", width.constant(lo)),
            (true, false) => format!("{text} <= {}", width.constant(hi)),
            _ if lo == hi => format!("{text} == {}", width.constant(lo)),
            _ => format!("{text} >= {} && {text} <= {}", width.constant(lo), width.constant(hi)),
        }
    }

    /// The same of an INTEGER in octets.
    fn big_between(&self, text: &str, lo: Option<&BigInt>, hi: Option<&BigInt>) -> String {
        let constant = |end: Option<&BigInt>| Some(Width::I64.constant(end?.to_i64()?.into()));
        if let (Some(lo), Some(hi)) = (constant(lo), constant(hi)) {
            return format!("wg_integer_between({text}, {lo}, {hi})");
        }
        let both = [(lo, ">="), (hi, "<=")].map(|(end, sign)| match end {
            None => "true".to_string(),
            Some(end) => {
                let octets = end.to_twos_complement();
                format!("wg_integer_compare({text}, {}) {sign} 0", literal(&octets))
            }
        });
        self.join(&both, true)
    }

    /// The length of `place` is between two numbers.
    pub fn size_between(&self, place: &Place, lo: u64, hi: Option<u64>) -> String {
        let named = matches!(&self.shape.get(place.shape).kind,
            ShapeKind::BitString { named, .. } if !named.is_empty());
        if named {
            // X.680 22.7: trailing zeros come and go to suit the size.
            let slice = self.slice(place);
            return hi.map_or("true".to_string(), |hi| format!("wg_bits_trim({slice}, 0).count <= {hi}"));
        }
        let length = self.length(place);
        match hi {
            Some(hi) if hi == lo => format!("{length} == {lo}"),
            _ => {
                let mut both = Vec::new();
                if lo > 0 {
                    both.push(format!("{length} >= {lo}"));
                }
                both.extend(hi.map(|hi| format!("{length} <= {hi}")));
                self.join(&both, true)
            }
        }
    }

    fn characters_within(&self, place: &Place, ranges: &[(u32, u32)]) -> String {
        match self.layout.storage(place.shape) {
            Storage::Octets(Slice::Text, _) => {
                let [spans, count] = self.tables.spans(ranges);
                format!("wg_string_within({}, {}, {spans}, {count})", self.slice(place), self.unit_of(place))
            }
            _ => "true".to_string(),
        }
    }

    /// A call of a function that looks at each element.
    fn each_element(&self, list: &Place, check: &Check) -> String {
        let ShapeKind::List { element, .. } = &self.shape.get(list.shape).kind else {
            return "true".to_string();
        };
        let item = Place { text: "v->items[i]".to_string(), shape: self.layout.held(*element) };
        match self.satisfied(&item, *element, check, &[]).as_str() {
            "true" => "true".to_string(),
            condition => {
                let name = self.tables.each(self.names.ty(list.shape), &self.unless(condition));
                format!("{name}({})", address(&list.text))
            }
        }
    }

    /// WITH COMPONENTS: what it asks of one slot or alternative.
    fn component(&self, place: &Place, asked: &ComponentCheck, around: &[Place]) -> String {
        let at = asked.slot;
        let part = match (&self.shape.get(place.shape).kind, self.layout.storage(place.shape)) {
            (ShapeKind::Record { slots, .. }, Storage::Record) => slots.get(at as usize).map(|slot| {
                let there = match slot.presence {
                    SlotPresence::Required => "true".to_string(),
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
        let Some((part, raw, there)) = part else { return "true".to_string() };
        let check = asked.check.as_ref();
        let good = check.map_or("true".to_string(), |check| self.satisfied(&part, raw, check, around));
        match asked.presence {
            PresenceConstraint::Present => self.join(&[there, good], true),
            PresenceConstraint::Absent => self.not(&there),
            PresenceConstraint::Optional => self.join(&[self.not(&there), good], false),
        }
    }

    /// The opposite of a condition; comparisons are turned round.
    pub fn unless(&self, condition: &str) -> String {
        let turned = |part: &str| match is_simple(part) {
            true => Some(self.not(part)),
            false => turned(part),
        };
        let (sign, other) = if condition.contains(" && ") { (" && ", " || ") } else { (" || ", " && ") };
        let turned: Option<Vec<String>> = condition.split(sign).map(turned).collect();
        turned.map_or_else(|| self.not(condition), |list| list.join(other))
    }
}

/// Ranges as numbers of C, if all fit.
pub fn spans(ranges: &[Range]) -> Option<Vec<(i64, i64)>> {
    let end = |end: &Option<BigInt>, none: i64| end.as_ref().map_or(Some(none), BigInt::to_i64);
    ranges.iter().map(|(lo, hi)| Some((end(lo, i64::MIN)?, end(hi, i64::MAX)?))).collect()
}

/// What is beyond all C types, at the side of that number.
fn end_of(number: &BigInt) -> i128 {
    match number.is_negative() {
        true => i128::MIN,
        false => i128::MAX,
    }
}
