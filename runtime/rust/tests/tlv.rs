//! BER and DER (X.690).

use wireglot_rt::codec::{BitString, Integer, Opaque, Real, Repertoire, Rules, Tag, Unknown};

use crate::{done, item, limited, refused, same, unwritten, Item};

const SEQUENCE: Tag = Tag::universal(16);
const OCTETS: Tag = Tag::universal(4);
const BITS: Tag = Tag::universal(3);

#[test]
fn times_are_written_as_read() {
    let time = Tag::universal(14);
    same!("8.26.1: TIME", tlv, Der, "0e0731323a33302e35", |r| r.time(time), |w, v| w.time(time, &v));
    same!("8.26.1: TIME", tlv, Ber, "0e0731323a33302c35", |r| r.time(time), |w, v| w.time(time, &v));
    refused!("11.9: a comma", tlv, Der, "0e0731323a33302c35", TimeCanonical, |r| r.time(time));
    refused!("11.9: no minutes", tlv, Der, "0e0b31323a33302b30313a3030", TimeCanonical, |r| r.time(time));
    refused!("X.680 38.3: no TIME", tlv, Der, "0e04736f6f6e", TimeForm, |r| r.time(time));
    unwritten!("X.680 38.3: no TIME", tlv, Ber, TimeForm, |w| w.time(time, "soon"));
    unwritten!("11.9: a comma", tlv, Der, TimeCanonical, |w| w.time(time, "12:30,5"));
    let date = Tag::universal(31);
    same!("8.26.2: DATE", tlv, Der, "1f1f083230313030353137", |r| r.date(date), |w, v| w.date(date, &v));
    refused!("8.26.2: no digit", tlv, Ber, "1f1f08323031303035313a", TimeForm, |r| r.date(date));
    refused!("8.26.2: seven digits", tlv, Ber, "1f1f0732303130303531", TimeForm, |r| r.date(date));
    refused!("8.26.2: nine digits", tlv, Ber, "1f1f09323031303035313737", TimeForm, |r| r.date(date));
    refused!("X.680 38.4: the 30th of February", tlv, Der, "1f1f083230313030323330", TimeForm, |r| r
        .date(date));
    unwritten!("X.680 38.4: no DATE", tlv, Der, TimeForm, |w| w.date(date, "2010-05"));
    let clock = Tag::universal(32);
    same!("8.26.3: TIME-OF-DAY", tlv, Der, "1f2006323335393630", |r| r.time_of_day(clock), |w, v| w
        .time_of_day(clock, &v));
    let moment = Tag::universal(33);
    let digits = "1f210e3230313030353137323335393630";
    same!("8.26.4: DATE-TIME", tlv, Der, digits, |r| r.date_time(moment), |w, v| w.date_time(moment, &v));
    let span = Tag::universal(34);
    same!("8.26.5: DURATION", tlv, Der, "1f22023159", |r| r.duration(span), |w, v| w.duration(span, &v));
    refused!("8.26.5: another letter", tlv, Ber, "1f22023158", TimeForm, |r| r.duration(span));
    refused!("8.26.5: nothing", tlv, Ber, "1f2200", TimeForm, |r| r.duration(span));
    refused!("X.680 38.4: no DURATION", tlv, Der, "1f220131", TimeForm, |r| r.duration(span));
    unwritten!("X.680 38.4: no DURATION", tlv, Ber, TimeForm, |w| w.duration(span, "1Y"));
    let utc = Tag::universal(23);
    let digits = "170d3931313233313233353935395a";
    same!("8.25: UTCTime", tlv, Der, digits, |r| r.utc_time(utc), |w, v| w.utc_time(utc, &v));
    unwritten!("11.8: without seconds", tlv, Der, TimeCanonical, |w| w.utc_time(utc, "9112312359Z"));
    refused!(
        "8.25: an offset with more after it",
        tlv,
        Ber,
        "1710393131323331323335392b3031303030",
        TimeForm,
        |r| r.utc_time(utc)
    );
}

/// The helpers that write a time without its separators refuse other texts themselves.
#[test]
fn separators_are_where_they_belong() {
    use wireglot_rt::tlv::{write_date, write_duration};
    for text in ["", "2010-05", "2010/05/17", "201x-05-17", "2010-05-177"] {
        assert!(write_date(text, &mut Vec::new()).is_err(), "8.26.2: {text}");
    }
    for text in ["", "1Y", "P", "PX"] {
        assert!(write_duration(text, &mut Vec::new()).is_err(), "8.26.5: {text}");
    }
}

/// 8.6.4, 8.7.3: strings in parts.
#[test]
fn parts_are_joined() {
    let read = |digits: &str, limit: usize| {
        let limits = wireglot_rt::Limits { string_octets: limit, ..wireglot_rt::Limits::default() };
        wireglot_rt::codec::tlv::decode(&crate::hex(digits), Rules::Ber, &limits, |r| {
            Ok(r.octet_string(OCTETS)?.into_owned())
        })
    };
    assert_eq!(read("240b2406040161040162040163", 3), Ok(b"abc".to_vec()));
    assert!(read("240b2406040161040162040163", 2).is_err(), "a limit that the last part exceeds");
    assert!(
        read("2403040161", 1).is_ok() && read("2480048000000000", 9).is_err(),
        "8.1.3.2: a part of indefinite length"
    );
    let limits = wireglot_rt::Limits::default();
    let bits = |digits: &str| {
        wireglot_rt::codec::tlv::decode(&crate::hex(digits), Rules::Ber, &limits, |r| {
            let bits = r.bit_string(BITS)?;
            Ok((bits.octets.into_owned(), bits.bits))
        })
    };
    assert_eq!(bits("2308030200ff030204f0"), Ok((vec![0xff, 0xf0], 12)));
    assert!(bits("2308030204f0030200ff").is_err(), "8.6.4: unused bits in the last part only");
    refused!("10.2: parts in DER", tlv, Der, "2403040161", Constructed, |r| r.octet_string(OCTETS));
    limited!("8.7", tlv, Ber, "0403616263", string_octets, 3, LimitStringOctets, |r| r.octet_string(OCTETS));
    limited!("the whole message", tlv, Ber, "0403616263", total, 5, LimitTotal, |r| r.octet_string(OCTETS));
    refused!("X.682 11: twelve bits", tlv, Ber, "030304fff0", NotContained, |r| r.holding_bits(BITS));
}

#[test]
fn frames_hold_exactly_their_contents() {
    let integer = Tag::universal(2);
    let digits = "3006020105020106";
    same!(
        "8.10: a list",
        tlv,
        Der,
        digits,
        |r| r.constructed(SEQUENCE, |r| r.list(|r| r.integer::<i64>(integer))),
        |w, v| { w.constructed(SEQUENCE, |w| w.list(&v, |w, n| w.integer(integer, n))) }
    );
    limited!("8.10", tlv, Ber, digits, elements, 2, LimitElements, |r| {
        r.constructed(SEQUENCE, |r| r.list(|r| r.integer::<i64>(integer)))
    });
    refused!("no element where there must be one", tlv, Ber, "3000", Missing, |r| r
        .constructed(SEQUENCE, |r| r.tag()));
    refused!("no element where there must be one", tlv, Ber, "3000", Missing, |r| r
        .constructed(SEQUENCE, |r| done(r.any())));
    refused!("8.1.3.2: a primitive of indefinite length", tlv, Ber, "02800000", BadLength, |r| r
        .integer::<i64>(integer));
    refused!("8.3: beyond i64", tlv, Ber, "0209010000000000000000", IntegerRange, |r| r
        .integer::<i64>(integer));
    same!(
        "8.3: any number",
        tlv,
        Ber,
        "0209010000000000000000",
        |r| r.integer::<Integer<'_>>(integer),
        |w, v| { w.integer(integer, &v) }
    );
    let set: Vec<i64> = vec![3, 1, 2];
    let written = |rules| {
        wireglot_rt::codec::tlv::encode(rules, |w| {
            w.constructed(Tag::universal(17), |w| w.sorted_list(&set, |w, n| w.integer(integer, n)))
        })
    };
    assert_eq!(written(Rules::Der), Ok(crate::hex("3109020101020102020103")), "11.6: sorted");
    assert_eq!(written(Rules::Ber), Ok(crate::hex("3109020103020101020102")), "8.12: in their own order");
}

#[test]
fn values_of_other_types_are_refused() {
    let number = Tag::universal(10);
    refused!("8.4: no item", tlv, Ber, "0a0106", UnknownItem, |r| r.enumerated::<Item<false>>(number));
    unwritten!("8.4: no item", tlv, Ber, UnknownItem, |w| w.enumerated(number, &item::<false>(6)));
    unwritten!("8.4: an item of PER", tlv, Ber, UnknownRules, |w| {
        w.enumerated(number, &Item::<true> { number: None, index: Some(3) })
    });
    let real = Tag::universal(9);
    same!("8.5.7.4: an exponent of four octets", tlv, Der, "090783040100000101", |r| r.real(real), |w, v| w
        .real(real, &v));
    same!("8.5.9: MINUS-INFINITY", tlv, Der, "090141", |r| r.real(real), |w, v| w.real(real, &v));
    let minus = Real::Decimal { negative: true, digits: "15".into(), exponent: 0 };
    same!("8.5.8: a negative number", tlv, Der, "0908032d31352e452b30", |r| r.real(real), |w, v| {
        assert_eq!(v, minus);
        w.real(real, &v)
    });
    let text = Tag::universal(19);
    unwritten!("X.680 41: no PrintableString", tlv, Ber, Character, |w| w.text(
        text,
        "\u{e9}",
        Repertoire::Printable
    ));
    unwritten!("octets of OER", tlv, Ber, UnknownRules, |w| w.any(&Opaque::new(Rules::Oer, &[5, 0][..])));
    let unknown = |octets: &[u8]| Unknown { index: None, rules: Rules::Ber, octets: octets.to_vec().into() };
    unwritten!("an octet left", tlv, Ber, Trailing, |w| w.unknown_alternative(&unknown(&[0x85, 1, 5, 6])));
    same!("8.6: a zero that is named", tlv, Der, "03020540", |r| r.bit_string(BITS), |w, v| {
        assert_eq!(v, BitString::new(&[0x40][..], 3));
        w.bit_string(BITS, &v)
    });
}
