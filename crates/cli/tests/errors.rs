//! The kinds of error, plain and in colour: `errors/KIND.plain` and `errors/KIND.colour`. `WIREGLOT_BLESS=1`
//! rewrites them, and fails.

use std::path::Path;
use std::process::{Command, Output};

/// Kind, exit code, and arguments of the command.
const KINDS: [(&str, i32, &[&str]); 9] = [
    (
        "data",
        1,
        &["decode", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "--in", "hex-lines", "damaged.hex"],
    ),
    (
        "data-text",
        1,
        &["encode", "-s", "rocket.asn1", "-t", "Stage", "-r", "ber", "--out", "hex", "flight.json"],
    ),
    (
        "data-value",
        1,
        &["encode", "-s", "rocket.asn1", "-t", "Flight", "-r", "uper", "--out", "hex", "number.json"],
    ),
    (
        "usage-path",
        2,
        &[
            "decode",
            "-s",
            "rocket.asn1",
            "-t",
            "Flight",
            "-r",
            "ber",
            "--select",
            "stages[0].fule",
            "flight.ber",
        ],
    ),
    ("usage", 2, &["decode", "-s", "rocket.asn1", "-t", "Fligth", "-r", "ber", "flight.ber"]),
    ("usage-option", 2, &["decode", "-s", "rocket.asn1", "-t", "Flight", "-r", "bre", "flight.ber"]),
    ("schema", 3, &["decode", "-s", "faulty.asn1", "-t", "Flight", "-r", "ber", "flight.ber"]),
    ("io", 2, &["decode", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "missing.ber"]),
    ("io-schema", 2, &["check", "-s", "missing.asn1"]),
];

fn run(words: &[&str], variable: &str) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.current_dir(folder).args(words).env("COLUMNS", "100");
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR").env(variable, "1");
    // The help and errors of clap check this too.
    command.env("TERM", "xterm-256color").output().expect("the command runs")
}

#[test]
fn each_kind_of_error_has_its_words_and_its_code() {
    let bless = std::env::var_os("WIREGLOT_BLESS").is_some();
    let mut differ = Vec::new();
    for (kind, code, words) in KINDS {
        for (variable, extension) in [("NO_COLOR", "plain"), ("CLICOLOR_FORCE", "colour")] {
            let done = run(words, variable);
            assert_eq!(done.status.code(), Some(code), "{kind}: {done:?}");
            let told = String::from_utf8(done.stderr).expect("it is UTF-8");
            assert_eq!(told.contains('\u{1b}'), extension == "colour", "{kind}: {told:?}");
            let golden =
                Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/errors/{kind}.{extension}"));
            if std::fs::read_to_string(&golden).unwrap_or_default() != told {
                if bless {
                    std::fs::write(&golden, &told).expect("the golden can be written");
                }
                differ.push(format!("{kind}.{extension}:\n{told}"));
            }
        }
    }
    assert!(!bless, "written anew");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn colours_are_all_that_the_two_forms_differ_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    for (kind, _, _) in KINDS {
        let read = |extension: &str| {
            std::fs::read_to_string(folder.join(format!("{kind}.{extension}"))).expect("the golden is there")
        };
        let (mut plain, mut escaped) = (String::new(), false);
        for c in read("colour").chars() {
            match c {
                '\u{1b}' => escaped = true,
                'm' if escaped => escaped = false,
                _ if escaped => {}
                _ => plain.push(c),
            }
        }
        assert_eq!(plain, read("plain"), "{kind}");
    }
}

/// The messages of each verb for an invalid schema, for a missing one and for invalid data: arguments and
/// exit codes.
const VERBS: [(&[&str], i32); 38] = [
    (&["check", "-s", "faulty.asn1"], 3),
    (&["check", "-s", "missing.asn1"], 2),
    (&["dump", "model", "-s", "faulty.asn1"], 3),
    (&["dump", "shape", "-s", "missing.asn1"], 2),
    (&["decode", "-s", "faulty.asn1", "-t", "Flight", "-r", "ber", "flight.ber"], 3),
    (&["decode", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "missing.ber"], 2),
    (&["decode", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "damaged.hex"], 1),
    (&["decode", "-s", "rocket.asn1", "-t", "Flight", "flight.ber"], 2),
    (&["encode", "-s", "faulty.asn1", "-t", "Stage", "-r", "ber", "--out", "hex", "flight.json"], 3),
    (&["encode", "-s", "rocket.asn1", "-t", "Stage", "-r", "ber", "--out", "hex", "missing.json"], 2),
    (&["encode", "-s", "rocket.asn1", "-t", "Stage", "-r", "ber", "--out", "hex", "flight.json"], 1),
    (&["convert", "-s", "faulty.asn1", "-t", "Flight", "--from", "ber", "--to", "jer", "flight.ber"], 3),
    (&["convert", "-s", "rocket.asn1", "-t", "Flight", "--from", "ber", "--to", "jer", "missing.ber"], 2),
    (&["convert", "-s", "rocket.asn1", "-t", "Flight", "--from", "ber", "--to", "jer", "damaged.hex"], 1),
    (&["convert", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "flight.ber"], 2),
    (&["inspect", "-s", "faulty.asn1", "-t", "Flight", "flight.ber"], 3),
    (&["inspect", "missing.ber"], 2),
    (&["inspect", "damaged.hex"], 1),
    (&["inspect", "-s", "rocket.asn1", "flight.ber"], 2),
    // As for the diff tool: 1 if they differ, 2 for trouble; 3 for a bad schema.
    (&["diff", "-s", "faulty.asn1", "-t", "Flight", "-r", "ber", "flight.ber", "flight.ber"], 3),
    (&["diff", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "flight.ber", "missing.ber"], 2),
    (&["diff", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "flight.ber", "damaged.hex"], 2),
    (&["sample", "-s", "faulty.asn1", "-t", "Flight", "-r", "der"], 3),
    (&["sample", "-s", "rocket.asn1", "-t", "Fligth", "-r", "der"], 2),
    (&["gen", "c", "-s", "faulty.asn1", "-r", "der", "--pdu", "Flight"], 3),
    (&["gen", "c", "-s", "missing.asn1", "-r", "der", "--pdu", "Flight"], 2),
    (&["gen", "cpp", "missing.xml"], 2),
    (&["fmt", "--check", "damaged.hex"], 3),
    (&["fmt", "missing.asn1"], 2),
    (&["layout", "missing.bitproto"], 2),
    (&["layout", "rocket.asn1"], 2),
    (&["compat", "missing.xml", "missing.xml"], 2),
    (&["bitproto", "c", "missing.bitproto"], 2),
    (&["bitproto", "c", "rocket.asn1"], 3),
    (&["vectors", "missing.jsonl"], 2),
    (&["vectors", "flight.json"], 1),
    (&["completions", "tcsh"], 2),
    (&["man", "flight.json"], 2),
];

#[test]
fn every_verb_ends_with_the_code_of_its_kind() {
    for (words, code) in VERBS {
        let done = run(words, "NO_COLOR");
        assert_eq!(done.status.code(), Some(code), "{words:?}: {done:?}");
        assert!(!done.stderr.is_empty(), "{words:?}");
    }
}
