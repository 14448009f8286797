//! Tags on dummy references in tolerant BER: malformed encodings.

use crate::schema::{codec, decode, hex};
use wireglot_interp::{DecodeOptions, ErrorCode};
use wireglot_plan::Rules;

const DUMMIES: &str = "Dummies DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    One {T} ::= SEQUENCE { a T }
    Number ::= One {INTEGER}
    Row ::= One {Numbers}
    Numbers ::= SEQUENCE OF INTEGER
    Deep ::= One {Deeper}
    Deeper ::= SEQUENCE { d One {Deeper} OPTIONAL }
END";

#[test]
fn damage_is_found_in_either_form() {
    let codec = codec(DUMMIES, Rules::Ber);
    let rows: [(&str, &str, ErrorCode); 8] = [
        // The tag of the INTEGER, and a length that runs past the end of the frame.
        ("Number", "3005a003020505", ErrorCode::Overrun),
        ("Number", "3004a0020201", ErrorCode::Overrun),
        ("Number", "3002a000", ErrorCode::Constructed),
        ("Number", "30028000", ErrorCode::IntegerEmpty),
        ("Number", "3080a080020105", ErrorCode::Truncated),
        // Two INTEGERs are not an INTEGER, under one tag or under two.
        ("Number", "3008a006020105020106", ErrorCode::Constructed),
        ("Row", "30038001ff", ErrorCode::Primitive),
        ("Row", "3005a003040105", ErrorCode::WrongTag),
    ];
    for (ty, octets, code) in rows {
        let refused = decode(&codec, ty, &hex(octets), &DecodeOptions::default()).unwrap_err();
        assert_eq!(refused.fault.code, code, "{octets}: {refused}");
    }
}

/// Strict reading does not guess.
#[test]
fn strict_reading_takes_the_explicit_form_alone() {
    let codec = codec(DUMMIES, Rules::Ber);
    let strict = DecodeOptions { strict: Some(true), ..DecodeOptions::default() };
    assert!(decode(&codec, "Number", &hex("3005a003020105"), &strict).is_ok());
    let refused = decode(&codec, "Number", &hex("3003800105"), &strict).unwrap_err();
    assert_eq!(refused.fault.code, ErrorCode::Primitive);
}

/// Each level is inspected once, and the nesting limit applies.
#[test]
fn nesting_has_its_limit() {
    let codec = codec(DUMMIES, Rules::Ber);
    for (open, close) in [("a080", "0000"), ("a0803080a080", "000000000000")] {
        let octets = format!("3080{}{}0000", open.repeat(100_000), close.repeat(100_000));
        let refused = decode(&codec, "Deep", &hex(&octets), &DecodeOptions::default()).unwrap_err();
        assert_eq!(refused.fault.code, ErrorCode::LimitDepth);
    }
}
