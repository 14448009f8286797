//! What C's branches look at.

use wireglot_model::Value;
use wireglot_plan::{Check, First, Leaf, ShapeKind};

use crate::codec::c::statements::context::Times;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::statements::tags::tag as tag_text;
use crate::codec::c::walk::Place;

impl C<'_> {
    /// The next bit.
    pub fn next_bit(&self) -> String {
        let (verb, from) = self.reads();
        format!("wg_bits_{verb}_boolean({from})")
    }

    /// The next tag is one of these.
    pub fn next_is(&self, first: &First) -> String {
        match first {
            First::Any => self.more(),
            First::Tags(tags) => {
                let each: Vec<String> =
                    tags.iter().map(|t| format!("wg_tlv_at({}, {})", self.r(), tag_text(*t))).collect();
                self.join(&each, false)
            }
        }
    }

    /// The frame has more.
    pub fn more(&self) -> String {
        format!("wg_tlv_more({})", self.r())
    }

    /// The frame has more, behind which nothing but its end comes: that finds out where there is none.
    pub fn rest(&self) -> String {
        format!("wg_tlv_rest({})", self.r())
    }

    /// The bitmap's bit is set.
    pub fn in_bitmap(&self, id: u32, bit: u32) -> String {
        format!("wg_bits_in_bitmap({}, bitmap{id}, {bit})", self.r())
    }

    /// A flag that [`Reading::flags`] declared is set.
    pub fn flag(&self, name: &str, index: u32) -> String {
        format!("{name}[{index}]")
    }

    /// The flag is not set; sets it, and complains if it was.
    pub fn once(&self, name: &str, index: u32) -> String {
        format!("wg_once({}, &{name}[{index}])", self.r())
    }

    /// An item stands behind those that [`Reading::begin_in_order`]'s local has seen; complains if not.
    pub fn in_order(&self, name: &str, item: u32) -> String {
        format!("wg_in_order({}, &{name}, {item})", self.r())
    }

    /// A slot that may be missing is there.
    pub fn present(&self, record: &Place, slot: u32) -> String {
        member(&record.text, &format!("has_{}", self.names.member(record.shape, slot)))
    }

    /// Unknown additions were kept; `None` where they never are.
    pub fn kept(&self, record: &Place) -> Option<String> {
        match &self.shape.get(record.shape).kind {
            ShapeKind::Record { extensible: true, .. } if self.options.keep_unknown => {
                Some(member(&record.text, "unknown"))
            }
            _ => None,
        }
    }

    /// A choice holds this alternative.
    pub fn holds(&self, choice: &Place, alternative: u32) -> String {
        format!("{} == {}", member(&choice.text, "kind"), self.names.constant(choice.shape, alternative))
    }

    /// A value is equal to a constant.
    pub fn equals(&self, place: &Place, value: &Value) -> String {
        let times = if self.current_rules().canonical() { Times::Instants } else { Times::Characters };
        self.equality(place, value, times)
    }

    /// A value satisfies a test.
    pub fn satisfies(&self, place: &Place, check: &Check) -> String {
        self.satisfied(place, place.shape, check, &[])
    }

    /// The row of an open type is not known yet.
    pub fn undecided(&self, open: &Place) -> String {
        format!("{} == 0", member(&open.text, "row"))
    }

    /// The same, and that it was not read before and kept for what is wrong with it.
    pub fn waits(&self, open: &Place) -> String {
        format!("{} && !({} & WG_RULES_KEPT)", self.undecided(open), member(&open.text, "rules"))
    }

    /// An open type holds the octets or bits of the string around it.
    pub fn is_string_alone(&self, leaf: &Leaf, open: &Place) -> String {
        let rules = member(&open.text, "rules");
        let holds = match leaf.name() {
            "bit_string" => format!("{rules} >= WG_RULES_BIT_STRING"),
            _ => format!("({rules} & WG_RULES_OCTET_STRING)"),
        };
        format!("{} && {holds}", self.undecided(open))
    }

    /// Not.
    pub fn not(&self, condition: &str) -> String {
        match condition {
            "true" => "false".to_string(),
            "false" => "true".to_string(),
            _ => match condition.strip_prefix('!') {
                Some(inner) if is_simple(inner) => inner.to_string(),
                _ if is_simple(condition) => format!("!{condition}"),
                _ => turned(condition).unwrap_or_else(|| format!("!({condition})")),
            },
        }
    }

    /// And, or; of nothing: true, false.
    pub fn join(&self, conditions: &[String], all: bool) -> String {
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
pub fn is_simple(expression: &str) -> bool {
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

/// The opposite of one comparison.
pub fn turned(comparison: &str) -> Option<String> {
    const SIGNS: [(&str, &str); 4] = [(" == ", " != "), (" != ", " == "), (" >= ", " < "), (" <= ", " > ")];
    let (sign, opposite) = SIGNS.into_iter().find(|(sign, _)| comparison.contains(sign))?;
    let (left, right) = comparison.split_once(sign)?;
    let single = |side: &str| ![" && ", " || ", " ? "].iter().any(|sign| side.contains(sign));
    let balanced = |side: &str| side.matches('(').count() == side.matches(')').count();
    let whole =
        [left, right].into_iter().all(|side| single(side) && balanced(side) && !side.starts_with('!'));
    whole.then(|| format!("{left}{opposite}{right}"))
}
