//! Requests and answers: JSON and bytes.

use serde_json::Value;

/// A request: what to do, and bytes.
pub struct Question<'q> {
    json: Value,
    octets: &'q [&'q [u8]],
}

/// An answer: JSON and bytes.
#[derive(Default)]
pub struct Answer {
    pub json: Value,
    pub sections: Vec<Vec<u8>>,
}

/// An answer, or an error message.
pub type Answered = Result<Answer, String>;

impl<'q> Question<'q> {
    /// A request from sections, the first of which is JSON.
    pub fn of(sections: &'q [&'q [u8]]) -> Result<Question<'q>, String> {
        let (json, octets) = sections.split_first().ok_or("there is no question")?;
        let json = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        Ok(Question { json, octets })
    }

    /// A required string.
    pub fn word(&self, name: &str) -> Result<&str, String> {
        self.said(name).ok_or_else(|| format!("{name} is not said"))
    }

    /// An optional string.
    pub fn said(&self, name: &str) -> Option<&str> {
        self.json.get(name).and_then(Value::as_str).filter(|word| !word.is_empty())
    }

    /// A list of strings.
    pub fn words(&self, name: &str) -> Vec<&str> {
        let list = self.json.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// An optional number.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.json.get(name).and_then(Value::as_u64)
    }

    /// A required byte section.
    pub fn octets(&self, index: usize) -> Result<&'q [u8], String> {
        self.octets.get(index).copied().ok_or_else(|| "octets are missing".to_string())
    }

    /// All byte sections.
    pub fn all_octets(&self) -> &'q [&'q [u8]] {
        self.octets
    }
}

impl Answer {
    /// An answer with only JSON.
    pub fn of(json: Value) -> Answer {
        Answer { json, sections: Vec::new() }
    }

    /// An answer with only bytes.
    pub fn octets(octets: Vec<u8>) -> Answer {
        Answer { json: Value::Null, sections: vec![octets] }
    }
}
