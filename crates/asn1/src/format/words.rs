//! Whether two texts have the same tokens and comments.

use std::borrow::Cow;

use super::pieces::{self, Piece};
use crate::token::{TokenKind, TokenList};

/// Whether two lists have the same tokens and comments in the same order, ignoring white space at the end of
/// comments and the kind of line ends.
pub fn same_words(one: &TokenList, other: &TokenList) -> bool {
    let (one, other) = (pieces::of(one, &[]), pieces::of(other, &[]));
    let same = |(a, b): (&Piece, &Piece)| a.kind == b.kind && plain(a.text) == plain(b.text);
    one.len() == other.len() && one.iter().zip(&other).all(same) && joined(&one).eq(joined(&other))
}

/// Whether each bracket directly follows another one of its kind: together they are `[[`.
fn joined<'p>(pieces: &'p [Piece]) -> impl Iterator<Item = bool> + 'p {
    let squares = |piece: &Piece| piece.is(TokenKind::LBracket) || piece.is(TokenKind::RBracket);
    pieces.windows(2).map(move |pair| squares(&pair[1]) && pair[0].kind == pair[1].kind && pair[1].touches)
}

/// Normalizes line ends.
fn plain(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").into(),
        false => text.into(),
    }
}
