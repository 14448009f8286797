//! What can be wrong with octets, or with a value.

use std::fmt;

/// Why octets are no value of a layout, or a value cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutError {
    /// What is wrong.
    pub code: LayoutCode,
    /// The bit at which it shows, from the start of the octets; of the text, if that was read.
    pub bit: u64,
    /// The field, from the name of the type or message down.
    pub path: String,
    /// Numbers and names, where there is more to say.
    pub detail: String,
}

/// What can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutCode {
    /// There are fewer octets than a message, or a part of it, takes.
    Short,
    /// A leading size or count that cannot be.
    BadAhead,
    /// The schema identifier is another one.
    WrongSchema,
    /// No message has the template identifier.
    UnknownTemplate,
    /// A block is shorter than the fields of its version.
    ShortBlock,
    /// Groups or data are counted otherwise than the version has them.
    WrongCount,
    /// Too many entries that take no octets.
    EmptyEntries,
    /// A newer sender's group or data is led in a way that cannot be known.
    CannotSkip,
    /// This is no value of the message.
    Value,
    /// The text is not JSON.
    JsonSyntax,
    /// The text has a value of another kind here.
    JsonValue,
    /// The text has a member that the record has not.
    JsonMember,
}

/// For each code the word, which never changes, and what it means; nothing where only the detail says that.
const CODES: [(LayoutCode, &str, &str); 12] = [
    (LayoutCode::Short, "short", "the input ends too early"),
    (LayoutCode::BadAhead, "bad_ahead", "a leading size is too small, too large, or ends inside a field"),
    (LayoutCode::WrongSchema, "wrong_schema", "this is a message of another schema"),
    (LayoutCode::UnknownTemplate, "unknown_template", "no message has this template id"),
    (LayoutCode::ShortBlock, "short_block", "the block is shorter than the fields of its version"),
    (LayoutCode::WrongCount, "wrong_count", "groups or data are counted otherwise than the version has them"),
    (LayoutCode::EmptyEntries, "empty_entries", "too many entries that take no octets"),
    (LayoutCode::CannotSkip, "cannot_skip", "a newer sender's part cannot be skipped"),
    (LayoutCode::Value, "value", "this is not a value of the message"),
    (LayoutCode::JsonSyntax, "json_syntax", ""),
    (LayoutCode::JsonValue, "json_value", ""),
    (LayoutCode::JsonMember, "json_member", ""),
];

impl LayoutCode {
    fn row(self) -> (&'static str, &'static str) {
        CODES.iter().find(|(code, ..)| *code == self).map_or(("", ""), |(_, word, meaning)| (*word, *meaning))
    }

    /// The word: never changes.
    pub fn word(self) -> &'static str {
        self.row().0
    }
}

impl LayoutError {
    /// The octet at which it shows.
    pub fn offset(&self) -> u64 {
        self.bit / 8
    }

    /// What is wrong, in words.
    pub fn message(&self) -> String {
        match (self.code.row().1, self.detail.as_str()) {
            ("", detail) => detail.to_string(),
            (meaning, "") => meaning.to_string(),
            (meaning, detail) => format!("{meaning} ({detail})"),
        }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message())?;
        match self.bit % 8 {
            0 => write!(f, " at octet {}", self.offset()),
            bit => write!(f, " at octet {}, bit {bit}", self.offset()),
        }
    }
}

impl std::error::Error for LayoutError {}
