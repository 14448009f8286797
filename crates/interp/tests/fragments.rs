//! Fragmentation from 16K on in every place where PER has a length (X.691 11.9.3.8). Encodings are
//! compared with octets assembled here directly from the clause, and decoded again.

use std::fmt::Write;

use crate::schema::{codec, decode, encode};
use wireglot_interp::{equal, Codec, DecodeOptions, EncodeOptions, Limits, Sink, Tape};
use wireglot_plan::{Rules, ShapeKind};

const K: usize = 1 << 10;
const COUNTS: [usize; 9] =
    [16 * K - 1, 16 * K, 16 * K + 1, 32 * K, 48 * K, 64 * K, 64 * K + 1, 80 * K, 129 * K];

/// Bits before the length, which shift it in UPER.
const SHIFTS: [usize; 2] = [0, 3];

/// Types without a size bound: name, notation, bits per unit in UPER and in APER.
const UNITS: [(&str, &str, usize, usize); 14] = [
    ("Octets", "OCTET STRING", 8, 8),
    ("Bits", "BIT STRING", 1, 1),
    ("Numeric", "NumericString", 4, 4),
    ("Printable", "PrintableString", 7, 8),
    ("Ia5", "IA5String", 7, 8),
    ("Visible", "VisibleString", 7, 8),
    ("Two", "IA5String (FROM (\"01\"))", 1, 1),
    ("Bmp", "BMPString", 16, 16),
    ("Universal", "UniversalString", 32, 32),
    ("Utf8", "UTF8String", 8, 8),
    ("General", "GeneralString", 8, 8),
    ("Wide", "OCTET STRING (SIZE (2..70000))", 8, 8),
    ("Flags", "SEQUENCE OF BOOLEAN", 1, 1),
    ("Numbers", "SET OF INTEGER (0..255)", 8, 8),
];

fn module() -> String {
    let mut text = String::from("Fragments DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n");
    for (name, notation, ..) in UNITS {
        writeln!(text, "{name} ::= {notation}").unwrap();
        writeln!(text, "Behind{name} ::= SEQUENCE {{ shift BIT STRING (SIZE (3)), it {name} }}").unwrap();
    }
    text += "Number ::= INTEGER
        Semi ::= INTEGER (0..MAX)
        Late ::= SEQUENCE { flag BOOLEAN, ..., it OCTET STRING }
        Inner ::= SEQUENCE { flag BOOLEAN, it OCTET STRING }
        Box ::= SEQUENCE { shift BIT STRING (SIZE (0..7)), it OCTET STRING (CONTAINING Inner), end BOOLEAN }
        BitBox ::= SEQUENCE { shift BIT STRING (SIZE (0..7)), it BIT STRING (CONTAINING Inner), end BOOLEAN }
    END";
    text
}

/// Bits written as the clauses say.
#[derive(Default)]
struct Bits {
    bits: Vec<bool>,
    aligned: bool,
}

impl Bits {
    fn put(&mut self, value: u64, bits: usize) {
        self.bits.extend((0..bits).rev().map(|at| value >> at & 1 != 0));
    }

    fn align(&mut self) {
        while self.aligned && !self.bits.len().is_multiple_of(8) {
            self.bits.push(false);
        }
    }

    /// X.691 11.9.3.5 to 11.9.3.8: units of `each` bits, with the lengths between them.
    fn fragments(&mut self, units: &[bool], each: usize) {
        let (mut at, count) = (0, units.len() / each);
        loop {
            self.align();
            let left = count - at;
            let piece = match left / (16 * K) {
                0 => left,
                pieces => pieces.min(4) * 16 * K,
            };
            match piece {
                0..=127 => self.put(piece as u64, 8),
                _ if piece < 16 * K => self.put(0x8000 | piece as u64, 16),
                _ => self.put(0xc0 | (piece / (16 * K)) as u64, 8),
            }
            self.bits.extend(&units[at * each..(at + piece) * each]);
            at += piece;
            if piece < 16 * K {
                return;
            }
        }
    }

    fn octets(&self) -> Vec<u8> {
        let octet = |bits: &[bool]| (0..8).fold(0, |o, at| o << 1 | u8::from(bits.get(at) == Some(&true)));
        self.bits.chunks(8).map(octet).collect()
    }
}

/// The bits of octets.
fn bits_of(octets: &[u8]) -> Vec<bool> {
    let mut bits = Bits::default();
    octets.iter().for_each(|o| bits.put(u64::from(*o), 8));
    bits.bits
}

/// Numbers that do not repeat after a power of two.
fn number(index: usize) -> u64 {
    (index as u64 % 1009).wrapping_mul(0x9e37_79b9) >> 7
}

/// Puts a value of `count` units on a tape; returns the bits of its units.
fn value(codec: &Codec, ty: &str, count: usize, each: usize, tape: &mut Tape) -> Vec<bool> {
    let shape = codec.shape().roots[codec.shape().root(ty).expect("a type")].shape;
    let mut bits = Bits::default();
    match &codec.shape().get(shape).kind {
        ShapeKind::BitString { .. } => {
            (0..count).for_each(|at| bits.put(number(at), 1));
            tape.bit_string(shape, &bits.octets(), count as u64);
        }
        ShapeKind::OctetString { .. } => {
            (0..count).for_each(|at| bits.put(number(at), 8));
            tape.octet_string(shape, &bits.octets());
        }
        ShapeKind::List { element, .. } => {
            tape.begin_list(shape);
            for at in 0..count {
                bits.put(number(at), each);
                match each {
                    1 => tape.boolean(*element, number(at) & 1 != 0),
                    _ => tape.integer(*element, (number(at) & 0xff) as i64),
                }
            }
            tape.end_list(shape);
        }
        _ => {
            let mut text = String::new();
            for at in 0..count {
                let digit = number(at) % if ty == "Two" { 2 } else { 10 };
                text.push(char::from(b'0' + digit as u8));
                let code = match ty {
                    "Two" => digit,
                    "Numeric" => digit + 1, // A space comes first.
                    _ => 0x30 + digit,
                };
                bits.put(code, each);
            }
            tape.string(shape, &text);
        }
    }
    bits.bits
}

/// Encodes the value, compares, decodes, compares, and encodes again.
fn holds(codec: &Codec, ty: &str, tape: &Tape, wanted: &[u8], what: &str) {
    let written = encode(codec, ty, tape, &EncodeOptions::default());
    let differs = written.iter().zip(wanted).position(|(a, b)| a != b);
    assert!(written == wanted, "{what}: {} octets for {}, at {differs:?}", written.len(), wanted.len());
    let limits = Limits { integer_octets: 1 << 20, ..Limits::default() };
    let strict = DecodeOptions { strict: Some(true), limits, ..DecodeOptions::default() };
    let read = decode(codec, ty, wanted, &strict).unwrap_or_else(|e| panic!("{what}: {e}"));
    let (given, read) = (tape.root().expect("a value"), read.root().expect("a value"));
    assert!(equal(codec.shape(), codec.defaults(), given, read), "{what}: not the value");
}

#[test]
fn every_counted_type_in_fragments() {
    for rules in [Rules::Uper, Rules::Aper] {
        let codec = codec(&module(), rules);
        for (name, _, uper, aper) in UNITS {
            let each = if rules.aligned() { aper } else { uper };
            for count in COUNTS.into_iter().filter(|count| name != "Wide" || *count <= 70_000) {
                for shift in SHIFTS {
                    let mut wanted = Bits { aligned: rules.aligned(), ..Bits::default() };
                    let mut tape = Tape::new();
                    let behind = format!("Behind{name}");
                    let record = codec.shape().roots[codec.shape().root(&behind).unwrap()].shape;
                    if shift > 0 {
                        let ShapeKind::Record { slots, .. } = &codec.shape().get(record).kind else {
                            panic!()
                        };
                        tape.begin_record(record);
                        tape.slot(0);
                        tape.bit_string(slots[0].shape, &[0xa0], 3);
                        wanted.put(5, shift);
                        tape.slot(1);
                    }
                    let units = value(&codec, name, count, each, &mut tape);
                    wanted.fragments(&units, each);
                    if shift > 0 {
                        tape.end_record(record);
                    }
                    let ty = if shift > 0 { behind.as_str() } else { name };
                    holds(&codec, ty, &tape, &wanted.octets(), &format!("{count} of {ty} in {rules}"));
                }
            }
        }
    }
}

#[test]
fn numbers_in_fragments() {
    for rules in [Rules::Uper, Rules::Aper] {
        let codec = codec(&module(), rules);
        for count in COUNTS {
            let mut octets: Vec<u8> = (0..count).map(|at| number(at) as u8).collect();
            octets[0] = 0x5a;
            for ty in ["Number", "Semi"] {
                let mut tape = Tape::new();
                tape.big_integer(codec.shape().roots[codec.shape().root(ty).unwrap()].shape, &octets);
                let mut wanted = Bits { aligned: rules.aligned(), ..Bits::default() };
                wanted.fragments(&bits_of(&octets), 8);
                holds(&codec, ty, &tape, &wanted.octets(), &format!("{count} octets of {ty} in {rules}"));
            }
        }
    }
}

/// An addition is in an open type field (X.691 11.2): its octets, including the lengths of
/// fragments, are fragmented again.
#[test]
fn open_type_fields_in_fragments() {
    for rules in [Rules::Uper, Rules::Aper] {
        let codec = codec(&module(), rules);
        let shape = codec.shape().roots[codec.shape().root("Late").unwrap()].shape;
        let ShapeKind::Record { slots, .. } = &codec.shape().get(shape).kind else { panic!() };
        // With 1 to 5 octets for the lengths inside, the fields also reach each boundary.
        let counts = COUNTS.into_iter().flat_map(|count| (0..6).map(move |less| count - less));
        for count in counts {
            let octets: Vec<u8> = (0..count).map(|at| number(at) as u8).collect();
            let mut tape = Tape::new();
            tape.begin_record(shape);
            tape.slot(0);
            tape.boolean(slots[0].shape, true);
            tape.slot(1);
            tape.octet_string(slots[1].shape, &octets);
            tape.end_record(shape);
            let mut field = Bits { aligned: rules.aligned(), ..Bits::default() };
            field.fragments(&bits_of(&octets), 8);
            // The extension bit and the BOOLEAN, then a bitmap of one bit, which is set.
            let mut wanted = Bits { aligned: rules.aligned(), ..Bits::default() };
            wanted.put(0b11, 2);
            wanted.put(0b000_0000, 7);
            wanted.put(1, 1);
            wanted.fragments(&bits_of(&field.octets()), 8);
            holds(&codec, "Late", &tape, &wanted.octets(), &format!("{count} octets in a field, {rules}"));
        }
    }
}

/// X.691 11.9 and 17, 16: a contained encoding is whole octets (or, in a BIT STRING, exactly its
/// bits) wherever the string is.
#[test]
fn contained_encodings_at_every_bit() {
    for rules in [Rules::Uper, Rules::Aper] {
        let codec = codec(&module(), rules);
        for (ty, each) in [("Box", 8), ("BitBox", 1)] {
            let shape = codec.shape().roots[codec.shape().root(ty).unwrap()].shape;
            let inner = codec.shape().roots[codec.shape().root("Inner").unwrap()].shape;
            let ShapeKind::Record { slots, .. } = &codec.shape().get(shape).kind else { panic!() };
            let ShapeKind::Record { slots: parts, .. } = &codec.shape().get(inner).kind else { panic!() };
            for (shift, count) in
                (0..8).flat_map(|shift| [0, 5, 200, 17 * K, 65 * K].map(|count| (shift, count)))
            {
                let octets: Vec<u8> = (0..count).map(|at| number(at) as u8).collect();
                let mut tape = Tape::new();
                tape.begin_record(shape);
                tape.slot(0);
                let ones = if shift == 0 { vec![] } else { vec![(0xff00u16 >> shift) as u8] };
                tape.bit_string(slots[0].shape, &ones, shift as u64);
                tape.slot(1);
                tape.begin_contained(slots[1].shape, rules);
                tape.begin_record(inner);
                tape.slot(0);
                tape.boolean(parts[0].shape, true);
                tape.slot(1);
                tape.octet_string(parts[1].shape, &octets);
                tape.end_record(inner);
                tape.end_contained(slots[1].shape);
                tape.slot(2);
                tape.boolean(slots[2].shape, true);
                tape.end_record(shape);
                let mut held = Bits { aligned: rules.aligned(), ..Bits::default() };
                held.put(1, 1);
                held.fragments(&bits_of(&octets), 8);
                let mut wanted = Bits { aligned: rules.aligned(), ..Bits::default() };
                wanted.put(shift as u64, 3);
                if shift > 0 {
                    wanted.align();
                }
                wanted.put((1 << shift) - 1, shift);
                wanted.fragments(&bits_of(&held.octets()), each);
                wanted.put(1, 1);
                holds(
                    &codec,
                    ty,
                    &tape,
                    &wanted.octets(),
                    &format!("{ty} of {count} behind {shift} in {rules}"),
                );
            }
        }
    }
}
