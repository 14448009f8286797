//! Which parts of a rule apply to a value.

use wireglot_grammar::{ClassId, ClassKind, Direction};
use wireglot_interp::{ValueRef, View};

use super::{Frame, Holds, Run};
use crate::leaf;
use wireglot_grammar::link::{BoundBranch, BoundKind, BoundValue, Place};

impl<'r> Run<'r> {
    /// The first alternative that applies to the value, or else the first that is neutral.
    pub(super) fn choose(&mut self, branches: &[BoundBranch]) -> Option<u32> {
        let mut neutral = None;
        for branch in branches {
            if !self.writes(branch) {
                continue;
            }
            match self.holds(branch.node) {
                Holds::Yes => return Some(branch.node),
                Holds::Neutral if neutral.is_none() => neutral = Some(branch.node),
                _ => {}
            }
        }
        neutral
    }

    pub(super) fn writes(&self, branch: &BoundBranch) -> bool {
        branch.direction != Direction::Read && branch.versions.has(self.version)
    }

    /// Whether a part applies to the value.
    pub(super) fn holds(&mut self, id: u32) -> Holds {
        let Some(bound) = self.link.node(id) else { return Holds::Neutral };
        match &bound.kind {
            BoundKind::Nothing | BoundKind::Token(_) => Holds::Neutral,
            BoundKind::Class(class) => self.fits(*class),
            BoundKind::Value(value) => self.equals(value),
            BoundKind::Call(_, body) => self.link.body(*body).map_or(Holds::Neutral, |body| self.holds(body)),
            BoundKind::At(places, inner) => self.has(places, *inner),
            BoundKind::Seq(parts) => {
                let mut all = Holds::Neutral;
                for part in parts {
                    match self.holds(*part) {
                        Holds::No => return Holds::No,
                        Holds::Yes => all = Holds::Yes,
                        Holds::Neutral => {}
                    }
                }
                all
            }
            BoundKind::Alt(branches) => {
                let mut any = Holds::No;
                for branch in branches {
                    if !self.writes(branch) {
                        continue;
                    }
                    match self.holds(branch.node) {
                        Holds::Yes => return Holds::Yes,
                        Holds::Neutral => any = Holds::Neutral,
                        Holds::No => {}
                    }
                }
                any
            }
            BoundKind::Opt(inner) => match self.holds(*inner) {
                Holds::Yes => Holds::Yes,
                _ => Holds::Neutral,
            },
            BoundKind::Some(item, _) => match self.holds(*item) {
                Holds::Yes => Holds::Yes,
                _ => Holds::No,
            },
            BoundKind::Deeper(_, inner) => self.holds(*inner),
        }
    }

    fn has(&mut self, places: &'r [Place], inner: u32) -> Holds {
        let Some(value) = self.find(places) else { return Holds::No };
        if let Some(Place::Add(_) | Place::Join(_) | Place::Only(_) | Place::Bit(_)) = places.last() {
            return Holds::Yes;
        }
        self.frames.push(Frame::of(value));
        let holds = self.holds(inner);
        self.frames.pop();
        match holds {
            Holds::No => Holds::No,
            _ => Holds::Yes,
        }
    }

    fn fits(&self, id: ClassId) -> Holds {
        let (Some(class), Some(value)) = (self.link.grammar.class(id), self.value()) else {
            return Holds::No;
        };
        let View::OctetString(octets) = value.view() else { return Holds::Yes };
        let unquoted = matches!(class.kind, ClassKind::Run { .. }) && class.how == "value";
        let fits = !unquoted
            || self.convert.shown(octets).is_ok_and(|(text, quoted)| {
                leaf::fits(class, &text) && !quoted && !self.convert.quotes(self.around())
            });
        if fits {
            Holds::Yes
        } else {
            Holds::No
        }
    }

    fn equals(&self, constant: &BoundValue) -> Holds {
        let Some(value) = self.value() else { return Holds::No };
        let equal = match (constant, value.view()) {
            (BoundValue::Boolean(a), View::Boolean(b)) => *a == b,
            (BoundValue::Null, View::Null) => true,
            (BoundValue::Number(a), View::Integer(b)) => *a == b,
            (BoundValue::Item(a, _), View::Enumerated(b)) => *a == b,
            (BoundValue::Empty, _) => return Holds::Neutral,
            (BoundValue::Copy((slot, _), path), View::Record(_)) => {
                let from = path.iter().try_fold(value, |value, step| match step {
                    Some(slot) => value.slot(*slot),
                    None => value.elements()?.get(0),
                });
                from.zip(value.slot(*slot)).is_some_and(|(a, b)| same(a, b))
            }
            _ => false,
        };
        if equal {
            Holds::Yes
        } else {
            Holds::No
        }
    }
}

/// Whether two small values are equal.
fn same(a: ValueRef, b: ValueRef) -> bool {
    match (a.view(), b.view()) {
        (View::Record(a), View::Record(b)) => {
            let (a, b): (Vec<_>, Vec<_>) = (a.slots().collect(), b.slots().collect());
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
        }
        (View::List(a), View::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b))
        }
        (View::OctetString(a), View::OctetString(b)) => a == b,
        (View::String(a), View::String(b)) => a == b,
        (View::Integer(a), View::Integer(b)) => a == b,
        _ => false,
    }
}
