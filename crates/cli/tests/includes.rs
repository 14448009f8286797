//! Which files schemas may make the command read: regular files below their folder and those of -I, nothing
//! else.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SECRET: &str = "root:x:0:0:secret";

/// A folder with traps: `in` is the folder of the schemas, `beside` is another one.
fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("includes-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for part in ["in/sub", "beside"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    folder
}

fn check(folder: &Path, file: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.args(["check", "-s", file]).args(more).current_dir(folder).output().expect("the command runs")
}

fn told(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

/// Sets every kind of trap for files with the given extension; returns their names and the expected messages.
fn traps(folder: &Path, ending: &str, good: &str) -> Vec<(String, &'static str)> {
    let at = |name: &str| folder.join(name);
    let name = |name: &str| format!("{name}.{ending}");
    for place in ["in/good", "in/sub/good", "beside/outside"] {
        fs::write(at(&name(place)), good).expect("written");
    }
    fs::write(at(&name("beside/secret")), SECRET).expect("written");
    symlink("../beside", at("in/linked")).expect("a link");
    symlink(at(&name("beside/secret")), at(&name("in/link"))).expect("a link");
    symlink(name("good"), at(&name("in/near"))).expect("a link");
    symlink("/dev/zero", at(&name("in/zero"))).expect("a link");
    let pipe = at(&name("in/pipe"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let absolute = at(&name("beside/secret")).display().to_string();
    vec![
        (name("good"), ""),
        (name("sub/../sub/good"), ""),
        (name("near"), ""),
        (name("../beside/secret"), "outside"),
        (absolute, "outside"),
        ("/etc/passwd".into(), "outside"),
        ("/dev/stdin".into(), "cannot"),
        (name("linked/secret"), "outside"),
        (name("link"), "outside"),
        (name("zero"), "outside"),
        (name("pipe"), "not a regular file"),
        ("sub".into(), "not a regular file"),
        (name("missing"), "No such file"),
    ]
}

#[test]
fn sbe_includes_what_is_below_its_folder() {
    let folder = folder("sbe");
    for (path, wanted) in traps(&folder, "xml", "<types/>") {
        let text = format!(
            "<messageSchema xmlns:xi=\"http://www.w3.org/2001/XInclude\" package=\"p\" id=\"1\" version=\"0\">\n\
             <xi:include href=\"{path}\"/></messageSchema>"
        );
        fs::write(folder.join("in/schema.xml"), text).expect("written");
        let said = told(&check(&folder, "in/schema.xml", &[]));
        assert_eq!(said.contains("S0104"), !wanted.is_empty(), "{path}: {said}");
        assert!(said.contains(wanted) && !said.contains(SECRET), "{path}: {said}");
    }
    let text =
        "<messageSchema xmlns:xi=\"http://www.w3.org/2001/XInclude\" package=\"p\" id=\"1\" version=\"0\">\n\
                <xi:include href=\"../beside/outside.xml\"/></messageSchema>";
    fs::write(folder.join("in/schema.xml"), text).expect("written");
    for more in [&["--allow-outside"][..], &["-I", "beside"]] {
        let said = told(&check(&folder, "in/schema.xml", more));
        assert!(!said.contains("S0104"), "{more:?}: {said}");
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn bitproto_imports_what_is_below_its_folder() {
    let folder = folder("bitproto");
    for (path, wanted) in traps(&folder, "bitproto", "proto good\n") {
        let text = format!("proto schema\n\nimport \"{path}\"\n");
        fs::write(folder.join("in/schema.bitproto"), text).expect("written");
        let said = told(&check(&folder, "in/schema.bitproto", &[]));
        assert_eq!(said.contains("B0305"), !wanted.is_empty(), "{path}: {said}");
        assert!(said.contains(wanted) && !said.contains(SECRET), "{path}: {said}");
    }
    fs::write(folder.join("in/schema.bitproto"), "proto schema\n\nimport \"../beside/outside.bitproto\"\n")
        .expect("written");
    let said = told(&check(&folder, "in/schema.bitproto", &[]));
    assert!(said.contains("help: --allow-outside allows it"), "{said}");
    for more in [&["--allow-outside"][..], &["-I", "beside"]] {
        let said = told(&check(&folder, "in/schema.bitproto", more));
        assert!(!said.contains("B0305"), "{more:?}: {said}");
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn asn1_searches_folders_for_files_that_stand_there() {
    let folder = folder("asn1");
    let module = "N DEFINITIONS ::= BEGIN A ::= NULL END";
    traps(&folder, "asn1", "");
    fs::write(folder.join("beside/module.asn1"), module).expect("written");
    fs::write(folder.join("schema.asn1"), "M DEFINITIONS ::= BEGIN IMPORTS A FROM N; B ::= A END")
        .expect("written");
    symlink("../beside/module.asn1", folder.join("in/module.asn1")).expect("a link");
    let said = told(&check(&folder, "schema.asn1", &["-I", "in"]));
    // It is below the folder of the schema.
    assert_eq!(said, "", "{said}");
    fs::create_dir(folder.join("schemas")).expect("a folder");
    fs::rename(folder.join("schema.asn1"), folder.join("schemas/schema.asn1")).expect("moved");
    let said = told(&check(&folder, "schemas/schema.asn1", &["-I", "in"]));
    assert!(said.contains("A0302") && !said.contains(SECRET), "{said}");
    for more in [&["-I", "in", "--allow-outside"][..], &["-I", "in", "-I", "beside"]] {
        let said = told(&check(&folder, "schemas/schema.asn1", more));
        assert_eq!(said, "", "{more:?}: {said}");
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn imports_in_a_row_have_an_end() {
    let folder = folder("row");
    for number in 0..300 {
        let text = format!("proto p{number}\n\nimport \"p{}.bitproto\"\n", number + 1);
        fs::write(folder.join(format!("p{number}.bitproto")), text).expect("written");
        let text = format!(
            "<types xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"p{}.xml\"/></types>",
            number + 1
        );
        fs::write(folder.join(format!("p{number}.xml")), text).expect("written");
    }
    fs::write(folder.join("p300.bitproto"), "proto last\n").expect("written");
    fs::write(folder.join("p300.xml"), "<types/>").expect("written");
    for (file, code) in [("p0.bitproto", "B0305"), ("p0.xml", "S0103")] {
        let done = check(&folder, file, &[]);
        assert_eq!(done.status.code(), Some(3), "{done:?}");
        assert!(told(&done).contains(code), "{}", told(&done));
    }
    fs::remove_dir_all(folder).expect("removed");
}
