//! The fast path between octets and JSON text gives the same results as the general path: for
//! random values, for damaged octets and texts, and for texts written differently.

use crate::schema::codec;
use wireglot_interp::json::{JsonReader, JsonWriter, Layout, Spelling};
use wireglot_interp::{Codec, DecodeOptions, EncodeOptions, Limits, SampleOptions, Sampler, Tape};
use wireglot_plan::Rules;

const MODULE: &str = "Direct DEFINITIONS AUTOMATIC TAGS ::= BEGIN
All ::= SEQUENCE {
  flag BOOLEAN DEFAULT FALSE, nothing NULL OPTIONAL,
  small INTEGER (0..7), signed INTEGER (-129..128), large INTEGER (0..18446744073709551615),
  whole INTEGER, from INTEGER (5..MAX), open INTEGER (1..9, ...), def INTEGER (0..255) DEFAULT 7,
  colour ENUMERATED { red, green(5), blue, ..., pink } DEFAULT green, one ENUMERATED { only },
  octets OCTET STRING (SIZE (0..9)), two OCTET STRING (SIZE (2)), any OCTET STRING,
  bits BIT STRING (SIZE (3..40)), fixed BIT STRING (SIZE (12)), free BIT STRING,
  ia5 IA5String (SIZE (0..20)), digits NumericString, hex PrintableString (FROM (\"0\"..\"9\" | \"A\"..\"F\")),
  utf8 UTF8String, visible VisibleString (SIZE (1..3, ...)), oid OBJECT IDENTIFIER, rel RELATIVE-OID,
  utc UTCTime, general GeneralizedTime,
  list SEQUENCE (SIZE (0..4)) OF Pair, long SEQUENCE OF INTEGER (0..3), set SET OF INTEGER,
  choice Choice, held OCTET STRING (CONTAINING Pair), wrapped Wrapped OPTIONAL,
  inner SEQUENCE { a Choice OPTIONAL, ..., [[ b INTEGER (0..3) OPTIONAL, c BOOLEAN ]], d Pair OPTIONAL,
    e INTEGER DEFAULT 4 },
  tree Tree OPTIONAL, nulls SEQUENCE (SIZE (0..3)) OF NULL
}
Pair ::= SEQUENCE { left INTEGER (0..65535), right INTEGER (0..16777215) OPTIONAL }
Choice ::= CHOICE { number INTEGER, text UTF8String, pair Pair, ..., late BOOLEAN, later Pair }
Tree ::= SEQUENCE { name IA5String (SIZE (0..3)), below SEQUENCE (SIZE (0..2)) OF Tree }
Wrapped ::= SEQUENCE { v [40] EXPLICIT INTEGER OPTIONAL, w [3] EXPLICIT Pair OPTIONAL, x [4] EXPLICIT Choice }
Bag ::= SET { x INTEGER OPTIONAL, y BOOLEAN, z Choice }
Nothing ::= SEQUENCE { }
END";

const RULES: [Rules; 5] = [Rules::Ber, Rules::Der, Rules::Uper, Rules::Aper, Rules::Cer];

/// The text that both paths make of octets.
fn same_text(codec: &Codec, root: usize, octets: &[u8], options: &DecodeOptions) -> Option<String> {
    let writer = || JsonWriter::new(codec.shape(), Spelling::Jer, Layout::Compact);
    let (mut direct, mut other) = (writer(), writer());
    let by_direct = codec.decode_json(root, octets, options, &mut direct);
    let by_other = codec.decode(root, octets, options, &mut other);
    assert_eq!((&by_direct, direct.text()), (&by_other, other.text()), "{} {octets:02x?}", codec.rules());
    by_other.is_ok().then(|| other.text().to_string())
}

/// The octets that both paths make of a text.
fn same_octets(codec: &Codec, root: usize, text: &str, limits: Limits) -> Option<Vec<u8>> {
    let mut reader = JsonReader::new(codec.shape(), Spelling::Jer, codec.rules());
    reader.limits = limits;
    let options = EncodeOptions::default();
    let (mut tape, mut direct, mut other) = (Tape::new(), vec![0xee], vec![0xee]);
    let by_direct = codec.encode_json(root, text, &mut reader, &mut tape, &options, &mut direct).ok();
    tape.clear();
    let read = reader.read(text, codec.shape().roots[root].shape, &mut tape).ok();
    let written = tape
        .root()
        .filter(|_| read.is_some())
        .and_then(|value| codec.encode(root, value, &options, &mut other).ok());
    assert_eq!(by_direct, read.filter(|_| written.is_some()), "{} {text}", codec.rules());
    assert_eq!(direct, other, "{} {text}", codec.rules());
    written.map(|()| direct)
}

/// A generator that gives the same numbers for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn damage(&mut self, octets: &mut Vec<u8>) {
        let at = self.below(octets.len());
        match (self.below(5), octets.get_mut(at)) {
            (0, Some(octet)) => *octet ^= 1 << self.below(8),
            (1, Some(octet)) => *octet = b"{}[]\",:0 1-e.\\n"[self.below(15)],
            (2, Some(_)) => drop(octets.remove(at)),
            (3, Some(_)) => octets.insert(at, b"0 ,}\"\x00\x80"[self.below(7)]),
            _ => octets.truncate(at),
        }
    }
}

/// Components count towards the limit on values of no bits, but for one for each bit of their record.
#[test]
fn both_paths_limit_components_of_no_bits() {
    let nulls = |count: usize| (0..count).map(|n| format!(", n{n} NULL")).collect::<String>();
    let (few, many) = (nulls(30), nulls(1_000));
    let module = format!(
        "Bare DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Paid ::= SEQUENCE OF SEQUENCE {{ o OCTET STRING (SIZE (4)){few} }}
        Wide ::= SEQUENCE OF SEQUENCE {{ o OCTET STRING (SIZE (4)){many} }}
        Later ::= SEQUENCE OF SEQUENCE {{ b BOOLEAN, ..., [[ o OCTET STRING (SIZE (4)){many} ]] }}
        Nodes ::= CHOICE {{ leaf BOOLEAN, node SEQUENCE {{ a Nodes, b Nodes{many} }} }} END"
    );
    for rules in [Rules::Uper, Rules::Aper, Rules::Oer] {
        let codec = codec(&module, rules);
        let limits = Limits { empty_elements: 500, ..Limits::default() };
        let options = DecodeOptions { limits, ..DecodeOptions::default() };
        for (root, is_limited) in [false, true, true, true].into_iter().enumerate() {
            let mut sampler = Sampler::new(&codec, &SampleOptions::default());
            let mut refused = 0;
            for _ in 0..20 {
                let tape = sampler.tape(codec.shape().roots[root].shape).expect("a value");
                let mut octets = Vec::new();
                let value = tape.root().expect("a value");
                codec
                    .encode(root, value, &EncodeOptions::default(), &mut octets)
                    .expect("a value of its type");
                refused += usize::from(same_text(&codec, root, &octets, &options).is_none());
            }
            assert_eq!(refused > 0, is_limited, "{} in {rules}", codec.shape().roots[root].reference);
        }
    }
}

#[test]
fn both_paths_come_to_the_same() {
    for rules in RULES {
        let codec = codec(MODULE, rules);
        let mut chance = Chance(rules as u64);
        for root in 0..codec.shape().roots.len() {
            let mut sampler = Sampler::new(&codec, &SampleOptions::default());
            for _ in 0..40 {
                let tape = sampler.tape(codec.shape().roots[root].shape).expect("a value");
                let (mut octets, options) = (Vec::new(), EncodeOptions::default());
                let value = tape.root().expect("a value");
                codec.encode(root, value, &options, &mut octets).expect("a value of its type");
                let text = same_text(&codec, root, &octets, &DecodeOptions::default()).expect("a sample");
                let again = same_octets(&codec, root, &text, Limits::default()).expect("a value of its type");
                assert_eq!(again[1..], octets, "{text}");
                for _ in 0..40 {
                    let mut damaged = octets.clone();
                    chance.damage(&mut damaged);
                    same_text(&codec, root, &damaged, &DecodeOptions::default());
                    let mut damaged = text.clone().into_bytes();
                    chance.damage(&mut damaged);
                    if let Ok(damaged) = String::from_utf8(damaged) {
                        same_octets(&codec, root, &damaged, Limits::default());
                    }
                }
            }
        }
    }
}

#[test]
fn text_written_another_way() {
    let rows = [
        ("Pair", "{\"left\":1,\"right\":2}"),
        ("Pair", " { \"left\" : 1 , \"right\" : 2 } "),
        ("Pair", "{\"right\":2,\"left\":1}"),
        ("Pair", "{\"left\":1.0,\"right\":2e0}"),
        ("Pair", "{\"l\\u0065ft\":1}"),
        ("Pair", "{\"left\":1,\"left\":1}"),
        ("Pair", "{\"left\":65536}"),
        ("Pair", "{\"left\":-0}"),
        ("Pair", "{\"left\":01}"),
        ("Pair", "{}"),
        ("Pair", "{\"left\":1}x"),
        ("Nothing", "{}"),
        ("Nothing", "{ }"),
        ("Nothing", "{\"a\":1}"),
        ("Choice", "{\"text\":\"a\\n\u{e9}\"}"),
        ("Choice", "{\"text\":\"\u{e9}\"}"),
        ("Choice", "{\"late\":true}"),
        ("Choice", "{\"never\":true}"),
        ("Choice", "{\"number\":1,\"text\":\"\"}"),
        ("Tree", "{\"name\":\"abc\",\"below\":[{\"name\":\"\",\"below\":[]}]}"),
        ("Tree", "{\"name\":\"abcd\",\"below\":[]}"),
        ("Bag", "{\"y\":false,\"z\":{\"number\":-1}}"),
        ("Bag", "{\"z\":{\"number\":-1},\"y\":false}"),
    ];
    for rules in RULES {
        let codec = codec(MODULE, rules);
        for (ty, text) in rows {
            let root = codec.shape().root(ty).expect("a type of the module");
            same_octets(&codec, root, text, Limits::default());
        }
    }
}

#[test]
fn limits_hold_on_either_path() {
    let tree = |depth| format!("{}{}", "{\"name\":\"\",\"below\":[".repeat(depth), "]}".repeat(depth));
    for rules in RULES {
        let codec = codec(MODULE, rules);
        let root = codec.shape().root("Tree").expect("a type of the module");
        for depth in [1, 3, 4, 5, 127, 128, 129, 400] {
            for limits in [Limits { depth: 8, ..Limits::default() }, Limits::default()] {
                if let Some(octets) = same_octets(&codec, root, &tree(depth), limits) {
                    same_text(&codec, root, &octets, &DecodeOptions::default());
                    let limits = Limits { depth: 6, ..limits };
                    same_text(&codec, root, &octets, &DecodeOptions { limits, ..DecodeOptions::default() });
                    let limits =
                        Limits { depth: 256, string_octets: 2, integer_octets: 2, total: 20, ..limits };
                    same_text(&codec, root, &octets, &DecodeOptions { limits, ..DecodeOptions::default() });
                }
            }
        }
    }
}
