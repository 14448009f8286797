//! Finds the path in a value where decoding stopped: a sink that only tracks its position.

use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind};
use wireglot_rt::Real;

use crate::{Hole, Sink, Unknown};

/// Follows the events of a decode. When it stops, [`PathSink::path`] is the path of the error.
pub(crate) struct PathSink<'s> {
    shape: &'s Shape,
    root: String,
    open: Vec<Place>,
    /// Paths to return to after fills.
    holes: Vec<Vec<Place>>,
    filled: Vec<Vec<Place>>,
    marks: Vec<Mark>,
    /// The last slot that was completed.
    ended: Option<u32>,
    /// The paths of what was passed over.
    pub kept: Vec<String>,
}

/// The position at a point that may be returned to.
#[derive(Clone, Copy)]
struct Mark {
    open: usize,
    last: Option<Place>,
    holes: usize,
    filled: usize,
    kept: usize,
}

#[derive(Clone, Copy)]
enum Place {
    Record(ShapeId, Option<u32>),
    List(usize),
    Choice(ShapeId, u32),
    Plain,
}

impl<'s> PathSink<'s> {
    pub fn new(shape: &'s Shape, root: &str) -> PathSink<'s> {
        let root = root.to_string();
        let (open, holes, filled, marks, ended, kept) = Default::default();
        PathSink { shape, root, open, holes, filled, marks, ended, kept }
    }

    /// The path, such as `Message.body.transactions[0]`.
    pub fn path(&self) -> String {
        let mut path = self.root.clone();
        for place in &self.open {
            let name = match place {
                Place::Plain | Place::Record(_, None) => continue,
                Place::List(index) => {
                    path.push_str(&format!("[{index}]"));
                    continue;
                }
                Place::Record(shape, Some(slot)) => match &self.shape.get(*shape).kind {
                    ShapeKind::Record { slots, .. } => slots.get(*slot as usize).map(|s| &s.name),
                    _ => None,
                },
                Place::Choice(shape, alternative) => match &self.shape.get(*shape).kind {
                    ShapeKind::Choice { alternatives, .. } => {
                        alternatives.get(*alternative as usize).map(|a| &a.name)
                    }
                    _ => None,
                },
            };
            path.push('.');
            path.push_str(name.map_or("?", |name| name));
        }
        path
    }

    /// Records that a value is complete.
    fn done(&mut self) {
        match self.open.last_mut() {
            Some(Place::List(index)) => *index += 1,
            Some(Place::Record(_, slot)) => self.ended = slot.take(),
            _ => {}
        }
    }

    fn end(&mut self) {
        self.open.pop();
        self.done();
    }

    /// Returns to the value that was completed last.
    fn step_back(&mut self) {
        let ended = self.ended;
        match self.open.last_mut() {
            Some(Place::Record(_, slot)) => *slot = slot.or(ended),
            Some(Place::List(index)) => *index = index.saturating_sub(1),
            _ => {}
        }
    }
}

impl Sink for PathSink<'_> {
    type Notes = ();

    fn boolean(&mut self, _: ShapeId, _: bool) {
        self.done();
    }
    fn integer(&mut self, _: ShapeId, _: i64) {
        self.done();
    }
    fn big_integer(&mut self, _: ShapeId, _: &[u8]) {
        self.done();
    }
    fn enumerated(&mut self, _: ShapeId, _: i64) {
        self.done();
    }
    fn unknown_enumerated(&mut self, _: ShapeId, _: u64) {
        self.done();
    }
    fn bit_string(&mut self, _: ShapeId, _: &[u8], _: u64) {
        self.done();
    }
    fn octet_string(&mut self, _: ShapeId, _: &[u8]) {
        self.done();
    }
    fn null(&mut self, _: ShapeId) {
        self.done();
    }
    fn oid(&mut self, _: ShapeId, _: &[u8]) {
        self.done();
    }
    fn real(&mut self, _: ShapeId, _: &Real<'_>) {
        self.done();
    }
    fn string(&mut self, _: ShapeId, _: &str) {
        self.done();
    }
    fn opaque(&mut self, _: ShapeId, _: &[u8]) {
        self.done();
    }
    fn begin_record(&mut self, shape: ShapeId) {
        self.open.push(Place::Record(shape, None));
    }
    fn slot(&mut self, index: u32) {
        if let Some(Place::Record(_, slot)) = self.open.last_mut() {
            *slot = Some(index);
        }
    }
    fn unknown(&mut self, _: Unknown, _: &[u8]) {}
    fn end_record(&mut self, _: ShapeId) {
        self.end();
    }
    fn begin_list(&mut self, _: ShapeId) {
        self.open.push(Place::List(0));
    }
    fn element(&mut self, index: usize) {
        if let Some(Place::List(at)) = self.open.last_mut() {
            *at = index;
        }
    }
    fn end_list(&mut self, _: ShapeId) {
        self.end();
    }
    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.open.push(Place::Choice(shape, alternative));
    }
    fn end_choice(&mut self, _: ShapeId) {
        self.end();
    }
    fn unknown_choice(&mut self, _: ShapeId, _: Option<u64>, _: &[u8]) {
        self.done();
    }
    fn begin_open(&mut self, _: ShapeId, _: ShapeId) {
        self.open.push(Place::Plain);
    }
    fn end_open(&mut self, _: ShapeId) {
        self.end();
    }
    fn begin_contained(&mut self, _: ShapeId, _: Rules) {
        self.open.push(Place::Plain);
    }
    fn end_contained(&mut self, _: ShapeId) {
        self.end();
    }
    fn hole(&mut self, _: ShapeId) -> Hole {
        self.holes.push(self.open.clone());
        self.done();
        Hole(self.holes.len() as u32 - 1)
    }
    fn begin_fill(&mut self, hole: Hole) {
        let there = self.holes.get(hole.0 as usize).cloned().unwrap_or_default();
        self.filled.push(std::mem::replace(&mut self.open, there));
    }
    fn end_fill(&mut self) {
        self.open = self.filled.pop().unwrap_or_default();
    }
    const FILLS: bool = true;
    fn mark(&mut self) -> usize {
        self.marks.push(Mark {
            open: self.open.len(),
            last: self.open.last().copied(),
            holes: self.holes.len(),
            filled: self.filled.len(),
            kept: self.kept.len(),
        });
        self.marks.len() - 1
    }
    fn unmark(&mut self, mark: usize) {
        self.marks.truncate(mark);
    }
    fn back_to(&mut self, mark: usize) {
        let Some(at) = self.marks.get(mark).copied() else { return };
        self.marks.truncate(mark);
        while self.filled.len() > at.filled {
            self.open = self.filled.pop().unwrap_or_default();
        }
        self.open.truncate(at.open);
        if let (Some(last), Some(was)) = (self.open.last_mut(), at.last) {
            *last = was;
        }
        self.holes.truncate(at.holes);
        self.kept.truncate(at.kept);
    }
    const TAKES_BACK: bool = true;
    fn kept(&mut self) {
        self.kept.push(self.path());
    }
    fn left_over(&mut self) {
        let last = self.open.last().copied();
        self.step_back();
        self.kept.push(self.path());
        if let (Some(place), Some(last)) = (self.open.last_mut(), last) {
            *place = last;
        }
    }
    fn refused_after(&mut self) {
        self.step_back();
    }
}
