//! Names that headers have given a meaning are no trouble, whatever a program includes first.

use std::process::Command;

use wireglot_emit::{c, COptions};
use wireglot_plan::Plan;

use crate::shared::has_compiler;
use crate::support::Subject;
use crate::tools::{project, run, scratch, STRICT};

/// What C++ has as well.
const HEADERS: [&str; 14] = [
    "errno.h",
    "inttypes.h",
    "limits.h",
    "locale.h",
    "math.h",
    "signal.h",
    "stdio.h",
    "stdlib.h",
    "time.h",
    "dirent.h",
    "netdb.h",
    "sys/stat.h",
    "sched.h",
    "unistd.h",
];

#[test]
fn what_headers_have_is_no_name() {
    let schema = project().join("crates/emit/tests/generated_c/Names.asn1");
    let subject = Subject::open(&[schema], &["Names.FILE"].into(), &Default::default()).unwrap();
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    let languages = [
        ("gcc", "c", "gnu17", &["complex.h", "stdnoreturn.h", "stdatomic.h", "threads.h"][..]),
        ("clang", "c", "gnu17", &["complex.h", "stdnoreturn.h"]),
        ("g++", "c++", "gnu++17", &[]),
        ("clang++", "c++", "gnu++17", &[]),
    ];
    for prefix in ["", "x_"] {
        let options = COptions { prefix: prefix.into(), json: true, paths: true, ..COptions::default() };
        let folder = scratch("names");
        let files = c(&subject.shape, &plans, &options);
        files.iter().for_each(|file| std::fs::write(folder.join(&file.name), &file.text).unwrap());
        for (compiler, language, standard, more) in languages {
            if !has_compiler(compiler) {
                continue;
            }
            for file in files.iter().filter(|file| file.name.ends_with(".c")) {
                let mut command = Command::new(compiler);
                command.args(["-x", language, &format!("-std={standard}"), "-fsyntax-only"]).args(STRICT);
                for header in HEADERS.iter().chain(more) {
                    command.args(["-include", header]);
                }
                command.arg("-I").arg(project().join("runtime/c/include")).arg(folder.join(&file.name));
                run(&mut command).unwrap();
            }
        }
    }
}
