//! Open types, and strings with CONTAINING, whose contents are not of the right type.

use wireglot_interp::json::{JsonReader, JsonWriter, Layout, Spelling};
use wireglot_interp::notation::{NotationReader, NotationWriter};
use wireglot_interp::{
    stuck, Codec, DecodeOptions, EncodeOptions, ErrorCode, OpenTypes, PassedOver, SampleOptions, Tape,
};
use wireglot_plan::Rules;

use crate::schema::{codec, decode, encode, hex};

const HOLDERS: &str = "Holders DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    C ::= CLASS { &id INTEGER (0..255) UNIQUE, &Value } WITH SYNTAX { ID &id TYPE &Value }
    Set C ::= { { ID 1 TYPE Pair } | { ID 2 TYPE INTEGER } | { ID 3 TYPE M }, ... }
    Pair ::= SEQUENCE { b BIT STRING (SIZE (8)), c OCTET STRING OPTIONAL }
    Field ::= SEQUENCE { id C.&id ({Set}), value C.&Value ({Set}{@id}) }
    Late ::= SEQUENCE { value [0] C.&Value ({Set}{@id}), id [1] C.&id ({Set}) }
    M ::= SEQUENCE { l SEQUENCE OF Field, h OCTET STRING (CONTAINING Pair) OPTIONAL,
                     k BIT STRING (CONTAINING M) OPTIONAL, late Late OPTIONAL, tail BOOLEAN }
    END";

const STRICT: OpenTypes = OpenTypes::Strict;

fn kept(codec: &Codec, octets: &[u8], options: &DecodeOptions) -> Vec<PassedOver> {
    codec.kept(codec.shape().root("M").unwrap(), octets, options)
}

fn json(codec: &Codec, octets: &[u8]) -> (Option<usize>, String, usize) {
    let mut writer = JsonWriter::new(codec.shape(), Spelling::Json, Layout::Compact);
    let root = codec.shape().root("M").unwrap();
    let read = codec.decode(root, octets, &DecodeOptions::default(), &mut writer).ok();
    (read, writer.text().to_string(), writer.kept())
}

/// Octets with one bit flipped, chosen by `seed`.
fn damaged(octets: &[u8], seed: u64) -> Vec<u8> {
    let bit = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize % (octets.len() * 8);
    let mut damaged = octets.to_vec();
    damaged[bit / 8] ^= 1 << (bit % 8);
    damaged
}

#[test]
fn what_is_kept_goes_out_again_and_all_sinks_agree_on_it() {
    let lax = EncodeOptions { checks: false, ..EncodeOptions::default() };
    let mut seen = 0;
    for rules in Rules::ALL.into_iter().filter(|rules| *rules != Rules::Ber) {
        let codec = codec(HOLDERS, rules);
        let root = codec.shape().root("M").unwrap();
        for seed in 0..300 {
            let sampled = SampleOptions { seed: seed / 10, ..SampleOptions::default() };
            let octets =
                encode(&codec, "M", &codec.sample(root, &sampled).unwrap(), &EncodeOptions::default());
            let octets = damaged(&octets, seed);
            let strict = DecodeOptions { open_types: STRICT, ..DecodeOptions::default() };
            let strictly = decode(&codec, "M", &octets, &strict);
            let keeping = decode(&codec, "M", &octets, &DecodeOptions::default());
            let told = kept(&codec, &octets, &DecodeOptions::default());
            assert!(strictly.is_err() || keeping.is_ok() && told.is_empty(), "{rules} {octets:02x?}");
            let Ok(tape) = keeping else { continue };
            assert_eq!(strictly.is_err(), !told.is_empty(), "{rules} {octets:02x?}");
            assert_eq!(tape.kept(), told.len());
            let mut writer = JsonWriter::new(codec.shape(), Spelling::Json, Layout::Compact);
            tape.root().unwrap().play(&mut writer);
            assert_eq!(json(&codec, &octets), (Some(octets.len()), writer.text().to_string(), told.len()));
            let mut direct = NotationWriter::new(codec.shape(), Layout::Compact);
            codec.decode(root, &octets, &DecodeOptions::default(), &mut direct).unwrap();
            let mut played = NotationWriter::new(codec.shape(), Layout::Compact);
            tape.root().unwrap().play(&mut played);
            assert_eq!((direct.text(), direct.kept()), (played.text(), told.len()));
            if rules.canonical() && !told.is_empty() {
                assert_eq!(encode(&codec, "M", &tape, &lax), octets, "{rules}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen} were kept");
}

fn tlv(tag: u8, contents: &[&[u8]]) -> Vec<u8> {
    let contents = contents.concat();
    let mut out = vec![tag];
    match u8::try_from(contents.len()).ok().filter(|length| *length < 0x80) {
        Some(length) => out.push(length),
        None => {
            out.push(0x84);
            out.extend((contents.len() as u32).to_be_bytes());
        }
    }
    out.extend(contents);
    out
}

/// An M in BER with these fields.
fn message(fields: &[Vec<u8>]) -> Vec<u8> {
    let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
    tlv(0x30, &[&tlv(0xa0, &fields), &[0x84, 1, 0xff]])
}

fn field(id: u8, value: &[u8]) -> Vec<u8> {
    tlv(0x30, &[&[0x80, 1, id], &tlv(0xa1, &[value])])
}

const NULL: [u8; 2] = [5, 0];

#[test]
fn the_innermost_that_does_not_decode_is_kept() {
    let ber = codec(HOLDERS, Rules::Ber);
    let octets = message(&[field(2, &[2, 1, 5]), field(3, &message(&[field(2, &NULL)]))]);
    let [only] = &kept(&ber, &octets, &DecodeOptions::default())[..] else { panic!("one is kept") };
    assert_eq!((only.error.path.as_str(), only.octets), ("M.l[1].value.l[0].value", true));
    assert_eq!(only.error.fault.code, ErrorCode::WrongTag);
    assert_eq!(octets[only.error.fault.bit as usize / 8..][..2], NULL);
    let (read, text, _) = json(&ber, &octets);
    assert_eq!(read, Some(octets.len()));
    let kept = r#"{"id":2,"value":{"$opaque":{"rules":"ber","octets":"0500"}}}"#;
    assert!(text.contains(kept), "{text}");
}

fn text(codec: &Codec, tape: &Tape, spelling: Spelling) -> String {
    let mut writer = JsonWriter::new(codec.shape(), spelling, Layout::Compact);
    tape.root().unwrap().play(&mut writer);
    writer.text().to_string()
}

fn read(codec: &Codec, text: &str, spelling: Spelling) -> Tape {
    let mut tape = Tape::new();
    let shape = codec.shape().roots[codec.shape().root("M").unwrap()].shape;
    JsonReader::new(codec.shape(), spelling, codec.rules()).read(text, shape, &mut tape).unwrap();
    tape
}

fn noted(codec: &Codec, tape: &Tape) -> Tape {
    let mut writer = NotationWriter::new(codec.shape(), Layout::Compact);
    tape.root().unwrap().play(&mut writer);
    let mut again = Tape::new();
    let shape = codec.shape().roots[codec.shape().root("M").unwrap()].shape;
    NotationReader::new(codec.shape(), codec.rules()).read(writer.text(), shape, &mut again).unwrap();
    again
}

/// A message whose octets have no stated rules, and the path of what is kept of it.
const KEPT: [(&str, &str); 3] = [
    (r#"{"l":[{"id":2,"value":{"$opaque":"0500"}}],"tail":true}"#, "M.l[0].value"),
    (r#"{"l":[],"h":{"$octets":"FF"},"tail":true}"#, "M.h"),
    (r#"{"l":[],"k":{"$bits":{"value":"FF","length":8}},"tail":true}"#, "M.k"),
];

#[test]
fn octets_that_are_kept_go_out_under_their_own_rules_alone() {
    let lax = EncodeOptions { checks: false, ..EncodeOptions::default() };
    for (from, to) in Rules::ALL.into_iter().flat_map(|from| Rules::ALL.map(|to| (from, to))) {
        let (reads, writes) = (codec(HOLDERS, from), codec(HOLDERS, to));
        for (message, place) in KEPT {
            // Octets without stated rules are written as they are.
            let said = read(&writes, message, Spelling::Json);
            encode(&writes, "M", &said, &lax);
            let octets = encode(&reads, "M", &read(&reads, message, Spelling::Json), &lax);
            let tape = decode(&reads, "M", &octets, &DecodeOptions::default()).unwrap();
            assert_eq!(tape.kept(), 1, "{from} {message}");
            // A NULL has the same encoding in all rules with tags.
            let tags = place.contains("value") && from.has_tags() && to.has_tags();
            let takes = to == from || to == from.basic() || tags;
            let json = text(&reads, &tape, Spelling::Json);
            let jer = text(&reads, &tape, Spelling::Jer);
            for tape in [
                read(&writes, &json, Spelling::Json),
                read(&writes, &jer, Spelling::Jer),
                noted(&writes, &tape),
            ]
            .iter()
            .chain([&tape])
            {
                let root = writes.shape().root("M").unwrap();
                let written = writes.encode(root, tape.root().unwrap(), &lax, &mut Vec::new());
                let refused = written.err().map(|e| (e.fault.code, e.path));
                let wanted = (!takes).then(|| (ErrorCode::UnknownRules, place.to_string()));
                assert_eq!(refused, wanted, "{from} to {to}: {json}");
                assert_eq!(text(&writes, tape, Spelling::Json), json);
            }
            let path = stuck(writes.shape(), "M", tape.root().unwrap(), from, to);
            assert_eq!(path, (!takes).then(|| place.to_string()));
        }
    }
}

#[test]
fn jer_tells_what_is_kept_from_values() {
    let ber = codec(HOLDERS, Rules::Ber);
    let jer = |message: &str| {
        let octets = encode(&ber, "M", &read(&ber, message, Spelling::Json), &EncodeOptions::default());
        text(&ber, &decode(&ber, "M", &octets, &DecodeOptions::default()).unwrap(), Spelling::Jer)
    };
    let kept = r#"{"l":[{"id":2,"value":{"$opaque":{"rules":"ber","octets":"0500"}}}],"tail":true}"#;
    assert_eq!(jer(KEPT[0].0), kept);
    let unknown = r#"{"l":[{"id":9,"value":{"$opaque":"0500"}}],"tail":true}"#;
    assert_eq!(jer(unknown), r#"{"l":[{"id":9,"value":"0500"}],"tail":true}"#);
}

#[test]
fn a_list_of_them_and_deep_ones_take_no_longer_than_good_ones() {
    let ber = codec(HOLDERS, Rules::Ber);
    let many = message(&vec![field(1, &NULL); 1000]);
    let told = kept(&ber, &many, &DecodeOptions::default());
    assert_eq!((told.len(), told[999].error.path.as_str()), (1000, "M.l[999].value"));
    let limits = wireglot_interp::Limits { depth: 1000, ..Default::default() };
    let options = DecodeOptions { limits, ..DecodeOptions::default() };
    let deep = (0..100).fold(NULL.to_vec(), |inner, _| message(&[field(3, &inner)]));
    let [only] = &kept(&ber, &deep, &options)[..] else { panic!("one is kept") };
    assert_eq!(only.error.path.matches("value").count(), 100);
    // If the octets of the innermost open type have no end, those of the enclosing one are kept.
    let endless = (0..100).fold(vec![0x30, 0x05], |inner, _| message(&[field(3, &inner)]));
    let [only] = &kept(&ber, &endless, &options)[..] else { panic!("one is kept") };
    assert_eq!(only.error.path.matches("value").count(), 99);
}

#[test]
fn limits_hold_inside_of_them() {
    let ber = codec(HOLDERS, Rules::Ber);
    let octets = message(&[field(3, &message(&[field(3, &message(&[]))]))]);
    assert!(decode(&ber, "M", &octets, &DecodeOptions::default()).is_ok());
    let limits = wireglot_interp::Limits { depth: 6, ..Default::default() };
    let options = DecodeOptions { limits, ..DecodeOptions::default() };
    assert_eq!(decode(&ber, "M", &octets, &options).unwrap_err().fault.code, ErrorCode::LimitDepth);
}

#[test]
fn more_elements_than_64_bits_count_exceed_the_limit() {
    let schema = "L DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        M ::= SEQUENCE { v TYPE-IDENTIFIER.&Type(SEQUENCE OF INTEGER), k INTEGER (0..255) } END";
    let oer = codec(schema, Rules::Oer);
    for octets in ["0a 09 080000000000000001 07", "09 08 8000000000000001 07"] {
        let read = decode(&oer, "M", &hex(octets), &DecodeOptions::default());
        assert_eq!(read.unwrap_err().fault.code, ErrorCode::LimitElements, "{octets}");
    }
}

#[test]
fn what_is_left_over_can_be_passed_over() {
    // A Pair without its second component, followed by three unexpected octets.
    let uper = "100 00000000 00000101 01010101 00000000 00010001 00100010 00110011 1 0000";
    let bits: Vec<u8> = uper.bytes().filter(|bit| *bit != b' ').collect();
    let octet = |bits: &[u8]| bits.iter().fold(0, |octet, bit| octet << 1 | (bit - b'0'));
    for (rules, octets) in [
        (Rules::Oer, hex("80 01 00 05 00 aa 11 22 33 ff")),
        (Rules::Uper, bits.chunks(8).map(octet).collect()),
        (Rules::Ber, tlv(0x30, &[&hex("a0 00 81 08 30 04 80 02 00 aa 05 00"), &hex("84 01 ff")])),
    ] {
        let codec = codec(HOLDERS, rules);
        let strict = DecodeOptions { open_types: STRICT, ..DecodeOptions::default() };
        assert_eq!(decode(&codec, "M", &octets, &strict).err().map(|e| e.fault.code), TRAILING, "{rules}");
        for passing in [strict, DecodeOptions::default()] {
            let passing = DecodeOptions { pass_over: true, ..passing };
            let tape = decode(&codec, "M", &octets, &passing).unwrap();
            let [only] = &kept(&codec, &octets, &passing)[..] else { panic!("{rules}: one") };
            assert_eq!((only.error.path.as_str(), only.octets), ("M.h", false), "{rules}");
            assert_eq!((Some(only.error.fault.code), tape.kept()), (TRAILING, 1));
        }
    }
}

#[test]
fn what_is_left_over_in_a_field_has_the_path_of_the_field() {
    let schema = "F DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        C ::= CLASS { &id INTEGER (0..255) UNIQUE, &Value } WITH SYNTAX { ID &id TYPE &Value }
        Set C ::= { { ID 1 TYPE BOOLEAN } }
        Field ::= SEQUENCE { id C.&id ({Set}), value C.&Value ({Set}{@id}) }
        M ::= SEQUENCE { l SEQUENCE OF Field, ..., e BOOLEAN } END";
    let octets = hex("80 0102 01 02ff00 01 02ff00 02 07 80 02ff00");
    let oer = codec(schema, Rules::Oer);
    let strict = DecodeOptions { pass_over: true, ..DecodeOptions::default() };
    let told = kept(&oer, &octets, &strict);
    let paths: Vec<&str> = told.iter().map(|kept| kept.error.path.as_str()).collect();
    assert_eq!(paths, ["M.l[0].value", "M.l[1].value", "M.e"]);
}

/// An error after a value in its field is in that value, not in the next one.
#[test]
fn what_is_refused_after_a_value_has_the_path_of_that_value() {
    let schema = "F DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        C ::= CLASS { &id INTEGER (0..255) UNIQUE, &Value } WITH SYNTAX { ID &id TYPE &Value }
        Set C ::= { { ID 1 TYPE BOOLEAN } }
        One ::= SEQUENCE { id C.&id ({Set}), value C.&Value ({Set}{@id}), tail BOOLEAN }
        Many ::= SEQUENCE { id C.&id ({Set}), values SEQUENCE OF C.&Value ({Set}{@id}) }
        Late ::= SEQUENCE { values SEQUENCE OF C.&Value ({Set}{@id}), id C.&id ({Set}) }
        Newer ::= SEQUENCE { a NULL, ..., e BOOLEAN } END";
    for (rules, name, octets, path) in [
        (Rules::Oer, "One", "01 02ff00 ff", "One.value"),
        (Rules::Oer, "Many", "01 0102 01ff 02ff00", "Many.values[1]"),
        (Rules::Oer, "Late", "0102 01ff 02ff00 01", "Late.values[1]"),
        (Rules::Oer, "Newer", "80 0207 80 02ff00", "Newer.e"),
        (Rules::Uper, "One", "01 028000 80", "One.value"),
        (Rules::Uper, "Many", "01 02 0180 028000", "Many.values[1]"),
        (Rules::Uper, "Late", "02 0180 028000 01", "Late.values[1]"),
        (Rules::Uper, "Newer", "80 81 40 00 00", "Newer.e"),
        (Rules::Cuper, "One", "01 0181 80", "One.value"),
        (Rules::Cuper, "Many", "01 02 0180 0181", "Many.values[1]"),
    ] {
        let codec = codec(schema, rules);
        let options = DecodeOptions { open_types: STRICT, ..DecodeOptions::default() };
        let error = decode(&codec, name, &hex(octets), &options).unwrap_err();
        assert_eq!(error.path, path, "{rules} {name}: {error}");
    }
}

#[test]
fn an_error_in_contents_has_its_place_in_the_message() {
    let schema = "Places DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        In ::= SEQUENCE { a INTEGER (0..10), b BOOLEAN }
        Mid ::= SEQUENCE { p INTEGER (0..255), i OCTET STRING (CONTAINING In) }
        Octets ::= SEQUENCE { x INTEGER (0..255), s OCTET STRING (CONTAINING In) }
        Fixed ::= SEQUENCE { x INTEGER (0..255), s OCTET STRING (SIZE (1)) (CONTAINING In) }
        Two ::= SEQUENCE { x INTEGER (0..255), s OCTET STRING (CONTAINING Mid) }
        Flag ::= SEQUENCE { f BOOLEAN, s OCTET STRING (CONTAINING In) }
        Bits ::= SEQUENCE { f BOOLEAN, s BIT STRING (CONTAINING In) }
        Deep ::= SEQUENCE { f BOOLEAN, s BIT STRING (CONTAINING Bits) }
        Long ::= OCTET STRING (CONTAINING SEQUENCE { pad OCTET STRING, in In }) END";
    let long = |a: &[u8]| [&[0xc1][..], &[0xc1], &[0; 16383], &[0x03], &[0], &[0], a].concat();
    for (rules, ty, octets, bit) in [
        (Rules::Uper, "Octets", hex("05 01 ff"), 16),
        (Rules::Aper, "Octets", hex("05 01 ff"), 16),
        (Rules::Oer, "Octets", hex("05 01 0b"), 24),
        (Rules::Uper, "Fixed", hex("05 ff"), 8),
        (Rules::Aper, "Fixed", hex("05 ff"), 8),
        (Rules::Oer, "Fixed", hex("05 0b"), 16),
        (Rules::Ber, "Octets", hex("3009 800105 8104 3002 8000"), 88),
        (Rules::Uper, "Two", hex("05 03 07 01 ff"), 32),
        (Rules::Aper, "Two", hex("05 03 07 01 ff"), 32),
        (Rules::Oer, "Two", hex("05 03 07 01 0b"), 40),
        (Rules::Uper, "Flag", hex("80 ff80"), 9),
        (Rules::Aper, "Flag", hex("80 01 ff"), 16),
        (Rules::Uper, "Bits", hex("82 fc"), 9),
        (Rules::Aper, "Bits", hex("80 05 f8"), 16),
        (Rules::Oer, "Bits", hex("ff 02 00 0b"), 32),
        (Rules::Uper, "Deep", hex("87 41 7c"), 18),
        (Rules::Oer, "Deep", hex("ff 05 00 ff 02 00 0b"), 56),
        (Rules::Oer, "Deep", hex("ff 05 00 ff 02 08 ff"), 40),
        (Rules::Uper, "Long", long(&[0xff]), 8 * 16388),
        (Rules::Aper, "Long", long(&[0xff]), 8 * 16388),
    ] {
        let codec = codec(schema, rules);
        let strict = DecodeOptions { open_types: STRICT, ..DecodeOptions::default() };
        let fault = decode(&codec, ty, &octets, &strict).unwrap_err().fault;
        assert_eq!(fault.bit, bit, "{rules} {ty}: {fault}");
        let root = codec.shape().root(ty).unwrap();
        let kept = codec.kept(root, &octets, &DecodeOptions::default());
        let places: Vec<_> = kept.iter().map(|kept| (kept.error.fault.code, kept.error.fault.bit)).collect();
        assert_eq!(places, [(fault.code, bit)], "{rules} {ty}");
    }
}

const TRAILING: Option<ErrorCode> = Some(ErrorCode::Trailing);
