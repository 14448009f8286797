//! `X_check`: whether a value and all its parts satisfy their constraints.

use wireglot_plan::{Contents, OpenShape, ShapeId, ShapeKind, Slot, SlotPresence, TableId};

use crate::analysis::addition_groups::together;
use crate::analysis::checked_types::above;
use crate::analysis::modules::Part;
use crate::analysis::storage::Storage;
use crate::codec::c::files::worklist::{linkage, Callee, Functions, Values, Worklist};
use crate::codec::c::names::Names;
use crate::codec::c::statements::context::{address, held_by, member, C};
use crate::codec::c::walk::{Label, Place, Subject};
use crate::lang::c::expr::{Expr, Sign};
use crate::lang::c::text::quoted;
use crate::Writer;

/// Structs written in place are checked in the function of the enclosing value down to this depth.
const NESTED: usize = 8;

/// What a check function checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Checked {
    Values(Values),
    /// The value of a root that isn't a struct.
    Root(usize),
}

impl Callee for Checked {
    fn name(self, names: &Names) -> &str {
        match self {
            Checked::Values(values) => values.name(names),
            Checked::Root(at) => names.root(at),
        }
    }

    fn stands_in(self, part: Part) -> bool {
        match self {
            Checked::Values(values) => values.stands_in(part),
            Checked::Root(at) => part.has_root(at),
        }
    }
}

/// The check functions of a file.
pub struct Checks<'a> {
    c: C<'a>,
    part: Part<'a>,
    /// For each type, how many enclosing values its constraints refer to.
    above: Vec<u32>,
    worklist: Worklist<Checked>,
}

/// A condition under which a function returns, and the statement that returns.
type Refusal = (Expr, String);

impl<'a> Functions<'a> for Checks<'a> {
    type Callee = Checked;
    const SHORT: usize = 8;
    const PARAMETERS: [&'static str; 2] = ["v", "bad"];

    fn c(&self) -> &C<'a> {
        &self.c
    }

    fn part(&self) -> Part<'a> {
        self.part
    }

    fn worklist(&mut self) -> &mut Worklist<Checked> {
        &mut self.worklist
    }

    fn signature_of(&self, callee: Checked) -> String {
        let ty = callee.name(self.c.names);
        format!("{}bool check_{ty}(const {ty} *v, wg_violation *bad)", linkage(self.part))
    }

    fn root(&mut self, w: &mut Writer, at: usize) {
        let name = self.c.names.root(at);
        w.line(Checks::signature(name));
        w.open("{");
        w.line("wg_violation bad = {WG_OK, NULL};");
        match self.asks(at) {
            false => w.line("(void)value;"),
            true => {
                let raw = self.c.shape.roots[at].shape;
                let callee = match self.c.layout.storage(raw) {
                    Storage::Record | Storage::Choice | Storage::List(_)
                        if self.c.layout.held(raw) == raw =>
                    {
                        Checked::Values(Values::Type(raw))
                    }
                    _ => Checked::Root(at),
                };
                let call = self.call(callee, "value", "&bad");
                w.line(format!("{call};"));
            }
        }
        w.line("return bad;");
        w.close("}");
        w.line("");
    }

    fn body(&mut self, callee: Checked) -> Writer {
        let mut w = Writer::new();
        let place = |shape: ShapeId| Place { text: "(*v)".to_string(), shape };
        match callee {
            Checked::Values(Values::Type(id)) => {
                let name = self.c.shape.get(id).name.clone();
                let refusals = self.own(&place(id), id, &name, &[]);
                print(&mut w, &Expr::Known(true), refusals);
                self.parts(&mut w, &place(id), &name, &mut Vec::new());
            }
            Checked::Values(Values::Rows(table)) => self.rows(&mut w, table),
            Checked::Root(at) => {
                let root = &self.c.shape.roots[at];
                let held = self.c.layout.held(root.shape);
                self.value(
                    &mut w,
                    &Expr::Known(true),
                    &place(held),
                    root.shape,
                    &root.reference,
                    &mut Vec::new(),
                );
            }
        }
        w
    }
}

impl<'a> Checks<'a> {
    pub fn new(c: C<'a>, part: Part<'a>) -> Checks<'a> {
        let above = above(c.shape);
        Checks { c, part, above, worklist: Worklist::new() }
    }

    /// Whether values of a root are checked for anything.
    pub fn asks(&self, root: usize) -> bool {
        self.c.inline_checks.asks(self.c.shape.roots[root].shape)
    }

    /// The signature of a root's function, for the header.
    pub fn signature(name: &str) -> String {
        format!("wg_violation {name}_check(const {name} *value)")
    }

    /// Returns a call; the function called will be printed.
    fn call(&mut self, callee: Checked, value: &str, bad: &str) -> String {
        self.worklist.call(callee);
        format!("check_{}({value}, {bad})", callee.name(self.c.names))
    }

    /// The same as a refusal: the function ends if the call finds a violation.
    fn passed_on(&mut self, callee: Checked, place: &Place) -> Refusal {
        let call = self.call(callee, &address(&place.text), "bad");
        (Expr::of(call).negated(), "return false;".to_string())
    }

    /// Prints statements that refuse a value that violates its constraints, if `when` holds. `raw` is its
    /// type in the schema, `name` its name, `around` the values that enclose it.
    fn value(
        &mut self,
        w: &mut Writer,
        when: &Expr,
        place: &Place,
        raw: ShapeId,
        name: &str,
        around: &mut Vec<Place>,
    ) {
        let mut refusals: Vec<Refusal> =
            held_by(place).map(|pointer| nowhere(pointer, name)).into_iter().collect();
        if !self.c.inline_checks.asks(raw) {
            return print(w, when, refusals);
        }
        let storage = self.c.layout.storage(place.shape);
        let mut parts = Writer::new();
        let apart =
            raw == place.shape && matches!(storage, Storage::Record | Storage::Choice | Storage::List(_));
        if apart && (self.above[raw.index()] == 0 || around.len() >= NESTED) {
            refusals.push(self.passed_on(Checked::Values(Values::Type(raw)), place));
        } else {
            refusals.extend(self.own(place, raw, name, around));
            match (&self.c.shape.get(raw).kind, storage) {
                (ShapeKind::Open(OpenShape::Fixed(inner)), _) => {
                    self.value(&mut parts, &Expr::Known(true), place, *inner, name, &mut Vec::new());
                }
                (ShapeKind::BitString { contains: Some(Contents { shape, .. }), .. }, _)
                | (ShapeKind::OctetString { contains: Some(Contents { shape, .. }), .. }, _) => {
                    self.value(&mut parts, &Expr::Known(true), place, *shape, name, around);
                }
                (_, Storage::Rows(table)) => {
                    refusals.push(self.passed_on(Checked::Values(Values::Rows(table)), place));
                }
                _ => self.parts(&mut parts, place, name, around),
            }
        }
        if parts.text().is_empty() {
            return print(w, when, refusals);
        }
        if !when.is_true() {
            self.c.begin_if(w, when);
        }
        print(w, &Expr::Known(true), refusals);
        w.append(parts);
        if !when.is_true() {
            self.c.end(w);
        }
    }

    /// Refusals of a value itself, regardless of its parts.
    fn own(&self, place: &Place, raw: ShapeId, name: &str, around: &[Place]) -> Vec<Refusal> {
        let refused = self.c.refused(place, raw, around).into_iter();
        refused.map(|(condition, error)| (condition, broken(error, name))).collect()
    }

    fn parts(&mut self, w: &mut Writer, place: &Place, name: &str, around: &mut Vec<Place>) {
        let shape = self.c.shape;
        around.push(place.clone());
        match (&shape.get(place.shape).kind, self.c.layout.storage(place.shape)) {
            (ShapeKind::Record { slots, .. }, Storage::Record) => {
                for (at, slot) in slots.iter().enumerate() {
                    let when = match slot.presence {
                        SlotPresence::Required => Expr::Known(true),
                        _ => self.c.present(place, at as u32),
                    };
                    let part = self.c.slot(place, at as u32);
                    self.value(w, &when, &part, slot.shape, &format!("{name}.{}", slot.name), around);
                }
                self.whole_groups(w, place, slots, name);
            }
            (ShapeKind::List { element, .. }, _) => {
                let mut body = Writer::new();
                let id = around.len() as u32;
                let item = self.c.begin_each(&mut Writer::new(), id, place);
                self.value(&mut body, &Expr::Known(true), &item, *element, &format!("{name}[]"), around);
                if !body.text().is_empty() {
                    self.c.begin_each(w, id, place);
                    w.append(body);
                    self.c.end(w);
                }
            }
            (ShapeKind::Choice { alternatives, extensible }, Storage::Choice) => {
                let (mut arms, mut others) = (Writer::new(), Vec::new());
                for (at, alternative) in alternatives.iter().enumerate() {
                    let at = at as u32;
                    let part = self.c.alternative(place, at);
                    let mut body = Writer::new();
                    let name = format!("{name}.{}", alternative.name);
                    self.value(&mut body, &Expr::Known(true), &part, alternative.shape, &name, around);
                    if body.text().is_empty() {
                        others.push(Label::Alternative(place, at));
                    }
                    self.arm(&mut arms, Label::Alternative(place, at), body);
                }
                others.extend(extensible.then_some(Label::Unknown(place)));
                self.alternatives(w, place, name, arms, &others);
            }
            _ => {}
        }
        around.pop();
    }

    /// X.680 25.12: if any part of an addition group is present, all its mandatory parts must be. A part
    /// equal to its DEFAULT counts as absent.
    fn whole_groups(&self, w: &mut Writer, place: &Place, slots: &[Slot], name: &str) {
        for group in together((0..).zip(slots)) {
            for at in &group.needed {
                let others = group.members.iter().filter(|other| *other != at).map(|other| {
                    let there = self.c.present(place, *other);
                    match &slots[*other as usize].presence {
                        SlotPresence::Default(_, value) => {
                            let default = self.c.equals(&self.c.slot(place, *other), value);
                            Expr::all([there, default.negated()])
                        }
                        _ => there,
                    }
                });
                let lacks = Expr::all([self.c.present(place, *at).negated(), Expr::any(others)]);
                let part = format!("{name}.{}", slots[*at as usize].name);
                print(w, &Expr::Known(true), vec![(lacks, broken("WG_ERROR_MISSING", &part))]);
            }
        }
    }

    /// Prints the check of a choice by its `kind`: `others` need no check; any other value is not an
    /// alternative.
    fn alternatives(&self, w: &mut Writer, place: &Place, name: &str, mut arms: Writer, others: &[Label]) {
        let unknown = broken("WG_ERROR_UNKNOWN", name);
        if arms.text().is_empty() {
            let (kind, ty) = (member(&place.text, "kind"), self.c.names.ty(place.shape));
            let last = match others.last() {
                Some(Label::Alternative(_, at)) => self.c.names.constant(place.shape, *at).to_string(),
                _ => format!("{ty}_unknown"),
            };
            let nothing = Expr::compare(kind.as_str(), Sign::Equal, format!("{ty}_nothing"));
            let beyond = Expr::any([nothing, Expr::compare(kind.as_str(), Sign::Above, last)]);
            return print(w, &Expr::Known(true), vec![(beyond, unknown)]);
        }
        if !others.is_empty() {
            self.c.begin_case(&mut arms, others);
            self.c.end_case(&mut arms);
        }
        self.c.begin_case(&mut arms, &[]);
        arms.line(unknown);
        arms.close("}");
        self.c.begin_switch(w, Subject::Alternative(place));
        w.append(arms);
        self.c.end(w);
    }

    /// Prints the check of an open type's value, by its row.
    fn rows(&mut self, w: &mut Writer, table: TableId) {
        let shape = self.c.shape;
        let ids = (0..shape.types.len() as u32).map(ShapeId);
        let Some(open) = ids.into_iter().find(|id| self.c.layout.storage(*id) == Storage::Rows(table)) else {
            return;
        };
        let place = Place { text: "(*v)".to_string(), shape: open };
        let mut arms = Writer::new();
        for (at, row) in shape.table(table).rows.iter().enumerate() {
            let (Some(raw), at) = (row.shape, at as u32) else { continue };
            let mut body = Writer::new();
            let value = self.c.row(&place, at);
            self.value(&mut body, &Expr::Known(true), &value, raw, &shape.get(raw).name, &mut Vec::new());
            self.arm(&mut arms, Label::Row(&place, at), body);
        }
        self.switch(w, Subject::Row(&place), arms);
    }

    /// Prints a case of a switch, unless its body is empty.
    fn arm(&self, w: &mut Writer, label: Label, body: Writer) {
        if !body.text().is_empty() {
            self.c.begin_case(w, &[label]);
            w.append(body);
            self.c.end_case(w);
        }
    }

    fn switch(&self, w: &mut Writer, subject: Subject, mut arms: Writer) {
        if arms.text().is_empty() {
            return;
        }
        self.c.begin_case(&mut arms, &[]);
        self.c.end_case(&mut arms);
        self.c.begin_switch(w, subject);
        w.append(arms);
        self.c.end(w);
    }
}

/// The refusal of a NULL pointer.
fn nowhere(pointer: &str, name: &str) -> Refusal {
    (Expr::compare(pointer, Sign::Equal, "NULL"), broken("WG_ERROR_VALUE", name))
}

/// The statement that reports a violation.
fn broken(error: &str, name: &str) -> String {
    format!("return wg_broken(bad, {error}, {});", quoted(name.as_bytes()))
}

/// Prints refusals, each as an `if` of its own.
fn print(w: &mut Writer, when: &Expr, refusals: Vec<Refusal>) {
    let nested = !when.is_true() && refusals.len() > 1;
    if nested {
        w.open(format!("if ({when}) {{"));
    }
    for (condition, statement) in refusals {
        w.open(match nested {
            true => format!("if ({condition}) {{"),
            false => format!("if ({}) {{", Expr::all([when.clone(), condition])),
        });
        w.line(statement);
        w.close("}");
    }
    if nested {
        w.close("}");
    }
}
