//! Errors in a text.

use std::fmt;

/// Why a text is not a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// `grammar_syntax`, `grammar_value`, `grammar_missing` or `grammar_limit`.
    pub code: &'static str,
    /// The offset of the error in octets.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in octets, from 1.
    pub column: usize,
    /// The rule being read.
    pub rule: String,
    /// The path of the field, starting with the type's name.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// The error code to reply with, if the grammar gives one.
    pub answer: Option<u16>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadError { line, column, rule, message, .. } = self;
        write!(f, "line {line}, column {column}: {message}")?;
        match rule.is_empty() {
            true => Ok(()),
            false => write!(f, ", in `{rule}`"),
        }
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    /// An error at an octet of a text.
    pub(super) fn new(text: &[u8], code: &'static str, offset: usize, message: String) -> ReadError {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.iter().filter(|octet| **octet == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|octet| **octet != b'\n').count() + 1;
        let (rule, path, answer) = (String::new(), String::new(), None);
        ReadError { code, offset, line, column, rule, path, message, answer }
    }

    /// Adds the rule and the field.
    pub(super) fn within(self, rule: String, path: String) -> ReadError {
        ReadError { rule, path, ..self }
    }
}
