//! The formatter: keeps tokens and comments, and sets white space as careful authors do.
//!
//! | stage | module | contents |
//! | --- | --- | --- |
//! | pieces | `pieces` | tokens and comments in order, with the line ends before each |
//! | outline | `outline` | which pieces begin modules, clauses and assignments; what stays verbatim |
//! | groups | `groups` | the contents of each bracket, and whether it has to be broken |
//! | gaps | `gaps`, `columns` | the spaces between two pieces of a line; aligned columns |
//! | print | `print`, `lines` | lines of at most 100 columns, with aligned comments at their ends |
//!
//! A component, a field or an element of a set is on a line of its own. What fits on a line and was written
//! on one stays there. Where authors broke lists of names, values and objects, the breaks are kept, so that
//! formatting again changes nothing. There is no recursion, and each stage is linear.

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

/// Formats the text of a file without syntax errors. Macros and encoding control sections, which are not
/// parsed, are left unchanged.
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
