//! Records of vector files: one JSON object per line.

use std::path::{Path, PathBuf};

use serde::de::Deserialize;
use serde_json::{Map, Value};

/// A record and its origin.
#[derive(Debug)]
pub struct Record {
    /// The folder of its file; paths are relative to it.
    pub folder: PathBuf,
    members: Map<String, Value>,
}

impl Record {
    /// Reads a line.
    pub fn new(folder: &Path, line: &str) -> Result<Record, String> {
        let mut reader = serde_json::Deserializer::from_str(line);
        reader.disable_recursion_limit();
        match Value::deserialize(&mut reader).map_err(|e| e.to_string())? {
            Value::Object(members) => Ok(Record { folder: folder.to_path_buf(), members }),
            _ => Err("a record is an object".into()),
        }
    }

    /// A member that is a string.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.members.get(name)?.as_str()
    }

    /// A numeric member, as written.
    pub fn number(&self, name: &str) -> Option<String> {
        Some(self.members.get(name)?.as_number()?.to_string())
    }

    /// Whether a member is true.
    pub fn holds(&self, name: &str) -> bool {
        self.members.get(name) == Some(&Value::Bool(true))
    }

    /// A member that is a list of strings, as paths.
    pub fn paths(&self, name: &str) -> Vec<PathBuf> {
        let list = self.members.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(Value::as_str).map(|path| self.folder.join(path)).collect()
    }

    /// A member with `concat` and `repeat` expanded; `None` for null.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.members.get(name).filter(|v| !v.is_null()).map(expand)
    }

    /// A member of hexadecimal digits, as bytes.
    pub fn octets(&self, name: &str) -> Option<Vec<u8>> {
        let value = self.value(name)?;
        let text = value.as_str()?.as_bytes();
        let digit = |b: u8| char::from(b).to_digit(16);
        let pairs = text.chunks(2).map(|pair| match pair {
            [high, low] => Some((digit(*high)? << 4 | digit(*low)?) as u8),
            _ => None,
        });
        pairs.collect()
    }
}

/// Expands `{"concat": [part, ...]}` and `{"repeat": [element, count]}`.
fn expand(value: &Value) -> Value {
    match value {
        Value::Object(members) => match sole_member(members) {
            Some(("concat", Value::Array(parts))) => Value::String(parts.iter().map(part).collect()),
            Some(("repeat", Value::Array(repeat))) => match &repeat[..] {
                [element, count] => Value::Array(vec![expand(element); times(count)]),
                _ => value.clone(),
            },
            _ => Value::Object(members.iter().map(|(name, v)| (name.clone(), expand(v))).collect()),
        },
        Value::Array(elements) => Value::Array(elements.iter().map(expand).collect()),
        _ => value.clone(),
    }
}

/// A part of a string: a string or a repeated one.
fn part(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(members) => match sole_member(members) {
            Some(("repeat", Value::Array(repeat))) => match &repeat[..] {
                [Value::String(text), count] => text.repeat(times(count)),
                _ => String::new(),
            },
            _ => String::new(),
        },
        _ => String::new(),
    }
}

fn sole_member(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut all = members.iter();
    let (name, value) = all.next()?;
    all.next().is_none().then_some((name.as_str(), value))
}

fn times(count: &Value) -> usize {
    count.as_number().and_then(|n| n.to_string().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_strings_and_lists_are_written_out() {
        let line = r#"{"bytes": {"concat": ["01", {"repeat": ["a0", 3]}]}, "value": [{"repeat": ["x", 2]}], "n": null}"#;
        let record = Record::new(Path::new("f"), line).unwrap();
        assert_eq!(record.octets("bytes").unwrap(), [1, 0xa0, 0xa0, 0xa0]);
        assert_eq!(record.value("value").unwrap().to_string(), r#"[["x","x"]]"#);
        assert_eq!(record.value("n"), None);
    }
}
