//! Defaults that are plain numbers.

use crate::linked::Linked;
use crate::View;

/// A default as a number (TRUE is 1), if it is one.
pub(super) fn simple(linked: &Linked, default: u32) -> Option<i64> {
    match linked.defaults().at(default)?.view() {
        View::Boolean(value) => Some(i64::from(value)),
        View::Integer(value) | View::Enumerated(value) => Some(value),
        _ => None,
    }
}
