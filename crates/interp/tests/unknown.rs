//! Extensions that a specification does not know: kept at their place, written as received, and
//! rejected where they are not allowed.

use crate::schema::{codec, decode, encode, hex};
use wireglot_interp::json::{JsonReader, Spelling};
use wireglot_interp::{stuck, Codec, DecodeOptions, EncodeOptions, ErrorCode, SampleOptions, Tape, View};
use wireglot_plan::Rules;

const OLD: &str = "Old DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    T ::= SEQUENCE { a BOOLEAN, ..., b INTEGER (0..255), d NULL OPTIONAL, ..., z BOOLEAN }
    S ::= SET { a BOOLEAN, ..., b INTEGER (0..255) }
    E ::= ENUMERATED { x, ..., y }
    C ::= CHOICE { a BOOLEAN, ..., b NULL }
    L ::= SEQUENCE OF SEQUENCE { c C, t T OPTIONAL, ... }
    P ::= SEQUENCE { a BOOLEAN }
END";

const NEW: &str = "New DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    T ::= SEQUENCE { a BOOLEAN, ..., b INTEGER (0..255), d NULL OPTIONAL,
                     [[ c BOOLEAN, f NULL OPTIONAL ]], e IA5String, ..., z BOOLEAN }
    S ::= SET { a BOOLEAN, ..., b INTEGER (0..255), c IA5String, d REAL OPTIONAL }
    E ::= ENUMERATED { x, ..., y, z }
    C ::= CHOICE { a BOOLEAN, ..., b NULL, c INTEGER, d SEQUENCE OF REAL }
    L ::= SEQUENCE OF SEQUENCE { c C, t T OPTIONAL, ..., e E }
    P ::= SEQUENCE { a BOOLEAN }
END";

/// Adds explicit tags to the text, so that it can be compared with the octets below.
fn tagged(text: &str) -> String {
    text.replace("z BOOLEAN }", "z [30] BOOLEAN }")
        .replace("T ::= SEQUENCE { a BOOLEAN, ..., b INTEGER (0..255), d NULL OPTIONAL", {
            "T ::= SEQUENCE { a [0] BOOLEAN, ..., b [1] INTEGER (0..255), d [2] NULL OPTIONAL"
        })
        .replace("[[ c BOOLEAN, f NULL OPTIONAL ]], e IA5String", {
            "[[ c [3] BOOLEAN, f [4] NULL OPTIONAL ]], e [5] IA5String"
        })
}

fn refusal(codec: &Codec, ty: &str, text: &str) -> String {
    let mut tape = Tape::new();
    let root = codec.shape().root(ty).unwrap();
    let mut reader = JsonReader::new(codec.shape(), Spelling::Json, codec.rules());
    match reader.read(text, codec.shape().roots[root].shape, &mut tape) {
        Err(error) => format!("{}: {}", error.path, error.code),
        Ok(_) => {
            let mut out = Vec::new();
            match codec.encode(root, tape.root().unwrap(), &EncodeOptions::default(), &mut out) {
                Err(error) => format!("{}: {}", error.path, error.fault.code.word()),
                Ok(()) => panic!("{text} is written as {out:02x?}"),
            }
        }
    }
}

#[test]
fn every_rule_set_gives_back_what_a_later_version_wrote() {
    for rules in Rules::ALL {
        let (old, new) = (codec(&tagged(OLD), rules), codec(&tagged(NEW), rules));
        for (ty, seed) in ["T", "S", "E", "C", "L"].into_iter().flat_map(|ty| (0..30).map(move |s| (ty, s))) {
            let options = SampleOptions { seed, ..Default::default() };
            let value = new.sample(new.shape().root(ty).unwrap(), &options).unwrap();
            let bytes = encode(&new, ty, &value, &EncodeOptions::default());
            let read = decode(&old, ty, &bytes, &DecodeOptions::default());
            let read = read.unwrap_or_else(|e| panic!("{rules} {ty} {seed}: {e} in {bytes:02x?}"));
            assert_eq!(encode(&old, ty, &read, &EncodeOptions::default()), bytes, "{rules} {ty} {seed}");
        }
    }
}

#[test]
fn a_known_addition_behind_an_unknown_one_is_known() {
    let ber = codec(&tagged(OLD), Rules::Ber);
    // a, unknown [7], b, unknown [8], d, unknown [9], z.
    let bytes = hex("30 12 80 01 ff 87 01 01 81 01 05 88 00 82 00 89 00 9e 01 00");
    let read = decode(&ber, "T", &bytes, &DecodeOptions::default()).unwrap();
    let root = read.root().unwrap();
    assert!(matches!(root.slot(1).unwrap().view(), View::Integer(5)));
    assert!(root.slot(2).is_some() && root.slot(3).is_some());
    assert_eq!(root.record().unwrap().unknowns().count(), 3);
    assert_eq!(encode(&ber, "T", &read, &EncodeOptions::default()), bytes);
    // A duplicate is not unknown, nor is a component that comes too late.
    for bytes in ["30 0c 80 01 ff 81 01 05 81 01 05 9e 01 00", "30 0b 80 01 ff 82 00 81 01 05 9e 01 00"] {
        let refused = decode(&ber, "T", &hex(bytes), &DecodeOptions::default()).unwrap_err();
        assert_eq!(refused.fault.code, ErrorCode::Unexpected, "{bytes}");
    }
}

#[test]
fn unknown_parts_go_where_they_can_stand_alone() {
    let rows = [
        (Rules::Ber, "T", "{\"a\":true,\"z\":true,\"$unknown\":[{\"insertion\":0,\"octets\":\"870101\"}]}"),
        (Rules::Ber, "T", "{\"a\":true,\"z\":true,\"$unknown\":[{\"insertion\":4,\"octets\":\"870101\"}]}"),
        (Rules::Ber, "T", "{\"a\":true,\"z\":true,\"$unknown\":[{\"insertion\":3,\"octets\":\"820101\"}]}"),
        (Rules::Der, "T", "{\"a\":true,\"z\":true,\"$unknown\":[{\"insertion\":3,\"octets\":\"9E0101\"}]}"),
        (Rules::Der, "S", "{\"a\":true,\"$unknown\":[{\"insertion\":2,\"octets\":\"810101\"}]}"),
        (Rules::Ber, "C", "{\"$unknown\":{\"octets\":\"800101\"}}"),
        (Rules::Uper, "T", "{\"a\":true,\"z\":true,\"$unknown\":[{\"addition\":1,\"octets\":\"00\"}]}"),
        (
            Rules::Aper,
            "T",
            "{\"a\":true,\"z\":true,\"$unknown\":[{\"addition\":4,\"octets\":\"00\"},{\"addition\":4,\"octets\":\"00\"}]}",
        ),
        (Rules::Oer, "T", "{\"a\":true,\"z\":true,\"$unknown\":[{\"addition\":0,\"octets\":\"00\"}]}"),
        (Rules::Uper, "C", "{\"$unknown\":{\"index\":0,\"octets\":\"00\"}}"),
        (Rules::Oer, "C", "{\"$unknown\":{\"octets\":\"800101\"}}"),
    ];
    for (rules, ty, text) in rows {
        assert_eq!(refusal(&codec(&tagged(OLD), rules), ty, text), format!("{ty}: unknown_place"), "{text}");
    }
    let ber = codec(&tagged(OLD), Rules::Ber);
    let plain = "{\"a\":true,\"$unknown\":[{\"insertion\":1,\"octets\":\"870101\"}]}";
    assert_eq!(refusal(&ber, "P", plain), "P: json_member");
    let deep = "[{\"c\":{\"b\":null},\"t\":{\"a\":true,\"z\":true,\"$unknown\":[{\"insertion\":9,\"octets\":\"8700\"}]}}]";
    assert_eq!(refusal(&ber, "L", deep), "L[0].t: unknown_place");
}

#[test]
fn other_rules_take_nothing_unknown() {
    let (ber, uper) = (codec(&tagged(OLD), Rules::Ber), codec(&tagged(OLD), Rules::Uper));
    let read = decode(&ber, "T", &hex("30 09 80 01 ff 87 01 01 9e 01 00"), &DecodeOptions::default());
    let (read, mut out) = (read.unwrap(), Vec::new());
    let root = uper.shape().root("T").unwrap();
    let refused = uper.encode(root, read.root().unwrap(), &EncodeOptions::default(), &mut out).unwrap_err();
    assert_eq!((refused.fault.code, refused.path.as_str()), (ErrorCode::UnknownRules, "T"));
}

#[test]
fn end_of_contents_is_no_alternative() {
    let ber = codec(&tagged(OLD), Rules::Ber);
    for bytes in ["20 00", "00 00", "3f 00 00", "20 80 00 00"] {
        assert!(decode(&ber, "C", &hex(bytes), &DecodeOptions::default()).is_err(), "{bytes}");
    }
}

#[test]
fn an_open_type_field_has_an_octet() {
    let text = "O DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        K ::= CLASS { &id INTEGER (0..3) UNIQUE, &Type } WITH SYNTAX { &Type IDENTIFIED BY &id }
        Set K ::= { {NULL IDENTIFIED BY 1}, ... }
        S ::= SEQUENCE { id K.&id ({Set}), v K.&Type ({Set}{@id}) } END";
    for rules in [Rules::Uper, Rules::Aper, Rules::Cuper, Rules::Caper] {
        let codec = codec(text, rules);
        // No row has the key 2, so the octets are written as received.
        let opaque = decode(&codec, "S", &hex("80 00"), &strict(false)).unwrap();
        if !rules.canonical() {
            assert_eq!(encode(&codec, "S", &opaque, &EncodeOptions::default()), hex("80 00"), "{rules}");
        }
        let refused = decode(&codec, "S", &hex("80 00"), &strict(true)).unwrap_err();
        assert_eq!(refused.fault.code, ErrorCode::LengthRange, "{rules}");
        // NULL takes no bits, and some peers write none.
        let known = decode(&codec, "S", &hex("40 00"), &strict(false)).unwrap();
        let whole = if rules_pad(rules) { "40 01 00" } else { "40 40 00" };
        assert_eq!(encode(&codec, "S", &known, &EncodeOptions::default()), hex(whole), "{rules}");
        assert!(decode(&codec, "S", &hex(whole), &strict(true)).is_ok(), "{rules}");
        let refused = decode(&codec, "S", &hex("40 00"), &strict(true)).unwrap_err();
        assert_eq!(refused.fault.code, ErrorCode::LengthRange, "{rules}");
    }
}

#[test]
fn an_open_type_without_octets_keeps_its_rules() {
    let text = "O DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        K ::= CLASS { &id INTEGER (0..3) UNIQUE, &Type }
        S ::= SEQUENCE { id K.&id, v K.&Type } END";
    for rules in [Rules::Uper, Rules::Aper] {
        let codec = codec(text, rules);
        let at = codec.shape().root("S").unwrap();
        let root = codec.shape().roots[at].shape;
        for (from, goes) in [(rules, true), (Rules::Ber, false), (Rules::Oer, false)] {
            let value = format!(r#"{{"id":2,"v":{{"$opaque":{{"rules":"{from}","octets":""}}}}}}"#);
            let mut tape = Tape::new();
            JsonReader::new(codec.shape(), Spelling::Json, from).read(&value, root, &mut tape).unwrap();
            let mut out = Vec::new();
            let written = codec.encode(at, tape.root().unwrap(), &EncodeOptions::default(), &mut out);
            let refused = written.err().map(|error| error.fault.code);
            assert_eq!(refused, (!goes).then_some(ErrorCode::UnknownRules), "{from} in {rules}");
            assert_eq!(out, if goes { hex("80 00") } else { Vec::new() }, "{from} in {rules}");
        }
    }
}

fn rules_pad(rules: Rules) -> bool {
    matches!(rules, Rules::Aper | Rules::Caper)
}

fn strict(strict: bool) -> DecodeOptions {
    DecodeOptions { strict: Some(strict), ..DecodeOptions::default() }
}

#[test]
fn octets_go_where_they_mean_the_same() {
    let text = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        K ::= CLASS { &id INTEGER UNIQUE, &Type }
        S ::= SEQUENCE { list SEQUENCE OF SEQUENCE { v K.&Type }, ... } END";
    let ber = codec(text, Rules::Ber);
    let root = ber.shape().roots[ber.shape().root("S").unwrap()].shape;
    let read = |from: Rules, octets: &str| {
        let text = format!(r#"{{"list":[{{"v":{{"$opaque":{{"rules":"{from}","octets":"{octets}"}}}}}}]}}"#);
        let mut tape = Tape::new();
        JsonReader::new(ber.shape(), Spelling::Json, from).read(&text, root, &mut tape).unwrap();
        tape
    };
    let (flat, nested, endless) = ("020105", "3003020105", "30800201050000");
    let rows = [
        (flat, Rules::Ber, Rules::Ber, true),
        (flat, Rules::Ber, Rules::Der, true),
        (flat, Rules::Ber, Rules::Cer, true),
        (flat, Rules::Ber, Rules::Uper, false),
        (flat, Rules::Uper, Rules::Aper, false),
        (flat, Rules::Cuper, Rules::Uper, true),
        (flat, Rules::Coer, Rules::Oer, true),
        (nested, Rules::Ber, Rules::Der, true),
        (nested, Rules::Ber, Rules::Cer, false),
        (endless, Rules::Ber, Rules::Der, false),
        (endless, Rules::Cer, Rules::Ber, true),
    ];
    for (octets, from, to, goes) in rows {
        let tape = read(from, octets);
        let path = stuck(ber.shape(), "S", tape.root().unwrap(), from, to);
        assert_eq!(path.as_deref(), (!goes).then_some("S.list[0].v"), "{from} to {to}");
    }
}
