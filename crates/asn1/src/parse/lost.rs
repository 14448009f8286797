//! Ensures one report per cause.
//!
//! Once a fault is reported, the cursor is *lost*: it reports nothing more until a caller has moved to a safe
//! position (the next comma of a list, the end of a group, the next assignment) and calls [`Cursor::found`].

use std::borrow::Cow;

use wireglot_text::{conflicts, Span};

use super::advice::{behind_type, digit_first, COMMENT, COMMENT_END, COMPUTED, PAGE};
use super::cursor::Cursor;
use crate::faults::{LexFault, LexKind, SyntaxFault, SyntaxKind};
use crate::near::{close_keyword, close_wanted};
use crate::token::{Keyword, Token, TokenKind};

impl Cursor<'_> {
    /// Whether a fault has been reported and no safe position reached since.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Call at a safe position.
    pub(super) fn found(&mut self) {
        self.lost = false;
    }

    /// A comma of a closed group is a safe position.
    pub(super) fn found_inside(&mut self) {
        if self.inside_closed() {
            self.lost = self.entered_lost;
        }
    }

    /// Whether a group around the current token is never closed.
    pub(super) fn is_unclosed(&self) -> bool {
        self.unclosed.is_some()
    }

    /// The parenthesis around the current token that is never closed, if the innermost such bracket is one.
    pub(super) fn unclosed_parenthesis(&self) -> Option<Span> {
        self.unclosed.filter(|opened| self.bracket_at(*opened) == "(")
    }

    /// The opening bracket at a position.
    fn bracket_at(&self, opened: Span) -> &'static str {
        match self.list.text.get(opened.lo as usize..).and_then(|text| text.chars().next()) {
            Some('(') => "(",
            Some('[') => "[",
            _ => "{",
        }
    }

    /// The number of faults reported so far.
    pub(super) fn faults(&self) -> u32 {
        self.faults
    }

    /// Suppresses reports until a safe position is reached.
    pub(super) fn lose_silently(&mut self) {
        self.lost = true;
    }

    /// If the text at a position follows a comment on the same line, reports that the comment ends there, and gets
    /// lost.
    pub(super) fn lose_after_comment(&mut self, place: u32) -> bool {
        let end = self.comment_before(place);
        end.is_some_and(|end| !self.lose(end, ends_at_dashes()))
    }

    /// Reports a fault without getting lost; does nothing while lost.
    pub(super) fn report(&mut self, span: Span, kind: SyntaxKind) {
        if self.lost {
            return;
        }
        let is_word = matches!(kind, SyntaxKind::WrongCase { .. });
        let behind = self.comment_before(span.lo).filter(|_| is_word).map(|end| (end, ends_at_dashes()));
        let stray = || {
            let end = self.stray_comment_end(span.lo)?;
            let what = "this `*/` doesn't close a comment".into();
            let is_first = is_word || matches!(kind, SyntaxKind::Unexpected { .. });
            is_first.then(|| (end, SyntaxKind::Mistaken(what, "write `/*` before the comment".into())))
        };
        match behind.or_else(stray) {
            Some((place, cause)) => {
                self.fault(place, cause);
                self.lost = true;
            }
            None => {
                self.fault(span, kind);
                self.lost = self.unclosed.is_some();
            }
        }
    }

    /// Reports a fault and gets lost. Returns `false`.
    pub(super) fn lose(&mut self, span: Span, kind: SyntaxKind) -> bool {
        self.report(span, kind);
        self.lost = true;
        false
    }

    pub(super) fn fault(&mut self, span: Span, kind: SyntaxKind) {
        self.faults += 1;
        self.diagnostics.report(&SyntaxFault { span, kind });
    }

    /// Reports that something else is expected instead of the current token. Returns `false`.
    pub(super) fn unexpected(&mut self, wanted: &str) -> bool {
        self.unexpected_because(wanted, super::advice::advice(wanted, self.kind()).map(Cow::Borrowed))
    }

    /// The same, with advice.
    pub(super) fn unexpected_because(&mut self, wanted: &str, hint: Option<Cow<'static, str>>) -> bool {
        if self.is_lexical() {
            return false;
        }
        let found = self.found_here();
        if let Some(opened) = self.unclosed.filter(|_| self.is_next()) {
            let bracket = self.bracket_at(opened);
            return self.lose_in_bracket(self.span(), bracket, opened);
        }
        let hint = match () {
            _ if self.at_slashes() => Some(COMMENT.into()),
            _ if self.at_foreign_comment() => Some(COMMENT.into()),
            _ if self.at_conflict() => Some(format!("{}: {}", conflicts::WHAT, conflicts::HINT).into()),
            _ if self.is_behind_comment() => Some(COMMENT_END.into()),
            _ if behind_type(wanted) && self.at_operator() => Some(COMPUTED.into()),
            _ if self.at_line_of_page() => Some(PAGE.into()),
            _ if wanted == "`)`" && self.is_on_new_line() => Some("close the parenthesis before this".into()),
            _ if self.at_digits_of_name() => digit_first(wanted).map(Cow::Borrowed).or(hint),
            _ if self.at_tag_after_type() => Some("a tag comes before its type: `[0] INTEGER`".into()),
            _ => self.bare_constraint(wanted).map(Cow::Owned).or(hint),
        };
        let here = self.list.tokens.get(self.pos).and_then(|token| self.list.word(*token));
        // A word that the syntax of a class asks for is not a reserved one.
        let is_word =
            wanted.strip_prefix('`').is_some_and(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
        let meant = here.filter(|_| !is_word).and_then(|word| close_wanted(word, wanted));
        let meant = if is_word { None } else { meant.or_else(|| self.meant()) };
        self.lose(self.span(), SyntaxKind::Unexpected { wanted: wanted.into(), found, hint, meant })
    }

    /// Reports a mistake that is read as it is meant: it does not count as a fault. The cursor gets lost only in a
    /// group that is never closed, where one report is enough.
    pub(super) fn mistaken(
        &mut self,
        span: Span,
        what: impl Into<Cow<'static, str>>,
        hint: impl Into<Cow<'static, str>>,
    ) {
        if !self.lost {
            self.diagnostics
                .report(&SyntaxFault { span, kind: SyntaxKind::Mistaken(what.into(), hint.into()) });
            self.lost = self.unclosed.is_some();
        }
    }

    /// Reports that a bracket is never closed; if another one is closed in its place, there.
    pub(super) fn lose_in_bracket(&mut self, place: Span, bracket: &'static str, opened: Span) -> bool {
        match self.other_closing(opened, place) {
            Some(token) => {
                let found = describe(self.list.raw(token));
                self.lose(self.list.span(token), SyntaxKind::OtherBracket { bracket, opened, found })
            }
            None => {
                let inner = if bracket == "{" { self.misaligned(opened, place) } else { None };
                let (opened, place) = inner.unwrap_or((opened, place));
                self.lose(place, SyntaxKind::NotClosed { bracket, opened })
            }
        }
    }

    /// The first closing bracket after the one at `opened` that closes nothing, at `place` at the latest.
    fn other_closing(&self, opened: Span, place: Span) -> Option<Token> {
        let last = place.lo.max(opened.hi);
        let mut i = self.list.tokens.partition_point(|token| token.lo < opened.hi);
        for _ in 0..CLOSING_SEARCH {
            let token = *self.list.tokens.get(i).filter(|token| token.lo <= last)?;
            let closes = matches!(token.kind, TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket);
            match self.list.partner(token) {
                Some(close) => i = (close as usize).max(i) + 1,
                None if closes => return Some(token),
                None => i += 1,
            }
        }
        None
    }

    /// The current token in words.
    fn found_here(&self) -> String {
        let token = self.list.tokens.get(self.pos);
        token.map_or("the end of the text".into(), |token| describe(self.list.raw(*token)))
    }

    /// Whether the next assignment begins at the current token, or the module ends.
    pub(super) fn is_next(&self) -> bool {
        self.at_keyword(Keyword::End) || self.at(TokenKind::End) || self.assigned_from_here()
    }

    /// Whether the current token is on another line than the one before it.
    pub(super) fn is_on_new_line(&self) -> bool {
        let from = self.last_span().hi as usize;
        let to = self.list.tokens.get(self.pos).map_or(from, |token| token.lo as usize);
        self.list.text.get(from..to).is_some_and(|between| between.contains('\n'))
    }

    /// Whether the current token is on the same line as the `--` that ends a comment before it.
    pub(super) fn is_behind_comment(&self) -> bool {
        self.list.tokens.get(self.pos).is_some_and(|here| self.comment_before(here.lo).is_some())
    }

    /// The `--` that ends a comment on the same line before a position, with a few words between at most.
    fn comment_before(&self, place: u32) -> Option<Span> {
        let text = &self.list.text;
        let at = self.list.tokens.partition_point(|token| token.lo < place);
        let last = self.list.tokens.get(..at).unwrap_or_default().iter().rev().take(WORDS_OF_COMMENT);
        let mut before = std::iter::once(place).chain(last.map(|token| token.lo));
        let (lo, comment) = before.find_map(|place| self.list.comments_before(place).last())?;
        let end = lo as usize + comment.len();
        let between = text.get(end..place as usize).unwrap_or("\n");
        let is_closed = comment.len() >= 4 && comment.starts_with("--") && comment.ends_with("--");
        let span = Span::new(self.list.file, end as u32 - 2, end as u32);
        (is_closed && !between.contains(['\n', '\r'])).then_some(span)
    }

    /// Whether a line begins here that looks like the header or footer of a printed page: with gaps of many spaces.
    fn at_line_of_page(&self) -> bool {
        let Some(here) = self.list.tokens.get(self.pos).filter(|_| self.is_on_new_line()) else {
            return false;
        };
        let rest = self.list.text.get(here.lo as usize..).unwrap_or_default();
        let ends = rest.char_indices().take(LONGEST_OF_PAGE).find(|(_, c)| matches!(c, '\n' | '\r'));
        let Some(line) = ends.and_then(|(end, _)| rest.get(..end)) else { return false };
        // A name with digits first has a type after it, and little else.
        let words = if self.at_digits_of_name() { 6 } else { 3 };
        let has_marks = line.contains(['{', '}', ',']) || line.contains("::=");
        let inside = |token: &&Token| (token.lo as usize) < here.lo as usize + line.len();
        let mut tokens = self.list.tokens.get(self.pos..).unwrap_or_default().iter().take_while(inside);
        !has_marks
            && !tokens.any(|token| matches!(token.kind, TokenKind::Keyword(_)))
            && line.split_whitespace().count() >= words
            && line.trim_end().contains("     ")
            && line.contains(|c: char| c.is_ascii_digit())
    }

    /// Whether an operator is here between two operands, on one line.
    fn at_operator(&self) -> bool {
        use TokenKind::{Lower, Number, Real};
        let here = self.token();
        let operator = here.kind == TokenKind::Minus
            || here.kind == TokenKind::Other && matches!(self.list.raw(here), "+" | "*" | "/");
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i)).map(|token| token.kind);
        let operands = [before, Some(self.ahead(1).kind)];
        operator
            && operands.iter().all(|kind| matches!(kind, Some(Number | Real | Lower)))
            && !self.is_on_new_line()
            && !self.starts_line(self.pos + 1)
    }

    /// Whether `[0]` or `[APPLICATION 3]` is here, with a space before it: not the size of an array.
    fn at_tag_after_type(&self) -> bool {
        let number = self.ahead(1).kind == TokenKind::Number && self.ahead(2).kind == TokenKind::RBracket;
        let class = matches!(self.ahead(1).kind, TokenKind::Keyword(Keyword::Application | Keyword::Private));
        self.at(TokenKind::LBracket) && (number || class) && self.last_span().hi < self.token().lo
    }

    /// Whether a number is here that a word directly follows, other than `0x0F`.
    pub(super) fn at_digits_of_name(&self) -> bool {
        let (number, word) = (self.token(), self.ahead(1));
        let is_word = matches!(word.kind, TokenKind::Lower | TokenKind::Upper | TokenKind::Keyword(_));
        let hexadecimal = self.list.raw(number) == "0" && self.list.raw(word).starts_with(['x', 'X']);
        number.kind == TokenKind::Number && is_word && number.hi == word.lo && !hexadecimal
    }

    /// Whether a merge conflict marker is at this position.
    fn at_conflict(&self) -> bool {
        let rest = self.list.text.get(self.token().lo as usize..);
        self.is_on_new_line() && rest.is_some_and(conflicts::is_marker)
    }

    /// Whether `//`, which begins comments in other languages, is at this position.
    pub(super) fn at_slashes(&self) -> bool {
        let (one, two) = (self.token(), self.ahead(1));
        let slash = |token: Token| token.kind == TokenKind::Other && self.list.raw(token) == "/";
        slash(one) && slash(two) && one.hi == two.lo
    }

    /// Whether `- a comment` or `; a comment` is here: two words or more, of which none can be a type.
    fn at_foreign_comment(&self) -> bool {
        let is_word = |distance: usize| {
            let token = self.ahead(distance);
            token.kind == TokenKind::Lower && !self.starts_line(self.pos + distance)
        };
        let mark = matches!(self.kind(), TokenKind::Minus | TokenKind::Semicolon);
        mark && self.token().hi < self.ahead(1).lo && is_word(1) && is_word(2)
    }

    /// The `*/` at a position or after a few words on its line.
    fn stray_comment_end(&self, place: u32) -> Option<Span> {
        let first = self.list.tokens.partition_point(|token| token.lo < place);
        let is =
            |i: usize, sign: &str| self.list.tokens.get(i).is_some_and(|token| self.list.raw(*token) == sign);
        let line = (first..).take(WORDS_BEFORE_END).take_while(|&i| i == first || !self.starts_line(i));
        let at = line.into_iter().find(|&i| is(i, "*") && is(i + 1, "/"))?;
        let (star, slash) = (self.list.tokens.get(at)?, self.list.tokens.get(at + 1)?);
        (star.hi == slash.lo).then(|| self.list.span(*star).to(self.list.span(*slash)))
    }

    /// Whether the fault is a lexical one: either the lexer has reported it, or a dash was misread as
    /// something else, which is reported now.
    fn is_lexical(&mut self) -> bool {
        let told = self.kind() == TokenKind::Bad || self.done() && self.list.ends_in_comment;
        let dash = if told { None } else { self.odd_hyphen() };
        if let Some((span, c)) = dash.filter(|_| !self.lost) {
            self.diagnostics.report(&LexFault { span, kind: LexKind::MistakenHyphen(c) });
        }
        if told || dash.is_some() {
            self.faults += 1;
            self.lost = true;
        }
        told || dash.is_some()
    }

    /// The dash that was read as the current token, or as the beginning of a comment before it.
    fn odd_hyphen(&self) -> Option<(Span, char)> {
        let here = self.list.tokens.get(self.pos).copied();
        let minus = here.filter(|t| t.kind == TokenKind::Minus).map(|t| (t.lo, self.list.raw(t)));
        let end = here.map_or(self.list.text.len() as u32, |t| t.lo);
        let odd =
            |(lo, text): (u32, &str)| Some((lo, text.chars().next().filter(|c| !matches!(c, '-' | '/'))?));
        let (lo, c) = minus.into_iter().chain(self.list.comments_before(end)).find_map(odd)?;
        Some((Span::new(self.list.file, lo, lo + c.len_utf8() as u32), c))
    }

    /// Reports that nothing follows the comma just taken.
    pub(super) fn unexpected_item(&mut self) -> bool {
        if self.is_lexical() {
            return false;
        }
        let is_comment = self.at_slashes() || self.at_foreign_comment();
        if is_comment || matches!(self.kind(), TokenKind::Range | TokenKind::Number) {
            return self.unexpected("a component");
        }
        self.lose(self.last_span(), SyntaxKind::StrayComma)
    }

    /// The reserved word for which the current or previous word may be a typo.
    fn meant(&self) -> Option<Keyword> {
        let word = |token: Option<&Token>| {
            let token = token.filter(|t| matches!(t.kind, TokenKind::Upper | TokenKind::Lower))?;
            self.list.word(*token).map(|word| &**word)
        };
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i));
        let here = word(self.list.tokens.get(self.pos)).and_then(close_keyword);
        here.or_else(|| super::advice::slip(word(before)?, self.kind()))
    }

    /// Reports that the current bracket is never closed, at the position where it should be.
    pub(super) fn not_closed_here(&mut self) -> bool {
        let opened = self.span();
        let bracket = self.bracket();
        let end = self.next_sync(self.pos + 1);
        let place = self.list.tokens.get(end).map_or(self.end_span(), |t| self.list.span(*t));
        self.pos = end;
        self.lose_in_bracket(place, bracket, opened)
    }

    /// Reports that the current bracket is never closed, at the bracket.
    pub(super) fn not_closed(&mut self) -> bool {
        let opened = self.span();
        let bracket = self.bracket();
        self.pos = self.next_sync(self.pos + 1);
        self.lose_in_bracket(opened, bracket, opened)
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

/// The maximum number of characters of a line of a page that is not part of the specification.
const LONGEST_OF_PAGE: usize = 200;

/// The maximum number of words after a comment that are taken for a part of it.
const WORDS_OF_COMMENT: usize = 4;

/// The maximum number of words before the end of a comment that is not open.
const WORDS_BEFORE_END: usize = 12;

/// The maximum number of tokens and groups between a bracket and one that should close it.
const CLOSING_SEARCH: usize = 1000;

fn ends_at_dashes() -> SyntaxKind {
    SyntaxKind::Mistaken("the comment ends at this `--`".into(), COMMENT_END.into())
}

/// A token as shown in messages: in backquotes, truncated to 30 characters.
fn describe(raw: &str) -> String {
    let mut shown: String = raw.chars().take(30).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.len() < raw.len() {
        shown.push_str("...");
    }
    format!("`{shown}`")
}
