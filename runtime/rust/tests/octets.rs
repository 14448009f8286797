//! OER (X.696).

use wireglot_rt::codec::{BitString, Integer, Opaque, Real, Repertoire, Rules, Tag, Unknown};

use crate::{item, limited, refused, same, unwritten, Item};

#[test]
fn numbers_are_written_as_read() {
    same!("10.2: an octet", octets, Oer, "ff", |r| r.whole::<i64>(1, false), |w, v| w.whole(&v, 1, false));
    same!("10.4: a signed octet", octets, Oer, "80", |r| r.whole::<i64>(1, true), |w, v| w
        .whole(&v, 1, true));
    let eight = "ffffffffffffffff";
    same!("10.2: eight octets", octets, Oer, eight, |r| r.whole::<Integer<'_>>(8, false), |w, v| w
        .whole(&v, 8, false));
    same!(
        "10.3: any number",
        octets,
        Oer,
        "09800000000000000000",
        |r| r.unsigned::<Integer<'_>>(),
        |w, v| w.unsigned(&v)
    );
    same!("10.4: any number", octets, Oer, "09ff0000000000000000", |r| r.signed::<Integer<'_>>(), |w, v| w
        .signed(&v));
    same!("11: a small item", octets, Oer, "05", |r| r.enumerated::<Item<false>>(), |w, v| w.enumerated(&v));
    same!("11: a great item", octets, Oer, "82012c", |r| r.enumerated::<Item<false>>(), |w, v| w
        .enumerated(&v));
    same!("11: an unknown item", octets, Oer, "81ff", |r| r.enumerated::<Item<true>>(), |w, v| w
        .enumerated(&v));
    for special in ["7f800000", "ff800000", "7fc00000", "80000000", "00000000", "00000001", "bf800000"] {
        same!("12.2: binary32", octets, Oer, special, |r| r.float(4), |w, v| w.float(&v, 4));
    }
    same!("12.3: binary64", octets, Oer, "0000000000000001", |r| r.float(8), |w, v| w.float(&v, 8));
    same!("12.4: base 10", octets, Oer, "0603352e452d31", |r| r.real(), |w, v| w.real(&v));
    same!(
        "12.4: a mantissa of nine octets",
        octets,
        Oer,
        "0b8000010000000000000001",
        |r| r.real(),
        |w, v| w.real(&v)
    );
}

#[test]
fn numbers_out_of_range_are_refused() {
    refused!("10.2: beyond i64", octets, Oer, "8000000000000000", IntegerRange, |r| r.whole::<i64>(8, false));
    refused!("10.3: no octets", octets, Oer, "00", IntegerEmpty, |r| r.unsigned::<i64>());
    refused!("10.4: beyond i64", octets, Oer, "09010000000000000000", IntegerRange, |r| r.signed::<i64>());
    refused!("11: no item", octets, Oer, "06", UnknownItem, |r| r.enumerated::<Item<false>>());
    refused!("11: nine octets", octets, Oer, "89000000000000000001", EnumeratedRange, |r| r
        .enumerated::<Item<true>>());
    refused!("12.2: three octets", octets, Oer, "000000", WrongValue, |r| r.float(3));
    limited!("10.4", octets, Oer, "03010000", integer_octets, 3, LimitIntegerOctets, |r| r.signed::<i64>());
    limited!("10.3", octets, Oer, "03010000", integer_octets, 3, LimitIntegerOctets, |r| r.unsigned::<i64>());
    unwritten!("10.2: more than an octet", octets, Oer, IntegerRange, |w| w.whole(&256_i64, 1, false));
    unwritten!("10.4: more than an octet", octets, Oer, IntegerRange, |w| w.whole(&128_i64, 1, true));
    unwritten!("10.3: below zero", octets, Oer, IntegerRange, |w| w.unsigned(&-1_i64));
    unwritten!("11: no item", octets, Oer, UnknownItem, |w| w.enumerated(&item::<false>(6)));
    unwritten!("11: an item of PER", octets, Oer, UnknownRules, |w| {
        w.enumerated(&Item::<true> { number: None, index: Some(3) })
    });
    let decimal = Real::Decimal { negative: false, digits: "5".into(), exponent: -1 };
    unwritten!("12.3: base 10", octets, Oer, WrongValue, |w| w.float(&decimal, 8));
    let binary =
        |mantissa: &[u8], exponent| Real::Binary { negative: false, mantissa: mantissa.into(), exponent };
    unwritten!("12.3: 57 binary digits", octets, Oer, WrongValue, |w| w
        .float(&binary(&[1, 0, 0, 0, 0, 0, 0, 1], 0), 8));
    unwritten!("12.3: 54 binary digits", octets, Oer, WrongValue, |w| w
        .float(&binary(&[0x20, 0, 0, 0, 0, 0, 1], 0), 8));
    unwritten!("12.3: above all", octets, Oer, WrongValue, |w| w.float(&binary(&[1], 1024), 8));
    unwritten!("12.2: 25 binary digits", octets, Oer, WrongValue, |w| w.float(&binary(&[1, 0, 0, 1], 0), 4));
}

#[test]
fn strings_are_written_as_read() {
    same!("13: ten bits", octets, Oer, "ffc0", |r| r.bit_string(Some(10)), |w, v| w.bit_string(&v, Some(10)));
    same!("13: bits", octets, Oer, "0304fff0", |r| r.bit_string(None), |w, v| w.bit_string(&v, None));
    same!("14: octets", octets, Oer, "03616263", |r| r.octet_string(None), |w, v| w.octet_string(&v, None));
    same!("21: OBJECT IDENTIFIER", octets, Oer, "032a0304", |r| r.oid(), |w, v| w.oid(&v));
    same!("22: RELATIVE-OID", octets, Oer, "020304", |r| r.relative_oid(), |w, v| w.relative_oid(&v));
    same!("27: UTF8String", octets, Oer, "03e282ac", |r| r.text(Repertoire::Utf8, None), |w, v| {
        w.text(&v, Repertoire::Utf8, None)
    });
    same!("X.682 11: octets in bits", octets, Oer, "03006162", |r| r.holding_bits(None), |w, v| {
        w.holding_bits(Ok(v.to_vec()), None)
    });
    same!("X.682 11: octets in 16 bits", octets, Oer, "6162", |r| r.holding_bits(Some(16)), |w, v| {
        w.holding_bits(Ok(v.to_vec()), Some(16))
    });
}

#[test]
fn strings_of_other_sizes_are_refused() {
    refused!("13: nine unused bits", octets, Oer, "0209ff", BitsUnused, |r| r.bit_string(None));
    refused!("22: an arc without end", octets, Oer, "0183", OidForm, |r| r.relative_oid());
    refused!("27: not UTF-8", octets, Oer, "01ff", Character, |r| r.text(Repertoire::Utf8, None));
    refused!("X.682 11: twelve bits", octets, Oer, "0304fff0", NotContained, |r| r.holding_bits(None));
    limited!("14", octets, Oer, "03616263", string_octets, 3, LimitStringOctets, |r| r.octet_string(None));
    limited!("14", octets, Oer, "616263", string_octets, 3, LimitStringOctets, |r| r.octet_string(Some(3)));
    limited!("the whole message", octets, Oer, "616263", total, 3, LimitTotal, |r| r.octet_string(Some(3)));
    unwritten!("13.2: a bit that is set is lost", octets, Oer, SizeRange, |w| {
        w.bit_string(&BitString::new(&[0xff, 0xe0][..], 11), Some(10))
    });
    unwritten!("14: another size", octets, Oer, SizeRange, |w| w.octet_string(b"a", Some(2)));
    unwritten!("X.682 11: another size", octets, Oer, SizeRange, |w| w
        .holding_bits(Ok(b"a".to_vec()), Some(16)));
    unwritten!("27: no PrintableString", octets, Oer, Character, |w| w.text(
        "\u{e9}",
        Repertoire::Printable,
        None
    ));
}

#[test]
fn times_are_written_as_read() {
    same!("29: DATE", octets, Oer, "0207e40b15", |r| r.date(), |w, v| w.date(&v));
    same!("29: TIME-OF-DAY", octets, Oer, "173b3b", |r| r.time_of_day(), |w, v| w.time_of_day(&v));
    same!("29: DATE-TIME", octets, Oer, "0207e40b15000001", |r| r.date_time(), |w, v| w.date_time(&v));
    same!("29: DURATION", octets, Oer, "83010101050102013c", |r| r.duration(), |w, v| w.duration(&v));
    same!("30: UTCTime", octets, Oer, "0d3931303530363233343534305a", |r| r.utc_time(), |w, v| w
        .utc_time(&v));
    let general = "0f32303230303130313030303030305a";
    same!("30: GeneralizedTime", octets, Oer, general, |r| r.generalized_time(), |w, v| w
        .generalized_time(&v));
}

#[test]
fn other_texts_are_no_times() {
    refused!("29: a fraction of nothing", octets, Oer, "0101010105", TimeForm, |r| r.duration());
    refused!("29: a fraction of 19 digits", octets, Oer, "81010101130105", TimeForm, |r| r.duration());
    refused!("29: a part beyond 64 bits", octets, Oer, "8009010000000000000000", TimeForm, |r| r.duration());
    refused!("29: a year of nine octets", octets, Oer, "090100000000000000000101", TimeForm, |r| r.date());
    refused!("30: no UTCTime", octets, Oer, "0139", TimeForm, |r| r.utc_time());
    refused!("30: no GeneralizedTime", octets, Oer, "0139", TimeForm, |r| r.generalized_time());
    for text in ["", "2020-01", "2020-02-30", "2020-13-01", "x020-01-01"] {
        unwritten!("29: no DATE", octets, Oer, TimeForm, |w| w.date(text));
    }
    for text in ["", "10:00", "25:00:00", "10:00:00:00", "1x:00:00"] {
        unwritten!("29: no TIME-OF-DAY", octets, Oer, TimeForm, |w| w.time_of_day(text));
    }
    for text in
        ["", "P", "P1", "PT", "P1.Y", "P1S", "P1.5Y1M", "P1234567890123456789Y", "P1.1234567890123456789Y"]
    {
        unwritten!("29: no DURATION", octets, Oer, TimeForm, |w| w.duration(text));
    }
    unwritten!("29: no DATE-TIME", octets, Oer, TimeForm, |w| w.date_time("2020-01-01 10:00:00"));
    unwritten!("30: no UTCTime", octets, Oer, TimeForm, |w| w.utc_time("9105062345"));
    unwritten!("30: no GeneralizedTime", octets, Oer, TimeForm, |w| w.generalized_time("2020"));
}

#[test]
fn frames_hold_exactly_their_contents() {
    let tag = Tag::new(2, 1);
    same!("8.7: a tag", octets, Oer, "8105", |r| r.tagged(tag, |r| r.whole::<i64>(1, false)), |w, v| {
        w.tagged(tag, |w| w.whole(&v, 1, false))
    });
    same!("30: a field", octets, Oer, "0105", |r| r.field(|r| r.whole::<i64>(1, false)), |w, v| {
        w.field(|w| w.whole(&v, 1, false))
    });
    same!("17: a list", octets, Oer, "01020506", |r| r.list(|r| r.whole::<i64>(1, false)), |w, v| {
        w.list(&v, |w, n| w.whole(n, 1, false))
    });
    refused!("8.7: another tag", octets, Oer, "8205", WrongTag, |r| r
        .tagged(tag, |r| r.whole::<i64>(1, false)));
    refused!("30: an octet left in a field", octets, Oer, "020506", Trailing, |r| r
        .field(|r| r.whole::<i64>(1, false)));
    refused!("an octet left", octets, Oer, "0506", Trailing, |r| r.whole::<i64>(1, false));
    limited!("17", octets, Oer, "01020506", elements, 2, LimitElements, |r| r
        .list(|r| r.whole::<i64>(1, false)));
    limited!("elements of no octets", octets, Oer, "0103", empty_elements, 3, LimitEmptyElements, |r| r
        .list(|r| r.null()));
    limited!("levels", octets, Oer, "0100", depth, 1, LimitDepth, |r| r.list(|r| r.null()));
}

#[test]
fn octets_that_were_kept_stay_under_their_rules() {
    refused!("octets left in a value read again", octets, Oer, "0506", Trailing, |r| {
        let kept = r.any()?;
        r.again(&kept, |r| r.whole::<i64>(1, false))
    });
    same!("20: an unknown alternative", octets, Oer, "85020506", |r| r.unknown_alternative(), |w, v| {
        w.unknown_alternative(&v)
    });
    let unknown = |rules, octets: &[u8]| Unknown { index: None, rules, octets: octets.to_vec().into() };
    let der = unknown(Rules::Der, &[0x85, 1, 5]);
    unwritten!("an alternative of DER", octets, Oer, UnknownRules, |w| w.unknown_alternative(&der));
    let longer = unknown(Rules::Oer, &[0x85, 1, 5, 6]);
    unwritten!("an octet left", octets, Oer, Trailing, |w| w.unknown_alternative(&longer));
    unwritten!("octets of DER", octets, Oer, UnknownRules, |w| w.any(&Opaque::new(Rules::Der, &[5, 0][..])));
}

#[test]
fn unknown_additions_are_skipped() {
    // A bitmap 1 0 0 1, a known addition and an unknown one.
    same!(
        "16: additions",
        octets,
        Oer,
        "0204900105",
        |r| {
            let additions = r.additions()?;
            assert!(additions.has(0) && !additions.has(1) && additions.has(3) && !additions.has(4));
            r.field(|r| r.whole::<i64>(1, false))
        },
        |w, v| {
            w.additions(&[true, false, false, true])?;
            w.field(|w| w.whole(&v, 1, false))
        }
    );
    let octets = crate::hex("020490010502aabb");
    let limits = wireglot_rt::Limits::default();
    let read = wireglot_rt::codec::octets::decode(&octets, Rules::Oer, &limits, |r| {
        let additions = r.additions()?;
        let known = r.field(|r| r.whole::<i64>(1, false))?;
        r.skip_unknown(&additions, 1)?;
        Ok(known)
    });
    assert_eq!(read, Ok(5), "16: an unknown addition");
}
