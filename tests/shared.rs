//! The location of the collected vectors, and a record of skipped tests.
#![allow(dead_code)] // Each test uses its part.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Says why the running test, or a part of it, cannot run here. The harness reports such a test as passed; if
/// `WIREGLOT_SKIPPED` names a file, a line is appended to it.
pub fn skip(why: impl Display) {
    println!("skipped: {why}");
    let Some(list) = std::env::var_os("WIREGLOT_SKIPPED") else { return };
    let thread = std::thread::current();
    let line = format!("{}\t{why}\n", thread.name().unwrap_or("a test"));
    let mut list = std::fs::File::options().create(true).append(true).open(list).unwrap();
    list.write_all(line.as_bytes()).unwrap();
}

/// Whether a compiler of that name is available; if not, a part of the test is skipped.
pub fn has_compiler(name: &str) -> bool {
    let found = Command::new(name).arg("--version").output().is_ok();
    if !found {
        skip(format_args!("there is no {name}"));
    }
    found
}

/// A folder of the collection; `None` if it is missing, and the test is skipped.
pub fn vectors(folder: &str) -> Option<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("WIREGLOT_SHARED").map_or(project.join("../shared"), PathBuf::from);
    let found = shared.join("vectors").join(folder);
    if !found.is_dir() {
        skip(format_args!("there is no {}", found.display()));
        return None;
    }
    Some(found)
}

/// All files with an extension in a folder and its subfolders, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == extension) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}
