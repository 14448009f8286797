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
    /// A brace inside the one at `opened`, which is never closed, and the `}` that was read as its own but is indented
    /// as an outer one: the inner brace was not closed, and took the partner of the outer one.
    pub(super) fn misaligned(&self, opened: Span, place: Span) -> Option<(Span, Span)> {
        let text: &str = &self.list.text;
        let first = self.list.tokens.partition_point(|token| token.lo < opened.lo);
        let mut tokens = self.list.tokens.get(first..)?.iter().take(SEARCHED).peekable();
        let mut indent = line_indent(text, opened.lo)?;
        let mut open: Vec<Open> = Vec::new();
        // The first `}` of a line, if only such have followed it.
        let mut begins_line = None;
        let mut end = opened.lo as usize;
        while let Some(token) = tokens.next().filter(|token| token.lo < place.lo) {
            let span = self.list.span(*token);
            let between = text.get(end..span.lo as usize)?;
            end = span.hi as usize;
            let is_first = between.contains('\n');
            if let Some((_, line)) = between.rsplit_once('\n') {
                indent = line;
            }
            if token.kind != TokenKind::RBrace {
                begins_line = None;
                if token.kind == TokenKind::LBrace {
                    open.push(Open { brace: span, indent });
                }
                continue;
            }
            let closed = open.pop()?;
            begins_line = if is_first { Some(span) } else { begins_line };
            let next = tokens.peek();
            // Of several on a line, the last one counts.
            if next.is_some_and(|next| next.kind == TokenKind::RBrace && !self.is_line_between(span, next.lo))
            {
                continue;
            }
            let Some(closing) = begins_line.take().filter(|_| closed.indent != indent) else { continue };
            // No comma follows the last `}` of an assignment.
            let is_within = next.is_some_and(|next| next.kind == TokenKind::Comma);
            if open.iter().skip(usize::from(is_within)).any(|outer| outer.indent == indent) {
                return Some((closed.brace, closing));
            }
        }
        None
    }

    /// Whether a new line begins between a token and a position.
    fn is_line_between(&self, token: Span, place: u32) -> bool {
        self.list.text.get(token.hi as usize..place as usize).is_some_and(|between| between.contains('\n'))
    }
}

/// The white space that the line of a position begins with; `None` if the line begins too far before it.
fn line_indent(text: &str, place: u32) -> Option<&str> {
    let place = place as usize;
    let from = place.saturating_sub(SEARCHED);
    let before = text.as_bytes().get(from..place)?;
    let begins = match before.iter().rposition(|byte| *byte == b'\n') {
        Some(newline) => from + newline + 1,
        None if from == 0 => 0,
        None => return None,
    };
    let line = text.get(begins..place)?;
    line.get(..line.len() - line.trim_start().len())
}
