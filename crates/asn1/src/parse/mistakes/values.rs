//! Mistakes in values.

use std::collections::HashSet;
use std::sync::Arc;

use wireglot_text::Span;

use super::LONGEST;
use crate::faults::SyntaxKind;
use crate::parse::cursor::Cursor;
use crate::parse::sync::LINE_SEARCH;
use crate::token::TokenKind;
use crate::tree::{TypeKind, Value, ValueKind};

impl Cursor<'_> {
    /// The digits of a number in quotation marks.
    pub(in crate::parse) fn quoted_number(&self) -> Option<&str> {
        let digits = self.list.raw(self.token()).trim_matches('"');
        let is_number =
            !digits.is_empty() && digits.len() <= LONGEST && digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then_some(digits)
    }

    /// Takes such a number, and reports the first one of an assignment.
    pub(in crate::parse) fn number_without_quotes(&mut self) -> Value {
        let span = self.span();
        let digits: Arc<str> = self.quoted_number().unwrap_or_default().into();
        if !std::mem::replace(&mut self.told_sign, true) {
            self.mistaken(span, "a number takes no quotation marks", format!("write `{digits}`"));
        }
        self.bump();
        Value { span, kind: ValueKind::Number { negative: false, digits } }
    }

    /// Whether the file defines a value of this name.
    pub(in crate::parse) fn names_value(&mut self, word: &str) -> bool {
        if self.values.is_none() && self.of_file {
            self.values = Some(self.values_of_file());
        }
        self.values.as_ref().is_some_and(|values| values.contains(word))
    }

    fn values_of_file(&self) -> HashSet<Arc<str>> {
        let tokens = self.list.tokens.iter().enumerate();
        let assigned = tokens.filter(|(_, token)| token.kind == TokenKind::Assign).map(|(i, _)| i);
        let starts = assigned.filter_map(|i| {
            let start = self.assignment_start(i.saturating_sub(LINE_SEARCH), i)?;
            (start + 1 < i).then(|| self.list.tokens.get(start)).flatten()
        });
        let lower = starts.filter(|token| token.kind == TokenKind::Lower);
        lower.filter_map(|token| self.list.word(*token).cloned()).collect()
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
