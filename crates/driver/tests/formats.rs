//! Formatting of the bitproto files at hand: tokens stay, and the second time nothing changes.

use std::path::{Path, PathBuf};

use wireglot_diag::Diagnostics;
use wireglot_driver::format::{bitproto_text, words};
use wireglot_text::FileId;

/// The bitproto files of the shared vectors.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("WIREGLOT_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let (mut found, mut folders) = (Vec::new(), vec![shared.join("vectors/bitproto")]);
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
    found
}

#[test]
fn tokens_stay_and_the_second_time_nothing_changes() {
    let files = files();
    if files.is_empty() {
        eprintln!("skipped: the shared vectors are not here");
    }
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let file = FileId(0);
        let Some(once) = bitproto_text(file, &text, &mut Diagnostics::new()) else { continue };
        assert_eq!(words(file, &text), words(file, &once), "{}", path.display());
        let twice = bitproto_text(file, &once, &mut Diagnostics::new());
        assert_eq!(twice.as_deref(), Some(once.as_str()), "{}", path.display());
        let ragged = once.lines().any(|line| line.ends_with([' ', '\t']) || line.contains('\t'));
        assert!(!ragged || text.contains('\t'), "{}: white space is left", path.display());
    }
}
