//! Hostile messages, read through the interface that the command uses: each ends in a value or an error, in
//! bounded time and in memory proportional to its size.
//!
//! There is a single test, so that nothing else in this process allocates memory meanwhile.

#[path = "../../../tests/clock.rs"]
mod clock;
mod memory;

use std::path::Path;
use std::time::Duration;

use clock::Clock;
use memory::memory;
use wireglot_driver::forms::Form;
use wireglot_driver::identify::Identifier;
use wireglot_driver::json::Spelling;
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, EncodeOptions, Rules, Specification, Tape};

/// Generous for each of these even on a slow machine, but far too short for a quadratic pass.
const LIMIT: Duration = Duration::from_secs(20);

/// The maximum memory per byte: eight PER BOOLEANs, each with a node of 20 bytes and a link of 8, which is
/// stored twice while its list is open, in arenas that double.
const MULTIPLE: usize = 8 * 2 * (20 + 8 + 8);

/// Memory that does not depend on the message.
const FIXED: usize = 24 << 20;

/// The size of a large message.
const LARGE: usize = 1 << 19;

/// Runs something that reads this many bytes, and checks time and memory.
fn bounded(what: &str, octets: usize, run: impl FnOnce()) {
    let before = memory();
    let start = Clock::start();
    run();
    let taken = start.elapsed();
    assert!(taken < LIMIT, "{what}: {taken:?} for {octets} octets");
    if let (Some((before, _)), Some((_, most))) = (before, memory()) {
        let grown = most.saturating_sub(before);
        assert!(grown <= octets * MULTIPLE + FIXED, "{what}: {grown} octets of memory for {octets}");
    }
}

fn repeated(unit: &[u8], octets: usize) -> Vec<u8> {
    unit.repeat(octets / unit.len().max(1))
}

fn long(tag: u8, octet: u8) -> Vec<u8> {
    let length = (LARGE as u32).to_be_bytes();
    let mut bytes = vec![tag, 0x84];
    bytes.extend(length);
    bytes.resize(6 + LARGE, octet);
    bytes[6 + LARGE - 1] = 1;
    bytes
}

/// Messages for any rules and types: each is tried with all of them.
fn messages() -> Vec<(&'static str, Vec<u8>)> {
    let wide = |octet: u8| vec![octet; LARGE];
    let with = |head: &[u8], unit: &[u8], octets: usize| [head, &repeated(unit, octets)[..]].concat();
    vec![
        ("zeros", wide(0)),
        ("ones", wide(0xff)),
        ("fragments of 64K", wide(0xc4)),
        ("fragments of 16K", with(&[], &[0xc1, 0x00], LARGE)),
        ("indefinite records", with(&[], &[0x30, 0x80], LARGE)),
        ("indefinite components", with(&[0x30, 0x80], &[0xa0, 0x80], LARGE)),
        ("indefinite alternatives", with(&[], &[0xa1, 0x80], LARGE)),
        ("unknown nesting", with(&[0x30, 0x80], &[0xbf, 0x7f, 0x80], LARGE)),
        ("segments in segments", with(&[], &[0x24, 0x80], LARGE)),
        ("empty segments", with(&[0x24, 0x80], &[4, 0], LARGE)),
        ("segments of bits", with(&[0x23, 0x80], &[3, 1, 0], LARGE)),
        ("a long tag", with(&[0x3f], &[0xff], 4 * LARGE)),
        ("a long length", with(&[0x30, 0xfe], &[0xff], LARGE)),
        ("a huge length", vec![0x30, 0x88, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        ("a large INTEGER", long(2, 0x81)),
        ("a large OBJECT IDENTIFIER", long(6, 0x81)),
        ("arcs of one octet", long(6, 0x01)),
        ("a large REAL", long(9, 0x81)),
        ("a decimal REAL", [&[9, 0x84, 0, 0x08, 0, 0, 3][..], &[b'1'; LARGE - 1]].concat()),
        ("a REAL far away", vec![9, 12, 0x83, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ("empty elements", with(&[0x30, 0x80], &[5, 0], LARGE)),
        ("flags", with(&[0x30, 0x80], &[0x80, 1, 0xff], LARGE)),
        ("a count of octets", [&[4, 0x7f, 0xff, 0xff, 0xff][..], &wide(0)].concat()),
        ("a quantity without octets", vec![3, 0x7f, 0xff, 0xff]),
    ]
}

/// JSON texts, likewise.
fn texts() -> Vec<(&'static str, String)> {
    let nested = |open: &str, close: &str| open.repeat(LARGE / 8) + &close.repeat(LARGE / 8);
    let digits = "1".repeat(LARGE);
    vec![
        ("arrays", nested("[", "]")),
        ("endless arrays", "[".repeat(LARGE)),
        ("members", nested("{\"deeper\":", "}")),
        ("alternatives", nested("{\"on\":", "}")),
        ("a long number", digits.clone()),
        ("a long fraction", format!("0.{digits}")),
        ("a large exponent", "1e999999999".into()),
        ("a small exponent", "1e-999999999999999999999".into()),
        ("base 2 far away", "{\"$base2\":{\"mantissa\":1,\"exponent\":9223372036854775807}}".into()),
        ("a long name", format!("\"{digits}\"")),
        ("many arcs", format!("\"1.2{}\"", ".1".repeat(LARGE / 2))),
        ("many bits", "{\"value\":\"\",\"length\":18446744073709551615}".into()),
        ("a far addition", "{\"$unknown\":[{\"addition\":4294967295,\"octets\":\"00\"}]}".into()),
        ("a long bitmap", "{\"$unknown\":[{\"bitmap\":4294967295,\"octets\":\"\"}]}".into()),
        ("escapes", format!("\"{}\"", "\\u0000".repeat(LARGE / 6))),
        ("elements", format!("[{}true]", "true,".repeat(LARGE / 5))),
        (
            "unknown members",
            format!("{{{}\"z\":1}}", (0..LARGE / 16).map(|n| format!("\"m{n}\":0,")).collect::<String>()),
        ),
    ]
}

#[test]
fn hostile_data_takes_bounded_time_and_memory() {
    texts_are_read_and_identified();
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/Bombs.asn1");
    let files = SchemaFiles { schemas: vec![schema], ..SchemaFiles::default() };
    let mut specification =
        Specification::open(&files, false, Host::system()).expect("a specification without errors");
    for rules in Rules::ALL {
        specification.prepare(rules).expect("a plan");
    }
    let roots: Vec<String> = specification.shape().roots.iter().map(|r| r.reference.clone()).collect();
    for (what, bytes) in messages() {
        for rules in Rules::ALL {
            for (root, name) in roots.iter().enumerate() {
                for strict in [None, Some(false)] {
                    let options = DecodeOptions { strict, ..DecodeOptions::default() };
                    bounded(&format!("{what} as {name} in {rules}"), bytes.len(), || {
                        let Ok(tape) = specification.decode(rules, root, &bytes, &options) else { return };
                        let Some(value) = tape.root() else { return };
                        let mut out = Vec::new();
                        let _ = specification.encode(rules, root, value, &EncodeOptions::default(), &mut out);
                        let _ = specification.to_json(value, Spelling::Json);
                    });
                }
            }
        }
    }
    for (what, text) in texts() {
        for (root, name) in roots.iter().enumerate() {
            for (spelling, rules) in [(Spelling::Jer, Rules::Uper), (Spelling::Json, Rules::Oer)] {
                bounded(&format!("{what} as {name} in {spelling:?}"), text.len(), || {
                    let mut tape = Tape::new();
                    let ty = specification.shape().roots[root].shape;
                    let read = specification.json_reader(spelling, rules).read(&text, ty, &mut tape);
                    let (Ok(_), Some(value)) = (read, tape.root()) else { return };
                    let mut out = Vec::new();
                    let _ = specification.encode(rules, root, value, &EncodeOptions::default(), &mut out);
                });
            }
        }
    }
}

/// A public key of Ed25519 (RFC 8410, section 10.1) and a message of SNMP.
const KEY: &str = "302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";
const MESSAGE: &str =
    "302902010004067075626c6963a01c02047ad0b7e8020100020100300e300c06082b060102010101000500";

/// Texts that look like dumps, arrays or PEM.
fn forms() -> Vec<(&'static str, String)> {
    let many = 1 << 15;
    vec![
        ("an array", format!("{{ {} }}", "0x30, ".repeat(many))),
        ("arrays", "unsigned char a[] = {0x30};\n".repeat(many)),
        ("an array of something else", format!("{{ {} x }}", "0x30, ".repeat(many))),
        ("a line of a dump", format!("0000  {}", "30  ".repeat(many))),
        ("a line with characters", format!("0000  {} |0|", "30 ".repeat(many))),
        ("dumps", "0000  30 00\n".repeat(many)),
        ("repeated lines", format!("0000000 30 00\n*\n{}", "0000000 30 00\n*\n".repeat(many))),
        ("blocks that never end", "-----BEGIN X-----\n".repeat(many)),
        ("blocks that are cut", "-----BEGIN X-----\nMIIB\n".repeat(many)),
        ("blocks", "-----BEGIN X-----\nMAA=\n-----END X-----\n".repeat(many)),
        ("digits in lines", "3000\n".repeat(many)),
        ("lines of two types", format!("{KEY}\n{MESSAGE}\n").repeat(many / 16)),
    ]
}

fn texts_are_read_and_identified() {
    let identifier = Identifier::new().expect("the built-in modules");
    for (what, text) in forms() {
        bounded(what, text.len(), || {
            let form = Form::guess(text.as_bytes());
            assert!(!identifier.groups(form, text.clone().into_bytes(), 0).is_empty());
        });
    }
}
