//! Vectors of format `bitproto`: packed messages and their values, messages between two versions of a schema,
//! and files with their expected diagnostics.

use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use serde_json::Value;
use wireglot_interp::layout::Oversized;
use wireglot_plan::LayoutId;

use super::compat::reads;
use super::schema::{compile, CompileOptions, Schema};
use crate::languages::Compilation;
use crate::sources::Host;
use crate::vectors::{wrong_spans, Bench, Outcome, Record, Verdict};

/// The row in the table of results.
const RULES: &str = "bitproto";

/// Schemas by their files.
#[derive(Default)]
struct Schemas(HashMap<PathBuf, Result<Rc<Schema>, String>>);

impl Schemas {
    fn of(&mut self, file: PathBuf, host: Host) -> Result<Rc<Schema>, String> {
        let made = self.0.entry(file).or_insert_with_key(|file| {
            match compile(file, CompileOptions::default(), host) {
                Ok(made) if !made.failed(false) => Ok(Rc::new(made)),
                Ok(made) => Err(made.tell(true, false, 0)),
                Err(error) => Err(error.to_string()),
            }
        });
        made.clone()
    }
}

/// Runs one record.
pub fn run(bench: &mut Bench, record: &Record) -> Vec<Outcome> {
    if !bench.wants(RULES) {
        return Vec::new();
    }
    let judge = match () {
        () if record.text("file").is_some() => file,
        () if record.text("schema_reader").is_some() => versions,
        () => message,
    };
    let id = record.text("id").unwrap_or("?").to_string();
    let verdict = judge(bench, record).unwrap_or_else(|verdict| verdict);
    vec![Outcome { id, rules: RULES.into(), verdict }]
}

type Judged = Result<Verdict, Verdict>;

/// Checks that decoding gives the value, and encoding it gives the bytes.
fn message(bench: &mut Bench, record: &Record) -> Judged {
    let schema = schema(bench, record, "schema")?;
    let octets = octets(record)?;
    let value = member(record, "value")?;
    decodes(&schema, record, &octets, false, &value)?;
    let spans = schema.inspect(root(&schema, record)?, &octets, usize::MAX);
    if let Some(told) = wrong_spans(&spans, &octets, &value.to_string()) {
        return Err(Verdict::missed("inspect", "", told, value.to_string()));
    }
    encodes(&schema, record, &value, &octets)?;
    match record.value("value_in") {
        Some(wide) => encodes(&schema, record, &wide, &octets),
        None => Ok(Verdict::Passed),
    }
}

/// One version writes, the other reads what it knows.
fn versions(bench: &mut Bench, record: &Record) -> Judged {
    let octets = octets(record)?;
    let pad = record.value("agreed_by").is_some_and(|by| by.to_string().contains("zero padded buffer"));
    let reader = schema(bench, record, "schema_reader")?;
    decodes(&reader, record, &octets, pad, &member(record, "value_expected_by_reader")?)?;
    let writer = schema(bench, record, "schema_writer")?;
    let (from, to) = ((&*writer, root(&writer, record)?), (&*reader, root(&reader, record)?));
    if !reads(from, to, pad) {
        return Err(Verdict::missed("compat", "", "breaks", "a reader that understands"));
    }
    encodes(&writer, record, &member(record, "value_written")?, &octets)
}

/// Checks that a file is accepted, rejected, or warned about.
fn file(bench: &mut Bench, record: &Record) -> Judged {
    let path = record.folder.join(record.text("file").unwrap_or_default());
    let options =
        CompileOptions { fixed: record.text("mode") == Some("traditional"), lint: true, allow: &[] };
    let made = compile(&path, options, bench.host)
        .map_err(|e| Verdict::missed("schema", "", e.to_string(), "a file"))?;
    let style = made.diagnostics.sorted().iter().any(|d| d.code.0.starts_with("B05"));
    let good = match record.text("expect") {
        Some("error") => made.failed(false),
        Some("warning") => !made.failed(false) && style,
        _ => !(made.failed(false) || style && record.text("rule") == Some("lint")),
    };
    match good {
        true => Ok(Verdict::Passed),
        false => {
            Err(Verdict::missed("file", "", made.tell(true, false, 0), record.text("expect").unwrap_or("ok")))
        }
    }
}

fn schema(bench: &mut Bench, record: &Record, member: &str) -> Result<Rc<Schema>, Verdict> {
    let path = record.folder.join(record.text(member).unwrap_or_default());
    let host = bench.host;
    bench
        .kept::<Schemas>()
        .of(path, host)
        .map_err(|told| Verdict::missed("schema", "", told, "a schema without errors"))
}

fn octets(record: &Record) -> Result<Vec<u8>, Verdict> {
    record.octets("bytes").ok_or_else(|| Verdict::missed("record", "no bytes", "", "bytes"))
}

fn member(record: &Record, name: &str) -> Result<Value, Verdict> {
    record.value(name).ok_or_else(|| Verdict::missed("record", "no value", "", name))
}

fn root(schema: &Schema, record: &Record) -> Result<LayoutId, Verdict> {
    let name = record.text("message").unwrap_or_default();
    schema.find(name).map_err(|error| Verdict::missed("schema", "no such type", error.to_string(), name))
}

fn decodes(schema: &Schema, record: &Record, octets: &[u8], pad: bool, wanted: &Value) -> Judged {
    let root = root(schema, record)?;
    let missed = |cause: &str, got: String| Verdict::missed("decode", cause, got, wanted.to_string());
    let got = schema.to_json(root, octets, pad);
    let (got, _) = got.map_err(|e| missed(e.code.word(), e.to_string()))?;
    match serde_json::from_str::<Value>(&got) {
        Ok(same) if same == *wanted => Ok(Verdict::Passed),
        _ => Err(Verdict::missed("value", "", got, wanted.to_string())),
    }
}

fn encodes(schema: &Schema, record: &Record, value: &Value, wanted: &[u8]) -> Judged {
    let root = root(schema, record)?;
    let text = value.to_string();
    let mut got = Vec::new();
    schema
        .from_json(root, &text, Oversized::Truncate, &mut got)
        .map_err(|error| Verdict::missed("encode", error.code.word(), error.to_string(), text.clone()))?;
    match got == wanted {
        true => Ok(Verdict::Passed),
        false => Err(Verdict::missed("bytes", "", hex(&got), hex(wanted))),
    }
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}
