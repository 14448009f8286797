//! Mistakes in the components of a SEQUENCE, SET or CHOICE.

use wireglot_text::Span;

use super::{lower, LONGEST};
use crate::faults::SyntaxKind;
use crate::near::{close_keyword, habit};
use crate::parse::advice::COMMENT;
use crate::parse::cursor::Cursor;
use crate::parse::types::begins_type;
use crate::token::{Keyword, Token, TokenKind};
use crate::tree::{ExtensionMarker, Name, Type, TypeKind};

/// The maximum number of words that are taken for one name.
const WORDS_OF_NAME: usize = 4;

/// Words of other languages before a name, which are not part of it.
const NO_NAMES: &[&str] = &[
    "const", "extern", "final", "let", "mutable", "private", "public", "readonly", "required", "signed",
    "static", "type", "typedef", "unsigned", "var", "volatile",
];

/// Words that begin a note.
const NOTES: &[&str] = &["TODO", "FIXME", "XXX", "TBD", "HACK"];

impl Cursor<'_> {
    /// OPTIONAL or DEFAULT before the type; where the type begins, counted in tokens.
    pub(in crate::parse) fn presence_before_type(&self) -> Option<usize> {
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

    /// Reports that a component has its type before its name; takes the constraints after the name.
    pub(in crate::parse) fn type_first(&mut self, ty: &mut Type, name: &Name) {
        let word = lower(&name.text);
        let shown = self.short_text(ty.span);
        let first = self.span();
        let bare = ty.constraints.is_empty();
        while self.at(TokenKind::LParen) && !self.is_lost() {
            let constraint = self.constraint();
            ty.constraints.push(constraint);
        }
        let whole = first.to(self.last_span());
        let constraint =
            if ty.constraints.is_empty() || whole.hi <= first.lo { None } else { self.short_text(whole) };
        let element = |list: &str, element: &Type| {
            let element = self.short_text(element.span).filter(|_| bare)?;
            Some(format!("{list} {} OF {element}", constraint.as_deref()?))
        };
        let constrained = match &ty.kind {
            TypeKind::SequenceOf(of) => element("SEQUENCE", &of.ty),
            TypeKind::SetOf(of) => element("SET", &of.ty),
            _ => shown.as_ref().zip(constraint.as_ref()).map(|(shown, text)| format!("{shown} {text}")),
        };
        let written = match self.last_span() == name.span {
            true => shown,
            false => constrained,
        };
        let what = "the name of a component comes before its type";
        let hint = format!("write `{word} {}`", written.as_deref().unwrap_or("..."));
        self.mistaken(ty.span.to(name.span), what, hint);
    }

    /// Whether a name is here with constraints after it, which end the component: its type comes first.
    pub(in crate::parse) fn at_constrained_name(&self) -> bool {
        let mut at = 1;
        while let Some(close) =
            self.list.partner(self.ahead(at)).filter(|_| self.ahead(at).kind == TokenKind::LParen)
        {
            at = close as usize + 1 - self.pos;
        }
        let ends = matches!(
            self.ahead(at).kind,
            TokenKind::Comma | TokenKind::End | TokenKind::Keyword(Keyword::Optional | Keyword::Default)
        );
        self.at(TokenKind::Lower) && at > 1 && ends
    }

    /// `id ::= Type` in braces, where a component is expected: reports it, and skips the rest of the braces, which the
    /// `::=` cuts off from their beginning.
    pub(in crate::parse) fn lose_in_assigned_component(&mut self) -> bool {
        let is_component = self.at(TokenKind::Lower)
            && self.ahead(1).kind == TokenKind::Assign
            && begins_type(self.ahead(2).kind);
        if !is_component {
            return false;
        }
        let word = self.word().unwrap_or_default();
        let hint = format!("write `{word} {}`", self.list.raw(self.ahead(2)));
        let what = "only a space comes between the name of a component and its type";
        self.lose(self.list.span(self.ahead(1)), SyntaxKind::Mistaken(what.into(), hint.into()));
        self.skip_open_braces();
        true
    }

    /// Skips to the `}` that closes the group around the current token, whose brackets are not paired, or to the next
    /// assignment that begins with a capital.
    fn skip_open_braces(&mut self) {
        let mut depth = 1u32;
        while !self.done() && depth > 0 {
            let capital = self.at(TokenKind::Upper) && self.begins_assignment() && self.starts_line(self.pos);
            match self.kind() {
                TokenKind::LBrace => depth += 1,
                TokenKind::RBrace => depth -= 1,
                TokenKind::Keyword(Keyword::End) => return,
                _ if capital => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// `my count INTEGER`, after `my`: reports that a name has no spaces, and returns the whole name.
    pub(in crate::parse) fn name_with_spaces(&mut self, name: &Name) -> Option<Name> {
        let more = (0..WORDS_OF_NAME).take_while(|&i| self.ahead(i).kind == TokenKind::Lower).count();
        let last = self.ahead(more.checked_sub(1)?);
        let words: Vec<&str> =
            (0..more).filter_map(|i| self.list.word(self.ahead(i))).map(|word| &**word).collect();
        let known =
            |word: &str| habit(word).is_some() || close_keyword(word).is_some() || NO_NAMES.contains(&word);
        let span = name.span.to(self.list.span(last));
        let is_type = begins_type(self.ahead(more).kind) && !self.starts_line(self.pos + more);
        if !is_type
            || known(&name.text)
            || words.iter().any(|word| known(word))
            || self.short_text(span).is_none()
        {
            return None;
        }
        let text = format!("{}-{}", name.text, words.join("-"));
        self.mistaken(span, "a name has no spaces", format!("write `{text}`"));
        self.pos += more;
        Some(Name { text: text.into(), span })
    }

    /// `a.b INTEGER`, after `a`: reports that a name has no full stop, and returns the whole name.
    pub(in crate::parse) fn name_with_stops(&mut self, name: &Name) -> Option<Name> {
        let (stop, next) = (self.token(), self.ahead(1));
        let is_word = matches!(next.kind, TokenKind::Lower | TokenKind::Upper | TokenKind::Number);
        let adjacent = name.span.hi == stop.lo && stop.hi == next.lo;
        let type_follows = begins_type(self.ahead(2).kind) && self.ahead(2).lo > next.hi;
        if stop.kind != TokenKind::Dot || !is_word || !adjacent || !type_follows {
            return None;
        }
        let span = name.span.to(self.list.span(next));
        let text = format!("{}-{}", name.text, self.list.raw(next));
        self.mistaken(span, "a name has no full stop", format!("write `{text}`"));
        self.pos += 2;
        Some(Name { text: text.into(), span })
    }

    /// `foo--bar INTEGER`, after `foo`: reports that a comment begins there, if what comes after it is no type.
    pub(in crate::parse) fn lose_in_comment_of_name(&mut self, name: &Name) -> bool {
        let here = self.list.tokens.get(self.pos).map_or(self.list.text.len() as u32, |token| token.lo);
        let comment = self.list.comments_before(here).next().filter(|(lo, _)| *lo == name.span.hi);
        let Some((lo, comment)) = comment else { return false };
        let rest = comment.strip_prefix("--").unwrap_or_default();
        let begins = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
        let is_type = self.begins_type() && !self.assigned_from_here();
        if !begins || rest.ends_with("--") || is_type {
            return false;
        }
        let word: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').take(LONGEST).collect();
        let dashes = Span::new(self.list.file, lo, lo + 2);
        let hint =
            format!("in a name, write a single hyphen: `{}-{}`", name.text, word.trim_end_matches('-'));
        self.lose(dashes, SyntaxKind::Mistaken("a comment begins at this `--`".into(), hint.into()));
        true
    }

    /// Skips marks and notes in front of a component or an item that belong elsewhere: those of a diff, the number of a
    /// line, `TODO ...`. They are reported once in a file. Returns whether there are any.
    pub(in crate::parse) fn skip_pasted(&mut self) -> bool {
        let from = self.pos;
        while let Some((what, hint, length)) = self.pasted() {
            if !std::mem::replace(&mut self.told_pasted, true) {
                self.mistaken(self.span(), what, hint);
            }
            self.pos = (self.pos + length).min(self.end);
        }
        self.pos > from
    }

    /// What is here that was pasted, what to do, and how many tokens it has.
    fn pasted(&self) -> Option<(&'static str, &'static str, usize)> {
        if !self.starts_line(self.pos) {
            return None;
        }
        let (here, next) = (self.token(), self.ahead(1));
        let begins =
            matches!(next.kind, TokenKind::Lower | TokenKind::Upper) && !self.starts_line(self.pos + 1);
        let defines = begins_type(self.ahead(2).kind) || self.ahead(2).kind == TokenKind::Assign;
        let ends = next.kind == TokenKind::Keyword(Keyword::End) && !self.starts_line(self.pos + 1);
        let raw = self.list.raw(here);
        let in_column_one =
            here.lo == 0 || self.list.text.as_bytes().get(here.lo as usize - 1) == Some(&b'\n');
        match here.kind {
            TokenKind::Other if raw == "+" && in_column_one && begins && defines => {
                Some(("this looks like a line of a diff", "remove the `+`", 1))
            }
            TokenKind::Minus if raw == "-" && in_column_one && begins && defines => {
                Some(("this looks like a line of a diff", "remove the line", self.rest_of_line()))
            }
            TokenKind::Number if (begins && defines || ends) && here.hi < next.lo => {
                Some(("this looks like the number of a line", "remove it", 1))
            }
            TokenKind::Upper if NOTES.contains(&raw) && self.is_prose() => {
                Some(("this looks like a note", COMMENT, self.rest_of_line()))
            }
            _ => None,
        }
    }

    /// Whether the line goes on with a colon or a word in lower case, and assigns nothing.
    fn is_prose(&self) -> bool {
        let assigns = |i: usize| self.ahead(i).kind == TokenKind::Assign;
        matches!(self.ahead(1).kind, TokenKind::Colon | TokenKind::Lower)
            && !self.starts_line(self.pos + 1)
            && !(1..self.rest_of_line()).any(assigns)
    }

    /// The number of tokens from here to the end of the line.
    fn rest_of_line(&self) -> usize {
        let last = self.end - self.pos;
        (1..last).find(|&i| self.starts_line(self.pos + i)).unwrap_or(last)
    }

    /// Reports `..` where `...` is meant.
    pub(in crate::parse) fn two_dots(&mut self) -> ExtensionMarker {
        let span = self.span();
        self.bump();
        let comma = matches!(self.kind(), TokenKind::Comma | TokenKind::End);
        let hint = if comma { "write `...`" } else { "write `...,`" };
        self.mistaken(span, "three full stops mark where extensions go, not two", hint);
        ExtensionMarker { span, exception: None }
    }

    /// The closing bracket of a group that begins with `[[` and has only one.
    pub(in crate::parse) fn single_closing(&self) -> Option<Token> {
        if self.partner().is_some() {
            return None;
        }
        let close = self.list.partner(self.ahead(1))? as usize;
        self.list.tokens.get(close).copied().filter(|_| close < self.end)
    }

    /// `[0] name Type`: whether a component begins here whose tag comes before its name.
    pub(in crate::parse) fn tag_before_name(&self) -> bool {
        let close = self.partner().filter(|_| self.at(TokenKind::LBracket));
        close.is_some_and(|close| {
            let kind = |i: usize| self.list.tokens.get(i).filter(|_| i < self.end).map(|token| token.kind);
            kind(close + 1) == Some(TokenKind::Lower) && kind(close + 2).is_some_and(begins_type)
        })
    }

    /// Takes such a component up to its type, and reports it.
    pub(in crate::parse) fn component_after_tag(&mut self) -> (Name, Type) {
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
}
