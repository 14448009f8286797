//! Canonical order of tags (X.680 8.6), in which PER and OER encode a SET.

use wireglot_model::{Kind, Model, Tag, TypeId};

use crate::ber::universal;

/// The tag by which a component or alternative is sorted: its outermost one; for an untagged
/// CHOICE, the smallest among its root alternatives.
pub(crate) fn smallest_tag(model: &Model, ty: TypeId) -> Option<Tag> {
    let (mut least, mut stack, mut seen) = (None::<Tag>, vec![ty], Vec::new());
    while let Some(ty) = stack.pop() {
        let mut at = ty;
        let tag = loop {
            at = model.past_references(at).0;
            match &model.ty(at).kind {
                Kind::Tagged { tag, .. } => break Some(*tag),
                Kind::Choice(members) => {
                    if !seen.contains(&at) {
                        seen.push(at);
                        stack.extend(members.root.iter().map(|c| c.ty));
                    }
                    break None;
                }
                kind => match kind.inner() {
                    Some(inner) => at = inner,
                    None => break universal(kind),
                },
            }
        };
        least = match (least, tag) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
    least
}
