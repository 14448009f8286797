//! Extreme inputs: bounded time, bounded stack, no panic.

use std::time::Duration;

use crate::clock::Clock;
use crate::support::parse;
use wireglot_asn1::{check, clean, dump, parse as reading};
use wireglot_diag::Diagnostics;

/// Parses a whole text, and everything that can be parsed without a governor.
fn read(text: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let file = parse(text, &mut diagnostics);
    check::file(&file, &mut diagnostics);
    diagnostics
}

/// Half a megabyte of repetitions inside a module.
fn repeated(piece: &str) -> String {
    let times = 500_000 / piece.len();
    format!("M DEFINITIONS ::= BEGIN {} END", piece.repeat(times))
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "[[",
    "{(",
    "{[(",
    "(}",
    "{ ( } ",
    ")(",
    "A ::= {",
    "A ::= SEQUENCE {",
    "A ::= (",
    "a A ::= {",
    "a : ",
    "a A ::= b : ",
    "SEQUENCE OF ",
    "A ::= SEQUENCE OF ",
    "A ::= [1] ",
    "A ::= INTEGER (",
    "A ::= CHOICE { a ",
    "A{",
    "A{B}",
    "A ::= B{",
    "\"",
    "'",
    "'0",
    "/*",
    "*/",
    "--",
    "-",
    "::=",
    "A ::= ",
    "END ",
    "BEGIN ",
    "EXPORTS ",
    "IMPORTS a FROM ",
    "MACRO ::= ",
    "A MACRO ::= BEGIN ",
    "x A B ",
    "@",
    "..",
    "...",
    ",",
    "a,",
    "<",
    "!",
    "&a",
    "&",
    "C ::= CLASS {",
    "C ::= CLASS { &a ",
    "WITH SYNTAX { [",
    "A ::= INTEGER (1 | ",
    "A ::= INTEGER (ALL EXCEPT ",
    "a < ",
    "0",
    "1.",
    "1e",
    "\u{e9}",
    "\u{2013}",
    "\u{201c}",
    "\u{feff}",
    "\0",
    "M DEFINITIONS ::= BEGIN ",
    "} DEFINITIONS ",
    "a B ::= M.",
    ". ",
    "(WITH COMPONENTS { a ",
];

#[test]
fn much_of_anything() {
    for piece in PIECES {
        let text = repeated(piece);
        let start = Clock::start();
        let found = read(&text).len();
        let took = start.elapsed();
        // Plain linear parsing takes a few tenths of a second in a debug build on a slow machine.
        assert!(took < Duration::from_secs(5), "{piece:?} takes {took:?} and finds {found} faults");
    }
}

#[test]
fn cleaning_is_linear() {
    for piece in PIECES.iter().chain(&[
        "DEFINITIONS ",
        "} DEFINITIONS ::= ",
        "A DEFINITIONS ::= BEGIN ",
        "A DEFINITIONS ::= BEGIN END ",
        "A\n-- b\nDEFINITIONS ::= BEGIN\n",
        "3GPP\n",
        "9\n",
    ]) {
        let text = repeated(piece);
        let start = Clock::start();
        assert_eq!(clean::clean(&text).len(), text.len());
        assert!(start.elapsed() < Duration::from_secs(5), "{piece:?}");
    }
}

#[test]
fn nesting_stops_at_its_limit() {
    for (open, middle, close) in [
        ("SEQUENCE { a ", "NULL", " }"),
        ("SEQUENCE OF ", "NULL", ""),
        ("CHOICE { a [0] ", "NULL", " }"),
        ("a < ", "NULL", ""),
        ("INTEGER (INCLUDES ", "NULL", ")"),
        ("OCTET STRING (CONTAINING ", "NULL", ")"),
        ("INTEGER (", "1", ")"),
    ] {
        for (levels, faults) in [(60, 0), (5_000, 1), (200_000, 1)] {
            let text = format!(
                "M DEFINITIONS ::= BEGIN A ::= {}{middle}{} END",
                open.repeat(levels),
                close.repeat(levels)
            );
            let found = read(&text);
            let nested = found.sorted().iter().filter(|d| d.code.0 == "A0203").count();
            assert_eq!(nested, faults, "{open:?} {levels} levels: {:?}", found.sorted().first());
        }
    }
}

/// Deep groups are parsed one level at a time by every caller.
#[test]
fn groups_in_groups() {
    let levels = 300_000;
    let text = format!("M DEFINITIONS ::= BEGIN a T ::= {}{} END", "{a ".repeat(levels), "}".repeat(levels));
    let mut diagnostics = Diagnostics::new();
    let file = parse(&text, &mut diagnostics);
    assert!(diagnostics.is_empty());
    assert!(dump::tree(&file).len() < 2_000);
    let mut value = match &file.modules[0].assignments[0].kind {
        wireglot_asn1::tree::AssignmentKind::Value { value, .. } => value.clone(),
        other => panic!("{other:?}"),
    };
    let mut depth = 0;
    while let wireglot_asn1::tree::ValueKind::Braced(braced) = &value.kind {
        let members = reading::members(braced, &mut diagnostics);
        depth += 1;
        match members.items.into_iter().next() {
            Some(member) => value = member.value,
            None => break,
        }
    }
    assert_eq!(depth, levels);
}
