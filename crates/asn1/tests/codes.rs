//! Every code of the front end has a page, its example yields the code, and the correction removes it.

use std::path::Path;

use crate::support::parse;
use wireglot_asn1::faults::CODES;
use wireglot_asn1::{check, parse as reading, resolve, smi, tree};
use wireglot_diag::{Diagnostics, Severity};

/// The indented block after a line of a page.
fn example(page: &str, line: &str) -> Option<String> {
    let mut lines =
        page.lines().skip_while(|l| !l.starts_with(line)).skip(1).skip_while(|l| l.is_empty()).peekable();
    lines.peek()?;
    let block = lines.take_while(|l| l.is_empty() || l.starts_with("    "));
    Some(block.map(|l| l.strip_prefix("    ").unwrap_or("").to_string() + "\n").collect())
}

/// Runs a text through this front end alone.
fn read(text: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let mut file = parse(text, &mut diagnostics);
    smi::keep_identifiers(&mut file, &mut diagnostics);
    check::file(&file, &mut diagnostics);
    for assignment in file.modules.iter().flat_map(|module| &module.assignments) {
        if let tree::AssignmentKind::Type(tree::Type { kind: tree::TypeKind::Reference(reference), .. }) =
            &assignment.kind
        {
            for argument in reference.arguments.iter().flatten() {
                reading::set_argument(argument, &mut diagnostics);
            }
        }
    }
    diagnostics
}

/// Runs a text through all stages if the code is one of resolution.
fn read_for(code: &str, text: &str) -> Diagnostics {
    if !code.starts_with("A03") && !code.starts_with("A04") {
        return read(text);
    }
    let mut diagnostics = Diagnostics::new();
    let file = parse(text, &mut diagnostics);
    check::file(&file, &mut diagnostics);
    resolve(&[file], &mut diagnostics);
    diagnostics
}

#[test]
fn every_code_has_a_page_that_shows_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    for (code, title) in CODES {
        let page = std::fs::read_to_string(folder.join(format!("{code}.md"))).unwrap_or_default();
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{code}: the page has another title");
        let failing = read_for(code, &example(&page, "Failing example").unwrap_or_default());
        let found = failing.sorted();
        let codes: Vec<&str> = found.iter().map(|d| d.code.0).collect();
        let shown = found
            .iter()
            .find(|d| d.code.0 == *code)
            .unwrap_or_else(|| panic!("{code}: the example gives {codes:?}"));
        assert!(codes.iter().all(|c| c == code), "{code}: the example gives {codes:?}");
        let place = shown.primary.span;
        assert!(place.lo < place.hi || ["A0204", "A0215"].contains(code), "{code}: the fault has no place");
        assert!(!shown.hints.is_empty() || shown.code.0 == "A0201", "{code}: the fault has no hint");
        let severity = match shown.severity {
            Severity::Error => "error",
            Severity::Tolerance => "tolerance",
            Severity::Warning => "warning",
        };
        assert!(page.contains(&format!("\nSeverity: {severity}.\n")), "{code}: the severity is {severity}");
        let mended = read_for(code, &example(&page, "Fixed").unwrap_or_default());
        assert!(mended.is_empty(), "{code}: mended, and yet {:?}", mended.sorted());
    }
}

#[test]
fn every_tolerance_and_warning_is_listed() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let list = std::fs::read_to_string(docs.join("tolerances.md")).unwrap_or_default();
    for entry in std::fs::read_dir(docs.join("codes")).expect("the pages are there").flatten() {
        if entry.file_name() == "README.md" {
            continue;
        }
        let page = std::fs::read_to_string(entry.path()).unwrap_or_default();
        let (code, title) =
            page.trim_start_matches("# ").lines().next().and_then(|l| l.split_once(": ")).unwrap_or_default();
        let row = format!("| [{code}](codes/{code}.md) | {title} |\n");
        assert_eq!(list.contains(&row), !page.contains("\nSeverity: error."), "{row}");
    }
}
