//! Constraints without parentheses: `SIZE 1..10` where `(SIZE (1..10))` is meant.

use super::advice::{behind_type, CONSTRAINT};
use super::cursor::Cursor;
use crate::token::{Keyword, TokenKind};

/// The maximum length of a constraint that is shown as it should be.
const LONGEST: usize = 60;

impl Cursor<'_> {
    /// Advice for a constraint without parentheses, possibly in square brackets, where `wanted` is expected.
    pub(super) fn bare_constraint(&self, wanted: &str) -> Option<String> {
        let first = usize::from(self.at(TokenKind::LBracket));
        let end = behind_type(wanted).then(|| self.constraint_end(first)).flatten()?;
        let (from, to) = (self.ahead(first), self.ahead(end - 1));
        let text = |lo: u32, hi: u32| self.list.text.get(lo as usize..hi as usize);
        let whole = text(from.lo, to.hi).filter(|text| text.len() <= LONGEST && !text.contains(['\n', '\r']));
        let Some(whole) = whole else { return Some(CONSTRAINT.to_owned()) };
        let shown = match from.kind {
            TokenKind::Keyword(word @ (Keyword::Size | Keyword::From)) => {
                let rest = text(from.hi, to.hi).unwrap_or("").trim();
                let inner = if rest.starts_with('(') { rest.to_owned() } else { format!("({rest})") };
                format!("({} {inner})", word.text())
            }
            _ => format!("({whole})"),
        };
        Some(format!("a constraint goes in parentheses: `{shown}`"))
    }

    /// Whether a range without parentheses is here that begins with a name.
    pub(super) fn at_bare_range(&self) -> bool {
        self.at(TokenKind::Lower) && self.ahead(1).kind == TokenKind::Range
    }

    /// Where a constraint ends that begins this many tokens ahead; `None` if none does.
    fn constraint_end(&self, at: usize) -> Option<usize> {
        match self.ahead(at).kind {
            TokenKind::Keyword(Keyword::Size | Keyword::From) => {
                self.group_end(at + 1).or_else(|| self.range_end(at + 1)).or(Some(at + 1))
            }
            TokenKind::Keyword(Keyword::Pattern | Keyword::Settings | Keyword::Containing) => Some(at + 2),
            TokenKind::Keyword(Keyword::With | Keyword::Constrained) => self.group_end(at + 2),
            // A single value may have another meaning.
            _ => self.range_end(at).filter(|end| *end > at + 1),
        }
    }

    /// Where the bracket this many tokens ahead is closed.
    fn group_end(&self, at: usize) -> Option<usize> {
        let opens = matches!(self.ahead(at).kind, TokenKind::LParen | TokenKind::LBrace);
        let close = self.list.partner(self.ahead(at)).filter(|_| opens)? as usize;
        (close < self.end).then(|| close + 1 - self.pos)
    }

    /// Where a value ends, or a range of values.
    fn range_end(&self, at: usize) -> Option<usize> {
        let low = self.bound_end(at)?;
        match self.ahead(low).kind {
            TokenKind::Range => self.bound_end(low + 1),
            _ => Some(low),
        }
    }

    fn bound_end(&self, at: usize) -> Option<usize> {
        let at = at + usize::from(self.ahead(at).kind == TokenKind::Minus);
        let ends = matches!(
            self.ahead(at).kind,
            TokenKind::Number
                | TokenKind::Real
                | TokenKind::Lower
                | TokenKind::CString
                | TokenKind::Keyword(Keyword::Min | Keyword::Max)
        );
        ends.then_some(at + 1)
    }
}
