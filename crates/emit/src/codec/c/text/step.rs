//! Goes to a part of a value that is read.

use wireglot_grammar::link::{BoundKind, Place as Step};
use wireglot_plan::{ShapeId, ShapeKind};

use super::{address, Protocol};
use crate::analysis::storage::Storage;
use crate::analysis::text::{is_due, merges, place_type, sets_alternative};
use crate::codec::c::statements::context::member;
use crate::codec::c::walk::Place;
use crate::Writer;

/// What happens if a part is already present.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    /// It is continued.
    GoesOn,
    /// It is an error.
    Twice,
}

impl Protocol<'_> {
    /// Goes to a part of a value and reads it. `seen` records which slots of the value have come.
    pub fn get_at(&self, w: &mut Writer, steps: &[Step], inner: u32, from: &Place, seen: &str) {
        let keeps = self.needs_around(inner) && !(steps.len() == 1 && self.has_class(inner));
        let last = steps.last().and_then(|step| place_type(*step));
        let tracked = last.is_some_and(|ty| self.tracked.contains(&ty));
        let is_list = steps.iter().any(|step| matches!(step, Step::Add(_) | Step::Only(_) | Step::Join(_)));
        w.scoped(keeps || tracked || is_list, |w| self.get_part(w, steps, inner, from, seen, keeps));
    }

    fn get_part(&self, w: &mut Writer, steps: &[Step], inner: u32, from: &Place, seen: &str, keeps: bool) {
        let link = self.text.link;
        let found = self.found.take();
        let number = self.number();
        if keeps {
            w.line(format!("const uint64_t around{number} = t->around;"));
        }
        let (mut at, mut seen) = (from.clone(), seen.to_string());
        for (index, step) in steps.iter().enumerate() {
            let is_last = index + 1 == steps.len();
            let again = if is_last && !merges(link, steps, inner) { Again::Twice } else { Again::GoesOn };
            let next = steps.get(index + 1).copied().or_else(|| link.first_place(inner));
            at = self.step(w, *step, next, &at, again, &seen);
            seen = String::new();
        }
        let tracked = self.tracked.contains(&at.shape) && !matches!(steps.last(), Some(Step::Bit(_)));
        if tracked {
            seen = format!("&seen{number}");
            w.line(format!("uint32_t seen{number} = 0;"));
        }
        self.found.set(found);
        self.get_node(w, inner, &at, &seen);
        if tracked {
            self.all_seen(w, at.shape, &format!("seen{number}"));
        }
        let is_choice = matches!(self.file.layout.storage(at.shape), Storage::Choice);
        if is_choice && !sets_alternative(link, inner) {
            w.open(format!("if ({} == 0) {{", member(&at.text, "kind")));
            w.line("wg_scan_fail(t, WG_ERROR_MISSING, t->next);");
            w.close("}");
        }
        if keeps {
            w.line(format!("t->around = around{number};"));
        }
    }

    /// Fails if a required slot is missing.
    pub fn all_seen(&self, w: &mut Writer, ty: ShapeId, seen: &str) {
        let ShapeKind::Record { slots, .. } = &self.file.shape.get(ty).kind else { return };
        let due = (0..slots.len() as u32).filter(|slot| is_due(self.file.shape, ty, *slot));
        let due = due.fold(0u32, |all, slot| all | 1 << (slot % 32));
        w.open(format!("if (({seen} & {due}u) != {due}u) {{"));
        w.line("wg_scan_fail(t, WG_ERROR_MISSING, t->next);");
        w.close("}");
    }

    fn step(
        &self,
        w: &mut Writer,
        step: Step,
        next: Option<Step>,
        at: &Place,
        again: Again,
        seen: &str,
    ) -> Place {
        match step {
            Step::Slot(slot, ty) => {
                self.mark_slot(w, at, slot, again, seen);
                let part = self.slot(at, slot, ty);
                self.make_storage(w, &part, self.file.layout.by_pointer(at.shape, slot));
                part
            }
            Step::Alternative(chosen, ty) => {
                let kind = member(&at.text, "kind");
                let wrong = match again {
                    Again::Twice => format!("{kind} != 0"),
                    Again::GoesOn => format!("{kind} != 0 && {kind} != {}", chosen + 1),
                };
                self.refuse(w, &wrong);
                w.line(format!("{kind} = {};", chosen + 1));
                let part = self.alternative(at, chosen, ty);
                self.make_storage(w, &part, self.file.layout.by_pointer(at.shape, chosen));
                part
            }
            Step::Add(ty) | Step::Only(ty) => {
                let item = self.item(w, ty);
                self.append(w, at, ty, &item);
                Place { text: format!("(*{item})"), shape: ty }
            }
            Step::Join(ty) => {
                let item = self.item(w, ty);
                let last = Place {
                    text: format!("{}[{} - 1]", member(&at.text, "items"), member(&at.text, "count")),
                    shape: ty,
                };
                let fits = self.joins(&last, next);
                w.open(format!("if ({} > 0 && {fits}) {{", member(&at.text, "count")));
                w.line(format!("{item} = {};", address(&last)));
                w.between("} else {");
                self.append(w, at, ty, &item);
                w.close("}");
                Place { text: format!("(*{item})"), shape: ty }
            }
            Step::Bit(bit) => {
                match self.file.layout.storage(at.shape) {
                    Storage::Bits(Some(_)) => {
                        let (octets, count) = self.bits(at);
                        w.line(format!("wg_scan_set_bit_in(t, {octets}, &{count}, {bit});"));
                    }
                    _ => w.line(format!("wg_scan_set_bit(t, {}, {bit});", address(at))),
                }
                at.clone()
            }
        }
    }

    fn refuse(&self, w: &mut Writer, wrong: &str) {
        w.open(format!("if ({wrong}) {{"));
        w.line("wg_scan_twice(t);");
        w.line("return;");
        w.close("}");
    }

    /// Records that a slot came.
    pub fn mark_slot_seen(&self, w: &mut Writer, at: &Place, slot: u32, seen: &str) {
        self.mark_slot(w, at, slot, Again::GoesOn, seen);
    }

    /// Whether nothing has come for a slot yet, if that can be determined.
    pub fn is_free(&self, at: &Place, slot: u32, part: &Place, seen: &str) -> Option<String> {
        if let Some(flag) = self.flag(at, slot) {
            return Some(format!("!{flag}"));
        }
        if let Some(seen) = self.seen(at, seen) {
            return Some(format!("!({seen} & {}u)", 1u32 << (slot % 32)));
        }
        let is_text = matches!(self.file.layout.storage(part.shape), Storage::Octets(..));
        is_text.then(|| format!("{} == 0", member(&part.text, "size")))
    }

    /// Which slots of a value have come, if that is tracked.
    fn seen(&self, at: &Place, seen: &str) -> Option<String> {
        let is_kept = !seen.is_empty() && self.tracked.contains(&at.shape);
        is_kept.then(|| seen.strip_prefix('&').map_or_else(|| format!("(*{seen})"), str::to_string))
    }

    fn mark_slot(&self, w: &mut Writer, at: &Place, slot: u32, again: Again, seen: &str) {
        if let Some(flag) = self.flag(at, slot) {
            if again == Again::Twice {
                self.refuse(w, &flag);
            }
            w.line(format!("{flag} = true;"));
        } else if let Some(seen) = self.seen(at, seen) {
            let bit = 1u32 << (slot % 32);
            if again == Again::Twice {
                self.refuse(w, &format!("{seen} & {bit}u"));
            }
            w.line(format!("{seen} |= {bit}u;"));
        }
    }

    /// Allocates memory for what is held by pointer.
    fn make_storage(&self, w: &mut Writer, part: &Place, by_pointer: bool) {
        if !by_pointer {
            return;
        }
        let pointer = address(part);
        let ty = self.ctype(part.shape);
        w.open(format!("if (!{pointer} && ({pointer} = ({ty} *)wg_scan_new(t, sizeof({ty}))) == NULL) {{"));
        w.line("return;");
        w.close("}");
    }

    /// Declares a pointer to an element.
    fn item(&self, w: &mut Writer, ty: ShapeId) -> String {
        let item = format!("item{}", self.number());
        w.line(format!("{} *{item};", self.ctype(ty)));
        item
    }

    fn append(&self, w: &mut Writer, list: &Place, ty: ShapeId, item: &str) {
        let (count, items) = (member(&list.text, "count"), member(&list.text, "items"));
        match self.file.layout.storage(list.shape) {
            Storage::List(Some(most)) => {
                w.open(format!("if (!wg_scan_room(t, {count}, {most})) {{"));
                w.line("return;");
                w.close("}");
            }
            _ => {
                w.line(format!(
                    "{item} = ({} *)wg_scan_more(t, {items}, {count}, sizeof *{items});",
                    self.ctype(ty)
                ));
                w.open(format!("if (!{item}) {{"));
                w.line("return;");
                w.close("}");
                w.line(format!("{items} = {item};"));
            }
        }
        w.line(format!("{item} = &{items}[{count}++];"));
        w.line(format!("wg_clear({item}, sizeof *{item});"));
    }

    /// Whether the last element of a list takes what comes next.
    fn joins(&self, last: &Place, next: Option<Step>) -> String {
        match next {
            Some(Step::Alternative(chosen, _)) => format!("{} == {}", member(&last.text, "kind"), chosen + 1),
            Some(Step::Slot(slot, _)) => match self.flag(last, slot) {
                Some(flag) => format!("!{flag}"),
                None => "false".to_string(),
            },
            _ => "false".to_string(),
        }
    }

    /// Whether a part has a class of its own, not that of a part of the value.
    pub fn has_class(&self, node: u32) -> bool {
        self.any(node, &mut |kind| matches!(kind, BoundKind::Class(_)), false)
    }

    /// Whether names may be set inside a part.
    pub fn needs_around(&self, node: u32) -> bool {
        let own = |kind: &BoundKind| match kind {
            BoundKind::Class(id) => self.class(*id).is_some_and(|class| self.is_own(class)),
            _ => false,
        };
        self.any(node, &mut |kind| own(kind), true)
    }

    /// Whether anything in a part matches; `deep` includes parts of the value.
    fn any(&self, node: u32, is: &mut dyn FnMut(&BoundKind) -> bool, deep: bool) -> bool {
        let link = self.text.link;
        let mut pile = vec![node];
        let mut met = std::collections::HashSet::new();
        while let Some(id) = pile.pop() {
            let Some(bound) = link.node(id).filter(|_| met.insert(id)) else { continue };
            if is(&bound.kind) {
                return true;
            }
            match &bound.kind {
                BoundKind::At(_, inner) => pile.extend(deep.then_some(*inner)),
                BoundKind::Call(_, body) => pile.extend(link.body(*body)),
                BoundKind::Seq(parts) => pile.extend(parts),
                BoundKind::Alt(branches) => pile.extend(branches.iter().map(|branch| branch.node)),
                BoundKind::Opt(inner) | BoundKind::Some(inner, _) | BoundKind::Deeper(_, inner) => {
                    pile.push(*inner)
                }
                _ => {}
            }
        }
        false
    }
}
