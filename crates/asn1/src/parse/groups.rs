//! Groups, lists with commas, and how deep they nest.

use super::cursor::Cursor;
use super::DEPTH_LIMIT;
use crate::faults::SyntaxKind;
use crate::token::{TokenKind, TokenSlice};
use crate::tree::Braced;

impl Cursor<'_> {
    /// Takes the group at hand unread. `wanted` names it where there is none.
    pub(super) fn braced(&mut self, wanted: &str) -> Option<Braced> {
        if !self.at(TokenKind::LBrace) {
            self.unexpected(wanted);
            return None;
        }
        let Some(close) = self.partner() else {
            self.not_closed_here();
            return None;
        };
        let open = self.span();
        let tokens = TokenSlice { list: self.list.clone(), lo: self.pos as u32 + 1, hi: close as u32 };
        self.pos = close + 1;
        Some(Braced { span: open.to(self.last_span()), tokens })
    }

    /// Reads the inside of the bracket at hand and goes on behind it, whatever was read.
    ///
    /// Where the bracket is never closed, `read` sees all that follows, and reports
    /// what it runs into. Inside, the cursor may get lost; behind a closing bracket
    /// it is found again.
    pub(super) fn group<T>(&mut self, closing: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.end;
        let close = self.partner();
        let (was_lost, outer_entered_lost) = (self.lost, self.entered_lost);
        let (was_unclosed, faults) = (self.unclosed, self.faults);
        self.entered_lost = was_lost;
        if close.is_none() {
            self.unclosed = Some(self.span());
        }
        self.end = close.unwrap_or(outer);
        self.bump();
        let inside = read(self);
        match close {
            Some(close) => {
                if !self.done() {
                    self.unexpected(closing);
                }
                self.pos = close + 1;
                self.lost = was_lost || self.unclosed.is_some() && self.faults > faults;
            }
            None => {
                self.unexpected(closing);
            }
        }
        self.unclosed = was_unclosed;
        self.end = outer;
        self.entered_lost = outer_entered_lost;
        inside
    }

    /// A list with commas, to the end of the run: calls `item` until nothing is left.
    pub(super) fn comma_list(&mut self, wanted: &str, mut item: impl FnMut(&mut Self)) {
        while !self.done() {
            let before = self.pos;
            item(self);
            if self.lost {
                self.skip_to_comma();
            }
            if self.done() {
                return;
            }
            if !self.eat(TokenKind::Comma) {
                self.unexpected(wanted);
                if !self.skip_to_comma() {
                    return;
                }
                self.bump();
            } else if self.done() {
                self.unexpected_item();
                return;
            }
            self.found_inside();
            if self.pos == before {
                self.bump();
            }
        }
    }

    /// Within a closed group, goes to the next comma of it (or to its end).
    /// In a group that is never closed there is no telling: stays, and says so.
    pub(super) fn skip_to_comma(&mut self) -> bool {
        if !self.inside_closed() {
            return false;
        }
        while !self.done() && !self.at(TokenKind::Comma) {
            self.skip_tree();
        }
        !self.done()
    }

    /// Whether the run at hand is the inside of a group that is closed.
    pub(super) fn inside_closed(&self) -> bool {
        use TokenKind::{RBrace, RBracket, RParen};
        matches!(self.list.tokens.get(self.end), Some(t) if matches!(t.kind, RBrace | RParen | RBracket))
    }

    /// Passes over one token, or over a whole group.
    pub(super) fn skip_tree(&mut self) {
        match self.partner() {
            Some(close) => self.pos = close + 1,
            None => self.bump(),
        }
    }

    /// A new assignment may be too deep in its turn.
    pub(super) fn start_depth(&mut self) {
        self.too_deep = false;
    }

    /// Goes one level down for the time of `read`; at the limit, reports and gives `None`.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH_LIMIT {
            if !self.too_deep {
                self.fault(self.span(), SyntaxKind::TooDeep(DEPTH_LIMIT));
            }
            self.too_deep = true;
            self.lost = true;
            return None;
        }
        self.depth += 1;
        let inside = read(self);
        self.depth -= 1;
        Some(inside)
    }
}
