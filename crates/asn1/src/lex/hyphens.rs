//! Hyphens: minus signs and comments (X.680 12.6.3), and the dashes and dots of printed texts.

use super::{odd, Lexer};
use crate::faults::LexKind;
use crate::token::{Keyword, TokenKind, TriviaKind, NONE};

impl Lexer<'_, '_> {
    /// A minus or a comment. A dash that is neither part of a word nor before a number used to be two hyphens
    /// before a word processor joined them, or the two full stops of a range.
    pub(super) fn hyphen(&mut self, c: char) {
        let lo = self.pos;
        self.pos += c.len_utf8();
        if let Some(next) = self.peek().filter(|next| odd::is_hyphen(*next)) {
            if c != '-' {
                self.fault(lo, self.pos, LexKind::OddHyphen(c));
            }
            self.pos += next.len_utf8();
            return self.line_comment(lo, c != '-');
        }
        if c == '-' {
            return self.push(TokenKind::Minus, lo, NONE);
        }
        if self.is_range() {
            self.fault(lo, self.pos, LexKind::OddRange(c));
            return self.push(TokenKind::Range, lo, NONE);
        }
        if self.peek().is_some_and(|next| next.is_ascii_digit()) || self.is_minus() {
            self.fault(lo, self.pos, LexKind::OddHyphen(c));
            return self.push(TokenKind::Minus, lo, NONE);
        }
        self.fault(lo, self.pos, LexKind::OddComment(c));
        self.line_comment(lo, false);
    }

    /// A character for two or three full stops.
    pub(super) fn dots(&mut self, c: char) {
        let lo = self.pos;
        self.pos += c.len_utf8();
        let Some((mut kind, mut meant)) = odd::dots(c) else { return };
        if self.is_range() {
            (kind, meant) = (TokenKind::Range, "..");
        }
        self.fault(lo, self.pos, LexKind::OddDots(c, meant));
        self.push(kind, lo, NONE);
    }

    /// Whether the last character is between the bounds of a range: a number or MIN before it, and a number,
    /// possibly negative, or MAX after it, in parentheses.
    fn is_range(&self) -> bool {
        let low = matches!(
            self.tokens.last().map(|t| t.kind),
            Some(TokenKind::Number | TokenKind::Real | TokenKind::Keyword(Keyword::Min))
        );
        let behind = self.rest().trim_start_matches([' ', '\t']);
        let behind = behind.strip_prefix(odd::is_hyphen).unwrap_or(behind);
        let high = behind.starts_with(|c: char| c.is_ascii_digit()) || behind.starts_with("MAX");
        low && high && self.brackets.in_parentheses()
    }

    /// Whether the last character begins a number that is separated from it.
    fn is_minus(&self) -> bool {
        use TokenKind::{Assign, Bar, Colon, LParen, Less, Range};
        let awaited =
            matches!(self.tokens.last().map(|t| t.kind), Some(Assign | Bar | Colon | LParen | Less | Range));
        let behind = self.rest().trim_start_matches([' ', '\t']);
        awaited && behind.starts_with(|c: char| c.is_ascii_digit())
    }

    /// The rest of a comment that began with two hyphens at `lo`. A comment that began with other dashes ends
    /// with two of any kind.
    fn line_comment(&mut self, lo: usize, odd_pair: bool) {
        let bytes = self.text.as_bytes();
        // A row of 4n + 1 hyphens would leave one over as a minus. A row is counted once, at its start.
        let row_begins = self.pos - lo == 2 && lo.checked_sub(1).and_then(|i| bytes.get(i)) != Some(&b'-');
        let row = if row_begins { &bytes[self.pos..] } else { &[] };
        let dashes = row.iter().take_while(|b| **b == b'-').count();
        let odd = dashes % 4 == 3;
        if odd {
            self.pos += dashes;
            self.fault(lo, self.pos, LexKind::OddDashes);
        }
        let mut i = self.pos;
        while let Some(&byte) = bytes.get(i) {
            match byte {
                b'\n' | b'\r' | 0x0b | 0x0c => break,
                b'-' if !odd && bytes.get(i + 1) == Some(&b'-') => {
                    i += 2;
                    break;
                }
                0x80.. if odd_pair => match pair(self.text.get(i..).unwrap_or("")) {
                    Some(length) => {
                        i += length;
                        break;
                    }
                    None => i += 1,
                },
                _ => i += 1,
            }
        }
        self.pos = i;
        self.push_trivia(TriviaKind::LineComment, lo);
    }
}

/// The length of the two hyphens of any kind at the start of a text.
fn pair(text: &str) -> Option<usize> {
    let mut characters = text.chars();
    let two = characters.next().zip(characters.next());
    let (one, other) = two.filter(|(one, other)| odd::is_hyphen(*one) && odd::is_hyphen(*other))?;
    Some(one.len_utf8() + other.len_utf8())
}
