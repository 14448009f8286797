//! The lexer: words, numbers, strings, marks, comments and line ends.

use wireglot_diag::Diagnostics;
use wireglot_text::{FileId, Span};

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
    /// `// ...` without its line end.
    Comment,
    /// `/* ... */`, of the opt-in extensions.
    Block,
    /// The end of a line.
    LineEnd,
    /// The end of the text.
    End,
}

/// The characters of a line end, in any order or alone.
const LINE_ENDS: [u8; 2] = [b'\n', b'\r'];

/// Splits a text into tokens, the last of which is [`Kind::End`].
pub fn lex(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut lexer = Lexer { file, text: text.as_bytes(), at: 0, diagnostics, tokens: Vec::new() };
    while lexer.at < text.len() {
        lexer.token();
    }
    lexer.push(Kind::End, text.len());
    lexer.tokens
}

struct Lexer<'a> {
    file: FileId,
    text: &'a [u8],
    at: usize,
    diagnostics: &'a mut Diagnostics,
    tokens: Vec<Token>,
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
            let fault = Finding::error("B0103", self.span(lo), "this escape is not known");
            self.diagnostics.report(&fault.hint("the escapes are \\t \\r \\n \\\\ \\' \\\""));
        }
    }

    /// Reports characters that are not part of the language; adjacent ones are reported together.
    fn stray(&mut self, lo: usize) {
        self.skip_while(|b| b >= 0x80);
        let rest = self.text.get(self.at..).unwrap_or_default();
        let hint = match self.text[lo] {
            b'#' if rest.starts_with(b"define") => "a constant is written `const NAME = 1`",
            b'#' if rest.starts_with(b"include") => "a file is imported with `import \"file.bitproto\"`",
            b'#' => "a comment begins with `//`",
            b',' => "remove the comma: statements end with a line end or `;`",
            0x80.. if is_quote(&self.text[lo..self.at], &['\u{201c}', '\u{201d}', '\u{201e}']) => {
                "write plain double quotes, `\"`"
            }
            0x80.. if is_quote(&self.text[lo..self.at], &['\u{2018}', '\u{2019}']) => "write a plain `'`",
            b'@' | b'$' | b'`' | b'!' | b'?' | b'%' => "names have letters, digits and `_`",
            _ => "outside of strings and comments, text is plain ASCII",
        };
        if self.text[lo] == b'#' {
            // What other languages have here means nothing in bitproto: one report is enough.
            self.skip_while(|b| !LINE_ENDS.contains(&b));
        }
        let span = self.span(lo);
        self.diagnostics
            .report(&Finding::error("B0101", span, "this character has no meaning here").hint(hint));
    }
}

/// Whether a text begins with one of these quotation marks.
fn is_quote(text: &[u8], marks: &[char]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.starts_with(marks))
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
