//! Formats bitproto text.

use wireglot_bitproto::{format, lex, parse};
use wireglot_diag::Diagnostics;
use wireglot_text::FileId;

/// Formats the text of a bitproto file, unless it has syntax errors.
pub fn text(file: FileId, before: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let tokens = lex::lex(file, before, diagnostics);
    let tree = parse::parse(file, before, &tokens, diagnostics);
    if diagnostics.failed(false) {
        return None;
    }
    let after = format::format(before, &tokens, &tree);
    // Formatting must not change a token.
    let same = words(file, before) == words(file, &after);
    Some(if same { after } else { before.to_string() })
}

/// The tokens and comments of a bitproto text, without line ends.
pub fn words(file: FileId, text: &str) -> Vec<&str> {
    let tokens = lex::lex(file, text, &mut Diagnostics::new());
    let spans = tokens.iter().filter(|token| token.kind != lex::Kind::LineEnd).map(|token| token.span);
    spans.map(|span| text.get(span.lo as usize..span.hi as usize).unwrap_or_default().trim_end()).collect()
}
