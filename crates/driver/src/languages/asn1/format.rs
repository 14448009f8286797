//! Formats ASN.1 text.

use std::sync::Arc;

use wireglot_asn1::{format, lex, parse};
use wireglot_diag::Diagnostics;
use wireglot_text::FileId;

use crate::languages::FormatError;

/// Formats the text of an ASN.1 file, unless it has syntax errors.
pub fn text(
    file: FileId,
    before: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Result<String, FormatError>> {
    let lex = |text: &str, diagnostics: &mut Diagnostics| lex::lex(file, Arc::from(text), diagnostics);
    let tokens = Arc::new(lex(before, diagnostics));
    let tree = parse::file(tokens, diagnostics);
    if diagnostics.failed(false) {
        return None;
    }
    let after = format::format(&tree);
    let same = format::same_words(&tree.tokens, &lex(&after, &mut Diagnostics::new()));
    Some(if same { Ok(after) } else { Err(FormatError::Unsure) })
}
