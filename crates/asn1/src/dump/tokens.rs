//! Prints the tokens of a file and everything between them. The quoted texts together are the file.

use std::fmt::Write;

use wireglot_text::Source;

use crate::token::{TokenKind, TokenList};

/// One line per token, comment or run of white space.
pub fn tokens(list: &TokenList) -> String {
    let source = Source::new("", list.text());
    let mut out = String::new();
    let mut trivia = list.trivia().iter().peekable();
    let mut line = |lo: u32, hi: u32, kind: &str| {
        let place = source.place(lo);
        let place = format!("{}:{}", place.line, place.column);
        let text = list.text().get(lo as usize..hi as usize).unwrap_or("");
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{place:<9}{kind:<14}{text:?}");
    };
    for token in list.tokens() {
        while let Some(between) = trivia.next_if(|t| t.lo < token.lo) {
            line(between.lo, between.hi, &format!("{:?}", between.kind));
        }
        let kind = match token.kind {
            TokenKind::Keyword(_) => "Keyword".to_string(),
            kind => format!("{kind:?}"),
        };
        line(token.lo, token.hi, &kind);
    }
    for between in trivia {
        line(between.lo, between.hi, &format!("{:?}", between.kind));
    }
    out
}
