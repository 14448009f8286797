//! Folders and compilers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What every file of the project must compile under.
pub const STRICT: [&str; 6] = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror"];

/// The root of the project.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A folder for what a test makes.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command; its complaint if it fails.
pub fn run(command: &mut Command) -> Result<(), String> {
    let done = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    match done.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}\n{}", String::from_utf8_lossy(&done.stderr))),
    }
}
