//! The cursor: tokens one at a time, groups, depth, and one report for one cause.
//!
//! Once a fault is reported the cursor is *lost*: it reports nothing more until
//! whoever knows a safe place to go on (the next comma of a list, the end of a
//! group, the next assignment) has gone there and calls [`Cursor::found`].

use std::sync::Arc;

use wireglot_diag::Diagnostics;
use wireglot_text::Span;

use super::DEPTH_LIMIT;
use crate::faults::{SyntaxFault, SyntaxKind};
use crate::token::{Keyword, Token, TokenKind, TokenList, TokenSlice, NONE};
use crate::tree::{Braced, Name, Text};

/// A place in a run of tokens.
pub(super) struct Cursor<'d> {
    pub(super) list: Arc<TokenList>,
    pub(super) pos: usize,
    /// Where the run ends: the tokens behind it are not seen.
    pub(super) end: usize,
    depth: u32,
    /// Whether one value may follow another without a sign between, as in the syntax of a class.
    pub(super) side_by_side: bool,
    /// Whether the assignment at hand was found too deep: once is enough.
    too_deep: bool,
    lost: bool,
    /// Whether the group at hand was entered while lost: then no comma in it is a safe place.
    entered_lost: bool,
    /// Whether a group around the one at hand is never closed: then the first fault is the only one to report.
    unclosed: bool,
    faults: u32,
    diagnostics: &'d mut Diagnostics,
}

impl<'d> Cursor<'d> {
    /// At the first token of a slice.
    pub(super) fn new(slice: &TokenSlice, diagnostics: &'d mut Diagnostics) -> Cursor<'d> {
        let (pos, end) = (slice.lo as usize, slice.hi as usize);
        Cursor {
            list: slice.list.clone(),
            pos,
            end,
            depth: 0,
            side_by_side: false,
            too_deep: false,
            lost: false,
            entered_lost: false,
            unclosed: false,
            faults: 0,
            diagnostics,
        }
    }

    // ---- looking ----

    /// The token at hand; [`TokenKind::End`] behind the last.
    pub(super) fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token so many further on.
    pub(super) fn ahead(&self, distance: usize) -> Token {
        match self.list.tokens.get(self.pos + distance) {
            Some(token) if self.pos + distance < self.end => *token,
            _ => Token { kind: TokenKind::End, lo: 0, hi: 0, data: NONE },
        }
    }

    /// What the token at hand is.
    pub(super) fn kind(&self) -> TokenKind {
        self.token().kind
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    pub(super) fn at_keyword(&self, keyword: Keyword) -> bool {
        self.kind() == TokenKind::Keyword(keyword)
    }

    /// Whether the token at hand and the next are the same bracket and touch.
    pub(super) fn at_double(&self, kind: TokenKind) -> bool {
        let (one, two) = (self.token(), self.ahead(1));
        one.kind == kind && two.kind == kind && one.hi == two.lo
    }

    /// Whether the token before the one at hand is a comma.
    pub(super) fn behind_comma(&self) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i));
        before.is_some_and(|t| t.kind == TokenKind::Comma)
    }

    /// Whether nothing is left.
    pub(super) fn done(&self) -> bool {
        self.pos >= self.end
    }

    /// Where the token at hand stands; behind the last token, whatever ends the run.
    pub(super) fn span(&self) -> Span {
        match self.list.tokens.get(self.pos) {
            Some(token) => self.list.span(*token),
            None => self.last_span().after(),
        }
    }

    /// Where the token before the one at hand stands.
    pub(super) fn last_span(&self) -> Span {
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i));
        before.map_or(Span::new(self.list.file, 0, 0), |t| self.list.span(*t))
    }

    /// From `start` to the token before the one at hand.
    pub(super) fn since(&self, start: Span) -> Span {
        let last = self.last_span();
        if last.hi >= start.hi {
            start.to(last)
        } else {
            start
        }
    }

    /// The index of the bracket that closes the one at hand, if it does so within the run.
    pub(super) fn partner(&self) -> Option<usize> {
        let partner = self.list.partner(self.token())? as usize;
        (partner > self.pos && partner < self.end).then_some(partner)
    }

    // ---- taking ----

    /// Passes over the token at hand.
    pub(super) fn bump(&mut self) {
        if self.pos < self.end {
            self.pos += 1;
        }
    }

    /// Takes the token at hand if it is of this kind.
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let there = self.at(kind);
        if there {
            self.bump();
        }
        there
    }

    /// Takes the reserved word at hand if it is this one.
    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(TokenKind::Keyword(keyword))
    }

    /// Takes a token of this kind or reports that it is wanted.
    pub(super) fn expect(&mut self, kind: TokenKind, wanted: &str) -> bool {
        self.eat(kind) || self.unexpected(wanted)
    }

    /// Takes this reserved word or reports that it is wanted.
    pub(super) fn expect_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat_keyword(keyword) || self.unexpected(keyword.text())
    }

    /// Takes the word at hand, whatever it is.
    pub(super) fn take_name(&mut self) -> Name {
        let token = self.token();
        let text = self.list.word(token).cloned().unwrap_or_else(|| Arc::from(""));
        let name = Name { text, span: self.span() };
        self.bump();
        name
    }

    /// Takes a word of this kind.
    pub(super) fn eat_name(&mut self, kind: TokenKind) -> Option<Name> {
        self.at(kind).then(|| self.take_name())
    }

    /// Takes a word of this kind or reports that it is wanted.
    pub(super) fn expect_name(&mut self, kind: TokenKind, wanted: &str) -> Option<Name> {
        let name = self.eat_name(kind);
        if name.is_none() {
            self.unexpected(wanted);
        }
        name
    }

    /// Takes a word with a small letter; one with a capital is taken too, and reported.
    pub(super) fn expect_identifier(&mut self, what: &'static str, wanted: &str) -> Option<Name> {
        if !self.at(TokenKind::Upper) {
            return self.expect_name(TokenKind::Lower, wanted);
        }
        let name = self.take_name();
        let word = name.text.to_string();
        self.report(name.span, SyntaxKind::WrongCase { what, word, capital: false });
        Some(name)
    }

    /// Takes the token at hand as it is written.
    pub(super) fn take_text(&mut self) -> Text {
        let text = Arc::from(self.list.raw(self.token()));
        let text = Text { span: self.span(), text };
        self.bump();
        text
    }

    // ---- groups ----

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
        self.unclosed |= close.is_none();
        self.end = close.unwrap_or(outer);
        self.bump();
        let inside = read(self);
        match close {
            Some(close) => {
                if !self.done() {
                    self.unexpected(closing);
                }
                self.pos = close + 1;
                self.lost = was_lost || self.unclosed && self.faults > faults;
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

    // ---- depth ----

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

    // ---- faults ----

    /// Whether a fault was reported and no safe place reached since.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// A safe place is reached.
    pub(super) fn found(&mut self) {
        self.lost = false;
    }

    /// A comma of a closed group is a safe place.
    fn found_inside(&mut self) {
        if self.inside_closed() {
            self.lost = self.entered_lost;
        }
    }

    /// Whether a group around the token at hand is never closed.
    pub(super) fn is_unclosed(&self) -> bool {
        self.unclosed
    }

    /// How many faults were reported so far.
    pub(super) fn faults(&self) -> u32 {
        self.faults
    }

    /// Says nothing more until a safe place is reached.
    pub(super) fn lose_silently(&mut self) {
        self.lost = true;
    }

    /// Reports a fault and stays on course; silent while lost.
    pub(super) fn report(&mut self, span: Span, kind: SyntaxKind) {
        if !self.lost {
            self.fault(span, kind);
            self.lost = self.unclosed;
        }
    }

    /// Reports a fault and loses the way. Gives `false`.
    pub(super) fn lose(&mut self, span: Span, kind: SyntaxKind) -> bool {
        self.report(span, kind);
        self.lost = true;
        false
    }

    fn fault(&mut self, span: Span, kind: SyntaxKind) {
        self.faults += 1;
        self.diagnostics.report(&SyntaxFault { span, kind });
    }

    /// Reports that something else is wanted at the token at hand. Gives `false`.
    pub(super) fn unexpected(&mut self, wanted: &str) -> bool {
        self.unexpected_because(wanted, super::advice::advice(wanted, self.kind()))
    }

    /// The same, with advice.
    pub(super) fn unexpected_because(&mut self, wanted: &str, hint: Option<&'static str>) -> bool {
        if self.kind() == TokenKind::Bad || self.done() && self.list.ends_in_comment {
            // The lexer has said what is wrong.
            self.faults += 1;
            self.lost = true;
            return false;
        }
        let found = match self.list.tokens.get(self.pos) {
            Some(token) => describe(self.list.raw(*token)),
            None => "the end of the text".into(),
        };
        self.lose(self.span(), SyntaxKind::Unexpected { wanted: wanted.into(), found, hint })
    }

    /// Reports the comma just taken: nothing follows it.
    pub(super) fn unexpected_item(&mut self) -> bool {
        self.lose(self.last_span(), SyntaxKind::StrayComma)
    }

    /// Reports that the bracket at hand is never closed, at the place where it had to be.
    pub(super) fn not_closed_here(&mut self) -> bool {
        let opened = self.span();
        let bracket = self.bracket();
        let end = self.next_sync(self.pos + 1);
        let place = self.list.tokens.get(end).map_or(self.end_span(), |t| self.list.span(*t));
        self.pos = end;
        self.lose(place, SyntaxKind::NotClosed { bracket, opened })
    }

    /// Reports that the bracket at hand is never closed, at the bracket.
    pub(super) fn not_closed(&mut self) -> bool {
        let opened = self.span();
        let bracket = self.bracket();
        self.pos = self.next_sync(self.pos + 1);
        self.lose(opened, SyntaxKind::NotClosed { bracket, opened })
    }

    fn bracket(&self) -> &'static str {
        match self.kind() {
            TokenKind::LParen => "(",
            TokenKind::LBracket => "[",
            _ => "{",
        }
    }

    fn end_span(&self) -> Span {
        let last = self.list.tokens.last();
        last.map_or(Span::new(self.list.file, 0, 0), |t| self.list.span(*t).after())
    }
}

/// A token as a message shows it: in backquotes, cut after 30 characters.
fn describe(raw: &str) -> String {
    let mut shown: String = raw.chars().take(30).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.len() < raw.len() {
        shown.push_str("...");
    }
    format!("`{shown}`")
}
