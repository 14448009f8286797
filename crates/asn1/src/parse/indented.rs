//! Which of several nested braces was not closed, as far as the indentation shows.

use wireglot_text::Span;

use super::cursor::Cursor;
use crate::token::TokenKind;

/// The number of tokens, and of bytes before a position, that are looked at.
const SEARCHED: usize = 1 << 12;

/// An open brace, and the indentation of its line.
struct Open<'t> {
    brace: Span,
    indent: &'t str,
}

impl Cursor<'_> {
    /// Of the braces inside the one at `opened`, which is never closed, the first whose `}` begins a line that is
    /// indented as an outer one: it took the outer one's `}`. Returns both.
    pub(super) fn misaligned(&self, opened: Span, place: Span) -> Option<(Span, Span)> {
        let text: &str = &self.list.text;
        let first = self.list.tokens.partition_point(|token| token.lo < opened.lo);
        let mut indent = line_indent(text, opened.lo)?;
        let mut open: Vec<Open> = Vec::new();
        let mut end = opened.lo as usize;
        for token in self.list.tokens.get(first..)?.iter().take(SEARCHED).take_while(|t| t.lo < place.lo) {
            let span = self.list.span(*token);
            let between = text.get(end..span.lo as usize)?;
            end = span.hi as usize;
            let begins_line = between.rsplit_once('\n').map(|(_, indent)| indent);
            indent = begins_line.unwrap_or(indent);
            match token.kind {
                TokenKind::LBrace => open.push(Open { brace: span, indent }),
                TokenKind::RBrace => {
                    let closed = open.pop()?;
                    let is_outer = open.iter().any(|outer| outer.indent == indent);
                    if begins_line.is_some() && closed.indent != indent && is_outer {
                        return Some((closed.brace, span));
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// The white space that the line of a position begins with.
fn line_indent(text: &str, place: u32) -> Option<&str> {
    let place = place as usize;
    let before = text.get(place.saturating_sub(SEARCHED)..place)?;
    let begins = match before.rfind('\n') {
        Some(newline) => newline + 1,
        None if place == before.len() => 0,
        None => return None,
    };
    let line = before.get(begins..)?;
    line.get(..line.len() - line.trim_start().len())
}
