//! What comes next, and what could have.

use wireglot_grammar::{ClassId, ClassKind, Direction, Symbol};

use super::{Read, Run, Wrong};
use crate::link::{BoundBranch, BoundKind};
use crate::scan::touches;

impl<'r> Run<'r> {
    /// An error at something else than what is expected.
    pub(super) fn unexpected<T>(&mut self, at: usize, last: String) -> Result<T, Wrong> {
        let mut words: Vec<String> = Vec::new();
        if self.declined.0 == at {
            words.extend(self.declined.1.iter().map(|symbol| self.show(*symbol)));
        }
        words.retain(|word| *word != last);
        words.sort_unstable();
        words.dedup();
        match words.is_empty() {
            true => self.wrong(at, format!("{last} is expected")),
            false => self.wrong(at, format!("{} or {last} is expected", words.join(", "))),
        }
    }

    pub(super) fn alternative(&mut self, id: u32, branches: &'r [BoundBranch]) -> Read {
        let mut best: Option<(u8, u32)> = None;
        let mut nothing = None;
        for branch in branches {
            if !self.reads(branch) {
                continue;
            }
            if let Some(rank) = self.rank(branch.node, id) {
                if best.is_none_or(|(found, _)| rank > found) {
                    best = Some((rank, branch.node));
                }
            }
            let origin = self.link.node(branch.node).map(|node| node.origin);
            if nothing.is_none() && origin.is_some_and(|origin| self.link.analysis.is_nullable(origin)) {
                nothing = Some(branch.node);
            }
        }
        match best.map(|(_, node)| node).or(nothing) {
            Some(node) => self.node(node),
            None => {
                for branch in branches {
                    if self.reads(branch) {
                        self.decline(branch.node);
                    }
                }
                let at = self.scan.skip(self.scan.at);
                let last =
                    self.declined.1.last().map_or_else(|| "something else".into(), |last| self.show(*last));
                self.unexpected(at, last)
            }
        }
    }

    /// Remembers what would have begun a part.
    pub(super) fn decline(&mut self, node: u32) {
        let link = self.link;
        let Some(bound) = link.node(node) else { return };
        let symbols: Vec<Symbol> = link.analysis.looks(bound.origin).map(|look| look.first).collect();
        self.declines(&symbols);
    }

    pub(super) fn declines(&mut self, symbols: &[Symbol]) {
        let at = self.scan.skip(self.scan.at);
        if self.declined.0 != at {
            self.declined = (at, Vec::new());
        }
        self.declined.1.extend_from_slice(symbols);
    }

    fn reads(&self, branch: &BoundBranch) -> bool {
        branch.direction != Direction::Write && branch.versions.has(self.version)
    }

    pub(super) fn needs_two(&self, id: u32) -> bool {
        self.link.node(id).is_some_and(|node| self.link.analysis.needs_two(node.origin))
    }

    /// Whether what comes next begins a part.
    pub(super) fn begins(&mut self, node: u32, decision: u32) -> bool {
        self.rank(node, decision).is_some()
    }

    /// Whether what comes behind a place begins a part, by one token.
    pub(super) fn first(&mut self, node: u32, from: usize) -> bool {
        let Some(bound) = self.link.node(node) else { return false };
        let link = self.link;
        link.analysis.looks(bound.origin).any(|look| self.scan.symbol(from, look.first).is_some())
    }

    /// How surely what comes next begins a part: keywords before classes, two tokens before one. What a
    /// version or the type does not have is no beginning.
    fn rank(&mut self, node: u32, decision: u32) -> Option<u8> {
        let two = self.needs_two(decision);
        let link = self.link;
        let bound = link.node(node)?;
        match &bound.kind {
            BoundKind::Alt(branches) => {
                let mut best = None;
                for branch in branches.iter().filter(|b| b.direction != Direction::Write) {
                    if branch.versions.has(self.version) {
                        best = best.max(self.rank(branch.node, decision));
                    }
                }
                return best;
            }
            BoundKind::Call(_, body) => return self.rank(link.body(*body)?, decision),
            BoundKind::At(_, inner) | BoundKind::Deeper(_, inner) => return self.rank(*inner, decision),
            _ => {}
        }
        let mut best = None;
        for look in link.analysis.looks(bound.origin) {
            let Some((_, end)) = self.scan.symbol(self.scan.at, look.first) else { continue };
            let mut rank = match look.first {
                Symbol::Token(_) => 4,
                Symbol::Class(id) => u8::from(self.is_picky(id)),
            };
            if let (true, Some(second)) = (two, look.second) {
                if self.scan.symbol(end, second).is_none() {
                    continue;
                }
                rank += if matches!(second, Symbol::Token(_)) { 3 } else { 2 };
            }
            best = best.max(Some(rank));
        }
        best
    }

    fn is_picky(&self, id: ClassId) -> bool {
        let class = self.link.grammar.class(id);
        class.is_some_and(|class| {
            !touches(class)
                && matches!(
                    class.kind,
                    ClassKind::Run { with: Some(_), .. } | ClassKind::Run { like: Some(_), .. }
                )
        })
    }
}
