//! Mistakes in modules and assignments.

use crate::parse::cursor::Cursor;
use crate::token::{Keyword, TokenKind, TokenSlice};
use crate::tree::{Name, StringKind, Type, TypeKind};

impl Cursor<'_> {
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
