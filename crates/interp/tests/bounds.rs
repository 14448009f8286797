//! A value outside its bounds is rejected under every family of rules.

use crate::schema::{codec, decode, hex};
use wireglot_interp::json::{JsonReader, JsonWriter, Layout, Spelling};
use wireglot_interp::{
    DecodeOptions, EncodeOptions, ErrorCode, OpenTypes, SampleOptions, Sampler, Tape, Unsampled, MOST_SAMPLED,
};
use wireglot_plan::Rules;

const BOUNDS: &str = "Bounds DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    I ::= INTEGER (1..3)
    S ::= IA5String (SIZE (1..3))
    O ::= OCTET STRING (SIZE (2))
    L ::= SEQUENCE (SIZE (1..2)) OF INTEGER
    N ::= BIT STRING { a(0), b(1) } (SIZE (3..9))
    G ::= BIT STRING { a(0), b(1) } (SIZE (1..2 | 4))
    X ::= INTEGER (1..5, ...) (3..9)
    R ::= REAL (WITH COMPONENTS { mantissa (-255..255), base (2), exponent (0..3) })
    P ::= IA5String (ALL EXCEPT PATTERN \"a*\")
    Q ::= IA5String (SIZE (1..3) EXCEPT (SIZE (2) ^ PATTERN \"a*\"))
END";

/// Type, contents in BER, whether they are within the bounds.
const ROWS: [(&str, &str, bool); 23] = [
    ("I", "02 01 03", true),
    ("I", "02 01 04", false),
    ("S", "16 03 616263", true),
    ("S", "16 04 61626364", false),
    ("S", "16 00", false),
    ("O", "04 02 0102", true),
    ("O", "04 01 01", false),
    ("L", "30 09 020101 020102 020103", false),
    // Trailing zeros of named bits are added or dropped to fit the size (X.680 22.7).
    ("N", "03 02 07 80", true),
    ("N", "03 03 06 0040", false),
    ("N", "03 03 06 0080", true),
    ("G", "03 02 03 08", false),
    ("G", "03 02 03 10", true),
    // The parent of a constraint after an extensible one is the root of the latter (X.680 50.8).
    ("X", "02 01 04", true),
    ("X", "02 01 07", false),
    // A REAL satisfies the constraint if any of its representations does (X.680 21.5).
    ("R", "09 03 80 03 ff", true),
    ("R", "09 03 80 04 7f", true),
    ("R", "09 03 80 04 ff", false),
    ("R", "09 03 80 ff 01", false),
    ("R", "09 06 03 312e452b30", false),
    // A pattern is not checked, because what it excludes is unknown.
    ("P", "16 01 62", true),
    ("Q", "16 02 6262", true),
    ("Q", "16 04 62626262", false),
];

#[test]
fn what_is_out_of_bounds_is_not_written() {
    for rules in [Rules::Ber, Rules::Der, Rules::Uper, Rules::Oer] {
        let (reader, writer) = (codec(BOUNDS, Rules::Ber), codec(BOUNDS, rules));
        for (name, octets, good) in ROWS {
            let value = decode(&reader, name, &hex(octets), &DecodeOptions::default()).unwrap();
            let root = writer.shape().root(name).unwrap();
            let written =
                writer.encode(root, value.root().unwrap(), &EncodeOptions::default(), &mut Vec::new());
            assert_eq!(written.is_ok(), good, "{rules} {name} {octets}");
        }
    }
}

/// X.690 11.2.2, note 1: the decoder adds the zeros that SIZE requires.
#[test]
fn named_bits_of_der_lose_the_zeros_that_a_size_asks_for() {
    let schema = "Sized DEFINITIONS ::= BEGIN N ::= BIT STRING { a(0) } (SIZE (4..8)) END";
    for (rules, value, wanted) in [
        (Rules::Der, "03020480", "03020780"),
        (Rules::Cer, "03020400", "030100"),
        (Rules::Ber, "03020400", "030100"),
        (Rules::Coer, "03020080", "020480"),
    ] {
        let (reader, writer) = (codec(schema, Rules::Ber), codec(schema, rules));
        let value = decode(&reader, "N", &hex(value), &DecodeOptions::default()).unwrap();
        let options = EncodeOptions { trim: true, ..EncodeOptions::default() };
        let mut written = Vec::new();
        writer.encode(0, value.root().unwrap(), &options, &mut written).unwrap();
        assert_eq!(written, hex(wanted), "{rules}");
    }
}

const REALS: &str = "Reals DEFINITIONS ::= BEGIN
    R1 ::= REAL (0.5<..<3 | {mantissa 7, base 2, exponent 3})
    R2 ::= REAL (-1E-3..0)
    R3 ::= REAL (1E10..1.01E10)
    R4 ::= REAL (MIN..<-5)
END";

#[test]
fn samples_of_real_are_within_their_range() {
    let codec = codec(REALS, Rules::Der);
    for root in 0..codec.shape().roots.len() {
        let options = SampleOptions { seed: 3, ..SampleOptions::default() };
        let mut sampler = Sampler::new(&codec, &options);
        for _ in 0..50 {
            let value = sampler.tape(codec.shape().roots[root].shape).unwrap();
            let written =
                codec.encode(root, value.root().unwrap(), &EncodeOptions::default(), &mut Vec::new());
            assert!(written.is_ok(), "{}: {written:?}", codec.shape().roots[root].reference);
        }
    }
}

#[test]
fn what_nests_too_deeply_is_not_sampled() {
    let types = |count: u32| {
        let record = |n: u32| format!("T{n} ::= SEQUENCE {{ a T{}, b T{} OPTIONAL }}", n + 1, n + 1);
        let records: Vec<String> = (0..count).map(record).collect();
        format!("Deep DEFINITIONS AUTOMATIC TAGS ::= BEGIN {} T{count} ::= NULL END", records.join(" "))
    };
    for (count, is_sampled) in [(MOST_SAMPLED, true), (MOST_SAMPLED + 1, false), (1_900, false)] {
        let codec = codec(&types(count), Rules::Ber);
        assert_eq!(codec.sample(0, &SampleOptions::default()).is_some(), is_sampled, "{count}");
    }
}

/// Each of these types holds the next one twice.
#[test]
fn what_consists_of_too_many_values_is_not_sampled() {
    let types = |count: u32| {
        let list = |n: u32| format!("T{n} ::= SEQUENCE (SIZE (2)) OF T{}", n + 1);
        let lists: Vec<String> = (0..count).map(list).collect();
        format!("Wide DEFINITIONS AUTOMATIC TAGS ::= BEGIN {} T{count} ::= NULL END", lists.join(" "))
    };
    for (count, is_sampled) in [(18, true), (19, false), (200, false)] {
        let codec = codec(&types(count), Rules::Ber);
        let id = codec.shape().roots[0].shape;
        let sample = Sampler::new(&codec, &SampleOptions::default()).tape(id);
        assert_eq!(sample.err(), (!is_sampled).then_some(Unsampled::TooMany), "{count}");
    }
}

#[test]
fn constraints_that_demand_recursion_end_it() {
    let endless = [
        "SEQUENCE { g A OPTIONAL, v BOOLEAN } (WITH COMPONENTS { ..., g PRESENT } | \
         WITH COMPONENTS { g PRESENT, v (TRUE) })",
        "SEQUENCE { l A OPTIONAL, r A OPTIONAL } (WITH COMPONENTS { l PRESENT } | WITH COMPONENTS { r PRESENT })",
        "CHOICE { i A, n NULL } (WITH COMPONENTS { ..., n ABSENT })",
        "SEQUENCE { a OCTET STRING (CONTAINING A) OPTIONAL } (WITH COMPONENTS { a PRESENT } | \
         WITH COMPONENTS { ..., a PRESENT })",
        "SEQUENCE { a SEQUENCE OF A } (WITH COMPONENTS { a (SIZE (1..4)) })",
    ];
    let finite = [
        "CHOICE { leaf INTEGER, pair SEQUENCE { l A, r A (WITH COMPONENTS { ..., leaf ABSENT }) } }",
        "SEQUENCE { v INTEGER, next A (WITH COMPONENTS { ..., next PRESENT }) OPTIONAL }",
        "SEQUENCE { a SEQUENCE OF A (WITH COMPONENTS { a (SIZE (1..4)) }) }",
    ];
    for (bodies, is_finite) in [(&endless[..], false), (&finite[..], true)] {
        for body in bodies {
            let text = format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= {body} END");
            let codec = codec(&text, Rules::Ber);
            let options = SampleOptions { seed: 7, ..SampleOptions::default() };
            let mut sampler = Sampler::new(&codec, &options);
            for _ in 0..200 {
                let value = sampler.tape(codec.shape().roots[0].shape);
                assert_eq!(value.is_ok(), is_finite, "{body}");
                let Ok(value) = value else { continue };
                let written =
                    codec.encode(0, value.root().unwrap(), &EncodeOptions::default(), &mut Vec::new());
                assert!(written.is_ok(), "{body}: {written:?}");
            }
        }
    }
}

const KEYS: &str = "Keys DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    PAIR ::= CLASS { &one INTEGER UNIQUE, &two INTEGER, &Type } WITH SYNTAX { &one &two &Type }
    Pairs PAIR ::= { {1 1 INTEGER} | {1 2 BOOLEAN} | {2 1 OCTET STRING}, ... }
    Apart ::= SEQUENCE {
        part SEQUENCE { value PAIR.&Type({Pairs}{@part.one, @two}), one PAIR.&one({Pairs}) },
        two PAIR.&two({Pairs})
    }
    Each ::= SEQUENCE {
        two PAIR.&two({Pairs}),
        parts SEQUENCE (SIZE (1..4)) OF SEQUENCE {
            one PAIR.&one({Pairs}),
            value PAIR.&Type({Pairs}{@.one, @two})
        }
    }
    Three ::= SEQUENCE {
        two PAIR.&two({Pairs}),
        list SEQUENCE OF SEQUENCE { in SEQUENCE { value PAIR.&Type({Pairs}{@two, @.one}), one PAIR.&one({Pairs}) } }
    }
END";

/// The keys of an open type may be in several of the values around it.
#[test]
fn samples_of_open_types_in_strings_are_whole() {
    let strings = "Strings DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        C ::= CLASS { &T }
        S ::= SEQUENCE { a OCTET STRING (CONTAINING C.&T), b BIT STRING (CONTAINING C.&T), c C.&T } END";
    let strict = DecodeOptions { open_types: OpenTypes::Strict, ..DecodeOptions::default() };
    for rules in [Rules::Ber, Rules::Der, Rules::Uper, Rules::Aper, Rules::Oer] {
        let codec = codec(strings, rules);
        let sample = codec.sample(0, &SampleOptions::default()).expect("a value");
        let mut octets = Vec::new();
        let root = sample.root().expect("a value");
        codec.encode(0, root, &EncodeOptions::default(), &mut octets).expect("a value of its type");
        let read = decode(&codec, "S", &octets, &strict);
        assert!(read.is_ok(), "{rules} {octets:02x?}: {:?}", read.err());
    }
}

#[test]
fn samples_of_open_types_match_all_their_keys() {
    let codec = codec(KEYS, Rules::Oer);
    for name in ["Apart", "Each", "Three"] {
        let root = codec.shape().root(name).unwrap();
        for seed in 0..100 {
            let value = codec.sample(root, &SampleOptions { seed, ..SampleOptions::default() }).unwrap();
            let mut writer = JsonWriter::new(codec.shape(), Spelling::Jer, Layout::Compact);
            value.root().unwrap().play(&mut writer);
            assert!(!writer.text().contains("$opaque"), "{name} {seed}: {}", writer.text());
        }
    }
}

const INNER: &str = "Inner DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    S ::= SEQUENCE { a INTEGER OPTIONAL, b BOOLEAN OPTIONAL, c IA5String OPTIONAL }
    S1 ::= S (WITH COMPONENTS { a PRESENT, b ABSENT })
    S2 ::= S (WITH COMPONENTS { ..., a (0..5) PRESENT })
    Set ::= SET { a INTEGER OPTIONAL, b BOOLEAN OPTIONAL } (WITH COMPONENTS { ..., b ABSENT })
    C ::= CHOICE { x INTEGER, y BOOLEAN, z NULL }
    C1 ::= C (WITH COMPONENTS { x (0..5), y })
    C2 ::= C (WITH COMPONENTS { ..., x (0..5) PRESENT })
    L ::= SEQUENCE OF S
    L1 ::= L (WITH COMPONENT (WITH COMPONENTS { ..., a PRESENT }))
    Single ::= REAL (WITH COMPONENTS { mantissa (-16777215..16777215), base (2), exponent (-149..104) })
    Cents ::= REAL (WITH COMPONENTS { ..., base (10), exponent (-2) })
    Y ::= S (ALL EXCEPT (WITH COMPONENTS { ..., a PRESENT }))
END";

/// Type, value as JSON, whether it satisfies the inner subtyping (X.680 51.8).
const PARTS: [(&str, &str, bool); 26] = [
    ("S1", "{\"a\":1}", true),
    ("S1", "{\"b\":true}", false),
    ("S1", "{\"a\":1,\"c\":\"x\"}", false),
    ("S2", "{\"a\":5,\"b\":true}", true),
    ("S2", "{\"a\":6}", false),
    ("S2", "{}", false),
    ("Set", "{\"a\":1}", true),
    ("Set", "{\"b\":true}", false),
    ("C1", "{\"x\":5}", true),
    ("C1", "{\"x\":6}", false),
    ("C1", "{\"z\":null}", false),
    ("C2", "{\"x\":5}", true),
    ("C2", "{\"y\":true}", false),
    ("L1", "[{\"a\":1}]", true),
    ("L1", "[{\"a\":1},{}]", false),
    ("Single", "1.5", true),
    ("Single", "0", true),
    ("Single", "0.1", false),
    // 2 ** 127 is 2 ** 23 * 2 ** 104; 2 ** 128 has no such form.
    ("Single", "170141183460469231731687303715884105728", true),
    ("Single", "340282366920938463463374607431768211456", false),
    ("Single", "{\"base10Value\":1}", false),
    ("Cents", "{\"base10Value\":12.3}", true),
    ("Cents", "{\"base10Value\":12.345}", false),
    ("Cents", "{\"base10Value\":1200}", true),
    ("Y", "{}", true),
    ("Y", "{\"a\":1}", false),
];

#[test]
fn inner_subtyping_is_held_to() {
    for rules in [Rules::Ber, Rules::Uper, Rules::Coer] {
        let codec = codec(INNER, rules);
        for (name, text, good) in PARTS {
            let root = codec.shape().root(name).unwrap();
            let mut value = Tape::new();
            let mut reader = JsonReader::new(codec.shape(), Spelling::Json, rules);
            reader.read(text, codec.shape().roots[root].shape, &mut value).unwrap();
            let value = value.root().unwrap();
            let written = codec.encode(root, value, &EncodeOptions::default(), &mut Vec::new());
            let refused = written.err().map(|error| error.fault.code);
            let wanted = (!good).then_some(ErrorCode::Constraint);
            assert_eq!(refused, wanted, "{rules} {name} {text}");
        }
    }
}
