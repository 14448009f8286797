//! Advice for common mistakes: what is expected, what is found, what to do.

use crate::near::close_keyword;
use crate::token::{Keyword, TokenKind};

const LIST: &str = "`,` or `}`";

const ADVICE: &[(&str, TokenKind, &str)] = &[
    (LIST, TokenKind::Keyword(Keyword::Optional), PRESENCE),
    (LIST, TokenKind::Keyword(Keyword::Default), PRESENCE),
    (LIST, TokenKind::Keyword(Keyword::Size), "a constraint goes in parentheses: `(SIZE (1..5))`"),
    (LIST, TokenKind::Semicolon, "commas separate the items of a list"),
    (LIST, TokenKind::LParen, "a constraint follows a type; a number in parentheses follows a name"),
    (LIST, TokenKind::LBracket, SEVERAL),
    (LIST, TokenKind::Upper, "a type is followed by OPTIONAL, DEFAULT, or a comma"),
    (
        LIST,
        TokenKind::Number,
        "a size goes in parentheses, `(SIZE (5))`, and so does a number after a name: `red (1)`",
    ),
    (LIST, TokenKind::Other, "a number goes in parentheses after its name: `red(1)`"),
    ("`(` and a number", TokenKind::Comma, "each name has its number: `rain(0)`"),
    ("`(` and a number", TokenKind::End, "each name has its number: `rain(0)`"),
    ("the name of a module", TokenKind::Lower, "start it with a capital"),
    ("`::=`", TokenKind::Colon, "write `::=`"),
    ("`::=`", TokenKind::Other, "write `::=`"),
    ("`)`", TokenKind::Minus, "a range is written with two dots: `0..5`"),
    ("`)`", TokenKind::Number, "a range is written with two dots, a choice of values with `|`"),
    (
        "`...`",
        TokenKind::Number,
        "a choice of values is written with `|`; only `...` may follow a comma here",
    ),
    ("`...`", TokenKind::Lower, "a choice of values is written with `|`; only `...` may follow a comma here"),
    ("`)`", TokenKind::Ellipsis, "a range is written with two dots: `0..5`"),
    ("`)`", TokenKind::Comma, "a choice of values is written with `|`: `(1 | 2)`"),
    ("`{`", TokenKind::LParen, "the items go in braces: `{ red, green }`"),
    ("a component", TokenKind::Number, DIGIT_FIRST),
    ("an alternative", TokenKind::Number, DIGIT_FIRST),
    ("an identifier", TokenKind::Number, "an item has a name, then its number: `red (1)`"),
    ("a component", TokenKind::Keyword(Keyword::Optional), BEHIND_THE_TYPE),
    ("a component", TokenKind::Keyword(Keyword::Default), BEHIND_THE_TYPE),
    ("a component", TokenKind::Range, "three dots mark where extensions go: `...`"),
    ("a type", TokenKind::LParen, "remove these parentheses: only a constraint has them, after its type"),
    ("a type", TokenKind::LBrace, "say which type has these parts: SEQUENCE, SET, CHOICE or ENUMERATED"),
    ("a type", TokenKind::Comma, "the name of a component is followed by its type: `count INTEGER`"),
    ("a type", TokenKind::RBrace, "the name of a component is followed by its type: `count INTEGER`"),
    ("a value", TokenKind::End, "a value is missing here, such as 5 in `DEFAULT 5` and in `(0..5)`"),
    ("a value", TokenKind::Comma, "a value is missing before the comma"),
    ("a value", TokenKind::Keyword(Keyword::Optional), "OPTIONAL comes after the type, without parentheses"),
    ("STRING", TokenKind::LParen, "for text of a fixed length, write `IA5String (SIZE (5))`"),
    (ASSIGNMENT, TokenKind::Keyword(Keyword::Size), "a constraint goes in parentheses: `(SIZE (1..5))`"),
    (ASSIGNMENT, TokenKind::LBracket, SEVERAL),
    (ASSIGNMENT, TokenKind::Semicolon, "remove the semicolon: nothing separates assignments"),
    (ASSIGNMENT, TokenKind::RBrace, "this brace closes nothing: remove it, or open one before it"),
    (ASSIGNMENT, TokenKind::RParen, "this parenthesis closes nothing: remove it, or open one before it"),
    (ASSIGNMENT, TokenKind::Number, "a constraint goes in parentheses: `INTEGER (0..5)`"),
    (ASSIGNMENT, TokenKind::Keyword(Keyword::Optional), "only components of a SEQUENCE or SET are OPTIONAL"),
    (ASSIGNMENT, TokenKind::Keyword(Keyword::Default), "only components of a SEQUENCE or SET have a DEFAULT"),
    ("BEGIN", TokenKind::Upper, "the assignments of a module go between BEGIN and END"),
];

const ASSIGNMENT: &str = "an assignment or END";

const SEVERAL: &str = "for several values of a type, write: `SEQUENCE (SIZE (5)) OF INTEGER`";

/// Advice for a range or size without parentheses.
pub(super) const CONSTRAINT: &str = "a constraint goes in parentheses: `(0..5)`, `(SIZE (1..5))`";

/// Advice for a word that begins with a digit.
const DIGIT_FIRST: &str = "a name begins with a letter: write `three-d`, or `d3`";

const BEHIND_THE_TYPE: &str = "OPTIONAL and DEFAULT come after the type: `count INTEGER OPTIONAL`";

/// Advice for `//`.
pub(super) const COMMENT: &str = "a comment begins with `--`, or goes between `/*` and `*/`";

const PRESENCE: &str =
    "a component is either OPTIONAL or has a DEFAULT; an alternative of a CHOICE is neither";

/// Advice if `wanted` is expected and `found` is found.
pub(super) fn advice(wanted: &str, found: TokenKind) -> Option<&'static str> {
    let row = ADVICE.iter().find(|(text, kind, _)| *text == wanted && *kind == found);
    row.map(|(_, _, advice)| *advice)
}

/// Advice if a word directly follows the number that is found.
pub(super) fn digit_first(wanted: &str) -> Option<&'static str> {
    let name = ["a component", "an alternative", "an identifier", "a name with its number", ASSIGNMENT];
    name.contains(&wanted).then_some(DIGIT_FIRST)
}

/// Whether a name may be followed by a constraint where `wanted` is expected.
pub(super) fn behind_type(wanted: &str) -> bool {
    matches!(wanted, LIST | ASSIGNMENT)
}

/// Reserved words, and the ones that follow them.
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

/// The reserved word for which a word may be a typo, judging by the token after it.
pub(super) fn slip(word: &str, follower: TokenKind) -> Option<Keyword> {
    let TokenKind::Keyword(follower) = follower else { return None };
    let close = close_keyword(word)?;
    PAIRS.iter().any(|(first, second)| *first == close && second.contains(&follower)).then_some(close)
}
