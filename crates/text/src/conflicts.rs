//! Markers of unresolved merge conflicts, which version control systems leave in files.

/// What such a line is.
pub const WHAT: &str = "unresolved merge conflict marker";

/// What to do about it.
pub const HINT: &str = "keep one of the two versions, and remove the markers";

/// The markers: before the first version, its origin and the second version, and after that.
const MARKERS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// Whether a line is such a marker.
pub fn is_marker(line: &str) -> bool {
    MARKERS.iter().any(|marker| line.starts_with(marker))
}
