//! Values of layouts as events: a value decoded onto a tape is encoded as the same bytes, and gives the same
//! JSON text as without a tape.

use std::collections::HashMap;
use std::path::Path;

use crate::shared;
use wireglot_driver::languages::{bitproto, sbe};
use wireglot_driver::sources::Host;
use wireglot_driver::{Oversized, Tape};
use wireglot_interp::layout::LayoutJson;
use wireglot_plan::{Layout, Shape};

/// The records of a list that have bytes and are not damaged.
fn records(folder: &Path, list: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(folder.join(list)).expect("a list");
    let records = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a record"));
    records.filter(|record| record["bytes"].is_string() && record["expect"] != "error").collect()
}

fn octets(record: &serde_json::Value) -> Vec<u8> {
    let digits = record["bytes"].as_str().unwrap_or_default();
    let pair = |at: usize| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).expect("hexadecimal digits");
    (0..digits.len() / 2).map(pair).collect()
}

/// The value of a tape as JSON.
fn played(layout: &Layout, shape: &Shape, tape: &Tape) -> String {
    let mut json = LayoutJson::new(shape, layout.conventions);
    tape.root().expect("a value").play(&mut json);
    json.into_text()
}

#[test]
fn values_of_bitproto_go_through_a_tape() {
    let Some(folder) = shared::vectors("bitproto") else { return };
    let mut schemas = HashMap::new();
    let mut seen = 0;
    for record in records(&folder, "vectors.jsonl") {
        let path = folder.join(record["schema"].as_str().expect("a schema"));
        let schema = schemas.entry(path).or_insert_with_key(|path| {
            bitproto::compile(path, bitproto::CompileOptions::default(), Host::system()).expect("a file")
        });
        let (id, octets) = (&record["id"], octets(&record));
        let ty = schema.find(record["message"].as_str().expect("a message")).expect("a type");
        let mut tape = Tape::new();
        schema.decode(ty, &octets, false, &mut tape).expect("a value");
        let (text, _) = schema.to_json(ty, &octets, false).expect("a value");
        assert_eq!(played(&schema.layout, schema.shape(), &tape), text, "{id}");
        let (mut from_tape, mut from_text) = (Vec::new(), Vec::new());
        schema.encode(ty, tape.root().expect("a value"), &mut from_tape).expect("octets");
        schema.from_json(ty, &text, Oversized::Refuse, &mut from_text).expect("octets");
        assert_eq!(from_tape, from_text, "{id}");
        seen += 1;
    }
    assert!(seen > 1000, "{seen} values");
}

#[test]
fn messages_of_sbe_go_through_a_tape() {
    let Some(folder) = shared::vectors("sbe") else { return };
    let mut schemas = HashMap::new();
    let mut seen = 0;
    for list in ["vectors.jsonl", "vectors-public.jsonl"] {
        for record in records(&folder, list) {
            let path = folder.join(record["schema"].as_str().expect("a schema"));
            let schema = schemas
                .entry(path)
                .or_insert_with_key(|path| sbe::compile(path, Host::system()).expect("a file"));
            let (id, octets) = (&record["id"], octets(&record));
            let mut tape = Tape::new();
            schema.decode(&octets, &mut tape).expect("a message");
            let (decoded, text) = schema.to_json(&octets).expect("a message");
            assert_eq!(played(&schema.layout, schema.shape(), &tape), text, "{id}");
            let version = decoded.version.min(schema.layout.messages.version);
            let (mut from_tape, mut from_text) = (Vec::new(), Vec::new());
            let value = tape.root().expect("a value");
            schema.encode(decoded.message, version, value, &mut from_tape).expect("octets");
            schema.from_json(Some(decoded.message), version, &text, &mut from_text).expect("octets");
            assert_eq!(from_tape, from_text, "{id}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen} messages");
}
