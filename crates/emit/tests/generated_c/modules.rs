//! Generated C with files of its own for each module.

use std::collections::BTreeSet;
use std::process::Command;

use wireglot_emit::{c, COptions};
use wireglot_plan::Plan;

use crate::support::{octets, Answer, Runtime, Subject, RULES};
use crate::tools::{project, run, scratch, STRICT};

const TYPES: [&str; 4] = ["Modules-A.Outer", "Modules-B.Shared", "Path.Message", "Path.Number"];

/// Values in BER.
const VALUES: [(&str, &str); 4] = [
    (
        "Path.Message",
        "3041a026800101a10ea0088001588103464b49810201eea300a400a50d800101a1083006800148810158810101a2143012a00c800152\
         810736723e743c3e4581020640",
    ),
    (
        "Path.Message",
        "308188a03b800101a111a00b800102810665494333423381020490a3060a01010a0100a4100202444b0201010202594d020300ffffa5\
         09800104a1040302068081026faaa245300ea0088001028103585846810206803013a00d80013c81086d2b7634436843278102007330\
         0ba00980016481044b552c623011a00b800164810620644558687e810206c0",
    ),
    ("Modules-B.Shared", "a2153013a00d80010181086a34367432602743810201d6"),
    ("Path.Number", "020200ff"),
];

fn subject() -> Subject {
    let schema = project().join("crates/emit/tests/generated_c/Modules.asn1");
    Subject::open(&[schema], &TYPES.into_iter().collect(), &(0..RULES.len()).collect()).unwrap()
}

#[test]
fn each_file_compiles_by_itself() {
    let (subject, folder) = (subject(), scratch("modules-alone"));
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    let options = COptions { by_module: true, json: true, paths: true, ..COptions::default() };
    let files = c(&subject.shape, &plans, &options);
    files.iter().for_each(|file| std::fs::write(folder.join(&file.name), &file.text).unwrap());
    let names: BTreeSet<String> = files.iter().map(|file| file.name.to_ascii_lowercase()).collect();
    assert_eq!(names.len(), files.len(), "names of files do not hang on the case of letters");
    for file in &files {
        let source = folder.join("alone.c");
        std::fs::write(&source, format!("#include \"{}\"\nextern int alone;\n", file.name)).unwrap();
        for compiler in [["gcc", "c", "-std=c99"], ["g++", "c++", "-std=c++17"]] {
            let [compiler, language, standard] = compiler;
            let mut command = Command::new(compiler);
            command.args(["-x", language, standard, "-fsyntax-only"]).args(STRICT).arg("-I").arg(&*folder);
            command.arg("-I").arg(project().join("runtime/c/include")).arg(&source);
            run(&mut command).unwrap();
        }
    }
}

#[test]
fn together_they_do_what_one_file_does() {
    let subject = subject();
    let options = COptions { by_module: true, exact_reals: true, ..COptions::default() };
    let mut pipe = subject.start_as("modules", &Runtime::compile(), options).unwrap();
    let rules: Vec<usize> = (0..RULES.len()).collect();
    for (ty, value) in VALUES {
        let root = subject.shape.root(ty).unwrap();
        let wanted = subject.interpret(root, 0, &octets(value)).unwrap().unwrap();
        for (from, encoding) in wanted.iter().enumerate() {
            let encoding = encoding.as_ref().unwrap().as_ref().unwrap();
            let answer = pipe.ask(root, from, &rules, encoding).unwrap();
            let Answer::Written(written, shown) = answer else { panic!("{ty}: {answer:?}") };
            let written: Vec<_> = written.into_iter().map(Some).collect();
            assert_eq!(written, wanted, "{ty} from {}", RULES[from]);
            assert_eq!(Some(shown), subject.json(root, from, encoding));
        }
    }
}

#[test]
fn the_parts_of_external_have_no_files() {
    let schema = project().join("vectors/asn1/schemas/Octets.asn1");
    let roots = ["Octets.Source"].into_iter().collect();
    let subject = Subject::open(&[schema], &roots, &(0..RULES.len()).collect()).unwrap();
    let plans: Vec<&Plan> = subject.plans.iter().flatten().collect();
    let options = COptions { by_module: true, ..COptions::default() };
    let names: Vec<String> = c(&subject.shape, &plans, &options).into_iter().map(|file| file.name).collect();
    assert!(names.iter().all(|name| !name.contains("Associated")), "{names:?}");
}
