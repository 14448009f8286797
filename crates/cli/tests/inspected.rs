//! `inspect` on files of records: each bit of a file is in exactly one span, whatever surrounds the records
//! and whatever errors are in them. Output to a terminal differs only by colours.

use std::path::Path;
use std::process::{Command, Output};

const CALLS: &[&str] = &["-s", "docs/records.in/calls.asn1", "-t", "Call"];
const RECORDS: &[&str] = &["-s", "examples/cdr/Calls.asn1", "-t", "CallRecord"];

/// A file, and the options for its layout.
const FILES: [(&str, &[&str], &[&str]); 10] = [
    ("docs/records.in/calls.u16", CALLS, &["-r", "uper", "--prefix", "u16be"]),
    ("docs/records.in/calls.blocks", CALLS, &["--block", "128"]),
    ("docs/records.in/damaged.ber", CALLS, &[]),
    ("docs/records.in/damaged.ber", CALLS, &["--pad", "00"]),
    ("examples/cdr/calls.dat", RECORDS, &["--skip", "16", "--block", "128", "--pad", "FF"]),
    ("examples/cdr/damaged.dat", RECORDS, &["--skip", "16", "--block", "128", "--pad", "FF"]),
    ("examples/cdr/damaged.dat", RECORDS, &["--skip", "16"]),
    ("examples/cdr/calls-prefixed.dat", RECORDS, &["--prefix", "u16be"]),
    // With the wrong framing.
    ("examples/cdr/calls-prefixed.dat", RECORDS, &["--prefix", "u32le"]),
    ("examples/cdr/calls.dat", &[], &[]),
];

fn inspect(words: &[&str], variable: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.current_dir(root()).arg("inspect").args(words);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR").env(variable, "1");
    command.output().expect("the command runs")
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn each_bit_of_a_file_is_in_one_span() {
    for (file, schema, framing) in FILES {
        let words = [schema, framing, &["--json", file]].concat();
        let done = inspect(&words, "NO_COLOR");
        assert!(matches!(done.status.code(), Some(0 | 1)), "{words:?}: {done:?}");
        let mut end = 0;
        for line in String::from_utf8(done.stdout).expect("it is UTF-8").lines() {
            let span: serde_json::Value = serde_json::from_str(line).expect("a line is an object");
            if span.get("error").is_some() {
                continue;
            }
            let number = |name: &str| span[name].as_u64().expect("it is there");
            assert_eq!(number("offset") * 8 + number("bit"), end, "{words:?}: {line}");
            end += number("bits");
        }
        let octets = std::fs::metadata(root().join(file)).expect("the file is there").len();
        assert_eq!(end, octets * 8, "{words:?}");
    }
}

#[test]
fn colours_are_all_that_a_terminal_gets_more() {
    for (file, schema, framing) in FILES {
        let words = [schema, framing, &[file]].concat();
        let plain = inspect(&words, "NO_COLOR");
        let colour = inspect(&words, "CLICOLOR_FORCE");
        assert_eq!(plain.status.code(), colour.status.code());
        assert!(!plain.stdout.contains(&0x1b) && colour.stdout.contains(&0x1b), "{words:?}");
        let (mut stripped, mut escaped) = (Vec::new(), false);
        for octet in colour.stdout {
            match octet {
                0x1b => escaped = true,
                b'm' if escaped => escaped = false,
                _ if escaped => {}
                _ => stripped.push(octet),
            }
        }
        assert!(stripped == plain.stdout, "{words:?}");
    }
}

#[test]
fn json_has_values_as_they_are_and_tables_nothing_that_a_terminal_obeys() {
    // A UTF8String of U+007F, U+202E and U+9B, unescaped in JSON.
    let value = "x\u{7f}\u{202e}\u{9b}1m";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("orders-{}", std::process::id()));
    let schema = path.with_extension("asn1");
    std::fs::write(&schema, "M DEFINITIONS ::= BEGIN T ::= UTF8String END").expect("a schema");
    let header = [0x0c, value.len() as u8];
    std::fs::write(&path, [&header, value.as_bytes()].concat()).expect("a file");
    let name = |path: &Path| path.to_str().expect("a name").to_string();
    let words = ["-s".to_string(), name(&schema), "-t".into(), "T".into(), name(&path)];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let json = inspect(&[&words[..], &["--json"]].concat(), "NO_COLOR");
    let span: serde_json::Value = serde_json::from_slice(&json.stdout).expect("a line is an object");
    assert_eq!(span["value"], value);
    let table = String::from_utf8(inspect(&words, "CLICOLOR_FORCE").stdout).expect("it is UTF-8");
    assert!(table.contains("x\\u007F\\u202E\\u009B1m"), "{table}");
    [path, schema].into_iter().for_each(|path| std::fs::remove_file(path).expect("the file is there"));
}
