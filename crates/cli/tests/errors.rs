//! The four kinds of error, plain and in colour, each beside the other: `errors/KIND.plain` and
//! `errors/KIND.colour`. `WIREGLOT_BLESS=1` writes them, and fails.

use std::path::Path;
use std::process::{Command, Output};

/// Kind, exit code, and words of the command.
const KINDS: [(&str, i32, &[&str]); 7] = [
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
    // Help and errors of clap ask for this as well.
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
