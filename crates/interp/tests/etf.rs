//! Erlang's terms: what is written is read again, and malicious terms. `vectors/etf` has those that Erlang wrote.

use crate::clock::Clock;
use crate::schema::every_kind;
use wireglot_interp::etf::{Asn1ct, EtfReader, EtfWriter};
use wireglot_interp::{equal, Codec, SampleOptions, Sampler, Sink, Tape};
use wireglot_plan::{Rules, ShapeId};

/// Definitions in addition to `EVERY_KIND`.
const MORE: &str = "
    Nest ::= SEQUENCE OF Nest
    Octets ::= OCTET STRING
    Bits ::= BIT STRING { a(0) }
    Numbers ::= SEQUENCE OF INTEGER
    Float ::= REAL";

fn root(codec: &Codec, name: &str) -> ShapeId {
    let shape = codec.shape();
    shape.roots[shape.root(name).expect("a root")].shape
}

fn read(codec: &Codec, ty: &str, term: &[u8]) -> Result<(Tape, usize), String> {
    let mut tape = Tape::new();
    let mut reader = EtfReader::new(codec.shape(), Box::new(Asn1ct), Rules::Ber);
    let taken = reader.read(term, root(codec, ty), &mut tape);
    Ok((tape, taken.map_err(|error| format!("{} {error}", error.code))?))
}

fn written(codec: &Codec, tape: &Tape) -> Vec<u8> {
    try_written(codec, tape).expect("a term")
}

fn try_written(codec: &Codec, tape: &Tape) -> Result<Vec<u8>, String> {
    let mut writer = EtfWriter::new(codec.shape(), Box::new(Asn1ct));
    writer.value(tape.root().expect("a value"))?;
    Ok(writer.octets().to_vec())
}

/// The term of a record without components.
fn empty(codec: &Codec, ty: &str) -> Result<Vec<u8>, String> {
    let (mut tape, ty) = (Tape::new(), root(codec, ty));
    tape.begin_record(ty);
    tape.end_record(ty);
    try_written(codec, &tape)
}

#[test]
fn what_is_written_is_read_again_and_annotated() {
    let codec = every_kind(MORE);
    for name in ["All", "Part", "Nest"] {
        let ty = root(&codec, name);
        let mut sampler = Sampler::new(&codec, &SampleOptions { seed: 7, ..SampleOptions::default() });
        for _ in 0..200 {
            let tape = sampler.tape(ty).expect("a value");
            let term = written(&codec, &tape);
            let (again, taken) = read(&codec, name, &term).unwrap_or_else(|e| panic!("{e}: {term:02X?}"));
            assert_eq!(taken, term.len());
            let (value, again) = (tape.root().expect("a value"), again.root().expect("a value"));
            assert!(equal(codec.shape(), codec.defaults(), value, again), "{term:02X?}");
            let mut reader = EtfReader::new(codec.shape(), Box::new(Asn1ct), Rules::Ber);
            let made = reader.inspect(&term, ty, usize::MAX);
            assert!(made.error.is_none() && made.taken == term.len());
            let end = made.spans.spans.iter().fold(0, |end, span| {
                assert_eq!(span.bit, end, "{span:?}");
                span.bit + span.bits
            });
            assert_eq!(end, term.len() as u64 * 8);
        }
    }
}

#[test]
fn damaged_terms_are_refused_or_read() {
    let codec = every_kind(MORE);
    let mut sampler = Sampler::new(&codec, &SampleOptions { seed: 3, ..SampleOptions::default() });
    for _ in 0..4 {
        let tape = sampler.tape(root(&codec, "All")).expect("a value");
        let term = written(&codec, &tape);
        for at in 0..term.len() {
            assert!(read(&codec, "All", &term[..at]).is_err(), "cut at {at}");
            for octet in [0, 1, 97, 104, 107, 108, 109, 131, 255] {
                let mut term = term.clone();
                term[at] = octet;
                let mut reader = EtfReader::new(codec.shape(), Box::new(Asn1ct), Rules::Ber);
                let made = reader.inspect(&term, root(&codec, "All"), usize::MAX);
                assert_eq!(made.error.is_none(), read(&codec, "All", &term).is_ok());
            }
        }
    }
}

#[test]
fn terms_that_demand_much() {
    let codec = every_kind(MORE);
    let code = |ty, term: &[u8]| read(&codec, ty, term).map(|_| ()).unwrap_err();
    // Nested lists: the innermost is empty, like a list of bytes of length zero.
    let nested = |depth: usize| {
        let (begin, end) = ([108, 0, 0, 0, 1].repeat(depth), [106].repeat(depth + 1));
        [&[131][..], &begin, &end].concat()
    };
    assert!(read(&codec, "Nest", &nested(200)).is_ok());
    assert!(code("Nest", &nested(300)).starts_with("etf_limit "));
    let deep = nested(1 << 20);
    let clock = Clock::start();
    assert!(code("Nest", &deep).starts_with("etf_limit "));
    assert!(clock.elapsed().as_secs() < 5, "{:?}", clock.elapsed());
    // A bit with a very large number.
    let far =
        [&[131, 108, 0, 0, 0, 1, 104, 2][..], b"\x64\0\x03bit", &[98, 127, 255, 255, 255, 106]].concat();
    assert!(code("Bits", &far).starts_with("etf_limit "));
    // An integer of 65,536 octets: the first bit is its sign.
    let integer = |sign: u8, first: u8| {
        let mut digits = vec![0; 1 << 16];
        digits[(1 << 16) - 1] = first;
        [&[131, 108, 0, 0, 0, 1, 111, 0, 1, 0, 0, sign][..], &digits, &[106]].concat()
    };
    for (sign, first) in [(0, 0x7f), (1, 0x7f), (1, 0x80)] {
        let (tape, _) = read(&codec, "Numbers", &integer(sign, first)).expect("an integer");
        assert!(written(&codec, &tape) == integer(sign, first), "{sign} {first}");
    }
    assert!(code("Numbers", &integer(0, 0x80)).starts_with("etf_value "));
    assert!(code("Numbers", &integer(1, 0x81)).starts_with("etf_value "));
    // A large integer of more than 65,536 octets.
    let mut large = [&[131, 108, 0, 0, 0, 1, 111, 0, 1, 0, 1, 0][..], &[255; 65537], &[106]].concat();
    assert!(code("Numbers", &large).starts_with("etf_value "));
    // Leading zeros don't count.
    large[13..65549].fill(0);
    assert!(read(&codec, "Numbers", &large).is_ok());
    // Numbers of one octet take one more each in the list, and a long list of octets is a string.
    let numbers = [&[131, 108, 0, 3, 0, 0][..], &[97, 7].repeat(3 << 16), &[106]].concat();
    let (tape, _) = read(&codec, "Octets", &numbers).unwrap();
    assert_eq!(written(&codec, &tape), [&[131, 109, 0, 3, 0, 0][..], &[7; 3 << 16]].concat());
}

#[test]
fn floats_are_finite() {
    let codec = every_kind(MORE);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let term = [&[131, 70][..], &value.to_be_bytes()].concat();
        assert!(read(&codec, "Float", &term).unwrap_err().starts_with("etf_value "), "{value}");
    }
    for (text, is_sound) in
        [("1.5e0", true), ("NaN", false), ("inf", false), ("-infinity", false), ("1.0e999", false)]
    {
        let mut term = [&[131, 99][..], text.as_bytes()].concat();
        term.resize(33, 0);
        assert_eq!(read(&codec, "Float", &term).is_ok(), is_sound, "{text}");
    }
}

#[test]
fn defaults_in_defaults_are_bounded() {
    // The first has no end, the second doubles 30 times.
    let mut more = String::from("Loop ::= SEQUENCE { x Loop DEFAULT {} } D0 ::= SEQUENCE {}\n");
    for level in 1..=30 {
        let inner = level - 1;
        more.push_str(&format!(
            "D{level} ::= SEQUENCE {{ a D{inner} DEFAULT {{}}, b D{inner} DEFAULT {{}} }}\n"
        ));
    }
    let codec = every_kind(&more);
    for name in ["Loop", "D30"] {
        let message = empty(&codec, name).unwrap_err();
        assert!(message.contains("consists of more than 65536 values or nests deeper than 256"), "{message}");
    }
    assert_eq!(empty(&codec, "D1").unwrap(), b"\x83\x68\x03d\0\x02D1\x68\x01d\0\x02D0\x68\x01d\0\x02D0");
}

#[test]
fn atoms_are_as_long_as_erlang_allows() {
    let [longest, longer] = [255, 256].map(|size| format!("L{}", "o".repeat(size - 1)));
    let codec = every_kind(&format!("{longest} ::= SEQUENCE {{}} {longer} ::= SEQUENCE {{}}"));
    assert_eq!(empty(&codec, &longest).unwrap().len(), 6 + 255);
    assert!(empty(&codec, &longer).unwrap_err().contains("longer than 255 characters"));
}
