//! The C runtime's own tests, under sanitizers; and every one of its files
//! with each compiler, as C99 and as C++17, at both ends of optimisation.

use std::path::PathBuf;
use std::process::Command;

use crate::shared::has_compiler;
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
    for test in files("tests") {
        let program = folder.join(test.file_stem().unwrap());
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
        gcc.args(STRICT).arg("-I").arg(project().join("runtime/c/include")).arg(&test).args(files("src"));
        run(gcc.arg("-o").arg(&program)).unwrap();
        let done = Command::new(&program).output().unwrap();
        let said =
            String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{}:\n{said}", test.display());
    }
}

#[test]
fn files_compile_without_warnings() {
    let folder = scratch("runtime-warnings");
    let languages =
        [("gcc", "c", "c99"), ("clang", "c", "c99"), ("g++", "c++", "c++17"), ("clang++", "c++", "c++17")];
    for (compiler, language, standard) in languages {
        if !has_compiler(compiler) {
            continue;
        }
        for level in ["-O0", "-O3"] {
            for file in files("src") {
                let mut command = Command::new(compiler);
                command.args(["-x", language, &format!("-std={standard}"), level]).args(STRICT);
                command.arg("-I").arg(project().join("runtime/c/include")).arg("-c").arg(&file);
                run(command.arg("-o").arg(folder.join("object.o"))).unwrap();
            }
        }
    }
}
