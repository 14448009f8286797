//! Scopes and their declarations.

use std::collections::HashMap;

use wireglot_model::{TypeId, Value};
use wireglot_text::Span;

/// Identifies a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScopeId(usize);

/// The meaning of a name.
#[derive(Debug, Clone)]
pub(super) enum Entity {
    Type(TypeId),
    Constant(Value),
    Field,
    EnumValue,
    Option,
    Import,
    /// Invalid; already reported.
    Broken,
}

impl Entity {
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Entity::Type(_) => "a type",
            Entity::Constant(_) => "a constant",
            Entity::Field => "a field",
            Entity::EnumValue => "an enum value",
            Entity::Option => "an option",
            Entity::Import => "an imported file",
            Entity::Broken => "broken",
        }
    }
}

struct Symbol {
    entity: Entity,
    span: Span,
    members: Option<ScopeId>,
}

/// All scopes, and those that are open, outermost first.
#[derive(Default)]
pub(super) struct Scopes {
    all: Vec<HashMap<String, Symbol>>,
    pub(super) open: Vec<ScopeId>,
    /// The number of comparisons made to find similar names.
    compared: usize,
}

/// The limit for these comparisons: a hint is not worth more.
const COMPARISONS: usize = 100_000;

/// The maximum length in bytes of a name that is compared.
const LONGEST: usize = 100;

impl Scopes {
    pub(super) fn push(&mut self) -> ScopeId {
        self.all.push(HashMap::new());
        let id = ScopeId(self.all.len() - 1);
        self.open.push(id);
        id
    }

    /// Closes the innermost scope.
    pub(super) fn pop(&mut self) -> ScopeId {
        self.open.pop().unwrap_or(ScopeId(0))
    }

    /// Declares a name in the innermost scope, or returns where it is already declared.
    pub(super) fn declare(
        &mut self,
        name: &str,
        span: Span,
        entity: Entity,
        members: Option<ScopeId>,
    ) -> Result<(), Span> {
        let Some(&ScopeId(scope)) = self.open.last() else { return Ok(()) };
        if let Some(first) = self.all[scope].get(name) {
            return Err(first.span);
        }
        self.all[scope].insert(name.to_string(), Symbol { entity, span, members });
        Ok(())
    }

    /// Looks a dotted name up, from the innermost scope outwards.
    pub(super) fn find(&self, dotted: &str) -> Option<&Entity> {
        self.open.iter().rev().find_map(|&scope| self.inside(scope, dotted))
    }

    fn inside(&self, ScopeId(scope): ScopeId, dotted: &str) -> Option<&Entity> {
        let (first, rest) = match dotted.split_once('.') {
            Some((first, rest)) => (first, Some(rest)),
            None => (dotted, None),
        };
        let symbol = self.all[scope].get(first)?;
        match rest {
            None => Some(&symbol.entity),
            Some(rest) => self.inside(symbol.members?, rest),
        }
    }

    /// A similar name, with the path to it: of a visible definition, or of one in an imported file or a message.
    pub(super) fn suggest(&mut self, dotted: &str, wanted: impl Fn(&Entity) -> bool) -> Option<String> {
        let name = dotted.rsplit('.').next().unwrap_or(dotted);
        let mut best: Option<(usize, bool, String)> = None;
        let mut waiting: Vec<(ScopeId, String)> =
            self.open.iter().map(|&scope| (scope, String::new())).collect();
        while let Some((ScopeId(scope), prefix)) = waiting.pop() {
            self.compared += self.all[scope].len();
            if self.compared > COMPARISONS {
                break;
            }
            for (other, symbol) in &self.all[scope] {
                let path = format!("{prefix}{other}");
                if let Some(members) = symbol.members.filter(|_| path.len() < LONGEST) {
                    waiting.push((members, format!("{path}.")));
                }
                if !wanted(&symbol.entity) {
                    continue;
                }
                // The path is at fault as a whole, or only missing or wrong before the name.
                let whole = distance(dotted, &path);
                let near = (whole.min(distance(name, other)), whole > 0, path);
                // Every other letter is near one.
                let limit = (1 + name.len() / 4).min(name.len() - 1);
                if near.0 <= limit && best.as_ref().is_none_or(|best| near < *best) {
                    best = Some(near);
                }
            }
        }
        best.map(|(.., path)| path)
    }

    /// Some types of an imported file, in order of their names, in backquotes.
    pub(super) fn types_in(&mut self, name: &str) -> Vec<String> {
        let found = self.open.iter().rev().find_map(|&ScopeId(scope)| self.all[scope].get(name));
        let Some(ScopeId(members)) = found.and_then(|symbol| symbol.members) else { return Vec::new() };
        if !self.may_compare(self.all[members].len()) {
            return Vec::new();
        }
        let is_type = |symbol: &Symbol| matches!(symbol.entity, Entity::Type(_));
        let all = self.all[members].iter().filter(|(_, symbol)| is_type(symbol)).map(|(name, _)| name);
        let mut names: Vec<&String> = all.collect();
        names.sort_unstable();
        names.iter().take(5).map(|name| format!("`{name}`")).collect()
    }

    /// The enum, among the visible ones, that has a value of this name.
    pub(super) fn holder_of_value(&mut self, name: &str) -> Option<String> {
        if !self.may_compare(self.open.iter().map(|&ScopeId(scope)| self.all[scope].len()).sum()) {
            return None;
        }
        self.open.iter().rev().find_map(|&ScopeId(scope)| {
            let has = |symbol: &Symbol| {
                let member = symbol.members.and_then(|ScopeId(members)| self.all[members].get(name));
                member.is_some_and(|member| matches!(member.entity, Entity::EnumValue))
            };
            let holders = self.all[scope].iter().filter(|(_, symbol)| has(symbol)).map(|(holder, _)| holder);
            holders.min().cloned()
        })
    }

    /// Counts comparisons made elsewhere; `false` if there were too many.
    pub(super) fn may_compare(&mut self, count: usize) -> bool {
        self.compared += count;
        self.compared <= COMPARISONS
    }
}

/// The edit distance, ignoring case.
pub(super) fn distance(a: &str, b: &str) -> usize {
    if a.len() > LONGEST || a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let b: Vec<u8> = b.to_ascii_lowercase().into_bytes();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().map(|x| x.to_ascii_lowercase()).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
