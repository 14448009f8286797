//! Markers of unresolved merge conflicts, which version control systems leave in files.

/// What such a line is.
pub const WHAT: &str = "unresolved merge conflict marker";

/// What to do about it.
pub const HINT: &str = "keep one of the two versions, and remove the lines with markers";

/// Both, for a text without room for a hint.
pub const ADVICE: &str =
    "unresolved merge conflict marker: keep one of the two versions, and remove the lines with markers";

/// The marker before the first version.
pub const FIRST: &str = "<<<<<<<";
/// The marker before the second version.
pub const SECOND: &str = "=======";
/// The marker after both.
pub const END: &str = ">>>>>>>";

/// The marker before the version that both come from.
const ORIGIN: &str = "|||||||";

/// Whether a line is such a marker.
pub fn is_marker(line: &str) -> bool {
    [FIRST, ORIGIN, SECOND, END].iter().any(|marker| line.starts_with(marker))
}
