//! Open types: decoded by the keys that were read, or kept until those that come later are known.

use std::collections::HashSet;

use wireglot_plan::{Group, Node, Op, RegisterId, Select, Target};

use super::{Walk, READ};
use crate::analysis::nodes::{items, selects};
use crate::codec::c::walk::terms::{Key, Place};

impl<'a> Walk<'a, '_, '_> {
    pub fn select(&mut self, select: &'a Select, place: &Place) {
        if !std::mem::take(&mut self.row_found) {
            self.find_row(select, place);
        }
        self.d.call_rows(self.w, READ, select.rows, place);
    }

    pub fn find_row(&mut self, select: &'a Select, place: &Place) {
        let keys: Option<Vec<Key>> = select.registers.iter().map(|r| self.keys.get(r).cloned()).collect();
        if let Some(keys) = keys {
            self.d.find_row(self.w, place, &keys);
        }
    }

    /// Decodes what was kept because its key came later, anywhere in a group.
    pub fn decide_group(&mut self, group: &'a Group, place: &Place, registers: &HashSet<RegisterId>) {
        for item in items(group).filter(|i| selects(&i.node, &|register| registers.contains(&register))) {
            let Target::Slot(slot) = item.target else {
                self.decide(&item.node, place, registers);
                continue;
            };
            let optional = self.unit.may_be_missing(place, slot);
            if optional {
                self.d.begin_if(self.w, &self.d.present(place, slot));
            }
            self.d.begin_part(self.w, place, slot);
            self.decide(&item.node, &self.d.slot(place, slot), registers);
            self.d.end_part(self.w);
            if optional {
                self.d.end(self.w);
            }
        }
    }

    fn decide(&mut self, node: &'a Node, place: &Place, registers: &HashSet<RegisterId>) {
        if !selects(node, &|register| registers.contains(&register)) {
            return;
        }
        match &node.op {
            Op::Frame(_, body) => self.decide(body, place, registers),
            Op::Record(record) => self.decide_group(&record.group, place, registers),
            Op::Group(group) => self.decide_group(group, place, registers),
            Op::Repeat(repeat) => {
                let id = self.id();
                let element = self.d.begin_each(self.w, id, place);
                self.d.begin_known_element(self.w, id);
                self.decide(&repeat.element, &element, registers);
                self.d.end_part(self.w);
                self.d.end(self.w);
            }
            Op::Choice(choice) => {
                for arm in
                    choice.arms.iter().filter(|a| selects(&a.node, &|register| registers.contains(&register)))
                {
                    self.d.begin_if(self.w, &self.d.holds(place, arm.alternative));
                    self.d.begin_part(self.w, place, arm.alternative);
                    self.decide(&arm.node, &self.d.alternative(place, arm.alternative), registers);
                    self.d.end_part(self.w);
                    self.d.end(self.w);
                }
            }
            Op::Alt(arms) => {
                arms.first().into_iter().for_each(|a| self.decide(&a.node, place, registers));
            }
            Op::Select(select) => {
                let id = self.id();
                self.d.begin_if(self.w, &self.d.waits(place));
                self.d.begin_kept(self.w, id, place);
                self.select(select, place);
                self.d.end_kept(self.w, id);
                self.d.end(self.w);
            }
            Op::Leaf(_) | Op::Call(_) | Op::Contained(_) => {}
        }
    }
}
