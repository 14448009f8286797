//! Several jobs write, report and count exactly what one does: with every framing and several sets of rules,
//! for intact files and for files with damage throughout.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::damaged::{cases, file, frames, schema, specification, Case};

const RECORDS: usize = 600;

fn run(case: &Case, jobs: &str, verb: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.args(&verb[..1]).args(["-t", "CallRecord", "--totals", "--jobs", jobs, "-s"]).arg(schema());
    match verb[0] {
        // Here the rules of the input have another option.
        "convert" => command.arg("--from").args(&case.options[1..]),
        _ => command.args(case.options),
    };
    command.args(&verb[1..]).arg(file).output().expect("the command runs")
}

#[test]
fn several_jobs_do_what_one_does() {
    let mut specification = specification();
    let verbs: [&[&str]; 5] = [
        &["decode", "--lines", "--on-error", "skip"],
        &["decode", "--lines", "--on-error", "report"],
        &["decode", "--lines"],
        &["decode", "--select", "exchange,services[*]", "--on-error", "skip"],
        &["convert", "--to", "der", "--on-error", "report"],
    ];
    for (number, case) in cases().iter().enumerate() {
        let frames = frames(&mut specification, case, RECORDS);
        for (seed, one_in) in [(1, 0), (2, 9), (3, 50), (4, 3), (5, 200)] {
            let name = format!("jobs-{}-{number}-{seed}", std::process::id());
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            fs::write(&path, file(case, &frames, seed, one_in)).expect("a file of records");
            let verb = verbs[seed as usize - 1];
            let one = run(case, "1", verb, &path);
            assert_eq!(one.status.success(), one_in == 0, "{:?} {verb:?}", case.options);
            for jobs in ["2", "5"] {
                let several = run(case, jobs, verb, &path);
                let what = format!("{:?} {verb:?}, seed {seed}, {jobs} jobs", case.options);
                assert_eq!(told(&several), told(&one), "{what}");
                assert!(several.stdout == one.stdout, "{what}: another output");
                assert_eq!(several.status.code(), one.status.code(), "{what}");
            }
            fs::remove_file(path).expect("the file is there");
        }
    }
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
