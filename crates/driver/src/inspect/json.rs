//! Spans as JSON objects, with the names documented in `docs/inspect.md`.

use serde_json::{json, Value};
use wireglot_interp::inspect::{Annotation, Stop};

/// The bytes that contain bits of a span.
pub fn octets_of<'o>(octets: &'o [u8], span: &Annotation) -> &'o [u8] {
    let (from, to) = match span.bits {
        0 => (0, 0),
        bits => (span.bit / 8, (span.bit + bits).div_ceil(8)),
    };
    octets.get(from as usize..to as usize).unwrap_or_default()
}

/// A span as an object.
pub fn span(octets: &[u8], span: &Annotation) -> Value {
    let hex: String = octets_of(octets, span).iter().map(|octet| format!("{octet:02x}")).collect();
    let value: Option<Value> = span.value.as_deref().and_then(|value| serde_json::from_str(value).ok());
    let mut object = json!({
        "offset": span.bit / 8, "bit": span.bit % 8, "bits": span.bits, "depth": span.depth,
        "part": span.part.word(), "path": span.path, "type": span.ty, "hex": hex, "why": span.why});
    if let Some(value) = value {
        object["value"] = value;
    }
    object
}

/// An error as an object.
pub fn error(stop: &Stop) -> Value {
    let Stop { code, message, bit, path } = stop;
    json!({"code": code, "message": message, "offset": bit / 8, "bit": bit % 8, "path": path})
}
