//! `depth` means the same everywhere: values inside values, whatever the octets around them.

use wireglot_driver::{EncodeOptions, Rules};
use wireglot_interp::json::{JsonReader, Spelling};
use wireglot_interp::Tape;

use wireglot_emit::{c, COptions};
use wireglot_plan::Plan;

use crate::support::{Answer, Runtime, Subject, RULES};
use crate::tools::project;

/// A type, what stands around a value of it in each step inwards, and what is innermost.
const TYPES: [(&str, &str, &str, &str); 11] = [
    ("Chain", r#"{"next":"#, "}", r#"{"end":null}"#),
    ("Named", r#"{"inner":"#, "}", "{}"),
    ("Listed", "[", "]", "[]"),
    ("Union", r#"{"part":{"union":"#, "}}", r#"{"part":{"end":{"at":1}}}"#),
    ("Packed", r#"{"octets":"#, "}", "{}"),
    ("Added", r#"{"added":"#, "}", "{}"),
    ("Added", r#"{"group":"#, "}", "{}"),
    ("Outside", r#"{"inner":"#, "}", r#"{"id":{"identification":{"syntax":"2.1"},"data-value":"00"}}"#),
    ("Opened", r#"{"id":1,"value":"#, "}", r#"{"id":2,"value":null}"#),
    ("Late", r#"{"id":1,"value":{"id":1,"value":"#, "}}", r#"{"id":2,"value":null}"#),
    ("Fixed", r#"{"value":"#, "}", "{}"),
];

/// Steps inwards at which a limit of 256 may begin to hold.
const STEPS: std::ops::Range<usize> = 60..258;

#[test]
fn generated_code_counts_levels_as_the_interpreter_does() {
    let schema = project().join("crates/emit/tests/generated_c/Deep.asn1");
    let names: Vec<String> = TYPES.iter().map(|(ty, ..)| format!("Deep.{ty}")).collect();
    let types = names.iter().map(String::as_str).collect();
    let subject = Subject::open(&[schema], &types, &(0..RULES.len()).collect()).unwrap();
    let mut pipe = subject.start("depth", &Runtime::compile()).unwrap();
    for (ty, before, behind, innermost) in TYPES {
        let root = subject.shape.root(&format!("Deep.{ty}")).unwrap();
        for (at, rules) in RULES.into_iter().enumerate() {
            let deep = |steps: usize| {
                let text = format!("{}{innermost}{}", before.repeat(steps), behind.repeat(steps));
                encoded(&subject, root, at, &text)
            };
            let taken = |steps: &usize| subject.stop(root, at, &deep(*steps)).is_none();
            let most = STEPS.take_while(taken).last().unwrap();
            assert!(most < STEPS.end - 1, "{ty} in {rules}: no limit");
            for steps in most - 1..most + 3 {
                let answer = pipe.ask(root, at, &[at], &deep(steps)).unwrap();
                let generated = matches!(answer, Answer::Written(..));
                assert_eq!(generated, steps <= most, "{ty} in {rules}: {steps} steps of {before}");
            }
        }
    }
}

/// A value by rules, however deep it is.
fn encoded(subject: &Subject, root: usize, rules: usize, text: &str) -> Vec<u8> {
    let named: Rules = RULES[rules];
    let mut reader = JsonReader::new(&subject.shape, Spelling::Json, named);
    reader.limits.depth = 10_000;
    let (mut tape, mut octets) = (Tape::new(), Vec::new());
    reader.read(text, subject.shape.roots[root].shape, &mut tape).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let options = EncodeOptions { depth: 10_000, ..EncodeOptions::default() };
    let codec = subject.codecs[rules].as_ref().unwrap();
    codec.encode(root, tape.root().unwrap(), &options, &mut octets).unwrap();
    octets
}

#[test]
fn code_of_choices_without_an_end_has_one() {
    let schema = project().join("crates/emit/tests/generated_c/Ring.asn1");
    let subject = Subject::open(&[schema], &["Ring.Ring"].into(), &Default::default()).unwrap();
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    let files = c(&subject.shape, &plans, &COptions::default());
    assert!(files.iter().any(|file| file.text.contains("wg_result Ring_decode_ber(")));
}
