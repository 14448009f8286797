//! Which parts of a rule apply to a value.

use wireglot_grammar::link::{BoundBranch, BoundKind, BoundValue, Place as Step};
use wireglot_grammar::{ClassId, ClassKind, Direction};
use wireglot_plan::ShapeKind;

use super::expr::{Expr, Holds};
use super::read::version_is;
use super::Protocol;
use crate::codec::c::walk::Place;

/// How many elements of lists have been written: as in counters, or none yet.
#[derive(Clone, Copy)]
pub enum Written<'n> {
    /// As in these counters.
    Counted(&'n str),
    /// None: the value was not entered.
    Nothing,
}

impl Protocol<'_> {
    /// The number of elements of the list at a path that have been written, in C.
    pub fn written(&self, at: &Place, steps: &[Step], written: Written) -> String {
        match (written, self.counter(at.shape, steps)) {
            (Written::Counted(counters), Some(index)) => format!("{counters}[{index}]"),
            _ => "0".to_string(),
        }
    }

    /// Whether a value has a part.
    pub fn holds(&self, id: u32, place: &Place, written: Written) -> Holds {
        let link = self.text.link;
        let Some(bound) = link.node(id) else { return Holds::Neutral };
        match &bound.kind {
            BoundKind::Nothing | BoundKind::Token(_) => Holds::Neutral,
            BoundKind::Class(class) => Holds::Either(self.fits(*class, place)),
            BoundKind::Value(value) => self.equals(value, place),
            BoundKind::Call(_, body) => {
                link.body(*body).map_or(Holds::Neutral, |body| self.holds(body, place, written))
            }
            BoundKind::At(steps, inner) => self.has(steps, *inner, place, written),
            BoundKind::Seq(parts) => {
                Holds::together(parts.iter().map(|part| self.holds(*part, place, written)).collect())
            }
            BoundKind::Alt(branches) => {
                let write = branches.iter().filter(|branch| branch.direction != Direction::Read);
                let holds =
                    write.map(|branch| (self.writes(branch), self.holds(branch.node, place, written)));
                Holds::one_of(holds.collect())
            }
            BoundKind::Opt(inner) => match self.holds(*inner, place, written).yes() {
                Expr::Never => Holds::Neutral,
                yes => Holds::Perhaps(yes),
            },
            BoundKind::Some(item, _) => Holds::Either(self.holds(*item, place, written).yes()),
            BoundKind::Deeper(_, inner) => self.holds(*inner, place, written),
        }
    }

    /// Whether an alternative is written in the version of the message.
    pub fn writes(&self, branch: &BoundBranch) -> Expr {
        match branch.direction {
            Direction::Read => Expr::Never,
            _ => version_is(branch.versions, "w").map_or(Expr::Always, Expr::of),
        }
    }

    fn has(&self, steps: &[Step], inner: u32, place: &Place, written: Written) -> Holds {
        let (part, there) = self.find(place, steps, &self.written(place, steps, written));
        if let Some(Step::Add(_) | Step::Join(_) | Step::Only(_) | Step::Bit(_)) = steps.last() {
            return Holds::Either(there);
        }
        let inside = self.holds(inner, &part, Written::Nothing);
        Holds::Either(there.and(inside.no().not()))
    }

    fn fits(&self, id: ClassId, place: &Place) -> Expr {
        let Some(class) = self.class(id) else { return Expr::Never };
        let is_octets = matches!(self.file.shape.get(place.shape).kind, ShapeKind::OctetString { .. });
        let is_run = matches!(class.kind, ClassKind::Run { .. });
        if !is_octets || !is_run || class.how != "value" {
            return Expr::Always;
        }
        self.asked.borrow_mut().plain.insert(id.0);
        self.class_end(id);
        let plain = format!("{}({})", self.name(&format!("plain_{}", id.0)), self.slice(place));
        let quoted = match self.text.converts {
            true => Expr::of(format!("wg_{}_quotes(&{}, w->around)", self.text.word, self.name("names"))),
            false => Expr::Never,
        };
        Expr::of(plain).and(quoted.not())
    }

    fn equals(&self, value: &BoundValue, place: &Place) -> Holds {
        let at = &place.text;
        match value {
            BoundValue::Boolean(true) => Holds::Either(Expr::of(at)),
            BoundValue::Boolean(false) => Holds::Either(Expr::of(at).not()),
            BoundValue::Null => Holds::Either(Expr::Always),
            BoundValue::Number(number) => {
                let ty = self.ctype(place.shape);
                Holds::Either(Expr::of(format!("{at} == ({ty})INT64_C({number})")))
            }
            BoundValue::Item(number, _) => Holds::Either(Expr::of(format!("{at} == {number}"))),
            BoundValue::Empty => Holds::Neutral,
            BoundValue::Copy((slot, ty), path) => {
                let (from, is) = self.follow(place, path);
                let to = self.slot(place, *slot, *ty);
                let there = self.flag(place, *slot).map_or(Expr::Always, Expr::of);
                let same = Expr::of(self.same(*ty, &from.text, &to.text));
                Holds::Either(is.map_or(Expr::Always, Expr::of).and(there).and(same))
            }
        }
    }
}
