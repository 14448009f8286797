//! A question and an answer: JSON and octets.

use serde_json::Value;

/// A question: what to do, and octets.
pub struct Question<'q> {
    json: Value,
    octets: &'q [&'q [u8]],
}

/// An answer: JSON, and octets.
#[derive(Default)]
pub struct Answer {
    pub json: Value,
    pub sections: Vec<Vec<u8>>,
}

/// An answer, or why there is none.
pub type Answered = Result<Answer, String>;

impl<'q> Question<'q> {
    /// A question out of sections, of which the first is JSON.
    pub fn of(sections: &'q [&'q [u8]]) -> Result<Question<'q>, String> {
        let (json, octets) = sections.split_first().ok_or("there is no question")?;
        let json = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        Ok(Question { json, octets })
    }

    /// A word that has to be there.
    pub fn word(&self, name: &str) -> Result<&str, String> {
        self.said(name).ok_or_else(|| format!("{name} is not said"))
    }

    /// A word that may be there.
    pub fn said(&self, name: &str) -> Option<&str> {
        self.json.get(name).and_then(Value::as_str).filter(|word| !word.is_empty())
    }

    /// A list of words.
    pub fn words(&self, name: &str) -> Vec<&str> {
        let list = self.json.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// A number that may be there.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.json.get(name).and_then(Value::as_u64)
    }

    /// Octets that have to be there.
    pub fn octets(&self, index: usize) -> Result<&'q [u8], String> {
        self.octets.get(index).copied().ok_or_else(|| "octets are missing".to_string())
    }

    /// All octets.
    pub fn all_octets(&self) -> &'q [&'q [u8]] {
        self.octets
    }
}

impl Answer {
    /// JSON alone.
    pub fn of(json: Value) -> Answer {
        Answer { json, sections: Vec::new() }
    }

    /// Octets alone.
    pub fn octets(octets: Vec<u8>) -> Answer {
        Answer { json: Value::Null, sections: vec![octets] }
    }
}
