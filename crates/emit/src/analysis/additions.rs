//! Additions of a tagged record, with unknown elements anywhere among them.
//!
//! What is known comes in its order, each at most once; what may be missing begins with a tag
//! that nothing unknown can have (X.680 25.6, 27.4).

use wireglot_model::{Tag, TagClass};
use wireglot_plan::{First, Group, Item, Plan, Presence, Shape, ShapeId, ShapeKind, Target};

use super::nodes::first_of;

/// The items of a group around its extension insertion point.
pub struct Additions<'a> {
    /// Before the additions.
    pub before: &'a [Item],
    /// Each with the tags that it begins with.
    pub known: Vec<(&'a Item, &'a [Tag])>,
    /// What begins the items behind the insertion point; sorted.
    pub stops: Vec<Tag>,
    /// Tags of components before: too late here.
    pub late: Vec<Tag>,
    /// Behind the insertion point.
    pub behind: &'a [Item],
}

impl<'a> Additions<'a> {
    /// How many additions are known.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// `None` where a group has no insertion point, or where tags do not tell what comes.
    pub fn of(shape: &Shape, plan: &Plan, group: &'a Group, record: ShapeId) -> Option<Additions<'a>> {
        let end = group.items.iter().position(|item| item.target == Target::Unknown)?;
        let ShapeKind::Record { slots, .. } = &shape.get(record).kind else { return None };
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
            match first_of(plan, &item.node) {
                First::Any => return None,
                First::Tags(tags) => stops.extend(tags),
            }
        }
        stops.sort();
        stops.dedup();
        let expected =
            |tag: &Tag| stops.binary_search(tag).is_ok() || known.iter().any(|(_, tags)| tags.contains(tag));
        let mut late: Vec<Tag> = before.iter().flat_map(|item| taken(plan, item)).collect();
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
fn taken(plan: &Plan, item: &Item) -> Vec<Tag> {
    match (&item.presence, first_of(plan, &item.node)) {
        (Presence::Peek(First::Tags(tags)), _) => tags.to_vec(),
        (Presence::Always, First::Tags(tags)) => {
            tags.into_iter().filter(|tag| tag.class != TagClass::Universal).collect()
        }
        _ => Vec::new(),
    }
}
