//! The cursor: reads tokens one at a time. Groups and depth are in [`super::groups`], error reporting and its
//! suppression in [`super::lost`].

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use wireglot_diag::Diagnostics;
use wireglot_text::Span;

use crate::faults::SyntaxKind;
use crate::token::{Keyword, Prefix, Token, TokenKind, TokenList, TokenSlice, NONE};
use crate::tree::{Name, Text};

/// A position in a range of tokens.
pub(super) struct Cursor<'d> {
    pub(super) list: Arc<TokenList>,
    pub(super) pos: usize,
    /// The end of the range: tokens after it are not visible.
    pub(super) end: usize,
    pub(super) depth: u32,
    /// Whether one value may follow another without punctuation, as in the syntax of a class.
    pub(super) side_by_side: bool,
    /// Whether the current assignment has been reported as too deep, which is done only once.
    pub(super) too_deep: bool,
    /// Whether a mistake that comes with each item of a list has been reported in the current assignment: a sign
    /// between a name and what belongs to it, quotation marks, a field without `&`.
    pub(super) told_sign: bool,
    /// Whether something has been reported that was pasted with each line, such as its number.
    pub(super) told_pasted: bool,
    pub(super) lost: bool,
    /// Whether the text before the current assignment was skipped, after a fault in it.
    pub(super) resumed: bool,
    /// Whether the current group was entered while lost: then commas in it are not safe positions.
    pub(super) entered_lost: bool,
    /// The bracket of an enclosing group that is never closed, if there is one: then only the first fault is
    /// reported.
    pub(super) unclosed: Option<Span>,
    /// What a bracket without an encoding reference holds.
    pub(super) prefix: Prefix,
    /// Whether the module is a MIB of SNMP.
    pub(super) mib: bool,
    /// The macros that the file defines.
    pub(super) macros: HashSet<Arc<str>>,
    /// The values that the file defines, once they are asked for.
    pub(super) values: Option<HashSet<Arc<str>>>,
    /// Whether the range is a whole file.
    pub(super) of_file: bool,
    /// The names that the module imports, if its imports could be read.
    pub(super) imported: Option<HashSet<Arc<str>>>,
    /// The dummy references of the current assignment, if it has parameters: it is not resolved unless it is used.
    pub(super) dummies: Option<HashSet<Arc<str>>>,
    pub(super) faults: u32,
    pub(super) diagnostics: &'d mut Diagnostics,
}

impl<'d> Cursor<'d> {
    /// Starts at the first token of a slice.
    pub(super) fn new(slice: &TokenSlice, diagnostics: &'d mut Diagnostics) -> Cursor<'d> {
        let (pos, end) = (slice.lo as usize, slice.hi as usize);
        Cursor {
            list: slice.list.clone(),
            pos,
            end,
            depth: 0,
            side_by_side: false,
            too_deep: false,
            told_sign: false,
            told_pasted: false,
            lost: false,
            resumed: false,
            dummies: None,
            entered_lost: false,
            unclosed: None,
            prefix: slice.prefix,
            mib: false,
            macros: HashSet::new(),
            values: None,
            of_file: false,
            imported: None,
            faults: 0,
            diagnostics,
        }
    }

    /// A range of the tokens, which is parsed later.
    pub(super) fn slice(&self, range: Range<usize>) -> TokenSlice {
        let (lo, hi) = (range.start as u32, range.end as u32);
        TokenSlice { list: self.list.clone(), lo, hi, prefix: self.prefix }
    }

    /// The current token; [`TokenKind::End`] after the last.
    pub(super) fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token `distance` tokens ahead.
    pub(super) fn ahead(&self, distance: usize) -> Token {
        match self.list.tokens.get(self.pos + distance) {
            Some(token) if self.pos + distance < self.end => *token,
            _ => Token { kind: TokenKind::End, lo: 0, hi: 0, data: NONE },
        }
    }

    /// The kind of the current token.
    pub(super) fn kind(&self) -> TokenKind {
        self.token().kind
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    pub(super) fn at_keyword(&self, keyword: Keyword) -> bool {
        self.kind() == TokenKind::Keyword(keyword)
    }

    /// Whether the current token and the next are the same bracket and adjacent.
    pub(super) fn at_double(&self, kind: TokenKind) -> bool {
        let (one, two) = (self.token(), self.ahead(1));
        one.kind == kind && two.kind == kind && one.hi == two.lo
    }

    /// Whether the previous token is a comma.
    pub(super) fn behind_comma(&self) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i));
        before.is_some_and(|t| t.kind == TokenKind::Comma)
    }

    /// The current word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        self.list.word(self.token()).map(|word| &**word)
    }

    /// The word before the current token, if it is one.
    pub(super) fn word_before(&self) -> Option<&str> {
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i))?;
        self.list.word(*before).map(|word| &**word)
    }

    /// Whether no token is left.
    pub(super) fn done(&self) -> bool {
        self.pos >= self.end
    }

    /// The span of the current token; after the last token, that of whatever ends the range.
    pub(super) fn span(&self) -> Span {
        match self.list.tokens.get(self.pos) {
            Some(token) => self.list.span(*token),
            None => self.last_span().after(),
        }
    }

    /// The span of the previous token.
    pub(super) fn last_span(&self) -> Span {
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i));
        before.map_or(Span::new(self.list.file, 0, 0), |t| self.list.span(*t))
    }

    /// The span from `start` to the previous token.
    pub(super) fn since(&self, start: Span) -> Span {
        let last = self.last_span();
        if last.hi >= start.hi {
            start.to(last)
        } else {
            start
        }
    }

    /// The index of the bracket that closes the current one, if it is within the range.
    pub(super) fn partner(&self) -> Option<usize> {
        let partner = self.list.partner(self.token())? as usize;
        (partner > self.pos && partner < self.end).then_some(partner)
    }

    /// Skips the current token.
    pub(super) fn bump(&mut self) {
        if self.pos < self.end {
            self.pos += 1;
        }
    }

    /// Takes the current token if it is of this kind.
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let there = self.at(kind);
        if there {
            self.bump();
        }
        there
    }

    /// Takes the current token if it is this reserved word.
    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(TokenKind::Keyword(keyword))
    }

    /// Takes a token of this kind, or reports that it is expected.
    pub(super) fn expect(&mut self, kind: TokenKind, wanted: &str) -> bool {
        self.eat(kind) || self.unexpected(wanted)
    }

    /// Takes this reserved word, or reports that it is expected.
    pub(super) fn expect_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat_keyword(keyword) || self.unexpected(keyword.text())
    }

    /// Takes the current word, whatever it is.
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

    /// Takes a word of this kind, or reports that it is expected.
    pub(super) fn expect_name(&mut self, kind: TokenKind, wanted: &str) -> Option<Name> {
        let name = self.eat_name(kind);
        if name.is_none() {
            self.unexpected(wanted);
        }
        name
    }

    /// Takes a word with a lower-case initial; one with an upper-case initial is taken too, and reported.
    pub(super) fn expect_identifier(&mut self, what: &'static str, wanted: &str) -> Option<Name> {
        if !self.at(TokenKind::Upper) {
            return self.expect_name(TokenKind::Lower, wanted);
        }
        let name = self.take_name();
        let word = name.text.to_string();
        self.report(name.span, SyntaxKind::WrongCase { what, word, capital: false });
        Some(name)
    }

    /// Takes the current token as written.
    pub(super) fn take_text(&mut self) -> Text {
        let text = Arc::from(self.list.raw(self.token()));
        let text = Text { span: self.span(), text };
        self.bump();
        text
    }
}
