//! Conditions of branches in C.

use wireglot_model::Value;
use wireglot_plan::{Check, First, Leaf};

use crate::codec::c::statements::context::{member, Times, C};
use crate::codec::c::statements::tags::tag as tag_text;
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};

impl C<'_> {
    /// Reads the next bit.
    pub fn next_bit(&self) -> Expr {
        let (verb, from) = self.reads();
        Expr::of(format!("wg_bits_{verb}_boolean({from})"))
    }

    /// Whether the next tag is one of these.
    pub fn next_is(&self, first: &First) -> Expr {
        match first {
            First::Any => self.more(),
            First::Tags(tags) => {
                let at = |tag| Expr::of(format!("wg_tlv_at({}, {})", self.r(), tag_text(tag)));
                Expr::any(tags.iter().map(|tag| at(*tag)))
            }
        }
    }

    /// Whether the frame has more.
    pub fn more(&self) -> Expr {
        Expr::of(format!("wg_tlv_more({})", self.r()))
    }

    /// Whether the frame has more, if only its end can come after the elements; detects where there are no
    /// more.
    pub fn rest(&self) -> Expr {
        Expr::of(format!("wg_tlv_rest({})", self.r()))
    }

    /// Whether a bit of the bitmap is set.
    pub fn in_bitmap(&self, id: u32, bit: u32) -> Expr {
        Expr::of(format!("wg_bits_in_bitmap({}, bitmap{id}, {bit})", self.r()))
    }

    /// Whether a flag declared by [`C::flags`] is set.
    pub fn flag(&self, name: &str, index: u32) -> Expr {
        Expr::of(format!("{name}[{index}]"))
    }

    /// Whether a flag is not set yet. Sets it; reports an error if it was set.
    pub fn once(&self, name: &str, index: u32) -> Expr {
        Expr::of(format!("wg_once({}, &{name}[{index}])", self.r()))
    }

    /// Whether an item comes after those recorded in the local of [`C::begin_in_order`]; reports an error if
    /// not.
    pub fn in_order(&self, name: &str, item: u32) -> Expr {
        Expr::of(format!("wg_in_order({}, &{name}, {item})", self.r()))
    }

    /// Whether a slot that may be missing is present.
    pub fn present(&self, record: &Place, slot: u32) -> Expr {
        Expr::of(member(&record.text, &format!("has_{}", self.names.member(record.shape, slot))))
    }

    /// The member that keeps unknown additions; `None` if they are never kept.
    pub fn kept(&self, record: &Place) -> Option<String> {
        let keeps = self.options.keeps_unknown(&self.shape.get(record.shape).kind);
        keeps.then(|| member(&record.text, "unknown"))
    }

    /// Whether a choice holds this alternative.
    pub fn holds(&self, choice: &Place, alternative: u32) -> Expr {
        let constant = self.names.constant(choice.shape, alternative);
        Expr::compare(member(&choice.text, "kind"), Sign::Equal, constant)
    }

    /// Whether a value equals a constant.
    pub fn equals(&self, place: &Place, value: &Value) -> Expr {
        let times = if self.current_rules().canonical() { Times::Instants } else { Times::Characters };
        self.equality(place, value, times)
    }

    /// Whether a value satisfies a check.
    pub fn satisfies(&self, place: &Place, check: &Check) -> Expr {
        self.satisfied(place, place.shape, check, &[])
    }

    /// Whether the row of an open type is still unknown.
    pub fn undecided(&self, open: &Place) -> Expr {
        Expr::compare(member(&open.text, "row"), Sign::Equal, 0)
    }

    /// The same, and that its value hasn't already been read and kept because of an error.
    pub fn waits(&self, open: &Place) -> Expr {
        let kept = Expr::of(format!("({} & WG_RULES_KEPT)", member(&open.text, "rules")));
        Expr::all([self.undecided(open), kept.negated()])
    }

    /// Whether an open type holds the octets or bits of the string around it.
    pub fn is_string_alone(&self, leaf: &Leaf, open: &Place) -> Expr {
        let rules = member(&open.text, "rules");
        let holds = match leaf.name() {
            "bit_string" => Expr::compare(rules, Sign::Least, "WG_RULES_BIT_STRING"),
            _ => Expr::of(format!("({rules} & WG_RULES_OCTET_STRING)")),
        };
        Expr::all([self.undecided(open), holds])
    }
}
