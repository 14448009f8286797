//! The cursor of the parser: one token after another.

use wireglot_diag::Diagnostics;
use wireglot_text::Span;

use crate::faults::Finding;
use crate::lex::{unknown, Kind, Token};
use crate::tree::Word;

/// How to enable extensions.
pub const SWITCH: &str =
    "`option wireglot.extensions = true` in the file allows it; bitproto's own compiler does not";

/// The option that enables extensions of the language.
pub const EXTENSIONS: &str = "wireglot.extensions";

/// The maximum nesting depth of scopes and parentheses.
pub(super) const NESTING: u32 = 100;

/// A statement was given up; its fault has been reported.
pub(super) struct Broken;

pub(super) type Parsed<T> = Result<T, Broken>;

pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    /// Whether extensions of the language are enabled.
    pub extended: bool,
    pub at: usize,
    pub depth: u32,
    /// Whether the file has more opening than closing braces.
    pub unbalanced: bool,
    /// How many open blocks were opened by a parenthesis in place of a brace.
    pub round: u32,
    /// The name of the definition that is being parsed.
    pub defined: Option<Word>,
    pub diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    /// Reports an extension, unless extensions are enabled; `instead` is what does without.
    pub fn extension(&mut self, span: Span, what: &str, instead: &str) {
        if !self.extended {
            let fault = Finding::error("B0207", span, format!("{what} is an extension of bitproto"));
            let hint = match instead {
                "" => SWITCH.to_string(),
                instead => format!("{instead}; or {SWITCH}"),
            };
            self.diagnostics.report(&fault.hint(hint));
        }
    }

    /// Reports comments in a form that only extensions allow.
    pub fn comment_forms(&mut self, tokens: &[Token]) {
        for token in tokens.iter().filter(|t| t.kind == Kind::Block && !self.extended) {
            let fault = Finding::error("B0205", token.span, "bitproto has no comments of this form");
            let hint = format!("begin each line of it with `//`, or write `option {EXTENSIONS} = true`");
            self.diagnostics.report(&fault.hint(hint));
        }
    }

    pub fn peek(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.lo as usize..span.hi as usize]
    }

    pub fn is_mark(&self, mark: u8) -> bool {
        self.peek().kind == Kind::Mark(mark)
    }

    pub fn accept(&mut self, mark: u8) -> Option<Span> {
        self.is_mark(mark).then(|| self.next().span)
    }

    /// Gives a statement up. Characters that are not part of the language are at fault themselves.
    pub fn fail<T>(&mut self, wanted: &str, hint: &str) -> Parsed<T> {
        let token = self.peek();
        if token.kind == Kind::Stray {
            let (what, hint) = unknown(self.slice(token.span));
            self.diagnostics.report(&Finding::error("B0101", token.span, what).hint(hint));
            return Err(Broken);
        }
        self.complain(wanted, hint);
        Err(Broken)
    }

    /// Reports what is here, where the statement can still be read.
    pub fn complain(&mut self, wanted: &str, hint: &str) {
        let token = self.peek();
        let found = match token.kind {
            Kind::LineEnd => "the end of the line".to_string(),
            Kind::End => "the end of the file".to_string(),
            Kind::Comment | Kind::Block => "a comment".to_string(),
            _ => format!("`{}`", self.slice(self.whole_number(token.span))),
        };
        let span = match token.kind {
            Kind::LineEnd | Kind::End => self.behind(),
            _ => self.whole_number(token.span),
        };
        let fault = Finding::error("B0201", span, format!("expected {wanted}, found {found}"))
            .label(format!("expected {wanted}"));
        self.diagnostics.report(&if hint.is_empty() { fault } else { fault.hint(hint) });
    }

    /// The kind of the token `n` after the current one.
    pub fn ahead(&self, n: usize) -> Option<Kind> {
        self.tokens.get(self.at + n).map(|token| token.kind)
    }

    /// The text of the token `n` after the current one.
    pub fn text_ahead(&self, n: usize) -> &str {
        self.tokens.get(self.at + n).map_or("", |token| self.slice(token.span))
    }

    /// A number with all that directly follows it, such as `4.5`; any other token as it is.
    fn whole_number(&self, span: Span) -> Span {
        if !self.at_odd_number() {
            return span;
        }
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let mut whole = span;
        for token in rest.iter().skip(1) {
            let continues = matches!(token.kind, Kind::Word | Kind::Integer | Kind::Mark(b'.'));
            if !continues || token.span.lo != whole.hi {
                break;
            }
            whole = whole.to(token.span);
        }
        whole
    }

    /// The number `n` tokens after the current one, or 1 for an example.
    pub fn number_ahead(&self, n: usize) -> &str {
        match self.ahead(n) {
            Some(Kind::Integer | Kind::Hex) => self.text_ahead(n),
            _ => "1",
        }
    }

    /// The position after the last token, where something is missing.
    pub fn behind(&self) -> Span {
        let last = self.tokens[..self.at].iter().rev().find(|t| !matches!(t.kind, Kind::LineEnd));
        last.map_or(self.peek().span, |t| t.span.after())
    }

    /// Whether something on the same line is before the current token.
    pub fn is_behind_statement(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before
            .is_some_and(|token| matches!(token.kind, Kind::Integer | Kind::Hex | Kind::String | Kind::Word))
    }

    /// The text from the current token on.
    pub fn rest_of_text(&self) -> &str {
        self.text.get(self.peek().span.lo as usize..).unwrap_or_default()
    }

    /// Whether a `;` is before the word that precedes the current token.
    pub fn is_behind_semicolon(&self) -> bool {
        let before = self.at.checked_sub(2).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| token.kind == Kind::Mark(b';'))
    }

    /// Whether a number is here that continues in a form that bitproto does not have, such as `0b10` or `4.5`.
    pub fn at_odd_number(&self) -> bool {
        let (here, next) = (self.peek(), self.tokens.get(self.at + 1));
        let continues = |token: &Token| token.span.lo == here.span.hi;
        let odd = |token: &Token| matches!(token.kind, Kind::Word | Kind::Mark(b'.')) && continues(token);
        matches!(here.kind, Kind::Integer | Kind::Hex) && next.is_some_and(odd)
    }

    pub fn expect(&mut self, mark: u8, hint: &str) -> Parsed<Span> {
        match self.accept(mark) {
            Some(span) => Ok(span),
            None => self.fail(&format!("`{}`", mark as char), hint),
        }
    }
}
