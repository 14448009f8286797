//! Verdicts on the collected message schemas: invalid ones are rejected under `--strict`, with a code for
//! their rule; valid ones are accepted without it.

use std::collections::HashMap;

use crate::shared;
use wireglot_driver::languages::sbe;
use wireglot_driver::languages::Compilation;
use wireglot_driver::sources::Host;

/// The codes for each rule, from `sbe_verdicts.tsv`.
fn table() -> HashMap<String, Vec<String>> {
    let rows = include_str!("sbe_verdicts.tsv").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (codes, rule) = line.split_once('\t').expect("codes and a rule");
        (rule.to_string(), codes.split(' ').map(str::to_string).collect())
    };
    rows.map(row).collect()
}

#[test]
fn schemas_have_their_verdicts() {
    let Some(folder) = shared::vectors("sbe") else { return };
    let table = table();
    let mut wrong = Vec::new();
    for list in ["schemas.jsonl", "schemas-bad.jsonl"] {
        let text = std::fs::read_to_string(folder.join(list)).expect("a list");
        for line in text.lines() {
            let record: serde_json::Value = serde_json::from_str(line).expect("a record");
            let field = |name: &str| record[name].as_str().unwrap_or_default().to_string();
            let schema = sbe::compile(&folder.join(field("file")), Host::system()).expect("a file");
            let strict = field("expect") == "error";
            let refused = schema.failed(strict);
            let codes: Vec<&str> = schema.diagnostics.sorted().iter().map(|d| d.code.0).collect();
            if refused != strict {
                wrong.push(format!(
                    "{}: {} wanted\n{}",
                    field("id"),
                    field("expect"),
                    schema.tell(true, strict, 0)
                ));
            } else if refused {
                let rule = field("rule");
                let known = table.get(&rule).cloned().unwrap_or_default();
                if !codes.iter().any(|code| known.iter().any(|k| k == code)) {
                    wrong.push(format!("{codes:?} for\t{rule}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
