//! Generated C compiles without warnings everywhere: with each compiler, as
//! C99 and as C++17; and is the same each time.

use std::collections::BTreeSet;
use std::process::Command;

use crate::shared::has_compiler;
use crate::support::{Subject, RULES, USUAL};
use crate::tools::{project, run, scratch, STRICT};
use wireglot_emit::{c, CIntegers, COptions};
use wireglot_plan::{Plan, Rules};

/// The hard cases, and a type of each that reaches the others.
const CASES: [(&str, &[&str]); 8] = [
    ("vectors/asn1/schemas/DerSet.asn1", &["DerSet.Entry"]),
    ("vectors/asn1/schemas/Groups.asn1", &["Groups.Reading"]),
    ("vectors/asn1/schemas/Procedures.asn1", &["Procedures.PDU"]),
    ("vectors/asn1/schemas/KeyInChoice.asn1", &["KeyInChoice.KeyInChoice"]),
    (
        "vectors/asn1/schemas/Contained.asn1",
        &["Contained.InUper", "Contained.InCanonicalUper", "Contained.Inside"],
    ),
    ("vectors/asn1/schemas/Words.asn1", WORDS),
    ("vectors/asn1/schemas/Signatures.asn1", &["Signatures.Signed", "Signatures.Sealed"]),
    ("crates/emit/tests/generated_c/Constraints.asn1", CONSTRAINTS),
];

const CONSTRAINTS: &[&str] = &[
    "Constraints.Digits",
    "Constraints.Either",
    "Constraints.Exact",
    "Constraints.Except",
    "Constraints.Flags",
    "Constraints.Holder",
    "Constraints.Known",
    "Constraints.Name",
    "Constraints.NotZero",
    "Constraints.NoZ",
    "Constraints.Point",
    "Constraints.Short",
    "Constraints.Small",
    "Constraints.Text",
    "Constraints.Tree",
    "Constraints.Union",
    "Constraints.Warm",
    "Constraints.Wide",
];

const WORDS: &[&str] = &[
    "Words.Message",
    "Words.Message-decode-ber",
    "Words.Message-encode-uper",
    "Words.Empty",
    "Words.Extensible",
];

#[test]
fn no_compiler_warns() {
    let languages =
        [("gcc", "c", "c99"), ("clang", "c", "c99"), ("g++", "c++", "c++17"), ("clang++", "c++", "c++17")];
    for (schema, types) in CASES {
        let types: BTreeSet<&str> = types.iter().copied().collect();
        let subject = Subject::open(&[project().join(schema)], &types, &(0..RULES.len()).collect()).unwrap();
        // What values hold as it came, and what of them C has numbers for.
        for exact in [true, false] {
            let count = if exact { RULES.len() } else { USUAL };
            let plans: Vec<&Plan> = subject.plans[..count].iter().flatten().collect();
            let integers =
                if exact { Vec::new() } else { vec![CIntegers { name: String::new(), i64: true }] };
            let prefix = "x_".into();
            let options =
                COptions { prefix, keep_unknown: exact, exact_reals: exact, integers, ..COptions::default() };
            let files = c(&subject.shape, &plans, &options);
            assert_eq!(files, c(&subject.shape, &plans, &options), "the output is the same each time");
            let folder = scratch(&format!("compilers-{}", types.first().unwrap()));
            files.iter().for_each(|f| std::fs::write(folder.join(&f.name), &f.text).unwrap());
            for (compiler, language, standard) in languages {
                if !has_compiler(compiler) {
                    continue;
                }
                for level in ["-O0", "-O2"] {
                    let mut command = Command::new(compiler);
                    command.args(["-x", language, &format!("-std={standard}"), level]).args(STRICT);
                    command.arg("-I").arg(project().join("runtime/c/include"));
                    command.arg("-c").arg(folder.join("codec.c")).arg("-o").arg(folder.join("codec.o"));
                    run(&mut command).unwrap();
                }
            }
        }
    }
}

/// gcc follows what may be uninitialized through inline functions as far as a level lets it.
#[test]
fn no_level_warns_of_what_inline_functions_read() {
    for (file, ty) in [("Copied", "Copied.Copied"), ("Events", "Events.List")] {
        let schema = project().join(format!("crates/emit/tests/generated_c/{file}.asn1"));
        let subject = Subject::open(&[schema], &[ty].into(), &(0..RULES.len()).collect()).unwrap();
        let ber = subject.plans.iter().flatten().find(|plan| plan.rules == Rules::Ber).unwrap();
        let folder = scratch(&format!("compilers-{file}"));
        let files = c(&subject.shape, &[ber], &COptions::default());
        files.iter().for_each(|f| std::fs::write(folder.join(&f.name), &f.text).unwrap());
        for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og"] {
            let mut command = Command::new("gcc");
            command.args(["-std=c99", level]).args(STRICT).arg("-I").arg(project().join("runtime/c/include"));
            command.arg("-c").arg(folder.join("codec.c")).arg("-o").arg(folder.join("codec.o"));
            run(&mut command).unwrap();
        }
    }
}
