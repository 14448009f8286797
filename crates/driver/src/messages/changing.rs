//! Changes one value in a message.

use std::fmt;

use serde::de::IgnoredAny;
use wireglot_interp::json::Layout;
use wireglot_interp::Tape;

use super::{find, Bad, FieldError, Message, Reading, Unwritten, Writing};
use crate::languages::Refusal;
use crate::texts::{Given, TextError, JSON};

/// Why a value can't be changed.
#[derive(Debug)]
pub enum Unchanged {
    /// Messages have no JSON.
    Refused(Refusal),
    /// The bytes are not a message.
    Bad(Bad),
    /// The message has no value at that path.
    NotThere,
    /// The new value is not JSON.
    NoJson(String),
    /// The changed message can't be encoded.
    Unwritten(Unwritten),
}

impl fmt::Display for Unchanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = |path: &str, message: &str| match path {
            "" => f.write_str(message),
            path => write!(f, "{path}: {message}"),
        };
        match self {
            Unchanged::Refused(Refusal::Usage(message)) => told("", message),
            Unchanged::Refused(_) => told("", "the messages have no JSON"),
            Unchanged::NotThere => told("", "there is no value of this path"),
            Unchanged::NoJson(message) => told("", message),
            Unchanged::Bad(Bad { path, message, .. })
            | Unchanged::Unwritten(Unwritten::Text(TextError { path, message, .. }))
            | Unchanged::Unwritten(Unwritten::Value { error: FieldError { path, message, .. }, .. }) => {
                told(path, message)
            }
        }
    }
}

impl std::error::Error for Unchanged {}

/// The bytes of a message with the value at a path replaced by a value given as JSON. Any bytes after the
/// message are kept.
///
/// # Errors
/// There is no such value, or the changed message can't be encoded.
pub fn changed(
    message: &dyn Message,
    octets: &[u8],
    ways: (&Reading, &Writing),
    path: &str,
    json: &str,
) -> Result<Vec<u8>, Unchanged> {
    let (reading, writing) = ways;
    serde_json::from_str::<IgnoredAny>(json).map_err(|error| Unchanged::NoJson(error.to_string()))?;
    let text = message.text(JSON).map_err(Unchanged::Refused)?;
    let mut writer = text.writer(Layout::Compact);
    let taken = message.decode_text(octets, reading, &mut writer).map_err(Unchanged::Bad)?;
    let before = String::from_utf8_lossy(writer.octets());
    let place = find(&before, path).ok_or(Unchanged::NotThere)?;
    let after = [&before[..place.start], json, &before[place.end..]].concat();
    let mut reader = text.reader(writing.rules, reading.options.limits);
    let mut out = Vec::new();
    message
        .encode_text(Given::Text(&after), &mut reader, &mut Tape::new(), writing, &mut out)
        .map_err(Unchanged::Unwritten)?;
    out.extend_from_slice(octets.get(taken..).unwrap_or_default());
    Ok(out)
}
