//! Tags and frames of a type (X.690 8.1, 8.14), and what encodings begin with.

use wireglot_model::{Kind, Model, StringKind, Tag, TagClass, TimeKind, TypeId};
use wireglot_plan::First;

/// The universal tag of a kind (X.680 8.4); `None` for those that have none.
pub(crate) fn universal(kind: &Kind) -> Option<Tag> {
    let number = match kind {
        Kind::Boolean => 1,
        Kind::Integer(_) => 2,
        Kind::BitString(_) => 3,
        Kind::OctetString => 4,
        Kind::Null => 5,
        Kind::Oid => 6,
        Kind::String(StringKind::ObjectDescriptor) => 7,
        Kind::External(_) => 8,
        Kind::Real => 9,
        Kind::Enumerated(_) => 10,
        Kind::EmbeddedPdv(_) => 11,
        Kind::String(StringKind::Utf8) => 12,
        Kind::RelativeOid => 13,
        Kind::Time(TimeKind::Time) => 14,
        Kind::Sequence(_) | Kind::SequenceOf(_) => 16,
        Kind::Set(_) | Kind::SetOf(_) => 17,
        Kind::String(StringKind::Numeric) => 18,
        Kind::String(StringKind::Printable) => 19,
        Kind::String(StringKind::Teletex) => 20,
        Kind::String(StringKind::Videotex) => 21,
        Kind::String(StringKind::Ia5) => 22,
        Kind::Time(TimeKind::Utc) => 23,
        Kind::Time(TimeKind::Generalized) => 24,
        Kind::String(StringKind::Graphic) => 25,
        Kind::String(StringKind::Visible) => 26,
        Kind::String(StringKind::General) => 27,
        Kind::String(StringKind::Universal) => 28,
        Kind::CharacterString(_) => 29,
        Kind::String(StringKind::Bmp) => 30,
        Kind::Time(TimeKind::Date) => 31,
        Kind::Time(TimeKind::TimeOfDay) => 32,
        Kind::Time(TimeKind::DateTime) => 33,
        Kind::Time(TimeKind::Duration) => 34,
        Kind::OidIri => 35,
        Kind::RelativeOidIri => 36,
        Kind::Choice(_) | Kind::Open(_) | Kind::Any(_) => return None,
        Kind::Reference(_) | Kind::Tagged { .. } | Kind::Constrained { .. } => return None,
    };
    Some(Tag { class: TagClass::Universal, number })
}

/// The tags that an encoding bears, outermost first: an implicit tag replaces
/// the one inside, an explicit one stands before it (X.680 31.2). Empty for an
/// untagged CHOICE, open type or ANY.
pub(crate) fn tags(model: &Model, ty: TypeId) -> Vec<Tag> {
    let (mut tags, mut replaces, mut at) = (Vec::new(), None, ty);
    loop {
        match &model.ty(at).kind {
            Kind::Tagged { tag, explicit, inner } => {
                let tag = replaces.take().unwrap_or(*tag);
                match explicit {
                    true => tags.push(tag),
                    false => replaces = Some(tag),
                }
                at = *inner;
            }
            kind => match kind.inner() {
                Some(inner) => at = inner,
                None => {
                    tags.extend(replaces.or(universal(kind)));
                    return tags;
                }
            },
        }
    }
}

/// What the encodings of a type begin with.
pub(crate) fn first(model: &Model, ty: TypeId) -> First {
    let (mut all, mut stack, mut seen) = (Vec::new(), vec![ty], Vec::new());
    while let Some(ty) = stack.pop() {
        if let Some(tag) = outermost(model, ty) {
            all.push(tag);
            continue;
        }
        let base = model.base(ty);
        match &model.ty(base).kind {
            Kind::Choice(members) if !seen.contains(&base) => {
                seen.push(base);
                stack.extend(members.all().map(|c| c.ty));
            }
            Kind::Choice(_) => {}
            _ => return First::Any,
        }
    }
    all.sort();
    all.dedup();
    First::Tags(all)
}

/// The outermost tag of an encoding.
pub(crate) fn outermost(model: &Model, ty: TypeId) -> Option<Tag> {
    let mut at = ty;
    loop {
        match &model.ty(at).kind {
            Kind::Tagged { tag, .. } => return Some(*tag),
            kind => match kind.inner() {
                Some(inner) => at = inner,
                None => return universal(kind),
            },
        }
    }
}
