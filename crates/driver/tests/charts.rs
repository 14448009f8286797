//! Charts of every message of the bitproto schemas at hand: boxes lie side by side.

use std::path::{Path, PathBuf};

use wireglot_driver::bitproto::{compile, CompileOptions};
use wireglot_driver::chart::{Form, Role};

/// The schemas of the shared vectors.
fn schemas() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("WIREGLOT_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let mut found = Vec::new();
    let mut folders = vec![shared.join("vectors/bitproto/schemas"), shared.join("vectors/bitproto/files")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "bitproto") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

#[test]
fn boxes_cover_every_message_once() {
    let schemas = schemas();
    if schemas.is_empty() {
        eprintln!("skipped: the shared vectors are not here");
    }
    for path in schemas {
        let Ok(schema) = compile(&path, CompileOptions::default()) else { continue };
        for message in schema.messages() {
            let chart = schema.chart(message);
            let mut at = 0;
            for part in &chart.parts {
                if part.role != Role::Group && part.place.steps.is_empty() {
                    assert_eq!(part.place.first, at, "{}: {}.{}", path.display(), chart.title, part.path);
                    at += part.bits;
                }
            }
            assert_eq!(at, chart.bits, "{}: {}", path.display(), chart.title);
            for form in [Form::Text, Form::Markdown, Form::Svg] {
                assert!(chart.print(form, 32).contains(&chart.title));
            }
        }
    }
}
