//! Erlang's terms that are longer than what the command reads at once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const WIREGLOT: &str = env!("CARGO_BIN_EXE_wireglot");
const SCHEMA: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Numbers ::= SEQUENCE OF INTEGER
    Octets ::= OCTET STRING
    Nest ::= SEQUENCE OF Nest END";

fn written(name: &str, octets: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terms-{name}"));
    wireglot_driver::sources::new_file::write_file(&path, octets).expect("a file");
    path
}

/// The output of the command for a file.
fn run(words: &[&str], name: &str, octets: &[u8]) -> Output {
    let (schema, file) = (written(&format!("{name}.asn1"), SCHEMA.as_bytes()), written(name, octets));
    Command::new(WIREGLOT).args(words).arg("-s").arg(schema).arg(file).output().expect("the command runs")
}

fn told(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

/// A compressed term; `term` has no version.
fn compressed(term: &[u8], deflated: &[u8]) -> Vec<u8> {
    let size = (term.len() as u32).to_be_bytes();
    let (mut a, mut b) = (1u32, 0u32);
    for octet in term {
        a = (a + u32::from(*octet)) % 65521;
        b = (b + a) % 65521;
    }
    [&[131, 80], &size[..], &[0x78, 0x9c], deflated, &(b << 16 | a).to_be_bytes()].concat()
}

/// Blocks without compression (RFC 1951, 3.2.4).
fn stored(octets: &[u8]) -> Vec<u8> {
    let parts: Vec<&[u8]> = octets.chunks(40_000).collect();
    let block = |(index, part): (usize, &&[u8])| {
        let (last, size) = (u8::from(index + 1 == parts.len()), part.len() as u16);
        [&[last], &size.to_le_bytes()[..], &(!size).to_le_bytes(), part].concat()
    };
    parts.iter().enumerate().flat_map(block).collect()
}

/// Bits of a block, the least significant of each octet first.
#[derive(Default)]
struct Bits {
    out: Vec<u8>,
    count: usize,
}

impl Bits {
    fn put(&mut self, code: u32, bits: u32) {
        for bit in (0..bits).rev() {
            if self.count.is_multiple_of(8) {
                self.out.push(0);
            }
            let last = self.out.last_mut().expect("an octet");
            *last |= ((code >> bit & 1) as u8) << (self.count % 8);
            self.count += 1;
        }
    }

    fn literal(&mut self, octet: u8) {
        match octet {
            0..=143 => self.put(0x30 + u32::from(octet), 8),
            _ => self.put(0x190 + u32::from(octet) - 144, 9),
        }
    }
}

/// A block with fixed codes (RFC 1951, 3.2.6); a number of literals precede each repetition.
fn repeated(octets: &[u8], literals: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0b110, 3);
    let mut at = 0;
    while at < octets.len() {
        let until = octets.len().min(at + literals);
        octets[at..until].iter().for_each(|octet| bits.literal(*octet));
        at = until;
        let last = octets[at - 1];
        let same = octets[at..].iter().take(258).take_while(|octet| **octet == last).count();
        if same == 258 {
            // Length 258 at distance 1.
            bits.put(0xc5, 8);
            bits.put(0, 5);
            at += same;
        }
    }
    bits.put(0, 7);
    bits.out
}

fn binary(octets: usize) -> Vec<u8> {
    [&[109], &(octets as u32).to_be_bytes()[..], &vec![7; octets]].concat()
}

fn ber(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = (contents.len() as u32).to_be_bytes();
    let least = length.iter().take_while(|octet| **octet == 0).count();
    [&[tag, 0x80 | (4 - least) as u8], &length[least..], contents].concat()
}

#[test]
fn long_terms() {
    for size in [65_531, 65_536, 131_072, 200_000, 262_144, 300_000] {
        let numbers = [&[131, 108], &(size as u32).to_be_bytes()[..], &[97, 7].repeat(size), &[106]].concat();
        // What follows a term does not belong to it.
        let done = run(
            &["convert", "-t", "Numbers", "--from", "etf", "--to", "ber"],
            &format!("numbers-{size}"),
            &[&numbers[..], &numbers].concat(),
        );
        assert!(done.status.success(), "{size}: {}", told(&done));
        assert!(done.stdout == ber(0x30, &[2, 1, 7].repeat(size)).repeat(2), "{size}");
        let term = binary(size);
        let wanted = ber(4, &vec![7; size]);
        let forms = [
            ("plain", [&[131], &term[..]].concat()),
            ("stored", compressed(&term, &stored(&term))),
            ("literal", compressed(&term, &repeated(&term, 1 << 20))),
            ("repeated", compressed(&term, &repeated(&term, 20))),
        ];
        for (form, term) in forms {
            let done = run(
                &["convert", "-t", "Octets", "--from", "etf", "--to", "ber"],
                &format!("{form}-{size}"),
                &[&term[..], &term].concat(),
            );
            assert!(done.status.success(), "{form} {size}: {}", told(&done));
            assert!(done.stdout == wanted.repeat(2), "{form} {size}");
        }
        let done = run(&["decode", "-t", "Numbers", "-r", "etf"], &format!("decoded-{size}"), &numbers);
        assert!(done.status.success(), "{size}: {}", told(&done));
    }
}

#[test]
fn compressed_terms_are_judged_by_their_own_size() {
    let words = ["convert", "-t", "Octets", "--from", "etf", "--to", "ber"];
    // Expands to 46 times its size, which is more than 64 times of what is read at once.
    let term = binary(7_000_000);
    let long = compressed(&term, &repeated(&term, 4));
    assert!(long.len() > 1 << 17, "{}", long.len());
    let done = run(&words, "much", &long);
    assert!(done.status.success(), "{}", told(&done));
    assert!(done.stdout == ber(4, &vec![7; 7_000_000]));
    // Expands to 98 times its size; octets after it do not change that.
    let bomb = compressed(&term, &repeated(&term, 1));
    for more in [0, 1 << 20] {
        let done = run(&words, &format!("bomb-{more}"), &[&bomb[..], &vec![131; more]].concat());
        assert_eq!(done.status.code(), Some(1));
        assert!(told(&done).contains("64 times its size"), "{}", told(&done));
    }
    // A term that was cut off is not damaged.
    let cut = run(&words, "cut", &long[..long.len() - 10_000]);
    assert_eq!(cut.status.code(), Some(1));
    assert!(told(&cut).contains("the term ends early"), "{}", told(&cut));
}

/// Spans beyond the limit on output take no memory, however long the paths of their terms are.
#[cfg(target_os = "linux")]
#[test]
fn spans_that_are_not_shown_take_no_memory() {
    // Alternatives in one another give 20,000 elements paths of 6,000 bytes each.
    let (levels, elements) = (100, 20_000);
    let (name, null) = ("a".repeat(60), [119, 4, b'N', b'U', b'L', b'L']);
    let alternative = |name: &str| [&[104, 2, 119, name.len() as u8], name.as_bytes()].concat();
    let list = [&[108], &(elements as u32).to_be_bytes()[..], &null.repeat(elements), &[106]].concat();
    let term = [&[131], &alternative(&name).repeat(levels)[..], &alternative("l"), &list].concat();
    let schema =
        format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN R ::= CHOICE {{ {name} R, l SEQUENCE OF NULL }} END");
    let (schema, file) = (written("paths.asn1", schema.as_bytes()), written("paths", &term));
    let script = "ulimit -v $0 && exec \"$@\"";
    let done = Command::new("sh")
        .args(["-c", script, "100000", WIREGLOT, "inspect", "-t", "R", "-r", "etf"])
        .args(["--limit", "output=100000", "-s"])
        .args([schema, file])
        .output()
        .expect("the command runs");
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
    assert!(told(&done).contains("take more than 100000 octets"), "{}", told(&done));
}

/// The terms of Erlang's Megaco application do not depend on whether the type is that of whole messages.
#[test]
fn types_of_h248_by_themselves() {
    for module in ["MEDIA-GATEWAY-CONTROL", "MEDIA-GATEWAY-CONTROL-v3"] {
        let schema = format!(
            "{module} DEFINITIONS AUTOMATIC TAGS ::= BEGIN
                TerminationID ::= SEQUENCE {{
                    wildcard SEQUENCE OF WildcardField, id OCTET STRING (SIZE (1..8)), ... }}
                WildcardField ::= OCTET STRING (SIZE (1)) END"
        );
        let schema = written(&format!("{module}.asn1"), schema.as_bytes());
        let run = |from: &str, to: &str, octets: &[u8]| {
            let file = written(&format!("{module}.{from}"), octets);
            let mut command = Command::new(WIREGLOT);
            command.args(["convert", "-t", "TerminationID", "--from", from, "--to", to, "-s"]);
            let done = command.arg(&schema).arg(file).output().expect("the command runs");
            assert!(done.status.success(), "{}", told(&done));
            done.stdout
        };
        let message = [0x30, 7, 0xa0, 0, 0x81, 3, 0xff, 0, 0];
        let term = run("ber", "etf", &message);
        let atom = |name: &str| [&[100, 0, name.len() as u8], name.as_bytes()].concat();
        let levels = ["11111111", "00000000", "00000000"];
        let levels = levels.map(|level| [&[107, 0, 8], level.as_bytes()].concat()).concat();
        let wanted =
            [&[131, 104, 3][..], &atom("megaco_term_id"), &atom("false"), &[108, 0, 0, 0, 3]].concat();
        assert_eq!(term, [wanted, levels, vec![106]].concat());
        assert_eq!(run("etf", "ber", &term), message);
    }
}
