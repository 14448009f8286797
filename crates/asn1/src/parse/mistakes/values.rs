//! Mistakes in values.

use wireglot_text::Span;

use crate::faults::SyntaxKind;
use crate::parse::cursor::Cursor;
use crate::token::TokenKind;
use crate::tree::{TypeKind, Value, ValueKind};

impl Cursor<'_> {
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
    pub(in crate::parse) fn lose_in_digits(&mut self, integer: bool) -> bool {
        let Some((span, digits)) = self.grouped_digits(integer) else { return false };
        let what = "digits are not grouped".into();
        self.lose(span, SyntaxKind::Mistaken(what, format!("write `{digits}`").into()));
        true
    }

    /// Reports what follows a value of the governor after a comma, if anything does, and gets lost.
    pub(in crate::parse) fn lose_in_list(&mut self, value: &Value, governor: &TypeKind) {
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
}
