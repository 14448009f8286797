//! The verdict on every module set of the shared vectors, by all stages together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::support::{hinted_lines, module_records, read, schema_sets, vectors, Record};
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

/// `file:line:column: code message` of each error, and its line if it is in the first file.
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

/// Checks a verdict; returns the failure.
fn judge(record: &Record, found: &[(Option<u32>, String)]) -> Option<String> {
    let shown =
        |most: usize| found.iter().take(most).map(|(_, t)| t.as_str()).collect::<Vec<_>>().join("\n    ");
    if record.ok {
        return (!found.is_empty()).then(|| format!("wanted ok, {} errors\n    {}", found.len(), shown(4)));
    }
    if found.is_empty() {
        return Some(format!("wanted an error: {}", record.hint));
    }
    let wanted: BTreeSet<u32> = hinted_lines(&record.hint).into_iter().collect();
    // A hint of about six hundred characters is truncated: it does not mention the lines after its last one.
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

/// The codes of a set's errors, in order, without duplicates.
fn codes(diagnostics: &Diagnostics) -> String {
    let errors = diagnostics.sorted().into_iter().filter(|d| d.severity == Severity::Error);
    let codes: BTreeSet<&str> = errors.map(|d| d.code.0).collect();
    codes.into_iter().collect::<Vec<_>>().join(" ")
}

/// `verdicts.tsv`: a line for each set with an error: `id`, codes, and the reason if the record disagrees.
/// All other sets have none.
fn table() -> BTreeMap<String, (String, String)> {
    let text = include_str!("verdicts.tsv");
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut cells = line.split('\t').map(str::to_owned);
        let mut cell = || cells.next().unwrap_or_default();
        (cell(), (cell(), cell()))
    });
    rows.collect()
}

#[test]
fn every_module_set_gets_its_verdict() {
    let Some(vectors) = vectors() else { return };
    let public = vectors.join("asn1/public");
    let table = table();
    let (mut failures, mut written) = (String::new(), String::new());
    let mut otherwise = 0;
    let records = module_records(&public);
    for record in &records {
        let paths: Vec<_> = record.files.iter().map(|f| public.join(f)).collect();
        let (sources, _, diagnostics) = compile(&paths);
        let found = codes(&diagnostics);
        let (wanted, reason) = table.get(&record.id).cloned().unwrap_or_default();
        let wrong = judge(record, &errors(&sources, &diagnostics));
        match (&wrong, reason.is_empty()) {
            (Some(wrong), true) => failures += &format!("{}: {wrong}\n", record.id),
            (None, false) => failures += &format!("{}: agrees, its reason is stale\n", record.id),
            _ => otherwise += usize::from(wrong.is_some()),
        }
        if found != wanted {
            failures += &format!("{}: codes {found}, the table has {wanted}\n", record.id);
        }
        if !found.is_empty() {
            written += &format!("{}\t{found}\t{reason}\n", record.id);
        }
    }
    let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdicts.tsv");
    std::fs::write(&fresh, written).expect("the folder for temporary files can be written");
    println!("{} sets; {otherwise} with another verdict than the record's, for a reason", records.len());
    assert!(failures.is_empty(), "{failures}\nfound: {}", fresh.display());
}

/// A file name without folders and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

#[test]
fn every_schema_of_the_vectors_resolves() {
    let Some(vectors) = vectors() else { return };
    let mut failures = String::new();
    let mut count = 0;
    for folder in ["asn1/public", "asn1/erlang"] {
        let folder = vectors.join(folder);
        for schemas in schema_sets(&folder) {
            count += 1;
            let paths: Vec<_> = schemas.iter().map(|f| folder.join(f)).collect();
            let (sources, _, diagnostics) = compile(&paths);
            if schemas.iter().any(|name| table().contains_key(&format!("asn1tools-{}", stem(name)))) {
                continue;
            }
            for (_, error) in errors(&sources, &diagnostics).iter().take(3) {
                failures += &format!("{error}\n");
            }
        }
    }
    println!("{count} sets of schemas");
    assert!(failures.is_empty(), "{failures}");
}
