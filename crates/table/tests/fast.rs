//! The fast path of a decoder gives the same rows as its events: for random values and for damaged octets,
//! with all columns and with some.

use std::path::PathBuf;

use wireglot_driver::languages::{Registry, Request};
use wireglot_driver::messages::{Message, MessageRequest, Reading, Writing};
use wireglot_driver::records::{Position, Work};
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::{DecodeOptions, Rules, SampleOptions};
use wireglot_table::columns::{Columns, Settings};
use wireglot_table::integers::Integers;
use wireglot_table::select::select;
use wireglot_table::tabling::Tabling;

const MODULE: &str = "Fast DEFINITIONS AUTOMATIC TAGS ::= BEGIN
All ::= SEQUENCE {
    flag BOOLEAN DEFAULT FALSE, nothing NULL OPTIONAL, small INTEGER (0..7), signed INTEGER (-129..128),
    large INTEGER (0..18446744073709551615), whole INTEGER, def INTEGER (0..255) DEFAULT 7,
    colour ENUMERATED { red, green(5), blue, ..., pink } DEFAULT green, octets OCTET STRING,
    bits BIT STRING (SIZE (3..40)), fixed BIT STRING (SIZE (12)), ia5 IA5String, utf8 UTF8String,
    oid OBJECT IDENTIFIER, rel RELATIVE-OID, utc UTCTime, general GeneralizedTime, list SEQUENCE OF Pair,
    lists SEQUENCE OF SEQUENCE OF INTEGER (0..3), choice Choice, held OCTET STRING (CONTAINING Pair),
    wrapped Wrapped OPTIONAL, inner SEQUENCE { a Choice OPTIONAL, ..., [[ b INTEGER (0..3) OPTIONAL, c BOOLEAN ]] },
    tree Tree OPTIONAL, empty SEQUENCE { }, real REAL OPTIONAL }
Flat ::= SEQUENCE { n INTEGER, name IA5String OPTIONAL, on BOOLEAN, pair Pair, at UTCTime OPTIONAL }
Pair ::= SEQUENCE { left INTEGER (0..65535), right INTEGER (0..16777215) OPTIONAL }
Choice ::= CHOICE { number INTEGER, text UTF8String, pair Pair, ..., late BOOLEAN, later Pair }
Tree ::= SEQUENCE { name IA5String, below SEQUENCE (SIZE (0..2)) OF Tree }
Wrapped ::= SEQUENCE { v [40] EXPLICIT INTEGER OPTIONAL, w [3] EXPLICIT Pair OPTIONAL, x [4] EXPLICIT Choice }
Bag ::= SET { x INTEGER OPTIONAL, y BOOLEAN, z Choice }
Many ::= SEQUENCE OF Choice
Level ::= INTEGER (0..7)
END";

const RULES: [Rules; 5] = [Rules::Ber, Rules::Der, Rules::Uper, Rules::Aper, Rules::Oer];

/// Random messages under some rules; each also with an octet changed or removed.
fn drawn(message: &dyn Message, rules: Rules) -> Vec<Vec<u8>> {
    let options = SampleOptions { seed: 3, depth: 5, length: 4 };
    let mut samples = message.samples(Some(rules), &options).expect("values are drawn");
    let writing = Writing { rules: Some(rules), ..Writing::default() };
    let mut made = Vec::new();
    for number in 0..150usize {
        let tape = samples.draw().expect("there is a value");
        let mut octets = Vec::new();
        message.encode(tape.root().expect("a value"), &writing, &mut octets).expect("it can be written");
        for shift in [1, 3, 7] {
            let mut damaged = octets.clone();
            let at = (number * 31 + shift * 7) % octets.len();
            match shift {
                7 => damaged.truncate(at),
                _ => damaged[at] ^= 1 << shift,
            }
            made.push(damaged);
        }
        made.push(octets);
    }
    made
}

/// The row of each message, or why there is none.
fn rows(
    message: &dyn Message,
    columns: &Columns,
    reading: Reading,
    of: &[Vec<u8>],
) -> Vec<Result<(usize, Vec<u8>), String>> {
    let work = Tabling { message, reading, columns, start: 0 };
    let mut worker = work.worker(reading, "");
    let row = |octets: &Vec<u8>| {
        let mut row = b"before".to_vec();
        let read = worker.record(octets, Position::default(), &mut row);
        let row = row.strip_prefix(b"before").expect("what was there stays").to_vec();
        assert!(read.is_ok() || row.is_empty());
        read.map(|taken| (taken, row)).map_err(|bad| format!("{} {}: {}", bad.code, bad.path, bad.message))
    };
    of.iter().map(row).collect()
}

#[test]
fn both_paths_give_the_same_rows() {
    let mut memory = Memory::new();
    memory.add("fast.asn1", MODULE);
    let schemas = [PathBuf::from("fast.asn1")];
    let request = Request { schemas: &schemas, ..Request::default() };
    let asn1 = Registry::default().named("asn1").expect("ASN.1");
    let plain = Settings::default();
    let others = Settings { integers: Integers::Text, enum_numbers: true, text_times: true, ..plain.clone() };
    for (name, paths) in [
        ("All", vec![]),
        ("All", vec!["list[*].right", "choice.pair.left", "wrapped", "colour", "inner.a"]),
        ("Flat", vec![]),
        ("Flat", vec!["n", "pair.right"]),
        ("Bag", vec![]),
        ("Many", vec![]),
        ("Choice", vec![]),
        ("Level", vec![]),
    ] {
        for (rules, settings) in RULES.into_iter().flat_map(|rules| [(rules, &plain), (rules, &others)]) {
            let asked = MessageRequest { name: Some(name), rules: &[rules], ..MessageRequest::default() };
            let made = asn1.compile(&request, memory.host()).expect("the file is there");
            let message = &*made.message(&asked).expect("the type is there");
            let mut columns = Columns::of(message, settings).expect("one type");
            let paths: Vec<String> = paths.iter().map(|path| path.to_string()).collect();
            if !paths.is_empty() {
                select(message, &mut columns, &paths).expect("there are such columns");
            }
            let octets = drawn(message, rules);
            let reading = Reading { rules: Some(rules), ..Reading::default() };
            // Passing the default explicitly forces the general path.
            let strict = Some(rules.canonical());
            let general = Reading { options: DecodeOptions { strict, ..reading.options }, ..reading };
            let fast = rows(message, &columns, reading, &octets);
            let slow = rows(message, &columns, general, &octets);
            for ((fast, slow), octets) in fast.iter().zip(&slow).zip(&octets) {
                assert_eq!(fast, slow, "{name} {rules} {paths:?} {octets:02x?}");
            }
            assert!(slow.iter().any(Result::is_ok), "{name} {rules}: some are right");
        }
    }
}
