//! Where to continue after a fault: at the next assignment, or at END.
//!
//! `::=` occurs only in assignments and module headers, which makes it the one reliable mark. The tokens
//! before it show where its assignment begins; in most specifications an assignment begins on a line of its
//! own.

use super::cursor::Cursor;
use crate::token::{Keyword, TokenKind};

impl Cursor<'_> {
    /// The index of the first token from `from` on that begins an assignment, or of END, or the end of the
    /// range.
    pub(super) fn next_sync(&self, from: usize) -> usize {
        if self.mib {
            return self.next_in_mib(from);
        }
        let tokens = &self.list.tokens;
        let mut i = from;
        while let Some(token) = tokens.get(i).filter(|_| i < self.end) {
            match token.kind {
                TokenKind::Keyword(Keyword::End) => return i,
                TokenKind::Assign => {
                    if let Some(start) = self.assignment_start(from, i) {
                        return start;
                    }
                }
                _ => {}
            }
            i += 1;
        }
        self.end
    }

    /// The start of the assignment with the `::=` at `assign`, not before `from`; `None` if there can't be
    /// one.
    pub(super) fn assignment_start(&self, from: usize, assign: usize) -> Option<usize> {
        let is_name = |i: usize| {
            matches!(self.list.tokens.get(i).map(|t| t.kind), Some(TokenKind::Upper | TokenKind::Lower))
        };
        let by_line = (from..assign).rev().take(LINE_SEARCH).find(|&i| self.starts_line(i) && is_name(i));
        by_line.or_else(|| {
            let mut i = assign.checked_sub(1)?;
            if let Some(open) = self.list.tokens.get(i).and_then(|t| self.list.partner(*t)) {
                i = (open as usize).checked_sub(1)?;
            }
            // `name Type ::=`: the governor has an upper-case initial.
            let lower = |i: usize| self.list.tokens.get(i).is_some_and(|t| t.kind == TokenKind::Lower);
            if let Some(before) = i.checked_sub(1).filter(|&b| b >= from && lower(b) && !lower(i)) {
                i = before;
            }
            (i >= from && is_name(i)).then_some(i)
        })
    }

    /// Whether `name ::=` is here where a type or a value is expected, which is then missing.
    pub(super) fn begins_assignment(&self) -> bool {
        matches!(self.kind(), TokenKind::Upper | TokenKind::Lower) && self.ahead(1).kind == TokenKind::Assign
    }

    /// Whether a whole assignment begins here, which may have a governor before its `::=`.
    pub(super) fn assigned_from_here(&self) -> bool {
        if self.begins_assignment() {
            return true;
        }
        let mut i = self.pos + 1;
        let is_name = matches!(self.kind(), TokenKind::Upper | TokenKind::Lower);
        for _ in 0..LINE_SEARCH {
            let Some(token) = self.list.tokens.get(i).filter(|_| is_name && i < self.end) else {
                return false;
            };
            match token.kind {
                TokenKind::Assign => return self.assignment_start(self.pos, i) == Some(self.pos),
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Keyword(Keyword::From) => return false,
                _ => {}
            }
            i = self.list.partner(*token).map_or(i, |close| (close as usize).max(i)) + 1;
        }
        false
    }

    /// Whether a token is the first of its line.
    pub(super) fn starts_line(&self, i: usize) -> bool {
        let Some(token) = self.list.tokens.get(i) else { return false };
        let before = i.checked_sub(1).and_then(|b| self.list.tokens.get(b)).map_or(0, |t| t.hi);
        let between = self.list.text.get(before as usize..token.lo as usize).unwrap_or("");
        i == 0 || between.contains(['\n', '\r', '\u{b}', '\u{c}'])
    }
}

/// The maximum number of tokens in a left-hand side.
pub(super) const LINE_SEARCH: usize = 64;
