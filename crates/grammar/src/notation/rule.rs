//! Parses the right-hand side of a rule.

use std::collections::HashMap;

use super::words::Read;
use crate::table::{
    Branch, ClassId, Direction, Node, NodeId, ProductionId, Step, Terminal, TokenId, Versions,
};

/// What a name refers to.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Token(TokenId),
    Class(ClassId),
    Rule(ProductionId),
}

/// Maximum nesting depth of parentheses in a rule.
const DEPTH: u32 = 32;

/// The brackets, bars and words of a rule.
pub(super) fn rule_tokens(body: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = body.trim_start();
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| !c.is_whitespace() && !matches!(c, '(' | ')' | '[' | ']' | '|');
        let length = match first {
            ')' if rest.get(1..).is_some_and(|r| r.starts_with('+')) => {
                1 + rest.get(1..).and_then(|r| r.find(|c| !in_word(c))).unwrap_or(rest.len() - 1)
            }
            '(' | ')' | '[' | ']' | '|' => 1,
            _ => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// A rule that is being parsed.
pub(super) struct Rule<'r, 't> {
    pub names: &'r HashMap<String, Named>,
    pub nodes: &'r mut Vec<Node>,
    pub tokens: &'r [&'t str],
    pub at: usize,
    pub depth: u32,
}

impl<'t> Rule<'_, 't> {
    pub fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).copied()
    }

    fn take(&mut self) -> Option<&'t str> {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn node(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    pub fn alternatives(&mut self) -> Read<NodeId> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(format!("parentheses nest deeper than {DEPTH}"));
        }
        let mut branches = vec![self.branch()?];
        while self.peek() == Some("|") {
            self.at += 1;
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        let only = branches.first().filter(|b| b.versions == Versions::ALL && b.direction == Direction::Both);
        match (branches.len(), only) {
            (1, Some(only)) => Ok(only.node),
            _ => Ok(self.node(Node::Alt(branches))),
        }
    }

    fn branch(&mut self) -> Read<Branch> {
        let (mut versions, mut direction) = (Versions::ALL, Direction::Both);
        loop {
            match self.peek() {
                Some("<") => direction = Direction::Read,
                Some(">") => direction = Direction::Write,
                Some(token) if token.starts_with('@') => versions = self.versions(token)?,
                _ => break,
            }
            self.at += 1;
        }
        let mut parts = Vec::new();
        while let Some(token) = self.peek() {
            if token == "|" || token == "]" || token.starts_with(')') {
                break;
            }
            parts.push(self.item()?);
        }
        let node = match parts.as_slice() {
            [one] => *one,
            _ => self.node(Node::Seq(parts)),
        };
        Ok(Branch { node, versions, direction })
    }

    /// Parses `@2`, `@-1` or `@2-2`.
    fn versions(&self, token: &str) -> Read<Versions> {
        let range = token.trim_start_matches('@');
        let number = |text: &str, none: u8| match text {
            "" => Ok(none),
            text => text.parse().map_err(|_| format!("`{token}` says no version")),
        };
        match range.split_once('-') {
            Some((since, until)) => Ok(Versions { since: number(since, 0)?, until: number(until, u8::MAX)? }),
            None => Ok(Versions { since: number(range, 0)?, ..Versions::ALL }),
        }
    }

    fn item(&mut self) -> Read<NodeId> {
        let token = self.take().ok_or("something is missing at the end")?;
        match token.chars().next() {
            Some('(') => {
                let inner = self.alternatives()?;
                self.closed(inner)
            }
            Some('[') => {
                let inner = self.alternatives()?;
                match self.take() {
                    Some("]") => Ok(self.node(Node::Opt(inner))),
                    _ => Err("`]` is missing".into()),
                }
            }
            Some('.' | ':' | '+' | '~' | '!' | '#') => {
                let steps = steps(token)?;
                let inner = self.item()?;
                Ok(self.node(Node::At(steps, inner)))
            }
            Some('=') => {
                let value = terminal(token.get(1..).unwrap_or_default())?;
                Ok(self.node(Node::Value(value)))
            }
            _ if matches!(token, "deeper" | "shallower") && self.peek() == Some("(") => {
                let inner = self.item()?;
                Ok(self.node(Node::Deeper(if token == "deeper" { 1 } else { -1 }, inner)))
            }
            _ => {
                let named = self.names.get(token).copied();
                let node = match named.ok_or_else(|| format!("nothing is called `{token}`"))? {
                    Named::Token(id) => Node::Token(id),
                    Named::Class(id) => Node::Class(id),
                    Named::Rule(id) => Node::Call(id),
                };
                Ok(self.node(node))
            }
        }
    }

    /// Parses a closing parenthesis and a repetition, if there is one.
    fn closed(&mut self, inner: NodeId) -> Read<NodeId> {
        let close = self.take().filter(|token| token.starts_with(')')).ok_or("`)` is missing")?;
        let Some(repeated) = close.strip_prefix(")+") else { return Ok(inner) };
        let separator = match (repeated, self.names.get(repeated)) {
            ("", _) => None,
            (_, Some(Named::Token(id))) => Some(*id),
            _ => return Err(format!("no mark is called `{repeated}`")),
        };
        Ok(self.node(Node::Some(inner, separator)))
    }
}

fn steps(token: &str) -> Read<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let after = rest.get(1..).unwrap_or_default();
        let end = after.find(['.', ':', '+', '~', '!', '#']).unwrap_or(after.len());
        let (name, next) = after.split_at(end);
        steps.push(match (first, name.is_empty()) {
            ('.', false) => Step::Slot(name.to_string()),
            (':', false) => Step::Alternative(name.to_string()),
            ('#', false) => Step::Bit(name.to_string()),
            ('+', true) => Step::Add,
            ('~', true) => Step::Join,
            ('!', true) => Step::Only,
            _ => return Err(format!("`{token}` is not a path")),
        });
        rest = next;
    }
    Ok(steps)
}

fn terminal(word: &str) -> Read<Terminal> {
    Ok(match word {
        "true" => Terminal::Boolean(true),
        "false" => Terminal::Boolean(false),
        "null" => Terminal::Null,
        "empty" => Terminal::Empty,
        "" => return Err("`=` of what?".into()),
        _ if word.starts_with('.') => {
            let mut names = word.split('.').skip(1).map(str::to_string);
            let to = names.next().unwrap_or_default();
            Terminal::Copy(to, names.collect())
        }
        _ => match word.parse() {
            Ok(number) => Terminal::Number(number),
            Err(_) => Terminal::Item(word.to_string()),
        },
    })
}
