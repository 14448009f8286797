//! The spaces between two pieces of a line.

use super::groups::{begins_words, Groups, Style};
use super::pieces::{Piece, PieceKind};
use crate::token::TokenKind::{self, *};

/// The number of spaces before each piece if the line is not broken there.
pub(super) fn between(pieces: &[Piece], groups: &Groups) -> Vec<usize> {
    (0..pieces.len()).map(|i| usize::from(i > 0 && gap(pieces, groups, i))).collect()
}

fn gap(pieces: &[Piece], groups: &Groups, i: usize) -> bool {
    let kind = |i: usize| match pieces.get(i).map(|piece| piece.kind) {
        Some(PieceKind::Token(kind)) => Some(kind),
        _ => None,
    };
    let (Some(before), Some(after)) = (kind(i - 1), kind(i)) else {
        // A comment is set off by a space, but punctuation after it is not.
        return !matches!(kind(i), Some(Comma | Semicolon));
    };
    let style = groups.around(i).map(|group| group.style);
    // A dash is read as a range only because of its context.
    let is_dash = |i: usize| kind(i) == Some(Range) && pieces[i].text != "..";
    match (before, after) {
        _ if is_dash(i - 1) || is_dash(i) => !pieces[i].touches,
        // `{Set}{@key}`.
        (RBrace, LBrace) if kind(i + 1) == Some(At) => false,
        (LBracket, LBracket) | (RBracket, RBracket) => !pieces[i].touches,
        (LBracket, Number) if style == Some(Style::Components) => true,
        (LParen | LBrace | LBracket | Dot | At | Range, _) => false,
        (_, Comma | Semicolon | RParen | RBrace | RBracket | Dot | Range) => false,
        // `@...a` is three full stops.
        (Ellipsis, Lower) if i > 1 && kind(i - 2) == Some(At) => false,
        // `5<..<7`.
        (_, Less) if kind(i + 1) == Some(Range) => false,
        (Less, _) if i > 1 && kind(i - 2) == Some(Range) => false,
        (Minus, Number | Real) => false,
        (Lower, LParen) => groups.around(i).is_some_and(|group| group.inner),
        // `[XER:ATTRIBUTE]`, `[[ 2: ]]`.
        (_, Colon) if is_square(pieces, groups, i) => false,
        (Colon, _) => style == Some(Style::Components) || !is_square(pieces, groups, i),
        _ => true,
    }
}

/// Whether a piece is in a square bracket.
fn is_square(pieces: &[Piece], groups: &Groups, i: usize) -> bool {
    groups.parents[i].is_some_and(|open| pieces[open].is(TokenKind::LBracket))
}

/// How well a line can be broken at a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Breakable {
    /// Never.
    No,
    /// Only if there is nothing better nearby.
    Perhaps,
    /// After commas and bars.
    Well,
}

/// Whether a line may be broken before a piece.
pub(super) fn breakable(pieces: &[Piece], groups: &Groups, i: usize) -> Breakable {
    use crate::token::Keyword as K;
    let Some(before) = groups.before[i] else { return Breakable::No };
    let style = groups.around(i).map(|group| group.style);
    let (PieceKind::Token(before), PieceKind::Token(after)) = (pieces[before].kind, pieces[i].kind) else {
        return Breakable::No;
    };
    match (before, after) {
        (_, Comma | Semicolon | Dot | RParen | RBrace | RBracket) => Breakable::No,
        (Comma | Bar | Caret | Keyword(K::Union | K::Intersection), _) => Breakable::Well,
        _ if style == Some(Style::Words) && after != LParen => Breakable::Well,
        (Assign, Keyword(K::Sequence | K::Set | K::Choice)) => Breakable::No,
        (Assign, LBrace) => Breakable::No,
        (Assign, _) => Breakable::Perhaps,
        (Keyword(K::Size | K::From | K::Pattern), _) => Breakable::No,
        (Keyword(_) | Upper | RParen | RBrace, LParen) => Breakable::Perhaps,
        (_, Keyword(K::Optional | K::Default | K::Except | K::Containing | K::Encoded)) => Breakable::Perhaps,
        (Keyword(K::Of), _) => Breakable::Perhaps,
        _ if style == Some(Style::Settings) && begins_words(pieces, groups, i) => Breakable::Well,
        _ => Breakable::No,
    }
}
