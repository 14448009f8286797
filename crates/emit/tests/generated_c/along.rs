//! Encoders that check as they write refuse the same as those that check before, and what they say is the same.

use std::process::Command;

use wireglot_emit::{c, COptions};
use wireglot_plan::Plan;

use crate::support::{sanitized, Runtime, Subject};
use crate::tools::{project, run, scratch};

/// CER, by its place among the rules.
const CER: usize = 8;

/// A whole that can hold what it stands in would be looked at once more at each level.
#[test]
fn what_is_checked_as_a_whole_is_so_once() {
    let tests = project().join("crates/emit/tests/generated_c");
    for ty in ["Along.Chain", "Along.Holds"] {
        let subject = Subject::open(&[tests.join("Along.asn1")], &[ty].into(), &[].into()).unwrap();
        let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
        for file in c(&subject.shape, &plans, &COptions::default()) {
            assert!(!file.text.contains("WG_CHECKS_ALONG"), "{ty} is checked along");
        }
    }
}

#[test]
fn encoders_say_of_a_wrong_value_what_its_check_says() {
    let tests = project().join("crates/emit/tests/generated_c");
    let types = ["Along.All", "Along.Parts"].into();
    let subject = Subject::open(&[tests.join("Along.asn1")], &types, &[CER].into()).unwrap();
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    let folder = scratch("along");
    for file in c(&subject.shape, &plans, &COptions::default()) {
        assert!(
            !file.name.ends_with(".c") || file.text.contains("WG_CHECKS_ALONG"),
            "nothing is checked along"
        );
        std::fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    let runtime = Runtime::compile();
    for macros in
        [["-DWG_CHECKS=1", "-DWG_FAST=1"], ["-DWG_CHECKS=1", "-DWG_FAST=0"], ["-DWG_CHECKS=0", "-DWG_FAST=1"]]
    {
        let mut gcc = Command::new("gcc");
        sanitized(&mut gcc).args(macros).arg("-I").arg(&*folder);
        gcc.arg(tests.join("along.c")).arg(folder.join("codec.c")).args(runtime.alone());
        run(gcc.arg("-o").arg(folder.join("along"))).unwrap();
        run(&mut Command::new(folder.join("along"))).unwrap();
    }
}
