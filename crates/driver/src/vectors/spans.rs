//! Checks the output of `inspect` for vectors: it must cover every bit once and show the values of `decode`.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;
use wireglot_interp::inspect::{Annotated, Part};

/// Checks the spans of an encoding whose value is known; returns the failure.
pub fn wrong(made: &Annotated, octets: &[u8], value: &str) -> Option<String> {
    if let Some(stop) = &made.error {
        return Some(format!("inspect stops: {} at bit {}", stop.message, stop.bit));
    }
    let mut end = 0;
    for span in &made.spans {
        if span.bit != end || span.bits == 0 && span.value.is_none() || span.part == Part::Rest {
            return Some(format!("the span at bit {} does not follow bit {end}", span.bit));
        }
        end += span.bits;
    }
    if end != octets.len() as u64 * 8 {
        return Some(format!("the spans end at bit {end}"));
    }
    let mut known = HashSet::new();
    gather(&parsed(value).unwrap_or_default(), &mut known);
    let shown = made.spans.iter().filter(|span| span.part == Part::Value && span.known);
    let mut shown = shown.filter_map(|span| Some((span, parsed(span.value.as_deref()?)?)));
    let strange = shown.find(|(_, value)| !known.contains(&value.to_string()));
    strange.map(|(span, value)| format!("{} is shown as {value}", span.path))
}

/// Parses a JSON value of any depth.
fn parsed(text: &str) -> Option<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    Value::deserialize(&mut reader).ok()
}

/// Collects a value and everything in it.
fn gather(value: &Value, known: &mut HashSet<String>) {
    known.insert(value.to_string());
    match value {
        Value::Array(values) => values.iter().for_each(|value| gather(value, known)),
        Value::Object(members) => members.values().for_each(|value| gather(value, known)),
        _ => {}
    }
}
