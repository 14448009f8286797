//! Compares two JSON documents member by member, for languages with a JSON form of their own.

use serde_json::Value;

use super::pairs::{in_order, Elements};
use super::values::Difference;

/// The differences between two documents.
pub fn differences(name: &str, left: &Value, right: &Value) -> Vec<Difference> {
    let mut walk = Walk { path: name.to_string(), found: Vec::new() };
    walk.values(left, right);
    walk.found
}

struct Walk {
    path: String,
    found: Vec<Difference>,
}

impl Walk {
    fn values(&mut self, left: &Value, right: &Value) {
        match (left, right) {
            (Value::Object(a), Value::Object(b)) => {
                let more = b.keys().filter(|key| !a.contains_key(*key));
                for key in a.keys().chain(more) {
                    let dot = if self.path.is_empty() { "" } else { "." };
                    self.under(&format!("{dot}{key}"), a.get(key), b.get(key));
                }
            }
            (Value::Array(a), Value::Array(b)) => {
                for (i, j) in in_order([a.len(), b.len()], &Values([a, b])) {
                    let step = format!("[{}]", i.or(j).unwrap_or_default());
                    self.under(&step, i.and_then(|i| a.get(i)), j.and_then(|j| b.get(j)));
                }
            }
            _ if left == right => {}
            _ => self.differ(Some(left), Some(right)),
        }
    }

    fn under(&mut self, step: &str, left: Option<&Value>, right: Option<&Value>) {
        let length = self.path.len();
        self.path.push_str(step);
        match (left, right) {
            (Some(left), Some(right)) => self.values(left, right),
            (left, right) => self.differ(left, right),
        }
        self.path.truncate(length);
    }

    fn differ(&mut self, left: Option<&Value>, right: Option<&Value>) {
        let path = self.path.clone();
        self.found.push(Difference {
            path,
            left: left.map(Value::to_string),
            right: right.map(Value::to_string),
        });
    }
}

/// The elements of two arrays.
struct Values<'v>([&'v [Value]; 2]);

impl Elements for Values<'_> {
    type Identity = String;
    type Key = ();

    fn same(&self, left: usize, right: usize) -> bool {
        self.0[0][left] == self.0[1][right]
    }

    fn identity(&self, side: usize, at: usize) -> String {
        self.0[side][at].to_string()
    }

    fn are_plain(&self) -> bool {
        self.0[0].iter().all(|value| !value.is_object() && !value.is_array())
    }

    fn key(&self, _: usize, _: usize) -> Option<()> {
        None
    }
}
