//! Checks of a value itself: of its characters, its number or its length.

use wireglot_model::TimeKind;
use wireglot_plan::{Check, ShapeId, ShapeKind};

use crate::analysis::storage::Storage;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};

impl C<'_> {
    /// The conditions under which a value is invalid, regardless of its parts, each with its error, in the
    /// order in which they are tested.
    pub fn refused(&self, place: &Place, raw: ShapeId, around: &[Place]) -> Vec<(Expr, &'static str)> {
        let ty = self.shape.get(raw);
        let mut all = Vec::new();
        if raw == place.shape {
            all.extend(self.well_formed(place).map(|condition| (condition, "WG_ERROR_VALUE")));
            all.extend(self.known_row(place).map(|condition| (condition, "WG_ERROR_UNKNOWN")));
            all.extend(self.in_row(place, around).map(|condition| (condition, "WG_ERROR_CONSTRAINT")));
            all.extend(self.has_items(place).map(|condition| (condition, "WG_ERROR_VALUE")));
            all.extend(self.bounds(place).into_iter().map(|condition| (condition, "WG_ERROR_CONSTRAINT")));
        }
        let checks = ty.checks.iter().map(|check| self.satisfied(place, raw, check, around));
        all.extend(checks.map(|condition| (condition, "WG_ERROR_CONSTRAINT")));
        all.into_iter()
            .filter(|(condition, _)| !condition.is_true())
            .map(|(condition, error)| (condition.opposite(), error))
            .collect()
    }

    /// Whether a list with elements has a pointer to them.
    fn has_items(&self, place: &Place) -> Option<Expr> {
        let listed = self.layout.storage(place.shape) == Storage::List(None);
        let (count, items) = (member(&place.text, "count"), member(&place.text, "items"));
        let none = Expr::compare(count, Sign::Equal, 0);
        listed.then(|| Expr::any([none, Expr::compare(items, Sign::Differs, "NULL")]))
    }

    /// The syntax that a type requires of its characters, regardless of constraints (X.680 34, 38, 46, 47).
    fn well_formed(&self, place: &Place) -> Option<Expr> {
        let test = match self.shape.get(place.shape).kind {
            ShapeKind::OidIri => "oid_iri",
            ShapeKind::RelativeOidIri => "relative_oid_iri",
            ShapeKind::Time(TimeKind::Utc) => "utc_time",
            ShapeKind::Time(TimeKind::Generalized) => "generalized_time",
            ShapeKind::Time(TimeKind::Date) => "date",
            ShapeKind::Time(TimeKind::TimeOfDay) => "time_of_day",
            ShapeKind::Time(TimeKind::DateTime) => "date_time",
            ShapeKind::Time(TimeKind::Duration) => "duration",
            ShapeKind::Time(TimeKind::Time) => "time",
            _ => return None,
        };
        Some(Expr::of(format!("wg_is_{test}({})", self.slice(place))))
    }

    /// Whether an open type's row is in its table, or there is none.
    fn known_row(&self, place: &Place) -> Option<Expr> {
        let Storage::Rows(table) = self.layout.storage(place.shape) else { return None };
        let last = format!("{}_rows", self.names.table(table));
        Some(Expr::compare(member(&place.text, "row"), Sign::Most, last))
    }

    /// The bounds of the shape, and the capacity of arrays.
    fn bounds(&self, place: &Place) -> Vec<Expr> {
        let text = &place.text;
        let checks = &self.shape.get(place.shape).checks;
        match (&self.shape.get(place.shape).kind, self.layout.storage(place.shape)) {
            // A union of ranges covers this.
            (ShapeKind::Integer { .. }, _) if checks.iter().any(|c| matches!(c, Check::Integer(_))) => {
                Vec::new()
            }
            (ShapeKind::Integer { range, .. }, _) => {
                vec![self.number_between(place, &(range.lo.clone(), range.hi.clone()))]
            }
            (ShapeKind::Enumerated { items, extensible: false }, _) => {
                let mut numbers: Vec<i64> = items.iter().map(|(_, number)| *number).collect();
                numbers.sort();
                vec![self.one_of(place, &numbers)]
            }
            (ShapeKind::BitString { named, size, .. }, storage) => {
                let room = match storage {
                    // Trailing zeros of named bits may exceed the size, but not the array.
                    Storage::Bits(Some(_)) if !named.is_empty() => {
                        let room = format!("8 * sizeof {}", member(text, "octets"));
                        Expr::compare(member(text, "count"), Sign::Most, room)
                    }
                    _ => Expr::Known(true),
                };
                vec![room, self.size_between(place, size.lo, size.hi)]
            }
            (ShapeKind::String { size, .. }, storage) => {
                let room = match (storage, self.unit_of(place)) {
                    (Storage::Octets(_, Some(_)), unit) if unit != 1 => {
                        let room = format!("sizeof {}", member(text, "octets"));
                        Expr::compare(member(text, "size"), Sign::Most, room)
                    }
                    _ => Expr::Known(true),
                };
                vec![room, self.size_between(place, size.lo, size.hi)]
            }
            (ShapeKind::OctetString { size, .. } | ShapeKind::List { size, .. }, _) => {
                vec![self.size_between(place, size.lo, size.hi)]
            }
            _ => Vec::new(),
        }
    }
}
