//! What can be chosen about generated C: INTEGERs as numbers, REALs as double, additions skipped.

use std::collections::BTreeSet;

use wireglot_emit::{CIntegers, COptions};

use crate::support::{hex, octets, Answer, Pipe, Runtime, Subject, Written, RULES, USUAL};
use crate::tools::project;

/// What is refused because the C type does not hold it (WG_ERROR_RANGE).
const RANGE: &str = "6 ";

/// From here on, rules compare what was read with what would be written: octets that a double writes otherwise do
/// not fit.
const COMPARE: usize = USUAL;

/// A type, whose DEFAULT is 99999999999999999999; a value in BER, and whether it fits.
const GREAT: &[(&str, bool)] = &[
    ("30038001ff", true),
    ("300a80087fffffffffffffff", true),
    ("3000", false),
    ("300b8009008000000000000000", false),
];

/// Each component alone at its ends, in front of and behind what is the same in all: the identifier octet, and
/// contents octets with what becomes of them.
const ENDS: &[(u8, &str, bool)] = &[
    (0x80, "8000000000000000", true),
    (0x80, "7fffffffffffffff", true),
    (0x80, "008000000000000000", false),
    (0x80, "ff7fffffffffffffff", false),
    (0x81, "7fffffffffffffff", true),
    (0x81, "056bc75e2d630fffff", false),
    (0x82, "7fffffffffffffff", true),
    (0x82, "00ffffffffffffffff", false),
    (0x82, "ff", true),
    (0x82, "020000000000000000", false),
    (0x83, "7fffffffffffffff", true),
    (0x83, "008000000000000000", false),
    (0x84, "8000000000000000", true),
    (0x84, "ff7fffffffffffffff", false),
    (0x85, "ff", true),
    (0x85, "7fffffffffffffff", true),
    (0x85, "008000000000000000", false),
    (0x86, "8000000000000000", true),
    (0x86, "008000000000000000", false),
    // A slice all the same.
    (0x88, "008000000000000000", true),
    (0x89, "7fffffffffffffff", true),
    (0x89, "008000000000000000", false),
    (0x8a, "00", true),
    (0x8a, "010000000000000000", false),
];

/// A sequence of `Numbers` in which the component with that identifier octet has these contents.
fn numbers(tag: u8, contents: &str) -> String {
    let usual = [
        (0x80, "01"),
        (0x81, "01"),
        (0x82, "00"),
        (0x83, "05"),
        (0x84, "00"),
        (0x85, "00"),
        (0x86, ""),
        (0xa7, "020101"),
        (0x88, "01"),
        (0x89, ""),
        (0x8a, ""),
    ];
    let body: String = usual
        .into_iter()
        .map(|(at, usual)| (at, if at == tag { contents } else { usual }))
        .filter(|(_, contents)| !contents.is_empty())
        .map(|(at, contents)| format!("{at:02x}{:02x}{contents}", contents.len() / 2))
        .collect();
    format!("30{:02x}{body}", body.len() / 2)
}

/// Contents octets of a REAL, and of the double that they are; none where they are beyond all doubles.
const DOUBLES: &[(&str, Option<&str>)] = &[
    ("", Some("")),
    ("40", Some("40")),
    ("41", Some("41")),
    ("42", Some("42")),
    ("43", Some("43")),
    ("80ff03", Some("80ff03")),
    ("c0ff03", Some("c0ff03")),
    // Of base 8 and 16.
    ("940103", Some("800403")),
    ("a0ff05", Some("80fc05")),
    ("8103cb1fffffffffffff", Some("8103cb1fffffffffffff")),
    ("81fbce01", Some("81fbce01")),
    // 2^53 + 1 and + 3, ties; 2^1024; half of the least double, and more than that.
    ("800020000000000001", Some("803501")),
    ("800020000000000003", Some("800208000000000001")),
    ("81040001", None),
    ("81fbcd01", Some("")),
    ("81fbcc03", Some("81fbce01")),
    ("03312e452b30", Some("800001")),
    ("0220302c35", Some("80ff01")),
    ("03312e452d31", Some("80c90ccccccccccccd")),
    ("03312e45333038", Some("8103d08e679c2f5e45")),
    ("03312e45333039", None),
    ("03312e452d343030", Some("")),
];

/// Values of `Next` in BER, and what `Open` sees of them.
const UNKNOWN: [(&str, &str); 3] = [
    ("30068001058201ff", "3003800105"),
    ("300b800105a1038001ff8201ff", "3008800105a1038001ff"),
    ("3008800105a1038001ff", "3008800105a1038001ff"),
];

struct Tried<'a> {
    subject: &'a Subject,
    pipe: Pipe,
}

impl Tried<'_> {
    /// A value in BER, by all rules, is read as another one, or refused as one that does not fit.
    fn expect(&mut self, ty: &str, given: &str, wanted: Option<&str>) {
        let root = self.subject.shape.root(&format!("Choices.{ty}")).unwrap();
        let of = |hex: &str| self.subject.interpret(root, 0, &octets(hex)).unwrap().unwrap();
        let (mut all, wanted_all) = (of(given), wanted.map(of));
        all[0] = Some(Ok(octets(given)));
        let rules: Vec<usize> = (0..RULES.len()).collect();
        for (from, encoding) in all.into_iter().enumerate() {
            let Some(Ok(encoding)) = encoding else { continue };
            let answer = self.pipe.ask(root, from, &rules, &encoding).unwrap();
            let what = format!("{ty} {} {}", RULES[from], hex(&encoding));
            let same = |wanted: &&Vec<Option<Written>>| wanted[from] == Some(Ok(encoding.clone()));
            let wanted_all = wanted_all.as_ref().filter(|wanted| from < COMPARE || same(wanted));
            match (answer, wanted_all) {
                (Answer::Refused(code, _), None) => assert!(code.starts_with(RANGE), "{what}: {code}"),
                (Answer::Written(written, shown), Some(wanted_all)) => {
                    for (to, wanted) in wanted_all.iter().enumerate() {
                        let (got, wanted) =
                            (written[to].as_ref().ok(), wanted.as_ref().unwrap().as_ref().ok());
                        assert_eq!(got.map(|o| hex(o)), wanted.map(|o| hex(o)), "{what} to {}", RULES[to]);
                    }
                    assert!(!self.pipe.beyond, "{what}: more octets than its type may have");
                    let value = octets(wanted.unwrap());
                    assert_eq!(Some(shown), self.subject.json(root, 0, &value), "{what}");
                }
                (answer, wanted) => panic!("{what}: {answer:?}, {}", wanted.is_some()),
            }
        }
    }
}

fn subject(types: &[&str], also: bool) -> Subject {
    let schema = project().join("crates/emit/tests/generated_c/Choices.asn1");
    let types: BTreeSet<&str> = types.iter().copied().collect();
    let also = if also { (0..RULES.len()).collect() } else { BTreeSet::new() };
    Subject::open(&[schema], &types, &also).unwrap()
}

#[test]
fn integers_are_numbers_where_they_fit() {
    let subject = subject(&["Choices.Great", "Choices.Numbers"], true);
    let integers = [("", true), ("Numbers.exact", false)];
    let integers = integers.map(|(name, i64)| CIntegers { name: name.into(), i64 }).to_vec();
    let options = COptions { integers, ..COptions::default() };
    let pipe = subject.start_as("integers", &Runtime::compile(), options).unwrap();
    let mut tried = Tried { subject: &subject, pipe };
    for (given, fits) in GREAT {
        tried.expect("Great", given, fits.then_some(*given));
    }
    for (tag, contents, fits) in ENDS {
        let given = numbers(*tag, contents);
        tried.expect("Numbers", &given, fits.then_some(given.as_str()));
    }
}

#[test]
fn reals_are_the_nearest_doubles() {
    let subject = subject(&["Choices.Reals"], true);
    let pipe = subject.start_as("reals", &Runtime::compile(), COptions::default()).unwrap();
    let mut tried = Tried { subject: &subject, pipe };
    let value = |contents: &str| {
        let size = contents.len() / 2;
        format!("30{:02x}80{size:02x}{contents}a2{:02x}09{size:02x}{contents}", 2 * size + 6, size + 2)
    };
    for (given, double) in DOUBLES {
        let given = value(given);
        tried.expect("Reals", &given, double.map(value).as_deref());
    }
    // Each with a field of its own in OER: 1.5 and what is nearest to 0.1.
    for given in ["300e8000a200830380ff03840380ff03", "300f8000a200850980c90ccccccccccccd"] {
        tried.expect("Reals", given, Some(given));
    }
}

#[test]
fn additions_are_skipped_where_nobody_keeps_them() {
    let subject = subject(&["Choices.Next", "Choices.Open"], false);
    let options = COptions { keep_unknown: false, ..COptions::default() };
    let mut pipe = subject.start_as("skipped", &Runtime::compile(), options).unwrap();
    let [next, open] = ["Choices.Next", "Choices.Open"].map(|name| subject.shape.root(name).unwrap());
    let rules: Vec<usize> = (0..USUAL).collect();
    for (given, wanted) in UNKNOWN {
        let sent = subject.interpret(next, 0, &octets(given)).unwrap().unwrap();
        let wanted = subject.interpret(open, 0, &octets(wanted)).unwrap().unwrap();
        for (from, sent) in sent[..USUAL].iter().enumerate() {
            let sent = sent.as_ref().unwrap().as_ref().unwrap();
            let answer = pipe.ask(open, from, &rules, sent).unwrap();
            let Answer::Written(written, _) = &answer else { panic!("{} {answer:?}", RULES[from]) };
            for to in &rules {
                assert_eq!(Some(&written[*to]), wanted[*to].as_ref(), "{} to {}", RULES[from], RULES[*to]);
            }
        }
    }
}
