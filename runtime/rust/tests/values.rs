//! Values that Rust has no type for, and checks of constraints.

use std::borrow::Cow;

use wireglot_rt::codec::{between, between_wide, is, BitString, Integer, Missing, Oid};
use wireglot_rt::sbe::{Array, Code, Error, NumberAt, Text};
use wireglot_rt::tlv::Arcs;
use wireglot_rt::{times, ErrorCode, Fault};

#[test]
fn bits_past_the_end_are_not_set() {
    let bits = BitString::new(&[0xa0, 0xff][..], 3);
    assert_eq!(
        (0..9).map(|bit| bits.has(bit)).collect::<Vec<_>>(),
        [true, false, true, false, false, false, false, false, false]
    );
    assert!(bits.is(&[0xa0], 3, false) && !bits.is(&[0xa0], 4, false) && bits.is(&[0xa0], 4, true));
}

#[test]
fn arcs_are_shown() {
    let of = |octets: &[u8]| Oid(Cow::Owned(octets.to_vec())).to_string();
    assert_eq!(of(&[0x2a, 3]), "1.2.3");
    assert_eq!(of(&[0x88, 0x37, 3]), "2.999.3");
    assert_eq!(
        of(&[0x2a, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0]),
        "1.2.?",
        "beyond 64 bits"
    );
    assert_eq!(of(&[0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0]), "2.?", "beyond 64 bits");
    assert_eq!(Arcs::of_relative_oid(&[0x88, 0x37, 3]).count(), 2);
}

#[test]
fn numbers_are_compared_at_any_size() {
    let wide = |digits: &str| crate::hex(digits);
    let above = Integer::from_octets(Cow::Owned(wide("010000000000000000")));
    assert!(is(&5_i64, &[5]) && !is(&5_i64, &[6]) && is(&above, &wide("010000000000000000")));
    assert!(
        between(&5_i64, Some(5), Some(5))
            && !between(&5_i64, Some(6), None)
            && !between(&above, None, Some(i64::MAX))
    );
    let (lo, hi) = (wide("00ffffffffffffffff"), wide("010000000000000000"));
    assert!(between_wide(&above, Some(&lo), Some(&hi)) && between_wide(&above, None, None));
    assert!(!between_wide(&5_i64, Some(&lo), None) && !between_wide(&above, None, Some(&lo)));
    assert_eq!(Integer::from(-5_i64), -5);
}

#[test]
fn a_component_that_is_missing_is_an_error() {
    assert_eq!(Some(5).required(), Ok(5));
    assert_eq!(None::<i32>.required(), Err(Fault::new(ErrorCode::Missing)));
}

/// X.680 38.3, 38.4.
#[test]
fn times_of_every_form() {
    for text in [
        "2012-11-21/22",
        "2012-11-21/12-22",
        "R5/2012-01-01/P1D",
        "2012-W05-3",
        "2012-366",
        "20C",
        "12:30+01:30",
    ] {
        assert!(times::is_time(text), "{text}");
    }
    for text in
        ["Rx/2012-01-01/P1D", "2012x", "2012-00", "2012-13", "2012-", "12:30:6", "12:30+1", "2012-11-21/2"]
    {
        assert!(!times::is_time(text), "{text}");
    }
    assert_eq!(times::canonical_time("12:30,5+01:00/13:30-02:30"), "12:30.5+01/13:30-02:30", "X.690 11.9");
}

#[test]
fn parts_of_sbe_messages() {
    let error = Error { code: Code::TooShort, offset: 3 };
    assert_eq!(error.to_string(), format!("{} at octet 3", Code::TooShort.word()));
    let mut prefix = [0; 8];
    for width in [1, 2, 4, 8] {
        for big in [false, true] {
            NumberAt::At(0, width).write(&mut prefix, big, 7);
            assert_eq!(NumberAt::At(0, width).read(&prefix, big), 7, "{width} octets");
        }
    }
    assert_eq!(NumberAt::Unsaid.read(&prefix, false), 0);
    assert_eq!(NumberAt::Is(9).read(&prefix, false), 9);
    let text = Text::at(b"ab\xe9\0c", 0, 5);
    assert_eq!(
        (text.octets(), text.to_str(), text.to_string()),
        (&b"ab\xe9"[..], None, "ab\u{e9}".to_string())
    );
    assert!(
        Text(b"ab") == "ab" && Text(b"ab").to_str() == Some("ab") && Text::at(b"ab", 1, 2) == Text::default()
    );
    let array: Array<'_, u16> = Array::at(&[1, 0, 2, 0, 3], 0, 3, false);
    assert_eq!(
        (array.len(), array.get(1), array.get(2), array.get(3)),
        (3, Some(2), Some(0), None),
        "zero if bytes are missing"
    );
    assert_eq!(array.collect::<Vec<_>>(), [1, 2, 0]);
    let mut short = [0];
    wireglot_rt::sbe::put(&mut short, 0, false, 0x0102_u16);
    assert_eq!(short, [0], "no room");
}

/// X.680 34.
#[test]
fn iris_are_written_only_if_they_are_well_formed() {
    use wireglot_rt::codec::{bits, octets, tlv, Rules, Tag};
    let absolute = |iri: &str| {
        [
            tlv::encode(Rules::Ber, |w| w.oid_iri(Tag::universal(35), iri)),
            bits::encode(Rules::Uper, |w| w.oid_iri(iri)),
            octets::encode(Rules::Oer, |w| w.oid_iri(iri)),
        ]
    };
    let relative = |iri: &str| {
        [
            tlv::encode(Rules::Ber, |w| w.relative_oid_iri(Tag::universal(36), iri)),
            bits::encode(Rules::Uper, |w| w.relative_oid_iri(iri)),
            octets::encode(Rules::Oer, |w| w.relative_oid_iri(iri)),
        ]
    };
    assert_eq!(absolute("/a"), ["1f23022f61", "022f61", "022f61"].map(|digits| Ok(crate::hex(digits))));
    assert_eq!(relative("a"), ["1f240161", "0161", "0161"].map(|digits| Ok(crate::hex(digits))));
    let refused = || [(); 3].map(|()| Err(Fault::new(ErrorCode::OidForm)));
    assert_eq!((absolute("a"), relative("/a")), (refused(), refused()));
}
