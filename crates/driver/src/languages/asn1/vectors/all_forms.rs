//! Vectors with one message in every binary and text form, and as an Erlang term, in format `megaco`.

use std::path::PathBuf;

use wireglot_interp::json::Layout;
use wireglot_interp::{Limits, OpenTypes, Tape};
use wireglot_plan::Rules;

use super::bench::Specifications;
use super::Vector;
use crate::forms::Form;
use crate::languages::asn1::specification::Specification;
use crate::texts::{Given, Text, TextError, ETF, H248, H248_COMPACT};
use crate::vectors::{Bench, Outcome, Record, Verdict};

/// Members that hold an encoding, and their rules.
const ENCODINGS: [(&str, &str); 4] =
    [("ber", "ber"), ("der", "der"), ("per_aligned", "aper"), ("per_unaligned", "uper")];

/// A member that holds a text.
struct Member {
    name: &'static str,
    form: Text,
    /// Whether the writer's output must match this exactly.
    is_written: bool,
}

/// Members that hold a text, or a term in Base64.
const TEXTS: [Member; 5] = [
    Member { name: "source", form: H248, is_written: false },
    Member { name: "pretty", form: H248, is_written: true },
    Member { name: "compact", form: H248_COMPACT, is_written: true },
    Member { name: "erl_dist", form: ETF, is_written: true },
    Member { name: "erl_dist_c", form: ETF, is_written: false },
];

impl Member {
    /// What it holds.
    fn octets(&self, record: &Record) -> Option<Vec<u8>> {
        let form = if self.form.is_binary { Form::Base64 } else { Form::Raw };
        form.octets(record.text(self.name)?.as_bytes()).ok()
    }
}

/// Runs one record. Each encoding must decode and encode to the same bytes; each text must have the same
/// value, and the value must be written as these texts.
pub fn run(bench: &mut Bench, record: &Record) -> Vec<Outcome> {
    let name = record.text("name").unwrap_or("?");
    let mut outcomes = Vec::new();
    for (member, word) in ENCODINGS {
        let Some(rules) = Rules::from_word(word) else { continue };
        if let Some(bytes) = record.octets(member).filter(|_| bench.wants(word)) {
            let verdict = judge(bench, record, rules, &bytes);
            outcomes.push(Outcome { id: format!("{name}-{word}"), rules: word.into(), verdict });
        }
    }
    for member in TEXTS {
        let word = member.form.word;
        if record.text(member.name).is_some() && bench.wants(word) {
            let verdict = judge_text(bench, record, &member);
            outcomes.push(Outcome { id: format!("{name}-{}", member.name), rules: word.into(), verdict });
        }
    }
    outcomes
}

/// Checks that a text has the value of the encoding, which is written as that text.
fn judge_text(bench: &mut Bench, record: &Record, member: &Member) -> Verdict {
    let host = bench.host;
    let mut specification = match bench.kept::<Specifications>().specification(&[schema(record)], host) {
        Ok(specification) => specification.borrow_mut(),
        Err(message) => return Verdict::missed("schema", "", message, "a specification without errors"),
    };
    // One encoding determines the value that the text must have.
    let [(binary, word), ..] = ENCODINGS;
    let Some(rules) = Rules::from_word(word) else { return Verdict::Skipped(format!("{word} is not built")) };
    if let Err(error) = specification.prepare(rules) {
        return Verdict::missed("plan", "", error.to_string(), "a plan without errors");
    }
    let (Some(root), Some(octets)) = (specification.shape().root("MegacoMessage"), record.octets(binary))
    else {
        return Verdict::missed("record", "", "", "MegacoMessage, and its octets");
    };
    let texts = Texts { specification: &specification, record, root, rules, octets };
    texts.read(member).or_else(|| texts.write(member)).unwrap_or(Verdict::Passed)
}

/// The texts of a record and their type.
struct Texts<'r> {
    specification: &'r Specification,
    record: &'r Record,
    root: usize,
    rules: Rules,
    octets: Vec<u8>,
}

impl Texts<'_> {
    /// Checks the value of a text; returns the failure.
    fn read(&self, member: &Member) -> Option<Verdict> {
        let (form, text) = (member.form, member.octets(self.record).unwrap_or_default());
        let ty = self.specification.shape().roots.get(self.root)?.shape;
        let of = match form.of(self.specification.shape(), ty) {
            Ok(of) => of,
            Err(none) => return Some(Verdict::missed("type", "", none.to_string(), "a type with text")),
        };
        let mut reader = of.reader(Some(self.rules), Limits::default());
        let mut tape = Tape::new();
        match reader.read(Given::Octets(&text), ty, &mut tape) {
            Ok(taken) if taken == text.len() => {}
            Ok(taken) => {
                return Some(Verdict::missed("decode", "", format!("{taken} octets"), "the whole text"))
            }
            Err(TextError { code, message, .. }) => {
                return Some(Verdict::missed("decode", code, message, "a message"));
            }
        }
        let mut made = Vec::new();
        let options = Default::default();
        match self.specification.encode(self.rules, self.root, tape.root()?, &options, &mut made) {
            Ok(()) if made == self.octets => None,
            Ok(()) => Some(Verdict::missed("value", "", super::hex(&made), super::hex(&self.octets))),
            Err(error) => {
                Some(Verdict::missed("encode", error.fault.code.word(), error.to_string(), "its octets"))
            }
        }
    }

    /// Checks the text written for the value; returns the failure. Erlang's encoders reverse some lists that
    /// are sets in the binary encodings. Their text then differs from the source text, and either is right.
    fn write(&self, member: &Member) -> Option<Verdict> {
        if !member.is_written {
            return None;
        }
        let octets = self.specification.decode(self.rules, self.root, &self.octets, &Default::default());
        let Ok(tape) = octets else { return Some(Verdict::missed("decode", "", "", "the value")) };
        let value = tape.root()?;
        let written = |form: Text| {
            let mut writer = form.of(self.specification.shape(), value.shape()).ok()?.writer(Layout::Compact);
            writer.value(value).ok()?;
            Some(writer.octets().to_vec())
        };
        let (made, pretty) = (written(member.form), written(H248));
        let wanted = member.octets(self.record);
        let text = |member| self.record.text(member);
        let turned =
            pretty.as_deref() == text("source").map(str::as_bytes) && text("source") != text("pretty");
        let as_long = made.as_ref().map(Vec::len) == wanted.as_ref().map(Vec::len);
        let shown =
            |octets: Option<Vec<u8>>| String::from_utf8_lossy(&octets.unwrap_or_default()).into_owned();
        match made == wanted || turned && as_long {
            true => None,
            false => Some(Verdict::missed("text", "", shown(made), shown(wanted))),
        }
    }
}

/// The module for the record's version.
fn schema(record: &Record) -> PathBuf {
    let version = record.number("version").unwrap_or_default();
    record.folder.join(format!("MEDIA-GATEWAY-CONTROL-v{version}.asn"))
}

fn judge(bench: &mut Bench, record: &Record, rules: Rules, bytes: &[u8]) -> Verdict {
    let host = bench.host;
    let mut specification = match bench.kept::<Specifications>().specification(&[schema(record)], host) {
        Ok(specification) => specification.borrow_mut(),
        Err(message) => return Verdict::missed("schema", "", message, "a specification without errors"),
    };
    if let Err(error) = specification.prepare(rules) {
        return Verdict::missed("plan", "", error.to_string(), "a plan without errors");
    }
    let Some(root) = specification.shape().root("MegacoMessage") else {
        return Verdict::missed("schema", "no such type", "", "MegacoMessage");
    };
    // Erlang's BER uses minimal definite lengths, so it equals DER.
    let mut vector = Vector {
        specification: &specification,
        root,
        rules,
        value: None,
        opens_as_hex: false,
        open_types: OpenTypes::Strict,
        canonical: true,
        outside: Default::default(),
    };
    vector.told(|vector| vector.bytes(bytes))
}
