//! Deciding by what comes next, and reporting what was expected.

use wireglot_grammar::{ClassId, ClassKind, Direction, Look, Symbol};

use super::{Read, Run, Wrong};
use crate::scan::touches;
use wireglot_grammar::link::{BoundBranch, BoundKind};

impl<'r> Run<'r> {
    /// The error for unexpected text. If the first of two expected tokens was found, the second is the one
    /// reported.
    pub(super) fn unexpected<T>(&mut self, last: String) -> Result<T, Wrong> {
        let mut at = self.scan.skip(self.scan.at);
        let looks = if self.declined.0 == at { std::mem::take(&mut self.declined.1) } else { Vec::new() };
        let mut words: Vec<String> = looks.iter().map(|look| self.show(look.first)).collect();
        let mut last = last;
        let from = self.scan.at;
        let mut seconds = Vec::new();
        for Look { first, second } in looks {
            let (Some(second), Some((_, end))) = (second, self.scan.symbol(from, first)) else { continue };
            let behind = self.scan.skip(end);
            if behind > at {
                (at, seconds) = (behind, Vec::new());
            }
            if behind == at {
                seconds.push(self.show(second));
            }
        }
        if let Some(word) = seconds.pop() {
            (words, last) = (seconds, word);
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
                        self.decline(branch.node, id);
                    }
                }
                let last = self.declined.1.last().map(|look| look.first);
                let last = last.map_or_else(|| "something else".into(), |last| self.show(last));
                self.unexpected(last)
            }
        }
    }

    /// Records what a part could have started with.
    pub(super) fn decline(&mut self, node: u32, decision: u32) {
        let (two, looks) = (self.needs_two(decision), self.looks(node));
        self.declines(looks.into_iter().map(|look| if two { look } else { Look { second: None, ..look } }));
    }

    pub(super) fn declines(&mut self, looks: impl IntoIterator<Item = Look>) {
        let at = self.scan.skip(self.scan.at);
        if self.declined.0 != at {
            self.declined = (at, Vec::new());
        }
        self.declined.1.extend(looks);
    }

    /// What a part can start with, in this version.
    pub(super) fn looks(&self, node: u32) -> Vec<Look> {
        let Some(bound) = self.link.node(node) else { return Vec::new() };
        match &bound.kind {
            BoundKind::Alt(branches) => {
                let read = branches.iter().filter(|branch| self.reads(branch));
                read.flat_map(|branch| self.looks(branch.node)).collect()
            }
            BoundKind::Call(_, body) => self.link.body(*body).map_or_else(Vec::new, |body| self.looks(body)),
            BoundKind::At(_, inner) | BoundKind::Deeper(_, inner) => self.looks(*inner),
            _ => self.link.analysis.looks(bound.origin).collect(),
        }
    }

    fn reads(&self, branch: &BoundBranch) -> bool {
        branch.direction != Direction::Write && branch.versions.has(self.version)
    }

    pub(super) fn needs_two(&self, id: u32) -> bool {
        self.link.node(id).is_some_and(|node| self.link.analysis.needs_two(node.origin))
    }

    /// Whether the next tokens start a part.
    pub(super) fn begins(&mut self, node: u32, decision: u32) -> bool {
        self.rank(node, decision).is_some()
    }

    /// Whether the first token after a place starts a part.
    pub(super) fn first(&mut self, node: u32, from: usize) -> bool {
        let looks = self.looks(node);
        looks.into_iter().any(|look| self.scan.symbol(from, look.first).is_some())
    }

    /// How well the next tokens match the start of a part: keywords rank above classes, two tokens above
    /// one. Parts that the version or the type does not have do not match.
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
