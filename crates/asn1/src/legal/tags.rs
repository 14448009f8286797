//! Checks that tags distinguish components (X.680 25.6, 27.3, 29.3, 52.7).

use std::collections::{BTreeSet, HashMap, HashSet};

use wireglot_model::{Component, Kind, Members, Presence, StringKind, Tag, TagClass, TimeKind, TypeId};

use wireglot_text::Span;

use super::{Faults, Subject};
use crate::faults::{LegalKind, TagPair};

/// The tags with which the values of a type may begin.
#[derive(Clone, Default)]
struct First {
    tags: BTreeSet<Tag>,
    /// Any tag: an open type or ANY.
    any: bool,
    /// An open type, which an object set may restrict.
    open: bool,
    /// Tags that a later version may add: an extensible CHOICE (X.680 52.7.1).
    unknown: bool,
}

impl First {
    fn one(tag: Tag) -> First {
        First { tags: BTreeSet::from([tag]), ..First::default() }
    }

    fn add(&mut self, other: &First) {
        self.tags.extend(&other.tags);
        self.any |= other.any;
        self.open |= other.open;
        self.unknown |= other.unknown;
    }

    /// Describes a tag with which both may begin.
    fn clash(&self, other: &First) -> Option<String> {
        if let Some(tag) = self.tags.intersection(&other.tags).next() {
            return Some(tag.to_string());
        }
        let one_is_any = self.any && !other.is_empty() || other.any && !self.is_empty();
        if one_is_any {
            return Some("of an open type, which is any tag".into());
        }
        (self.unknown && other.unknown).then(|| "of an addition to come".into())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.any && !self.unknown
    }
}

/// The tags computed so far.
struct Tags<'s, 'm> {
    subject: &'s Subject<'m>,
    known: HashMap<TypeId, First>,
    /// The total number of tags collected for all types.
    collected: usize,
    clashes: Vec<Clash>,
}

/// Two components that may begin with the same tag.
struct Clash {
    ty: TypeId,
    span: Span,
    kind: LegalKind,
    /// The positions of both.
    components: (Span, Span),
    /// Whether COMPONENTS OF copied both from elsewhere.
    copied: bool,
}

/// The limit for collected tags; types with more are not checked.
const TAGS: usize = 2_000_000;

/// The maximum nesting depth of untagged CHOICEs.
const DEPTH: u32 = 100;

/// The region of a type that contains a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    Root,
    Addition,
    SecondRoot,
}

/// A component and its region.
#[derive(Clone, Copy)]
struct Item<'c> {
    /// `None` for the extension insertion point: what a later version adds (X.680 52.7).
    component: Option<&'c Component>,
    region: Region,
}

impl Item<'_> {
    fn name(&self) -> String {
        self.component.map_or_else(|| "...".into(), |component| component.name.clone())
    }

    fn has_default(&self) -> bool {
        self.component.is_some_and(|component| matches!(component.presence, Presence::Default(_)))
    }

    /// Whether it may be absent from a value.
    fn may_be_absent(&self) -> bool {
        let required = self.component.is_some_and(|c| matches!(c.presence, Presence::Required));
        !required || self.region == Region::Addition
    }
}

pub(super) fn check(subject: &Subject, faults: &mut Faults) {
    let mut tags = Tags { subject, known: HashMap::new(), collected: 0, clashes: Vec::new() };
    for id in subject.types() {
        match &subject.model.ty(id).kind {
            Kind::Sequence(members) => sequence(&mut tags, id, &items(members)),
            Kind::Set(members) => distinct(&mut tags, id, &items(members)),
            Kind::Choice(members) => distinct(&mut tags, id, &items(members)),
            _ => {}
        }
    }
    report(tags.clashes, faults);
}

/// Reports each clash once: at the type that declares the components, not where COMPONENTS OF repeats them.
fn report(clashes: Vec<Clash>, faults: &mut Faults) {
    let (copied, own): (Vec<Clash>, Vec<Clash>) = clashes.into_iter().partition(|clash| clash.copied);
    let mut told: HashSet<(Span, Span)> = own.iter().map(|clash| clash.components).collect();
    let once = copied.into_iter().map(|clash| (told.insert(clash.components), clash)).collect::<Vec<_>>();
    for (new, clash) in own.into_iter().map(|clash| (true, clash)).chain(once) {
        if matches!(clash.kind, LegalKind::TagClash(..)) {
            faults.types.push(clash.ty);
        }
        if new {
            faults.report(clash.span, clash.kind);
        }
    }
}

fn items(members: &Members) -> Vec<Item<'_>> {
    let root = members.root.len();
    let second = members.all().count() - members.root2.len();
    let region = |index| match index {
        _ if index < root => Region::Root,
        _ if index < second => Region::Addition,
        _ => Region::SecondRoot,
    };
    let item = |(index, component)| Item { component: Some(component), region: region(index) };
    let mut items: Vec<Item> = members.all().enumerate().map(item).collect();
    if members.additions.is_some() {
        items.insert(second, Item { component: None, region: Region::Addition });
    }
    items
}

/// Checks each run of optional components together with the mandatory one after it.
fn sequence(tags: &mut Tags, id: TypeId, items: &[Item]) {
    let mut start = 0;
    for (index, item) in items.iter().enumerate() {
        if !item.may_be_absent() || index + 1 == items.len() {
            distinct(tags, id, items.get(start..=index).unwrap_or(&[]));
            start = index + 1;
        }
    }
}

/// Checks that no two components begin with the same tag.
fn distinct(tags: &mut Tags, id: TypeId, items: &[Item]) {
    if items.len() < 2 {
        return;
    }
    let mut seen: HashMap<Tag, Item> = HashMap::new();
    let mut any: Option<(Item, First)> = None;
    let mut unknown: Option<(Item, First)> = None;
    let mut last: Option<(Item, First)> = None;
    for &item in items {
        let Some(first) = tags.of_item(item) else { continue };
        let same = first.tags.iter().find_map(|tag| seen.get(tag).map(|other| (*other, tag.to_string())));
        let wild = [&any, &unknown, if first.any { &last } else { &None }];
        let wild = wild.into_iter().flatten();
        // A clash between an open type and a later addition is not reported.
        let wild = wild.filter(|(other, f)| {
            item.component.is_some() && other.component.is_some() || f.unknown && first.unknown
        });
        let wild = wild.filter_map(|(other, f)| f.clash(&first).map(|t| (*other, t))).next();
        if let Some((other, tag)) = same.clone().or(wild) {
            let from_open = same.is_none() && item.component.is_some() && other.component.is_some();
            let doubt = match same {
                Some(_) => other.region != item.region && item.region == Region::SecondRoot,
                None if item.component.is_none() || other.component.is_none() => true,
                None if first.any => first.open || other.has_default(),
                None => !matches!(tags.subject.model.ty(id).kind, Kind::Set(_)),
            };
            let ty = tags.subject.model.ty(id).span;
            let place = other.component.map_or(ty, |c| c.span);
            // Components from COMPONENTS OF may be elsewhere.
            let here = item.component.map(|c| c.span).filter(|span| ty.file == span.file && ty.lo <= span.lo);
            let span = here.unwrap_or(ty);
            let make = if doubt { LegalKind::TagDoubt } else { LegalKind::TagClash };
            let by_hand = tags.subject.tagged_by_hand.get(&id).copied();
            let ordered = matches!(tags.subject.model.ty(id).kind, Kind::Sequence(_));
            let by_tag = !ordered && from_open;
            let kind =
                make(TagPair { one: other.name(), two: item.name(), tag, first: place, by_hand, by_tag });
            let components = (place, item.component.map_or(ty, |c| c.span));
            let copied = !ty.holds(components.0) && !ty.holds(components.1);
            tags.clashes.push(Clash { ty: id, span, kind, components, copied });
            continue;
        }
        for tag in &first.tags {
            seen.insert(*tag, item);
        }
        if first.any {
            any = Some((item, first.clone()));
        } else if first.unknown {
            unknown = Some((item, first.clone()));
        }
        last = Some((item, first));
    }
}

impl Tags<'_, '_> {
    fn of_item(&mut self, item: Item) -> Option<First> {
        match item.component {
            Some(component) => self.of(component.ty, DEPTH),
            None => Some(First { unknown: true, ..First::default() }),
        }
    }

    /// The tags with which the values of a type begin; `None` for poison.
    fn of(&mut self, id: TypeId, depth: u32) -> Option<First> {
        let mut at = id;
        loop {
            if self.subject.poison.contains(&at) {
                return None;
            }
            let kind = &self.subject.model.ty(at).kind;
            match kind {
                Kind::Tagged { tag, .. } => return Some(First::one(*tag)),
                Kind::Choice(members) => return self.choice(at, members, depth),
                Kind::Open(_) => return Some(First { any: true, open: true, ..First::default() }),
                Kind::Any(_) => return Some(First { any: true, ..First::default() }),
                kind => match kind.inner() {
                    Some(next) => at = next,
                    None => return universal(kind).map(First::one),
                },
            }
        }
    }

    fn choice(&mut self, id: TypeId, members: &Members, depth: u32) -> Option<First> {
        if let Some(known) = self.known.get(&id) {
            return Some(known.clone());
        }
        // A CHOICE that contains itself is infinite, and reported as such.
        let depth = depth.checked_sub(1)?;
        let mut all = First { unknown: members.additions.is_some(), ..First::default() };
        for component in members.all() {
            all.add(&self.of(component.ty, depth)?);
        }
        self.collected += all.tags.len();
        if self.collected > TAGS {
            return None;
        }
        self.known.insert(id, all.clone());
        Some(all)
    }
}

/// The universal tag of a built-in type (X.680 table 1).
fn universal(kind: &Kind) -> Option<Tag> {
    let number = match kind {
        Kind::Boolean => 1,
        Kind::Integer(_) => 2,
        Kind::BitString(_) => 3,
        Kind::OctetString => 4,
        Kind::Null => 5,
        Kind::Oid => 6,
        Kind::External(_) => 8,
        Kind::Real => 9,
        Kind::Enumerated(_) => 10,
        Kind::EmbeddedPdv(_) => 11,
        Kind::RelativeOid => 13,
        Kind::Sequence(_) | Kind::SequenceOf(_) => 16,
        Kind::Set(_) | Kind::SetOf(_) => 17,
        Kind::CharacterString(_) => 29,
        Kind::OidIri => 35,
        Kind::RelativeOidIri => 36,
        Kind::String(kind) => match kind {
            StringKind::ObjectDescriptor => 7,
            StringKind::Utf8 => 12,
            StringKind::Numeric => 18,
            StringKind::Printable => 19,
            StringKind::Teletex => 20,
            StringKind::Videotex => 21,
            StringKind::Ia5 => 22,
            StringKind::Graphic => 25,
            StringKind::Visible => 26,
            StringKind::General => 27,
            StringKind::Universal => 28,
            StringKind::Bmp => 30,
        },
        Kind::Time(kind) => match kind {
            TimeKind::Time => 14,
            TimeKind::Utc => 23,
            TimeKind::Generalized => 24,
            TimeKind::Date => 31,
            TimeKind::TimeOfDay => 32,
            TimeKind::DateTime => 33,
            TimeKind::Duration => 34,
        },
        _ => return None,
    };
    Some(Tag { class: TagClass::Universal, number })
}
