//! What decides where a rule goes on.

use wireglot_grammar::link::BoundKind;
use wireglot_grammar::{ClassKind, Direction, Link, Look, Symbol, Versions};

/// A terminal, or two, that choose an alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Test {
    /// Which alternative.
    pub branch: usize,
    /// In which versions.
    pub versions: Versions,
    /// What comes next.
    pub first: Symbol,
    /// What comes behind it, where one terminal does not decide.
    pub second: Option<Symbol>,
    rank: u8,
}

impl Test {
    /// The same by its first terminal alone.
    pub fn by_first(self) -> Test {
        Test { second: None, ..self }
    }
}

/// What chooses among alternatives, the surest first: keywords before classes, two terminals before one. The first that
/// holds decides. `decision` is the part whose alternatives they are.
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

/// What a part can begin with, and in which versions.
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
