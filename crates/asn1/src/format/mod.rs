//! The formatter: tokens and comments as they are, white space as careful authors set it.
//!
//! | stage | module | what it knows |
//! | --- | --- | --- |
//! | pieces | `pieces` | tokens and comments in a row, with the line ends before each |
//! | outline | `outline` | which pieces begin modules, clauses and assignments; what stays verbatim |
//! | groups | `groups` | what each bracket holds, and whether it has to be broken |
//! | gaps | `gaps`, `columns` | the spaces between two pieces of a line; columns that line up |
//! | print | `print`, `lines` | lines of at most 100 columns, comments at their ends lined up |
//!
//! A component, a field, an element of a set stands on a line of its own. What fits on a line and
//! was written on one stays there; where authors broke lists of names, values and objects, they
//! stay broken, so that what was formatted stays as it is when it is formatted again. Nothing
//! recurses, and each stage is linear.

mod columns;
mod gaps;
mod groups;
mod lines;
mod outline;
mod pieces;
mod print;
mod words;

pub use words::same_words;

use crate::tree::File;
use groups::Groups;
use outline::Outline;

/// The text of a file whose syntax has no faults, formatted. What stands in macros and encoding
/// control sections, which are not read, stays as it is.
pub fn format(file: &File) -> String {
    let pieces = pieces::of(&file.tokens, &outline::verbatim(file));
    let outline = Outline::new(file, &pieces);
    let groups = Groups::new(&pieces);
    let gaps = columns::line_up(gaps::between(&pieces, &groups), &pieces, &groups, &outline);
    let text = print::print(&pieces, &groups, &outline, gaps);
    match file.tokens.text().find('\n').is_some_and(|at| file.tokens.text()[..at].ends_with('\r')) {
        true => text.replace('\n', "\r\n"),
        false => text,
    }
}
