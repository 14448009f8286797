//! The lexer: words, numbers, strings, marks, comments and line ends.

use std::borrow::Cow;

use wireglot_diag::Diagnostics;
use wireglot_text::{conflicts, lookalikes, FileId, Span};

use crate::faults::Finding;

/// A token. White space between tokens is not kept: it is the text between their spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Its position.
    pub span: Span,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A word: name, keyword or type.
    Word,
    /// Decimal digits.
    Integer,
    /// `0x` and hexadecimal digits.
    Hex,
    /// A string, quotes included.
    String,
    /// One of `: ; { } [ ] ( ) / = ' . + - *`, and those of the opt-in extensions `& | ^ ~ < >`.
    Mark(u8),
    /// Characters that are not part of the language: [`unknown`] says what about them.
    Stray,
    /// `// ...` without its line end.
    Comment,
    /// `/* ... */`, of the opt-in extensions.
    Block,
    /// The end of a line.
    LineEnd,
    /// The end of the text.
    End,
}

/// Up to so many characters between typographic quotes are taken together.
const QUOTED: usize = 100;

/// The characters of a line end, in any order or alone.
const LINE_ENDS: [u8; 2] = [b'\n', b'\r'];

/// Splits a text into tokens, the last of which is [`Kind::End`].
pub fn lex(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let (octets, tokens) = (text.as_bytes(), Vec::new());
    let mut lexer =
        Lexer { file, source: text, text: octets, at: 0, diagnostics, tokens, other_version: None };
    while lexer.at < text.len() {
        match lexer.other_version.take_if(|other| other.start <= lexer.at) {
            Some(other) => lexer.at = other.end,
            None => lexer.token(),
        }
    }
    lexer.push(Kind::End, text.len());
    lexer.tokens
}

struct Lexer<'a> {
    file: FileId,
    source: &'a str,
    /// The octets of the source.
    text: &'a [u8],
    at: usize,
    diagnostics: &'a mut Diagnostics,
    tokens: Vec<Token>,
    /// The second version in an unresolved merge, from the line `=======` on.
    other_version: Option<std::ops::Range<usize>>,
}

impl Lexer<'_> {
    fn span(&self, lo: usize) -> Span {
        Span::new(self.file, lo as u32, self.at as u32)
    }

    fn push(&mut self, kind: Kind, lo: usize) {
        let span = self.span(lo);
        self.tokens.push(Token { kind, span });
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.text.get(self.at).is_some_and(|&b| wanted(b)) {
            self.at += 1;
        }
    }

    fn token(&mut self) {
        let lo = self.at;
        let byte = self.text[lo];
        self.at += 1;
        match byte {
            b'\r' if self.text.get(self.at) == Some(&b'\n') => {}
            b' ' | b'\t' => {}
            // A single `\r` ends a line too, as in the reference compiler, which reads files in text mode.
            b'\n' | b'\r' => self.push(Kind::LineEnd, lo),
            b'<' if self.begins_line(lo) && self.text[lo..].starts_with(conflicts::FIRST.as_bytes()) => {
                self.conflict(lo)
            }
            b'/' if self.text.get(self.at) == Some(&b'/') => {
                self.skip_while(|b| !LINE_ENDS.contains(&b));
                self.push(Kind::Comment, lo);
            }
            b'/' if self.text.get(self.at) == Some(&b'*') => self.block_comment(lo),
            b'"' => self.string(lo),
            b'0' if self.text.get(self.at) == Some(&b'x')
                && self.text.get(self.at + 1).is_some_and(u8::is_ascii_hexdigit) =>
            {
                self.at += 1;
                self.skip_while(|b| b.is_ascii_hexdigit());
                self.push(Kind::Hex, lo);
            }
            b'0'..=b'9' => {
                self.skip_while(|b| b.is_ascii_digit());
                self.push(Kind::Integer, lo);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_');
                self.push(Kind::Word, lo);
            }
            _ if b":;{}[]()/=\\'.+-*&|^~<>".contains(&byte) => self.push(Kind::Mark(byte), lo),
            _ => self.stray(lo),
        }
    }

    fn begins_line(&self, lo: usize) -> bool {
        lo.checked_sub(1).is_none_or(|before| LINE_ENDS.contains(&self.text[before]))
    }

    /// A merge conflict marker. What follows is read as far as `=======`; the other version is skipped.
    fn conflict(&mut self, lo: usize) {
        self.skip_while(|b| !LINE_ENDS.contains(&b));
        self.push(Kind::Stray, lo);
        if self.other_version.is_some() {
            return;
        }
        let find = |mark: &[u8], from: usize| {
            let mut lines = self.text.get(from..)?.windows(mark.len() + 1);
            lines.position(|w| LINE_ENDS.contains(&w[0]) && &w[1..] == mark).map(|n| from + n)
        };
        let middle = find(conflicts::SECOND.as_bytes(), self.at).unwrap_or(self.text.len());
        let end = find(conflicts::END.as_bytes(), middle).map_or(self.text.len(), |line| line + 1);
        let rest = self.text[end..].iter().position(|b| LINE_ENDS.contains(b));
        self.other_version = Some(middle..rest.map_or(self.text.len(), |rest| end + rest));
    }

    fn block_comment(&mut self, lo: usize) {
        match self.text[self.at + 1..].windows(2).position(|pair| pair == b"*/") {
            Some(n) => {
                self.at += n + 3;
                self.push(Kind::Block, lo);
            }
            None => {
                self.at = self.text.len();
                let span = Span::new(self.file, lo as u32, lo as u32 + 2);
                let fault = Finding::error("B0104", span, "this comment never ends");
                self.diagnostics.report(&fault.hint("close it with `*/`"));
                self.push(Kind::Comment, lo);
            }
        }
    }

    fn string(&mut self, lo: usize) {
        loop {
            match self.text.get(self.at) {
                None | Some(b'\n' | b'\r') => {
                    let span = self.span(lo);
                    let fault = Finding::error("B0102", span, "this string does not end on its line");
                    self.diagnostics.report(&fault.hint("close it with `\"`; write a line end as `\\n`"));
                    break;
                }
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                Some(b'\\') => self.escape(),
                Some(_) => self.at += 1,
            }
        }
        self.push(Kind::String, lo);
    }

    fn escape(&mut self) {
        let lo = self.at;
        self.at += 1;
        let Some(&byte) = self.text.get(self.at).filter(|b| !LINE_ENDS.contains(b)) else { return };
        self.at += 1;
        self.skip_while(|b| b & 0xc0 == 0x80);
        if !b"trn\\'\"".contains(&byte) {
            let fault = Finding::error("B0103", self.span(lo), "this escape is unknown");
            self.diagnostics.report(&fault.hint("the escapes are \\t \\r \\n \\\\ \\' \\\""));
        }
    }

    /// Characters that are not part of the language, adjacent ones together: the text between typographic quotes, and
    /// the whole line after `#`.
    fn stray(&mut self, lo: usize) {
        let rest = self.source.get(lo..).unwrap_or_default();
        let first = rest.chars().next().unwrap_or_default();
        match first {
            '#' => self.skip_while(|b| !LINE_ENDS.contains(&b)),
            '\u{201c}' | '\u{201e}' => {
                let mut quoted =
                    rest.char_indices().skip(1).take(QUOTED).take_while(|(_, c)| !"\r\n".contains(*c));
                let close = quoted.find(|(_, c)| ['\u{201c}', '\u{201d}', '"'].contains(c));
                self.at = lo + close.map_or(first.len_utf8(), |(at, c)| at + c.len_utf8());
            }
            _ => self.skip_while(|b| b & 0xc0 == 0x80),
        }
        self.push(Kind::Stray, lo);
    }
}

/// What is wrong with characters that are not part of the language, and what to write.
pub fn unknown(text: &str) -> (String, Cow<'static, str>) {
    let first = text.chars().next().unwrap_or_default();
    let what = match first {
        '<' => conflicts::WHAT.to_string(),
        '!'..='~' => "this character has no meaning here".to_string(),
        '\u{201c}' | '\u{201d}' | '\u{201e}' => "typographic quotes have no meaning here".to_string(),
        _ => format!("the character U+{:04X} has no meaning here", first as u32),
    };
    let hint = match first {
        '<' => conflicts::HINT,
        '#' if text.starts_with("#define") => "a constant is written `const NAME = 1`",
        '#' if text.starts_with("#include") => "a file is imported with `import \"file.bitproto\"`",
        '#' => "a comment begins with `//`",
        ',' => "remove the comma: statements end with a line end or `;`",
        '%' => "a calculation has `+`, `-`, `*` and `/`",
        '@' => "bitproto has no annotations: remove this",
        '$' | '`' | '!' | '?' => "names have letters, digits and `_`",
        '\u{201c}' | '\u{201d}' | '\u{201e}' => return (what, quoted(text)),
        '\u{2018}' | '\u{2019}' => "write a plain `'`",
        _ => {
            let hint = match lookalikes::meant(first) {
                Some((kind, Some(' '))) => format!("this is {kind}: write an ordinary space"),
                Some((kind, Some(plain))) => format!("this is {kind}: write `{plain}`"),
                Some((kind, None)) => format!("this is {kind}: remove it"),
                None => "outside of strings and comments, text is plain ASCII".to_string(),
            };
            return (what, hint.into());
        }
    };
    (what, hint.into())
}

/// The same text between plain quotes.
fn quoted(text: &str) -> Cow<'static, str> {
    let inner = text.trim_matches(['\u{201c}', '\u{201d}', '\u{201e}', '"']);
    match inner.is_empty() {
        true => "write plain double quotes, `\"`".into(),
        false => format!("write plain double quotes: `\"{inner}\"`").into(),
    }
}

/// The characters that a string token stands for.
pub fn unquote(token: &str) -> String {
    let body = token.strip_prefix('"').unwrap_or(token);
    let body = body.strip_suffix('"').unwrap_or(body);
    let mut out = String::with_capacity(body.len());
    let mut characters = body.chars();
    while let Some(c) = characters.next() {
        out.push(match c {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('r') => '\r',
                Some('n') => '\n',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        });
    }
    out
}
