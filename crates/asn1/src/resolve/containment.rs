//! Types whose constraints contain types (X.680 51.3): such a chain has an end, and comes to it soon.
//!
//! The values of a type that contains itself in its own constraint would be defined
//! by themselves. A chain of thousands has a meaning, but nothing written by people
//! has one, and whoever asks whether a value is in a set goes down with it.

use wireglot_model::{Constraint, Kind, Set, TypeId};
use wireglot_text::Span;

use super::state::limits::DEPTH;
use super::Resolver;
use crate::faults::ResolveKind;

/// How far a type has been looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    /// On the way down from it.
    Open,
    /// Nothing wrong below; so many constraints deep.
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

    /// Looks at all types below one, deepest first, without recursion.
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

    /// How deep a type is whose parts have been looked at; reports it if it cannot be.
    fn depth_over(&mut self, id: TypeId, below: &[(TypeId, Option<Span>)], states: &[State]) -> u32 {
        let mut depth = 0;
        for &(part, place) in below {
            match (states[part.index()], place) {
                (State::Unseen, _) => {}
                // Circles without constraints are poison by now: somewhere on this one is a constraint.
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
                        // The chain begins anew above what is poison.
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

    /// The type that a type is made of, and those that its constraint contains, with the constraint's place.
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

/// The types that a constraint contains, as far as they are about the value itself and not its components.
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
