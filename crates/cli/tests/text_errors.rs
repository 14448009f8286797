//! The examples of docs/text-errors.md give the codes of their rows.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The prefix of a notation's codes, and its name.
const NOTATIONS: [(&str, &str); 3] = [("json_", "json"), ("xer_", "xer"), ("notation_", "value")];

/// The command's report of a value of `A`.
fn report(folder: &Path, notation: &str, text: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.current_dir(folder).args(["decode", "-s", "a.asn1", "-t", "A", "--on-error", "report"]);
    command.args(["-r", notation]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command runs");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it is read");
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8")
}

#[test]
fn every_example_of_text_has_its_code() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/text-errors.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, schema) = page.split_once("examples are for `").expect("the type");
    let (schema, _) = schema.split_once('`').expect("its end");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("text-errors");
    std::fs::create_dir_all(&folder).expect("a folder");
    let module = format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN {schema} END");
    std::fs::write(folder.join("a.asn1"), module).expect("written");
    let (mut seen, mut failures) = (BTreeSet::new(), String::new());
    for row in page.lines().filter_map(|line| line.strip_prefix("| `")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [code, _, example, _] = &cells[..] else { panic!("{row}") };
        let code = code.trim_end_matches('`');
        let named = NOTATIONS.iter().find(|(prefix, _)| code.starts_with(prefix));
        let (Some((prefix, notation)), true) = (named, *example != "-") else { continue };
        let text = example.trim_matches('`');
        let report = report(&folder, notation, text);
        if !report.contains(&format!("\"{code}\"")) {
            failures += &format!("{code}: {text} gives {report}\n");
        }
        seen.insert(prefix);
    }
    assert!(failures.is_empty(), "{failures}");
    assert_eq!(seen.len(), NOTATIONS.len(), "each notation has examples");
}
