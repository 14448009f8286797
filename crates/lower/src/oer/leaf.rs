//! Leaves of the `octets` family.

use wireglot_bigint::BigInt;
use wireglot_model::{Kind, Model, Set, StringKind, TimeKind, TypeId, Value};
use wireglot_plan::{Octets, ShapeKind};

/// A type's constraints as visible to OER.
pub(super) struct Seen {
    /// Minimum and maximum value.
    pub values: (Option<BigInt>, Option<BigInt>),
    /// Number of bits, octets or characters, if it is fixed.
    pub size: Option<u64>,
}

/// The leaf for a type without parts; `None` if it has no encoding here.
pub(super) fn leaf(model: &Model, ty: TypeId, kind: &ShapeKind, seen: Seen) -> Option<Octets> {
    Some(match kind {
        ShapeKind::Boolean => Octets::Boolean,
        ShapeKind::Integer { .. } => integer(seen.values),
        ShapeKind::Enumerated { items, extensible } => {
            let mut numbers: Vec<i64> = items.iter().map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            Octets::Enumerated { numbers, extensible: *extensible }
        }
        ShapeKind::BitString { named, size, .. } => {
            Octets::BitString { named: !named.is_empty(), min: size.lo, size: seen.size }
        }
        ShapeKind::OctetString { .. } => Octets::OctetString { size: seen.size },
        ShapeKind::Null => Octets::Null,
        ShapeKind::Oid => Octets::Oid,
        ShapeKind::RelativeOid => Octets::RelativeOid,
        ShapeKind::OidIri | ShapeKind::RelativeOidIri => Octets::Iri,
        ShapeKind::Real => match float(model, ty) {
            Some(width) => Octets::Float { width },
            None => Octets::Real,
        },
        ShapeKind::String { kind, .. } => {
            Octets::String { kind: *kind, size: seen.size.filter(|_| fixed_width(*kind)) }
        }
        ShapeKind::Time(TimeKind::Utc) => Octets::UtcTime,
        ShapeKind::Time(TimeKind::Generalized) => Octets::GeneralizedTime,
        ShapeKind::Time(TimeKind::Date) => Octets::Date,
        ShapeKind::Time(TimeKind::TimeOfDay) => Octets::TimeOfDay,
        ShapeKind::Time(TimeKind::DateTime) => Octets::DateTime,
        ShapeKind::Time(TimeKind::Duration) => Octets::Duration,
        _ => return None,
    })
}

/// INTEGER, depending on its bounds (X.696 10.2 to 10.4).
fn integer((lo, hi): (Option<BigInt>, Option<BigInt>)) -> Octets {
    let signed = lo.as_ref().is_none_or(|lo| lo.is_negative());
    let fits = |width: u32| {
        let (Some(lo), Some(hi)) = (lo.as_ref()?.to_i128(), hi.as_ref()?.to_i128()) else { return None };
        let bits = width * 8;
        let holds = match signed {
            false => hi < 1 << bits,
            true => lo >= -(1 << (bits - 1)) && hi < 1 << (bits - 1),
        };
        holds.then_some(width)
    };
    Octets::Integer { width: [1, 2, 4, 8].into_iter().find_map(fits), signed, lo, hi }
}

/// Types whose characters all take the same number of octets (X.696 27.1).
fn fixed_width(kind: StringKind) -> bool {
    use StringKind::{Bmp, Ia5, Numeric, Printable, Universal, Visible};
    matches!(kind, Ia5 | Visible | Printable | Numeric | Bmp | Universal)
}

/// The number of octets of a REAL that is restricted to binary32 or binary64 by inner subtyping of
/// mantissa, base and exponent (X.696 12.2, 12.3).
fn float(model: &Model, ty: TypeId) -> Option<u32> {
    let mut at = ty;
    let list = loop {
        at = model.past_references(at).0;
        if let Kind::Constrained { constraint, .. } = &model.ty(at).kind {
            match &constraint.root {
                Set::Components { list, .. } if constraint.extension.is_none() => break list,
                _ => {}
            }
        }
        at = model.ty(at).kind.inner()?;
    };
    let bounds = |name: &str| {
        let said = list.iter().find(|c| c.name == name)?;
        match &said.constraint.as_ref()?.root {
            Set::Value(Value::Integer(v)) => Some((v.to_i64()?, v.to_i64()?)),
            Set::Range(lo, hi) => match (&lo.end, &hi.end) {
                (
                    wireglot_model::End::Value(Value::Integer(lo)),
                    wireglot_model::End::Value(Value::Integer(hi)),
                ) => Some((lo.to_i64()?, hi.to_i64()?)),
                _ => None,
            },
            _ => None,
        }
    };
    let (mantissa, base, exponent) = (bounds("mantissa")?, bounds("base")?, bounds("exponent")?);
    let within = |(lo, hi): (i64, i64), least: i64, most: i64| least <= lo && hi <= most;
    let holds = |digits: u32, least: i64, most: i64| {
        let greatest = (1i64 << digits) - 1;
        base == (2, 2) && within(mantissa, -greatest, greatest) && within(exponent, least, most)
    };
    match () {
        () if holds(24, -149, 104) => Some(4),
        () if holds(53, -1074, 971) => Some(8),
        () => None,
    }
}
