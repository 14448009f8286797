//! Advice for common mistakes: what is expected, what is found, what to do.

use crate::near::close_keyword;
use crate::token::{Keyword, TokenKind};

const LIST: &str = "`,` or `}`";

const ADVICE: &[(&str, TokenKind, &str)] = &[
    (LIST, TokenKind::Keyword(Keyword::Optional), PRESENCE),
    (LIST, TokenKind::Keyword(Keyword::Default), PRESENCE),
    (LIST, TokenKind::Semicolon, "commas separate the items of a list, and nothing follows the last one"),
    (LIST, TokenKind::Less, "the type of an alternative is written `alternative < Choice`"),
    (LIST, TokenKind::Bar, "commas separate the items of a list"),
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
        "a choice of values is written with `|`, a number without separators; only `...` may follow a comma here",
    ),
    ("`...`", TokenKind::Lower, "a choice of values is written with `|`; only `...` may follow a comma here"),
    ("`)`", TokenKind::Upper, "a range is written `0..5`, a choice of values `1 | 2`, an intersection `0..5 ^ 2..9`"),
    ("`)`", TokenKind::Lower, "a range is written `0..5`, a choice of values `1 | 2`"),
    ("`)`", TokenKind::Ellipsis, "a range has two full stops: `0..5`"),
    ("`)`", TokenKind::Comma, "a choice of values is written with `|`: `(1 | 2)`"),
    ("`{`", TokenKind::LParen, "the items go in braces: `{ red, green }`"),
    ("a component", TokenKind::Comma, REMOVE_COMMA),
    ("an alternative", TokenKind::Comma, REMOVE_COMMA),
    ("an identifier", TokenKind::Comma, REMOVE_COMMA),
    ("a name with its number", TokenKind::Comma, REMOVE_COMMA),
    ("a component", TokenKind::Number, "a component begins with its name; a decimal number has a full stop: `1.5`"),
    ("an alternative", TokenKind::Number, DIGIT_FIRST),
    ("an identifier", TokenKind::Number, "an item has a name, then its number: `red (1)`"),
    ("a component", TokenKind::Keyword(Keyword::Optional), BEHIND_THE_TYPE),
    ("a component", TokenKind::Keyword(Keyword::Default), BEHIND_THE_TYPE),
    ("a component", TokenKind::Range, "three dots mark where extensions go: `...`"),
    ("`{` or OF", TokenKind::LParen, "the components go in braces: `SEQUENCE { count INTEGER }`"),
    (ARC, TokenKind::Comma, "spaces separate the arcs: `{iso member-body us}`"),
    (ARC, TokenKind::Real, "spaces separate the arcs: `{1 2 840}`"),
    (ARC, TokenKind::Dot, "spaces separate the arcs: `{1 2 840}`"),
    ("a type", TokenKind::Colon, "remove the colon: only a space separates a name from its type"),
    (
        "a type",
        TokenKind::LParen,
        "remove these parentheses: a constraint follows the type, and a tag has brackets: `[0] INTEGER (0..5)`",
    ),
    (
        "a type",
        TokenKind::Keyword(Keyword::Size),
        "the size comes before OF: `SEQUENCE (SIZE (1..5)) OF INTEGER`",
    ),
    ("the name of a module", TokenKind::CString, "write the name of the module, not that of its file"),
    ("`(`", TokenKind::Other, OWN_PARENTHESES),
    ("`(`", TokenKind::Less, OWN_PARENTHESES),
    ("`...`", TokenKind::CString, "a choice of values is written with `|`; only `...` may follow a comma here"),
    ("`)`", TokenKind::Keyword(Keyword::All), "write it without ALL: `0..10 EXCEPT 5`"),
    ("a value", TokenKind::Keyword(Keyword::Except), "EXCEPT comes after a set, as in `0..10 EXCEPT 5`, or after ALL"),
    ("a value", TokenKind::LParen, "values have no parentheses: `5`; those with several parts have braces: `{1, 2, 3}`"),
    ("a value", TokenKind::Dot, "a number begins with a digit: `0.5`"),
    (ARC, TokenKind::Other, "spaces separate the arcs: `{iso member-body us}`"),
    (ASSIGNMENT, TokenKind::Keyword(Keyword::Exports), "EXPORTS comes before IMPORTS"),
    (ASSIGNMENT, TokenKind::Keyword(Keyword::Imports), "a module has one IMPORTS, before its assignments, for everything that it imports"),
    ("a type", TokenKind::Keyword(Keyword::From), "one `;` ends all imports: remove the one before this"),
    ("a type", TokenKind::Keyword(Keyword::String), "the type of text is UTF8String; of octets, OCTET STRING"),
    (SYNTAX, TokenKind::LParen, "parts that may be left out go in square brackets: `[TYPE &Type]`"),
    ("`,` or FROM", TokenKind::LParen, "a name with parameters may have braces after it: `Name {}`"),
    ("`..`", TokenKind::Ellipsis, "a range has two full stops: `0..5`"),
    (
        "a type",
        TokenKind::Keyword(Keyword::Implicit),
        "a tag is either IMPLICIT or EXPLICIT: remove one of them",
    ),
    (
        "a type",
        TokenKind::Keyword(Keyword::Explicit),
        "a tag is either IMPLICIT or EXPLICIT: remove one of them",
    ),
    ("`{` or OF", TokenKind::LBracket, SEVERAL),
    ("`(`", TokenKind::Number, OWN_PARENTHESES),
    ("`(`", TokenKind::Lower, OWN_PARENTHESES),
    ("`(`", TokenKind::CString, OWN_PARENTHESES),
    ("`(`", TokenKind::Keyword(Keyword::Min), OWN_PARENTHESES),
    (LIST, TokenKind::Dot, "three dots mark where extensions go: `...`"),
    (LIST, TokenKind::LBrace, NAMES_FIRST),
    (ASSIGNMENT, TokenKind::LBrace, NAMES_FIRST),
    ("a type", TokenKind::LBrace, "say which type has these parts: SEQUENCE, SET, CHOICE or ENUMERATED"),
    ("a type", TokenKind::Keyword(Keyword::Optional), TYPE_MISSING),
    ("a type", TokenKind::Keyword(Keyword::Default), TYPE_MISSING),
    ("a type", TokenKind::Comma, "the name of a component is followed by its type: `count INTEGER`"),
    ("a type", TokenKind::RBrace, "the name of a component is followed by its type: `count INTEGER`"),
    ("a value", TokenKind::End, "a value is missing here, such as 5 in `DEFAULT 5`, or MAX in `(0..MAX)`"),
    ("a value", TokenKind::Range, "a range has two ends: `0..10`, or `MIN..10`"),
    ("a value", TokenKind::At, "the relation goes in braces, after those of the set: `({Set}{@id})`"),
    ("a value", TokenKind::Comma, "a value is missing before the comma"),
    ("a value", TokenKind::Keyword(Keyword::Optional), "OPTIONAL comes after the type, without parentheses"),
    ("STRING", TokenKind::LParen, "for text of a fixed length, write `IA5String (SIZE (5))`"),
    (ASSIGNMENT, TokenKind::LBracket, SEVERAL),
    (ASSIGNMENT, TokenKind::Comma, "remove the comma: nothing separates assignments"),
    (ASSIGNMENT, TokenKind::Assign, "the name before `::=` is missing"),
    ("a type", TokenKind::Keyword(Keyword::Union), "one of several is a CHOICE: `CHOICE { name Type }`"),
    (ARC, TokenKind::Upper, "the name of an arc begins with a lowercase letter: `iso`"),
    (ASSIGNMENT, TokenKind::Semicolon, "remove the semicolon: nothing separates assignments"),
    (ASSIGNMENT, TokenKind::RBrace, "this brace closes nothing: remove it, or open one before it"),
    (ASSIGNMENT, TokenKind::RParen, "this parenthesis closes nothing: remove it, or open one before it"),
    (ASSIGNMENT, TokenKind::Number, "a constraint goes in parentheses: `INTEGER (0..5)`"),
    (ASSIGNMENT, TokenKind::Keyword(Keyword::Optional), "only components of a SEQUENCE or SET are OPTIONAL"),
    (ASSIGNMENT, TokenKind::Keyword(Keyword::Default), "only components of a SEQUENCE or SET have a DEFAULT"),
    ("BEGIN", TokenKind::Upper, "the assignments of a module go between BEGIN and END"),
];

pub(super) const SYNTAX: &str = "a word in capitals, a field, `,` or `[`";

pub(super) const ASSIGNMENT: &str = "an assignment or END";

pub(super) const ARC: &str = "an arc: a name, a number, or both as in `name(3)`";

const OWN_PARENTHESES: &str =
    "SIZE and FROM have parentheses of their own: `(SIZE (1..10))`, `(FROM (\"a\"..\"z\"))`";

const NAMES_FIRST: &str =
    "named numbers and bits come directly after the type: `BIT STRING { read (0) } (SIZE (8))`";

/// Advice that depends only on what is expected.
const USUAL: &[(&str, &str)] = &[
    (LIST, "a comma separates the items of a list, and `}` closes it"),
    (ASSIGNMENT, "an assignment is `Name ::= Type`, or `name Type ::= value`; END closes the module"),
    ("`::=`", "an assignment is `Name ::= Type`, or `name Type ::= value`"),
    ("a type", "write a type such as INTEGER or SEQUENCE, or its name, which begins with a capital"),
    ("a value", "write a number, text in quotation marks, TRUE or FALSE, a group in braces, or the name of a value"),
    ("a component", "a component has a name and a type: `count INTEGER`"),
    ("an alternative", "a CHOICE has at least one alternative, with a name and a type: `CHOICE { count INTEGER }`"),
    ("an identifier", "an item begins with a lowercase letter: `ENUMERATED { red, green }`"),
    ("a name with its number", "each name has its number: `rain (0)`"),
    ("the name of a component", "the name of a component begins with a lowercase letter"),
    ("OF", "OF comes before the type of the elements: `SEQUENCE OF INTEGER`, `SEQUENCE (SIZE (1..5)) OF INTEGER`"),
    ("`{` or OF", "write `SEQUENCE { name Type }`, or `SEQUENCE OF Type`"),
    ("STRING", "types of two words: OCTET STRING, BIT STRING, CHARACTER STRING"),
    ("IDENTIFIER", "the type is two words: OBJECT IDENTIFIER"),
    ("TAGS", "write AUTOMATIC TAGS, IMPLICIT TAGS or EXPLICIT TAGS"),
    ("INSTRUCTIONS", "write AUTOMATIC TAGS, IMPLICIT TAGS or EXPLICIT TAGS"),
    ("BEGIN", "the assignments of a module go between BEGIN and END"),
    ("DEFINITIONS", "a module reads `Name DEFINITIONS AUTOMATIC TAGS ::= BEGIN ... END`"),
    ("a module", "a module reads `Name DEFINITIONS AUTOMATIC TAGS ::= BEGIN ... END`"),
    ("a name to import, or `;`", "imports name each definition: `IMPORTS One, Two FROM Module;`"),
    ("`,` or FROM", "imports read `IMPORTS One, Two FROM Module;`"),
    ("`@`", "the name of a component in a relation begins with `@`: `({Set}{@id})`"),
    ("a field, which begins with `&`", "the names of fields begin with `&`: `CLASS { &id INTEGER, &Type }`"),
    ("`..`", "a range is written `0..10`; `0<..10` leaves out its lower end"),
    (SYNTAX, "a syntax has words in capitals and fields: `WITH SYNTAX { ID &id [TYPE &Type] }`"),
    ("BY", "write ANY DEFINED BY, CONSTRAINED BY or ENCODED BY"),
    ("nothing more", "remove it"),
    ("`)`", "close the parenthesis before this"),
    ("`]`", "close the bracket before this"),
];

const REMOVE_COMMA: &str = "remove this comma";

const SEVERAL: &str = "for several values of a type, write: `SEQUENCE (SIZE (5)) OF INTEGER`";

/// Advice for a long constraint without parentheses.
pub(super) const CONSTRAINT: &str = "a constraint goes in parentheses: `(0..5)`, `(SIZE (1..5))`";

/// Advice for a word that begins with a digit.
const DIGIT_FIRST: &str = "a name begins with a letter: put one before the digits";

const BEHIND_THE_TYPE: &str = "OPTIONAL and DEFAULT come after the type: `count INTEGER OPTIONAL`";

/// Advice for text after a comment on the same line.
pub(super) const COMMENT_END: &str =
    "a comment ends at the next `--` or at the end of the line: remove these dashes, or write `/* ... */`";

/// Advice for a line that belongs to a page and not to the specification.
pub(super) const PAGE: &str =
    "this looks like the header or footer of a printed page: remove the line, or read the document with --clean";

/// Advice for an operator.
pub(super) const COMPUTED: &str = "ASN.1 has no arithmetic: write the result";

/// Advice for `//`.
pub(super) const COMMENT: &str = "a comment begins with `--`, or goes between `/*` and `*/`";

const TYPE_MISSING: &str = "the type is missing: `count INTEGER OPTIONAL`, `count INTEGER DEFAULT 0`";

const PRESENCE: &str =
    "a component is either OPTIONAL or has a DEFAULT; an alternative of a CHOICE is neither";

/// Advice if `wanted` is expected and `found` is found.
pub(super) fn advice(wanted: &str, found: TokenKind) -> Option<&'static str> {
    let row = ADVICE.iter().find(|(text, kind, _)| *text == wanted && *kind == found);
    let usual = || USUAL.iter().find(|(text, _)| *text == wanted).map(|(_, advice)| *advice);
    row.map(|(_, _, advice)| *advice).or_else(usual)
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
