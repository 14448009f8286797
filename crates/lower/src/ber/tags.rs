//! Tags and frames of a type (X.690 8.1, 8.14), and the tags that encodings start with.

use std::collections::{HashMap, HashSet};

use wireglot_model::{Kind, Model, StringKind, Tag, TagClass, Tagging, TimeKind, TypeId};
use wireglot_plan::First;

/// The universal tag of a kind (X.680 8.4); `None` if it has none.
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

/// The tags of an encoding, outermost first: an implicit tag replaces the inner one, an explicit
/// one precedes it (X.680 31.2). Empty for an untagged CHOICE, open type or ANY. Each tag has its
/// relation to the next one.
pub(crate) fn tags(model: &Model, ty: TypeId) -> Vec<(Tag, Tagging)> {
    let (mut tags, mut replaces, mut at) = (Vec::new(), None, ty);
    loop {
        at = model.past_references(at).0;
        match &model.ty(at).kind {
            Kind::Tagged { tag, tagging, inner } => {
                let tag = replaces.take().unwrap_or(*tag);
                match tagging.is_explicit() {
                    true => tags.push((tag, *tagging)),
                    false => replaces = Some(tag),
                }
                at = *inner;
            }
            kind => match kind.inner() {
                Some(inner) => at = inner,
                None => {
                    tags.extend(replaces.or(universal(kind)).map(|tag| (tag, Tagging::Implicit)));
                    return tags;
                }
            },
        }
    }
}

/// The tags that encodings start with, computed once for each CHOICE.
#[derive(Default)]
pub(crate) struct Firsts {
    known: HashMap<TypeId, First>,
    /// The number of tags and alternatives inspected so far.
    cost: usize,
}

/// The maximum of that number. An untagged CHOICE repeats all tags of any untagged CHOICE in it, so
/// a plan may be quadratic in the size of its specification.
const MOST_TAGS: usize = 1 << 22;

impl Firsts {
    /// The tags that the encodings of a type start with; `None` if the maximum has been exceeded.
    pub(crate) fn of(&mut self, model: &Model, ty: TypeId) -> Option<First> {
        if let Some(tag) = outermost(model, ty) {
            return Some(First::Tags(vec![tag]));
        }
        let base = model.base(ty);
        if !self.known.contains_key(&base) {
            let first = self.untagged(model, base)?;
            self.known.insert(base, first);
        }
        let first = self.known.get(&base)?;
        self.cost += tags_of(first).len();
        (self.cost <= MOST_TAGS).then(|| first.clone())
    }

    /// The tags that the encodings of a CHOICE, an open type or ANY start with.
    fn untagged(&mut self, model: &Model, base: TypeId) -> Option<First> {
        let (mut all, mut stack, mut seen) = (Vec::new(), vec![base], HashSet::from([base]));
        while let Some(at) = stack.pop() {
            if let Some(known) = self.known.get(&at) {
                if *known == First::Any {
                    return Some(First::Any);
                }
                self.cost += tags_of(known).len();
                all.extend(tags_of(known));
            } else if let Kind::Choice(members) = &model.ty(at).kind {
                for component in members.all() {
                    self.cost += 1;
                    match outermost(model, component.ty) {
                        Some(tag) => all.push(tag),
                        None => stack.extend(Some(model.base(component.ty)).filter(|id| seen.insert(*id))),
                    }
                }
            } else {
                return Some(First::Any);
            }
            if self.cost > MOST_TAGS {
                return None;
            }
        }
        all.sort();
        all.dedup();
        Some(First::Tags(all))
    }
}

fn tags_of(first: &First) -> &[Tag] {
    match first {
        First::Tags(tags) => tags,
        First::Any => &[],
    }
}

/// The outermost tag of an encoding.
pub(crate) fn outermost(model: &Model, ty: TypeId) -> Option<Tag> {
    let mut at = ty;
    loop {
        at = model.past_references(at).0;
        match &model.ty(at).kind {
            Kind::Tagged { tag, .. } => return Some(*tag),
            kind => match kind.inner() {
                Some(inner) => at = inner,
                None => return universal(kind),
            },
        }
    }
}
