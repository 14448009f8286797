//! Lookahead tests that decide how a rule continues.

use wireglot_grammar::link::BoundKind;
use wireglot_grammar::{ClassKind, Direction, Link, Look, Symbol, Versions};

use super::Lexis;

/// One or two terminals that select an alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Test {
    /// The index of the alternative.
    pub branch: usize,
    /// The versions in which the test applies.
    pub versions: Versions,
    /// The next terminal.
    pub first: Symbol,
    /// The terminal after it, if one does not decide.
    pub second: Option<Symbol>,
    rank: u8,
}

impl Test {
    /// The same test, by its first terminal only.
    pub fn by_first(self) -> Test {
        Test { second: None, ..self }
    }

    /// The numbers of the keywords that may come first; empty if the first terminal is not a keyword.
    pub fn words<'l>(&self, lexis: &'l Lexis) -> &'l [u16] {
        match self.first {
            Symbol::Token(id) => lexis.numbers(id),
            Symbol::Class(_) => &[],
        }
    }

    /// Whether both tests can't hold at once because their keywords or versions are disjoint.
    fn excludes(&self, other: &Test, lexis: &Lexis) -> bool {
        let (words, others) = (self.words(lexis), other.words(lexis));
        let differ =
            !words.is_empty() && !others.is_empty() && words.iter().all(|word| !others.contains(word));
        let (mine, theirs) = (self.versions, other.versions);
        differ || mine.until < theirs.since || theirs.until < mine.since
    }
}

/// The tests that select among alternatives, most specific first: keywords before classes, two terminals
/// before one. The first test that holds decides. `decision` is the part that has these alternatives.
pub(crate) fn tests(link: &Link, alternatives: &[(u32, Versions)], decision: u32) -> Vec<Test> {
    let two = link.node(decision).is_some_and(|node| link.analysis.needs_two(node.origin));
    let mut tests = Vec::new();
    for (branch, (node, versions)) in alternatives.iter().enumerate() {
        let mut found = Vec::new();
        looks(link, *node, *versions, &mut found);
        for (versions, look) in found {
            let second = look.second.filter(|_| two);
            let test =
                Test { branch, versions, first: look.first, second, rank: rank(link, look.first, second) };
            if !tests.contains(&test) {
                tests.push(test);
            }
        }
    }
    tests.sort_by_key(|test| std::cmp::Reverse(test.rank));
    tests
}

/// Groups tests by the alternative they select. A test moves up to the others of its alternative if it
/// excludes every test in between.
pub(crate) fn by_branch(tests: &[Test], lexis: &Lexis) -> Vec<(usize, Vec<Test>)> {
    let mut groups: Vec<(usize, Vec<Test>)> = Vec::new();
    for test in merged(tests, lexis) {
        let passes = |group: &(usize, Vec<Test>)| group.1.iter().all(|other| test.excludes(other, lexis));
        let behind = groups.iter().rev().take_while(|group| group.0 != test.branch && passes(group)).count();
        match groups.len().checked_sub(behind + 1).and_then(|at| groups.get_mut(at)) {
            Some((branch, group)) if *branch == test.branch => group.push(test),
            _ => groups.push((test.branch, vec![test])),
        }
    }
    groups
}

/// Joins tests that differ only in adjacent versions.
fn merged(tests: &[Test], lexis: &Lexis) -> Vec<Test> {
    let mut all: Vec<Test> = Vec::new();
    let same = |a: &Test, b: &Test| {
        let words = a.words(lexis);
        a.branch == b.branch
            && a.second == b.second
            && match words.is_empty() {
                true => a.first == b.first,
                false => words == b.words(lexis),
            }
    };
    for test in tests {
        let is_next = |a: Versions, b: Versions| u16::from(a.until) + 1 == u16::from(b.since);
        let known = all.iter_mut().find(|known| {
            same(known, test)
                && (is_next(known.versions, test.versions) || is_next(test.versions, known.versions))
        });
        match known {
            Some(known) => {
                known.versions.since = known.versions.since.min(test.versions.since);
                known.versions.until = known.versions.until.max(test.versions.until);
            }
            None => all.push(*test),
        }
    }
    all
}

fn rank(link: &Link, first: Symbol, second: Option<Symbol>) -> u8 {
    let one = match first {
        Symbol::Token(_) => 4,
        Symbol::Class(id) => {
            let class = link.grammar.class(id);
            u8::from(class.is_some_and(|class| {
                matches!(
                    &class.kind,
                    ClassKind::Run { with, like, bare: false, .. } if with.is_some() || like.is_some()
                )
            }))
        }
    };
    one + match second {
        Some(Symbol::Token(_)) => 3,
        Some(Symbol::Class(_)) => 2,
        None => 0,
    }
}

/// The terminals that a part can begin with, and the versions of each.
fn looks(link: &Link, node: u32, versions: Versions, into: &mut Vec<(Versions, Look)>) {
    let Some(bound) = link.node(node) else { return };
    match &bound.kind {
        BoundKind::Alt(branches) => {
            for branch in branches.iter().filter(|branch| branch.direction != Direction::Write) {
                let since = versions.since.max(branch.versions.since);
                let until = versions.until.min(branch.versions.until);
                if since <= until {
                    looks(link, branch.node, Versions { since, until }, into);
                }
            }
        }
        BoundKind::Call(_, body) => {
            if let Some(body) = link.body(*body) {
                looks(link, body, versions, into);
            }
        }
        BoundKind::At(_, inner) | BoundKind::Deeper(_, inner) => looks(link, *inner, versions, into),
        _ => into.extend(link.analysis.looks(bound.origin).map(|look| (versions, look))),
    }
}
