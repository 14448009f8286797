//! Explicit tags before explicit tags: each is an encoding of its own around the next,
//! so what stands above a long chain of them would grow with its square.

use wireglot_model::{Kind, TypeId};

use super::{Resolver, DEPTH};
use crate::faults::ResolveKind;

impl Resolver<'_> {
    /// Reports types with too many explicit tags, and poisons them.
    pub(super) fn prefixes(&mut self) {
        let mut known: Vec<Option<u32>> = vec![None; self.model.types.len()];
        for index in 0..known.len() {
            let (mut way, mut at) = (Vec::new(), Some(TypeId(index as u32)));
            let mut depth = loop {
                match at.filter(|id| !self.poison.contains(id)) {
                    None => break 0,
                    Some(id) => match known[id.index()] {
                        Some(depth) => break depth,
                        None => way.push(id),
                    },
                }
                at = at.and_then(|id| self.model.ty(id).kind.inner());
            };
            for id in way.into_iter().rev() {
                depth += u32::from(matches!(self.model.ty(id).kind, Kind::Tagged { explicit: true, .. }));
                if depth > DEPTH {
                    self.fault(self.model.ty(id).span, ResolveKind::TooDeep);
                    self.poison.insert(id);
                    // The chain begins anew above what is poison.
                    depth = 0;
                }
                known[id.index()] = Some(depth);
            }
        }
    }
}
