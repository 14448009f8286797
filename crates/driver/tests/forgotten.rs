//! The tests of a crate are modules of one binary, and cargo looks for no others: a file named neither in
//! `tests/main.rs` nor in the manifest would never run.

use crate::layers::{read, rooms};

/// The files that are not named.
fn forgotten(files: &[String], main: &str, manifest: &str) -> Vec<String> {
    let named = |file: &&String| {
        *file == "main"
            || main.contains(&format!("\nmod {file};"))
            || manifest.contains(&format!("path = \"tests/{file}.rs\""))
    };
    files.iter().filter(|file| !named(file)).cloned().collect()
}

#[test]
fn every_file_of_tests_is_run() {
    for (room, folder) in rooms() {
        let manifest = read(&folder.join("Cargo.toml"));
        let Ok(entries) = std::fs::read_dir(folder.join("tests")) else { continue };
        if !manifest.contains("autotests = false") {
            continue;
        }
        let files: Vec<String> = entries
            .flatten()
            .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".rs")?.to_string()))
            .collect();
        let forgotten = forgotten(&files, &read(&folder.join("tests/main.rs")), &manifest);
        assert!(forgotten.is_empty(), "{room}: tests/main.rs does not name {}", forgotten.join(", "));
    }
}

/// The check can fail.
#[test]
fn a_file_that_nothing_names_is_caught() {
    let files = ["main", "charts", "cost", "new"].map(String::from);
    let manifest = "[[test]]\nname = \"cost\"\npath = \"tests/cost.rs\"\n";
    assert_eq!(forgotten(&files, "//! Tests.\n\nmod charts;\n", manifest), ["new"]);
}
