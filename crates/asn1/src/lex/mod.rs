//! The lexer (X.680 12) for the text of one file.
//!
//! It is greedy and context-free. The parser decides what depends on context: whether two adjacent brackets
//! are `[[`, whether a minus belongs to a number, whether a reserved word is a literal of a WITH SYNTAX list.
//! Brackets are paired here, so that the parser can skip a group in one step. `::=` never occurs inside a
//! group, so whatever is open there will not be closed any more.
//!
//! Characters that word processors put into specifications are read as intended and reported as tolerances.

mod brackets;
mod hyphens;
mod odd;
mod quoted;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use wireglot_diag::Diagnostics;
use wireglot_text::{FileId, Span};

use crate::faults::{LexFault, LexKind};
use crate::token::{Keyword, Token, TokenKind, TokenList, Trivia, TriviaKind, NONE};

/// Lexes a text. Faults go to `diagnostics`; the list is complete in any case.
pub fn lex(file: FileId, text: Arc<str>, diagnostics: &mut Diagnostics) -> TokenList {
    let names: Vec<Arc<str>> = Keyword::ALL.iter().map(|k| Arc::from(k.text())).collect();
    let index = names.iter().enumerate().map(|(i, name)| (name.clone(), i as u32)).collect();
    let mut lexer = Lexer {
        file,
        text: &text,
        pos: 0,
        tokens: Vec::with_capacity(text.len() / 5),
        trivia: Vec::with_capacity(text.len() / 5),
        names,
        index,
        brackets: brackets::Brackets::default(),
        ends_in_comment: false,
        diagnostics,
    };
    while lexer.pos < text.len() {
        lexer.step();
    }
    let Lexer { tokens, trivia, names, ends_in_comment, .. } = lexer;
    TokenList { file, text, tokens, trivia, names, ends_in_comment }
}

/// The state while lexing one text.
struct Lexer<'t, 'd> {
    file: FileId,
    text: &'t str,
    pos: usize,
    tokens: Vec<Token>,
    trivia: Vec<Trivia>,
    names: Vec<Arc<str>>,
    index: HashMap<Arc<str>, u32>,
    brackets: brackets::Brackets,
    ends_in_comment: bool,
    diagnostics: &'d mut Diagnostics,
}

impl Lexer<'_, '_> {
    /// Reads one token, one comment or one run of white space.
    fn step(&mut self) {
        let Some(c) = self.peek() else { return };
        match c {
            '\t'..='\r' | ' ' => self.white(),
            'a'..='z' | 'A'..='Z' => self.word(),
            '0'..='9' => self.number(),
            '`' if self.at_fence() => self.fence(),
            _ if c == '"' || odd::is_double_quote(c) => self.cstring(c),
            _ if c == '\'' || odd::is_single_quote(c) => self.quoted_digits(c),
            '&' => self.field(),
            '/' if self.rest().starts_with("/*") => self.block_comment(),
            _ if odd::is_hyphen(c) => self.hyphen(c),
            _ if odd::is_space(c) => self.white(),
            _ if odd::dots(c).is_some() => self.dots(c),
            _ => self.punctuation(c),
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.pos..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        let byte = *self.text.as_bytes().get(self.pos)?;
        if byte < 0x80 {
            Some(byte as char)
        } else {
            self.rest().chars().next()
        }
    }

    fn fault(&mut self, lo: usize, hi: usize, kind: LexKind) {
        let span = Span::new(self.file, lo as u32, hi as u32);
        self.diagnostics.report(&LexFault { span, kind });
    }

    fn push(&mut self, kind: TokenKind, lo: usize, data: u32) {
        self.tokens.push(Token { kind, lo: lo as u32, hi: self.pos as u32, data });
    }

    fn push_trivia(&mut self, kind: TriviaKind, lo: usize) {
        self.trivia.push(Trivia { kind, lo: lo as u32, hi: self.pos as u32 });
    }

    /// White space (X.680 12.1.6) and its look-alikes.
    fn white(&mut self) {
        let lo = self.pos;
        while let Some(c) = self.peek() {
            let at = self.pos;
            if odd::is_space(c) {
                self.pos += c.len_utf8();
                self.fault(at, self.pos, LexKind::OddSpace(c));
            } else if matches!(c, '\t'..='\r' | ' ') {
                self.pos += 1;
            } else {
                break;
            }
        }
        self.push_trivia(TriviaKind::White, lo);
    }

    /// Whether a line of Markdown begins here that begins or ends a block of code.
    fn at_fence(&self) -> bool {
        let before = self.text.get(..self.pos).unwrap_or("").trim_end_matches([' ', '\t']);
        self.rest().starts_with("```") && (before.is_empty() || before.ends_with(['\n', '\r']))
    }

    /// Reports such a line, and skips it.
    fn fence(&mut self) {
        let lo = self.pos;
        self.pos += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        self.fault(lo, self.pos, LexKind::Fence);
        self.push_trivia(TriviaKind::LineComment, lo);
    }

    /// `/* ... */`, which nests: X.680 12.6.4.
    fn block_comment(&mut self) {
        let lo = self.pos;
        let bytes = self.text.as_bytes();
        let mut depth = 0usize;
        let mut i = lo;
        loop {
            match bytes.get(i..i + 2) {
                Some(b"/*") => {
                    depth += 1;
                    i += 2;
                }
                Some(b"*/") => {
                    depth -= 1;
                    i += 2;
                    if depth == 0 {
                        break;
                    }
                }
                Some(_) => i += 1,
                None => {
                    i = bytes.len();
                    self.ends_in_comment = true;
                    self.fault(lo, lo + 2, LexKind::CommentNotClosed);
                    break;
                }
            }
        }
        self.pos = i;
        self.push_trivia(TriviaKind::BlockComment, lo);
    }

    /// Tokens made of punctuation.
    fn punctuation(&mut self, c: char) {
        let lo = self.pos;
        if let Some((text, kind)) = SIGNS.iter().find(|(text, _)| self.rest().starts_with(text)) {
            self.pos += text.len();
            if *kind == TokenKind::Assign {
                self.brackets.clear();
            }
            self.push(*kind, lo, NONE);
            self.pair(*kind);
            return;
        }
        self.pos += c.len_utf8();
        self.fault(lo, self.pos, LexKind::Character(c));
        self.push(TokenKind::Bad, lo, NONE);
    }

    /// Pairs the last token if it is a bracket.
    fn pair(&mut self, kind: TokenKind) {
        let here = self.tokens.len() as u32 - 1;
        let opening = match kind {
            TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket => {
                return self.brackets.push(kind, here)
            }
            TokenKind::RBrace => TokenKind::LBrace,
            TokenKind::RParen => TokenKind::LParen,
            TokenKind::RBracket => TokenKind::LBracket,
            _ => return,
        };
        if let Some(partner) = self.brackets.close(opening) {
            self.tokens[partner as usize].data = here;
            self.tokens[here as usize].data = partner;
        }
    }
}

/// Punctuation, longer tokens before their prefixes.
const SIGNS: &[(&str, TokenKind)] = &[
    ("{", TokenKind::LBrace),
    ("}", TokenKind::RBrace),
    (",", TokenKind::Comma),
    ("(", TokenKind::LParen),
    (")", TokenKind::RParen),
    ("::=", TokenKind::Assign),
    ("...", TokenKind::Ellipsis),
    ("..", TokenKind::Range),
    (".", TokenKind::Dot),
    ("[", TokenKind::LBracket),
    ("]", TokenKind::RBracket),
    ("|", TokenKind::Bar),
    (";", TokenKind::Semicolon),
    (":", TokenKind::Colon),
    ("@", TokenKind::At),
    ("^", TokenKind::Caret),
    ("!", TokenKind::Bang),
    ("<", TokenKind::Less),
    (">", TokenKind::Greater),
    ("*", TokenKind::Other),
    ("/", TokenKind::Other),
    ("=", TokenKind::Other),
    ("+", TokenKind::Other),
];
