//! The legality rules of X.680 to X.683, one broken by each row of `legality.tsv`: its code
//! comes once, and none besides.

mod support;

use support::parse;
use wireglot_asn1::{check, resolve};
use wireglot_diag::{Diagnostics, Severity};

/// The codes of the errors that a module gives.
fn errors(tags: &str, body: &str) -> Vec<String> {
    let body = body.replace(" / ", "\n");
    let text = format!("M DEFINITIONS {tags} TAGS ::= BEGIN\n{body}\nEND\n");
    let mut diagnostics = Diagnostics::new();
    let file = parse(&text, &mut diagnostics);
    check::file(&file, &mut diagnostics);
    resolve(&[file], &mut diagnostics);
    let errors = diagnostics.sorted().into_iter().filter(|d| d.severity == Severity::Error);
    errors.map(|d| d.code.to_string()).collect()
}

#[test]
fn each_rule_has_its_code_once() {
    let rows = include_str!("legality.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    for row in rows {
        let [clause, tags, body, code] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}");
        };
        let found = errors(tags, body);
        if found != [code] {
            wrong.push(format!("{clause}: {body}: {found:?}, not {code}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
