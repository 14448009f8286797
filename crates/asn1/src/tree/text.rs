//! Pieces of text: words, references, and groups that are parsed once their governor is known.

use std::sync::Arc;

use wireglot_text::Span;

use crate::token::TokenSlice;

/// A word of the text: a reference, an identifier, or a field name without its `&`.
#[derive(Clone, Debug)]
pub struct Name {
    /// The word, with dashes replaced by plain hyphens. Shared by all its occurrences in the file.
    pub text: Arc<str>,
    /// Its position (including the `&` of a field name).
    pub span: Span,
}

impl Name {
    /// Whether the initial is upper case, as in type, class and set references.
    pub fn is_upper(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// A brace group that can be parsed only with its governor.
#[derive(Clone, Debug)]
pub struct Braced {
    /// Including the braces.
    pub span: Span,
    /// The tokens inside the braces.
    pub tokens: TokenSlice,
}

/// A reference with its module and its actual parameters: `T`, `M.T`, `T {..}`, `m.v`.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The whole span.
    pub span: Span,
    /// The module of an ExternalTypeReference and the like.
    pub module: Option<Name>,
    /// The reference itself; its initial distinguishes types, classes and sets from values and objects.
    pub name: Name,
    /// ActualParameterList; `None` if there are no braces.
    pub arguments: Option<Vec<Argument>>,
}

/// An actual parameter, X.683 9.5: parsed with `parse::type_`, `parse::value` or `parse::set_argument` once
/// the dummy's governor is known.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The whole span.
    pub span: Span,
    /// Its tokens.
    pub tokens: TokenSlice,
}

/// A piece of literal text: digits, or the contents of a string.
#[derive(Clone, Debug)]
pub struct Text {
    /// The token, including its quotes.
    pub span: Span,
    /// The content.
    pub text: Arc<str>,
}
