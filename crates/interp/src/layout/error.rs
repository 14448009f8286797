//! Errors in octets or in a value of a layout.

use std::fmt;

/// Why octets are not a value of a layout, or why a value cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutError {
    /// What is wrong.
    pub code: LayoutCode,
    /// The bit where it was found, from the start of the octets or of the text that was read.
    pub bit: u64,
    /// The path of the field, starting with the name of the type or message.
    pub path: String,
    /// Further details such as numbers and names; may be empty.
    pub detail: String,
}

/// The kinds of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutCode {
    /// The octets end before a message or a part of it does.
    Short,
    /// A leading size or count is impossible.
    BadAhead,
    /// The schema id is a different one.
    WrongSchema,
    /// No message has the template id.
    UnknownTemplate,
    /// A block is shorter than the fields of its version.
    ShortBlock,
    /// The number of groups or data fields does not match the version.
    WrongCount,
    /// Too many entries that take no octets.
    EmptyEntries,
    /// A newer sender's group or data field has an unknown prefix.
    CannotSkip,
    /// The value is not a value of the message.
    Value,
    /// The text is not JSON.
    JsonSyntax,
    /// The text has a value of the wrong kind.
    JsonValue,
    /// The text has a member that the record does not have.
    JsonMember,
    /// The text has an integer that does not fit.
    Truncated,
}

/// The name of [`LayoutCode::Truncated`].
pub const TRUNCATED: &str = "truncated";

/// For each code, its stable name and its meaning; empty if only the detail gives it.
const CODES: [(LayoutCode, &str, &str); 13] = [
    (LayoutCode::Short, "short", "the input ends too early"),
    (LayoutCode::BadAhead, "bad_ahead", "invalid size prefix"),
    (LayoutCode::WrongSchema, "wrong_schema", ""),
    (LayoutCode::UnknownTemplate, "unknown_template", "no message has this template id"),
    (LayoutCode::ShortBlock, "short_block", "the block is shorter than the fields of its version"),
    (LayoutCode::WrongCount, "wrong_count", "the number of groups or data fields doesn't match the version"),
    (LayoutCode::EmptyEntries, "empty_entries", "too many entries that take no bytes"),
    (LayoutCode::CannotSkip, "cannot_skip", "a newer sender's part cannot be skipped"),
    (LayoutCode::Value, "value", "this is not a value of the message"),
    (LayoutCode::JsonSyntax, "json_syntax", ""),
    (LayoutCode::JsonValue, "json_value", ""),
    (LayoutCode::JsonMember, "json_member", ""),
    (LayoutCode::Truncated, TRUNCATED, ""),
];

impl LayoutCode {
    fn row(self) -> (&'static str, &'static str) {
        CODES.iter().find(|(code, ..)| *code == self).map_or(("", ""), |(_, word, meaning)| (*word, *meaning))
    }

    /// The stable name, which never changes.
    pub fn word(self) -> &'static str {
        self.row().0
    }
}

impl LayoutError {
    /// The octet where it was found.
    pub fn offset(&self) -> u64 {
        self.bit / 8
    }

    /// The error message.
    pub fn message(&self) -> String {
        match (self.code.row().1, self.detail.as_str()) {
            ("", detail) => detail.to_string(),
            (meaning, "") => meaning.to_string(),
            // The detail says it better.
            (_, detail) if self.code == LayoutCode::Value => detail.to_string(),
            (meaning, detail) => format!("{meaning}: {detail}"),
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
