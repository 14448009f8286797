//! What C's branches look at.

use wireglot_bigint::BigInt;
use wireglot_model::Value;
use wireglot_plan::{Check, First, ShapeKind};

use super::dialect::{member, C};
use super::equality::Times;
use super::leaf::tag as tag_text;
use super::storage::{unit, Storage};
use crate::core::{Conditions, Place};

impl C<'_> {
    /// The length of a value, in the unit that sizes count.
    fn length(&self, place: &Place) -> String {
        let text = &place.text;
        match (&self.shape.get(place.shape).kind, self.layout.storage(place.shape)) {
            (_, Storage::Bits(_) | Storage::List(_)) => format!("{text}.count"),
            (ShapeKind::String { kind, .. }, _) if unit(*kind) != 1 => {
                format!("wg_string_length({}, {})", self.slice(place), unit(*kind))
            }
            _ => format!("{text}.size"),
        }
    }

    fn number_between(&self, place: &Place, range: &(Option<BigInt>, Option<BigInt>)) -> String {
        let mut both = Vec::new();
        let ends = [(&range.0, ">="), (&range.1, "<=")];
        for (end, sign) in ends {
            let Some(end) = end else { continue };
            match (self.layout.storage(place.shape), end.to_i128()) {
                (Storage::Integer(width), Some(n)) => {
                    // What the type cannot be below needs no test, and compilers warn of one.
                    if !(sign == ">=" && n == 0 && width.name().starts_with('u')) {
                        both.push(format!("{} {sign} {}", place.text, width.constant(n)));
                    }
                }
                _ => {
                    let octets: String =
                        end.to_twos_complement().iter().map(|o| format!("\\x{o:02x}")).collect();
                    let literal = format!("wg_literal(\"{octets}\", {})", end.to_twos_complement().len());
                    both.push(format!("wg_integer_compare({}, {literal}) {sign} 0", place.text));
                }
            }
        }
        self.join(&both, true)
    }

    fn size_between(&self, place: &Place, lo: u64, hi: Option<u64>) -> String {
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
}

impl Conditions for C<'_> {
    fn next_bit(&self) -> String {
        format!("wg_bits_get_boolean({})", self.r())
    }

    fn next_is(&self, first: &First) -> String {
        match first {
            First::Any => self.more(),
            First::Tags(tags) => {
                let each: Vec<String> =
                    tags.iter().map(|t| format!("wg_tlv_peek({}) == {}", self.r(), tag_text(*t))).collect();
                self.join(&each, false)
            }
        }
    }

    fn more(&self) -> String {
        format!("wg_tlv_more({})", self.r())
    }

    fn in_bitmap(&self, id: u32, bit: u32) -> String {
        format!("wg_bits_in_bitmap({}, bitmap{id}, {bit})", self.r())
    }

    fn flag(&self, name: &str, index: u32) -> String {
        format!("{name}[{index}]")
    }

    fn once(&self, name: &str, index: u32) -> String {
        format!("wg_once({}, &{name}[{index}])", self.r())
    }

    fn in_order(&self, name: &str, item: u32) -> String {
        format!("wg_in_order({}, &{name}, {item})", self.r())
    }

    fn present(&self, record: &Place, slot: u32) -> String {
        member(&record.text, &format!("has_{}", self.names.member(record.shape, slot)))
    }

    fn kept(&self, record: &Place) -> Option<String> {
        match &self.shape.get(record.shape).kind {
            ShapeKind::Record { extensible: true, .. } if self.options.keep_unknown => {
                Some(member(&record.text, "unknown"))
            }
            _ => None,
        }
    }

    fn holds(&self, choice: &Place, alternative: u32) -> String {
        format!("{} == {}", member(&choice.text, "kind"), self.names.constant(choice.shape, alternative))
    }

    fn equals(&self, place: &Place, value: &Value) -> String {
        let times = if self.current_rules().canonical() { Times::Instants } else { Times::Characters };
        self.equality(place, value, times)
    }

    fn satisfies(&self, place: &Place, check: &Check) -> String {
        match check {
            Check::All(list) => {
                self.join(&list.iter().map(|c| self.satisfies(place, c)).collect::<Vec<_>>(), true)
            }
            Check::Any(list) => {
                self.join(&list.iter().map(|c| self.satisfies(place, c)).collect::<Vec<_>>(), false)
            }
            Check::Not(inner) => self.not(&self.satisfies(place, inner)),
            Check::Equal(value) => self.equality(place, value, Times::Characters),
            Check::Integer(ranges) => {
                self.join(&ranges.iter().map(|r| self.number_between(place, r)).collect::<Vec<_>>(), false)
            }
            Check::Size(sizes) => {
                let each: Vec<String> =
                    sizes.iter().map(|(lo, hi)| self.size_between(place, *lo, *hi)).collect();
                self.join(&each, false)
            }
            Check::Alphabet(ranges) => {
                let unit = match &self.shape.get(place.shape).kind {
                    ShapeKind::String { kind, .. } => unit(*kind),
                    _ => 1,
                };
                let [spans, count] = self.tables.spans(ranges);
                format!("wg_string_within({}, {unit}, {spans}, {count})", self.slice(place))
            }
            _ => "true".to_string(),
        }
    }

    fn undecided(&self, open: &Place) -> String {
        format!("{} == 0", member(&open.text, "row"))
    }

    fn not(&self, condition: &str) -> String {
        match condition {
            "true" => "false".to_string(),
            "false" => "true".to_string(),
            _ => match condition.strip_prefix('!') {
                Some(inner) if is_simple(inner) => inner.to_string(),
                _ if is_simple(condition) => format!("!{condition}"),
                _ => format!("!({condition})"),
            },
        }
    }

    fn join(&self, conditions: &[String], all: bool) -> String {
        let (neutral, sign) = if all { ("true", " && ") } else { ("false", " || ") };
        let absorbing = if all { "false" } else { "true" };
        let list: Vec<&String> = conditions.iter().filter(|c| *c != neutral).collect();
        match list.as_slice() {
            [] => neutral.to_string(),
            _ if list.iter().any(|c| *c == absorbing) => absorbing.to_string(),
            [one] => one.to_string(),
            list => {
                let other = if all { " || " } else { " && " };
                let each: Vec<String> = list
                    .iter()
                    .map(|c| {
                        if c.contains(other) || c.contains(" ? ") {
                            format!("({c})")
                        } else {
                            c.to_string()
                        }
                    })
                    .collect();
                each.join(sign)
            }
        }
    }
}

/// Whether an expression needs no parentheses in front of an operator.
fn is_simple(expression: &str) -> bool {
    let mut depth = 0;
    expression.chars().all(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth > 0 || c != ' '
    })
}
