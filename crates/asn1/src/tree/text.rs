//! Pieces of text: words, references, and groups that are read once their governor is known.

use std::sync::Arc;

use wireglot_text::Span;

use crate::token::TokenSlice;

/// A word of the text: a reference, an identifier, or a field name without its `&`.
#[derive(Clone, Debug)]
pub struct Name {
    /// The word, odd hyphens made plain. Shared by all its occurrences in the file.
    pub text: Arc<str>,
    /// Where it stands (with the `&` of a field name).
    pub span: Span,
}

impl Name {
    /// Whether the first letter is a capital, as in type, class and set references.
    pub fn is_upper(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// A brace group that only its governor can read.
#[derive(Clone, Debug)]
pub struct Braced {
    /// With the braces.
    pub span: Span,
    /// Without the braces.
    pub tokens: TokenSlice,
}

/// A reference with its module and its actual parameters: `T`, `M.T`, `T {..}`, `m.v`.
#[derive(Clone, Debug)]
pub struct Reference {
    /// All of it.
    pub span: Span,
    /// The module of an ExternalTypeReference and the like.
    pub module: Option<Name>,
    /// The reference itself; its first letter tells types, classes and sets from values and objects.
    pub name: Name,
    /// ActualParameterList; `None` if there are no braces.
    pub arguments: Option<Vec<Argument>>,
}

/// An actual parameter, X.683 9.5: read with `parse::type_`, `parse::value` or
/// `parse::set_argument` once the dummy's governor is known.
#[derive(Clone, Debug)]
pub struct Argument {
    /// All of it.
    pub span: Span,
    /// Its tokens.
    pub tokens: TokenSlice,
}

/// A piece of literal text: digits, or the content of a string.
#[derive(Clone, Debug)]
pub struct Text {
    /// The token, with its quotes.
    pub span: Span,
    /// What it says.
    pub text: Arc<str>,
}
