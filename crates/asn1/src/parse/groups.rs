//! Groups, comma-separated lists, and their nesting depth.

use super::cursor::Cursor;
use super::DEPTH_LIMIT;
use crate::faults::SyntaxKind;
use crate::token::TokenKind;
use crate::tree::Braced;

impl Cursor<'_> {
    /// Takes the current group without parsing it. `wanted` names it if there is none.
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
        let tokens = self.slice(self.pos + 1..close);
        self.pos = close + 1;
        Some(Braced { span: open.to(self.last_span()), tokens })
    }

    /// Parses the contents of the current bracket and continues after it, whatever was parsed.
    ///
    /// If the bracket is never closed, `read` sees everything that follows, and reports what it runs into.
    /// Inside, the cursor may get lost; after a closing bracket it is found again.
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

    /// A comma-separated list to the end of the range: calls `item` until nothing is left.
    pub(super) fn comma_list(&mut self, wanted: &str, mut item: impl FnMut(&mut Self)) {
        let mut semicolons = false;
        while !self.done() {
            if self.is_unclosed() && !self.is_lost() && self.assigned_from_here() {
                if !self.lose_in_assigned_component() {
                    self.unexpected(wanted);
                }
                return;
            }
            let before = self.pos;
            item(self);
            if self.lost {
                self.skip_to_comma();
            }
            if self.done() {
                return;
            }
            if matches!(self.kind(), TokenKind::Semicolon | TokenKind::Bar) && self.inside_closed() {
                // Read as a comma, and reported once.
                if !std::mem::replace(&mut semicolons, true) {
                    let faults = self.faults();
                    self.unexpected(wanted);
                    semicolons = self.faults() > faults;
                }
                self.bump();
                if self.done() {
                    return;
                }
            } else if !self.eat(TokenKind::Comma) {
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

    /// In a closed group, skips to its next comma (or its end). In a group that is never closed, stays and
    /// returns false, since its extent is unknown.
    pub(super) fn skip_to_comma(&mut self) -> bool {
        if !self.inside_closed() {
            return false;
        }
        while !self.done() && !self.at(TokenKind::Comma) {
            self.skip_tree();
        }
        !self.done()
    }

    /// Whether the current range is the contents of a closed group.
    pub(super) fn inside_closed(&self) -> bool {
        use TokenKind::{RBrace, RBracket, RParen};
        matches!(self.list.tokens.get(self.end), Some(t) if matches!(t.kind, RBrace | RParen | RBracket))
    }

    /// Skips one token, or a whole group.
    pub(super) fn skip_tree(&mut self) {
        match self.partner() {
            Some(close) => self.pos = close + 1,
            None => self.bump(),
        }
    }

    /// Resets what is reported once for a new assignment.
    pub(super) fn start_depth(&mut self) {
        self.too_deep = false;
        self.told_sign = false;
    }

    /// Goes one level deeper for the duration of `read`; at the limit, reports it and returns `None`.
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
