//! Additions of a tagged record, with unknown elements anywhere among them.
//!
//! One loop over tags covers all of [`Additions`].

use wireglot_model::Tag;
use wireglot_plan::{Item, Target};

use super::{Walk, READ};
use crate::analysis::additions::Additions;
use crate::codec::c::walk::terms::{Fault, Label, Place, Subject, Unknowns};

fn labels(tags: &[Tag]) -> Vec<Label<'static>> {
    tags.iter().map(|tag| Label::Tag(*tag)).collect()
}

impl<'a> Walk<'a, '_, '_> {
    /// Reads everything up to the items after the insertion point.
    pub fn tagged_additions(&mut self, additions: &Additions<'a>, place: &Place) {
        let next = format!("next{}", self.id());
        if !additions.known.is_empty() {
            self.d.begin_in_order(self.w, &next);
        }
        // Keys come before what they select: one that does not come has its default value from the start.
        for (item, _) in &additions.known {
            if matches!(item.target, Target::Slot(slot) if self.here.contains_key(&slot)) {
                self.set_defaults(&self.defaults(item, place));
                self.default_keys(item, place);
            }
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

    /// Reads one of these elements.
    fn by_tag(&mut self, additions: &Additions<'a>, place: &Place, next: &str) {
        self.d.begin_switch(self.w, Subject::Tag);
        for (at, (item, tags)) in additions.known.iter().enumerate() {
            self.d.begin_case(self.w, &labels(tags));
            self.d.begin_if(self.w, &self.d.in_order(next, at as u32));
            if let Target::Slot(slot) = item.target {
                self.d.set_present(self.w, place, slot);
                if self.here.contains_key(&slot) {
                    self.d.clear(self.w, &self.d.slot(place, slot));
                }
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
            self.d.begin_if(self.w, &self.d.present(place, slot).negated());
            self.set_defaults(&defaults);
            self.d.end(self.w);
        }
    }
}
