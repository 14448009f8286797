//! Open types: decoded by the keys that were read, or kept until those that come later are known.

use std::collections::HashSet;

use wireglot_plan::{Group, Node, Op, Record, RegisterId, Select, ShapeKind, Target};

use super::{Walk, READ};
use crate::analysis::nodes::{add_beside, items, selects};
use crate::codec::c::walk::terms::{Key, Place};
use crate::lang::c::expr::Expr;

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
            Op::Record(record) => {
                self.bind_again(record, place, registers);
                self.decide_group(&record.group, place, registers);
            }
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

    /// Binds those keys of a record that open types in it need beside `registers`, which came later: the locals that
    /// held them are gone, and a list may have many such records.
    fn bind_again(&mut self, record: &'a Record, place: &Place, registers: &HashSet<RegisterId>) {
        let mut needed = HashSet::new();
        items(&record.group).for_each(|item| add_beside(&item.node, registers, &mut needed));
        for register in record.registers.iter().filter(|register| needed.contains(&register.id)) {
            let (at, there) = self.key_at(place, &register.path);
            let mut key = Key { place: at, local: false };
            if !there.is_empty() {
                let id = self.id();
                let local = self.d.declare_key(self.w, id, key.place.shape);
                self.d.begin_if(self.w, &Expr::all(there));
                self.d.set_key(self.w, &local, &key.place);
                self.d.end(self.w);
                key = Key { place: local, local: true };
            }
            self.keys.insert(register.id, key);
        }
    }

    /// The end of a path of slots and alternatives, and the conditions for its being there. A slot that is absent
    /// holds its default.
    pub fn key_at(&self, record: &Place, path: &[u32]) -> (Place, Vec<Expr>) {
        let (mut at, mut there) = (record.clone(), Vec::new());
        for &step in path {
            at = match &self.unit.shape.get(at.shape).kind {
                ShapeKind::Choice { .. } => {
                    there.push(self.d.holds(&at, step));
                    self.d.alternative(&at, step)
                }
                _ => {
                    let slot = self.d.slot(&at, step);
                    match self.unit.default_of(&at, step) {
                        Some(_) => there.extend(self.d.storage(&slot)),
                        None if self.unit.may_be_missing(&at, step) => there.push(self.d.present(&at, step)),
                        None => {}
                    }
                    slot
                }
            };
        }
        (at, there)
    }
}
