//! Tokens of ASN.1 (X.680 12), the white space and comments between them, and slices of both.
//!
//! A [`TokenList`] is lossless: its tokens and its trivia tile the text of the file. A [`TokenSlice`] is a
//! cheap handle to a range of its tokens, such as a brace group that has to wait for its governor.

use std::sync::Arc;

use wireglot_text::{FileId, Span};

pub use crate::keyword::Keyword;

/// The kind of a token. Words are distinguished only by their first letter: what they name depends on
/// context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A word with an upper-case initial: typereference, modulereference, objectclassreference, set
    /// reference.
    Upper,
    /// A word with a lower-case initial: identifier, valuereference, objectreference.
    Lower,
    /// A reserved word, X.680 12.38.
    Keyword(Keyword),
    /// `&Upper`: typefieldreference, valuesetfieldreference, objectsetfieldreference.
    UpperField,
    /// `&lower`: valuefieldreference, objectfieldreference.
    LowerField,
    /// number.
    Number,
    /// realnumber with a fraction or an exponent.
    Real,
    /// `"..."`.
    CString,
    /// `'01'B`.
    BString,
    /// `'0F'H`.
    HString,
    /// `::=`.
    Assign,
    /// `..`.
    Range,
    /// `...`.
    Ellipsis,
    /// `{`.
    LBrace,
    /// `}`.
    RBrace,
    /// `(`.
    LParen,
    /// `)`.
    RParen,
    /// `[`; two adjacent ones are `[[`.
    LBracket,
    /// `]`; two adjacent ones are `]]`.
    RBracket,
    /// `,`.
    Comma,
    /// `.`.
    Dot,
    /// `;`.
    Semicolon,
    /// `:`.
    Colon,
    /// `|`.
    Bar,
    /// `^`.
    Caret,
    /// `!`.
    Bang,
    /// `@`.
    At,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `-`.
    Minus,
    /// Any other character of the standard's set: `*`, `/`, `=`, `&`, `+`.
    Other,
    /// An invalid character or string; already reported.
    Bad,
    /// The end of the tokens. Not contained in any list.
    End,
}

/// One token. Its text and its partner are obtained from the list.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The offset of the first byte.
    pub lo: u32,
    /// The offset after the last byte.
    pub hi: u32,
    /// For words, the index of the name; for brackets, the index of the partner; otherwise `NONE`.
    pub(crate) data: u32,
}

/// No partner, no name.
pub(crate) const NONE: u32 = u32::MAX;

/// A kind of text between tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriviaKind {
    /// White space of any kind, a byte order mark included.
    White,
    /// `-- ... --` or `-- ...` to the end of the line (which is not part of it).
    LineComment,
    /// `/* ... */`, nested.
    BlockComment,
}

/// A run of white space or one comment.
#[derive(Clone, Copy, Debug)]
pub struct Trivia {
    /// What it is.
    pub kind: TriviaKind,
    /// The offset of the first byte.
    pub lo: u32,
    /// The offset after the last byte.
    pub hi: u32,
}

/// The tokens of one file, and everything between them.
#[derive(Debug)]
pub struct TokenList {
    pub(crate) file: FileId,
    pub(crate) text: Arc<str>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) trivia: Vec<Trivia>,
    pub(crate) names: Vec<Arc<str>>,
    /// Whether the text ends inside a comment: then other missing tokens need not be reported.
    pub(crate) ends_in_comment: bool,
}

impl TokenList {
    /// The file.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The text that was lexed: that of the file, possibly cleaned; offsets are those of the file in either
    /// case.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All tokens, in order.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// All trivia, in order. With the tokens they tile the text.
    pub fn trivia(&self) -> &[Trivia] {
        &self.trivia
    }

    /// The whole list as a slice.
    pub fn whole(self: &Arc<TokenList>) -> TokenSlice {
        TokenSlice { list: self.clone(), lo: 0, hi: self.tokens.len() as u32, prefix: Prefix::Any }
    }

    /// The span of a token.
    pub fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.lo, token.hi)
    }

    /// The text of a token as written.
    pub fn raw(&self, token: Token) -> &str {
        self.text.get(token.lo as usize..token.hi as usize).unwrap_or("")
    }

    /// The word of a token, without `&` and with plain hyphens; `None` if it is not a word.
    pub fn word(&self, token: Token) -> Option<&Arc<str>> {
        match token.kind {
            TokenKind::Upper
            | TokenKind::Lower
            | TokenKind::Keyword(_)
            | TokenKind::UpperField
            | TokenKind::LowerField => self.names.get(token.data as usize),
            _ => None,
        }
    }

    /// The index of the matching bracket; `None` if there is none.
    pub fn partner(&self, token: Token) -> Option<u32> {
        use TokenKind::*;
        match token.kind {
            LBrace | RBrace | LParen | RParen | LBracket | RBracket if token.data != NONE => Some(token.data),
            _ => None,
        }
    }

    /// The comments between the first token at or after `offset` and the token before it, with their offsets.
    pub fn comments_before(&self, offset: u32) -> impl Iterator<Item = (u32, &str)> {
        let next = self.tokens.partition_point(|t| t.lo < offset);
        let lo = next.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or(0, |t| t.hi);
        let hi = self.tokens.get(next).map_or(self.text.len() as u32, |t| t.lo);
        let first = self.trivia.partition_point(|t| t.lo < lo);
        self.trivia[first..]
            .iter()
            .take_while(move |t| t.hi <= hi)
            .filter(|t| t.kind != TriviaKind::White)
            .filter_map(|t| Some((t.lo, self.text.get(t.lo as usize..t.hi as usize)?)))
    }
}

/// What a bracket before a type holds if it names no encoding reference: X.680 31.1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// A tag.
    Tag,
    /// An encoding instruction of JER.
    Jer,
    /// A tag, or an instruction that is not supported.
    Any,
}

/// A range of the tokens of a list. Cloning it copies no tokens.
#[derive(Clone)]
pub struct TokenSlice {
    pub(crate) prefix: Prefix,
    pub(crate) list: Arc<TokenList>,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
}

impl TokenSlice {
    /// The list that it is part of.
    pub fn list(&self) -> &Arc<TokenList> {
        &self.list
    }

    /// Its tokens.
    pub fn tokens(&self) -> &[Token] {
        self.list.tokens.get(self.lo as usize..self.hi as usize).unwrap_or(&[])
    }

    /// Whether it contains no tokens.
    pub fn is_empty(&self) -> bool {
        self.lo >= self.hi
    }

    /// From its first to its last token; if it is empty, the empty span after the previous token.
    pub fn span(&self) -> Span {
        match self.tokens() {
            [] => {
                let before = (self.lo as usize).checked_sub(1).and_then(|i| self.list.tokens.get(i));
                let at = before.map_or(0, |t| t.hi);
                Span::new(self.list.file, at, at)
            }
            [one] => self.list.span(*one),
            [first, .., last] => self.list.span(*first).to(self.list.span(*last)),
        }
    }

    /// Its text as written, including comments.
    pub fn text(&self) -> &str {
        let span = self.span();
        self.list.text.get(span.lo as usize..span.hi as usize).unwrap_or("")
    }
}

impl std::fmt::Debug for TokenSlice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`", self.text())
    }
}
