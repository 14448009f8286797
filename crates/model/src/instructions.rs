//! JER encoding instructions (X.697 8 to 19): what types say of their JSON text.

/// An instruction of a type prefix (X.680 31.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// BASE64 (X.697 15): an OCTET STRING in base64 instead of hexadecimal digits.
    Base64,
    /// NAME (X.697 16): the name of a member or alternative.
    Name(NewName),
    /// TEXT (X.697 18): the text of an item of an ENUMERATED, or of all.
    Text {
        /// The identifier of the item; `None` is ALL.
        item: Option<String>,
        /// What it becomes.
        name: NewName,
    },
}

/// What an identifier becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewName {
    /// A text of its own.
    Word(String),
    /// The first letter as a capital.
    Capitalized,
    /// The first letter as a small one.
    Uncapitalized,
    /// All letters as capitals.
    Uppercased,
    /// All letters as small ones.
    Lowercased,
}

impl NewName {
    /// The new name of an identifier, which is of ASCII.
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
