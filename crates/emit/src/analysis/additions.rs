//! Additions of a tagged record, which may have unknown elements anywhere among them.
//!
//! Known additions come in order, each at most once. An optional one begins with a tag that no unknown
//! element can have (X.680 25.6, 27.4).

use wireglot_model::{Tag, TagClass};
use wireglot_plan::{First, Group, Item, Plan, Presence, Shape, ShapeId, ShapeKind, Target};

use super::nodes::first_of;

/// The items of a group around its extension insertion point.
pub struct Additions<'a> {
    /// The items before the additions.
    pub before: &'a [Item],
    /// The known additions, each with the tags it can begin with.
    pub known: Vec<(&'a Item, &'a [Tag])>,
    /// The tags that the items after the insertion point can begin with, sorted.
    pub stops: Vec<Tag>,
    /// The tags of components before the additions, which are out of order here.
    pub late: Vec<Tag>,
    /// The items after the insertion point.
    pub behind: &'a [Item],
}

impl<'a> Additions<'a> {
    /// How many additions are known.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// Returns `None` if the group has no insertion point, or if tags don't identify the next item.
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

/// The tags that mark an optional item as present.
fn tags_of(item: &Item) -> Option<&[Tag]> {
    match &item.presence {
        Presence::Peek(First::Tags(tags)) => Some(tags),
        _ => None,
    }
}

/// The tags of a component that no unknown element after it can begin with: all of them if it is optional,
/// otherwise all but universal ones, which an addition may use again.
fn taken(plan: &Plan, item: &Item) -> Vec<Tag> {
    match (&item.presence, first_of(plan, &item.node)) {
        (Presence::Peek(First::Tags(tags)), _) => tags.to_vec(),
        (Presence::Always, First::Tags(tags)) => {
            tags.into_iter().filter(|tag| tag.class != TagClass::Universal).collect()
        }
        _ => Vec::new(),
    }
}
