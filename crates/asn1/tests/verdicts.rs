//! The verdict on every module set of the shared vectors, all stages together.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use support::{hinted_lines, module_records, read, vectors, Record};
use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::{Diagnostics, Severity};
use wireglot_model::Model;
use wireglot_text::{Source, Sources};

/// Compiles files together.
fn compile(paths: &[std::path::PathBuf]) -> (Sources, Model, Diagnostics) {
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let mut files = Vec::new();
    for path in paths {
        let text: Arc<str> = Arc::from(read(path));
        let id = sources.add(Source::new(path.display().to_string(), text.clone()));
        let tokens = lex::lex(id, text, &mut diagnostics);
        let file = parse::file(Arc::new(tokens), &mut diagnostics);
        check::file(&file, &mut diagnostics);
        files.push(file);
    }
    let model = resolve(&files, &mut diagnostics);
    (sources, model, diagnostics)
}

/// `file:line:column: code message` of each error, and its line where it is in the first file.
fn errors(sources: &Sources, diagnostics: &Diagnostics) -> Vec<(Option<u32>, String)> {
    let all = diagnostics.sorted().into_iter().filter(|d| d.severity == Severity::Error);
    all.map(|d| {
        let source = sources.get(d.primary.span.file);
        let place = source.place(d.primary.span.lo);
        let name = source.name().rsplit('/').next().unwrap_or("");
        let line = (d.primary.span.file.0 == 0).then_some(place.line);
        (line, format!("{name}:{}:{}: {} {}", place.line, place.column, d.code, d.message))
    })
    .collect()
}

/// What is wrong with a verdict; `None` if nothing.
fn judge(record: &Record, public: &Path) -> Option<String> {
    let paths: Vec<_> = record.files.iter().map(|f| public.join(f)).collect();
    let (sources, _, diagnostics) = compile(&paths);
    let found = errors(&sources, &diagnostics);
    let shown =
        |most: usize| found.iter().take(most).map(|(_, t)| t.as_str()).collect::<Vec<_>>().join("\n    ");
    if record.ok {
        return (!found.is_empty()).then(|| format!("wanted ok, {} errors\n    {}", found.len(), shown(4)));
    }
    if found.is_empty() {
        return Some(format!("wanted an error: {}", record.hint));
    }
    let wanted: BTreeSet<u32> = hinted_lines(&record.hint).into_iter().collect();
    // A hint of six hundred characters is cut: it says nothing of the lines behind its last one.
    let cut = record.hint.chars().count() >= 590;
    let last = wanted.last().copied().unwrap_or(0);
    let counts = |line: &u32| !cut || *line <= last;
    let lines: BTreeSet<u32> = found.iter().filter_map(|(line, _)| *line).filter(counts).collect();
    if !wanted.is_empty() && wanted != lines {
        let missing: Vec<_> = wanted.difference(&lines).collect();
        let extra: Vec<_> = lines.difference(&wanted).collect();
        return Some(format!("lines missing {missing:?}, extra {extra:?}\n    {}", shown(40)));
    }
    None
}

#[test]
fn every_module_set_gets_its_verdict() {
    let Some(vectors) = vectors() else { return };
    let public = vectors.join("asn1/public");
    let records = module_records(&public);
    let mut failures = String::new();
    let mut wrong = 0;
    for record in &records {
        if let Some(reason) = judge(record, &public) {
            wrong += 1;
            failures += &format!("{}: {reason}\n", record.id);
        }
    }
    println!("{} sets, {wrong} with another verdict", records.len());
    assert!(failures.is_empty(), "{failures}");
}
