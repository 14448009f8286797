//! Mistakes in constraints.

use wireglot_text::Span;

use crate::faults::SyntaxKind;
use crate::parse::advice::COMPUTED;
use crate::parse::cursor::Cursor;
use crate::parse::types::begins_type;
use crate::token::{Keyword, Token, TokenKind};
use crate::tree::{ElementSet, ElementSetKind};

/// The maximum number of tokens in a sum that is worked out.
const LONGEST_SUM: usize = 16;

const NO_ARITHMETIC: &str = "ASN.1 has no arithmetic";

impl Cursor<'_> {
    /// Whether a word for CONTAINING is here, with a type after it.
    pub(in crate::parse) fn at_foreign_contents(&self) -> bool {
        self.at_word(&["CONTAINS"]) && begins_type(self.ahead(1).kind)
    }

    /// Reports a word for the one that is meant.
    pub(in crate::parse) fn foreign_word(&mut self, meant: Keyword) {
        let found = self.word().unwrap_or_default();
        let what = format!("expected {}, found `{found}`", meant.text());
        self.mistaken(self.span(), what, format!("write {}", meant.text()));
    }

    /// Takes a word for EXCEPT, and reports it.
    pub(in crate::parse) fn eat_foreign_except(&mut self) -> bool {
        let is_word = !self.is_lost() && self.at_word(&["EXCLUDE", "EXCLUDING", "NOT", "WITHOUT"]);
        if is_word {
            self.foreign_word(Keyword::Except);
            self.bump();
        }
        is_word
    }

    /// `NOT 5`: reports it, and reads `ALL EXCEPT 5`.
    pub(in crate::parse) fn excluded_alone(&mut self) -> Option<ElementSet> {
        use TokenKind::{CString, LParen, Lower, Minus, Number};
        let follows = matches!(self.ahead(1).kind, CString | LParen | Lower | Minus | Number);
        if !follows || !self.at(TokenKind::Upper) || !self.at_word(&["NOT", "EXCLUDING"]) {
            return None;
        }
        let start = self.span();
        let what = format!("expected ALL EXCEPT, found `{}`", self.word().unwrap_or_default());
        self.mistaken(start, what, "write `ALL EXCEPT`");
        self.bump();
        let excluded = Box::new(self.element());
        Some(ElementSet { span: self.since(start), kind: ElementSetKind::AllExcept(excluded) })
    }

    /// An element that begins with a word of another language, or with a reserved word in lower case.
    pub(in crate::parse) fn foreign_element(&mut self) -> Option<ElementSetKind> {
        let next = self.ahead(1).kind;
        let lower = self.at(TokenKind::Lower) && next == TokenKind::LParen;
        if lower && self.at_word(&["size", "from"]) {
            let keyword = if self.at_word(&["size"]) { Keyword::Size } else { Keyword::From };
            self.mistaken(self.span(), "reserved words are in capitals", format!("write {}", keyword.text()));
            self.bump();
            let inner = Box::new(self.constraint());
            return Some(match keyword {
                Keyword::Size => ElementSetKind::Size(inner),
                _ => ElementSetKind::From(inner),
            });
        }
        if next == TokenKind::CString && self.at_word(&["REGEX", "REGEXP", "MATCHES"]) {
            self.foreign_word(Keyword::Pattern);
            self.bump();
            return Some(ElementSetKind::Pattern(Box::new(self.value())));
        }
        let number = matches!(next, TokenKind::Number | TokenKind::Minus | TokenKind::Keyword(Keyword::Min));
        if number && self.at(TokenKind::Upper) && self.at_word(&["RANGE"]) {
            self.mistaken(self.span(), "a range has no word before it", "write only the range: `(0..5)`");
            self.bump();
            return Some(self.value_type_or_range());
        }
        None
    }

    /// `name - 1` and `name + 1` as the end of a range: reports that ASN.1 has no arithmetic, and gets lost.
    pub(in crate::parse) fn lose_in_sum(&mut self) -> bool {
        let operator = self.ahead(1);
        let is_operator = operator.kind == TokenKind::Minus || self.is_operator(operator);
        let operand = matches!(self.ahead(2).kind, TokenKind::Number | TokenKind::Lower);
        if !self.at(TokenKind::Lower) || !is_operator || !operand {
            return false;
        }
        let hint = "define a value for the result, and write its name";
        let whole = self.span().to(self.list.span(self.ahead(2)));
        self.lose(whole, SyntaxKind::Mistaken(NO_ARITHMETIC.into(), hint.into()));
        true
    }

    /// `2^32-1` after the 2, which begins at `first`: reports that ASN.1 has no arithmetic, and gets lost. At the lower
    /// end of a range, a minus is rather meant for its dots.
    pub(in crate::parse) fn lose_in_arithmetic(&mut self, first: Span, is_upper: bool) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i)).copied();
        let Some(before) = before.filter(|token| token.kind == TokenKind::Number) else { return false };
        let (operator, next) = (self.token(), self.ahead(1));
        let operand = matches!(next.kind, TokenKind::Number | TokenKind::Lower) || self.is_operator(next);
        let is_operator = match operator.kind {
            TokenKind::Caret => self.is_power(before, next),
            TokenKind::Minus => operand && is_upper,
            _ => self.is_operator(operator) && operand,
        };
        if !is_operator || self.is_lost() {
            return false;
        }
        let begin = self.list.tokens.partition_point(|token| token.lo < first.lo);
        let in_sum = |token: &&Token| {
            matches!(token.kind, TokenKind::Number | TokenKind::Minus | TokenKind::Caret)
                || self.is_operator(**token)
        };
        let tokens = self.list.tokens.get(begin..self.end).unwrap_or_default();
        let sum: Vec<Token> = tokens.iter().take_while(in_sum).take(LONGEST_SUM).copied().collect();
        let last = sum.last().copied().unwrap_or(operator);
        let signs: Vec<&str> = sum.iter().map(|token| self.list.raw(*token)).collect();
        let hint = match result(&signs) {
            Some(result) if sum.len() < LONGEST_SUM => format!("write `{result}`"),
            _ => COMPUTED.into(),
        };
        let whole = first.to(self.list.span(last));
        self.lose(whole, SyntaxKind::Mistaken(NO_ARITHMETIC.into(), hint.into()));
        true
    }

    fn is_operator(&self, token: Token) -> bool {
        token.kind == TokenKind::Other && matches!(self.list.raw(token), "+" | "*" | "/")
    }

    /// Whether `^` is a power and no intersection: the spaces are missing, and either something is calculated with the
    /// result or the intersection would be empty.
    fn is_power(&self, base: Token, exponent: Token) -> bool {
        let caret = self.token();
        let adjacent = base.hi == caret.lo && caret.hi == exponent.lo && exponent.kind == TokenKind::Number;
        let next = self.ahead(2);
        let goes_on = next.lo == exponent.hi && (next.kind == TokenKind::Minus || self.is_operator(next));
        let number = |token: Token| self.list.raw(token).parse::<u64>().ok();
        let is_empty = number(base).zip(number(exponent)).is_some_and(|(base, exponent)| base < exponent);
        // An empty part of a union is no sign of a power.
        let before = self.pos.checked_sub(2).and_then(|at| self.list.tokens.get(at)).map(|token| token.kind);
        let in_union = before == Some(TokenKind::Bar) || next.kind == TokenKind::Bar;
        adjacent && (goes_on || is_empty && !in_union)
    }
}

/// The result of a sum of products of powers.
fn result(signs: &[&str]) -> Option<i128> {
    let mut signs = signs.iter().copied().peekable();
    let mut negative = signs.next_if_eq(&"-").is_some();
    let mut total = 0i128;
    loop {
        let product = product(&mut signs)?;
        total = if negative { total.checked_sub(product)? } else { total.checked_add(product)? };
        match signs.next() {
            None => return Some(total),
            Some("+") => negative = false,
            Some("-") => negative = true,
            Some(_) => return None,
        }
    }
}

type Signs<'s, 'i> = std::iter::Peekable<std::iter::Copied<std::slice::Iter<'i, &'s str>>>;

fn product(signs: &mut Signs) -> Option<i128> {
    let mut product = power(signs)?;
    while signs.next_if_eq(&"*").is_some() {
        product = product.checked_mul(power(signs)?)?;
    }
    Some(product)
}

/// A number, or a power, written `2^8` or `2**8`.
fn power(signs: &mut Signs) -> Option<i128> {
    let base: i128 = signs.next()?.parse().ok()?;
    let mut stars = signs.clone();
    let starred = stars.next() == Some("*") && stars.next() == Some("*");
    if starred {
        *signs = stars;
    } else if signs.next_if_eq(&"^").is_none() {
        return Some(base);
    }
    base.checked_pow(signs.next()?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::result;

    #[test]
    fn sums_are_worked_out() {
        assert_eq!(result(&["2", "^", "32", "-", "1"]), Some(4_294_967_295));
        assert_eq!(result(&["-", "2", "*", "*", "31"]), Some(-2_147_483_648));
        assert_eq!(result(&["256", "*", "256", "+", "1"]), Some(65_537));
        assert_eq!(result(&["2", "^", "999"]), None);
        assert_eq!(result(&["5", "/", "2"]), None);
        assert_eq!(result(&["5", "+"]), None);
    }
}
