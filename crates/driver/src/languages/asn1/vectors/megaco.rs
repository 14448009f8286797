//! Vectors of format `megaco`: one H.248 message in each encoding.

use wireglot_interp::OpenTypes;
use wireglot_plan::Rules;

use super::bench::Specifications;
use super::Vector;
use crate::vectors::{Bench, Outcome, Record, Verdict};

/// Members that hold an encoding, and the rules that they stand for.
const ENCODINGS: [(&str, &str); 4] =
    [("ber", "ber"), ("der", "der"), ("per_aligned", "aper"), ("per_unaligned", "uper")];

/// Runs one record: each of its encodings decodes, and encodes to the same bytes.
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
    outcomes
}

fn judge(bench: &mut Bench, record: &Record, rules: Rules, bytes: &[u8]) -> Verdict {
    let version = record.number("version").unwrap_or_default();
    let schema = record.folder.join(format!("MEDIA-GATEWAY-CONTROL-v{version}.asn"));
    let host = bench.host;
    let mut specification = match bench.kept::<Specifications>().specification(&[schema], host) {
        Ok(specification) => specification.borrow_mut(),
        Err(message) => return Verdict::missed("schema", "", message, "a specification without errors"),
    };
    if let Err(error) = specification.prepare(rules) {
        return Verdict::missed("plan", "", error.to_string(), "a plan without errors");
    }
    let Some(root) = specification.shape().root("MegacoMessage") else {
        return Verdict::missed("schema", "no such type", "", "MegacoMessage");
    };
    // Erlang's BER is definite and minimal: equal to DER.
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
