//! Generated C writes what satisfies its constraints, and nothing else.

use std::collections::BTreeSet;

use crate::support::{octets, Answer, Runtime, Subject};
use crate::tools::project;

/// A type, a value of it in BER, and whether it satisfies its constraints.
const ROWS: &[(&str, &str, bool)] = &[
    ("Union", "020101", true),
    ("Union", "020104", false),
    ("Union", "02010a", true),
    ("Union", "020132", true),
    ("Union", "020133", false),
    ("Union", "020100", false),
    ("Two", "020106", true),
    ("Two", "020105", false),
    ("Upto", "0209800000000000000000", true),
    ("Upto", "020105", true),
    ("Upto", "020106", false),
    ("From", "0201ff", true),
    ("From", "0201fe", false),
    ("Wide", "020900ffffffffffffffff", true),
    ("Except", "020105", false),
    ("Except", "02010a", true),
    ("NotZero", "020100", false),
    ("NotZero", "0201ff", true),
    ("Extensible", "020109", true),
    // What is not looked at leaves everything.
    ("NotLike", "160162", true),
    ("Bare", "280606012a810100", true),
    ("Unit", "0900", true),
    ("Unit", "0903800001", true),
    ("Unit", "0903800101", false),
    ("Unit", "090380ff01", true),
    ("Unit", "0903c0ff01", false),
    ("Unit", "090603312e452b30", true),
    ("Unit", "090903313030312e452d33", false),
    ("Unit", "0908033939392e452d33", true),
    ("Unit", "090140", false),
    ("Unit", "090142", false),
    // A tenth has no end in base 2: 0x199999 * 2^-24 is less, 0x19999a more.
    ("Open", "0905c0e8199999", true),
    ("Open", "0905c0e819999a", false),
    ("Open", "0907032d312e452d31", false),
    ("Open", "0907032d392e452d32", true),
    ("Open", "090380ff05", false),
    ("Open", "090380fe09", true),
    ("Open", "090603322e452b30", true),
    ("Single", "0903807f01", true),
    ("Single", "090481008001", false),
    ("Single", "090481ff6b01", true),
    ("Single", "090481ff6a01", false),
    ("Single", "09058000ffffff", true),
    ("Single", "0906800001000001", false),
    ("Single", "090603312e452b30", false),
    ("Single", "090140", true),
    ("Decimal", "09070339392e452b30", true),
    ("Decimal", "0907033131312e4530", false),
    ("Decimal", "0908033131312e452d31", false),
    ("Decimal", "09060339392e4532", true),
    ("Decimal", "090503392e4533", true),
    ("Decimal", "090503392e4534", false),
    ("Name", "130161", true),
    ("Name", "13046162636b", false),
    ("Name", "1300", false),
    ("Short", "1e040061007a", true),
    ("Short", "1e020041", false),
    ("Text", "0c04c3a9c3a9", true),
    ("Text", "0c02c3a9", false),
    // X.680 22.7: zeros behind named bits come and go.
    ("Flags", "03020480", true),
    ("Flags", "03020420", false),
    ("Blob", "0403010203", true),
    ("Blob", "04020102", false),
    ("Warm", "0a0105", true),
    ("Warm", "0a0102", false),
    ("Point", "0603883702", true),
    ("Point", "0603883703", false),
    ("Digits", "3003020109", true),
    ("Digits", "300302010a", false),
    ("Digits", "3000", false),
    ("Small", "3000", true),
    ("Small", "3006020105020106", false),
    ("Exact", "3006020101020102", true),
    ("Exact", "3006020102020101", false),
    ("Exact", "3003020103", true),
    ("OnlyA", "3003800101", true),
    ("OnlyA", "3006800101810102", false),
    ("OnlyA", "3000", false),
    ("Either", "3003800101", true),
    ("Either", "3003810102", true),
    ("Either", "3003810104", false),
    ("Either", "3006800101810102", false),
    ("NoZ", "800109", true),
    ("NoZ", "80010a", false),
    ("NoZ", "a100", true),
    ("NoZ", "8200", false),
    ("Holder", "0403020107", true),
    ("Holder", "0403020108", false),
    ("Tree", "3008800101a103800102", true),
    ("Tree", "300d800101a208800101a10380010a", false),
    ("Known", "300680010181010a", true),
    ("Known", "3006800101810114", false),
    ("Known", "3003800104", false),
    ("Known", "3008800102a203800114", true),
    ("Known", "3008800102a20380010a", false),
    ("Known", "3008800101a303020104", true),
    ("Known", "3008800101a303020105", false),
];

#[test]
fn encoders_refuse_what_constraints_forbid() {
    let schema = project().join("crates/emit/tests/generated_c/Constraints.asn1");
    let names: Vec<String> = ROWS.iter().map(|(ty, ..)| format!("Constraints.{ty}")).collect();
    let types: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let subject = Subject::open(&[schema], &types, &BTreeSet::new()).unwrap();
    let mut pipe = subject.start("constraints", &Runtime::compile()).unwrap();
    for ((ty, hex, good), name) in ROWS.iter().zip(&names) {
        let bytes = octets(hex);
        let root = subject.shape.root(name).unwrap();
        let interpreted = subject.interpret(root, 0, &bytes).unwrap().unwrap();
        let wanted = interpreted[0].as_ref().unwrap();
        assert_eq!(wanted.is_ok(), *good, "interpreter: {ty} {hex}");
        match pipe.ask(root, 0, &[0], &bytes).unwrap() {
            Answer::Written(written, _) => match (&written[0], good) {
                (Ok(octets), true) => assert_eq!(Ok(octets), wanted.as_ref(), "{ty} {hex}"),
                // 17 is WG_ERROR_CONSTRAINT.
                (Err(code), false) => assert_eq!(code, "17", "{ty} {hex}"),
                (other, _) => panic!("{ty} {hex}: {other:?}"),
            },
            // What the C type cannot hold is refused before (6 is WG_ERROR_RANGE).
            Answer::Refused(code, _) => {
                assert!(!good && code.starts_with("6 "), "{ty} {hex}: refused with {code}")
            }
        }
    }
}
