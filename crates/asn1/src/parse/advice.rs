//! Advice for slips that are made often: what is wanted, what is found, what to do.

use crate::near::close_keyword;
use crate::token::{Keyword, TokenKind};

const LIST: &str = "`,` or `}`";

const ADVICE: &[(&str, TokenKind, &str)] = &[
    (LIST, TokenKind::Keyword(Keyword::Optional), PRESENCE),
    (LIST, TokenKind::Keyword(Keyword::Default), PRESENCE),
    (LIST, TokenKind::Keyword(Keyword::Size), "a constraint stands in parentheses: `(SIZE (1..5))`"),
    (LIST, TokenKind::Semicolon, "commas separate the items of a list"),
    (LIST, TokenKind::Other, "a number stands in parentheses behind its name: `red(1)`"),
    ("`::=`", TokenKind::Colon, "write `::=`"),
    ("`::=`", TokenKind::Other, "write `::=`"),
    ("`)`", TokenKind::Minus, "a range is written with two full stops: `0..5`"),
    ("`)`", TokenKind::Number, "a range is written with two full stops, a choice of values with `|`"),
    (
        "`...`",
        TokenKind::Number,
        "a choice of values is written with `|`; only `...` may follow a comma here",
    ),
    ("`...`", TokenKind::Lower, "a choice of values is written with `|`; only `...` may follow a comma here"),
    ("BEGIN", TokenKind::Upper, "the assignments of a module stand between BEGIN and END"),
];

const PRESENCE: &str =
    "a component is either OPTIONAL or has a DEFAULT; an alternative of a CHOICE is neither";

/// What to do where `wanted` is wanted and `found` is found.
pub(super) fn advice(wanted: &str, found: TokenKind) -> Option<&'static str> {
    let row = ADVICE.iter().find(|(text, kind, _)| *text == wanted && *kind == found);
    row.map(|(_, _, advice)| *advice)
}

/// Reserved words that another one follows.
const PAIRS: &[(Keyword, &[Keyword])] = &[
    (Keyword::Bit, &[Keyword::String]),
    (Keyword::Octet, &[Keyword::String]),
    (Keyword::Character, &[Keyword::String]),
    (Keyword::Object, &[Keyword::Identifier]),
    (Keyword::Embedded, &[Keyword::Pdv]),
    (Keyword::Sequence, &[Keyword::Of, Keyword::Size]),
    (Keyword::Set, &[Keyword::Of, Keyword::Size]),
    (Keyword::Components, &[Keyword::Of]),
    (Keyword::Instance, &[Keyword::Of]),
    (Keyword::Encoded, &[Keyword::By]),
    (Keyword::Constrained, &[Keyword::By]),
    (Keyword::Automatic, &[Keyword::Tags]),
    (Keyword::Implicit, &[Keyword::Tags]),
    (Keyword::Explicit, &[Keyword::Tags]),
    (Keyword::Extensibility, &[Keyword::Implied]),
];

/// The reserved word that a word may have been meant for, because of the one that follows it.
pub(super) fn slip(word: &str, follower: TokenKind) -> Option<Keyword> {
    let TokenKind::Keyword(follower) = follower else { return None };
    let close = close_keyword(word)?;
    PAIRS.iter().any(|(first, second)| *first == close && second.contains(&follower)).then_some(close)
}
