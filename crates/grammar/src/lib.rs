//! Grammars of text protocols, as tables.
//!
//! A [`Grammar`] describes the text form of one type's values: tokens with a long and a short spelling,
//! classes of characters that hold a number, a name or octets, and rules that order them and say which
//! component of the value each part is. It is written in a small notation ([`Grammar::parse`]) and checked
//! ([`Analysis`]): one token, or at most two, must decide what comes next. So nothing is read twice, and the
//! time is linear in the length of a text.
//!
//! This crate does not read or write messages. The code that does uses only these tables.
//!
//! The notation, line by line (a line that starts with white space continues the one before; `;` starts a
//! comment line):
//!
//! | line | meaning |
//! | --- | --- |
//! | `root RULE` | the rule of a whole message |
//! | `space [SET]`, `comment C` | characters between tokens, and the one that starts a comment up to the end of its line |
//! | `word [SET]` | characters that may not be adjacent to a keyword |
//! | `version RULE` | the rule whose number is the version of the message |
//! | `head RULE` | the rule whose parts before its last one can be read even if what follows is broken |
//! | `mark NAME "TEXT" "PRETTY"` | punctuation; `>` and `<` in PRETTY indent and outdent, `\n` breaks the line and indents |
//! | `blank NAME "TEXT" "PRETTY"` | white space that is written; when reading, it is like any other |
//! | `gap NAME "TEXT" "PRETTY"` | the same, but white space or a comment is required there |
//! | `key NAME LONG SHORT [ALSO ...]` | a keyword; case-insensitive when reading |
//! | `glue NAME LONG SHORT` | a keyword that word characters may follow directly |
//! | `class NAME [FIRST] [REST] LO..HI as HOW` | a run of characters and its conversion to a value; also `with C` (the run contains C), `like PATTERN` (`9` is a digit), `bare` (no space before it), `except N,N` (numbers that are excluded) |
//! | `quoted NAME as HOW` | a string in quotation marks |
//! | `until NAME [SET] as HOW` | everything up to a character of the set; also `escape EC` (C does not end it after E), `trim` (white space around it is not part of it), `lends C` (nor is white space between it and C) |
//! | `rule NAME = ...` | a rule |
//! | `answer NUMBER RULE ...` | the error to reply with if these rules, or rules that they use, fail |
//!
//! A mark or class with `verbatim` has no comments before it: they would belong to a text of its own.
//!
//! In a rule, names are tokens, classes and rules; `|` separates alternatives, `[ ]` is optional, `( )+`
//! occurs once or more, and `( )+MARK` the same with a mark between. `.slot`, `:alternative`, `+` (a new
//! element), `~` (the last element, if it already has that alternative or lacks that slot) and `#bit` say
//! which part of the value the next item is; `!` is the only element of a list. `=true`, `=false`, `=null`,
//! `=7`, `=name` and `=empty` are values without text; `=.to.from.0` copies the value at a path to a slot.
//! `@2` precedes what only version 2 and later have, `@-1` what only version 1 has; `<` precedes what is only
//! read, `>` what is only written. `deeper( )` and `shallower( )` are written one level deeper or less deep.

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
