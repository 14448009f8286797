//! Formats the available bitproto files: tokens are preserved, and formatting again changes nothing.

use crate::shared;
use wireglot_diag::Diagnostics;
use wireglot_driver::languages::bitproto::format::{text as formatted, words};
use wireglot_text::FileId;

#[test]
fn tokens_stay_and_the_second_time_nothing_changes() {
    let folder = shared::vectors("bitproto").into_iter();
    for path in folder.flat_map(|folder| shared::files(&folder, "bitproto")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let file = FileId(0);
        let Some(once) = formatted(file, &text, &mut Diagnostics::new()) else { continue };
        assert_eq!(words(file, &text), words(file, &once), "{}", path.display());
        let twice = formatted(file, &once, &mut Diagnostics::new());
        assert_eq!(twice.as_deref(), Some(once.as_str()), "{}", path.display());
        let ragged = once.lines().any(|line| line.ends_with([' ', '\t']) || line.contains('\t'));
        assert!(!ragged || text.contains('\t'), "{}: white space is left", path.display());
    }
}
