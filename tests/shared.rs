//! The collected vectors beside the project, where they are.
#![allow(dead_code)] // Each test uses its part.

use std::path::{Path, PathBuf};

/// A folder of the collection; `None` where it is not here, which the test then says.
pub fn vectors(folder: &str) -> Option<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("WIREGLOT_SHARED").map_or(project.join("../shared"), PathBuf::from);
    let found = shared.join("vectors").join(folder);
    if !found.is_dir() {
        println!("skipped: there is no {}", found.display());
        return None;
    }
    Some(found)
}

/// All files of an extension in a folder and those in it, in order.
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
