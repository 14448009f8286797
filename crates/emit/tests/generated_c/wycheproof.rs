//! Wycheproof's signatures and keys through generated C: what is badly encoded is refused, the rest taken.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::shared::vectors;
use crate::support::{octets, Answer, Runtime, Subject, RULES};

#[test]
fn bad_encodings_are_refused_and_no_others() {
    let Some(folder) = vectors("asn1/public") else { return };
    let text = std::fs::read_to_string(folder.join("vectors.jsonl")).unwrap();
    let mut sets: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in text.lines().filter(|line| line.contains("\"wycheproof-")) {
        let row: Value = serde_json::from_str(line).unwrap();
        sets.entry(format!("{}.{}", row["module"], row["type"]).replace('"', "")).or_default().push(row);
    }
    let (runtime, mut taken, mut refused) = (Runtime::compile(), [0, 0], [0, 0]);
    for (name, rows) in &sets {
        let schema = folder.join(rows[0]["schemas"][0].as_str().unwrap());
        let subject = Subject::open(&[schema], &[name.as_str()].into(), &Default::default()).unwrap();
        let root = subject.shape.root(name).unwrap();
        let mut pipe = subject.start("wycheproof", &runtime).unwrap();
        for row in rows {
            let rules = RULES[..2].iter().position(|rules| row["rules"] == rules.word()).unwrap();
            let bytes = octets(row["bytes"].as_str().unwrap());
            let answer = pipe.ask(root, rules, &[1], &bytes).unwrap();
            match (&answer, row["expect"] == "ok") {
                (Answer::Written(written, _), true) => {
                    taken[rules] += 1;
                    if RULES[rules].canonical() {
                        assert_eq!(written[0].as_ref(), Ok(&bytes), "{}", row["id"]);
                    }
                }
                (Answer::Refused(..), false) => refused[rules] += 1,
                _ => panic!("{}: {answer:?}", row["id"]),
            }
        }
    }
    println!(
        "BER: {} taken, {} refused; DER: {} taken, {} refused",
        taken[0], refused[0], taken[1], refused[1]
    );
    assert!(refused[1] > 0);
}
