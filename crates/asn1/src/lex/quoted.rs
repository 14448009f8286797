//! Strings: cstring, bstring and hstring (X.680 12.10, 12.12 and 12.14).

use super::{odd, Lexer};
use crate::faults::LexKind;
use crate::token::{TokenKind, NONE};

impl Lexer<'_, '_> {
    /// `"..."`, possibly on several lines; a doubled quotation mark stands for itself.
    pub(super) fn cstring(&mut self, open: char) {
        let lo = self.pos;
        self.pos += open.len_utf8();
        if open != '"' {
            self.fault(lo, self.pos, LexKind::OddQuote(open, '"'));
        }
        loop {
            let Some((length, close)) = self.closing(open) else {
                self.fault(lo, lo + open.len_utf8(), LexKind::StringNotClosed(open));
                // Put back everything after the first line: one missing mark must not hide the rest of the
                // file.
                self.pos += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
                return self.push(TokenKind::Bad, lo, NONE);
            };
            let at = self.pos + length;
            self.pos = at + close.len_utf8();
            if open == '"' && close == '"' && self.peek() == Some('"') {
                self.pos += 1;
                continue;
            }
            if open == '"' && close != '"' {
                self.fault(at, self.pos, LexKind::OddQuote(close, '"'));
            }
            let kind = self.doubly_quoted(lo, at).unwrap_or(TokenKind::CString);
            return self.push(kind, lo, NONE);
        }
    }

    /// `"0101"B`: digits in double quotes. Takes the letter after them.
    fn doubly_quoted(&mut self, lo: usize, end: usize) -> Option<TokenKind> {
        let digits = self.text.get(lo..end)?.strip_prefix('"')?;
        let mut behind = self.rest().chars();
        let kind = match behind.next()? {
            'B' if digits.bytes().all(|b| matches!(b, b'0' | b'1')) => TokenKind::BString,
            'H' if digits.bytes().all(|b| b.is_ascii_hexdigit()) => TokenKind::HString,
            _ => return None,
        };
        if behind.next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '-') {
            return None;
        }
        self.pos += 1;
        self.fault(lo, self.pos, LexKind::TextQuotes);
        Some(kind)
    }

    /// The offset of the mark that ends a string, and which mark it is. After a plain mark, a look-alike
    /// counts only if there is no plain one on the line.
    fn closing(&self, open: char) -> Option<(usize, char)> {
        let find = |text: &str, test: fn(char) -> bool| text.char_indices().find(|(_, c)| test(*c));
        if open != '"' {
            return find(self.rest(), |c| c == '"' || odd::is_double_quote(c));
        }
        let rest = self.rest();
        let plain = find(rest, |c| c == '"');
        let before = rest.get(..plain.map_or(rest.len(), |(at, _)| at)).unwrap_or("");
        let line = before.find(['\n', '\r']).and_then(|end| before.get(..end));
        line.or(if plain.is_none() { Some(before) } else { None })
            .and_then(|line| find(line, odd::is_double_quote))
            .or(plain)
    }

    /// Where a string in single quotes ends whose next mark is at `length`: a doubled mark inside of a short text is
    /// part of it.
    fn without_doubled(&self, mut length: usize) -> usize {
        let bytes = self.rest().as_bytes();
        let mark = |at: usize| bytes.get(at) == Some(&b'\'');
        while length > 0 && mark(length) && mark(length + 1) {
            let mut text = bytes.get(length + 2..).unwrap_or_default().iter().take(LONGEST);
            let end = text.position(|b| matches!(b, b'\'' | b'\n' | b'\r'));
            match end.filter(|&end| end > 0 && mark(length + 2 + end)) {
                Some(end) => length += 2 + end,
                None => break,
            }
        }
        length
    }

    /// `'0101'B` or `'0AF'H`, with white space allowed anywhere inside.
    pub(super) fn quoted_digits(&mut self, open: char) {
        let lo = self.pos;
        self.pos += open.len_utf8();
        if open != '\'' {
            self.fault(lo, self.pos, LexKind::OddQuote(open, '\''));
        }
        if self.rest().starts_with("'''H") || self.rest().starts_with("'''B") {
            // An empty string with every mark doubled, as if it were itself in quotation marks.
            self.pos += 2;
            self.fault(lo, self.pos, LexKind::OddQuote('\'', '\''));
        }
        let first = self.pos;
        let closing = |c: char| c == '\'' || odd::is_single_quote(c);
        let Some(length) = self.rest().find(closing).map(|length| self.without_doubled(length)) else {
            self.fault(lo, first, LexKind::StringNotClosed(open));
            self.pos += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
            return self.push(TokenKind::Bad, lo, NONE);
        };
        let digits = first..first + length;
        self.pos = digits.end;
        let close = self.peek().unwrap_or('\'');
        self.pos += close.len_utf8();
        if open == '\'' && close != '\'' {
            self.fault(digits.end, self.pos, LexKind::OddQuote(close, '\''));
        }
        let base = self.peek();
        if matches!(base, Some('B' | 'b' | 'H' | 'h')) {
            self.pos += 1;
        }
        if let Some(letter @ ('b' | 'h')) = base {
            self.fault(self.pos - 1, self.pos, LexKind::LowerBase(letter.to_ascii_uppercase()));
        }
        let (text, whole) = (self.text, (lo, self.pos));
        let inside = text.get(digits.clone()).unwrap_or("");
        let read = |kind, test: fn(char) -> bool, fault: fn(&str) -> LexKind| {
            let wrong = inside.char_indices().find(|(_, c)| !test(*c) && !matches!(c, '\t'..='\r' | ' '));
            match wrong.map(|(at, c)| (digits.start + at, digits.start + at + c.len_utf8())) {
                Some(place) => (TokenKind::Bad, Some((place, fault(inside)))),
                None => (kind, None),
            }
        };
        let (kind, fault) = match base {
            Some('B' | 'b') => read(TokenKind::BString, |c| matches!(c, '0' | '1'), not_binary),
            Some('H' | 'h') => read(TokenKind::HString, |c| c.is_ascii_hexdigit(), not_hexadecimal),
            _ => (TokenKind::Bad, Some((whole, without_base(inside)))),
        };
        if let Some(((from, to), fault)) = fault {
            self.fault(from, to, fault);
        }
        self.push(kind, lo, NONE);
    }
}

/// The maximum number of digits that are shown as they should be.
const LONGEST: usize = 40;

/// Digits without a base, or text, which is one character or has others than digits; shown if it is short.
fn without_base(inside: &str) -> LexKind {
    let is_digits = inside.chars().all(|c| c.is_ascii_hexdigit() || c.is_whitespace());
    match inside.len() > 1 && is_digits || inside.is_empty() || inside.len() > LONGEST {
        true => LexKind::NoBase,
        false => LexKind::TextInSingleQuotes(doubly_quoted(inside)),
    }
}

/// Text from single quotes as a cstring.
fn doubly_quoted(inside: &str) -> String {
    format!("\"{}\"", inside.replace("''", "'").replace('"', "\"\""))
}

fn not_binary(inside: &str) -> LexKind {
    LexKind::NotBinary(hexadecimal(inside))
}

fn not_hexadecimal(inside: &str) -> LexKind {
    let digits = inside.strip_prefix("0x").or_else(|| inside.strip_prefix("0X"));
    LexKind::NotHexadecimal(digits.and_then(hexadecimal))
}

/// Digits as a hexadecimal string, if they are any.
fn hexadecimal(digits: &str) -> Option<String> {
    let fits = digits.len() <= LONGEST && digits.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| format!("'{digits}'H"))
}
