//! Tags that a reader has to tell apart must differ (X.680 25.6, 27.3, 29.3).

use std::collections::HashMap;

use wireglot_model::{Component, Kind, Model, Presence, Tag, TypeId};
use wireglot_plan::First;

use crate::fault::Fault;

/// What may come next, as a reader sees it.
#[derive(Default)]
pub(super) struct Distinct<'m> {
    /// Tags, with the components that they begin, and whether those are additions.
    open: HashMap<Tag, (&'m Component, bool)>,
    /// Where a tag that nobody knows yet may belong.
    insertion: Option<&'m Component>,
}

impl<'m> Distinct<'m> {
    /// One more component that may come next; the fault if a tag of it is taken.
    pub fn add(
        &mut self,
        model: &Model,
        component: &'m Component,
        first: &First,
        addition: bool,
    ) -> Option<Fault> {
        let First::Tags(tags) = first else { return self.add_any(component, model) };
        let mut fault = None;
        for &tag in tags {
            match self.open.insert(tag, (component, addition)) {
                Some((other, tolerable)) if fault.is_none() => {
                    fault = Some(Fault::SameTag {
                        tag,
                        name: component.name.clone(),
                        span: component.span,
                        other: other.name.clone(),
                        other_span: other.span,
                        tolerable,
                    });
                }
                _ => {}
            }
        }
        fault
    }

    /// ANY or an open type: any tag may begin it.
    fn add_any(&mut self, component: &'m Component, model: &Model) -> Option<Fault> {
        let base = &model.ty(model.base(component.ty)).kind;
        let (other, _) = self.open.values().max_by_key(|(other, _)| other.span.lo)?;
        Some(Fault::AnyTag {
            name: component.name.clone(),
            span: component.span,
            other: other.name.clone(),
            other_span: other.span,
            tolerable: !matches!(base, Kind::Any(_)) || matches!(other.presence, Presence::Default(_)),
        })
    }

    /// A place for unknown tags; the fault if there is one already: nobody could
    /// say where an unknown element belongs.
    pub fn add_insertion(&mut self, component: &'m Component, tolerable: bool) -> Option<Fault> {
        let other = self.insertion.replace(component)?;
        Some(Fault::TwoInsertions {
            name: component.name.clone(),
            span: component.span,
            other: other.name.clone(),
            other_span: other.span,
            tolerable,
        })
    }

    /// A component that is always there: what stood before it can't come any more.
    pub fn pass(&mut self) {
        self.open.clear();
        self.insertion = None;
    }
}

/// Whether a tag that the specification does not know may begin a type: an
/// extensible CHOICE without a tag of its own.
pub(super) fn takes_unknown(model: &Model, ty: TypeId) -> bool {
    let (mut stack, mut seen) = (vec![ty], Vec::new());
    while let Some(ty) = stack.pop() {
        let mut at = ty;
        let tagged = loop {
            match &model.ty(at).kind {
                Kind::Tagged { .. } => break true,
                kind => match kind.inner() {
                    Some(inner) => at = inner,
                    None => break false,
                },
            }
        };
        match &model.ty(at).kind {
            Kind::Choice(members) if !tagged && !seen.contains(&at) => {
                if members.additions.is_some() {
                    return true;
                }
                seen.push(at);
                stack.extend(members.all().map(|c| c.ty));
            }
            _ => {}
        }
    }
    false
}
