//! Mistakes in modules and assignments.

use wireglot_text::Span;

use crate::faults::SyntaxKind;
use crate::near::{close_keyword, habit};
use crate::parse::cursor::Cursor;
use crate::parse::types::begins_type;
use crate::token::{Keyword, TokenKind, TokenSlice};
use crate::tree::{Name, StringKind, Type, TypeKind};

/// Words of other languages before a value.
const VALUE_WORDS: &[&str] = &["const", "static", "final", "let", "var", "value"];

/// Words of other languages before a type.
const TYPE_WORDS: &[&str] = &["type", "typedef", "struct", "class", "enum", "message", "record", "union"];

/// Words that begin a type in other languages, and how one is written.
const FOREIGN_TYPES: &[(&[&str], &str)] = &[
    (&["message", "struct", "record", "type", "class"], "SEQUENCE { name Type }"),
    (&["union", "oneof"], "CHOICE { name Type }"),
    (&["enum"], "ENUMERATED { red, green }"),
];

impl Cursor<'_> {
    /// What is here where a module or the end of the file is expected, if that is clear: where, what is wrong, what to
    /// do.
    pub(in crate::parse) fn mistaken_for_module(&self) -> Option<(Span, &'static str, String)> {
        let here = self.span();
        let after_end = self.pos > 0 && !self.is_on_new_line();
        let definitions =
            |distance: usize| self.ahead(distance).kind == TokenKind::Keyword(Keyword::Definitions);
        let to = |distance: usize| here.to(self.list.span(self.ahead(distance)));
        let text = |distance: usize| self.list.raw(self.ahead(distance));
        let name = matches!(self.kind(), TokenKind::Upper | TokenKind::Lower);
        if self.at_keyword(Keyword::End) {
            return Some((here, "this END closes nothing", "remove it".into()));
        }
        if definitions(0) {
            let hint = "write it before DEFINITIONS: `Name DEFINITIONS AUTOMATIC TAGS ::= BEGIN`";
            return Some((here, "the name of the module is missing", hint.into()));
        }
        if self.at_word(&["module"]) && (definitions(2) || self.ahead(2).kind == TokenKind::LBrace) {
            return Some((here, "a module begins with its name", format!("remove `{}`", text(0))));
        }
        let number = matches!(self.ahead(2).kind, TokenKind::Lower | TokenKind::Upper | TokenKind::Number);
        if name && self.ahead(1).kind == TokenKind::Dot && number && definitions(3) {
            let hint = format!("write `{}-{}`", text(0), text(2));
            return Some((to(2), "the name of a module has no full stop", hint));
        }
        if self.at(TokenKind::Number) && definitions(2) {
            return Some((here, "this looks like the number of a line", "remove it".into()));
        }
        if self.at(TokenKind::Upper) && self.ahead(1).kind == TokenKind::Real && definitions(2) {
            return Some((
                to(1),
                "the name of a module has no spaces and no full stop",
                "write one word".into(),
            ));
        }
        if self.at(TokenKind::Upper)
            && matches!(self.ahead(1).kind, TokenKind::Lower | TokenKind::Number)
            && definitions(2)
        {
            let hint = format!("write `{}-{}`", text(0), text(1));
            return Some((to(1), "the name of a module has no spaces", hint));
        }
        let is_rest = name || matches!(self.kind(), TokenKind::Semicolon | TokenKind::Dot | TokenKind::Comma);
        let is_last = self.ahead(1).kind == TokenKind::End || self.starts_line(self.pos + 1);
        (after_end && is_rest && is_last)
            .then(|| (here, "nothing follows END on its line", format!("remove `{}`", text(0))))
    }

    /// Skips a word of another language before an assignment, and reports it: `const lim INTEGER ::= 20`,
    /// `TYPE Mode ::= ...`.
    pub(in crate::parse) fn skip_foreign_words(&mut self) {
        if self.starts_line(self.pos + 1) {
            return;
        }
        let kind = |distance: usize| self.ahead(distance).kind;
        let begins = |kind| begins_type(kind) && kind != TokenKind::LBracket;
        let of_value = self.at_word(VALUE_WORDS) && kind(1) == TokenKind::Lower && begins(kind(2));
        let of_type = self.at_word(TYPE_WORDS)
            && kind(1) == TokenKind::Upper
            && kind(2) == TokenKind::Assign
            && (self.at(TokenKind::Upper) && kind(3) != TokenKind::LBrace || self.is_certain_type(3));
        if of_value || of_type {
            let word = self.list.raw(self.token());
            let (what, hint) = (format!("`{word}` has no meaning here"), format!("remove `{word}`"));
            self.mistaken(self.span(), what, hint);
            self.bump();
        }
    }

    /// Whether a type so many tokens ahead begins no value, as the type of an open type's value does: `INTEGER : 5`.
    fn is_certain_type(&self, distance: usize) -> bool {
        use Keyword::{Choice, Enumerated, Null, Sequence, Set};
        let TokenKind::Keyword(keyword) = self.ahead(distance).kind else { return false };
        let next = self.ahead(distance + 1).kind;
        match keyword {
            Sequence | Set | Choice | Enumerated => next == TokenKind::LBrace,
            Null => false,
            _ => {
                let ends = self.starts_line(self.pos + distance + 1);
                begins_type(TokenKind::Keyword(keyword)) && next != TokenKind::Colon && ends
            }
        }
    }

    /// `name ::= value` with a name for its value: reports that its type is missing.
    pub(in crate::parse) fn lose_without_type(&mut self, name: &Name) -> bool {
        let Some(word) = self.word().filter(|_| self.at(TokenKind::Lower)) else { return false };
        let alone = !matches!(
            self.ahead(1).kind,
            TokenKind::Less | TokenKind::Dot | TokenKind::LBrace | TokenKind::Assign
        ) && (self.ahead(2).kind != TokenKind::Assign || self.starts_line(self.pos + 1));
        if !alone || habit(word).is_some() || close_keyword(word).is_some() {
            return false;
        }
        let what = "a value has a type before `::=`".into();
        let hint = format!("write `{} Type ::= {word}`; the name of a type begins with a capital", name.text);
        self.lose(name.span, SyntaxKind::Mistaken(what, hint.into()));
        self.bump();
        true
    }

    /// `message Name { ... }`, after `message`: reports how a type is defined.
    pub(in crate::parse) fn lose_in_foreign_type(&mut self, word: &Name) -> bool {
        let meant =
            FOREIGN_TYPES.iter().find(|(words, _)| words.contains(&&*word.text)).map(|(_, meant)| meant);
        let close = self.list.partner(self.ahead(1)).filter(|_| self.ahead(1).kind == TokenKind::LBrace);
        let behind = close.and_then(|close| self.list.tokens.get(close as usize + 1)).map(|token| token.kind);
        // What follows the braces of a parameterized type that governs a value, or of one in a constraint or field.
        let goes_on = [TokenKind::Assign, TokenKind::LParen, TokenKind::Dot].map(Some).contains(&behind);
        let Some((meant, close)) = meant.zip(close).filter(|_| !goes_on) else {
            return false;
        };
        if !self.at(TokenKind::Upper) {
            return false;
        }
        let name = self.list.raw(self.token());
        let hint = format!("write `{name} ::= {meant}`");
        let what = format!("`{}` does not define a type in ASN.1", word.text);
        self.lose(word.span, SyntaxKind::Mistaken(what.into(), hint.into()));
        self.pos = (close as usize + 1).min(self.end);
        true
    }

    /// Whether a value is here where a type is expected: a literal, which shows what type is missing.
    pub(in crate::parse) fn missing_type(&self) -> Option<(&'static str, TypeKind)> {
        Some(match self.kind() {
            TokenKind::Number => ("INTEGER", TypeKind::Integer(Vec::new())),
            TokenKind::Minus if self.ahead(1).kind == TokenKind::Number => {
                ("INTEGER", TypeKind::Integer(Vec::new()))
            }
            TokenKind::Real | TokenKind::Minus => ("REAL", TypeKind::Real),
            TokenKind::CString => ("UTF8String", TypeKind::Restricted(StringKind::Utf8)),
            TokenKind::BString => ("BIT STRING", TypeKind::BitString(Vec::new())),
            TokenKind::HString => ("OCTET STRING", TypeKind::OctetString),
            TokenKind::Keyword(Keyword::True | Keyword::False) => ("BOOLEAN", TypeKind::Boolean),
            _ => return None,
        })
    }

    /// Reports `name ::= value`, and returns the governor that is missing.
    pub(in crate::parse) fn without_governor(&mut self, name: &str, word: &str, kind: TypeKind) -> Type {
        let span = self.span();
        let text = self.short_text(span).unwrap_or_else(|| "...".into());
        self.mistaken(span, "the type of this value is missing", format!("write `{name} {word} ::= {text}`"));
        Type { span, tags: Vec::new(), kind, constraints: Vec::new() }
    }

    /// `type name ::=`: reports that the name of a value comes first, and returns both; `None` if there is no name.
    pub(in crate::parse) fn value_with_type_first(&mut self) -> Option<(Name, Type)> {
        let ty = self.type_();
        if self.is_lost() || !self.at(TokenKind::Lower) || self.ahead(1).kind != TokenKind::Assign {
            return None;
        }
        let name = self.take_name();
        let shown = self.short_text(ty.span).unwrap_or_else(|| "Type".into());
        let hint = format!("write `{} {shown} ::= ...`", name.text);
        self.mistaken(ty.span.to(name.span), "the name of a value comes before its type", hint);
        Some((name, ty))
    }

    /// Whether braces hold alternatives, which only a set has.
    pub(in crate::parse) fn holds_alternatives(&self, inside: &TokenSlice) -> bool {
        let mut i = inside.lo;
        while let Some(token) = self.list.tokens.get(i as usize).filter(|_| i < inside.hi) {
            if token.kind == TokenKind::Bar {
                return true;
            }
            i = self.list.partner(*token).unwrap_or(i).max(i) + 1;
        }
        false
    }
}
