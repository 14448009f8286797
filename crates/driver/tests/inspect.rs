//! The output of `inspect` for complete, truncated and damaged encodings: every bit once, the values of a
//! decode, and an error if decoding has one.

use std::path::Path;

use wireglot_driver::inspect::{planned, Annotated, Part};
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, EncodeOptions, Rules, Specification, Tape};

fn specification() -> Specification {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inspect/Parts.asn1");
    let files = SchemaFiles { schemas: vec![schema], ..SchemaFiles::default() };
    let mut specification =
        Specification::open(&files, false, Host::system()).expect("a specification without errors");
    for rules in Rules::ALL {
        specification.prepare(rules).expect("a plan");
    }
    specification
}

fn encode(specification: &Specification, rules: Rules, root: usize, tape: &Tape) -> Vec<u8> {
    let mut octets = Vec::new();
    let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
    let value = tape.root().expect("a value");
    specification.encode(rules, root, value, &options, &mut octets).expect("an encoding");
    octets
}

/// Spans are adjacent and end where the input does.
fn covers(what: &str, made: &Annotated, octets: &[u8]) {
    let mut end = 0;
    for span in &made.spans {
        assert_eq!(span.bit, end, "{what}: {span:?}");
        assert!(span.bits > 0 || span.part == Part::Value, "{what}: {span:?}");
        end += span.bits;
    }
    assert_eq!(end, octets.len() as u64 * 8, "{what}");
}

fn whole(made: &Annotated) -> bool {
    made.error.is_none() && made.spans.iter().all(|span| span.part != Part::Rest)
}

#[test]
fn spans_cover_what_is_whole_cut_or_damaged() {
    let specification = specification();
    let options = DecodeOptions { trailing: true, ..DecodeOptions::default() };
    for rules in Rules::ALL {
        let codec = specification.codec(rules).expect("a codec");
        let mut sampler = specification.sampler(rules, 7).expect("a sampler");
        for round in 0..12 {
            let root = specification.shape().root("Whole").expect("the type");
            let tape = sampler.tape(specification.shape().roots[root].shape).expect("a value");
            let octets = encode(&specification, rules, root, &tape);
            let made = planned(codec, root, &octets, &options, usize::MAX);
            covers(&format!("{rules} {round}"), &made, &octets);
            assert!(whole(&made), "{rules} {round}: {:?}", made.error);
            for at in 0..octets.len().min(60) {
                let mut damaged = octets.clone();
                damaged[at] ^= 0x81 >> (at % 7);
                for (how, octets) in [("cut", &octets[..at]), ("damaged", &damaged)] {
                    let what = format!("{rules} {round} {how} at {at}");
                    let made = planned(codec, root, octets, &options, usize::MAX);
                    covers(&what, &made, octets);
                    let read = specification.decode(rules, root, octets, &options);
                    assert!(read.is_ok() || octets.is_empty() || made.error.is_some(), "{what}");
                }
            }
        }
    }
}

#[test]
fn fragments_lie_between_their_lengths() {
    let specification = specification();
    let root = specification.shape().root("Long").expect("the type");
    let ty = specification.shape().roots[root].shape;
    let text = format!("{{\"head\": 5, \"text\": \"{}\", \"tail\": 3}}", "AB".repeat(40_000));
    for rules in [Rules::Uper, Rules::Aper] {
        let codec = specification.codec(rules).expect("a codec");
        let mut tape = Tape::new();
        let mut reader = specification.json_reader(wireglot_driver::json::Spelling::Json, rules);
        reader.read(&text, ty, &mut tape).expect("a value");
        let octets = encode(&specification, rules, root, &tape);
        let made = planned(codec, root, &octets, &DecodeOptions::default(), usize::MAX);
        covers("fragments", &made, &octets);
        assert!(whole(&made), "{:?}", made.error);
        let of = |part: Part| made.spans.iter().filter(move |span| span.part == part);
        let lengths: Vec<_> = of(Part::Length).filter_map(|span| span.value.as_deref()).collect();
        assert_eq!(lengths, ["32768", "7232"], "{rules}");
        let contents = of(Part::Value).filter(|span| span.path == "Long.text").map(|span| span.bits / 8);
        assert_eq!(contents.collect::<Vec<_>>(), [32768, 7232], "{rules}");
    }
}

#[test]
fn contained_values_have_names_however_long_they_are() {
    let specification = specification();
    let root = specification.shape().root("Box").expect("the type");
    let ty = specification.shape().roots[root].shape;
    let codec = specification.codec(Rules::Der).expect("a codec");
    for length in (0..40).chain([127, 128, 255, 256, 70_000]) {
        for string in ["octets", "bits"] {
            let text = format!("{{\"{string}\": {{\"text\": \"{}\"}}}}", "AB".repeat(length));
            let mut tape = Tape::new();
            let mut reader = specification.json_reader(wireglot_driver::json::Spelling::Json, Rules::Der);
            reader.read(&text, ty, &mut tape).expect("a value");
            let octets = encode(&specification, Rules::Der, root, &tape);
            let made = planned(codec, root, &octets, &DecodeOptions::default(), usize::MAX);
            covers("contained", &made, &octets);
            let named: Vec<_> = made.spans.iter().filter(|span| span.path.ends_with(".text")).collect();
            assert!(matches!(named[..], [span] if span.part == Part::Value), "{string} {length}: {named:?}");
        }
    }
}
