//! Runs every module of the shared vectors through the lexer and the parser.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::support::{hinted_lines, module_records, parse, read, report, vectors};
use wireglot_asn1::check;
use wireglot_diag::Diagnostics;
use wireglot_text::FileId;

/// All files under a folder.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, files);
        } else if matches!(
            path.extension().and_then(|e| e.to_str()),
            Some("asn" | "asn1" | "txt" | "ASN" | "py" | "set")
        ) {
            files.push(path);
        }
    }
}

fn all_modules() -> Vec<PathBuf> {
    let mut files = Vec::new();
    if let Some(vectors) = vectors() {
        for folder in ["asn1/public/modules", "asn1/public/schemas", "asn1/erlang/schemas", "megaco"] {
            walk(&vectors.join(folder), &mut files);
        }
    }
    files.sort();
    files
}

#[test]
fn lexing_loses_nothing() {
    for path in all_modules() {
        let text = read(&path);
        let list = wireglot_asn1::lex::lex(FileId(0), Arc::from(text.as_str()), &mut Diagnostics::new());
        let tokens = list.tokens().iter().map(|t| (t.lo, t.hi));
        let mut pieces: Vec<(u32, u32)> = tokens.chain(list.trivia().iter().map(|t| (t.lo, t.hi))).collect();
        pieces.sort();
        let mut end = 0;
        for (lo, hi) in pieces {
            assert!(lo == end && hi > lo, "{}: octet {end}", path.display());
            end = hi;
        }
        assert_eq!(end as usize, text.len(), "{}", path.display());
    }
}

#[test]
fn good_modules_parse_without_error() {
    let Some(vectors) = vectors() else { return };
    let public = vectors.join("asn1/public");
    let records = module_records(&public);
    let files: BTreeSet<&String> = records.iter().filter(|r| r.ok).flat_map(|r| &r.files).collect();
    let mut failures = String::new();
    for file in files {
        let text = read(&public.join(file));
        let mut diagnostics = Diagnostics::new();
        check::file(&parse(&text, &mut diagnostics), &mut diagnostics);
        for (_, line) in report(&text, &diagnostics, false).iter().take(3) {
            failures += &format!("{file}:{line}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn syntax_errors_are_found_on_their_lines() {
    let Some(vectors) = vectors() else { return };
    let public = vectors.join("asn1/public");
    let mut failures = String::new();
    for record in module_records(&public).iter().filter(|r| r.id.starts_with("otp-syntax")) {
        let text = read(&public.join(&record.files[0]));
        let mut diagnostics = Diagnostics::new();
        check::file(&parse(&text, &mut diagnostics), &mut diagnostics);
        let found = report(&text, &diagnostics, false);
        let mut lines: Vec<u32> = found.iter().map(|(line, _)| *line).collect();
        lines.dedup();
        if lines != hinted_lines(&record.hint) {
            failures += &format!("{}: wanted {}, found {found:?}\n", record.id, record.hint);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
