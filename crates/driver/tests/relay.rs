//! Relaying: the first version of a specification reads messages of the second under every set of rules,
//! keeps the unknown extensions, and writes the same bytes again.

use std::path::Path;

use wireglot_driver::json::Spelling;
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, EncodeOptions, Rules, Specification, Tape};

const MESSAGES: usize = 100;

fn version(name: &str) -> Specification {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/relay").join(name);
    let files = SchemaFiles { schemas: vec![schema], ..SchemaFiles::default() };
    let mut specification = Specification::open(&files, true, Host::system()).expect("a sound specification");
    for rules in Rules::ALL {
        specification.prepare(rules).expect("a plan");
    }
    specification
}

#[test]
fn the_first_version_relays_what_the_second_says() {
    let (first, second) = (version("First.asn1"), version("Second.asn1"));
    let root = |of: &Specification| of.shape().root("Relay.Message").expect("the message");
    let (here, there) = (root(&first), root(&second));
    let ty = second.shape().roots[there].shape;
    let (reading, writing) = (DecodeOptions::default(), EncodeOptions::default());
    let mut unknown = 0;
    for rules in Rules::ALL {
        let mut sampler = second.sampler(rules, 1).expect("a plan");
        for _ in 0..MESSAGES {
            let drawn = sampler.tape(ty).expect("a value");
            let mut sent = Vec::new();
            let value = drawn.root().expect("a value");
            second.encode(rules, there, value, &writing, &mut sent).expect("octets of the second version");
            let read = first.decode(rules, here, &sent, &reading).expect("a value of the first version");
            let value = read.root().expect("a value");
            let mut relayed = Vec::new();
            first.encode(rules, here, value, &writing, &mut relayed).expect("what was read");
            assert_eq!(sent, relayed, "{rules}");
            // Through JSON as well.
            let text = first.to_json(value, Spelling::Json);
            unknown += usize::from(text.contains("$unknown"));
            let mut tape = Tape::new();
            let mut reader = first.json_reader(Spelling::Json, rules);
            reader.read(&text, first.shape().roots[here].shape, &mut tape).expect("its own text");
            relayed.clear();
            first
                .encode(rules, here, tape.root().expect("a value"), &writing, &mut relayed)
                .expect("the same");
            assert_eq!(sent, relayed, "{rules}: {text}");
        }
    }
    // Most contain something that the first version does not know.
    assert!(unknown * 2 > MESSAGES * Rules::ALL.len(), "only {unknown}");
}
