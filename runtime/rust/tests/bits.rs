//! PER (X.691).

use wireglot_rt::bits::Size;
use wireglot_rt::codec::{BitString, Integer, Opaque, Repertoire, Rules, Unknown};

use crate::{item, limited, refused, same, unwritten, Item, ITEMS};

/// Zero octets as digits.
fn zeros(octets: usize) -> String {
    "00".repeat(octets)
}

#[test]
fn times_are_written_as_read() {
    for digits in ["1520", "400000", "802fc0", "c080fa0000"] {
        same!("32.2: DATE", bits, Uper, digits, |r| r.date(), |w, v| w.date(&v));
    }
    for digits in ["1520", "40000000", "8000bf00", "c00203e80000"] {
        same!("32.2: DATE", bits, Aper, digits, |r| r.date(), |w, v| w.date(&v));
    }
    same!("32.3: TIME-OF-DAY", bits, Uper, "bf7e00", |r| r.time_of_day(), |w, v| w.time_of_day(&v));
    same!("32.4: DATE-TIME", bits, Uper, "15217efc", |r| r.date_time(), |w, v| w.date_time(&v));
    for digits in ["8004", "80809000", "03020028", "03024028", "810602090204d2"] {
        same!("32.5: DURATION", bits, Uper, digits, |r| r.duration(), |w, v| w.duration(&v));
    }
    for digits in ["8004", "80800120", "0302000005", "81060104800204d2"] {
        same!("32.5: DURATION", bits, Aper, digits, |r| r.duration(), |w, v| w.duration(&v));
    }
}

#[test]
fn other_numbers_and_texts_are_no_times() {
    refused!("32.2: the year 10000", bits, Uper, "c089c40000", TimeForm, |r| r.date());
    refused!("32.2: the year -1", bits, Uper, "c07fc000", TimeForm, |r| r.date());
    refused!("32.2: a year of nine octets", bits, Uper, "c24000000000000000004000", TimeForm, |r| r.date());
    refused!("32.2: month 13", bits, Uper, "1720", IntegerRange, |r| r.date());
    refused!("32.3: hour 25", bits, Uper, "c80000", IntegerRange, |r| r.time_of_day());
    refused!("32.5: -1 years", bits, Uper, "8080ff80", TimeForm, |r| r.duration());
    refused!("32.5: 2^64 years", bits, Uper, "808480800000000000000000", TimeForm, |r| r.duration());
    refused!("32.5: a fraction of nothing", bits, Uper, "010014", TimeForm, |r| r.duration());
    for text in ["", "2010-5-17", "2010-05-17-01", "2010-02-30", "2010-00-01"] {
        unwritten!("32.2: no DATE", bits, Uper, TimeForm, |w| w.date(text));
    }
    for text in ["", "1:00:00", "25:00:00", "00:00:61"] {
        unwritten!("32.3: no TIME-OF-DAY", bits, Uper, TimeForm, |w| w.time_of_day(text));
    }
    unwritten!("32.4: no DATE-TIME", bits, Uper, TimeForm, |w| w.date_time("2010-05-17 00:00:00"));
    unwritten!("32.5: no DURATION", bits, Uper, TimeForm, |w| w.duration("P1"));
}

#[test]
fn the_parts_of_a_time_are_checked_by_hand_too() {
    use wireglot_rt::bits::{write_date, write_time_of_day, Writer};
    for text in ["2010-05-17-01", "10-05-17", "2010-05"] {
        assert!(write_date(&mut Writer::new(false), text).is_err(), "32.2: {text}");
    }
    for text in ["25:00:00", "00:60:00", "00:00:61", "0:00:00"] {
        assert!(write_time_of_day(&mut Writer::new(false), text).is_err(), "32.3: {text}");
    }
}

/// Bounds beyond 64 bits.
#[test]
fn wide_numbers_are_written_as_read() {
    // From 0 to 2^100 - 1.
    let span = crate::hex(&format!("0f{}", "ff".repeat(12)));
    let one = format!("{}10", zeros(12));
    let half = format!("80{}", zeros(12));
    for digits in [one, half] {
        same!("11.5.6: 100 bits", bits, Uper, digits, |r| r.wide::<Integer<'_>>(&[0], &span), |w, v| w.wide(
            &v,
            &[0],
            &span
        ));
    }
    for digits in ["0001".to_string(), format!("c008{}", zeros(12))] {
        same!("11.5.7.4: octets", bits, Aper, digits, |r| r.wide::<Integer<'_>>(&[0], &span), |w, v| w.wide(
            &v,
            &[0],
            &span
        ));
    }
    // From -1 to 2^64 - 1.
    let span = crate::hex(&format!("01{}", zeros(8)));
    for digits in [zeros(9), format!("80{}", zeros(8)), format!("7f{}80", "ff".repeat(7))] {
        same!("11.5.6: 65 bits", bits, Uper, digits, |r| r.wide::<Integer<'_>>(&[0xff], &span), |w, v| w
            .wide(&v, &[0xff], &span));
    }
    // From 2^70 to 2^70 + 255.
    let lo = crate::hex(&format!("40{}", zeros(8)));
    let span = [0, 0xff];
    same!("11.5.6: a great lower bound", bits, Uper, "05", |r| r.wide::<Integer<'_>>(&lo, &span), |w, v| w
        .wide(&v, &lo, &span));
    same!("11.7: a great lower bound", bits, Uper, "0105", |r| r.from_least::<Integer<'_>>(&lo), |w, v| w
        .from_least(&v, &lo));
    let small = Integer::from(5_i64);
    unwritten!("11.5: below", bits, Uper, IntegerRange, |w| w.wide(&small, &lo, &span));
    unwritten!("11.7: below", bits, Uper, IntegerRange, |w| w.from_least(&small, &lo));
    // From 0 to 2^65, in 66 bits.
    let span = crate::hex(&format!("02{}", zeros(8)));
    let ones = format!("{}c0", "ff".repeat(8));
    refused!("11.5: above", bits, Uper, ones, IntegerRange, |r| r.wide::<Integer<'_>>(&[0], &span));
    let above = Integer::from_octets(crate::hex(&format!("02{}01", zeros(7))).into());
    unwritten!("11.5: above", bits, Uper, IntegerRange, |w| w.wide(&above, &[0], &span));
}

#[test]
fn numbers_out_of_range_are_refused() {
    refused!("11.5: above", bits, Uper, "a0", IntegerRange, |r| r.constrained::<i64>(0, 4));
    refused!("11.8: no octets", bits, Uper, "00", IntegerEmpty, |r| r.unconstrained::<i64>());
    refused!("11.8: beyond i64", bits, Uper, "09010000000000000000", IntegerRange, |r| r
        .unconstrained::<i64>());
    refused!("14.3: no item", bits, Uper, "80", UnknownIndex, |r| r
        .enumerated::<Item<false>>(&ITEMS, Some(&[])));
    refused!("14.2: no item", bits, Uper, "c0", IntegerRange, |r| r.enumerated::<Item<false>>(&ITEMS, None));
    limited!("11.8", bits, Uper, "03010000", integer_octets, 3, LimitIntegerOctets, |r| r
        .unconstrained::<i64>());
    unwritten!("11.5: below", bits, Uper, IntegerRange, |w| w.constrained(&4_i64, 5, 5));
    unwritten!("11.5: above", bits, Uper, IntegerRange, |w| w.constrained(&Integer::from(u64::MAX), 5, 5));
    unwritten!("14: no item", bits, Uper, UnknownItem, |w| w.enumerated(&item::<false>(6), &ITEMS, None));
    unwritten!("14: no item", bits, Uper, UnknownItem, |w| w.enumerated(
        &item::<true>(6),
        &ITEMS,
        Some(&[7])
    ));
    same!(
        "14.3: an item of a later version",
        bits,
        Uper,
        "84",
        |r| r.enumerated::<Item<true>>(&ITEMS, Some(&[7])),
        |w, v| { w.enumerated(&v, &ITEMS, Some(&[7])) }
    );
}

#[test]
fn strings_have_the_sizes_of_their_type() {
    let fixed = |size| Size { lo: size, hi: Some(size) };
    same!("16: bits", bits, Uper, "ffe0", |r| r.bit_string(fixed(11)), |w, v| w.bit_string(&v, fixed(11)));
    let named = |size: Size| {
        wireglot_rt::codec::bits::encode(Rules::Uper, |w| {
            w.named_bits(&BitString::new(&[0xff, 0xe0][..], 11), size)
        })
    };
    assert_eq!(named(fixed(13)), Ok(vec![0xff, 0xe0]), "16.2: zeros up to the size");
    assert_eq!(
        named(Size { lo: 17, hi: Some(40) }),
        Ok(vec![7, 0xff, 0]),
        "16.2: zeros up to the lower bound"
    );
    assert!(named(fixed(10)).is_err(), "16.2: a bit that is set is lost");
    unwritten!("17: another size", bits, Uper, SizeRange, |w| w.octet_string(b"a", fixed(2)));
    unwritten!("19: too many elements", bits, Uper, SizeRange, |w| w.list(
        &[true, true],
        fixed(1),
        |w, b| w.boolean(b)
    ));
    unwritten!("30: no character", bits, Uper, Character, |w| w.characters(
        "\u{100}",
        &[],
        7,
        0x7f,
        Size::ANY
    ));
    unwritten!("30: not of the alphabet", bits, Uper, Character, |w| w.characters(
        "x",
        &['a', 'b'],
        1,
        0,
        Size::ANY
    ));
    refused!("30: above the alphabet", bits, Uper, "01fe", Character, |r| r.characters(
        &[],
        7,
        'z' as u32,
        Size::ANY
    ));
    refused!("30: not of the alphabet", bits, Uper, "01c0", Character, |r| r.characters(
        &['a', 'b', 'c'],
        2,
        0,
        Size::ANY
    ));
    refused!("27: not UTF-8", bits, Uper, "01ff", Character, |r| r.text(Repertoire::Utf8));
    limited!("17", bits, Uper, "03616263", string_octets, 3, LimitStringOctets, |r| r
        .octet_string(Size::ANY));
    limited!("the whole message", bits, Uper, "03616263", total, 4, LimitTotal, |r| r
        .octet_string(Size::ANY));
    limited!("19", bits, Uper, "02c0", elements, 2, LimitElements, |r| r.list(Size::ANY, |r| r.boolean()));
    limited!("levels", bits, Uper, "00", depth, 1, LimitDepth, |r| r.list(Size::ANY, |r| r.boolean()));
    limited!("elements of no bits", bits, Uper, "03", empty_elements, 3, LimitEmptyElements, |r| {
        r.list(Size::ANY, |r| r.null())
    });
}

/// 11.9.3.8: 16K elements and more are written in fragments.
#[test]
fn lists_in_fragments_are_written_as_read() {
    for count in [16_384, 16_385, 65_536 + 16_384 + 3] {
        let list: Vec<bool> = (0..count).map(|at| at % 3 == 0).collect();
        for rules in [Rules::Uper, Rules::Aper] {
            let octets =
                wireglot_rt::codec::bits::encode(rules, |w| w.list(&list, Size::ANY, |w, b| w.boolean(b)))
                    .unwrap();
            let read = |elements| {
                let limits = wireglot_rt::Limits { elements, ..wireglot_rt::Limits::default() };
                wireglot_rt::codec::bits::decode(&octets, rules, &limits, |r| {
                    r.list(Size::ANY, |r| r.boolean())
                })
            };
            assert_eq!(read(count), Ok(list.clone()));
            assert!(read(count - 1).is_err(), "a limit that the last fragment exceeds");
        }
    }
}

#[test]
fn octets_that_were_kept_stay_under_their_rules() {
    let unknown = |rules, index| Unknown { index, rules, octets: vec![5].into() };
    unwritten!("23: of DER", bits, Uper, UnknownRules, |w| w
        .unknown_alternative(&unknown(Rules::Der, None), 2));
    unwritten!("23: of APER", bits, Uper, UnknownRules, |w| w
        .unknown_alternative(&unknown(Rules::Aper, Some(2)), 2));
    unwritten!("23: an index that is known", bits, Uper, UnknownPlace, |w| {
        w.unknown_alternative(&unknown(Rules::Uper, Some(1)), 2)
    });
    unwritten!("11.2: octets of DER", bits, Uper, UnknownRules, |w| w
        .any(&Opaque::new(Rules::Der, &[5, 0][..])));
    refused!("23: no such alternative", bits, Uper, "80", UnknownIndex, |r| Err::<(), _>(r.no_alternative()));
}

#[test]
fn an_error_in_contents_has_its_place_in_the_message() {
    use wireglot_rt::codec::{bits, tlv, Fault, Limits, Tag};
    let limits = Limits::default();
    // In each of two strings, something comes before the next one.
    let read = bits::decode(&[0x81, 0xc0, 0x7f, 0xc0, 0], Rules::Uper, &limits, |r| {
        r.boolean()?;
        let octets = r.holding_octets(Size::ANY)?;
        bits::contained(&octets, Rules::Uper, r.inside()?, |r| {
            r.boolean()?;
            let octets = r.holding_octets(Size::ANY)?;
            bits::contained(&octets, Rules::Uper, r.inside()?, |r| r.constrained::<i64>(0, 10))
        })
    });
    assert_eq!(read.map_err(|fault: Fault| fault.bit), Err(18));
    let read = tlv::decode(&[4, 4, 4, 2, 2, 0], Rules::Ber, &limits, |r| {
        let octets = r.holding_octets(Tag::universal(4))?;
        tlv::contained(&octets, Rules::Ber, r.inside()?, |r| {
            let octets = r.holding_octets(Tag::universal(4))?;
            tlv::contained(&octets, Rules::Ber, r.inside()?, |r| r.integer::<i64>(Tag::universal(2)))
        })
    });
    assert_eq!(read.map_err(|fault: Fault| fault.bit / 8), Err(6));
}
