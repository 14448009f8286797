//! Vectors of text notations: the text is read, compared with the value, written and read again. Notations whose
//! values are binary have `bytes` instead of `text`.

use serde_json::Value;
use wireglot_interp::json::{Layout, Spelling};
use wireglot_interp::Tape;
use wireglot_plan::{Rules, ShapeId};

use super::bench::{roomy, Told};
use super::same::same;
use crate::languages::asn1::specification::Specification;
use crate::texts::{Given, Text, TextOf};
use crate::vectors::{Record, Verdict};

/// Runs a record whose `text` is in a notation.
pub fn judge(specification: &Specification, root: usize, form: Text, record: &Record) -> Verdict {
    let given = match (form.is_binary, record.value("text")) {
        (true, _) => record.octets("bytes"),
        (false, Some(Value::String(text))) => Some(text.into_bytes()),
        (false, _) => None,
    };
    let Some(given) = given else { return Verdict::missed("record", "no text", "", "text") };
    let shape = specification.shape();
    let ty = shape.roots[root].shape;
    let notation = match form.of(shape, ty) {
        Ok(notation) => notation,
        Err(error) => return Verdict::missed("type", "", error.to_string(), form.word),
    };
    let canonical = record.holds("canonical").then_some(&given[..]);
    let vector = TextVector { specification, notation, ty, value: record.value("value"), canonical };
    match (record.text("expect"), vector.read(&given)) {
        (Some("error"), Ok(tape)) => Verdict::missed("accepted", "", vector.show(&tape), "an error"),
        (Some("error"), Err(_)) => Verdict::Passed,
        (_, Ok(tape)) => vector.compare(&tape),
        (_, Err((code, message))) => Verdict::missed("decode", &code, message, vector.wanted()),
    }
}

struct TextVector<'s> {
    /// The required output, if only one is correct.
    canonical: Option<&'s [u8]>,
    specification: &'s Specification,
    notation: TextOf<'s>,
    ty: ShapeId,
    value: Option<Value>,
}

impl TextVector<'_> {
    fn read(&self, text: &[u8]) -> Result<Tape, Told> {
        let mut tape = Tape::new();
        let mut reader = self.notation.reader(None, roomy());
        match reader.read(Given::Octets(text), self.ty, &mut tape) {
            Ok(end) if text.get(end..).unwrap_or_default().trim_ascii().is_empty() => Ok(tape),
            Ok(end) => Err((self.notation.form().syntax.to_string(), format!("text goes on at octet {end}"))),
            Err(error) => Err((error.code.to_string(), error.message)),
        }
    }

    /// The value in the record, in the lossless spelling.
    fn expected(&self, value: &Value) -> Result<Tape, String> {
        let mut reader = self.specification.json_reader(Spelling::Json, Rules::default());
        reader.limits = roomy();
        let mut tape = Tape::new();
        let read = reader.read(&value.to_string(), self.ty, &mut tape);
        read.map(|_| tape).map_err(|error| error.to_string())
    }

    fn compare(&self, decoded: &Tape) -> Verdict {
        let Some(value) = &self.value else { return Verdict::Passed };
        let expected = match self.expected(value) {
            Ok(expected) => expected,
            Err(message) => return Verdict::missed("read value", "", message, self.wanted()),
        };
        if !self.equal(decoded, &expected) {
            return Verdict::missed("value", "", self.show(decoded), self.wanted());
        }
        self.written(&expected)
    }

    /// Checks that the text written for the value reads back as the same value.
    fn written(&self, value: &Tape) -> Verdict {
        let mut writer = self.notation.writer(Layout::Compact);
        if let Some(Err(error)) = value.root().map(|value| writer.value(value)) {
            return Verdict::missed("encode", error.code, error.message, self.wanted());
        }
        let text = String::from_utf8_lossy(writer.octets());
        if self.canonical.is_some_and(|canonical| canonical != writer.octets()) {
            return Verdict::missed("bytes", "", text, self.wanted());
        }
        match self.read(writer.octets()) {
            Ok(again) if self.equal(&again, value) => Verdict::Passed,
            Ok(_) => Verdict::missed("again", "value", text, self.wanted()),
            Err((code, message)) => {
                Verdict::missed("again", &code, format!("{message} in {text}"), self.wanted())
            }
        }
    }

    fn equal(&self, a: &Tape, b: &Tape) -> bool {
        matches!((a.root(), b.root()), (Some(a), Some(b)) if same(self.specification, a, b))
    }

    fn show(&self, tape: &Tape) -> String {
        tape.root().map_or_else(String::new, |root| self.specification.to_json(root, Spelling::Json))
    }

    fn wanted(&self) -> String {
        self.value.as_ref().map_or_else(|| "a value".into(), Value::to_string)
    }
}
