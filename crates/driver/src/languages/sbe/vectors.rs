//! Vectors of format `sbe`: messages and their values, invalid messages, and schemas with their expected
//! diagnostics.

use std::collections::HashMap;
use std::path::PathBuf;

use serde_json::Value;

use super::schema::{compile, Decoded, Schema};
use crate::languages::Compilation;
use crate::sources::Host;
use crate::vectors::{wrong_spans, Bench, Outcome, Record, Verdict};

/// The row in the table of results.
const RULES: &str = "sbe";

/// Schemas by their files.
#[derive(Default)]
struct Schemas(HashMap<PathBuf, Result<Schema, String>>);

impl Schemas {
    fn of(&mut self, file: PathBuf, host: Host) -> Result<&Schema, String> {
        let made = self.0.entry(file).or_insert_with_key(|file| match compile(file, host) {
            Ok(made) if !made.failed(false) => Ok(made),
            Ok(made) => Err(made.tell(true, false, 0)),
            Err(error) => Err(error.to_string()),
        });
        made.as_ref().map_err(Clone::clone)
    }
}

/// Runs one record.
pub fn run(bench: &mut Bench, record: &Record) -> Vec<Outcome> {
    if !bench.wants(RULES) {
        return Vec::new();
    }
    let judge = match record.text("file") {
        Some(_) => file,
        None => message,
    };
    let id = record.text("id").unwrap_or("?").to_string();
    let verdict = judge(bench, record).unwrap_or_else(|verdict| verdict);
    vec![Outcome { id, rules: RULES.into(), verdict }]
}

type Judged = Result<Verdict, Verdict>;

/// Checks that decoding gives the value, and encoding it gives the bytes, or bytes with the same value.
fn message(bench: &mut Bench, record: &Record) -> Judged {
    let path = record.folder.join(record.text("schema").unwrap_or_default());
    let host = bench.host;
    let schemas = bench.kept::<Schemas>();
    let schema = schemas
        .of(path, host)
        .map_err(|told| Verdict::missed("schema", "", told, "a schema without errors"))?;
    let octets = record.octets("bytes").ok_or_else(|| Verdict::missed("record", "no bytes", "", "bytes"))?;
    if record.text("expect") == Some("error") {
        return match schema.to_json(&octets) {
            Err(_) => Ok(Verdict::Passed),
            Ok((_, shown)) => Err(Verdict::missed("error", "", shown, "an error")),
        };
    }
    let wanted = record.value("value").ok_or_else(|| Verdict::missed("record", "no value", "", "value"))?;
    let (Decoded { message, version, .. }, shown) = decodes(schema, record, &octets, &wanted)?;
    if let Some(told) = wrong_spans(&schema.inspect(&octets, usize::MAX), &octets, &shown) {
        return Err(Verdict::missed("inspect", "", told, shown));
    }
    let text = wanted.to_string();
    let missed = |cause: &str, got: String| Verdict::missed("encode", cause, got, text.clone());
    let mut written = Vec::new();
    let sender = version.min(schema.layout.messages.version);
    schema
        .from_json(Some(message), sender, &text, &mut written)
        .map_err(|e| missed(e.code.word(), e.to_string()))?;
    let canonical = record.text("note").is_some_and(|note| note.contains("canonical"));
    match canonical && written != octets {
        true => Err(Verdict::missed("bytes", "", hex(&written), hex(&octets))),
        false => decodes(schema, record, &written, &wanted).map(|_| Verdict::Passed),
    }
}

/// Decodes to a value.
fn decodes<'s>(
    schema: &'s Schema,
    record: &Record,
    octets: &'s [u8],
    wanted: &Value,
) -> Result<(Decoded<'s>, String), Verdict> {
    let missed = |cause: &str, got: String| Verdict::missed("decode", cause, got, wanted.to_string());
    let (decoded, shown) = schema.to_json(octets).map_err(|e| missed(e.code.word(), e.to_string()))?;
    if record.text("message") != Some(&decoded.message.name) {
        return Err(missed("another message", decoded.message.name.clone()));
    }
    if decoded.size != octets.len() {
        return Err(missed("octets are left", format!("{} of {}", decoded.size, octets.len())));
    }
    match serde_json::from_str::<Value>(&shown) {
        Ok(got) if same(&got, wanted) => Ok((decoded, shown)),
        _ => Err(Verdict::missed("value", "", shown, wanted.to_string())),
    }
}

/// Checks that a schema is accepted or rejected.
fn file(bench: &mut Bench, record: &Record) -> Judged {
    let path = record.folder.join(record.text("file").unwrap_or_default());
    let made =
        compile(&path, bench.host).map_err(|e| Verdict::missed("schema", "", e.to_string(), "a file"))?;
    let wanted = record.text("expect").unwrap_or("ok");
    match made.failed(wanted == "error") == (wanted == "error") {
        true => Ok(Verdict::Passed),
        false => Err(Verdict::missed("file", "", made.tell(true, false, 0), wanted)),
    }
}

/// Whether two values are the same; fractional numbers may be written in several ways.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => {
            let (left, right) = (x.to_string(), y.to_string());
            let whole = |text: &str| !text.contains(['.', 'e', 'E']);
            let number = |text: &str| text.parse::<f64>().ok().map(f64::to_bits);
            left == right || !(whole(&left) && whole(&right)) && number(&left) == number(&right)
        }
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(name, x)| y.get(name).is_some_and(|y| same(x, y)))
        }
        _ => a == b,
    }
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}
