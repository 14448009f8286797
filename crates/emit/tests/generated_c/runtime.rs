//! The C runtime's own tests, under sanitizers. `tools/matrix` has them with each compiler, level and language.

use std::path::PathBuf;
use std::process::Command;

use crate::support::{sanitized, Runtime};
use crate::tools::{project, run, scratch};

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
