//! Additions of a tagged record, with unknown elements anywhere among them.
//!
//! What is known comes in its order, each at most once; what may be missing begins with a tag
//! that nothing unknown can have (X.680 25.6, 27.4). One loop over tags says all that.

use wireglot_model::{Tag, TagClass};
use wireglot_plan::{First, Group, Item, Presence, ShapeKind, Target};

use super::{first_of, Walk, READ};
use crate::codec::c::walk::terms::{Fault, Label, Place, Subject, Unknowns};
use crate::codec::c::walk::Unit;

/// The items of a group around its extension insertion point.
pub struct Additions<'a> {
    /// Before the additions.
    pub before: &'a [Item],
    /// Each with the tags that it begins with.
    known: Vec<(&'a Item, &'a [Tag])>,
    /// What begins the items behind the insertion point; sorted.
    stops: Vec<Tag>,
    /// Tags of components before: too late here.
    late: Vec<Tag>,
    /// Behind the insertion point.
    pub behind: &'a [Item],
}

impl<'a> Additions<'a> {
    /// How many additions are known.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// `None` where a group has no insertion point, or where tags do not tell what comes.
    pub fn of(unit: Unit<'a>, group: &'a Group, place: &Place) -> Option<Additions<'a>> {
        let end = group.items.iter().position(|item| item.target == Target::Unknown)?;
        let ShapeKind::Record { slots, .. } = &unit.shape.get(place.shape).kind else { return None };
        let addition = |item: &Item| match item.target {
            Target::Slot(slot) => slots.get(slot as usize).is_some_and(|s| s.addition.is_some()),
            _ => false,
        };
        let first = group.items[..end].iter().position(addition).unwrap_or(end);
        let (before, behind) = (&group.items[..first], &group.items[end + 1..]);
        let known: Vec<(&Item, &[Tag])> =
            group.items[first..end].iter().map(|item| Some((item, tags_of(item)?))).collect::<Option<_>>()?;
        let mut stops = Vec::new();
        for item in behind {
            match first_of(unit, &item.node) {
                First::Any => return None,
                First::Tags(tags) => stops.extend(tags),
            }
        }
        stops.sort();
        stops.dedup();
        let expected =
            |tag: &Tag| stops.binary_search(tag).is_ok() || known.iter().any(|(_, tags)| tags.contains(tag));
        let mut late: Vec<Tag> = before.iter().flat_map(|item| taken(unit, item)).collect();
        late.sort();
        late.dedup();
        late.retain(|tag| !expected(tag));
        Some(Additions { before, known, stops, late, behind })
    }
}

/// The tags that say that an item is there, where it may be missing.
fn tags_of(item: &Item) -> Option<&[Tag]> {
    match &item.presence {
        Presence::Peek(First::Tags(tags)) => Some(tags),
        _ => None,
    }
}

/// The tags of a component that nothing unknown behind it can begin with: all where it may be
/// missing, else all but universal ones, which are free to come again in an addition.
fn taken(unit: Unit<'_>, item: &Item) -> Vec<Tag> {
    match (&item.presence, first_of(unit, &item.node)) {
        (Presence::Peek(First::Tags(tags)), _) => tags.to_vec(),
        (Presence::Always, First::Tags(tags)) => {
            tags.into_iter().filter(|tag| tag.class != TagClass::Universal).collect()
        }
        _ => Vec::new(),
    }
}

fn labels(tags: &[Tag]) -> Vec<Label<'static>> {
    tags.iter().map(|tag| Label::Tag(*tag)).collect()
}

impl<'a> Walk<'a, '_, '_> {
    /// All that comes up to the items behind the insertion point.
    pub fn tagged_additions(&mut self, additions: &Additions<'a>, place: &Place) {
        let next = format!("next{}", self.id());
        if !additions.known.is_empty() {
            self.d.begin_in_order(self.w, &next);
        }
        let condition = self.before(additions.stops.clone());
        self.d.begin_while(self.w, &condition);
        match additions.known.is_empty() && additions.late.is_empty() {
            true => self.unknown_before(additions, place, &next),
            false => self.by_tag(additions, place, &next),
        }
        self.d.end(self.w);
        for (item, _) in &additions.known {
            self.default_if_missing(item, place);
        }
    }

    /// One element of them.
    fn by_tag(&mut self, additions: &Additions<'a>, place: &Place, next: &str) {
        self.d.begin_switch(self.w, Subject::Tag);
        for (at, (item, tags)) in additions.known.iter().enumerate() {
            self.d.begin_case(self.w, &labels(tags));
            self.d.begin_if(self.w, &self.d.in_order(next, at as u32));
            if let Target::Slot(slot) = item.target {
                self.d.set_present(self.w, place, slot);
            }
            self.value(item, place);
            self.d.end(self.w);
            self.d.end_case(self.w);
        }
        if !additions.late.is_empty() {
            self.d.begin_case(self.w, &labels(&additions.late));
            self.d.fail(self.w, READ, Fault::Late);
            self.d.end_case(self.w);
        }
        self.d.begin_case(self.w, &[]);
        self.unknown_before(additions, place, next);
        self.d.end_case(self.w);
        self.d.end(self.w);
    }

    fn unknown_before(&mut self, additions: &Additions<'a>, place: &Place, next: &str) {
        let which = if additions.known.is_empty() { Unknowns::Anywhere } else { Unknowns::At(next) };
        self.d.unknown(self.w, READ, place, which);
    }

    fn default_if_missing(&mut self, item: &'a Item, place: &Place) {
        let (Target::Slot(slot), defaults) = (item.target, self.defaults(item, place)) else { return };
        if !defaults.is_empty() {
            self.d.begin_if(self.w, &self.d.not(&self.d.present(place, slot)));
            self.set_defaults(&defaults);
            self.d.end(self.w);
        }
    }
}
