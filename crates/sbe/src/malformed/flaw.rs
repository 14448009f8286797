//! What is wrong at a place in a text, and names of tags.

use std::ops::Range;

/// A flaw, with byte ranges.
pub struct Flaw {
    /// The position.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// Another position, and what is there.
    pub also: Option<(Range<usize>, &'static str)>,
    /// What to do.
    pub hint: String,
}

impl Flaw {
    /// A flaw that needs one position.
    pub fn new(place: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Flaw {
        Flaw { place, message: message.into(), also: None, hint: hint.into() }
    }

    /// Adds another position.
    pub fn also(self, place: Range<usize>, what: &'static str) -> Flaw {
        Flaw { also: Some((place, what)), ..self }
    }
}

/// Elements that hold neither elements nor text.
pub const EMPTY: [&str; 3] = ["field", "data", "ref"];

/// The name at the start of a tag's text.
pub fn name(text: &str) -> &str {
    &text[..text.find(|c: char| c.is_whitespace() || "/><=\"'".contains(c)).unwrap_or(text.len())]
}

/// A name without its prefix.
pub fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}
