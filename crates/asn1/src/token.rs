//! Tokens of ASN.1 (X.680 12), the white space and comments between them, and slices of both.
//!
//! A [`TokenList`] is lossless: its tokens and its trivia tile the text of the
//! file. A [`TokenSlice`] is a cheap handle to a run of its tokens; a brace group
//! that has to wait for its governor is one.

use std::sync::Arc;

use wireglot_text::{FileId, Span};

pub use crate::keyword::Keyword;

/// What a token is. Words are told apart by their first letter only: what they name is a matter of place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A word with a capital first: typereference, modulereference, objectclassreference, set reference.
    Upper,
    /// A word with a small letter first: identifier, valuereference, objectreference.
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
    /// `[`; two that touch are `[[`.
    LBracket,
    /// `]`; two that touch are `]]`.
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
    /// Any other character that the standard knows: `*`, `/`, `=`, `&`, `+`.
    Other,
    /// A character without meaning, or a string that is none; the user has been told.
    Bad,
    /// The end of the tokens at hand. No list holds it.
    End,
}

/// One token. Its text and its partner are asked of the list.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First octet.
    pub lo: u32,
    /// One past the last octet.
    pub hi: u32,
    /// Words: index of the name. Brackets: index of the partner. Others: `NONE`.
    pub(crate) data: u32,
}

/// No partner, no name.
pub(crate) const NONE: u32 = u32::MAX;

/// What stands between tokens.
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
    /// First octet.
    pub lo: u32,
    /// One past the last octet.
    pub hi: u32,
}

/// The tokens of one file, and all that stands between them.
#[derive(Debug)]
pub struct TokenList {
    pub(crate) file: FileId,
    pub(crate) text: Arc<str>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) trivia: Vec<Trivia>,
    pub(crate) names: Vec<Arc<str>>,
    /// Whether the text ends inside a comment: then no one need be told what else is missing.
    pub(crate) ends_in_comment: bool,
}

impl TokenList {
    /// The file.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The text that was lexed: the file's, or what cleaning left of it; offsets are the file's in either case.
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
        TokenSlice { list: self.clone(), lo: 0, hi: self.tokens.len() as u32 }
    }

    /// Where a token stands.
    pub fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.lo, token.hi)
    }

    /// The text of a token as written.
    pub fn raw(&self, token: Token) -> &str {
        self.text.get(token.lo as usize..token.hi as usize).unwrap_or("")
    }

    /// The word of a token, without `&` and with plain hyphens; `None` if it is no word.
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

    /// The index of the bracket that closes or opens this one; `None` if there is none.
    pub fn partner(&self, token: Token) -> Option<u32> {
        use TokenKind::*;
        match token.kind {
            LBrace | RBrace | LParen | RParen | LBracket | RBracket if token.data != NONE => Some(token.data),
            _ => None,
        }
    }

    /// The comments that stand between the token at or behind `offset` and the token before it,
    /// and where each begins.
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

/// A run of tokens of a list. Cloning it copies no token.
#[derive(Clone)]
pub struct TokenSlice {
    pub(crate) list: Arc<TokenList>,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
}

impl TokenSlice {
    /// The list that it is a part of.
    pub fn list(&self) -> &Arc<TokenList> {
        &self.list
    }

    /// Its tokens.
    pub fn tokens(&self) -> &[Token] {
        self.list.tokens.get(self.lo as usize..self.hi as usize).unwrap_or(&[])
    }

    /// Whether there is no token in it.
    pub fn is_empty(&self) -> bool {
        self.lo >= self.hi
    }

    /// From its first to its last token; if it is empty, the empty span behind the token before it.
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

    /// Its text as written, comments and all.
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
