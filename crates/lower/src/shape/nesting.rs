//! Limits how deeply types nest: code that walks types needs stack for each level.

use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind};
use wireglot_text::Span;

/// The maximum number of types nested in one another.
pub(super) const DEEPEST: u32 = 2000;

/// The location of a type in which more types are nested than the maximum, if there is one.
///
/// A walk may go through all types of a recursive cycle, so every type in it counts as one level.
pub(super) fn too_deep(shape: &Shape) -> Option<Span> {
    let nodes = shape.types.len() + shape.tables.len();
    let mut search = Search { shape, seen: vec![Seen::default(); nodes], open: Vec::new(), count: 0 };
    (0..shape.types.len()).find_map(|at| search.from(at)).and_then(|at| shape.types.get(at)).map(|ty| ty.span)
}

/// The index of a type, or of a table (after those of all types). Types share tables.
type Node = usize;

/// The state of a type or table in the search.
#[derive(Debug, Clone, Default)]
struct Seen {
    /// Its number in the order of visits, from 1.
    number: u32,
    /// The lowest number that it leads back to.
    low: u32,
    /// Whether its cycle is complete.
    done: bool,
    /// The depth of its cycle and everything nested in it.
    depth: u32,
}

/// A depth-first search for cycles (Tarjan's) with a stack of its own.
struct Search<'s> {
    shape: &'s Shape,
    seen: Vec<Seen>,
    /// Visited types whose cycles are not complete.
    open: Vec<Node>,
    count: u32,
}

impl Search<'_> {
    /// Visits a type and everything it uses; stops at a type that is too deep and returns it.
    fn from(&mut self, first: Node) -> Option<Node> {
        if self.seen[first].number != 0 {
            return None;
        }
        let mut path = vec![self.visit(first)];
        while let Some((at, parts)) = path.last_mut() {
            let at = *at;
            match parts.pop() {
                Some(part) if self.seen[part].number == 0 => path.push(self.visit(part)),
                Some(part) => {
                    // A complete cycle can't be part of this one.
                    if !self.seen[part].done {
                        self.lower(at, self.seen[part].number);
                    }
                }
                None => {
                    path.pop();
                    if self.seen[at].low == self.seen[at].number && self.complete(at) > DEEPEST {
                        return Some(at);
                    }
                    if let Some((outer, _)) = path.last().filter(|_| !self.seen[at].done) {
                        self.lower(*outer, self.seen[at].low);
                    }
                }
            }
        }
        None
    }

    fn visit(&mut self, at: Node) -> (Node, Vec<Node>) {
        self.count += 1;
        self.seen[at] = Seen { number: self.count, low: self.count, ..Seen::default() };
        self.open.push(at);
        (at, parts(self.shape, at))
    }

    fn lower(&mut self, at: Node, number: u32) {
        let low = &mut self.seen[at].low;
        *low = number.min(*low);
    }

    /// Closes the cycle of a type whose parts have all been visited; returns its depth.
    fn complete(&mut self, first: Node) -> u32 {
        let start = self.open.iter().rposition(|at| *at == first).unwrap_or(self.open.len());
        let cycle = self.open.split_off(start);
        let inside = cycle.iter().flat_map(|at| parts(self.shape, *at));
        let inside = inside.map(|part| self.seen[part].depth).max().unwrap_or(0);
        let types = cycle.iter().filter(|at| **at < self.shape.types.len()).count();
        let depth = inside.saturating_add(types as u32);
        for at in cycle {
            (self.seen[at].done, self.seen[at].depth) = (true, depth);
        }
        depth
    }
}

/// The types of the parts of a type or table, the first one last.
fn parts(shape: &Shape, at: Node) -> Vec<Node> {
    let Some(ty) = shape.types.get(at) else {
        let table = shape.tables.get(at - shape.types.len());
        return table
            .iter()
            .flat_map(|table| &table.rows)
            .filter_map(|row| row.shape)
            .map(ShapeId::index)
            .collect();
    };
    match &ty.kind {
        ShapeKind::Record { slots, .. } => slots.iter().rev().map(|slot| slot.shape.index()).collect(),
        ShapeKind::Choice { alternatives, .. } => {
            alternatives.iter().rev().map(|one| one.shape.index()).collect()
        }
        ShapeKind::List { element, .. } => vec![element.index()],
        ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => {
            contains.iter().map(|contents| contents.shape.index()).collect()
        }
        ShapeKind::Open(OpenShape::Fixed(actual)) => vec![actual.index()],
        ShapeKind::Open(OpenShape::Keyed { table, .. }) => vec![shape.types.len() + table.index()],
        _ => Vec::new(),
    }
}
