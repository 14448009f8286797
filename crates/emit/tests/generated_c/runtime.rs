//! The C runtime's own tests, under sanitizers. `tools/matrix` has them with each compiler, level and language.

use std::path::PathBuf;
use std::process::Command;

use crate::shared::has_compiler;
use crate::support::{sanitized, Runtime};
use crate::texts::PARTS as TEXT_PARTS;
use crate::tools::{project, run, scratch, STRICT};

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(project().join("runtime/c").join(folder))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

#[test]
fn leaves_behave_as_their_clauses_say() {
    let folder = scratch("runtime-tests");
    let runtime = Runtime::compile();
    for test in files("tests") {
        let program = folder.join(test.file_stem().unwrap());
        let mut gcc = Command::new("gcc");
        run(sanitized(&mut gcc).arg(&test).args(runtime.alone()).arg("-o").arg(&program)).unwrap();
        let done = Command::new(&program).output().unwrap();
        let said =
            String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{}:\n{said}", test.display());
    }
}

/// The runtime of texts where it looks at sixteen octets at a time, which the other builds leave out.
#[test]
fn texts_are_scanned_sixteen_octets_at_a_time() {
    if !cfg!(target_arch = "x86_64") {
        return;
    }
    let folder = scratch("runtime-wide");
    let runtime = Runtime::compile();
    let source = |part: &str| project().join("runtime/c/src").join(part).with_extension("c");
    let is_part = |object: &&PathBuf| TEXT_PARTS.iter().any(|part| object.file_stem() == Some(part.as_ref()));
    let program = folder.join("grammar");
    let mut gcc = Command::new("gcc");
    sanitized(&mut gcc).args(["-mssse3"]);
    gcc.arg(project().join("runtime/c/tests/grammar.c")).args(TEXT_PARTS.map(source));
    gcc.args(runtime.alone().filter(|object| !is_part(object))).arg("-o").arg(&program);
    run(&mut gcc).unwrap();
    let done = Command::new(&program).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
    // A vector of `char` is not one of signed numbers everywhere.
    let header = folder.join("header.cpp");
    std::fs::write(&header, "#include \"wireglot/grammar.h\"\n").unwrap();
    let mut compilers = vec![("gcc", source("grammar_read"))];
    compilers.extend(has_compiler("g++").then_some(("g++", header)));
    for (compiler, file) in compilers {
        for sign in ["-fsigned-char", "-funsigned-char"] {
            let mut command = Command::new(compiler);
            command.args(["-mssse3", sign, "-fsyntax-only"]).args(STRICT);
            run(command.arg("-I").arg(project().join("runtime/c/include")).arg(&file)).unwrap();
        }
    }
}
