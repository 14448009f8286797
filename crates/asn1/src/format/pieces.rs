//! Tokens and comments in order.

use crate::token::{TokenKind, TokenList, TriviaKind};

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceKind {
    /// A token; `[[` and `]]` are one bracket each.
    Token(TokenKind),
    /// A comment.
    Comment,
    /// Text left unchanged.
    Verbatim,
}

/// A token, a comment, or a text left unchanged.
#[derive(Debug)]
pub(super) struct Piece<'t> {
    pub kind: PieceKind,
    /// As written, without trailing white space.
    pub text: &'t str,
    /// The byte offset at which it begins.
    pub at: u32,
    /// The number of line ends before it.
    pub lines: u32,
    /// Whether it touches the piece before it.
    pub touches: bool,
    /// For comments: whether the line ends after it.
    pub ends_line: bool,
    /// The column at which it begins, with tab stops every 8 and every 4 columns.
    pub columns: (usize, usize),
    /// For brackets: the matching one.
    pub partner: Option<usize>,
}

impl Piece<'_> {
    pub fn is(&self, kind: TokenKind) -> bool {
        self.kind == PieceKind::Token(kind)
    }

    pub fn is_comment(&self) -> bool {
        self.kind == PieceKind::Comment
    }

    /// Whether it spans several lines.
    pub fn is_tall(&self) -> bool {
        self.text.contains('\n')
    }

    /// Whether nothing can follow it on its line.
    pub fn ends_its_line(&self) -> bool {
        self.is_comment() && self.ends_line
    }

    /// Its width in columns.
    pub fn width(&self) -> usize {
        self.text.lines().next().map_or(0, |line| line.chars().count())
    }
}

/// The pieces of a text. `verbatim` holds the spans that are single pieces, in order.
pub(super) fn of<'t>(list: &'t TokenList, verbatim: &[(u32, u32)]) -> Vec<Piece<'t>> {
    let (tokens, trivia) = (list.tokens(), list.trivia());
    let mut row = Row { text: list.text(), pieces: Vec::with_capacity(tokens.len()), ..Row::default() };
    let mut of_token = vec![usize::MAX; tokens.len()];
    let (mut t, mut v, mut kept) = (0, 0, verbatim.iter().peekable());
    while t < tokens.len() || v < trivia.len() {
        let token = tokens.get(t).map_or(u32::MAX, |token| token.lo);
        let between = trivia.get(v).map_or(u32::MAX, |trivia| trivia.lo);
        if let Some((lo, hi)) = kept.next_if(|(lo, _)| *lo <= token.min(between)) {
            row.push(PieceKind::Verbatim, *lo, *hi);
            t += tokens[t..].iter().take_while(|token| token.lo < *hi).count();
            v += trivia[v..].iter().take_while(|trivia| trivia.lo < *hi).count();
        } else if token < between {
            of_token[t] = row.pieces.len();
            row.push(PieceKind::Token(tokens[t].kind), token, tokens[t].hi);
            t += 1;
        } else {
            match trivia[v].kind {
                TriviaKind::White => row.white(between, trivia[v].hi),
                TriviaKind::LineComment | TriviaKind::BlockComment => {
                    row.push(PieceKind::Comment, between, trivia[v].hi);
                }
            }
            v += 1;
        }
    }
    let mut pieces = row.pieces;
    for (index, token) in tokens.iter().enumerate() {
        let partner = list.partner(*token).and_then(|partner| of_token.get(partner as usize)).copied();
        if let Some(piece) = pieces.get_mut(of_token[index]) {
            piece.partner = partner.filter(|partner| *partner != usize::MAX);
        }
    }
    pieces
}

/// The pieces so far, and what followed the last one.
#[derive(Default)]
struct Row<'t> {
    text: &'t str,
    pieces: Vec<Piece<'t>>,
    lines: u32,
    apart: bool,
    columns: (usize, usize),
}

impl<'t> Row<'t> {
    fn white(&mut self, lo: u32, hi: u32) {
        let white = self.text.get(lo as usize..hi as usize).unwrap_or_default();
        self.lines += line_ends(white);
        self.apart = true;
        if let Some(last) = self.pieces.last_mut() {
            last.ends_line |= white.trim_start_matches([' ', '\t']).starts_with(is_line_end);
        }
        self.advance(white);
    }

    fn push(&mut self, kind: PieceKind, lo: u32, hi: u32) {
        let whole = self.text.get(lo as usize..hi as usize).unwrap_or_default();
        self.pieces.push(Piece {
            kind,
            text: whole.trim_end(),
            at: lo,
            lines: self.lines,
            touches: !self.apart && !self.pieces.is_empty(),
            ends_line: hi as usize == self.text.len(),
            columns: self.columns,
            partner: None,
        });
        (self.lines, self.apart) = (0, false);
        self.advance(whole);
    }

    fn advance(&mut self, text: &str) {
        let (eights, fours) = &mut self.columns;
        for c in text.chars() {
            match c {
                '\t' => (*eights, *fours) = ((*eights / 8 + 1) * 8, (*fours / 4 + 1) * 4),
                c if is_line_end(c) => (*eights, *fours) = (0, 0),
                _ => (*eights, *fours) = (*eights + 1, *fours + 1),
            }
        }
    }
}

/// X.680 12.1.6: characters that end a line.
fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// The number of line ends in white space; `\r\n` counts once.
fn line_ends(white: &str) -> u32 {
    let all = white.chars().filter(|c| is_line_end(*c)).count();
    (all - white.matches("\r\n").count()) as u32
}
