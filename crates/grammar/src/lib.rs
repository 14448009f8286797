//! Grammars of text protocols, as tables.
//!
//! A [`Grammar`] says how the values of one type stand in text: tokens in a long and a short spelling,
//! classes of characters that hold a number, a name or octets, and rules that put them in order and say
//! which component of the value each part is. It is read from a small notation ([`Grammar::parse`]) and
//! checked ([`Analysis`]): one token decides what comes next, or two where one doesn't, and never more.
//! So nothing is read twice, and a text costs time in proportion to its length.
//!
//! Nothing here reads or writes a message. What does, reads and writes by these tables alone.
//!
//! The notation, line by line (a line that begins with white space goes on; `;` begins a comment line):
//!
//! | line | what it says |
//! | --- | --- |
//! | `root RULE` | the rule of a whole message |
//! | `space [SET]`, `comment C` | characters between tokens, and the one that begins a comment up to the end of its line |
//! | `word [SET]` | characters that a keyword may not touch |
//! | `version RULE` | the rule whose number is the version of the message |
//! | `mark NAME "TEXT" "PRETTY"` | punctuation; `>` and `<` in PRETTY indent and outdent, `\n` breaks the line and indents |
//! | `blank NAME "TEXT" "PRETTY"` | white space that is written; when read, it is space like any other |
//! | `gap NAME "TEXT" "PRETTY"` | the same, but space or a comment must stand there |
//! | `key NAME LONG SHORT [ALSO ...]` | a keyword; any case is read |
//! | `glue NAME LONG SHORT` | a keyword that what follows touches |
//! | `class NAME [FIRST] [REST] LO..HI as HOW` | a run of characters and how it becomes a value; also `with C` (the run has that character), `like PATTERN` (`9` a digit), `bare` (no space before it), `except N,N` (numbers that it is not) |
//! | `quoted NAME as HOW` | a string in quotation marks |
//! | `until NAME [SET] as HOW` | everything up to a character of the set; also `escape EC` (E before C: it ends nothing), `trim` (white space around it is not of it), `lends C` (nor is that between it and C) |
//! | `rule NAME = ...` | a rule |
//! | `answer NUMBER RULE ...` | the error that the protocol answers where these rules, or what they use, are wrong |
//!
//! A mark or a class that ends in `verbatim` has no comments before it: what stands there belongs to a text of its own.
//!
//! In a rule, names are tokens, classes and rules; `|` separates alternatives, `[ ]` is optional, `( )+` comes
//! once or more and `( )+MARK` with a mark between; `.slot`, `:alternative`, `+` (a new element), `~` (the
//! last element, if it is that alternative already or lacks that slot), `#bit` say which part of the value the next item
//! is, and `!` is the only element of a list; `=true`, `=false`, `=null`, `=7`, `=name`, `=empty` are values without
//! text; `=.to.from.0` copies what stands at a path to a slot. `@2` begins what only version 2 and later have, `@-1` what only version 1 has;
//! `<` what is only read and `>` what is only written. `deeper( )` and `shallower( )`
//! are written one level deeper and less deep.

#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic))]

mod analysis;
mod chars;
pub mod h248;
pub mod link;
mod notation;
mod table;

pub use analysis::{Analysis, Conflict, Look, Symbol};
pub use chars::CharSet;
pub use link::Link;
pub use notation::NotationFault;
pub use table::{
    Branch, Class, ClassId, ClassKind, Direction, Grammar, Layout, Node, NodeId, Production, ProductionId,
    Step, Terminal, Token, TokenId, Until, Versions,
};
