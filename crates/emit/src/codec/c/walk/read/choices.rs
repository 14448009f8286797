//! One alternative of a CHOICE, by its tag or its index.

use wireglot_plan::{by_first, Arm, By, Choice, First, Frame, Leaf, Node, Op};

use super::{Paths, Walk, READ};
use crate::analysis::open_choices::lies_open;
use crate::codec::c::walk::terms::{Fault, Label, Place, Subject};

/// An arm that leads to a choice whose alternatives are laid out among those of the outer one.
struct Around<'a> {
    arm: &'a Arm,
    /// The place of the choice that has the arm.
    place: Place,
    /// How many levels deeper the inner choice is.
    levels: usize,
}

impl<'a> Walk<'a, '_, '_> {
    pub fn choice(&mut self, choice: &'a Choice, place: &Place) {
        match &choice.by {
            By::Tag => self.choice_by_tag(choice, place),
            By::Index { root, addition, frame } => {
                self.look_at_choice(choice);
                match addition {
                    Some(leaf) => {
                        self.d.begin_if(self.w, &self.d.next_bit());
                        self.was_read();
                        let rest = std::mem::take(&mut self.ahead);
                        let ahead = self.d.step_back(self.w);
                        self.addition_by_index(choice, leaf, frame.as_ref(), place);
                        self.d.begin_else(self.w);
                        self.ahead = rest;
                        self.d.set_ahead(ahead);
                        self.root_by_index(choice, root.as_ref(), place);
                        self.d.end(self.w);
                    }
                    None => self.root_by_index(choice, root.as_ref(), place),
                }
            }
        }
    }

    fn choice_by_tag(&mut self, choice: &'a Choice, place: &Place) {
        self.d.begin_switch(self.w, Subject::Tag);
        self.cases(choice, place, &mut Vec::new());
        self.d.begin_case(self.w, &[]);
        match choice.arms.iter().position(|arm| arm.first == First::Any) {
            Some(i) => self.arm(choice, i, place),
            None if choice.extensible => self.d.unknown_alternative(self.w, READ, place, None),
            None => self.d.fail(self.w, READ, Fault::Unknown),
        }
        self.d.end_case(self.w);
        self.d.end(self.w);
    }

    /// Prints the cases of all tags, including those of inner choices that are laid out among them. `around`
    /// are the arms that lead to the choice.
    fn cases(&mut self, choice: &'a Choice, place: &Place, around: &mut Vec<Around<'a>>) {
        for (i, arm) in choice.arms.iter().enumerate() {
            let First::Tags(tags) = &arm.first else { continue };
            if let Some(inner) = self.choice_lying_open(choice, arm) {
                let at = self.d.alternative(place, arm.alternative);
                let levels = self.levels(place, arm, &at);
                around.push(Around { arm, place: place.clone(), levels });
                let below = self.enter(arm.alternative);
                self.cases(inner, &at, around);
                self.below = below;
                around.pop();
                continue;
            }
            let labels: Vec<Label> = tags.iter().map(|t| Label::Tag(*t)).collect();
            self.d.begin_case(self.w, &labels);
            let mut opened = Vec::new();
            for Around { arm, place, levels } in around.iter() {
                self.d.begin_part(self.w, place, arm.alternative);
                self.d.clear_alternative(self.w, place, arm.alternative, &arm.node);
                let inner = self.d.alternative(place, arm.alternative).shape;
                opened.push((0..*levels).filter(|_| self.d.begin_level(self.w, inner)).count());
            }
            self.arm(choice, i, place);
            for (Around { arm, place, .. }, levels) in around.iter().zip(opened).rev() {
                (0..levels).for_each(|_| self.d.end_level(self.w));
                self.d.end_part(self.w);
                self.d.set_alternative(self.w, place, arm.alternative);
                self.bind_arm(arm, place);
            }
            self.d.end_case(self.w);
        }
    }

    /// The number of levels of such an inner choice: an open type that always holds it adds one.
    fn levels(&self, place: &Place, arm: &Arm, at: &Place) -> usize {
        let raw = self.unit.part_of(place.shape, arm.alternative).unwrap_or(at.shape);
        std::iter::successors(Some(raw), |raw| self.unit.shape.always(*raw)).count()
    }

    fn choice_lying_open(&self, choice: &Choice, arm: &Arm) -> Option<&'a Choice> {
        let routine = lies_open(self.unit.plan, choice, &arm.node)?;
        match &self.unit.plan.routines[routine.index()].body.op {
            Op::Choice(inner) => Some(inner),
            _ => None,
        }
    }

    fn arm(&mut self, choice: &'a Choice, i: usize, place: &Place) {
        let arm = &choice.arms[i];
        // Nothing is stored between testing a tag and testing it again for a choice inside, so one test is
        // enough.
        let late = matches!(choice.by, By::Tag) && self.is_choice(&arm.node);
        if !late {
            self.d.set_alternative(self.w, place, arm.alternative);
        }
        let at = self.d.alternative(place, arm.alternative);
        let raw = self.unit.part_of(place.shape, arm.alternative).unwrap_or(at.shape);
        self.d.begin_part(self.w, place, arm.alternative);
        self.d.clear_alternative(self.w, place, arm.alternative, &arm.node);
        let stored = self.d.begin_storage(self.w, &at);
        let below = self.enter(arm.alternative);
        self.node(&arm.node, raw, &at, None);
        self.below = below;
        if stored {
            self.d.end(self.w);
        }
        self.d.end_part(self.w);
        if late {
            self.d.set_alternative(self.w, place, arm.alternative);
        }
        self.bind_arm(arm, place);
    }

    /// Leaves those keys that are in an alternative; returns all of them.
    fn enter(&mut self, alternative: u32) -> Paths<'a> {
        let inside = by_first(&self.below).into_iter().find(|(first, _)| *first == alternative);
        std::mem::replace(&mut self.below, inside.map(|(_, paths)| paths).unwrap_or_default())
    }

    /// Records an alternative that is a key.
    fn bind_arm(&mut self, arm: &Arm, place: &Place) {
        for register in self.arms.get(&std::ptr::from_ref(arm)).cloned().unwrap_or_default() {
            self.bind(register, self.d.alternative(place, arm.alternative));
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
                self.was_read();
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

    /// Prints the cases of arms by their index in a list; the default is left open.
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
