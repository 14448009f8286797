//! Names of generated C are those that docs/c.md tells, and stay what they are.

use std::process::Command;

use wireglot_emit::{c, COptions};
use wireglot_plan::Plan;

use crate::support::Subject;
use crate::tools::{project, run, scratch, STRICT};

/// The header of `Message`, of the module with more text in it.
fn header(more: &str) -> String {
    let schema = project().join("crates/emit/tests/generated_c/Naming.asn1");
    let text = std::fs::read_to_string(schema).unwrap();
    let folder = scratch("naming");
    let schema = folder.join("Naming.asn1");
    std::fs::write(&schema, text.replacen("\n\n", &format!("\n{more}\n"), 1)).unwrap();
    let subject = Subject::open(&[schema], &["Naming.Message"].into(), &[0].into()).unwrap();
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    let mut files = c(&subject.shape, &plans, &COptions { prefix: "x_".into(), ..COptions::default() });
    files.swap_remove(0).text
}

#[test]
fn what_no_pdu_reaches_changes_no_name() {
    let more = "\
        Idle ::= SEQUENCE { one INTEGER (1..4), two SEQUENCE OF BOOLEAN, three Pair {INTEGER (7), BOOLEAN} }\n\
        Spare ::= CHOICE { a Box {9, {{ID 3 TYPE NULL}}}, b Pair {SEQUENCE { y NULL }, SEQUENCE OF REAL} }";
    let lines = |text: String| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("#define CODEC_H_")).map(str::to_string).collect()
    };
    assert_eq!(lines(header("")), lines(header(more)));
}

#[test]
fn names_are_as_told() {
    let header = header("");
    let there = [
        // Instances: by the names of their parameters, and by a number where these are the same.
        "x_Pair_INTEGER_BOOLEAN small;",
        "x_Pair_INTEGER_BOOLEAN_2 great;",
        "x_Pair_INTEGER_BOOLEAN again;",
        "x_Pair_INTEGER_BOOLEAN_2_rest rest;",
        "x_Pair_SEQUENCE_SEQUENCE_OF_REAL made;",
        "x_Pair_Pair_NULL_BOOLEAN_ENUMERATED other;",
        "x_Box_9_Smalls known;",
        "x_Box_9_set box;",
        // An alternative's constant has the path, a type that is written in it has `_value` behind.
        "x_Message_err = 2,",
        "x_Message_err_value err;",
        "x_Message_err_code code;",
        "x_Message_and = 3,",
        "x_Message_and_value and_;",
        "x_Message_not = 4,",
        "x_Message_how = 5,",
        "x_Message_how_value_up = 1,",
        "x_Message_how_value how;",
        "x_Message_mode_value mode;",
        "x_Message_mode_value_fast = 0",
        // Numbers and bits where they are written in place.
        "x_Pdu_version_v1 = 0,",
        "x_Pdu_marks_sent = 0",
        // A DEFAULT, if it can stand in a comment.
        "wg_integer version; /* DEFAULT 0 */",
        "wg_string name; /* has a DEFAULT */",
    ];
    for line in there {
        assert!(header.lines().any(|l| l.trim() == line), "{line}\n{header}");
    }
    // The associated type of EXTERNAL.
    assert!(!header.contains("dentification"), "{header}");
}

#[test]
fn what_is_held_is_found_from_cpp() {
    let folder = scratch("held");
    let source = folder.join("held.cpp");
    std::fs::write(folder.join("codec.h"), header("")).unwrap();
    std::fs::write(&source, include_str!("held.cpp")).unwrap();
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17"]).args(STRICT).arg("-I").arg(&*folder);
    compiler.arg("-I").arg(project().join("runtime/c/include")).arg(&source);
    run(compiler.arg("-o").arg(folder.join("held"))).unwrap();
    run(&mut Command::new(folder.join("held"))).unwrap();
}
