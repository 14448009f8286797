//! Leaves of the `tlv` family, and their forms.

use wireglot_model::TimeKind;
use wireglot_plan::{Form, RecordKind, ShapeKind, Tlv};

/// The leaf for a kind without parts, and its form (X.690 8.2 to 8.26).
pub(super) fn leaf(kind: &ShapeKind) -> Option<(Tlv, Form)> {
    Some(match kind {
        ShapeKind::Boolean => (Tlv::Boolean, Form::Primitive),
        ShapeKind::Integer { .. } => (Tlv::Integer, Form::Primitive),
        ShapeKind::Enumerated { items, extensible } => {
            let mut numbers: Vec<i64> = items.iter().map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            (Tlv::Enumerated { numbers, extensible: *extensible }, Form::Primitive)
        }
        ShapeKind::BitString { named, .. } => (Tlv::BitString { named: !named.is_empty() }, Form::Either),
        ShapeKind::OctetString { .. } => (Tlv::OctetString, Form::Either),
        ShapeKind::Null => (Tlv::Null, Form::Primitive),
        ShapeKind::Oid => (Tlv::Oid, Form::Primitive),
        ShapeKind::RelativeOid => (Tlv::RelativeOid, Form::Primitive),
        ShapeKind::OidIri | ShapeKind::RelativeOidIri => (Tlv::Iri, Form::Primitive),
        ShapeKind::Real | ShapeKind::Float { .. } => (Tlv::Real, Form::Primitive),
        ShapeKind::String { kind, .. } => (Tlv::String(*kind), Form::Either),
        ShapeKind::Time(kind) => time(*kind),
        ShapeKind::Record { kind: RecordKind::External, .. } => (Tlv::External, Form::Constructed),
        ShapeKind::Record { .. } | ShapeKind::List { .. } => return None,
        ShapeKind::Choice { .. } | ShapeKind::Open(_) => return None,
    })
}

/// UTCTime and GeneralizedTime are VisibleStrings (X.690 8.25); the others are primitive (8.26).
fn time(kind: TimeKind) -> (Tlv, Form) {
    match kind {
        TimeKind::Utc => (Tlv::UtcTime, Form::Either),
        TimeKind::Generalized => (Tlv::GeneralizedTime, Form::Either),
        TimeKind::Time => (Tlv::Time, Form::Primitive),
        TimeKind::Date => (Tlv::Date, Form::Primitive),
        TimeKind::TimeOfDay => (Tlv::TimeOfDay, Form::Primitive),
        TimeKind::DateTime => (Tlv::DateTime, Form::Primitive),
        TimeKind::Duration => (Tlv::Duration, Form::Primitive),
    }
}
