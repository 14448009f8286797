//! What each part of a grammar can start with, and whether one or two tokens decide.

use std::collections::{BTreeSet, HashMap};

use crate::table::{Branch, ClassKind, Direction, Grammar, Node, NodeId, ProductionId};
use crate::{CharSet, ClassId, TokenId};

/// One or two terminals that a part can start with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Look {
    /// The first terminal.
    pub first: Symbol,
    /// The second, if the part has more than one.
    pub second: Option<Symbol>,
}

/// A terminal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// A token.
    Token(TokenId),
    /// A class.
    Class(ClassId),
}

/// Alternatives that two tokens cannot distinguish, or an unused rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The rule.
    pub rule: String,
    /// Its line in the table.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

/// Properties derived from a grammar.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    looks: Vec<BTreeSet<Look>>,
    nullable: Vec<bool>,
    two: Vec<bool>,
    /// Errors in the grammar; empty for a usable one.
    pub conflicts: Vec<Conflict>,
}

impl Analysis {
    /// Analyzes a grammar.
    pub fn new(grammar: &Grammar) -> Analysis {
        let count = grammar.nodes.len();
        let mut analysis = Analysis {
            looks: vec![BTreeSet::new(); count],
            nullable: vec![false; count],
            two: vec![false; count],
            conflicts: Vec::new(),
        };
        while analysis.begin(grammar) {}
        let follow = analysis.follow(grammar);
        analysis.decide(grammar, &follow);
        analysis.reach(grammar);
        analysis
    }

    /// What a part can start with.
    pub fn looks(&self, node: NodeId) -> impl Iterator<Item = Look> + '_ {
        self.looks.get(node.index()).into_iter().flatten().copied()
    }

    /// Whether a part can be empty.
    pub fn is_nullable(&self, node: NodeId) -> bool {
        self.nullable.get(node.index()).copied().unwrap_or_default()
    }

    /// Whether two tokens are needed to decide here.
    pub fn needs_two(&self, node: NodeId) -> bool {
        self.two.get(node.index()).copied().unwrap_or_default()
    }

    /// One iteration of the fixed point for what parts start with; returns whether anything changed.
    fn begin(&mut self, grammar: &Grammar) -> bool {
        let mut changed = false;
        for (index, node) in grammar.nodes.iter().enumerate() {
            let (looks, nullable) = self.begins(grammar, node);
            let before = (self.looks.get(index).map(BTreeSet::len), self.nullable.get(index).copied());
            changed |= before != (Some(looks.len()), Some(nullable));
            if let (Some(slot), Some(empty)) = (self.looks.get_mut(index), self.nullable.get_mut(index)) {
                *slot = looks;
                *empty = nullable;
            }
        }
        changed
    }

    fn of(&self, node: NodeId) -> (BTreeSet<Look>, bool) {
        (self.looks.get(node.index()).cloned().unwrap_or_default(), self.is_nullable(node))
    }

    fn begins(&self, grammar: &Grammar, node: &Node) -> (BTreeSet<Look>, bool) {
        let one = |first| BTreeSet::from([Look { first, second: None }]);
        match node {
            Node::Token(id) if grammar.token(*id).is_some_and(|token| token.is_blank) => {
                (BTreeSet::new(), true)
            }
            Node::Token(id) => (one(Symbol::Token(*id)), false),
            Node::Class(id) => (one(Symbol::Class(*id)), may_be_empty(grammar, *id)),
            Node::Value(_) => (BTreeSet::new(), true),
            Node::Call(id) => grammar.production(*id).map_or_else(Default::default, |p| self.of(p.body)),
            Node::At(_, inner) | Node::Deeper(_, inner) => self.of(*inner),
            Node::Opt(inner) => (self.of(*inner).0, true),
            Node::Seq(parts) => {
                let mut all = (BTreeSet::new(), true);
                for part in parts.iter().rev() {
                    all = concatenated(&self.of(*part), &all);
                }
                all
            }
            Node::Alt(branches) => {
                let mut all = (BTreeSet::new(), false);
                for branch in branches.iter().filter(|b| b.direction != Direction::Write) {
                    let (looks, nullable) = self.of(branch.node);
                    all.0.extend(looks);
                    all.1 |= nullable;
                }
                all
            }
            Node::Some(item, separator) => {
                let item = self.of(*item);
                let again = match separator {
                    Some(token) => (one(Symbol::Token(*token)), false),
                    None => item.clone(),
                };
                concatenated(&item, &(again.0, true))
            }
        }
    }

    /// What can follow each part.
    fn follow(&self, grammar: &Grammar) -> Vec<BTreeSet<Symbol>> {
        let mut after = vec![BTreeSet::new(); grammar.nodes.len()];
        let mut rules: HashMap<ProductionId, BTreeSet<Symbol>> = HashMap::new();
        loop {
            let before: usize = after.iter().map(BTreeSet::len).sum();
            for (index, production) in grammar.productions.iter().enumerate() {
                let what = rules.get(&ProductionId(index as u32)).cloned().unwrap_or_default();
                self.spread(grammar, production.body, &what, &mut after, &mut rules);
            }
            if before == after.iter().map(BTreeSet::len).sum::<usize>() {
                return after;
            }
        }
    }

    fn firsts(&self, node: NodeId) -> BTreeSet<Symbol> {
        self.looks(node).map(|look| look.first).collect()
    }

    fn spread(
        &self,
        grammar: &Grammar,
        node: NodeId,
        what: &BTreeSet<Symbol>,
        after: &mut [BTreeSet<Symbol>],
        rules: &mut HashMap<ProductionId, BTreeSet<Symbol>>,
    ) {
        if let Some(slot) = after.get_mut(node.index()) {
            slot.extend(what.iter().copied());
        }
        match grammar.node(node) {
            Some(Node::Call(id)) => rules.entry(*id).or_default().extend(what.iter().copied()),
            Some(Node::At(_, inner) | Node::Deeper(_, inner) | Node::Opt(inner)) => {
                self.spread(grammar, *inner, what, after, rules);
            }
            Some(Node::Seq(parts)) => {
                let mut what = what.clone();
                for part in parts.iter().rev() {
                    self.spread(grammar, *part, &what, after, rules);
                    if !self.is_nullable(*part) {
                        what.clear();
                    }
                    what.extend(self.firsts(*part));
                }
            }
            Some(Node::Alt(branches)) => {
                for branch in branches {
                    self.spread(grammar, branch.node, what, after, rules);
                }
            }
            Some(Node::Some(item, separator)) => {
                let mut what = what.clone();
                match separator {
                    Some(token) => drop(what.insert(Symbol::Token(*token))),
                    None => what.extend(self.firsts(*item)),
                }
                self.spread(grammar, *item, &what, after, rules);
            }
            Some(Node::Token(_) | Node::Class(_) | Node::Value(_)) | None => {}
        }
    }

    /// Finds where one token decides and where two are needed.
    fn decide(&mut self, grammar: &Grammar, follow: &[BTreeSet<Symbol>]) {
        for (index, node) in grammar.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            let nothing = BTreeSet::new();
            let after = follow.get(index).unwrap_or(&nothing);
            let message = match node {
                Node::Alt(branches) => self.alternatives(grammar, id, branches, after),
                Node::Opt(inner) | Node::Some(inner, None) => self.going_on(grammar, id, *inner, after),
                Node::Some(_, Some(separator)) => {
                    let first = Symbol::Token(*separator);
                    let clash = after.iter().find(|symbol| clashes(grammar, first, **symbol));
                    if clash.is_some() {
                        self.set_two(id);
                    }
                    None
                }
                _ => None,
            };
            if let Some(message) = message {
                let production = owner(grammar, id);
                let (rule, line) = production.map_or_else(Default::default, |p| (p.name.clone(), p.line));
                self.conflicts.push(Conflict { rule, line, message });
            }
        }
    }

    fn set_two(&mut self, node: NodeId) {
        if let Some(two) = self.two.get_mut(node.index()) {
            *two = true;
        }
    }

    fn alternatives(
        &mut self,
        grammar: &Grammar,
        id: NodeId,
        branches: &[Branch],
        after: &BTreeSet<Symbol>,
    ) -> Option<String> {
        let read: Vec<&Branch> = branches.iter().filter(|b| b.direction != Direction::Write).collect();
        let mut message = None;
        for (index, one) in read.iter().enumerate() {
            for other in read.iter().skip(index + 1).filter(|o| o.versions.meets(one.versions)) {
                for a in self.looks(one.node).collect::<Vec<_>>() {
                    for b in self.looks(other.node).collect::<Vec<_>>() {
                        if !clashes(grammar, a.first, b.first) {
                            continue;
                        }
                        self.set_two(id);
                        let same = match (a.second, b.second) {
                            (Some(x), Some(y)) => clashes(grammar, x, y),
                            (Some(x), None) | (None, Some(x)) => {
                                after.iter().any(|s| clashes(grammar, x, *s))
                            }
                            (None, None) => true,
                        };
                        if same {
                            let (a, b) = (show(grammar, a), show(grammar, b));
                            message = Some(format!("alternatives both begin with {a} and {b}"));
                        }
                    }
                }
            }
        }
        message
    }

    /// Whether an optional or repeated part and what follows it can start alike.
    fn going_on(
        &mut self,
        grammar: &Grammar,
        id: NodeId,
        inner: NodeId,
        after: &BTreeSet<Symbol>,
    ) -> Option<String> {
        if matches!(grammar.node(id), Some(Node::Opt(_))) && self.is_nullable(inner) {
            return Some("what is optional has no text to see it by".into());
        }
        let clash = self.looks(inner).find(|look| after.iter().any(|s| clashes(grammar, look.first, *s)));
        match clash {
            Some(look) if look.second.is_none() => {
                Some(format!("{} begins what may come and what comes after it", show(grammar, look)))
            }
            Some(_) => {
                self.set_two(id);
                None
            }
            None => None,
        }
    }

    /// Finds rules that the root does not use.
    fn reach(&mut self, grammar: &Grammar) {
        let mut met = BTreeSet::from([grammar.root]);
        let mut pile = vec![grammar.root];
        let mut nodes = Vec::new();
        while let Some(rule) = pile.pop() {
            nodes.extend(grammar.production(rule).map(|p| p.body));
            while let Some(node) = nodes.pop() {
                match grammar.node(node) {
                    Some(Node::Call(id)) if met.insert(*id) => pile.push(*id),
                    Some(node) => children(node, &mut nodes),
                    None => {}
                }
            }
        }
        for (index, production) in grammar.productions.iter().enumerate() {
            if !met.contains(&ProductionId(index as u32)) {
                let (rule, line) = (production.name.clone(), production.line);
                self.conflicts.push(Conflict { rule, line, message: "nothing uses this rule".into() });
            }
        }
    }
}

/// The direct parts of a part.
fn children(node: &Node, into: &mut Vec<NodeId>) {
    match node {
        Node::At(_, inner) | Node::Deeper(_, inner) | Node::Opt(inner) | Node::Some(inner, _) => {
            into.push(*inner)
        }
        Node::Seq(parts) => into.extend(parts),
        Node::Alt(branches) => into.extend(branches.iter().map(|b| b.node)),
        Node::Token(_) | Node::Class(_) | Node::Value(_) | Node::Call(_) => {}
    }
}

/// The rule that contains a part.
fn owner(grammar: &Grammar, node: NodeId) -> Option<&crate::Production> {
    // The body of a rule is added after its parts.
    grammar.productions.iter().filter(|p| p.body >= node).min_by_key(|p| p.body)
}

fn concatenated(a: &(BTreeSet<Look>, bool), b: &(BTreeSet<Look>, bool)) -> (BTreeSet<Look>, bool) {
    let mut looks = BTreeSet::new();
    for look in &a.0 {
        if look.second.is_some() {
            looks.insert(*look);
            continue;
        }
        looks.extend(b.0.iter().map(|next| Look { first: look.first, second: Some(next.first) }));
        if b.1 {
            looks.insert(*look);
        }
    }
    if a.1 {
        looks.extend(b.0.iter().copied());
    }
    (looks, a.1 && b.1)
}

fn may_be_empty(grammar: &Grammar, id: ClassId) -> bool {
    match grammar.class(id).map(|class| &class.kind) {
        Some(ClassKind::Run { lo, .. }) => *lo == 0,
        Some(ClassKind::Until(_)) => true,
        _ => false,
    }
}

/// Whether a text can match both. A keyword takes precedence over a name, and a class with additional
/// requirements over one without.
fn clashes(grammar: &Grammar, a: Symbol, b: Symbol) -> bool {
    match (a, b) {
        (Symbol::Token(a), Symbol::Token(b)) => match (grammar.token(a), grammar.token(b)) {
            (Some(a), Some(b)) => {
                let spellings = |t: &crate::Token| {
                    let all = [&t.long, &t.short].into_iter().chain(&t.also);
                    all.map(|s| s.to_ascii_lowercase()).collect::<Vec<_>>()
                };
                let b = spellings(b);
                spellings(a).iter().any(|spelling| b.contains(spelling))
            }
            _ => false,
        },
        (Symbol::Token(token), Symbol::Class(class)) | (Symbol::Class(class), Symbol::Token(token)) => {
            let mark = grammar.token(token).filter(|token| !token.is_word);
            let first = mark.and_then(|token| token.long.bytes().next());
            first.is_some_and(|octet| begins(grammar, class).is_some_and(|set| set.has(octet)))
        }
        (Symbol::Class(a), Symbol::Class(b)) if a == b => true,
        (Symbol::Class(a), Symbol::Class(b)) => {
            let picky = |id| {
                let kind = grammar.class(id).map(|class| &class.kind);
                matches!(
                    kind,
                    Some(ClassKind::Run { with: Some(_), .. } | ClassKind::Run { like: Some(_), .. })
                )
            };
            let sets = begins(grammar, a).zip(begins(grammar, b));
            !picky(a) && !picky(b) && sets.is_some_and(|(a, b)| a.meets(&b))
        }
    }
}

fn begins(grammar: &Grammar, class: ClassId) -> Option<CharSet> {
    match &grammar.class(class)?.kind {
        ClassKind::Run { first, .. } => Some(*first),
        ClassKind::Quoted => {
            let mut set = CharSet::default();
            set.insert(b'"');
            Some(set)
        }
        ClassKind::Until(_) => None,
    }
}

fn show(grammar: &Grammar, look: Look) -> String {
    let name = |symbol| match symbol {
        Symbol::Token(id) => grammar.token(id).map(|token| token.name.clone()),
        Symbol::Class(id) => grammar.class(id).map(|class| class.name.clone()),
    };
    let words = [Some(look.first), look.second].into_iter().flatten().filter_map(name);
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conflicts of some rules; the first rule is the root.
    fn conflicts(rules: &str) -> Vec<String> {
        let table = format!(
            "root a\nspace [\\s]\nword [a-z]\nmark EQ \"=\" \"=\"\nmark COMMA \",\" \",\"\nkey X ex x\nkey Y why y\n\
             class n [0-9] [0-9] 1..9 as integer\nclass m [5-9] [0-9] 1..9 as integer\n{rules}"
        );
        let grammar = Grammar::parse(&table).unwrap();
        Analysis::new(&grammar).conflicts.into_iter().map(|c| format!("{}: {}", c.rule, c.message)).collect()
    }

    #[test]
    fn two_tokens_are_enough_or_told_not_to_be() {
        assert_eq!(conflicts("rule a = X EQ n | X COMMA n | X | Y"), <Vec<String>>::new());
        assert_eq!(conflicts("rule a = @-1 X EQ n | @2 X EQ Y"), <Vec<String>>::new());
        assert_eq!(
            conflicts("rule a = X EQ n | X EQ Y"),
            ["a: alternatives both begin with `X` `EQ` and `X` `EQ`"]
        );
        assert_eq!(
            conflicts("rule a = ( X | X EQ n ) EQ"),
            ["a: alternatives both begin with `X` and `X` `EQ`"]
        );
        assert_eq!(conflicts("rule a = n | m"), ["a: alternatives both begin with `n` and `m`"]);
        assert_eq!(conflicts("rule a = [ X ] X"), ["a: `X` begins what may come and what comes after it"]);
        assert_eq!(conflicts("rule a = [ =1 ]"), ["a: what is optional has no text to see it by"]);
        assert_eq!(conflicts("rule a = X\nrule b = Y"), ["b: nothing uses this rule"]);
    }
}
