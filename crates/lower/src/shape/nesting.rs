//! Limits how deeply types nest: code that walks types needs stack for each level.

use std::collections::HashMap;

use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind};
use wireglot_text::Span;

/// The maximum number of types nested in one another.
pub(super) const DEEPEST: u32 = 2000;

/// The location of a type in which more types are nested than the maximum, if there is one.
///
/// A walk may go through many types of a recursive cycle before it comes to one that it has been to, so what counts is the
/// longest way through the cycle.
pub(super) fn too_deep(shape: &Shape) -> Option<Span> {
    let nodes = shape.types.len() + shape.tables.len();
    let graph = Graph {
        parts: (0..nodes).map(|at| parts(shape, at)).collect(),
        levels: (0..nodes).map(|at| u32::from(at < shape.types.len())).collect(),
    };
    let mut search = Search::new(&graph, longest_way);
    let deep = (0..nodes).find_map(|at| search.from(at, DEEPEST))?;
    // A table has no place of its own: the first of its types has.
    let ty = shape.types.get(deep).or_else(|| shape.types.get(*graph.parts[deep].first()?));
    ty.map(|ty| ty.span)
}

/// The index of a type, or of a table (after those of all types). Types share tables.
type Node = usize;

/// Types and tables with the types of their parts.
struct Graph {
    /// The first part of a node is the last in its list.
    parts: Vec<Vec<Node>>,
    /// A type is one level, a table is none.
    levels: Vec<u32>,
}

impl Graph {
    fn levels(&self, nodes: &[Node]) -> u32 {
        nodes.iter().map(|at| self.levels[*at]).sum()
    }
}

/// Cycles with at most this many types count as that many levels.
const SMALL: u32 = 16;

/// How many hubs are taken out of a cycle, in one attempt after another.
const HUBS: [usize; 4] = [1, 2, 4, 8];

/// At least as many levels as the longest way through a cycle that goes through no type twice. All its types are an
/// upper bound. The longest way can't be found in reasonable time, but most large cycles go through a few hubs: a
/// way passes each of N hubs at most once, so it has at most N + 1 sections between them, which are no longer than
/// what is left without the hubs is deep.
fn longest_way(graph: &Graph, cycle: &[Node]) -> u32 {
    let all = graph.levels(cycle);
    if all <= SMALL {
        return all;
    }
    let own: HashMap<Node, usize> = cycle.iter().enumerate().map(|(own, at)| (*at, own)).collect();
    let inner = |at: &Node| graph.parts[*at].iter().filter_map(|part| own.get(part).copied()).collect();
    let inside = Graph {
        parts: cycle.iter().map(inner).collect(),
        levels: cycle.iter().map(|at| graph.levels[*at]).collect(),
    };
    let mut links: Vec<usize> = inside.parts.iter().map(Vec::len).collect();
    inside.parts.iter().flatten().for_each(|part| links[*part] += 1);
    let mut hubs: Vec<Node> = (0..cycle.len()).collect();
    hubs.sort_by_key(|at| std::cmp::Reverse(links[*at]));
    let without = |count: usize| {
        let (hubs, rest) = hubs.split_at(count.min(hubs.len()));
        let mut search = Search::new(&inside, Graph::levels);
        hubs.iter().for_each(|hub| search.leave_out(*hub));
        let depths = rest.iter().map(|at| match search.from(*at, u32::MAX) {
            Some(_) => u32::MAX,
            None => search.seen[*at].depth,
        });
        let deepest = depths.max().unwrap_or(0);
        deepest.saturating_mul(hubs.len() as u32 + 1).saturating_add(inside.levels(hubs))
    };
    HUBS.into_iter().map(without).fold(all, u32::min)
}

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
struct Search<'g> {
    graph: &'g Graph,
    /// The levels of a cycle.
    measure: fn(&Graph, &[Node]) -> u32,
    seen: Vec<Seen>,
    /// Visited types whose cycles are not complete.
    open: Vec<Node>,
    count: u32,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, measure: fn(&Graph, &[Node]) -> u32) -> Search<'g> {
        Search { graph, measure, seen: vec![Seen::default(); graph.parts.len()], open: Vec::new(), count: 0 }
    }

    /// Passes over a node, as if it had no parts and no levels.
    fn leave_out(&mut self, at: Node) {
        self.count += 1;
        self.seen[at] = Seen { number: self.count, low: self.count, done: true, depth: 0 };
    }

    /// Visits a type and everything it uses; stops at a type deeper than `most` and returns it.
    fn from(&mut self, first: Node, most: u32) -> Option<Node> {
        if self.seen[first].number != 0 {
            return None;
        }
        let graph = self.graph;
        let mut path = vec![self.visit(first)];
        while let Some((at, visited)) = path.last_mut() {
            let at = *at;
            *visited += 1;
            match graph.parts[at].iter().rev().nth(*visited - 1).copied() {
                Some(part) if self.seen[part].number == 0 => path.push(self.visit(part)),
                Some(part) => {
                    // A complete cycle can't be part of this one.
                    if !self.seen[part].done {
                        self.lower(at, self.seen[part].number);
                    }
                }
                None => {
                    path.pop();
                    if self.seen[at].low == self.seen[at].number && self.complete(at) > most {
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

    /// Starts with a node; returns it with the number of its parts that have been visited.
    fn visit(&mut self, at: Node) -> (Node, usize) {
        self.count += 1;
        self.seen[at] = Seen { number: self.count, low: self.count, ..Seen::default() };
        self.open.push(at);
        (at, 0)
    }

    fn lower(&mut self, at: Node, number: u32) {
        let low = &mut self.seen[at].low;
        *low = number.min(*low);
    }

    /// Closes the cycle of a type whose parts have all been visited; returns its depth.
    fn complete(&mut self, first: Node) -> u32 {
        let start = self.open.iter().rposition(|at| *at == first).unwrap_or(self.open.len());
        let cycle = self.open.split_off(start);
        let inside = cycle.iter().flat_map(|at| &self.graph.parts[*at]);
        let inside = inside.map(|part| self.seen[*part].depth).max().unwrap_or(0);
        let depth = inside.saturating_add((self.measure)(self.graph, &cycle));
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
