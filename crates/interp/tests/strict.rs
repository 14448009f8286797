//! What canonical rules reject, what all rules reject, and the reported place of the error.

use crate::schema;
use crate::schema::{codec, decode, hex};
use wireglot_interp::json::{JsonReader, Spelling};
use wireglot_interp::{Codec, DecodeOptions, EncodeOptions, ErrorCode, Tape};
use wireglot_plan::Rules;

const STRICT: &str = "Strict DEFINITIONS IMPLICIT TAGS ::= BEGIN
    G ::= SEQUENCE { t GeneralizedTime DEFAULT \"20200101000000Z\" }
    U ::= SEQUENCE { t UTCTime DEFAULT \"200101000000Z\" }
    W ::= SEQUENCE { w SEQUENCE { t GeneralizedTime, n INTEGER }
        DEFAULT { t \"20200101000000Z\", n 1 } }
    B ::= SEQUENCE { b [1] BIT STRING { r(0), s(5) } DEFAULT { r } }
    BS ::= SEQUENCE { l [1] SEQUENCE OF BIT STRING { r(0) } DEFAULT { { r }, { } } }
    E ::= EXTERNAL
    A ::= SEQUENCE { a ANY, c [0] INTEGER }
    X ::= SEQUENCE { n INTEGER, ... }
    SetT ::= SET { a [3] INTEGER, b CHOICE { x [1] INTEGER, y [7] BOOLEAN }, c [2] BOOLEAN OPTIONAL, ... }
    Ext ::= SEQUENCE { ..., [[ c [2] INTEGER, d [3] NULL OPTIONAL ]], ... }
    SO ::= SET OF INTEGER
    D ::= SEQUENCE { a INTEGER, b INTEGER DEFAULT 5 }
    Long ::= BOOLEAN
    Minus ::= SEQUENCE { r REAL DEFAULT -0 }
    Unwritable ::= SEQUENCE { e [5] Ext DEFAULT { d NULL } }
    KIND ::= CLASS { &id INTEGER UNIQUE, &Value } WITH SYNTAX { &id &Value }
    Kinds KIND ::= { { 1 NULL } | { 2 INTEGER } | { 3 NULL } , ... }
    Keyed ::= SEQUENCE { id KIND.&id ({Kinds}), v KIND.&Value ({Kinds}{@id}) DEFAULT NULL : NULL }
    Algorithm ::= SEQUENCE { id INTEGER, v ANY DEFINED BY id OPTIONAL }
    Anything ::= SEQUENCE { a [0] Algorithm DEFAULT { id 1, v Algorithm : { id 2, v NULL : NULL } } }
END";

fn value(codec: &Codec, ty: &str, text: &str) -> Tape {
    let mut tape = Tape::new();
    let root = codec.shape().root(ty).unwrap();
    let mut reader = JsonReader::new(codec.shape(), Spelling::Json, codec.rules());
    reader.read(text, codec.shape().roots[root].shape, &mut tape).unwrap();
    tape
}

fn write(codec: &Codec, ty: &str, text: &str) -> Result<Vec<u8>, ErrorCode> {
    let (tape, mut out) = (value(codec, ty, text), Vec::new());
    let root = codec.shape().root(ty).unwrap();
    let done = codec.encode(root, tape.root().unwrap(), &EncodeOptions::default(), &mut out);
    done.map(|()| out).map_err(|error| error.fault.code)
}

/// Zero and minus zero are different values (X.690 8.5.9), also in a specification's value notation.
#[test]
fn minus_zero_is_no_zero() {
    let codec = codec(STRICT, Rules::Der);
    assert_eq!(write(&codec, "Minus", "{\"r\":\"-0\"}"), Ok(hex("30 00")));
    assert_eq!(write(&codec, "Minus", "{\"r\":0}"), Ok(hex("30 02 0900")));
}

/// X.690 11.5, 11.7, 11.8: a time equals its default if their canonical forms are the same.
#[test]
fn a_default_time_is_left_out_in_whatever_form_it_comes() {
    let rows = [
        ("G", "{\"t\":\"20200101000000.0Z\"}"),
        ("G", "{\"t\":\"202001010000Z\"}"),
        ("G", "{\"t\":\"20200101010000+0100\"}"),
        ("U", "{\"t\":\"2001010000Z\"}"),
        ("U", "{\"t\":\"200101003000+0030\"}"),
        ("W", "{\"w\":{\"t\":\"2020010100Z\",\"n\":1}}"),
    ];
    for rules in [Rules::Der, Rules::Cer, Rules::Coer, Rules::Cuper, Rules::Caper] {
        let codec = codec(STRICT, rules);
        for (ty, text) in rows {
            let written = write(&codec, ty, text).unwrap();
            assert_eq!(written, write(&codec, ty, "{}").unwrap(), "{rules} {text}");
            assert!(decode(&codec, ty, &written, &DecodeOptions::default()).is_ok(), "{rules} {text}");
        }
    }
    // Rules that are not canonical keep the characters.
    for rules in [Rules::Ber, Rules::Uper, Rules::Oer] {
        let codec = codec(STRICT, rules);
        assert_ne!(write(&codec, "G", rows[0].1), write(&codec, "G", "{}"), "{rules}");
    }
}

/// Type, octets in DER, and the expected error with its path and octet.
const DER: [(&str, &str, Option<(ErrorCode, &str, u64)>); 25] = [
    ("B", "3000", None),
    // X.690 11.5: trailing zeros of named bits do not make a different value.
    ("B", "3004 8102 0680", Some((ErrorCode::DefaultPresent, "Strict.B.b", 2))),
    ("B", "3004 8102 0780", Some((ErrorCode::DefaultPresent, "Strict.B.b", 2))),
    ("B", "3004 8102 0640", None),
    ("BS", "3009 a107 03020680 030100", Some((ErrorCode::DefaultPresent, "Strict.BS.l", 2))),
    ("D", "3006 020101 020105", Some((ErrorCode::DefaultPresent, "Strict.D.b", 5))),
    // X.690 8.18.1: the components of EXTERNAL are in order.
    ("E", "2808 06012a 8103 010203", None),
    ("E", "2808 06012a a003 020105", None),
    ("E", "2808 06012a 06012b 8100", Some((ErrorCode::Duplicate, "Strict.E", 5))),
    ("E", "2808 020105 06012b 8100", Some((ErrorCode::Unexpected, "Strict.E", 5))),
    ("E", "2805 220105 8100", Some((ErrorCode::Constructed, "Strict.E", 2))),
    ("E", "2809 06012b a104 0402 4142", Some((ErrorCode::Constructed, "Strict.E", 5))),
    ("E", "280b 06012b a006 3080 05000000", Some((ErrorCode::Indefinite, "Strict.E", 7))),
    ("E", "2807 06012b 8202 0901", Some((ErrorCode::BitsUnused, "Strict.E", 7))),
    ("E", "2803 06012b", Some((ErrorCode::Missing, "Strict.E", 5))),
    // X.690 10.1 also applies to unknown contents.
    ("A", "3009 3080 0500 0000 800101", Some((ErrorCode::Indefinite, "Strict.A.a", 2))),
    ("A", "3008 3003 048100 800101", Some((ErrorCode::LengthForm, "Strict.A.a", 5))),
    ("A", "3008 3003 0402ff 800101", Some((ErrorCode::Overrun, "Strict.A.a", 5))),
    ("X", "3009 020101 3080 05000000", Some((ErrorCode::Indefinite, "Strict.X", 5))),
    // X.690 10.3: unknown additions are sorted by their tags.
    ("SetT", "310f 8301ff 8b0701dfb3878e729a 870100", Some((ErrorCode::SetOrder, "Strict.SetT", 14))),
    ("SetT", "3109 8301ff 870100 8b0101", None),
    // X.680 25.12.
    ("Ext", "3002 8300", Some((ErrorCode::Missing, "Strict.Ext.c", 4))),
    ("Ext", "3005 820101 8300", None),
    ("SO", "3106 020102 020101", Some((ErrorCode::SetOfOrder, "Strict.SO[1]", 5))),
    // X.690 8.1.2.2.
    ("Long", "1f0101ff", Some((ErrorCode::BadTag, "Strict.Long", 1))),
];

#[test]
fn der_has_one_encoding_and_faults_have_their_place() {
    let codec = codec(STRICT, Rules::Der);
    for (ty, octets, wanted) in DER {
        let octets = hex(octets);
        let read = decode(&codec, ty, &octets, &DecodeOptions::default());
        let place = |e: &wireglot_interp::DecodeError| (e.fault.code, e.path.clone(), e.fault.bit / 8);
        let refused = read.as_ref().err().map(place);
        let wanted = wanted.map(|(code, path, at)| (code, path.replace("Strict.", ""), at));
        assert_eq!(refused.map(|(c, p, at)| (c, p.replace("Strict.", ""), at)), wanted, "{ty} {octets:02x?}");
        if let Ok(tape) = read {
            assert_eq!(schema::encode(&codec, ty, &tape, &EncodeOptions::default()), octets, "{ty}");
        }
    }
}

#[test]
fn basic_rules_are_tolerant_where_nothing_is_lost() {
    let ber = codec(STRICT, Rules::Ber);
    let refused = [("E", "2808 06012a 06012b 8100"), ("E", "2805 220105 8100")];
    for (ty, octets) in refused {
        assert!(decode(&ber, ty, &hex(octets), &DecodeOptions::default()).is_err(), "{octets}");
    }
    let taken = [
        ("Long", "1f0101ff"),
        ("A", "3009 3080 0500 0000 800101"),
        ("Ext", "3002 8300"),
        ("E", "2809 06012b a104 0402 4142"),
    ];
    let strict = DecodeOptions { strict: Some(true), ..DecodeOptions::default() };
    for (ty, octets) in taken {
        assert!(decode(&ber, ty, &hex(octets), &DecodeOptions::default()).is_ok(), "{octets}");
        assert!(decode(&ber, ty, &hex(octets), &strict).is_err(), "{octets}");
    }
}

#[test]
fn what_is_not_canonical_is_not_written() {
    let (ber, der) = (codec(STRICT, Rules::Ber), codec(STRICT, Rules::Der));
    // Contents of unknown type are recorded as octets of BER.
    let rows = [
        ("A", "3009 3080 0500 0000 800101", ErrorCode::UnknownRules),
        ("X", "3009 020101 3080 05000000", ErrorCode::Indefinite),
    ];
    for (ty, octets, code) in rows {
        let tape = decode(&ber, ty, &hex(octets), &DecodeOptions::default()).unwrap();
        let root = der.shape().root(ty).unwrap();
        let write = |codec: &Codec| {
            codec.encode(root, tape.root().unwrap(), &EncodeOptions::default(), &mut Vec::new())
        };
        assert!(write(&ber).is_ok(), "{octets}");
        assert_eq!(write(&der).unwrap_err().fault.code, code, "{octets}");
    }
}

/// X.680 25.12.
#[test]
fn an_addition_group_is_not_written_without_what_it_needs() {
    for rules in [Rules::Ber, Rules::Der, Rules::Cer, Rules::Uper, Rules::Caper, Rules::Oer] {
        let codec = codec(STRICT, rules);
        assert_eq!(write(&codec, "Ext", "{\"d\":null}"), Err(ErrorCode::Missing), "{rules}");
        assert!(write(&codec, "Ext", "{\"c\":1}").is_ok(), "{rules}");
    }
}

/// X.690 11.5: if the default has no encoding, whether a value should be omitted is an error rather than a
/// guess.
#[test]
fn a_default_that_cannot_be_written_is_told() {
    let octets = hex("3005 a503 820105");
    let der = codec(STRICT, Rules::Der);
    let refused = decode(&der, "Unwritable", &octets, &DecodeOptions::default()).unwrap_err();
    assert_eq!((refused.fault.code, refused.fault.bit), (ErrorCode::Missing, 16));
    assert_eq!(refused.path, "Unwritable.e");
    // Basic rules do not check.
    assert!(decode(&codec(STRICT, Rules::Ber), "Unwritable", &octets, &DecodeOptions::default()).is_ok());
}

/// A default is not part of a record, so keys next to it do not affect its encoding.
#[test]
fn a_default_of_an_open_type_is_told_from_other_values() {
    let der = codec(STRICT, Rules::Der);
    let verdict = |octets: &str| {
        let read = decode(&der, "Keyed", &hex(octets), &DecodeOptions::default());
        read.map(|_| ()).map_err(|refused| (refused.fault.code, refused.path))
    };
    assert_eq!(verdict("3006 020102 020178"), Ok(()));
    for key in [1, 3, 9] {
        let octets = format!("3005 0201{key:02x} 0500");
        assert_eq!(verdict(&octets), Err((ErrorCode::DefaultPresent, "Keyed.v".into())), "{key}");
    }
}

/// A type used only in a default has no shape: such a component is never filled in or omitted (RFC 4055).
#[test]
fn a_default_with_anything_in_it_is_no_obstacle() {
    for rules in [Rules::Ber, Rules::Der] {
        let codec = codec(STRICT, rules);
        let octets = hex("300c a00a 020101 3005 020102 0500");
        let read = decode(&codec, "Anything", &octets, &DecodeOptions::default()).unwrap();
        let mut again = Vec::new();
        let root = codec.shape().root("Anything").unwrap();
        codec.encode(root, read.root().unwrap(), &EncodeOptions::default(), &mut again).unwrap();
        assert_eq!(again, octets);
        assert_eq!(write(&codec, "Anything", "{}"), Ok(hex("3000")));
    }
}
