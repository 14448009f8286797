//! Common mistakes in schemas and values, with the messages for them: `mistakes/LANGUAGE.txt`.
//!
//! A message says what is wrong, where, and what to do. `WIREGLOT_BLESS=1` rewrites the messages, and fails.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command that reads files of a language; `{}` is replaced by the file.
const LANGUAGES: [(&str, &str, &[&str]); 6] = [
    ("asn1", "m.asn1", &["check", "m.asn1", "-I", "modules"]),
    ("sbe", "m.xml", &["check", "m.xml"]),
    ("bitproto", "m.bitproto", &["check", "m.bitproto"]),
    ("json", "m.json", &["encode", "-s", "values.asn1", "-t", "A", "-r", "ber", "--out", "hex", "m.json"]),
    ("json-sbe", "m.json", &["encode", "-s", "values.xml", "--out", "hex", "m.json"]),
    ("json-bitproto", "m.json", &["encode", "-s", "values.bitproto", "-t", "A", "--out", "hex", "m.json"]),
];

/// Files beside those with mistakes, and where they are copied.
const BESIDE: [(&str, &str); 5] = [
    ("values.asn1", "values.asn1"),
    ("values.xml", "values.xml"),
    ("values.bitproto", "values.bitproto"),
    ("common.bitproto", "common.bitproto"),
    ("Common.asn1", "modules/Common.asn1"),
];

/// The minimum number of mistakes per language.
const LEAST: usize = 30;

/// A mistake: its title, the text that contains it, and the message.
struct Case<'t> {
    title: &'t str,
    text: &'t str,
    said: &'t str,
}

/// Cases start with `=== TITLE`, their messages with `---`.
fn cases(table: &str) -> Vec<Case<'_>> {
    let cases = table.split("=== ").skip(1);
    let case = |case| {
        let (title, rest) = str::split_once(case, '\n').expect("a title has a line");
        let (text, said) = rest.split_once("---\n").expect("a case has a line ---");
        Case { title, text, said }
    };
    cases.map(case).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")
}

/// The text of a case: as written, or if the language has a base text, that with the `-` lines replaced by
/// the `+` lines.
fn text_of(case: &Case, base: Option<&str>) -> String {
    let Some(base) = base.filter(|_| case.text.starts_with('-')) else { return case.text.to_string() };
    let mut text = base.to_string();
    let mut from = "";
    for line in case.text.lines() {
        match (line.strip_prefix('-'), line.strip_prefix('+')) {
            (Some(old), _) => from = old,
            (_, Some(new)) => {
                assert!(text.contains(from), "{}: `{from}` is not in the base", case.title);
                text = text.replacen(from, new, 1);
            }
            _ => panic!("{}: a line begins with - or +", case.title),
        }
    }
    text
}

/// The exit code, and the output on standard error.
fn said(place: &Path, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    let output = command.current_dir(place).args(words).env("COLUMNS", "100").output();
    let output = output.expect("the command runs");
    let code = output.status.code().expect("the command ends by itself");
    let text = String::from_utf8(output.stderr).expect("messages are UTF-8");
    format!("exit {code}\n{}\n", text.trim_end())
}

#[test]
fn each_mistake_is_told() {
    let bless = std::env::var_os("WIREGLOT_BLESS").is_some();
    let mut differ = String::new();
    for (language, file, words) in LANGUAGES {
        let path = folder().join(format!("{language}.txt"));
        let table = std::fs::read_to_string(&path).expect("the table can be read");
        let base = std::fs::read_to_string(folder().join(format!("{language}.base"))).ok();
        let place = std::env::temp_dir().join(format!("wireglot-mistakes-{language}-{}", std::process::id()));
        std::fs::create_dir_all(place.join("modules")).expect("a folder");
        for (from, to) in BESIDE {
            std::fs::copy(folder().join(from), place.join(to)).expect("a schema");
        }
        let all = cases(&table);
        assert!(all.len() >= LEAST, "{language} has {} mistakes", all.len());
        let mut written = String::new();
        for case in &all {
            std::fs::write(place.join(file), text_of(case, base.as_deref())).expect("a file");
            let now = said(&place, words);
            if now.trim_end() != case.said.trim_end() {
                let _ = writeln!(differ, "{language}: {}\n{now}", case.title);
            }
            let _ = write!(written, "=== {}\n{}---\n{now}\n", case.title, case.text);
        }
        let _ = std::fs::remove_dir_all(&place);
        if bless && written != table {
            std::fs::write(&path, written).expect("the table can be written");
        }
    }
    assert!(differ.is_empty(), "{differ}");
}
