//! Runs the formatter on every module of the shared vectors and of the packages that other tests fetch.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::support::{read, vectors};
use wireglot_asn1::format::{format, same_words};
use wireglot_asn1::token::TokenList;
use wireglot_asn1::tree::File;
use wireglot_asn1::{lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_text::FileId;

/// The files in and below a folder that are modules by their names.
fn modules(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
        if path.is_dir() {
            modules(&path, found);
        } else if matches!(ending.as_str(), "asn" | "asn1" | "a1" | "mib" | "set") {
            found.push(path);
        }
    }
}

fn lexed(text: &str) -> (Arc<TokenList>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let tokens = Arc::new(lex::lex(FileId(0), Arc::from(text), &mut diagnostics));
    (tokens, diagnostics)
}

fn parsed(text: &str) -> Option<File> {
    let (tokens, mut diagnostics) = lexed(text);
    let file = parse::file(tokens, &mut diagnostics);
    (!diagnostics.failed(false)).then_some(file)
}

/// The meaning of a text, without positions and white space.
fn model(file: File) -> String {
    resolve(&[file], &mut Diagnostics::new()).dump().split_whitespace().collect()
}

/// Checks the formatted text of a module.
fn verdict(before: &File) -> Result<String, String> {
    let after = format(before);
    let (tokens, _) = lexed(&after);
    if !same_words(&before.tokens, &tokens) {
        return Err("other tokens or comments".into());
    }
    let again = parsed(&after).ok_or("it is no module any more")?;
    if format(&again) != after {
        return Err("formatting it again changes it".into());
    }
    Ok(after)
}

#[test]
fn every_module_keeps_its_words_and_its_meaning() {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    vectors().iter().for_each(|vectors| modules(vectors, &mut found));
    ["build/packages", "examples", "docs", "crates"].iter().for_each(|f| modules(&root.join(f), &mut found));
    found.sort();
    let (mut formatted, mut refused, mut failures) = (0, 0, String::new());
    for path in &found {
        let text = read(path);
        let Some(before) = parsed(&text) else {
            refused += 1;
            continue;
        };
        formatted += 1;
        match verdict(&before) {
            Err(why) => failures += &format!("{}: {why}\n", path.display()),
            Ok(after) => {
                let same = parsed(&after).is_some_and(|after| model(after) == model(before));
                if !same {
                    failures += &format!("{}: another model\n", path.display());
                }
            }
        }
    }
    println!("{formatted} modules formatted, {refused} with faults in their syntax");
    assert!(failures.is_empty(), "{failures}");
}

/// Compares `x.asn1` with `x.formatted`; `WIREGLOT_BLESS=1` rewrites the golden files, and fails.
#[test]
fn goldens() {
    let bless = std::env::var_os("WIREGLOT_BLESS").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formatting");
    let mut inputs = Vec::new();
    modules(&folder, &mut inputs);
    inputs.sort();
    assert!(!inputs.is_empty());
    for input in inputs {
        let after = verdict(&parsed(&read(&input)).expect("no faults")).expect("formatted");
        let golden = input.with_extension("formatted");
        if bless {
            std::fs::write(&golden, &after).expect("the golden can be written");
        }
        assert_eq!(std::fs::read_to_string(&golden).unwrap_or_default(), after, "{}", input.display());
    }
    assert!(!bless, "written anew");
}

/// Deeply nested, long or comment-laden text takes no more than it should.
#[test]
fn hostile_modules_stay_small() {
    const MANY: usize = 20_000;
    let module = |body: &str| format!("M DEFINITIONS ::= BEGIN {body} END");
    let rows = [
        format!("v T ::= {}{}", "{".repeat(MANY), "}".repeat(MANY)),
        format!("v T ::= {}{}", "{ a".repeat(MANY), "}".repeat(MANY)),
        format!("v T ::= {}{}", "{ a, b ".repeat(MANY), "}".repeat(MANY)),
        format!("v T ::= {}{}", "{{ID a} | ".repeat(MANY), "}".repeat(MANY)),
        format!("v T ::= {{{}}}", "(a [b {c, ".repeat(MANY) + &"}])".repeat(MANY)),
        format!("v T ::= {{ {} }}", "word ".repeat(MANY)),
        format!("v T ::= {{ {} --x\n{} }}", "word\n".repeat(MANY), "--x\n".repeat(MANY)),
        format!("T ::= INTEGER (1{})", " | 1".repeat(MANY)),
        format!("T ::= SEQUENCE {{ {} a NULL }}", "-- x -- ".repeat(MANY)),
        format!("T ::= SEQUENCE {{ a NULL{} }}", ", a NULL".repeat(MANY)),
        "v T ::= 5 ".repeat(MANY),
    ];
    for row in rows {
        let text = module(&row);
        let (tokens, mut diagnostics) = lexed(&text);
        let file = parse::file(tokens, &mut diagnostics);
        let after = format(&file);
        assert!(after.len() < 200 * text.len(), "{} octets of {}: {}", after.len(), text.len(), &text[..60]);
    }
}
