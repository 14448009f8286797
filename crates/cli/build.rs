//! Embeds the files of the page for `wireglot serve`, if they were built with `make web`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder in which `tools/web` puts the compressed files. It also touches this file, since Cargo can't watch a
/// folder that doesn't exist yet.
const FILES: &str = "../../build/web/packed";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let mut found = Vec::new();
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(FILES);
    if folder.is_dir() {
        println!("cargo:rerun-if-changed={FILES}");
        walk(&folder, &folder, &mut found)?;
        found.sort();
    }
    let mut list = String::from("&[\n");
    for (name, file) in found {
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page_files.rs"), list)
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(root, &path, found)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            let name = name.to_string_lossy().replace('\\', "/");
            found.push((name, path.clone()));
        }
    }
    Ok(())
}
