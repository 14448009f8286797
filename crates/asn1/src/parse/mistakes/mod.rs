//! Common mistakes that are read as they are meant, so that they have no consequences: by place, with what several
//! places need here.

mod components;
mod constraints;
mod module;
mod types;
mod values;

use std::sync::Arc;

use wireglot_text::Span;

use super::cursor::Cursor;
use crate::token::TokenKind;

/// The maximum length of a text that is shown as it should be.
const LONGEST: usize = 60;

impl Cursor<'_> {
    /// The text of a span, if it is short enough to be shown.
    pub(in crate::parse) fn short_text(&self, span: Span) -> Option<String> {
        let text = self.list.text.get(span.lo as usize..span.hi as usize)?;
        (text.len() <= LONGEST && !text.contains(['\n', '\r'])).then(|| text.to_owned())
    }

    /// Takes `::=`, or reports `: :=`, `:=`, `::` or `=` and takes that. Returns whether one of them is here.
    pub(in crate::parse) fn assign(&mut self) -> bool {
        if self.at(TokenKind::Assign) {
            self.bump();
            self.excess_of_sign();
            return true;
        }
        let colons = (0..2).take_while(|&i| self.ahead(i).kind == TokenKind::Colon).count();
        let equals = self.ahead(colons).kind == TokenKind::Other && self.list.raw(self.ahead(colons)) == "=";
        let arrow = colons == 0 && equals && self.ahead(1).kind == TokenKind::Greater;
        let mut length = colons + usize::from(equals) + usize::from(arrow);
        let adjoins = |c: &Self, at: usize| at > 0 && c.is_sign(at) && c.ahead(at - 1).hi == c.ahead(at).lo;
        if equals && colons < 2 {
            length += (length..length + LONGEST).take_while(|&at| adjoins(self, at)).count();
        }
        if colons != 2 && !equals || self.is_behind_comment() {
            return false;
        }
        let span = self.span().to(self.list.span(self.ahead(length - 1)));
        match length {
            3 if colons == 2 => self.mistaken(span, "`::=` is one sign, without spaces", "remove the spaces"),
            _ => {
                let found = self.list.text.get(span.lo as usize..span.hi as usize).unwrap_or("");
                self.mistaken(span, format!("expected `::=`, found `{found}`"), "write `::=`");
            }
        }
        self.pos += length;
        true
    }

    /// Takes `>` or `=` directly after `::=`, and reports them.
    fn excess_of_sign(&mut self) {
        let start = self.last_span();
        let mut last = start;
        while self.is_sign(0) && self.span().lo == last.hi {
            last = self.span();
            self.bump();
        }
        if last != start {
            let whole = start.to(last);
            let found = self.list.text.get(whole.lo as usize..whole.hi as usize).unwrap_or("");
            let shown: String = found.chars().take(LONGEST).collect();
            self.mistaken(whole, format!("expected `::=`, found `{shown}`"), "write `::=`");
        }
    }

    /// Whether `=` or `>` is so many tokens ahead.
    fn is_sign(&self, distance: usize) -> bool {
        let token = self.ahead(distance);
        token.kind == TokenKind::Greater || token.kind == TokenKind::Other && self.list.raw(token) == "="
    }

    /// Whether the current word is one of these, in any case.
    pub(in crate::parse) fn at_word(&self, words: &[&str]) -> bool {
        let is_name = matches!(self.kind(), TokenKind::Upper | TokenKind::Lower);
        let word = self.word().filter(|_| is_name);
        word.is_some_and(|word| words.iter().any(|known| known.eq_ignore_ascii_case(word)))
    }

    /// Takes a colon or `=` between a name and what belongs to it, and reports the first one of an assignment.
    pub(in crate::parse) fn needless_sign(
        &mut self,
        what: &'static str,
        hint: impl FnOnce(&Self) -> String,
    ) -> bool {
        let equals = self.at(TokenKind::Other) && self.list.raw(self.token()) == "=";
        if !equals && !self.at(TokenKind::Colon) || self.ahead(1).kind == TokenKind::Colon {
            return false;
        }
        if !std::mem::replace(&mut self.told_sign, true) {
            let hint = hint(self);
            self.mistaken(self.span(), what, hint);
        }
        self.bump();
        true
    }

    /// The value at the next token, as a hint shows it.
    pub(in crate::parse) fn next_value_text(&self) -> String {
        self.value_text(1)
    }

    /// The value so many tokens ahead, as a hint shows it.
    pub(in crate::parse) fn value_text(&self, distance: usize) -> String {
        match self.ahead(distance) {
            sign if sign.kind == TokenKind::Minus => format!("-{}", self.list.raw(self.ahead(distance + 1))),
            group if self.list.partner(group).is_some() => {
                let close = self.list.partner(group).and_then(|close| self.list.tokens.get(close as usize));
                let whole = close.map(|close| self.list.span(group).to(self.list.span(*close)));
                whole.and_then(|span| self.short_text(span)).unwrap_or_else(|| "...".into())
            }
            value => self.list.raw(value).to_owned(),
        }
    }
}

/// A word with a lower-case initial.
pub fn lower(word: &str) -> Arc<str> {
    with_initial(word, |initial| initial.to_ascii_lowercase())
}

/// A word with an upper-case initial.
pub(in crate::parse) fn capitalised(word: &str) -> Arc<str> {
    with_initial(word, |initial| initial.to_ascii_uppercase())
}

fn with_initial(word: &str, change: fn(&char) -> char) -> Arc<str> {
    let mut letters = word.chars();
    let initial = letters.next().as_ref().map(change);
    initial.into_iter().chain(letters).collect::<String>().into()
}

/// A text as an identifier, if only its initial has to change for that (X.680 12.3).
pub(in crate::parse) fn identifier(text: &str) -> Option<Arc<str>> {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let fits = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let hyphens = text.ends_with('-') || text.contains("--");
    (begins && fits && !hyphens).then(|| lower(text))
}
