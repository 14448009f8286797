//! Comments that belong to a definition or component.

use wireglot_model::ModuleId;
use wireglot_text::Span;

use super::Resolver;
use crate::token::{TokenKind, TokenList, Trivia, TriviaKind};

/// The maximum length in bytes of a comment that is kept.
const LONGEST: usize = 2000;

impl Resolver<'_> {
    /// The comment directly before a piece of text, without blank line in between, and not after something
    /// else on its line. Comment marks are removed.
    pub(super) fn doc_of(&self, module: ModuleId, span: Span) -> Option<String> {
        let tokens = self.names.tables[module.index()].tokens;
        if span.file != tokens.file() {
            return None;
        }
        let lines = comments(tokens, span.lo);
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The comment that belongs to a component: after it on its line, otherwise before it.
    pub(super) fn doc_beside(&self, module: ModuleId, span: Span) -> Option<String> {
        let tokens = self.names.tables[module.index()].tokens;
        let behind = (span.file == tokens.file()).then(|| comment_behind(tokens, span.hi)).flatten();
        behind.or_else(|| self.doc_of(module, span))
    }
}

/// The comment after an offset, or after the comma there, on the same line.
fn comment_behind(tokens: &TokenList, offset: u32) -> Option<String> {
    let text = |lo: u32, hi: u32| tokens.text().get(lo as usize..hi as usize).unwrap_or("");
    let next = tokens.tokens().partition_point(|t| t.lo < offset);
    let comma = tokens.tokens().get(next).filter(|t| t.kind == TokenKind::Comma);
    let start = comma.map_or(offset, |t| t.hi);
    let first = tokens.trivia().partition_point(|t| t.lo < start);
    let near = tokens.trivia().get(first..)?.iter().take(2);
    let comment = near.into_iter().find(|t| t.kind != TriviaKind::White)?;
    let between = text(start, comment.lo);
    let beside = between.trim().is_empty() && !between.contains('\n');
    let line = strip(text(comment.lo, comment.hi));
    (beside && !line.is_empty() && line.len() <= LONGEST).then_some(line)
}

fn comments(tokens: &TokenList, offset: u32) -> Vec<String> {
    let text = |t: &Trivia| tokens.text().get(t.lo as usize..t.hi as usize).unwrap_or("");
    let next = tokens.tokens().partition_point(|t| t.lo < offset);
    let from = next.checked_sub(1).and_then(|i| tokens.tokens().get(i)).map_or(0, |t| t.hi);
    let trivia = tokens.trivia();
    let last = trivia.partition_point(|t| t.lo < offset);
    let mut lines = Vec::new();
    let mut length = 0;
    for (index, piece) in trivia[..last].iter().enumerate().rev() {
        if piece.lo < from {
            break;
        }
        if piece.kind == TriviaKind::White {
            if text(piece).matches('\n').count() > 1 {
                break;
            }
            continue;
        }
        // A comment directly after a token, on its line, belongs to that token.
        let before = index.checked_sub(1).and_then(|i| trivia.get(i)).filter(|t| t.lo >= from);
        let first = before.is_none_or(|t| t.lo == from && !text(t).contains('\n'));
        if first && from > 0 {
            break;
        }
        length += text(piece).len();
        if length > LONGEST {
            break;
        }
        lines.push(strip(text(piece)));
    }
    lines.reverse();
    lines.retain(|line| !line.is_empty());
    lines
}

/// A comment without its marks.
fn strip(comment: &str) -> String {
    let inner = match comment.strip_prefix("/*") {
        Some(rest) => rest.strip_suffix("*/").unwrap_or(rest),
        None => comment.trim_start_matches('-').trim_end_matches('-'),
    };
    inner.trim().to_owned()
}
