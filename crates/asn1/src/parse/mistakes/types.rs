//! Mistakes in tags, parameters and fields.

use crate::faults::SyntaxKind;
use crate::near::close_names;
use crate::parse::advice::CONSTRAINT;
use crate::parse::cursor::Cursor;
use crate::parse::types::SIMPLE;
use crate::token::{Keyword, TokenKind, TokenSlice};
use crate::tree::{Element, Name, TagClass, TagMode, TypeKind, Value};

/// Words for SEQUENCE OF and SET OF.
const LISTS: &[(&str, Keyword)] = &[
    ("SEQUENCE-OF", Keyword::Sequence),
    ("SEQUENCEOF", Keyword::Sequence),
    ("SET-OF", Keyword::Set),
    ("SETOF", Keyword::Set),
];

/// The maximum number of tokens in angle brackets.
const ANGLE_SEARCH: usize = 20;

/// Words that begin a tag, and their classes.
const CLASSES: &[(Keyword, TagClass)] = &[
    (Keyword::Universal, TagClass::Universal),
    (Keyword::Application, TagClass::Application),
    (Keyword::Private, TagClass::Private),
];

impl Cursor<'_> {
    /// `SEQUENCE-OF Type` and `UTF8 STRING`, after the first word: reports how they are written, and reads them as
    /// they are meant.
    pub(in crate::parse) fn misspelt_words(&mut self, name: &Name) -> Option<TypeKind> {
        let list = LISTS.iter().find(|(word, _)| name.text.eq_ignore_ascii_case(word)).map(|(_, list)| *list);
        if let Some(keyword) = list.filter(|_| self.begins_type() && !self.assigned_from_here()) {
            let hint = format!("write `{} OF {}`", keyword.text(), self.list.raw(self.token()));
            self.mistaken(name.span, format!("{} OF is two words", keyword.text()), hint);
            let element = Box::new(Element { name: None, ty: self.type_() });
            return Some(match keyword {
                Keyword::Set => TypeKind::SetOf(element),
                _ => TypeKind::SequenceOf(element),
            });
        }
        let one = format!("{}String", name.text);
        let (word, kind) = SIMPLE
            .iter()
            .find(|(word, _)| self.at_keyword(Keyword::String) && word.text().eq_ignore_ascii_case(&one))?;
        let span = name.span.to(self.span());
        self.mistaken(span, "the name of this type is one word", format!("write `{}`", word.text()));
        self.bump();
        Some(kind.clone())
    }

    /// `sequence {`: reports the case of the word, and reads the type.
    pub(in crate::parse) fn type_in_lower_case(&mut self) -> Option<TypeKind> {
        let text = self.word()?.to_ascii_uppercase();
        let structured = [Keyword::Sequence, Keyword::Set, Keyword::Choice, Keyword::Enumerated];
        let keyword = structured.into_iter().find(|keyword| keyword.text() == text)?;
        let close = self.list.partner(self.ahead(1)).filter(|_| self.ahead(1).kind == TokenKind::LBrace)?;
        let behind = self.list.tokens.get(close as usize + 1).map(|token| token.kind);
        if !self.at(TokenKind::Lower) || behind == Some(TokenKind::Dot) {
            return None;
        }
        self.mistaken(self.span(), "reserved words are in capitals", format!("write {text}"));
        Some(self.builtin_type(keyword, &mut Vec::new()))
    }

    /// Whether a constraint is here in braces instead of parentheses.
    pub(in crate::parse) fn at_braced_constraint(&self) -> bool {
        let sized = matches!(self.ahead(1).kind, TokenKind::Keyword(Keyword::Size | Keyword::From));
        let bound = usize::from(self.ahead(1).kind == TokenKind::Minus) + 1;
        let low = matches!(self.ahead(bound).kind, TokenKind::Number | TokenKind::Keyword(Keyword::Min));
        let ranged = low && self.ahead(bound + 1).kind == TokenKind::Range;
        self.at(TokenKind::LBrace) && self.partner().is_some() && !self.side_by_side && (sized || ranged)
    }

    /// Reports such a constraint, and skips it.
    pub(in crate::parse) fn braced_constraint(&mut self) {
        let start = self.span();
        self.skip_tree();
        let text = self.short_text(start.to(self.last_span()));
        let inside = text.as_deref().and_then(|text| text.strip_prefix('{')?.strip_suffix('}'));
        let hint = inside.map_or(CONSTRAINT.into(), |text| format!("write `({})`", text.trim()));
        self.mistaken(start, "a constraint goes in parentheses", hint);
    }

    /// `a[0]` in an ENUMERATED or a list of named numbers, after `a`: reported once, and read as `a(0)`.
    pub(in crate::parse) fn number_in_brackets(&mut self, name: &Name) -> Option<Value> {
        let closed = self.ahead(1).kind == TokenKind::Number && self.ahead(2).kind == TokenKind::RBracket;
        if !self.at(TokenKind::LBracket) || !closed {
            return None;
        }
        if !std::mem::replace(&mut self.told_sign, true) {
            let hint = format!("write `{} ({})`", name.text, self.list.raw(self.ahead(1)));
            self.mistaken(self.span(), "the number of a name goes in parentheses", hint);
        }
        self.bump();
        let number = self.value();
        self.bump();
        Some(number)
    }

    /// `(SIZE (8))` among named bits: reports that their braces are not closed, and skips them.
    pub(in crate::parse) fn lose_before_size(&mut self) {
        if self.at(TokenKind::LParen)
            && self.ahead(1).kind == TokenKind::Keyword(Keyword::Size)
            && !self.is_lost()
        {
            let what = "the braces around the names are not closed".into();
            self.lose(self.span(), SyntaxKind::Mistaken(what, "write `}` before this".into()));
            self.pos = if self.inside_closed() { self.end } else { self.next_sync(self.pos) };
        }
    }

    /// The class of the tag that begins here. A word that is none is reported, and read as the nearest.
    pub(in crate::parse) fn tag_class(&mut self) -> TagClass {
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
    pub(in crate::parse) fn class_after_number(&mut self, class: TagClass) -> TagClass {
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
    pub(in crate::parse) fn at_bare_tag(&self) -> bool {
        let class = CLASSES.iter().any(|(keyword, _)| self.at_keyword(*keyword));
        class && self.ahead(1).kind == TokenKind::Number
    }

    /// Reports a tag without brackets.
    pub(in crate::parse) fn bare_tag(&mut self) {
        let span = self.span().to(self.list.span(self.ahead(1)));
        let text = self.short_text(span).unwrap_or_default();
        self.mistaken(span, "a tag goes in square brackets", format!("write `[{text}]`"));
    }

    /// Takes IMPLICIT or EXPLICIT if it is here before a tag, and reports it.
    pub(in crate::parse) fn mode_before_tag(&mut self) -> Option<TagMode> {
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

    /// `Name<...>`: reports the angle brackets, and returns what is in them; the cursor is after them.
    pub(in crate::parse) fn angle_brackets(&mut self, name: &str) -> Option<TokenSlice> {
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

    /// Takes the name of a field that lacks its `&`, and reports the first one of an assignment.
    pub(in crate::parse) fn bare_field(&mut self) -> Name {
        let name = self.take_name();
        if !std::mem::replace(&mut self.told_sign, true) {
            let hint = format!("write `&{}`", name.text);
            self.mistaken(name.span, "the names of fields begin with `&`", hint);
        }
        name
    }
}
