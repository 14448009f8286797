//! Values that nest as deep as the limit on depth can be raised.

use std::path::PathBuf;
use std::process::{Command, Output};

const SCHEMA: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    List ::= SEQUENCE OF List
    Set ::= SET OF Set
    Record ::= SEQUENCE { r Record OPTIONAL }
    Choice ::= CHOICE { n NULL, c Choice }
    Inner ::= SEQUENCE { p Holder OPTIONAL }
    Holder ::= OCTET STRING (CONTAINING Inner)
    ROW ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { ID &id TYPE &Type }
    Rows ROW ::= { { ID 1 TYPE Row } | { ID 2 TYPE NULL } }
    Row ::= SEQUENCE { id ROW.&id ({Rows}), value ROW.&Type ({Rows}{@id}) } END";

const DEPTH: usize = 1024;

fn file(name: &str, octets: &[u8]) -> PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("depth-{name}"));
    wireglot_driver::sources::new_file::write_file(&path, octets).expect("a file");
    path
}

fn run(words: &[&str], schema: &PathBuf, file: &PathBuf) -> Output {
    let limits = ["--limit", "depth=1024", "--limit", "output=2000000000"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.args(words).args(limits).arg("-s").arg(schema).arg(file).output().expect("the command runs")
}

/// A value in other values, each with a tag and what comes before its contents.
fn nested(levels: usize, tag: u8, before: &[u8], innermost: &[u8]) -> Vec<u8> {
    // Written from the inside out and then turned, so that it is linear.
    let mut turned: Vec<u8> = innermost.iter().rev().copied().collect();
    for _ in 0..levels {
        turned.extend(before.iter().rev());
        let length = (turned.len() as u32).to_be_bytes();
        turned.extend(length.iter().rev());
        turned.extend([0x84, tag]);
    }
    turned.reverse();
    turned
}

#[test]
fn values_nest_as_deep_as_the_limit_allows() {
    let schema = file("schema.asn1", SCHEMA.as_bytes());
    let none = nested(1, 0x30, &[], &[]);
    // Records in records are in components; a holder counts twice, and an open type is around every other value.
    let record = nested(1, 0x30, &[], &nested(DEPTH - 2, 0xa0, &[], &[]));
    let row = (1..DEPTH / 3).fold(vec![0x30, 7, 0x80, 1, 2, 0xa1, 2, 5, 0], |inner, _| {
        let open = nested(1, 0xa1, &[], &inner);
        nested(1, 0x30, &[0x80, 1, 1], &open)
    });
    let holder = (1..DEPTH / 2).fold(none.clone(), |inner, _| {
        let holder = nested(1, 0x80, &[], &inner);
        nested(1, 0x30, &[], &holder)
    });
    let values = [
        ("List", nested(DEPTH, 0x30, &[], &[])),
        ("Set", nested(DEPTH, 0x31, &[], &[])),
        ("Record", record),
        ("Choice", nested(DEPTH - 1, 0xa1, &[], &[0x80, 0])),
        ("Inner", holder),
        ("Row", row),
    ];
    for (ty, octets) in values {
        let ber = file(&format!("{ty}.ber"), &octets);
        let done = |words: &[&str], from: &PathBuf| {
            let done = run(&[words, &["-t", ty]].concat(), &schema, from);
            let told = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(
                done.status.success(),
                "{ty} {words:?}: {}",
                told.get(told.len().saturating_sub(300)..).unwrap_or(&told)
            );
            done.stdout
        };
        done(&["decode", "-r", "ber", "--lines"], &ber);
        done(&["inspect", "-r", "ber"], &ber);
        let term = file(&format!("{ty}.etf"), &done(&["convert", "--from", "ber", "--to", "etf"], &ber));
        done(&["inspect", "-r", "etf"], &term);
        done(&["decode", "-r", "etf", "--lines"], &term);
        for text in ["json", "jer", "xer", "value"] {
            done(&["decode", "-r", "ber", "--as", text, "--lines"], &ber);
        }
    }
}

#[test]
fn the_limit_has_a_limit() {
    let schema = file("other.asn1", SCHEMA.as_bytes());
    let done = Command::new(env!("CARGO_BIN_EXE_wireglot"))
        .args(["decode", "-t", "List", "-r", "ber", "--limit", "depth=1025", "-s"])
        .arg(schema)
        .output()
        .expect("the command runs");
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("depth can be at most 1024"));
}
