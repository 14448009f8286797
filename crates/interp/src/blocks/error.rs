//! What can be wrong with a message.

use std::fmt;

/// Why octets are not a message, or a value is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockError {
    /// What is wrong.
    pub code: BlockCode,
    /// The octet at which it shows, from the start of the message; of the text when encoding.
    pub offset: usize,
    /// The field, from the message's name down.
    pub path: String,
    /// Numbers and names, where there is more to say.
    pub detail: String,
}

/// What can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockCode {
    /// There are fewer octets than a header, block, group or data takes.
    Short,
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
    /// The text is not JSON, or not of the message.
    Value,
}

impl BlockCode {
    /// The word: never changes.
    pub fn word(self) -> &'static str {
        match self {
            BlockCode::Short => "short",
            BlockCode::WrongSchema => "wrong_schema",
            BlockCode::UnknownTemplate => "unknown_template",
            BlockCode::ShortBlock => "short_block",
            BlockCode::WrongCount => "wrong_count",
            BlockCode::EmptyEntries => "empty_entries",
            BlockCode::CannotSkip => "cannot_skip",
            BlockCode::Value => "value",
        }
    }

    /// What it means.
    pub fn message(self) -> &'static str {
        match self {
            BlockCode::Short => "the input ends too early",
            BlockCode::WrongSchema => "this is a message of another schema",
            BlockCode::UnknownTemplate => "no message has this template id",
            BlockCode::ShortBlock => "the block is shorter than the fields of its version",
            BlockCode::WrongCount => "groups or data are counted otherwise than the version has them",
            BlockCode::EmptyEntries => "too many entries that take no octets",
            BlockCode::CannotSkip => "a newer sender's part cannot be skipped",
            BlockCode::Value => "this is no value of the message",
        }
    }
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(self.code.message())?;
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        write!(f, " at octet {}", self.offset)
    }
}

impl std::error::Error for BlockError {}
