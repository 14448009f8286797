//! Values: numbers, strings, booleans, names and expressions.

use wireglot_bigint::BigInt;
use wireglot_text::Span;

use super::cursor::{Broken, Parsed, Parser, NESTING};
use crate::faults::Finding;
use crate::lex::{Kind, Token};
use crate::tree::{Expr, ExprKind};

/// Binary operators by precedence, lowest first. `<` and `>` are written twice.
const LEVELS: [&[u8]; 6] = [b"|", b"^", b"&", b"<>", b"+-", b"*/"];
/// The maximum number of consecutive operators of one level.
const LENGTH: u32 = 1000;

impl Parser<'_> {
    pub(super) fn number(&mut self, hint: &str) -> Parsed<Expr> {
        match self.peek().kind {
            _ if self.at_odd_number() => self.odd_number(),
            Kind::Integer | Kind::Hex => Ok(self.integer()),
            _ => self.fail("a number", hint),
        }
    }

    /// Reports a number in a form that bitproto does not have.
    pub(super) fn odd_number<T>(&mut self) -> Parsed<T> {
        let next = self.text_ahead(1);
        let plain = next.replace('_', "");
        let hint = match next.as_bytes() {
            [b'_', ..] if plain.bytes().all(|b| b.is_ascii_digit()) => {
                format!("digits are not grouped: `{}{plain}`", self.text_ahead(0))
            }
            [b'b' | b'B' | b'o' | b'O', ..] => "numbers are decimal or hexadecimal: `10`, `0x0A`".to_string(),
            [b'u' | b'U' | b'l' | b'L', ..] => {
                format!("numbers have no suffix: `{}`", self.text_ahead(0))
            }
            _ => "numbers are whole, and decimal or hexadecimal: `10`, `0x0A`".to_string(),
        };
        self.fail("a whole number", &hint)
    }

    pub(super) fn integer(&mut self) -> Expr {
        let token = self.next();
        let text = self.slice(token.span);
        let value = match token.kind {
            Kind::Hex => hexadecimal(&text[2..]),
            _ => BigInt::from_decimal(text).unwrap_or_default(),
        };
        Expr { kind: ExprKind::Integer(value), span: token.span }
    }

    /// An expression.
    pub(super) fn calculation(&mut self) -> Parsed<Expr> {
        self.binary(&LEVELS)
    }

    fn binary(&mut self, levels: &[&[u8]]) -> Parsed<Expr> {
        let Some((marks, tighter)) = levels.split_first() else { return self.unary() };
        let mut left = self.binary(tighter)?;
        let mut length = 0;
        while let Some((mark, span)) = self.operator(marks) {
            length += 1;
            if length > LENGTH {
                self.diagnostics.report(&Finding::error("B0206", span, "this calculation is too long"));
                return Err(Broken);
            }
            let right = self.binary(tighter)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(mark, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    /// Takes an operator if it is one of these.
    fn operator(&mut self, marks: &[u8]) -> Option<(u8, Span)> {
        let Token { kind: Kind::Mark(mark), mut span } = self.peek() else { return None };
        if !marks.contains(&mark) {
            return None;
        }
        if b"<>".contains(&mark) {
            let second = self.tokens.get(self.at + 1).filter(|t| t.kind == Kind::Mark(mark))?;
            if second.span.lo != span.hi {
                return None;
            }
            span = span.to(second.span);
            self.at += 1;
        }
        self.at += 1;
        if !b"+-*/".contains(&mark) {
            self.extension(span, &format!("the operator `{}`", self.slice(span)), "");
        }
        Some((mark, span))
    }

    /// A value, possibly with signs before it.
    fn unary(&mut self) -> Parsed<Expr> {
        let mut signs: Vec<(u8, Span)> = Vec::new();
        while let Token { kind: Kind::Mark(mark @ (b'-' | b'~')), span } = self.peek() {
            if signs.len() as u32 >= NESTING {
                self.diagnostics.report(&Finding::error("B0206", span, "nested too deeply"));
                return Err(Broken);
            }
            let what = if mark == b'-' { "a negative value" } else { "the operator `~`" };
            self.extension(span, what, "");
            self.at += 1;
            signs.push((mark, span));
        }
        let value = self.primary()?;
        Ok(signs.into_iter().rev().fold(value, |value, (mark, sign)| Expr {
            span: sign.to(value.span),
            kind: ExprKind::Unary(mark, Box::new(value)),
        }))
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        match token.kind {
            _ if self.at_odd_number() => self.odd_number(),
            Kind::Integer | Kind::Hex => Ok(self.integer()),
            Kind::String => {
                let word = self.string("a string")?;
                Ok(Expr { kind: ExprKind::String(word.text), span: word.span })
            }
            Kind::Word => match self.slice(token.span) {
                word @ ("true" | "yes" | "false" | "no") => {
                    let value = matches!(word, "true" | "yes");
                    self.at += 1;
                    Ok(Expr { kind: ExprKind::Boolean(value), span: token.span })
                }
                _ => {
                    let name = self.dotted("a value")?;
                    Ok(Expr { span: name.span, kind: ExprKind::Name(name.text) })
                }
            },
            Kind::Mark(b'(') => self.parenthesised(),
            _ => {
                let hint = match self.is_mark(b'\'') {
                    true => "strings go in double quotes: `\"text\"`",
                    false => "a value is a number, a string, a boolean, a constant or a calculation",
                };
                self.fail("a value", hint)
            }
        }
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        let open = self.next().span;
        self.depth += 1;
        if self.depth > NESTING {
            self.diagnostics.report(&Finding::error("B0206", open, "nested too deeply"));
            return Err(Broken);
        }
        let inner = self.calculation();
        self.depth -= 1;
        let inner = inner?;
        let close = self.expect(b')', "close the parenthesis")?;
        Ok(Expr { span: open.to(close), kind: inner.kind })
    }
}

/// The number with these digits, in linear time.
fn hexadecimal(digits: &str) -> BigInt {
    let value = |digit: &u8| char::from(*digit).to_digit(16).unwrap_or(0) as u8;
    let octet = |pair: &[u8]| pair.iter().fold(0, |octet, digit| octet << 4 | value(digit));
    let octets: Vec<u8> = digits.as_bytes().rchunks(2).rev().map(octet).collect();
    BigInt::from_unsigned(&octets)
}
