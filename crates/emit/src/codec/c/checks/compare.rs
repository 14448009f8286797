//! `X_equal`: whether two values are equal.
//!
//! A missing component equals its DEFAULT (X.680 25.9). Elements are compared in order, even those of a SET
//! OF. Additions that the schema does not know are compared by their octets. A value that lacks a part held
//! by pointer equals nothing.

use wireglot_model::Value;
use wireglot_plan::{ShapeId, ShapeKind, Slot, SlotPresence, TableId};

use crate::analysis::modules::Part;
use crate::analysis::storage::{Storage, ANY};
use crate::codec::c::files::worklist::{linkage, Callee, Functions, Values, Worklist};
use crate::codec::c::statements::context::alone;
use crate::codec::c::statements::context::{address, held_by, member, C};
use crate::codec::c::walk::{Label, Place, Subject};
use crate::lang::c::expr::{Expr, Sign};
use crate::Writer;

/// The comparison functions of a file.
pub struct Equals<'a> {
    c: C<'a>,
    part: Part<'a>,
    worklist: Worklist<Values>,
}

impl<'a> Functions<'a> for Equals<'a> {
    type Callee = Values;
    const SHORT: usize = 0;
    const PARAMETERS: [&'static str; 2] = ["a", "b"];

    fn c(&self) -> &C<'a> {
        &self.c
    }

    fn part(&self) -> Part<'a> {
        self.part
    }

    fn worklist(&mut self) -> &mut Worklist<Values> {
        &mut self.worklist
    }

    fn signature_of(&self, callee: Values) -> String {
        let ty = callee.name(self.c.names);
        format!("{}bool equal_{ty}(const {ty} *a, const {ty} *b)", linkage(self.part))
    }

    fn root(&mut self, w: &mut Writer, at: usize) {
        let shape = self.c.layout.held(self.c.shape.roots[at].shape);
        let condition = self.condition(&place("a", shape), &place("b", shape));
        w.line(Equals::signature(self.c.names.root(at)));
        w.open("{");
        if condition.is_true() {
            w.line("(void)a;");
            w.line("(void)b;");
        }
        w.line(format!("return {condition};"));
        w.close("}");
        w.line("");
    }

    fn body(&mut self, callee: Values) -> Writer {
        match callee {
            Values::Type(id) => self.compound(id),
            Values::Rows(table) => self.rows(table),
        }
    }
}

impl<'a> Equals<'a> {
    pub fn new(c: C<'a>, part: Part<'a>) -> Equals<'a> {
        Equals { c, part, worklist: Worklist::new() }
    }

    /// The signature of a root's function, for the header.
    pub fn signature(name: &str) -> String {
        format!("bool {name}_equal(const {name} *a, const {name} *b)")
    }

    /// Returns a call; the function called will be printed.
    fn call(&mut self, callee: Values, a: &Place, b: &Place) -> Expr {
        self.worklist.call(callee);
        let (name, a, b) = (callee.name(self.c.names), address(&a.text), address(&b.text));
        Expr::of(format!("equal_{name}({a}, {b})"))
    }

    /// The condition that two places hold equal values.
    fn condition(&mut self, a: &Place, b: &Place) -> Expr {
        let same = self.same(a, b);
        match (held_by(a), held_by(b)) {
            (Some(x), Some(y)) if !same.is_true() => {
                let there = |pointer: &str| Expr::compare(pointer, Sign::Differs, "NULL");
                Expr::all([there(x), there(y), same])
            }
            _ => same,
        }
    }

    fn same(&mut self, a: &Place, b: &Place) -> Expr {
        let storage = self.c.layout.storage(a.shape);
        let both = |how: &str, a: &str, b: &str| Expr::of(format!("{how}({a}, {b})"));
        let (x, y) = (alone(&a.text), alone(&b.text));
        match storage {
            Storage::Nothing => Expr::Known(true),
            Storage::Boolean | Storage::Integer(_) | Storage::Enumerated(_) => {
                Expr::compare(x, Sign::Equal, y)
            }
            Storage::Big => Expr::compare(format!("wg_integer_compare({x}, {y})"), Sign::Equal, 0),
            Storage::Double => both("wg_double_equal", x, y),
            Storage::Bits(_) => {
                let named = matches!(&self.c.shape.get(a.shape).kind,
                    ShapeKind::BitString { named, .. } if !named.is_empty());
                let how = if named { "wg_named_bits_equal" } else { "wg_bits_equal" };
                both(how, &self.c.slice(a), &self.c.slice(b))
            }
            _ if storage == ANY => both("wg_any_equal", x, y),
            Storage::Octets(..) => {
                let real = matches!(self.c.shape.get(a.shape).kind, ShapeKind::Real);
                let how = if real { "wg_real_equal" } else { "wg_octets_equal" };
                both(how, &self.c.slice(a), &self.c.slice(b))
            }
            Storage::External => both("wg_external_equal", x, y),
            Storage::Record | Storage::Choice | Storage::List(_) => self.call(Values::Type(a.shape), a, b),
            Storage::Rows(table) => self.call(Values::Rows(table), a, b),
        }
    }

    fn compound(&mut self, id: ShapeId) -> Writer {
        let mut w = Writer::new();
        let (a, b) = (place("a", id), place("b", id));
        match &self.c.shape.get(id).kind {
            ShapeKind::Record { slots, .. } => {
                for (at, slot) in slots.iter().enumerate() {
                    self.slot(&mut w, &a, &b, at as u32, slot);
                }
                if let (Some(x), Some(y)) = (self.c.kept(&a), self.c.kept(&b)) {
                    differ(&mut w, &Expr::of(format!("wg_unknown_equal({x}, {y})")).negated());
                }
            }
            ShapeKind::List { .. } => self.list(&mut w, &a, &b),
            ShapeKind::Choice { alternatives, .. } => {
                let count = alternatives.len() as u32;
                self.choice(&mut w, &a, &b, count);
            }
            _ => {}
        }
        w
    }

    fn slot(&mut self, w: &mut Writer, a: &Place, b: &Place, at: u32, slot: &Slot) {
        let (x, y) = (self.c.slot(a, at), self.c.slot(b, at));
        let same = self.condition(&x, &y);
        if matches!(slot.presence, SlotPresence::Required) {
            if !same.is_true() {
                differ(w, &same.negated());
            }
            return;
        }
        let (has_x, has_y) = (self.c.present(a, at), self.c.present(b, at));
        if let SlotPresence::Default(_, value) = &slot.presence {
            self.other_is_default(w, (&has_x, &x), (&has_y, &y), value);
        } else {
            differ(w, &Expr::compare(has_x.to_string(), Sign::Differs, &has_y));
        }
        if !same.is_true() {
            differ(w, &Expr::all([has_x, has_y, same.negated()]));
        }
    }

    /// If only one of them is present, it must equal the DEFAULT.
    fn other_is_default(&self, w: &mut Writer, a: (&Expr, &Place), b: (&Expr, &Place), value: &Value) {
        for ((has, place), (other, _)) in [(a, b), (b, a)] {
            let default = self.c.equals(place, value);
            if !default.is_true() {
                differ(w, &Expr::all([has.clone(), other.clone().negated(), default.negated()]));
            }
        }
    }

    fn list(&mut self, w: &mut Writer, a: &Place, b: &Place) {
        let shape = self.c.element(a);
        let item = |list: &Place| Place { text: format!("{}[i]", member(&list.text, "items")), shape };
        let same = self.condition(&item(a), &item(b));
        differ(w, &Expr::compare("a->count", Sign::Differs, "b->count"));
        if !same.is_true() {
            w.open("for (size_t i = 0; i < a->count; i++) {");
            differ(w, &same.negated());
            w.close("}");
        }
    }

    fn choice(&mut self, w: &mut Writer, a: &Place, b: &Place, count: u32) {
        differ(w, &Expr::compare("a->kind", Sign::Differs, "b->kind"));
        let mut arms = Writer::new();
        for at in 0..count {
            let same = self.condition(&self.c.alternative(a, at), &self.c.alternative(b, at));
            self.arm(&mut arms, Label::Alternative(a, at), &same);
        }
        if let ShapeKind::Choice { extensible: true, .. } = &self.c.shape.get(a.shape).kind {
            let same = Expr::of("wg_any_equal(a->u.unknown.value, b->u.unknown.value)");
            self.arm(&mut arms, Label::Unknown(a), &same);
        }
        self.switch(w, Subject::Alternative(a), arms);
    }

    fn rows(&mut self, table: TableId) -> Writer {
        let mut w = Writer::new();
        let shape = self.c.shape;
        let mut ids = (0..shape.types.len() as u32).map(ShapeId);
        let Some(open) = ids.find(|id| self.c.layout.storage(*id) == Storage::Rows(table)) else {
            return w;
        };
        let (a, b) = (place("a", open), place("b", open));
        differ(&mut w, &Expr::compare("a->row", Sign::Differs, "b->row"));
        let mut arms = Writer::new();
        for (at, row) in shape.table(table).rows.iter().enumerate() {
            if row.shape.is_some() {
                let at = at as u32;
                let same = self.condition(&self.c.row(&a, at), &self.c.row(&b, at));
                self.arm(&mut arms, Label::Row(&a, at), &same);
            }
        }
        let opaque = Expr::of(format!("wg_any_equal({}, {})", self.c.opaque(&a), self.c.opaque(&b)));
        self.arm(&mut arms, Label::Opaque(&a), &opaque);
        self.switch(&mut w, Subject::Row(&a), arms);
        w
    }

    fn arm(&self, w: &mut Writer, label: Label, same: &Expr) {
        if !same.is_true() {
            self.c.begin_case(w, &[label]);
            w.line(format!("return {same};"));
            w.close("}");
        } else {
            self.c.begin_case(w, &[label]);
            self.c.end_case(w);
        }
    }

    fn switch(&self, w: &mut Writer, subject: Subject, mut arms: Writer) {
        self.c.begin_case(&mut arms, &[]);
        self.c.end_case(&mut arms);
        self.c.begin_switch(w, subject);
        w.append(arms);
        self.c.end(w);
    }
}

/// The place that a function's parameter points to.
fn place(parameter: &str, shape: ShapeId) -> Place {
    Place { text: format!("(*{parameter})"), shape }
}

/// Ends the function if the condition holds.
fn differ(w: &mut Writer, condition: &Expr) {
    w.open(format!("if ({condition}) {{"));
    w.line("return false;");
    w.close("}");
}
