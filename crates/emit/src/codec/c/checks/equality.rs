//! Compares values with constants of the schema.

use wireglot_model::times::{canonical_generalized, canonical_time, canonical_utc};
use wireglot_model::{TimeKind, Value};
use wireglot_plan::{ShapeKind, SlotPresence};

use crate::analysis::contents::octets_of;
use crate::analysis::storage::{Storage, ANY};
use crate::codec::c::constants::literal;
use crate::codec::c::statements::context::Times;
use crate::codec::c::statements::context::C;
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};

impl C<'_> {
    /// An expression for whether a place has that value (X.680's abstract equality).
    pub fn equality(&self, place: &Place, value: &Value, times: Times) -> Expr {
        let text = &place.text;
        if self.layout.storage(place.shape) == ANY {
            return Expr::Known(false);
        }
        if let Value::Boolean(value) = value {
            let holds = Expr::of(text.as_str());
            return if *value { holds } else { holds.negated() };
        }
        if let Some(constant) = self.constant_of(place.shape, value) {
            return Expr::compare(text.as_str(), Sign::Equal, constant);
        }
        match (value, self.layout.storage(place.shape)) {
            (Value::Containing(_, inner) | Value::Open(_, inner), _) => self.equality(place, inner, times),
            (Value::BitString { octets, bits, .. }, Storage::Bits(_)) => {
                let named = matches!(&self.shape.get(place.shape).kind,
                    ShapeKind::BitString { named, .. } if !named.is_empty());
                let equal = if named { "wg_named_bits_equal" } else { "wg_bits_equal" };
                let literal = literal(octets);
                Expr::of(format!("{equal}({}, wg_bits_of({literal}.data, {bits}))", self.slice(place)))
            }
            (Value::Real(_), storage) => {
                let literal = literal(&octets_of(self.shape, place.shape, value));
                let is = if storage == Storage::Double { "wg_double_is" } else { "wg_real_equal" };
                Expr::of(format!("{is}({}, {literal})", self.slice(place)))
            }
            (Value::Time(text), _) if times == Times::Instants => self.is_instant(place, text),
            (_, Storage::Big) => {
                let literal = literal(&octets_of(self.shape, place.shape, value));
                let order = format!("wg_integer_compare({}, {literal})", self.slice(place));
                Expr::compare(order, Sign::Equal, 0)
            }
            (_, Storage::Octets(..)) => {
                let literal = literal(&octets_of(self.shape, place.shape, value));
                Expr::of(format!("wg_octets_equal({}, {literal})", self.slice(place)))
            }
            (Value::Members(members), Storage::Record) => self.members_equal(place, members, times),
            (Value::List(none), Storage::Record) if none.is_empty() => self.members_equal(place, &[], times),
            (Value::Choice(name, inner), Storage::Choice) => {
                let Some(at) = self.alternative_named(place.shape, name) else { return Expr::Known(false) };
                let inner = self.equality(&self.alternative(place, at), inner, times);
                Expr::all([self.holds(place, at), inner])
            }
            (Value::List(list), Storage::List(_)) => self.lists_equal(place, list, times),
            (_, Storage::Nothing) => Expr::Known(true),
            _ => Expr::Known(false),
        }
    }

    /// Compares a UTCTime or GeneralizedTime by the instant that it denotes; other types, and local times, by
    /// their characters.
    fn is_instant(&self, place: &Place, text: &str) -> Expr {
        let (is, canonical) = match &self.shape.get(place.shape).kind {
            ShapeKind::Time(TimeKind::Utc) => ("wg_utc_time_is", canonical_utc(text)),
            ShapeKind::Time(TimeKind::Generalized) => ("wg_generalized_time_is", canonical_generalized(text)),
            ShapeKind::Time(TimeKind::Time) => ("wg_time_is", Some(canonical_time(text))),
            _ => ("wg_octets_equal", None),
        };
        let (is, text) = canonical.as_deref().map_or(("wg_octets_equal", text), |form| (is, form));
        Expr::of(format!("{is}({}, {})", self.slice(place), literal(text.as_bytes())))
    }

    fn members_equal(&self, place: &Place, members: &[(String, Value)], times: Times) -> Expr {
        let ShapeKind::Record { slots, .. } = &self.shape.get(place.shape).kind else {
            return Expr::Known(false);
        };
        // Constants have no unknown additions.
        let kept = self.kept(place).map(|kept| Expr::compare(kept, Sign::Equal, "NULL"));
        let mut all: Vec<Expr> = kept.into_iter().collect();
        for (at, slot) in slots.iter().enumerate() {
            let at = at as u32;
            let given = members.iter().find(|(name, _)| *name == slot.name).map(|(_, value)| value);
            let part = self.slot(place, at);
            let present = || self.present(place, at);
            match (given, &slot.presence) {
                (Some(value), SlotPresence::Required) => all.push(self.equality(&part, value, times)),
                (Some(value), SlotPresence::Optional(_)) => {
                    all.push(present());
                    all.push(self.equality(&part, value, times));
                }
                (Some(value), SlotPresence::Default(_, default)) => {
                    let mut ways = vec![Expr::all([present(), self.equality(&part, value, times)])];
                    if value == default {
                        ways.push(present().negated());
                    }
                    all.push(Expr::any(ways));
                }
                (None, SlotPresence::Default(_, default)) => {
                    all.push(Expr::any([present().negated(), self.equality(&part, default, times)]));
                }
                (None, SlotPresence::Optional(_)) => all.push(present().negated()),
                (None, SlotPresence::Required) => {}
            }
        }
        Expr::all(all)
    }
}
