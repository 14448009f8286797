//! What holds no alternative that there is: refused, whatever else stands in its memory.

use std::process::Command;

use wireglot_emit::{c, COptions};
use wireglot_plan::Plan;

use crate::support::{sanitized, Runtime, Subject};
use crate::tools::{project, run, scratch};

#[test]
fn encoders_look_into_no_union_that_nothing_is_known_of() {
    let tests = project().join("crates/emit/tests/generated_c");
    let types =
        ["Deep.Chain", "Deep.Opened", "Deep.Union", "Deep.Listed", "Deep.Versioned", "Deep.Grouped"].into();
    let subject = Subject::open(&[tests.join("Deep.asn1")], &types, &Default::default()).unwrap();
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    let folder = scratch("nothing");
    for file in c(&subject.shape, &plans, &COptions::default()) {
        std::fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    let runtime = Runtime::compile();
    for checks in ["-DWG_CHECKS=1", "-DWG_CHECKS=0"] {
        let mut gcc = Command::new("gcc");
        sanitized(&mut gcc).arg(checks).arg("-I").arg(&*folder);
        gcc.arg(tests.join("nothing.c")).arg(folder.join("codec.c")).args(runtime.alone());
        run(gcc.arg("-o").arg(folder.join("nothing"))).unwrap();
        run(&mut Command::new(folder.join("nothing"))).unwrap();
    }
}
