//! Vectors of format `asn1`: bytes or text, rules, and the value as JSON.

pub mod all_forms;
mod bench;
mod both_paths;
mod same;
mod text;

use std::cell::Cell;

use serde_json::Value;
use wireglot_interp::inspect;
use wireglot_interp::json::Spelling;
use wireglot_interp::{DecodeOptions, EncodeOptions, ErrorCode, OpenTypes, Tape};
use wireglot_plan::Rules;

use crate::languages::asn1::specification::Specification;
use crate::rules::Notation;
use crate::vectors::{wrong_spans, Bench, Outcome, Record, Verdict};
use bench::{roomy, Specifications, Told};
use both_paths::BothPaths;
use same::same;

/// Runs one record.
pub fn run(bench: &mut Bench, record: &Record) -> Vec<Outcome> {
    let id = record.text("id").unwrap_or("?").to_string();
    let rules = record.text("rules").unwrap_or("?").to_string();
    let verdict = match bench.wants(&rules) {
        true => judge(bench, record, &rules),
        false => return Vec::new(),
    };
    vec![Outcome { id, rules, verdict }]
}

fn judge(bench: &mut Bench, record: &Record, word: &str) -> Verdict {
    let Some(notation) = Notation::from_word(word) else {
        return Verdict::Skipped(format!("{word} is not built yet"));
    };
    let files = record.paths("schemas");
    let name = format!("{}.{}", record.text("module").unwrap_or(""), record.text("type").unwrap_or(""));
    let host = bench.host;
    let specification = match notation {
        Notation::Binary(rules) => bench.kept::<Specifications>().prepared(&files, rules, &name, host),
        Notation::Text(_) => bench.kept::<Specifications>().specification(&files, host),
    };
    let specification = match specification {
        Ok(specification) => specification.borrow(),
        Err(message) => return Verdict::missed("schema", "", message, "a specification without errors"),
    };
    let Some(root) = specification.shape().root(&name) else {
        return Verdict::missed("schema", "no such type", "", name);
    };
    match notation {
        Notation::Binary(rules) => judge_octets(&specification, root, rules, record),
        Notation::Text(form) => text::judge(&specification, root, form, record),
    }
}

fn judge_octets(specification: &Specification, root: usize, rules: Rules, record: &Record) -> Verdict {
    let Some(bytes) = record.octets("bytes") else {
        return Verdict::missed("record", "no bytes", "", "bytes");
    };
    let mut vector = Vector {
        specification,
        root,
        rules,
        value: record.value("value"),
        opens_as_hex: false,
        open_types: OpenTypes::Strict,
        canonical: record.holds("canonical"),
        outside: Cell::default(),
    };
    if record.text("expect") != Some("error") {
        return vector.told(|vector| vector.bytes_either_way(&bytes));
    }
    let verdict = vector.must_fail(vector.decode(&bytes).map_err(|e| e.1));
    match (verdict, record.value("kept")) {
        (Verdict::Passed, Some(kept)) => vector.keeping(kept).bytes(&bytes),
        (verdict, _) => verdict,
    }
}

/// A test vector with everything it needs.
pub struct Vector<'s> {
    /// Its specification, with the plan for its rules.
    pub specification: &'s Specification,
    /// Its type.
    pub root: usize,
    /// Its rules.
    pub rules: Rules,
    /// Its value, if known.
    pub value: Option<Value>,
    /// The value holds open types as hexadecimal digits.
    pub opens_as_hex: bool,
    /// How open types with invalid contents are treated: rejected, unless the vector states how they are
    /// kept.
    pub open_types: OpenTypes,
    /// There is only one valid encoding.
    pub canonical: bool,
    /// The field that violates its constraint, according to a decode with checks.
    pub outside: Cell<Option<String>>,
}

impl Vector<'_> {
    /// A record that passes with a value outside of its constraints has a verdict of its own.
    pub fn told(&mut self, run: impl FnOnce(&mut Self) -> Verdict) -> Verdict {
        match (run(self), self.outside.take()) {
            (Verdict::Passed, Some(path)) => Verdict::Outside(path),
            (verdict, _) => verdict,
        }
    }

    /// The same vector with a value in which some parts are kept as bytes; these are encoded unchanged.
    fn keeping(self, value: Value) -> Self {
        Vector { value: Some(value), open_types: OpenTypes::Keep, canonical: true, ..self }
    }

    fn must_fail(&self, done: Result<Tape, String>) -> Verdict {
        match done {
            Ok(tape) => Verdict::missed("accepted", "", self.show(&tape), "an error"),
            Err(_) => Verdict::Passed,
        }
    }

    fn decode(&self, bytes: &[u8]) -> Result<Tape, Told> {
        let options = DecodeOptions { defaults: true, ..self.options() };
        let decoded = self.specification.decode(self.rules, self.root, bytes, &options);
        decoded.map_err(|error| (error.fault.code.word().to_string(), error.to_string()))
    }

    /// Notes whether the value in the bytes violates its constraints. It is encoded all the same, since a
    /// record is about bytes.
    fn look(&self, bytes: &[u8]) {
        const CODES: [ErrorCode; 3] = [ErrorCode::Constraint, ErrorCode::TimeForm, ErrorCode::OidForm];
        let options = DecodeOptions { checks: true, ..self.options() };
        let checked = self.specification.decode(self.rules, self.root, bytes, &options);
        let outside = checked.err().filter(|error| CODES.contains(&error.fault.code));
        self.outside.set(outside.map(|error| error.path));
    }

    fn encode(&self, tape: &Tape) -> Result<Vec<u8>, Told> {
        let outside = self.outside.take();
        let checks = outside.is_none();
        self.outside.set(outside);
        let options = EncodeOptions { checks, depth: roomy().depth, ..EncodeOptions::default() };
        let mut bytes = Vec::new();
        let root = tape.root().ok_or_else(|| ("empty".to_string(), "no value".to_string()))?;
        let encoded = self.specification.encode(self.rules, self.root, root, &options, &mut bytes);
        encoded.map(|()| bytes).map_err(|error| (error.fault.code.word().to_string(), error.to_string()))
    }

    fn read(&self, text: &str) -> Result<Tape, Told> {
        let mut reader = self.specification.json_reader(Spelling::Json, self.rules);
        reader.limits = roomy();
        reader.opens_as_hex = self.opens_as_hex;
        let mut tape = Tape::new();
        let ty = self.specification.shape().roots[self.root].shape;
        let told = |code: &str, message: String| (code.to_string(), message);
        match reader.read(text, ty, &mut tape) {
            Ok(end) if text[end..].trim().is_empty() => Ok(tape),
            Ok(end) => Err(told("json_syntax", format!("text goes on at octet {end}"))),
            Err(error) => Err(told(error.code, error.to_string())),
        }
    }

    fn show(&self, tape: &Tape) -> String {
        tape.root().map_or_else(String::new, |root| self.specification.to_json(root, Spelling::Json))
    }

    /// Checks the output of `inspect` for the bytes; returns the failure.
    fn spans(&self, bytes: &[u8], decoded: &Tape) -> Option<String> {
        let codec = self.specification.codec(self.rules)?;
        let options = self.options();
        let made = inspect::planned(codec, self.root, bytes, &options, usize::MAX);
        wrong_spans(&made, bytes, &self.show(decoded))
    }

    fn equal(&self, a: &Tape, b: &Tape) -> bool {
        match (a.root(), b.root()) {
            (Some(a), Some(b)) => same(self.specification, a, b),
            _ => false,
        }
    }

    /// Some sets of vectors show open types as values, others as hexadecimal digits of their encoding:
    /// accepts either.
    fn bytes_either_way(&mut self, bytes: &[u8]) -> Verdict {
        let as_values = self.bytes(bytes);
        let Verdict::Failed(miss) = &as_values else { return as_values };
        if !matches!(miss.stage, "value" | "read value") {
            return as_values;
        }
        self.opens_as_hex = true;
        match self.bytes(bytes) {
            Verdict::Passed => Verdict::Passed,
            other if miss.stage == "read value" => other,
            _ => as_values,
        }
    }

    /// Decodes bytes and encodes the value again.
    pub fn bytes(&self, bytes: &[u8]) -> Verdict {
        let decoded = match self.decode(bytes) {
            Ok(tape) => tape,
            Err((code, message)) => return Verdict::missed("decode", &code, message, self.wanted()),
        };
        if let Some(told) = self.spans(bytes, &decoded) {
            return Verdict::missed("inspect", "", told, self.show(&decoded));
        }
        let paths = BothPaths { specification: self.specification, rules: self.rules, root: self.root };
        if let Some(told) = paths.differ(bytes) {
            return Verdict::missed("fast path", "", told, "the same by both");
        }
        self.look(bytes);
        let Some(value) = &self.value else {
            return self.round(bytes, &decoded, &decoded);
        };
        let expected = match self.read(&value.to_string()) {
            Ok(tape) => tape,
            Err((code, message)) => return Verdict::missed("read value", &code, message, self.wanted()),
        };
        if self.opens_as_hex {
            return self.opaque(bytes, &decoded, &expected);
        }
        if !self.equal(&decoded, &expected) {
            return Verdict::missed("value", "", self.show(&decoded), self.wanted());
        }
        self.round(bytes, &expected, &decoded)
    }

    /// Checks an expected value that holds open types as bytes: encodes, decodes and then compares it.
    fn opaque(&self, bytes: &[u8], decoded: &Tape, expected: &Tape) -> Verdict {
        let encoded = match self.encode(expected) {
            Ok(encoded) => encoded,
            Err((code, message)) => return Verdict::missed("encode opaque", &code, message, hex(bytes)),
        };
        if self.canonical && encoded != bytes {
            return Verdict::missed("bytes", "opaque", hex(&encoded), hex(bytes));
        }
        match self.decode(&encoded) {
            Ok(resolved) if self.equal(&resolved, decoded) => self.round(bytes, decoded, decoded),
            Ok(_) => Verdict::missed("value", "opaque", self.show(decoded), self.wanted()),
            Err((code, message)) => Verdict::missed("resolve", &code, message, self.wanted()),
        }
    }

    /// Encodes a value, and decodes it again if it may have several encodings.
    fn round(&self, bytes: &[u8], value: &Tape, decoded: &Tape) -> Verdict {
        let encoded = match self.encode(value) {
            Ok(encoded) => encoded,
            Err((code, message)) => return Verdict::missed("encode", &code, message, hex(bytes)),
        };
        if encoded == bytes {
            return Verdict::Passed;
        }
        if self.canonical {
            return Verdict::missed("bytes", "", hex(&encoded), hex(bytes));
        }
        match self.decode(&encoded) {
            Ok(again) if self.equal(&again, decoded) => Verdict::Passed,
            Ok(again) => Verdict::missed(
                "again",
                "value",
                format!("{} from {}", self.show(&again), hex(&encoded)),
                self.wanted(),
            ),
            Err((code, message)) => {
                Verdict::missed("again", &code, format!("{message} in {}", hex(&encoded)), self.wanted())
            }
        }
    }

    fn options(&self) -> DecodeOptions {
        DecodeOptions { open_types: self.open_types, limits: roomy(), ..DecodeOptions::default() }
    }

    fn wanted(&self) -> String {
        self.value.as_ref().map_or_else(|| "a value".into(), Value::to_string)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
