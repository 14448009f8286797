//! Forms of BER on input and output, strictness of DER, relaying, keys that come late.

use crate::schema::{codec, decode, encode, hex};
use wireglot_interp::{equal, stuck, DecodeOptions, EncodeOptions, ErrorCode, OpenTypes, Unknowns};
use wireglot_plan::Rules;

const FORMS: &str = "Forms DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    S ::= SEQUENCE { a INTEGER, b OCTET STRING, c BIT STRING OPTIONAL, d IA5String DEFAULT \"x\" }
    Set ::= SET { a [1] INTEGER, b [0] BOOLEAN, ... }
    Of ::= SET OF INTEGER
    N ::= SEQUENCE { a BOOLEAN, ..., b INTEGER }
    C ::= CHOICE { a BOOLEAN, ... }
END";

#[test]
fn every_form_of_length_and_string_is_read() {
    let codec = codec(FORMS, Rules::Ber);
    let plain = hex("30 0b 80 01 05 81 03 010203 82 01 00");
    let wanted = decode(&codec, "S", &plain, &DecodeOptions::default()).unwrap();
    let others = [
        // Long lengths, indefinite lengths, segments, segments in segments.
        "30 84 0000000f 80 81 01 05 81 82 0003 010203 82 81 01 00",
        "30 80 80 01 05 81 03 010203 82 01 00 0000",
        "30 80 80 01 05 a1 80 04 01 01 24 80 04 01 02 04 01 03 0000 0000 82 01 00 0000",
        "30 16 80 01 05 a1 09 04 02 0102 24 03 04 01 03 a2 06 23 04 03 02 0000 ",
    ];
    for (index, form) in others.iter().enumerate() {
        let bytes = hex(form);
        match decode(&codec, "S", &bytes, &DecodeOptions::default()) {
            Ok(tape) if index < 3 => {
                let same =
                    equal(codec.shape(), codec.defaults(), tape.root().unwrap(), wanted.root().unwrap());
                assert!(same, "{form}");
            }
            Ok(tape) => assert!(tape.root().unwrap().slot(2).is_some()),
            Err(error) => panic!("{form}: {error}"),
        }
    }
}

#[test]
fn forms_can_be_chosen() {
    let codec = codec(FORMS, Rules::Ber);
    let plain = hex("30 08 80 01 05 81 03 010203");
    let tape = decode(&codec, "S", &plain, &DecodeOptions::default()).unwrap();
    let write = |options| encode(&codec, "S", &tape, &options);
    assert_eq!(write(EncodeOptions::default()), plain);
    let indefinite = EncodeOptions { indefinite: true, ..EncodeOptions::default() };
    assert_eq!(write(indefinite), hex("30 80 80 01 05 81 03 010203 0000"));
    let long = EncodeOptions { length_octets: 2, ..EncodeOptions::default() };
    assert_eq!(write(long), hex("30 82 000c 80 82 0001 05 81 82 0003 010203"));
    let segments = EncodeOptions { segment: Some(2), ..EncodeOptions::default() };
    assert_eq!(write(segments), hex("30 0c 80 01 05 a1 07 04 02 0102 04 01 03"));
}

#[test]
fn cer_cuts_long_strings_into_thousands() {
    let codec = codec("C DEFINITIONS ::= BEGIN O ::= OCTET STRING B ::= BIT STRING END", Rules::Cer);
    // X.690 9.2: 1000 contents octets in each segment, including the one for unused bits.
    let segment = |tag: &str, length: usize, first: &str| {
        let mut octets = hex(&format!("{tag} 82 {length:04x} {first}"));
        octets.resize(4 + length, 0xaa);
        octets
    };
    let rows = [
        ("O", [hex("24 80"), segment("04", 1000, ""), hex("04 01 aa 0000")].concat()),
        ("B", [hex("23 80"), segment("03", 1000, "00"), hex("03 02 01 aa 0000")].concat()),
        ("O", segment("04", 1000, "")),
        ("B", segment("03", 1000, "01")),
    ];
    for (ty, bytes) in rows {
        let tape = decode(&codec, ty, &bytes, &DecodeOptions::default()).unwrap();
        assert_eq!(encode(&codec, ty, &tape, &EncodeOptions::default()), bytes);
    }
    for bytes in [segment("04", 1001, ""), [hex("24 80"), hex("04 01 aa 0000")].concat()] {
        assert!(decode(&codec, "O", &bytes, &DecodeOptions::default()).is_err());
    }
}

#[test]
fn der_refuses_what_is_not_canonical() {
    let codec = codec(FORMS, Rules::Der);
    let rows = [
        ("S", "30 81 08 80 01 05 81 03 010203", ErrorCode::LengthForm),
        ("S", "30 80 80 01 05 81 03 010203 0000", ErrorCode::Indefinite),
        ("S", "30 0a 80 01 05 a1 05 04 03 010203", ErrorCode::Constructed),
        ("S", "30 09 80 02 0005 81 03 010203", ErrorCode::IntegerForm),
        ("S", "30 0b 80 01 05 81 03 010203 83 01 78", ErrorCode::DefaultPresent),
        ("S", "30 0c 80 01 05 81 03 010203 82 02 01 ff", ErrorCode::BitsPadding),
        ("Set", "31 06 81 01 05 80 01 ff", ErrorCode::SetOrder),
        ("Set", "31 06 80 01 01 81 01 05", ErrorCode::BooleanValue),
        ("Of", "31 06 02 01 02 02 01 01", ErrorCode::SetOfOrder),
    ];
    for (ty, bytes, code) in rows {
        let strict = decode(&codec, ty, &hex(bytes), &DecodeOptions::default());
        assert_eq!(strict.unwrap_err().fault.code, code, "{bytes}");
        let lax = DecodeOptions { strict: Some(false), ..DecodeOptions::default() };
        let tolerated = decode(&codec, ty, &hex(bytes), &lax);
        assert_eq!(tolerated.is_ok(), code != ErrorCode::IntegerForm, "{bytes}");
    }
}

#[test]
fn errors_name_their_place() {
    let codec = codec(FORMS, Rules::Ber);
    let error = |bytes| decode(&codec, "S", &hex(bytes), &DecodeOptions::default()).unwrap_err().to_string();
    assert_eq!(error("30 08 80 01 05 81 09 010203"), "S.b: length 9 runs past the end at octet 6");
    assert_eq!(error("30 03 80 01 05"), "S.b: a component is missing at octet 5");
    assert_eq!(error("31 00"), "S: tag [UNIVERSAL 17] where [UNIVERSAL 16] is expected at octet 0");
}

#[test]
fn what_is_unknown_is_kept_skipped_or_refused() {
    let ber = codec(FORMS, Rules::Ber);
    let rows = [
        ("N", "30 0a 80 01 ff 81 01 05 9f 7f 01 aa"),
        ("Set", "31 09 81 01 05 80 01 ff 82 01 07"),
        ("C", "85 02 0102"),
    ];
    for (ty, text) in rows {
        let bytes = hex(text);
        let kept = decode(&ber, ty, &bytes, &DecodeOptions::default()).unwrap();
        assert_eq!(encode(&ber, ty, &kept, &EncodeOptions::default()), bytes, "{text}");
        let reject = DecodeOptions { unknown: Unknowns::Reject, ..DecodeOptions::default() };
        let refused = decode(&ber, ty, &bytes, &reject).unwrap_err();
        assert_eq!(refused.fault.code, ErrorCode::UnknownExtension, "{text}");
    }
    let skip = DecodeOptions { unknown: Unknowns::Skip, ..DecodeOptions::default() };
    let skipped = decode(&ber, "N", &hex(rows[0].1), &skip).unwrap();
    assert_eq!(encode(&ber, "N", &skipped, &EncodeOptions::default()), hex("30 06 80 01 ff 81 01 05"));
}

#[test]
fn packed_rules_relay_longer_bitmaps() {
    const OLD: &str = "Old DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        T ::= SEQUENCE { a BOOLEAN, ..., b INTEGER (0..255) }
        E ::= ENUMERATED { x, ..., y } C ::= CHOICE { a BOOLEAN, ..., b NULL } END";
    const NEW: &str = "New DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        T ::= SEQUENCE { a BOOLEAN, ..., b INTEGER (0..255), [[ c BOOLEAN, d NULL OPTIONAL ]], e IA5String, f NULL }
        E ::= ENUMERATED { x, ..., y, z } C ::= CHOICE { a BOOLEAN, ..., b NULL, c INTEGER } END";
    let packed = Rules::ALL.into_iter().filter(|r| !matches!(r, Rules::Ber | Rules::Der | Rules::Cer));
    for rules in packed {
        let (old, new) = (codec(OLD, rules), codec(NEW, rules));
        for ty in ["T", "E", "C"] {
            for seed in 0..40 {
                let options = wireglot_interp::SampleOptions { seed, ..Default::default() };
                let root = new.shape().root(ty).unwrap();
                let value = new.sample(root, &options).unwrap();
                let bytes = encode(&new, ty, &value, &EncodeOptions::default());
                let read = decode(&old, ty, &bytes, &DecodeOptions::default()).unwrap();
                assert_eq!(encode(&old, ty, &read, &EncodeOptions::default()), bytes, "{rules} {ty} {seed}");
            }
        }
    }
}

#[test]
fn keys_may_come_behind_what_they_choose() {
    const LATE: &str = "Late DEFINITIONS IMPLICIT TAGS ::= BEGIN
        K ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { &Type IDENTIFIED BY &id }
        Set K ::= { {BOOLEAN IDENTIFIED BY 1} | {IA5String IDENTIFIED BY 2}, ... }
        S ::= SEQUENCE { v [0] EXPLICIT K.&Type ({Set}{@id}), id [1] K.&id ({Set}) }
        T ::= SET { v [0] EXPLICIT K.&Type ({Set}{@id}), id [1] K.&id ({Set}) } END";
    let ber = codec(LATE, Rules::Ber);
    for (ty, tag) in [("S", "30"), ("T", "31")] {
        for (value, id, known) in [("0101ff", "01", true), ("16026162", "02", true), ("0500", "07", false)] {
            let inner = hex(value);
            let bytes = hex(&format!("{tag}{:02x}a0{:02x}{value}8101{id}", inner.len() + 5, inner.len()));
            let tape = decode(&ber, ty, &bytes, &DecodeOptions::default()).unwrap();
            let held = tape.root().unwrap().slot(0).unwrap();
            assert_eq!(matches!(held.view(), wireglot_interp::View::Open(..)), known);
            assert_eq!(encode(&ber, ty, &tape, &EncodeOptions::default()), bytes);
        }
    }
    let strict = DecodeOptions { open_types: OpenTypes::Strict, ..DecodeOptions::default() };
    let damaged = decode(&ber, "S", &hex("30 08 a0 03 01 01 ff 81 01 02"), &strict);
    let text = damaged.unwrap_err().to_string();
    assert_eq!(text, "S.v: tag [UNIVERSAL 1] where [UNIVERSAL 22] is expected at octet 4");
    for codec in [codec(LATE, Rules::Uper), codec(LATE, Rules::Oer)] {
        for (ty, seed) in (0..60).map(|n| (["S", "T"][n as usize % 2], n / 2)) {
            let options = wireglot_interp::SampleOptions { seed, ..Default::default() };
            let value = codec.sample(codec.shape().root(ty).unwrap(), &options).unwrap();
            let bytes = encode(&codec, ty, &value, &EncodeOptions::default());
            let read = decode(&codec, ty, &bytes, &DecodeOptions::default()).unwrap();
            assert!(equal(codec.shape(), codec.defaults(), value.root().unwrap(), read.root().unwrap()));
        }
    }
}

#[test]
fn external_in_its_1990_layout() {
    const TEXT: &str = "E DEFINITIONS AUTOMATIC TAGS ::= BEGIN X ::= EXTERNAL END";
    let ber = codec(TEXT, Rules::Ber);
    let rows = [
        // single-ASN1-type, octet-aligned, arbitrary; each kind of identification.
        "28 0a 06 03 2a0304 a0 03 0101ff",
        "28 08 02 01 05 81 03 010203",
        "28 0f 06 03 2a0304 02 01 05 07 01 41 82 02 00 aa",
        "28 0a 06 03 2a0304 81 03 0101ff",
    ];
    for row in rows {
        let bytes = hex(row);
        let tape = decode(&ber, "X", &bytes, &DecodeOptions::default()).unwrap();
        assert_eq!(encode(&ber, "X", &tape, &EncodeOptions::default()), bytes, "{row}");
    }
    for bad in ["28 05 81 03 010203", "28 05 06 03 2a0304", "28 09 02 01 05 82 04 03 010200"] {
        assert!(decode(&ber, "X", &hex(bad), &DecodeOptions::default()).is_err(), "{bad}");
    }
    for rules in [Rules::Uper, Rules::Aper, Rules::Oer] {
        let per = codec(TEXT, rules);
        for row in rows {
            let tape = decode(&ber, "X", &hex(row), &DecodeOptions::default()).unwrap();
            let bytes = encode(&per, "X", &tape, &EncodeOptions::default());
            let read = decode(&per, "X", &bytes, &DecodeOptions::default()).unwrap();
            assert_eq!(encode(&per, "X", &read, &EncodeOptions::default()), bytes);
            // Octets and bits are encoded under the data's own rules; a single type from BER becomes
            // octets.
            assert_eq!(stuck(ber.shape(), "X", tape.root().unwrap(), Rules::Ber, rules), None, "{row}");
            assert_eq!(stuck(ber.shape(), "X", read.root().unwrap(), rules, Rules::Ber), None, "{row}");
            let back = encode(&ber, "X", &read, &EncodeOptions::default());
            assert_eq!(back, hex(&row.replace(" a0 ", " 81 ")), "{row}");
        }
    }
    let uper = codec(TEXT, Rules::Uper);
    let single = decode(&uper, "X", &hex("80454060102800"), &DecodeOptions::default()).unwrap();
    let root = single.root().unwrap();
    assert!(stuck(uper.shape(), "X", root, Rules::Uper, Rules::Ber).is_some(), "a single type of PER");
    assert_eq!(stuck(uper.shape(), "X", root, Rules::Cuper, Rules::Uper), None);
}
