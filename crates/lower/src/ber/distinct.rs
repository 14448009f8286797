//! Tags that a reader has to tell apart must differ (X.680 25.6, 27.3, 29.3).

use std::collections::HashMap;

use wireglot_model::{Component, Tag};
use wireglot_plan::First;
use wireglot_text::Span;

use crate::fault::Fault;

/// The tags that may come next, with the components that they begin.
#[derive(Default)]
pub(super) struct Distinct<'m> {
    open: HashMap<Tag, &'m Component>,
}

impl<'m> Distinct<'m> {
    /// One more component that may come next; the fault if a tag of it is taken.
    /// ANY and open types take what no other component does.
    pub fn add(&mut self, component: &'m Component, first: &First) -> Option<Fault> {
        let First::Tags(tags) = first else { return None };
        let mut fault = None;
        for &tag in tags {
            match self.open.insert(tag, component) {
                Some(other) if fault.is_none() => fault = Some(same_tag(tag, component, other)),
                _ => {}
            }
        }
        fault
    }

    /// A component that is always there: what stood before it can't come any more.
    pub fn pass(&mut self) {
        self.open.clear();
    }
}

fn same_tag(tag: Tag, later: &Component, earlier: &Component) -> Fault {
    let named = |c: &Component| -> (String, Span) { (c.name.clone(), c.span) };
    let ((name, span), (other, other_span)) = (named(later), named(earlier));
    Fault::SameTag { tag, name, span, other, other_span }
}
