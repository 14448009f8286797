//! Files that do not belong together do not compile.

use std::process::Command;

use wireglot_emit::{c, COptions, OutputFile};
use wireglot_plan::Plan;

use crate::support::Subject;
use crate::tools::{project, run, scratch, STRICT};

/// All files that can be made, of a type of the module.
fn files(ty: &str) -> Vec<OutputFile> {
    let schema = project().join("crates/emit/tests/generated_c/Choices.asn1");
    let subject = Subject::open(&[schema], &[ty].into(), &Default::default()).unwrap();
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    c(&subject.shape, &plans, &COptions { json: true, paths: true, ..COptions::default() })
}

/// What the compiler says of each source file among these, with these includes in front of the runtime's.
fn compile(files: &[&OutputFile], core: Option<&str>) -> Vec<Result<(), String>> {
    let folder = scratch("guards");
    files.iter().for_each(|file| std::fs::write(folder.join(&file.name), &file.text).unwrap());
    if let Some(core) = core {
        std::fs::create_dir(folder.join("wireglot")).unwrap();
        std::fs::write(folder.join("wireglot/core.h"), core).unwrap();
    }
    let sources = files.iter().filter(|file| file.name.ends_with(".c"));
    sources
        .map(|file| {
            let mut gcc = Command::new("gcc");
            gcc.args(["-std=c99", "-fsyntax-only"]).args(STRICT).arg("-I").arg(&*folder);
            run(gcc.arg("-I").arg(project().join("runtime/c/include")).arg(folder.join(&file.name)))
        })
        .collect()
}

#[test]
fn a_source_file_of_another_specification_does_not_compile() {
    let (own, other) = (files("Choices.Great"), files("Choices.Next"));
    let header = |name: &str| name.ends_with(".h");
    for said in compile(&own.iter().collect::<Vec<_>>(), None) {
        said.unwrap();
    }
    let mixed: Vec<&OutputFile> =
        own.iter().filter(|f| header(&f.name)).chain(other.iter().filter(|f| !header(&f.name))).collect();
    let said = compile(&mixed, None);
    assert_eq!(said.len(), 3);
    for said in said {
        assert!(said.unwrap_err().contains("from different specifications"));
    }
}

#[test]
fn files_for_another_runtime_do_not_compile() {
    let own = files("Choices.Great");
    let core = std::fs::read_to_string(project().join("runtime/c/include/wireglot/core.h")).unwrap();
    let version = "#define WG_RUNTIME_VERSION ";
    let other = core.replacen(version, &format!("{version}9"), 1);
    assert!(other != core);
    for said in compile(&own.iter().collect::<Vec<_>>(), Some(&other)) {
        assert!(said.unwrap_err().contains("for another version of the wireglot runtime"));
    }
}
