//! What C's branches look at.

use wireglot_model::Value;
use wireglot_plan::{Check, First, Leaf, ShapeKind};

use crate::codec::c::statements::context::{member, Times, C};
use crate::codec::c::statements::tags::tag as tag_text;
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};

impl C<'_> {
    /// The next bit.
    pub fn next_bit(&self) -> Expr {
        let (verb, from) = self.reads();
        Expr::of(format!("wg_bits_{verb}_boolean({from})"))
    }

    /// The next tag is one of these.
    pub fn next_is(&self, first: &First) -> Expr {
        match first {
            First::Any => self.more(),
            First::Tags(tags) => {
                let at = |tag| Expr::of(format!("wg_tlv_at({}, {})", self.r(), tag_text(tag)));
                Expr::any(tags.iter().map(|tag| at(*tag)))
            }
        }
    }

    /// The frame has more.
    pub fn more(&self) -> Expr {
        Expr::of(format!("wg_tlv_more({})", self.r()))
    }

    /// The frame has more, behind which nothing but its end comes: that finds out where there is none.
    pub fn rest(&self) -> Expr {
        Expr::of(format!("wg_tlv_rest({})", self.r()))
    }

    /// The bitmap's bit is set.
    pub fn in_bitmap(&self, id: u32, bit: u32) -> Expr {
        Expr::of(format!("wg_bits_in_bitmap({}, bitmap{id}, {bit})", self.r()))
    }

    /// A flag that [`C::flags`] declared is set.
    pub fn flag(&self, name: &str, index: u32) -> Expr {
        Expr::of(format!("{name}[{index}]"))
    }

    /// The flag is not set; sets it, and complains if it was.
    pub fn once(&self, name: &str, index: u32) -> Expr {
        Expr::of(format!("wg_once({}, &{name}[{index}])", self.r()))
    }

    /// An item stands behind those that [`C::begin_in_order`]'s local has seen; complains if not.
    pub fn in_order(&self, name: &str, item: u32) -> Expr {
        Expr::of(format!("wg_in_order({}, &{name}, {item})", self.r()))
    }

    /// A slot that may be missing is there.
    pub fn present(&self, record: &Place, slot: u32) -> Expr {
        Expr::of(member(&record.text, &format!("has_{}", self.names.member(record.shape, slot))))
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
    pub fn holds(&self, choice: &Place, alternative: u32) -> Expr {
        let constant = self.names.constant(choice.shape, alternative);
        Expr::compare(member(&choice.text, "kind"), Sign::Equal, constant)
    }

    /// A value is equal to a constant.
    pub fn equals(&self, place: &Place, value: &Value) -> Expr {
        let times = if self.current_rules().canonical() { Times::Instants } else { Times::Characters };
        self.equality(place, value, times)
    }

    /// A value satisfies a test.
    pub fn satisfies(&self, place: &Place, check: &Check) -> Expr {
        self.satisfied(place, place.shape, check, &[])
    }

    /// The row of an open type is not known yet.
    pub fn undecided(&self, open: &Place) -> Expr {
        Expr::compare(member(&open.text, "row"), Sign::Equal, 0)
    }

    /// The same, and that it was not read before and kept for what is wrong with it.
    pub fn waits(&self, open: &Place) -> Expr {
        let kept = Expr::of(format!("({} & WG_RULES_KEPT)", member(&open.text, "rules")));
        Expr::all([self.undecided(open), kept.negated()])
    }

    /// An open type holds the octets or bits of the string around it.
    pub fn is_string_alone(&self, leaf: &Leaf, open: &Place) -> Expr {
        let rules = member(&open.text, "rules");
        let holds = match leaf.name() {
            "bit_string" => Expr::compare(rules, Sign::Least, "WG_RULES_BIT_STRING"),
            _ => Expr::of(format!("({rules} & WG_RULES_OCTET_STRING)")),
        };
        Expr::all([self.undecided(open), holds])
    }
}
