//! Times and IRIs: invalid values are rejected, and canonical rules have one form.

use crate::schema;
use crate::schema::{codec, decode, hex};
use wireglot_interp::json::{JsonReader, Spelling};
use wireglot_interp::{Codec, DecodeOptions, EncodeOptions, ErrorCode, Tape};
use wireglot_plan::Rules;

const TIMES: &str = "Times DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    U ::= UTCTime G ::= GeneralizedTime D ::= DATE T ::= TIME-OF-DAY DT ::= DATE-TIME
    I ::= OID-IRI R ::= RELATIVE-OID-IRI
END";

fn write(codec: &Codec, ty: &str, text: &str) -> Result<Vec<u8>, ErrorCode> {
    let (mut tape, mut out) = (Tape::new(), Vec::new());
    let root = codec.shape().root(ty).unwrap();
    let mut reader = JsonReader::new(codec.shape(), Spelling::Json, codec.rules());
    reader.read(&format!("{text:?}"), codec.shape().roots[root].shape, &mut tape).unwrap();
    let done = codec.encode(root, tape.root().unwrap(), &EncodeOptions::default(), &mut out);
    done.map(|()| out).map_err(|error| error.fault.code)
}

#[test]
fn what_is_no_time_is_not_written() {
    for rules in Rules::ALL {
        let codec = codec(TIMES, rules);
        let rows = [
            ("U", "230229000000Z"),
            ("G", "20230229000000Z"),
            ("D", "2023-02-29"),
            ("T", "12:60:00"),
            ("DT", "2023-02-29T12:00:00"),
        ];
        for (ty, text) in rows {
            assert_eq!(write(&codec, ty, text), Err(ErrorCode::TimeForm), "{rules} {text}");
        }
        // OER has no encoding for DURATION.
        if !matches!(rules, Rules::Oer | Rules::Coer) {
            let durations = schema::codec("P DEFINITIONS ::= BEGIN P ::= DURATION END", rules);
            assert_eq!(write(&durations, "P", "P1D2Y"), Err(ErrorCode::TimeForm), "{rules}");
        }
        assert_eq!(write(&codec, "I", "ISO"), Err(ErrorCode::OidForm), "{rules}");
        assert_eq!(write(&codec, "R", "/ISO"), Err(ErrorCode::OidForm), "{rules}");
    }
}

#[test]
fn canonical_rules_write_one_form() {
    let rows = [
        ("G", "19920722132100.30Z", "19920722132100.3Z"),
        ("G", "1992072213+0100", "19920722120000Z"),
        ("U", "9205210000-0130", "920521013000Z"),
    ];
    for rules in [Rules::Der, Rules::Cer, Rules::Coer, Rules::Cuper, Rules::Caper] {
        let codec = codec(TIMES, rules);
        for (ty, text, canonical) in rows {
            assert_eq!(write(&codec, ty, text), write(&codec, ty, canonical), "{rules} {text}");
            assert!(write(&codec, ty, text).is_ok(), "{rules} {text}");
        }
        // The UTC equivalent of a local time is unknown.
        assert_eq!(write(&codec, "G", "19920722132100"), Err(ErrorCode::TimeCanonical), "{rules}");
    }
    let ber = codec(TIMES, Rules::Ber);
    assert_eq!(&write(&ber, "G", "1992072213+0100").unwrap()[2..], b"1992072213+0100");
}

#[test]
fn reading_checks_when_asked() {
    let ber = codec(TIMES, Rules::Ber);
    let checked = DecodeOptions { checks: true, ..DecodeOptions::default() };
    // DATE 2023-02-29, TIME-OF-DAY 99:00:00.
    for (ty, bytes) in [("D", "1f1f08 3230323330323239"), ("T", "1f2006 393930303030")] {
        assert!(decode(&ber, ty, &hex(bytes), &DecodeOptions::default()).is_ok(), "{bytes}");
        let refused = decode(&ber, ty, &hex(bytes), &checked).unwrap_err();
        assert_eq!(refused.fault.code, ErrorCode::TimeForm, "{bytes}");
    }
}

#[test]
fn der_wants_a_time_that_there_is() {
    let schema = "Times DEFINITIONS ::= BEGIN T ::= TIME END";
    let (ber, der) = (codec(schema, Rules::Ber), codec(schema, Rules::Der));
    let rows = [
        ("2012-11-21/22", true),
        ("R5/2012-11-21/P1D", true),
        ("2015-W53-7", true),
        ("2012-W53-7", false),
        ("2011-366", false),
        ("2012-02-30", false),
        ("24:00:01", false),
        ("soon", false),
    ];
    for (text, is_time) in rows {
        let octets = [&[14, text.len() as u8][..], text.as_bytes()].concat();
        assert!(decode(&ber, "T", &octets, &DecodeOptions::default()).is_ok(), "{text}");
        let read = decode(&der, "T", &octets, &DecodeOptions::default()).map(|_| ());
        let wanted = if is_time { Ok(()) } else { Err(ErrorCode::TimeForm) };
        assert_eq!(read.map_err(|error| error.fault.code), wanted, "{text}");
    }
}
