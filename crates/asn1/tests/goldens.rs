//! Compares `x.asn1` with `x.tokens`, `x.tree` and `x.faults`.
//!
//! `WIREGLOT_BLESS=1 cargo test -p wireglot-asn1 goldens::` rewrites the golden files and fails, so that the
//! variable can't be left set unnoticed.

use std::path::Path;
use std::sync::Arc;

use crate::support::{read, report};
use wireglot_asn1::{check, dump, lex, parse};
use wireglot_diag::Diagnostics;
use wireglot_text::FileId;

/// The contents of the golden files for an input.
fn outputs(text: &str) -> [(&'static str, String); 3] {
    let mut diagnostics = Diagnostics::new();
    let tokens = Arc::new(lex::lex(FileId(0), Arc::from(text), &mut diagnostics));
    let file = parse::file(tokens.clone(), &mut diagnostics);
    check::file(&file, &mut diagnostics);
    let faults: String = report(text, &diagnostics, true).into_iter().map(|(_, line)| line + "\n").collect();
    [("tokens", dump::tokens(&tokens)), ("tree", dump::tree(&file)), ("faults", faults)]
}

#[test]
fn goldens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens");
    let bless = std::env::var_os("WIREGLOT_BLESS").is_some();
    let mut differ = Vec::new();
    let mut inputs: Vec<_> = std::fs::read_dir(&folder).expect("the goldens are there").flatten().collect();
    inputs.sort_by_key(|entry| entry.path());
    for input in inputs.iter().map(|entry| entry.path()) {
        if input.extension().is_none_or(|extension| extension != "asn1") {
            continue;
        }
        for (extension, output) in outputs(&read(&input)) {
            let golden = input.with_extension(extension);
            if std::fs::read_to_string(&golden).unwrap_or_default() != output {
                differ.push(golden.display().to_string());
                if bless {
                    std::fs::write(&golden, output).expect("the golden can be written");
                }
            }
        }
    }
    assert!(!bless, "written anew: {differ:?}");
    assert!(differ.is_empty(), "not as they were: {differ:#?}");
}
