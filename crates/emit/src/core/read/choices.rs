//! One alternative of a CHOICE, by its tag or its index.

use wireglot_plan::{By, Choice, First, Frame, Leaf, Node, Op};

use super::{Walk, READ};
use crate::core::dialect::{Dialect, Fault, Label, Place, Subject};

impl<'a, D: Dialect> Walk<'a, '_, D> {
    pub(super) fn choice(&mut self, choice: &'a Choice, place: &Place) {
        match &choice.by {
            By::Tag => self.choice_by_tag(choice, place),
            By::Index { root, addition, frame } => match addition {
                Some(leaf) => {
                    self.d.begin_if(self.w, &self.d.next_bit());
                    self.addition_by_index(choice, leaf, frame.as_ref(), place);
                    self.d.begin_else(self.w);
                    self.root_by_index(choice, root.as_ref(), place);
                    self.d.end(self.w);
                }
                None => self.root_by_index(choice, root.as_ref(), place),
            },
        }
    }

    fn choice_by_tag(&mut self, choice: &'a Choice, place: &Place) {
        self.d.begin_switch(self.w, Subject::Tag);
        let mut other = None;
        for (i, arm) in choice.arms.iter().enumerate() {
            match &arm.first {
                First::Any => other = Some(i),
                First::Tags(tags) => {
                    let labels: Vec<Label> = tags.iter().map(|t| Label::Tag(*t)).collect();
                    self.d.begin_case(self.w, &labels);
                    self.arm(choice, i, place);
                    self.d.end_case(self.w);
                }
            }
        }
        self.d.begin_case(self.w, &[]);
        match other {
            Some(i) => self.arm(choice, i, place),
            None if choice.extensible => self.d.unknown_alternative(self.w, READ, place, None),
            None => self.d.fail(self.w, READ, Fault::Unknown),
        }
        self.d.end_case(self.w);
        self.d.end(self.w);
    }

    fn arm(&mut self, choice: &'a Choice, i: usize, place: &Place) {
        let arm = &choice.arms[i];
        // Nothing is stored between the look at a tag and that of a choice inside: then one look is enough.
        let late = matches!(choice.by, By::Tag) && self.is_choice(&arm.node);
        if !late {
            self.d.set_alternative(self.w, place, arm.alternative);
        }
        let at = self.d.alternative(place, arm.alternative);
        let raw = self.unit.part_of(place.shape, arm.alternative).unwrap_or(at.shape);
        self.d.begin_part(self.w, place, arm.alternative);
        let stored = self.d.begin_storage(self.w, &at);
        self.node(&arm.node, raw, &at, None);
        if stored {
            self.d.end(self.w);
        }
        self.d.end_part(self.w);
        if late {
            self.d.set_alternative(self.w, place, arm.alternative);
        }
        let bound = self.arms.iter().find(|(key, _)| std::ptr::eq(*key, arm)).map(|(_, register)| *register);
        if let Some(register) = bound {
            self.bind(register, at);
        }
    }

    fn is_choice(&self, node: &Node) -> bool {
        match &node.op {
            Op::Choice(_) => true,
            Op::Call(routine) => {
                let routine = self.unit.plan.routines.get(routine.index());
                routine.is_some_and(|routine| matches!(routine.body.op, Op::Choice(_)))
            }
            _ => false,
        }
    }

    fn root_by_index(&mut self, choice: &'a Choice, index: Option<&Leaf>, place: &Place) {
        let roots: Vec<usize> = (0..choice.arms.len()).filter(|&i| !choice.arms[i].addition).collect();
        match index {
            None => roots.first().into_iter().for_each(|&i| self.arm(choice, i, place)),
            Some(leaf) => {
                let name = format!("index{}", self.id());
                self.d.number(self.w, READ, leaf, &name);
                self.arms_by_index(choice, &roots, &name, place);
                self.d.fail(self.w, READ, Fault::Unknown);
                self.d.end_case(self.w);
                self.d.end(self.w);
            }
        }
    }

    fn addition_by_index(&mut self, choice: &'a Choice, index: &Leaf, frame: Option<&Frame>, place: &Place) {
        let additions: Vec<usize> = (0..choice.arms.len()).filter(|&i| choice.arms[i].addition).collect();
        let id = self.id();
        let name = format!("index{id}");
        self.d.number(self.w, READ, index, &name);
        self.arms_by_index(choice, &additions, &name, place);
        if let Some(frame) = frame {
            self.d.begin_frame(self.w, READ, frame, id);
        }
        self.d.unknown_alternative(self.w, READ, place, Some(&name));
        if let Some(frame) = frame {
            self.d.end_frame(self.w, READ, frame, id);
        }
        self.d.end_case(self.w);
        self.d.end(self.w);
    }

    /// The cases of arms by their place in a list; the default is left open.
    fn arms_by_index(&mut self, choice: &'a Choice, list: &[usize], name: &str, place: &Place) {
        self.d.begin_switch(self.w, Subject::Local(name));
        for (number, &i) in list.iter().enumerate() {
            self.d.begin_case(self.w, &[Label::Number(number as u64)]);
            self.arm(choice, i, place);
            self.d.end_case(self.w);
        }
        self.d.begin_case(self.w, &[]);
    }
}
