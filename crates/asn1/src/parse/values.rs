//! Values, as far as they can be parsed without their type: X.680 17.7.

use std::sync::Arc;

use super::cursor::Cursor;
use crate::faults::SyntaxKind;
use crate::near::close_value;
use crate::token::{Keyword, Token, TokenKind};
use crate::tree::{Name, TypeKind, Value, ValueKind};

impl Cursor<'_> {
    /// Value, or an object.
    pub(super) fn value(&mut self) -> Value {
        match self.nested(|c| c.value_here()) {
            Some(value) => value,
            None => self.no_value(),
        }
    }

    /// A placeholder for a value that could not be parsed.
    pub(super) fn no_value(&self) -> Value {
        Value { span: self.span(), kind: ValueKind::Error }
    }

    fn value_here(&mut self) -> Value {
        let start = self.span();
        let kind = self.value_kind();
        Value { span: self.since(start), kind }
    }

    fn value_kind(&mut self) -> ValueKind {
        match self.kind() {
            _ if self.begins_assignment() => self.no_value_here(),
            TokenKind::Lower => self.named_value(),
            TokenKind::Number | TokenKind::Real | TokenKind::Minus => self.numeric(),
            TokenKind::LBrace => self.braced("a value").map_or(ValueKind::Error, ValueKind::Braced),
            TokenKind::CString => ValueKind::CString(self.cstring().text),
            TokenKind::BString => ValueKind::BString(self.quoted()),
            TokenKind::HString => ValueKind::HString(self.quoted()),
            TokenKind::Keyword(Keyword::Null) if self.ahead(1).kind == TokenKind::Colon => self.typed_value(),
            TokenKind::Keyword(keyword) => match word_value(keyword) {
                Some(kind) => {
                    self.bump();
                    kind
                }
                None if keyword == Keyword::Containing => {
                    self.bump();
                    ValueKind::Containing(Box::new(self.value()))
                }
                None if self.begins_type() => self.typed_value(),
                None => self.no_value_here(),
            },
            TokenKind::Upper if self.is_external_value() => self.referenced_value(),
            TokenKind::LBracket if self.ahead(2).kind == TokenKind::Comma && self.partner().is_some() => {
                let text = self.short_text(self.span().to(self.list.span(self.closing_token())));
                let hint = text.map_or("write `{1, 2, 3}`".into(), |text| {
                    format!("write `{{{}}}`", text.trim_matches(['[', ']']))
                });
                self.mistaken(self.span(), "a list of values goes in braces", hint);
                self.skip_tree();
                ValueKind::Error
            }
            TokenKind::Upper | TokenKind::LBracket => self.typed_value(),
            TokenKind::Less | TokenKind::Greater if self.at_comparison() => {
                let hint = "write a range: `0..MAX`, `MIN..10`; to exclude an end, write `0<..MAX`";
                self.lose(
                    self.span(),
                    SyntaxKind::Mistaken("a constraint has no comparisons".into(), hint.into()),
                );
                ValueKind::Error
            }
            TokenKind::Less => {
                self.lose(self.span(), SyntaxKind::XmlValue);
                ValueKind::Error
            }
            TokenKind::Other if self.list.raw(self.token()) == "+" && self.is_number(1) => {
                let digits = self.list.raw(self.ahead(1)).to_owned();
                self.mistaken(self.span(), "a number has no plus sign", format!("write `{digits}`"));
                self.bump();
                self.numeric()
            }
            _ => self.no_value_here(),
        }
    }

    /// Whether a value begins here, other than one with its type.
    pub(super) fn begins_value(&self) -> bool {
        use TokenKind::{BString, CString, HString, LBrace, Lower, Minus, Number, Real};
        let literal =
            matches!(self.kind(), Number | Real | Minus | CString | BString | HString | LBrace | Lower);
        literal || matches!(self.kind(), TokenKind::Keyword(Keyword::True | Keyword::False))
    }

    fn is_number(&self, distance: usize) -> bool {
        matches!(self.ahead(distance).kind, TokenKind::Number | TokenKind::Real)
    }

    /// Whether `>`, `>=`, `< 5` or `<= 5` is here.
    fn at_comparison(&self) -> bool {
        let next = self.ahead(1);
        let equals = next.kind == TokenKind::Other && self.list.raw(next) == "=";
        self.at(TokenKind::Greater) || equals || self.is_number(1) || next.kind == TokenKind::Minus
    }

    fn closing_token(&self) -> Token {
        let close = self.partner().and_then(|close| self.list.tokens.get(close));
        close.copied().unwrap_or(self.token())
    }

    fn no_value_here(&mut self) -> ValueKind {
        if self.at(TokenKind::Other) && self.list.raw(self.token()) == "*" {
            self.unexpected_because(
                "a value",
                Some("a range without an upper end is written `0..MAX`".into()),
            );
            return ValueKind::Error;
        }
        self.unexpected("a value");
        ValueKind::Error
    }

    /// `alternative : value`, a reference, or a field of an object.
    fn named_value(&mut self) -> ValueKind {
        if self.ahead(1).kind == TokenKind::Colon {
            let name = self.take_name();
            self.bump();
            return ValueKind::Choice(name, Box::new(self.value()));
        }
        if self.equals_follows() {
            let name = self.take_name();
            self.needless_sign("a value of a CHOICE has a colon after its alternative", |c| {
                format!("write `{} : {}`", name.text, c.next_value_text())
            });
            return ValueKind::Choice(name, Box::new(self.value()));
        }
        if self.literal_follows() {
            let name = self.take_name();
            self.report(self.span(), SyntaxKind::NoColon);
            return ValueKind::Choice(name, Box::new(self.value()));
        }
        self.referenced_value()
    }

    /// Whether `alternative = value` is here.
    fn equals_follows(&self) -> bool {
        let sign = self.ahead(1);
        sign.kind == TokenKind::Other && self.list.raw(sign) == "=" && !self.side_by_side
    }

    /// Whether `alternative value` is here, the CHOICE value notation of X.208.
    fn literal_follows(&self) -> bool {
        use TokenKind::{BString, CString, HString, Minus, Number, Real};
        !self.side_by_side
            && matches!(self.ahead(1).kind, Number | Real | Minus | CString | BString | HString)
    }

    fn referenced_value(&mut self) -> ValueKind {
        let reference = self.reference();
        let path = self.field_path();
        if path.is_empty() {
            ValueKind::Reference(reference)
        } else {
            ValueKind::Field(reference, path)
        }
    }

    /// `Type : value`; without the colon, a field of the objects of a set.
    fn typed_value(&mut self) -> ValueKind {
        let ty = self.type_();
        if !self.at(TokenKind::Colon) {
            if let TypeKind::Field(reference, path) = ty.kind {
                return ValueKind::Field(reference, path);
            }
        }
        if !self.eat(TokenKind::Colon) {
            match &ty.kind {
                TypeKind::Reference(reference) if self.is_unknown_in_template(&reference.name) => {
                    let word = &reference.name.text;
                    let what =
                        format!("the name of a value begins with a lowercase letter: `{word}` does not");
                    let hint = match close_value(word) {
                        Some(keyword) => format!("did you mean {}?", keyword.text()),
                        None => "start it with a lowercase letter".into(),
                    };
                    self.lose(ty.span, SyntaxKind::Mistaken(what.into(), hint.into()));
                }
                // Its governor knows what it may stand for.
                TypeKind::Reference(reference) if ty.constraints.is_empty() && ty.tags.is_empty() => {
                    return ValueKind::Reference(reference.clone());
                }
                _ if self.is_lost() => {}
                _ => {
                    let shown = self.short_text(ty.span).unwrap_or_else(|| "this".into());
                    let what = format!("a value is expected, but `{shown}` is a type");
                    let hint =
                        "write a value; one of an open type follows its type and a colon: `INTEGER : 5`";
                    self.lose(ty.span, SyntaxKind::Mistaken(what.into(), hint.into()));
                }
            }
            return ValueKind::Error;
        }
        ValueKind::Typed(Box::new(ty), Box::new(self.value()))
    }

    /// Whether a word is in a definition with parameters, and none of them. The resolver reads such a definition
    /// only where it is used.
    pub(super) fn is_unknown_in_template(&self, name: &Name) -> bool {
        self.dummies.as_ref().is_some_and(|dummies| !dummies.contains(&name.text))
    }

    /// A number with its sign.
    fn numeric(&mut self) -> ValueKind {
        if let Some(hint) = self.foreign_number() {
            let start = self.span();
            let mut last = start;
            while self.continues_number() && (last == start || self.token().lo == last.hi) {
                last = self.span();
                self.bump();
            }
            let whole = start.to(last);
            let text = self.list.text.get(whole.lo as usize..whole.hi as usize).unwrap_or("");
            let (wanted, found) = ("a value".into(), format!("`{text}`"));
            let hint = Some(hint(text).into());
            self.lose(whole, SyntaxKind::Unexpected { wanted, found, hint, meant: None });
            return ValueKind::Error;
        }
        let negative = self.eat(TokenKind::Minus);
        match self.kind() {
            TokenKind::Number => ValueKind::Number { negative, digits: self.take_text().text },
            TokenKind::Real => ValueKind::Real { negative, text: self.take_text().text },
            _ => {
                self.unexpected("a number");
                ValueKind::Error
            }
        }
    }

    fn continues_number(&self) -> bool {
        use TokenKind::{Dot, Lower, Number, Real, Upper};
        matches!(self.kind(), Number | Real | Dot | Lower | Upper)
    }

    /// Advice for a number in the notation of other languages: `0x0F`, `1.2.840`.
    fn foreign_number(&self) -> Option<fn(&str) -> String> {
        let (here, next) = (self.token(), self.ahead(1));
        let adjacent = here.hi == next.lo;
        let word = self.list.raw(next);
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit());
        let hex = word.strip_suffix(['H', 'h']).is_some_and(digits);
        let binary =
            matches!(word, "B" | "b") && self.list.raw(here).bytes().all(|b| matches!(b, b'0' | b'1'));
        let suffix =
            here.kind == TokenKind::Number && matches!(next.kind, TokenKind::Upper | TokenKind::Lower);
        let hexadecimal = self.list.raw(here) == "0" && self.list.raw(next).starts_with(['x', 'X']);
        let dotted = matches!(next.kind, TokenKind::Dot | TokenKind::Real)
            && matches!(here.kind, TokenKind::Real | TokenKind::Number);
        match () {
            _ if !adjacent => None,
            _ if hexadecimal => Some(|text| {
                let digits = text.get(2..).unwrap_or("");
                let decimal = u64::from_str_radix(digits, 16).map_or(String::new(), |n| format!(": `{n}`"));
                format!(
                    "octets are written in quotes, with an H: `'{digits}'H`; numbers are decimal{decimal}"
                )
            }),
            _ if suffix && (hex || binary) => Some(based_digits),
            _ if suffix => Some(|_| DECIMAL.into()),
            _ if dotted => Some(|text| {
                let arcs = text.replace('.', " ");
                format!("an object identifier goes in braces, with spaces: `{{{arcs}}}`")
            }),
            _ => None,
        }
    }

    /// The digits of a bstring or hstring, in upper case.
    fn quoted(&mut self) -> Arc<str> {
        let raw = self.take_text().text;
        // Quotes are not digits, but the letter after the closing quote may be one.
        let inside = raw.get(..raw.len().saturating_sub(1)).unwrap_or("");
        let plain: String =
            inside.chars().filter(char::is_ascii_hexdigit).map(|c| c.to_ascii_uppercase()).collect();
        Arc::from(plain)
    }

    /// A number, or a reference to one: tags, named numbers, enumerations.
    pub(super) fn number_or_reference(&mut self, wanted: &'static str) -> Value {
        match self.kind() {
            TokenKind::Number | TokenKind::Minus | TokenKind::Lower => self.value(),
            TokenKind::Upper if self.is_external_value() => self.value(),
            TokenKind::CString if self.quoted_number().is_some() => self.number_without_quotes(),
            _ => {
                self.unexpected(wanted);
                self.no_value()
            }
        }
    }
}

const DECIMAL: &str = "a number has only digits, and is in decimal";

/// Advice for digits with the letter of their base.
fn based_digits(text: &str) -> String {
    let (digits, base) = match text.strip_suffix(['H', 'h']) {
        Some(digits) => (digits, "H"),
        None => (text.strip_suffix(['B', 'b']).unwrap_or(text), "B"),
    };
    match digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        true => format!("digits go in quotation marks: `'{digits}'{base}`; numbers are decimal"),
        false => DECIMAL.into(),
    }
}

/// Values written as one reserved word.
fn word_value(keyword: Keyword) -> Option<ValueKind> {
    Some(match keyword {
        Keyword::True => ValueKind::Boolean(true),
        Keyword::False => ValueKind::Boolean(false),
        Keyword::Null => ValueKind::Null,
        Keyword::PlusInfinity => ValueKind::PlusInfinity,
        Keyword::MinusInfinity => ValueKind::MinusInfinity,
        Keyword::NotANumber => ValueKind::NotANumber,
        _ => return None,
    })
}
