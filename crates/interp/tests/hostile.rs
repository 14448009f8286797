//! Malicious input: bounded depth, memory and time.

use std::time::Duration;

use crate::clock::Clock;
use crate::schema::{codec, decode, hex};
use wireglot_interp::{DecodeOptions, Discard, ErrorCode, Limits, Tape};
use wireglot_plan::Rules;

const BOMBS: &str = "Bombs DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    R ::= SEQUENCE { r R OPTIONAL }
    L ::= SEQUENCE OF L
    S ::= SET OF S
    C ::= CHOICE { n NULL, c C }
    A ::= SEQUENCE { a BOOLEAN, ... }
    O ::= OCTET STRING
    I ::= INTEGER
    Id ::= OBJECT IDENTIFIER
    Re ::= REAL
    Z ::= SEQUENCE OF NULL
    ZZ ::= SEQUENCE OF SEQUENCE OF NULL
    S1 ::= IA5String (FROM (\"a\"))
    P ::= OCTET STRING (CONTAINING P2)
    P2 ::= SEQUENCE { p P OPTIONAL }
END";

fn code(rules: Rules, ty: &str, bytes: &[u8]) -> ErrorCode {
    decode(&codec(BOMBS, rules), ty, bytes, &DecodeOptions::default()).unwrap_err().fault.code
}

/// Two million octets take far less than this, even on a slow machine.
fn quickly<T>(run: impl FnOnce() -> T) -> T {
    let start = Clock::start();
    let done = run();
    assert!(start.elapsed() < Duration::from_secs(20));
    done
}

/// Runs on a stack of two megabytes.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

/// Canonical rules sort a SET OF by its elements' encodings. Each is sorted only once, however deep
/// they nest.
#[test]
fn sets_in_sets_are_put_in_order_once() {
    on_a_small_stack(|| {
        // Two elements at each level: an empty set, and the next level.
        let levels = 120;
        for (rules, two, none) in
            [(Rules::Cuper, &[2, 0][..], 0), (Rules::Caper, &[2, 0], 0), (Rules::Coer, &[1, 2, 1, 0], 0)]
        {
            let mut bytes = two.repeat(levels);
            bytes.extend(if rules == Rules::Coer { vec![1, none] } else { vec![none] });
            let codec = codec(BOMBS, rules);
            quickly(|| decode(&codec, "S", &bytes, &DecodeOptions::default()).unwrap());
        }
    });
}

#[test]
fn nesting_ends_at_the_limit() {
    on_a_small_stack(|| {
        let indefinite = |tag: u8, count| [tag, 0x80].repeat(count);
        assert_eq!(code(Rules::Ber, "L", &indefinite(0x30, 100_000)), ErrorCode::LimitDepth);
        let mut records = vec![0x30, 0x80];
        records.extend(indefinite(0xa0, 100_000));
        assert_eq!(code(Rules::Ber, "R", &records), ErrorCode::LimitDepth);
        assert_eq!(code(Rules::Ber, "C", &indefinite(0xa1, 100_000)), ErrorCode::LimitDepth);
        assert_eq!(code(Rules::Uper, "R", &[0xff; 100_000]), ErrorCode::LimitDepth);
        assert_eq!(code(Rules::Uper, "C", &[0xff; 100_000]), ErrorCode::LimitDepth);
        assert_eq!(code(Rules::Aper, "L", &[1; 100_000]), ErrorCode::LimitDepth);
        assert_eq!(code(Rules::Oer, "R", &[0x80; 100_000]), ErrorCode::LimitDepth);
        assert_eq!(code(Rules::Oer, "C", &[0x81; 100_000]), ErrorCode::LimitDepth);
        assert_eq!(code(Rules::Oer, "L", &[1; 100_000]), ErrorCode::LimitDepth);
        let deepest = Limits::default().depth as usize;
        let codec = codec(BOMBS, Rules::Ber);
        let mut bytes = [0x30, 0x80].repeat(deepest);
        bytes.extend([0, 0].repeat(deepest));
        decode(&codec, "L", &bytes, &DecodeOptions::default()).unwrap();
    });
}

#[test]
fn unknown_and_segmented_nesting_is_passed_in_one_go() {
    quickly(|| {
        let mut bytes = hex("30 80 80 01 ff");
        bytes.extend([0xbf, 0x7f, 0x80].repeat(600_000));
        assert_eq!(code(Rules::Ber, "A", &bytes), ErrorCode::LimitDepth);
        let segments = [0x24, 0x80].repeat(1_000_000);
        assert_eq!(code(Rules::Ber, "O", &segments), ErrorCode::LimitDepth);
        let mut flat = vec![0x24, 0x80];
        flat.extend([4, 0].repeat(1_000_000));
        flat.extend([0, 0]);
        decode(&codec(BOMBS, Rules::Ber), "O", &flat, &DecodeOptions::default()).unwrap();
    });
}

#[test]
fn lengths_are_not_believed() {
    for bytes in
        ["04 84 7fffffff", "04 88 7fffffffffffffff", "04 89 ffffffffffffffffff 00", "24 84 7fffffff 04 01"]
    {
        let found = code(Rules::Ber, "O", &hex(bytes));
        assert!(matches!(found, ErrorCode::Overrun | ErrorCode::Truncated), "{bytes}: {found:?}");
    }
    // X.691 11.9.3.8: fragments of 64K that are missing.
    assert_eq!(code(Rules::Uper, "O", &[0xc4; 4]), ErrorCode::Truncated);
    assert_eq!(code(Rules::Aper, "L", &[0xc4; 4]), ErrorCode::Truncated);
}

#[test]
fn each_of_several_messages_is_held_to_the_total() {
    let codec = codec("M DEFINITIONS ::= BEGIN O ::= OCTET STRING END", Rules::Ber);
    let take = |bytes: &str, total| {
        let limits = Limits { total, ..Limits::default() };
        let options = DecodeOptions { trailing: true, limits, ..DecodeOptions::default() };
        let taken = codec.decode(0, &hex(bytes), &options, &mut Discard);
        taken.map_err(|error| error.fault.code)
    };
    let two = "04 02 6162 04 02 6364";
    assert_eq!(take(two, 4), Ok(4));
    assert_eq!(take(two, 3), Err(ErrorCode::LimitTotal));
    assert_eq!(take(two, 1), Err(ErrorCode::LimitTotal));
    assert_eq!(take("04 02 61", 4), Err(ErrorCode::Overrun));
}

#[test]
fn long_numbers_are_refused() {
    quickly(|| {
        let long = |tag: u8| {
            let mut bytes = vec![tag, 0x83, 0x1e, 0x84, 0x80];
            bytes.extend(vec![0x81; 2_000_000]);
            bytes[2_000_004] = 1;
            bytes
        };
        assert_eq!(code(Rules::Ber, "I", &long(2)), ErrorCode::LimitIntegerOctets);
        assert_eq!(code(Rules::Ber, "Id", &long(6)), ErrorCode::LimitIntegerOctets);
        assert_eq!(code(Rules::Ber, "Re", &long(9)), ErrorCode::LimitIntegerOctets);
        let mut tag = vec![0x3f];
        tag.extend(vec![0xff; 2_000_000]);
        assert_eq!(code(Rules::Ber, "A", &tag), ErrorCode::BadTag);
        assert_eq!(
            code(Rules::Ber, "Re", &hex("09 0c 83 09 010000000000000000 01")),
            ErrorCode::RealExponent
        );
    });
}

#[test]
fn elements_of_no_bits_are_counted() {
    // 64K elements in one octet, repeatedly.
    assert_eq!(code(Rules::Uper, "Z", &[0xc4; 100]), ErrorCode::LimitEmptyElements);
    let mut bytes = vec![0x80 | 0x10, 0x00];
    bytes.extend([0xc1, 0x00].repeat(0x1000));
    assert_eq!(code(Rules::Uper, "ZZ", &bytes), ErrorCode::LimitEmptyElements);
    let mut characters = vec![0xc4; 100];
    characters.push(0);
    assert_eq!(code(Rules::Uper, "S1", &characters), ErrorCode::LimitEmptyElements);
    assert_eq!(code(Rules::Oer, "Z", &hex("03 7f ff ff")), ErrorCode::LimitEmptyElements);
    let mut tape = Tape::new();
    let codec = codec(BOMBS, Rules::Uper);
    let root = codec.shape().root("Z").unwrap();
    codec.decode(root, &[0xc4, 0x00], &DecodeOptions::default(), &mut tape).unwrap();
    assert_eq!(tape.root().unwrap().elements().unwrap().len(), 65_536);
    let few = Limits { elements: 10, ..Limits::default() };
    let options = DecodeOptions { limits: few, ..DecodeOptions::default() };
    let error = codec.decode(root, &[11], &options, &mut Discard).unwrap_err();
    assert_eq!(error.fault.code, ErrorCode::LimitElements);
}

#[test]
fn no_prefix_and_no_flipped_bit_panics() {
    for rules in Rules::ALL {
        let codec = codec(BOMBS, rules);
        for (root, _) in codec.shape().roots.iter().enumerate() {
            for seed in 0..5 {
                let options = wireglot_interp::SampleOptions { seed, ..Default::default() };
                let Some(value) = codec.sample(root, &options) else { continue };
                let mut bytes = Vec::new();
                let value = value.root().unwrap();
                codec.encode(root, value, &Default::default(), &mut bytes).unwrap();
                for end in 0..bytes.len().min(64) {
                    let _ = codec.decode(root, &bytes[..end], &DecodeOptions::default(), &mut Discard);
                }
                for bit in 0..bytes.len().min(64) * 8 {
                    bytes[bit / 8] ^= 0x80 >> (bit % 8);
                    let mut tape = Tape::new();
                    if codec.decode(root, &bytes, &DecodeOptions::default(), &mut tape).is_ok() {
                        let mut again = Vec::new();
                        let value = tape.root().unwrap();
                        let _ = codec.encode(root, value, &Default::default(), &mut again);
                    }
                    bytes[bit / 8] ^= 0x80 >> (bit % 8);
                }
            }
        }
    }
}
