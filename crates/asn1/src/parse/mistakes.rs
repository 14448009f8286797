//! Common mistakes that are read as they are meant, so that they have no consequences.

use std::sync::Arc;

use wireglot_text::Span;

use super::cursor::Cursor;
use super::types::begins_type;
use crate::faults::SyntaxKind;
use crate::near::close_names;
use crate::token::{Keyword, Token, TokenKind, TokenSlice};
use crate::tree::{ExtensionMarker, Name, StringKind, TagClass, TagMode, Type, TypeKind, Value, ValueKind};

/// The maximum length of a text that is shown as it should be.
const LONGEST: usize = 60;

/// The maximum number of tokens in angle brackets.
const ANGLE_SEARCH: usize = 20;

/// Words that begin a tag, and their classes.
const CLASSES: &[(Keyword, TagClass)] = &[
    (Keyword::Universal, TagClass::Universal),
    (Keyword::Application, TagClass::Application),
    (Keyword::Private, TagClass::Private),
];

impl Cursor<'_> {
    /// The text of a span, if it is short enough to be shown.
    pub(super) fn short_text(&self, span: Span) -> Option<String> {
        let text = self.list.text.get(span.lo as usize..span.hi as usize)?;
        (text.len() <= LONGEST && !text.contains(['\n', '\r'])).then(|| text.to_owned())
    }

    /// Takes `::=`, or reports `: :=`, `:=`, `::` or `=` and takes that. Returns whether one of them is here.
    pub(super) fn assign(&mut self) -> bool {
        if self.eat(TokenKind::Assign) {
            return true;
        }
        let colons = (0..2).take_while(|&i| self.ahead(i).kind == TokenKind::Colon).count();
        let equals = self.ahead(colons).kind == TokenKind::Other && self.list.raw(self.ahead(colons)) == "=";
        let arrow = colons == 0 && equals && self.ahead(1).kind == TokenKind::Greater;
        let length = colons + usize::from(equals) + usize::from(arrow);
        if colons != 2 && !equals || self.is_behind_comment() {
            return false;
        }
        let span = self.span().to(self.list.span(self.ahead(length - 1)));
        match length {
            3 => self.mistaken(span, "`::=` is one sign, without spaces", "remove the spaces"),
            _ => {
                let found = self.list.text.get(span.lo as usize..span.hi as usize).unwrap_or("");
                self.mistaken(span, format!("expected `::=`, found `{found}`"), "write `::=`");
            }
        }
        self.pos += length;
        true
    }

    /// Whether a value is here where a type is expected: a literal, which shows what type is missing.
    pub(super) fn missing_type(&self) -> Option<(&'static str, TypeKind)> {
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
    pub(super) fn without_governor(&mut self, name: &str, word: &str, kind: TypeKind) -> Type {
        let span = self.span();
        let text = self.short_text(span).unwrap_or_else(|| "...".into());
        self.mistaken(span, "the type of this value is missing", format!("write `{name} {word} ::= {text}`"));
        Type { span, tags: Vec::new(), kind, constraints: Vec::new() }
    }

    /// OPTIONAL or DEFAULT before the type; where the type begins, counted in tokens.
    pub(super) fn presence_before_type(&self) -> Option<usize> {
        let at = match self.kind() {
            TokenKind::Keyword(Keyword::Optional) => 1,
            TokenKind::Keyword(Keyword::Default) => match self.ahead(1).kind {
                TokenKind::Minus => 3,
                TokenKind::LBrace => self.list.partner(self.ahead(1))? as usize + 1 - self.pos,
                _ => 2,
            },
            _ => return None,
        };
        begins_type(self.ahead(at).kind).then_some(at)
    }

    /// Reports that a component has its type before its name.
    pub(super) fn type_first(&mut self, ty: &Type, name: &Name) {
        let word = lower(&name.text);
        let shown = self.short_text(ty.span).unwrap_or_else(|| "...".into());
        let what = "the name of a component comes before its type";
        self.mistaken(ty.span.to(name.span), what, format!("write `{word} {shown}`"));
    }

    /// Reports `..` where `...` is meant.
    pub(super) fn two_dots(&mut self) -> ExtensionMarker {
        let span = self.span();
        self.bump();
        let comma = matches!(self.kind(), TokenKind::Comma | TokenKind::End);
        let hint = if comma { "write `...`" } else { "write `...,`" };
        self.mistaken(span, "three full stops mark where extensions go, not two", hint);
        ExtensionMarker { span, exception: None }
    }

    /// The class of the tag that begins here. A word that is none is reported, and read as the nearest.
    pub(super) fn tag_class(&mut self) -> TagClass {
        let class = |keyword: Keyword| CLASSES.iter().find(|(word, _)| *word == keyword).map(|(_, c)| *c);
        if let TokenKind::Keyword(keyword) = self.kind() {
            if let Some(class) = class(keyword) {
                self.bump();
                return class;
            }
        }
        let is_word = matches!(self.kind(), TokenKind::Upper | TokenKind::Lower | TokenKind::Keyword(_));
        let number = matches!(self.ahead(1).kind, TokenKind::Number | TokenKind::Lower | TokenKind::Minus);
        let alone = self.at(TokenKind::Upper) && self.ahead(1).kind == TokenKind::End;
        if !is_word || !number && !alone {
            return TagClass::Context;
        }
        let name = self.take_name();
        let words = CLASSES.iter().map(|(keyword, _)| keyword.text()).chain(["CONTEXT"]);
        let close = close_names(&name.text.to_ascii_uppercase(), words.clone());
        let same = words.into_iter().find(|word| word.eq_ignore_ascii_case(&name.text)).map(str::to_owned);
        let meant = same.or_else(|| close.into_iter().next());
        let hint = match meant.as_deref() {
            Some("CONTEXT") => "a context-specific tag has only its number: `[3]`".into(),
            Some(word) => format!("did you mean {word}?"),
            None => "a tag is `[3]`, `[APPLICATION 3]`, `[PRIVATE 3]` or `[UNIVERSAL 3]`; an encoding \
                     instruction names its encoding: `[XER: ATTRIBUTE]`"
                .into(),
        };
        self.mistaken(name.span, format!("`{}` is not a tag class", name.text), hint);
        if alone {
            self.lose_silently();
        }
        let keyword = CLASSES.iter().find(|(keyword, _)| Some(keyword.text()) == meant.as_deref());
        keyword.map_or(TagClass::Context, |(_, class)| *class)
    }

    /// The class of a tag after its number, as in `[3 APPLICATION]`, which is reported.
    pub(super) fn class_after_number(&mut self, class: TagClass) -> TagClass {
        let found =
            CLASSES.iter().find(|(keyword, _)| self.at_keyword(*keyword) && class == TagClass::Context);
        let Some((keyword, class)) = found else { return class };
        let number = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i));
        let number = number.map_or("3", |token| self.list.raw(*token));
        let hint = format!("write `[{} {number}]`", keyword.text());
        self.mistaken(self.span(), "the class of a tag comes before its number", hint);
        self.bump();
        *class
    }

    /// Whether `APPLICATION 3` is here, without brackets.
    pub(super) fn at_bare_tag(&self) -> bool {
        let class = CLASSES.iter().any(|(keyword, _)| self.at_keyword(*keyword));
        class && self.ahead(1).kind == TokenKind::Number
    }

    /// Reports a tag without brackets.
    pub(super) fn bare_tag(&mut self) {
        let span = self.span().to(self.list.span(self.ahead(1)));
        let text = self.short_text(span).unwrap_or_default();
        self.mistaken(span, "a tag goes in square brackets", format!("write `[{text}]`"));
    }

    /// Takes IMPLICIT or EXPLICIT if it is here before a tag, and reports it.
    pub(super) fn mode_before_tag(&mut self) -> Option<TagMode> {
        let (mode, word) = match self.kind() {
            TokenKind::Keyword(Keyword::Implicit) => (TagMode::Implicit, "IMPLICIT"),
            TokenKind::Keyword(Keyword::Explicit) => (TagMode::Explicit, "EXPLICIT"),
            _ => return None,
        };
        if self.ahead(1).kind != TokenKind::LBracket {
            return None;
        }
        let span = self.span();
        let close = self.list.partner(self.ahead(1)).and_then(|close| self.list.tokens.get(close as usize));
        let tag =
            close.and_then(|close| self.short_text(self.list.span(self.ahead(1)).to(self.list.span(*close))));
        let tag = tag.unwrap_or_else(|| "[0]".into());
        self.mistaken(span, format!("the tag comes before {word}"), format!("write `{tag} {word}`"));
        self.bump();
        Some(mode)
    }

    /// The closing bracket of a group that begins with `[[` and has only one.
    pub(super) fn single_closing(&self) -> Option<Token> {
        if self.partner().is_some() {
            return None;
        }
        let close = self.list.partner(self.ahead(1))? as usize;
        self.list.tokens.get(close).copied().filter(|_| close < self.end)
    }

    /// A number whose digits are separated by commas, of which one is at or before the current token: where it
    /// is, without the commas. Groups that begin with 0 can't be numbers; others are part of one only if `integer`,
    /// where just one number may be.
    fn grouped_digits(&self, integer: bool) -> Option<(Span, String)> {
        let token = |i: usize| self.list.tokens.get(i).copied();
        let comma = if self.at(TokenKind::Comma) { self.pos } else { self.pos.checked_sub(1)? };
        let first = token(comma.checked_sub(1)?).filter(|t| t.kind == TokenKind::Number)?;
        let (mut last, mut i) = (first, comma);
        let mut digits = self.list.raw(first).to_owned();
        if digits.len() > 3 || digits.starts_with('0') {
            return None;
        }
        let mut sure = integer;
        while let (Some(comma), Some(group)) = (token(i), token(i + 1)) {
            let adjacent = last.hi == comma.lo && comma.hi == group.lo;
            let three = group.kind == TokenKind::Number && group.hi - group.lo == 3;
            if comma.kind != TokenKind::Comma || !adjacent || !three {
                break;
            }
            digits.push_str(self.list.raw(group));
            sure |= self.list.raw(group).starts_with('0');
            (last, i) = (group, i + 2);
        }
        (sure && i > comma).then(|| (self.list.span(first).to(self.list.span(last)), digits))
    }

    /// Reports a number whose digits are separated by commas, if one is here, and gets lost.
    pub(super) fn lose_in_digits(&mut self, integer: bool) -> bool {
        let Some((span, digits)) = self.grouped_digits(integer) else { return false };
        let what = "digits are not grouped".into();
        self.lose(span, SyntaxKind::Mistaken(what, format!("write `{digits}`").into()));
        true
    }

    /// Takes a colon or `=` between a name and what belongs to it, and reports the first one of an assignment.
    pub(super) fn needless_sign(&mut self, what: &'static str, hint: impl FnOnce(&Self) -> String) -> bool {
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
    pub(super) fn next_value_text(&self) -> String {
        match self.ahead(1) {
            sign if sign.kind == TokenKind::Minus => format!("-{}", self.list.raw(self.ahead(2))),
            group if self.list.partner(group).is_some() => {
                let close = self.list.partner(group).and_then(|close| self.list.tokens.get(close as usize));
                let whole = close.map(|close| self.list.span(group).to(self.list.span(*close)));
                whole.and_then(|span| self.short_text(span)).unwrap_or_else(|| "...".into())
            }
            value => self.list.raw(value).to_owned(),
        }
    }

    /// `Name<...>`: reports the angle brackets, and returns what is in them; the cursor is after them.
    pub(super) fn angle_brackets(&mut self, name: &str) -> Option<TokenSlice> {
        let open = self.token();
        if open.kind != TokenKind::Less || self.last_span().hi != open.lo {
            return None;
        }
        let close = (1..ANGLE_SEARCH).find(|&i| self.ahead(i).kind == TokenKind::Greater)?;
        let tokens = self.slice(self.pos + 1..self.pos + close);
        let span = self.span().to(self.list.span(self.ahead(close)));
        let hint = format!("write `{name} {{{}}}`", tokens.text());
        self.mistaken(span, "parameters go in braces", hint);
        self.pos += close + 1;
        Some(tokens)
    }

    /// `type name ::=`: reports that the name of a value comes first, and returns both; `None` if there is no name.
    pub(super) fn value_with_type_first(&mut self) -> Option<(Name, Type)> {
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

    /// `[0] name Type`: whether a component begins here whose tag comes before its name.
    pub(super) fn tag_before_name(&self) -> bool {
        let close = self.partner().filter(|_| self.at(TokenKind::LBracket));
        close.is_some_and(|close| {
            let kind = |i: usize| self.list.tokens.get(i).filter(|_| i < self.end).map(|token| token.kind);
            kind(close + 1) == Some(TokenKind::Lower) && kind(close + 2).is_some_and(begins_type)
        })
    }

    /// Takes such a component up to its type, and reports it.
    pub(super) fn component_after_tag(&mut self) -> (Name, Type) {
        let start = self.span();
        let tag = self.tag();
        let shown = self.short_text(tag.span).unwrap_or_else(|| "[0]".into());
        let name = self.take_name();
        let ty = self.type_();
        if !std::mem::replace(&mut self.told_sign, true) {
            let written = self.short_text(ty.span).unwrap_or_else(|| "...".into());
            let hint = format!("write `{} {shown} {written}`", name.text);
            self.mistaken(start.to(name.span), "the name of a component comes before its tag", hint);
        }
        let tags = std::iter::once(tag).chain(ty.tags).collect();
        (name, Type { tags, ..ty })
    }

    /// Whether braces hold alternatives, which only a set has.
    pub(super) fn holds_alternatives(&self, inside: &TokenSlice) -> bool {
        let mut i = inside.lo;
        while let Some(token) = self.list.tokens.get(i as usize).filter(|_| i < inside.hi) {
            if token.kind == TokenKind::Bar {
                return true;
            }
            i = self.list.partner(*token).unwrap_or(i).max(i) + 1;
        }
        false
    }

    /// Reports what follows a value of the governor after a comma, if anything does, and gets lost.
    pub(super) fn lose_in_list(&mut self, value: &Value, governor: &TypeKind) {
        let (integer, real) = (matches!(governor, TypeKind::Integer(_)), matches!(governor, TypeKind::Real));
        if !self.at(TokenKind::Comma) || !real && self.lose_in_digits(integer) {
            return;
        }
        let (comma, next) = (self.token(), self.ahead(1));
        let number = matches!(value.kind, ValueKind::Number { .. }) && next.kind == TokenKind::Number;
        let kind = match number && value.span.hi == comma.lo && comma.hi == next.lo {
            true if real => {
                let whole = value.span.to(self.list.span(next));
                let text = self.short_text(whole).unwrap_or_default().replace(',', ".");
                SyntaxKind::Mistaken(
                    "a decimal number has a full stop".into(),
                    format!("write `{text}`").into(),
                )
            }
            _ if integer => SyntaxKind::Mistaken(
                "an INTEGER has one number for its value".into(),
                "write one number, without a comma".into(),
            ),
            _ => SyntaxKind::Mistaken("several values go in braces".into(), "write `{1, 2, 3}`".into()),
        };
        self.lose(self.span(), kind);
    }

    /// Takes the name of a field that lacks its `&`, and reports the first one of an assignment.
    pub(super) fn bare_field(&mut self) -> Name {
        let name = self.take_name();
        if !std::mem::replace(&mut self.told_sign, true) {
            let hint = format!("write `&{}`", name.text);
            self.mistaken(name.span, "the names of fields begin with `&`", hint);
        }
        name
    }
}

/// A word with a lower-case initial.
pub fn lower(word: &str) -> Arc<str> {
    with_initial(word, |initial| initial.to_ascii_lowercase())
}

/// A word with an upper-case initial.
pub(super) fn capitalised(word: &str) -> Arc<str> {
    with_initial(word, |initial| initial.to_ascii_uppercase())
}

fn with_initial(word: &str, change: fn(&char) -> char) -> Arc<str> {
    let mut letters = word.chars();
    let initial = letters.next().as_ref().map(change);
    initial.into_iter().chain(letters).collect::<String>().into()
}

/// A text as an identifier, if only its initial has to change for that (X.680 12.3).
pub(super) fn identifier(text: &str) -> Option<Arc<str>> {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let fits = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let hyphens = text.ends_with('-') || text.contains("--");
    (begins && fits && !hyphens).then(|| lower(text))
}
