//! Types whose constraints contain types (X.680 51.3): such a chain must end, and soon.
//!
//! If a type contained itself in its own constraint, its values would be defined by themselves. A chain of
//! thousands of types is meaningful, but nobody writes one, and checking whether a value is in a set recurses
//! along it.

use wireglot_model::{Constraint, Kind, Set, TypeId};
use wireglot_text::Span;

use super::state::limits::DEPTH;
use super::Resolver;
use crate::faults::ResolveKind;

/// The state of a type during the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    /// Its parts are being visited.
    Open,
    /// Checked; the depth in constraints.
    Done(u32),
}

impl Resolver<'_> {
    /// Reports types that contain themselves, or others too deeply, and poisons them.
    pub(super) fn containment(&mut self) {
        let mut states = vec![State::Unseen; self.model.types.len()];
        for index in 0..states.len() {
            self.contained_below(TypeId(index as u32), &mut states);
        }
    }

    /// Visits all types below one, deepest first, without recursion.
    fn contained_below(&mut self, root: TypeId, states: &mut [State]) {
        let mut path = vec![root];
        while let Some(&id) = path.last() {
            let below = self.directly_below(id);
            match states[id.index()] {
                State::Done(_) => drop(path.pop()),
                State::Unseen => {
                    states[id.index()] = State::Open;
                    path.extend(
                        below.iter().map(|(id, _)| *id).filter(|id| states[id.index()] == State::Unseen),
                    );
                }
                State::Open => {
                    let depth = self.depth_over(id, &below, states);
                    states[id.index()] = State::Done(depth);
                    path.pop();
                }
            }
        }
    }

    /// The depth of a type whose parts have been visited; reports it if it is invalid.
    fn depth_over(&mut self, id: TypeId, below: &[(TypeId, Option<Span>)], states: &[State]) -> u32 {
        let mut depth = 0;
        for &(part, place) in below {
            match (states[part.index()], place) {
                (State::Unseen, _) => {}
                // Cycles without constraints are already poisoned, so this one contains a constraint.
                (State::Open, place) => {
                    let place = place.unwrap_or(self.model.ty(id).span);
                    let name = self.model.show_type(part);
                    self.contained_badly(id, place, ResolveKind::Circular(name));
                }
                (State::Done(inner), None) => depth = depth.max(inner),
                (State::Done(inner), Some(place)) => {
                    depth = depth.max(inner + 1);
                    if inner == DEPTH {
                        self.contained_badly(id, place, ResolveKind::TooDeep);
                        // Above a poisoned type, the chain starts over.
                        depth = 0;
                    }
                }
            }
        }
        depth
    }

    fn contained_badly(&mut self, id: TypeId, place: Span, fault: ResolveKind) {
        self.fault(place, fault);
        self.types.poison.insert(id);
    }

    /// The type that a type is derived from, and those that its constraint contains, with the position of the
    /// constraint.
    fn directly_below(&self, id: TypeId) -> Vec<(TypeId, Option<Span>)> {
        if self.types.poison.contains(&id) {
            return Vec::new();
        }
        let kind = &self.model.ty(id).kind;
        let mut below: Vec<(TypeId, Option<Span>)> =
            kind.inner().map(|inner| (inner, None)).into_iter().collect();
        if let Kind::Constrained { constraint, .. } = kind {
            contained(constraint, &mut |ty| below.push((ty, Some(constraint.span))));
        }
        below
    }
}

/// The types that a constraint contains for the value itself, not for its components.
fn contained(constraint: &Constraint, found: &mut dyn FnMut(TypeId)) {
    in_set(&constraint.root, found);
    if let Some(Some(additional)) = &constraint.extension {
        in_set(additional, found);
    }
}

fn in_set(set: &Set, found: &mut dyn FnMut(TypeId)) {
    match set {
        Set::Union(list) | Set::Intersection(list) => list.iter().for_each(|set| in_set(set, found)),
        Set::Except(set, excluded) => {
            in_set(set, found);
            in_set(excluded, found);
        }
        Set::AllExcept(set) => in_set(set, found),
        Set::Nested(inner) | Set::Size(inner) | Set::Alphabet(inner) => contained(inner, found),
        Set::Contained(ty) => found(*ty),
        _ => {}
    }
}
