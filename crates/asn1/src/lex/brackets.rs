//! Pairs brackets during lexing, in linear time even if some are missing.

use crate::token::TokenKind;

/// The open brackets, outermost first.
#[derive(Default)]
pub(super) struct Brackets {
    open: Vec<Open>,
    /// The numbers of open `(` and `[` since the last open `{`.
    parens: u32,
    squares: u32,
}

struct Open {
    kind: TokenKind,
    token: u32,
    /// For a `{`: the counts outside of it.
    outer: (u32, u32),
}

impl Brackets {
    /// Gives up all open brackets.
    pub(super) fn clear(&mut self) {
        *self = Brackets::default();
    }

    /// Whether a `(` is open since the last open `{`.
    pub(super) fn in_parentheses(&self) -> bool {
        self.parens > 0
    }

    pub(super) fn push(&mut self, kind: TokenKind, token: u32) {
        let outer = (self.parens, self.squares);
        match kind {
            TokenKind::LParen => self.parens += 1,
            TokenKind::LBracket => self.squares += 1,
            _ => (self.parens, self.squares) = (0, 0),
        }
        self.open.push(Open { kind, token, outer });
    }

    /// The partner of a closing bracket. Brackets left open inside are given up; a round or square bracket
    /// never closes across a brace.
    pub(super) fn close(&mut self, opening: TokenKind) -> Option<u32> {
        match opening {
            TokenKind::LParen if self.parens == 0 => return None,
            TokenKind::LBracket if self.squares == 0 => return None,
            _ => {}
        }
        while let Some(open) = self.open.pop() {
            match open.kind {
                TokenKind::LParen => self.parens -= 1,
                TokenKind::LBracket => self.squares -= 1,
                _ => (self.parens, self.squares) = open.outer,
            }
            if open.kind == opening {
                return Some(open.token);
            }
        }
        None
    }
}
