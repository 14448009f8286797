//! Limits the number of tags and constraints in a chain of definitions. Code that looks into a type walks
//! over all of them, and each explicit tag is an encoding around the next, so the cost of a long chain would
//! be quadratic.

use wireglot_model::{Kind, TypeId};

use super::Resolver;
use crate::faults::ResolveKind;

/// The maximum number of tags and constraints on one type, including those of the types it refers to.
const LINKS: u32 = 100;

/// What is known of a chain from a link on.
#[derive(Clone, Copy, Default)]
struct Chain {
    links: u32,
    /// Whether it has been reported as too long, which is done only once.
    told: bool,
}

impl Resolver<'_> {
    /// Reports types with too many tags and constraints, and poisons them.
    pub(super) fn prefixes(&mut self) {
        let mut known: Vec<Option<Chain>> = vec![None; self.model.types.len()];
        for index in 0..known.len() {
            let (mut way, mut at) = (Vec::new(), Some(TypeId(index as u32)));
            let mut chain = loop {
                match at.filter(|id| !self.types.poison.contains(id)) {
                    None => break Chain::default(),
                    Some(id) => match known[id.index()] {
                        Some(chain) => break chain,
                        None => way.push(id),
                    },
                }
                at = at.and_then(|id| self.model.ty(id).kind.inner());
            };
            for id in way.into_iter().rev() {
                let link = matches!(self.model.ty(id).kind, Kind::Tagged { .. } | Kind::Constrained { .. });
                chain.links += u32::from(link);
                if chain.links > LINKS {
                    if !chain.told {
                        self.fault(self.model.ty(id).span, ResolveKind::TooManyLinks(LINKS));
                    }
                    self.types.poison.insert(id);
                    // Above a poisoned type, the chain starts over.
                    chain = Chain { links: 0, told: true };
                }
                known[id.index()] = Some(chain);
            }
        }
    }
}
