//! Mistakes in the components of a SEQUENCE, SET or CHOICE.

use super::lower;
use crate::parse::cursor::Cursor;
use crate::parse::types::begins_type;
use crate::token::{Keyword, Token, TokenKind};
use crate::tree::{ExtensionMarker, Name, Type};

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

    /// Reports that a component has its type before its name.
    pub(in crate::parse) fn type_first(&mut self, ty: &Type, name: &Name) {
        let word = lower(&name.text);
        let shown = self.short_text(ty.span).unwrap_or_else(|| "...".into());
        let what = "the name of a component comes before its type";
        self.mistaken(ty.span.to(name.span), what, format!("write `{word} {shown}`"));
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
