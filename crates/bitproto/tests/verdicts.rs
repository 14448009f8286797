//! Verdicts on the collected files: invalid ones are rejected, and no others.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::shared;
use wireglot_bitproto::resolve::{resolve, Options, Parsed};
use wireglot_bitproto::tree::ItemKind;
use wireglot_bitproto::{lex, lint, parse};
use wireglot_diag::{Diagnostics, Severity};
use wireglot_model::Model;
use wireglot_text::{Source, Sources};

/// Compiles a file: returns codes by severity, and the model.
fn compile(path: &Path, options: Options) -> (Vec<(Severity, &'static str)>, Model) {
    let (mut sources, mut diagnostics, mut model) = (Sources::new(), Diagnostics::new(), Model::default());
    let mut paths = vec![path.to_path_buf()];
    let mut known: HashMap<PathBuf, usize> = HashMap::from([(path.canonicalize().unwrap(), 0)]);
    let mut files = Vec::new();
    let mut next = 0;
    while next < paths.len() {
        let path = paths[next].clone();
        let text = std::fs::read_to_string(&path).unwrap();
        let file = sources.add(Source::new(path.display().to_string(), text.clone()));
        let tokens = lex::lex(file, &text, &mut diagnostics);
        let tree = parse::parse(file, &text, &tokens, &mut diagnostics);
        let imports = tree.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Import { path: word, .. } => Some(path.parent().unwrap().join(&word.text)),
            _ => None,
        });
        let imports = imports
            .map(|import| match import.canonicalize() {
                Ok(real) => Ok(*known.entry(real.clone()).or_insert_with(|| {
                    paths.push(real);
                    paths.len() - 1
                })),
                Err(error) => Err(error.to_string()),
            })
            .collect();
        files.push(Parsed { tree, imports });
        next += 1;
    }
    resolve(&files, options, &mut model, &mut diagnostics);
    for told in diagnostics.sorted() {
        assert!(!told.hints.is_empty(), "{}: {} {}: no hint", path.display(), told.code, told.message);
    }
    lint::lint(&files[0].tree, &[], &mut diagnostics);
    (diagnostics.sorted().iter().map(|d| (d.severity, d.code.0)).collect(), model)
}

fn records(name: &str) -> Vec<serde_json::Value> {
    let Some(folder) = shared::vectors("bitproto") else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn verdicts(name: &str, path_key: &str) {
    let mut wrong = Vec::new();
    for record in records(name) {
        let file = record[path_key].as_str().unwrap();
        let options = Options { fixed: record["mode"] == "traditional" };
        let (found, _) = compile(&shared::vectors("bitproto").unwrap().join(file), options);
        let errors = found.iter().any(|(severity, _)| *severity == Severity::Error);
        let style = found.iter().any(|(_, code)| code.starts_with("B05"));
        let lint_row = record["rule"] == "lint";
        let good = match record["expect"].as_str().unwrap() {
            "error" => errors,
            "warning" => !errors && style,
            _ => !errors && (!lint_row || !style),
        };
        if !good {
            wrong.push(format!("{file}: {} ({}), found {found:?}", record["expect"], record["rule"]));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn collected_files() {
    verdicts("files.jsonl", "file");
}

#[test]
fn files_with_one_mistake() {
    verdicts("negative.jsonl", "file");
}

#[test]
fn a_large_file_is_quick() {
    let Some(folder) = shared::vectors("bitproto") else { return };
    let (found, model) = compile(&folder.join("large.bitproto"), Options::default());
    assert!(!found.iter().any(|(severity, _)| *severity == Severity::Error));
    assert_eq!(model.modules.len(), 1);
}
