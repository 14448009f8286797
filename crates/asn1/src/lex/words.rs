//! Words, field names and numbers (X.680 12.2 to 12.9, X.681 7).

use std::borrow::Cow;
use std::sync::Arc;

use super::odd::is_hyphen;
use super::Lexer;
use crate::faults::LexKind;
use crate::token::{Keyword, TokenKind, NONE};

impl Lexer<'_, '_> {
    /// A reference, an identifier or a reserved word.
    pub(super) fn word(&mut self) {
        let lo = self.pos;
        let name = self.name();
        let kind = match Keyword::ALL.get(name as usize) {
            Some(&keyword) => TokenKind::Keyword(keyword),
            None if self.is_upper(lo) => TokenKind::Upper,
            None => TokenKind::Lower,
        };
        self.push(kind, lo, name);
    }

    /// `&name`, X.681 7.
    pub(super) fn field(&mut self) {
        let lo = self.pos;
        self.pos += 1;
        if !self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            return self.push(TokenKind::Other, lo, NONE);
        }
        let kind = if self.is_upper(self.pos) { TokenKind::UpperField } else { TokenKind::LowerField };
        let name = self.name();
        self.push(kind, lo, name);
    }

    fn is_upper(&self, at: usize) -> bool {
        self.text.as_bytes().get(at).is_some_and(u8::is_ascii_uppercase)
    }

    /// Letters, digits and single hyphens between them; returns the index of the name.
    fn name(&mut self) -> u32 {
        let lo = self.pos;
        let mut odd = false;
        while let Some(c) = self.peek() {
            let at = self.pos;
            if c.is_ascii_alphanumeric() {
                self.pos += 1;
            } else if c == '_' {
                self.pos += 1;
                self.fault(at, self.pos, LexKind::Underscore);
            } else if is_hyphen(c) {
                let behind = at + c.len_utf8();
                let next = self.text.get(behind..).and_then(|rest| rest.chars().next());
                let ends_range = c != '-' && self.text.get(lo..at) == Some("MIN");
                match next {
                    _ if ends_range => break,
                    Some(next) if next.is_ascii_alphanumeric() || next == '_' => self.pos = behind,
                    Some(next) if is_hyphen(next) => break,
                    _ if c == '-' => {
                        self.pos = behind;
                        self.fault(at, behind, LexKind::HyphenAtEnd);
                        odd = true;
                        break;
                    }
                    _ => break,
                }
                if c != '-' {
                    self.fault(at, behind, LexKind::OddHyphen(c));
                    odd = true;
                }
            } else if c.is_alphanumeric() {
                self.pos += c.len_utf8();
                self.fault(at, self.pos, LexKind::Character(c));
            } else {
                break;
            }
        }
        let raw = self.text.get(lo..self.pos).unwrap_or("");
        let word = if odd {
            let plain: String = raw.chars().map(|c| if is_hyphen(c) { '-' } else { c }).collect();
            Cow::Owned(plain.trim_end_matches('-').to_string())
        } else {
            Cow::Borrowed(raw)
        };
        intern(&mut self.names, &mut self.index, &word)
    }

    /// number or realnumber. In `1..2`, the full stops are a range; in `1...2`, the first one ends the
    /// number.
    pub(super) fn number(&mut self) {
        let lo = self.pos;
        self.digits();
        let whole = self.pos;
        if self.fraction_follows() {
            self.pos += 1;
            self.digits();
        }
        if matches!(self.byte(0), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.byte(1), Some(b'-' | b'+')));
            if self.is_digit(1 + sign) {
                self.pos += 1 + sign;
                self.digits();
            }
        }
        if self.text.as_bytes().get(lo) == Some(&b'0') && whole > lo + 1 {
            self.fault(lo, self.pos, LexKind::LeadingZeros);
        }
        let kind = if self.pos == whole { TokenKind::Number } else { TokenKind::Real };
        self.push(kind, lo, NONE);
    }

    /// Whether the current full stop belongs to the number before it.
    fn fraction_follows(&self) -> bool {
        let behind = |ahead| self.byte(ahead).unwrap_or(b' ');
        match (behind(0), behind(1), behind(2)) {
            (b'.', b'.', b'.') => behind(3).is_ascii_alphanumeric() || matches!(behind(3), b'-' | b'<'),
            (b'.', b'.', _) => false,
            (b'.', next, _) => !next.is_ascii_alphabetic() && next != b'&',
            _ => false,
        }
    }

    fn digits(&mut self) {
        while self.is_digit(0) {
            self.pos += 1;
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.pos + ahead).copied()
    }

    fn is_digit(&self, ahead: usize) -> bool {
        self.byte(ahead).is_some_and(|b| b.is_ascii_digit())
    }
}

/// The index of a name in the table of names, in which the reserved words come first.
fn intern(
    names: &mut Vec<Arc<str>>,
    index: &mut std::collections::HashMap<Arc<str>, u32>,
    word: &str,
) -> u32 {
    if let Some(&known) = index.get(word) {
        return known;
    }
    let name: Arc<str> = Arc::from(word);
    let number = names.len() as u32;
    names.push(name.clone());
    index.insert(name, number);
    number
}
