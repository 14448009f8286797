//! The shared vectors: their location, and the records of `modules.jsonl`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::shared;
use wireglot_asn1::parse;
use wireglot_asn1::tree::File;
use wireglot_diag::{Diagnostics, Severity};
use wireglot_text::{FileId, Source};

/// The folder of the shared vectors, or `None` (with a message) if it is missing.
pub fn vectors() -> Option<PathBuf> {
    shared::vectors("")
}

/// One record of `modules.jsonl`.
#[derive(Debug)]
pub struct Record {
    pub id: String,
    pub files: Vec<String>,
    pub ok: bool,
    pub hint: String,
}

/// All records of `modules.jsonl`.
pub fn module_records(public: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(public.join("modules.jsonl")).expect("modules.jsonl is readable");
    text.lines().map(record).collect()
}

fn record(line: &str) -> Record {
    let files = member(line, "files");
    let files = files.trim_start_matches('[').split(']').next().unwrap_or("");
    Record {
        id: string(member(line, "id")),
        files: files.split(',').map(string).collect(),
        ok: string(member(line, "expect")) == "ok",
        hint: string(member(line, "code_hint")),
    }
}

/// The sets of files named by the records of `vectors.jsonl`, without duplicates.
pub fn schema_sets(folder: &Path) -> std::collections::BTreeSet<Vec<String>> {
    let text = std::fs::read_to_string(folder.join("vectors.jsonl")).expect("vectors.jsonl is readable");
    let list = |line: &str| {
        let files = member(line, "schemas").trim_start_matches('[').split(']').next().unwrap_or("");
        files.split(',').map(string).collect()
    };
    text.lines().map(list).collect()
}

/// What follows `"key":` in a line of flat JSON.
fn member<'t>(line: &'t str, key: &str) -> &'t str {
    let key = format!("\"{key}\":");
    line.find(&key).map_or("", |at| line[at + key.len()..].trim_start())
}

/// The JSON string at the start of a text; empty for null.
fn string(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.trim_start().chars();
    if chars.next() != Some('"') {
        return out;
    }
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

/// The lines named in a hint: `line 4: ...; line 7: ...`.
pub fn hinted_lines(hint: &str) -> Vec<u32> {
    let mut lines: Vec<u32> = hint
        .match_indices("line ")
        .filter_map(|(at, _)| hint[at + 5..].split(':').next().and_then(|n| n.trim().parse().ok()))
        .collect();
    lines.dedup();
    lines
}

/// Reads a file; bytes that are not UTF-8 become their Latin-1 characters.
pub fn read(path: &Path) -> String {
    let octets = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    String::from_utf8(octets).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect())
}

/// Lexes and parses one text.
pub fn parse(text: &str, diagnostics: &mut Diagnostics) -> File {
    let tokens = wireglot_asn1::lex::lex(FileId(0), Arc::from(text), diagnostics);
    parse::file(Arc::new(tokens), diagnostics)
}

/// `line: code message` for each error (and, if requested, each warning).
pub fn report(text: &str, diagnostics: &Diagnostics, warnings: bool) -> Vec<(u32, String)> {
    let source = Source::new("text", text);
    let sorted = diagnostics.sorted().into_iter().filter(|d| warnings || d.severity == Severity::Error);
    sorted
        .map(|d| {
            let place = source.place(d.primary.span.lo);
            (place.line, format!("{}:{}: {} {}", place.line, place.column, d.code, d.message))
        })
        .collect()
}
