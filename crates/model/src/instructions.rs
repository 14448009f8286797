//! JER encoding instructions (X.697 8 to 19): the JSON text of types.

/// An instruction of a type prefix (X.680 31.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// BASE64 (X.697 15): an OCTET STRING in base64 rather than hexadecimal digits.
    Base64,
    /// NAME (X.697 16): the name of a member or alternative.
    Name(NewName),
    /// TEXT (X.697 18): the text of one item of an ENUMERATED, or of all items.
    Text {
        /// The item's identifier; `None` means ALL.
        item: Option<String>,
        /// The new name.
        name: NewName,
    },
}

/// How to change an identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewName {
    /// Replace it by this text.
    Word(String),
    /// Make the first letter upper case.
    Capitalized,
    /// Make the first letter lower case.
    Uncapitalized,
    /// Make all letters upper case.
    Uppercased,
    /// Make all letters lower case.
    Lowercased,
}

impl NewName {
    /// The new name of an ASCII identifier.
    pub fn of(&self, identifier: &str) -> String {
        let first = |change: fn(&char) -> char| {
            let mut letters = identifier.chars();
            letters.next().map(|letter| change(&letter)).into_iter().chain(letters).collect()
        };
        match self {
            NewName::Word(word) => word.clone(),
            NewName::Capitalized => first(char::to_ascii_uppercase),
            NewName::Uncapitalized => first(char::to_ascii_lowercase),
            NewName::Uppercased => identifier.to_ascii_uppercase(),
            NewName::Lowercased => identifier.to_ascii_lowercase(),
        }
    }
}
