//! Files that the command writes: each complete or unchanged, and nothing outside of the given folder.

use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::shared;

const WIREGLOT: &str = env!("CARGO_BIN_EXE_wireglot");
const SCHEMA: &str =
    "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { a INTEGER (0..9), b BOOLEAN } END";
const GENERATED: [&str; 2] = ["t.c", "t.h"];

/// A folder for one test, with a schema in it.
fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("written-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("m.asn1"), SCHEMA).expect("a schema");
    folder
}

/// Runs `gen c` on the schema of a folder, with output to a subfolder.
fn generate(folder: &Path, out: &str, more: &[&str]) -> Output {
    let mut command = Command::new(WIREGLOT);
    command
        .args(["gen", "c", "-s", "m.asn1", "-r", "der", "--name", "t", "--pdu", "T", "-o", out])
        .args(more);
    command.current_dir(folder).output().expect("the command runs")
}

/// The names of everything in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    names
}

fn told(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

#[test]
fn links_are_replaced_and_what_they_lead_to_stays() {
    let folder = folder("links");
    let out = folder.join("out");
    fs::create_dir(&out).expect("a folder");
    fs::write(folder.join("precious"), "old").expect("written");
    symlink("../precious", out.join("t.c")).expect("a link");
    symlink("nowhere", out.join("t.h")).expect("a link");
    let done = generate(&folder, "out", &["--depfile", "out/t.d"]);
    assert!(done.status.success(), "{}", told(&done));
    assert_eq!(names(&out), ["t.c", "t.d", "t.h"]);
    assert!(GENERATED.iter().all(|name| fs::symlink_metadata(out.join(name)).expect("there").is_file()));
    assert_eq!(fs::read_to_string(folder.join("precious")).expect("there"), "old");
    assert_eq!(names(&folder), ["m.asn1", "out", "precious"]);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn pipes_folders_and_read_only_files_are_left_alone() {
    let folder = folder("traps");
    let trap = |name: &str, set: &dyn Fn(&Path)| {
        let out = folder.join(name);
        fs::create_dir(&out).expect("a folder");
        fs::write(out.join("t.h"), "old").expect("written");
        set(&out.join("t.c"));
        let done = generate(&folder, name, &[]);
        assert_eq!(done.status.code(), Some(2), "{name}: {}", told(&done));
        assert!(told(&done).contains("t.c: is "), "{name}: {}", told(&done));
        assert_eq!(names(&out), GENERATED, "{name}");
        assert_eq!(fs::read_to_string(out.join("t.h")).expect("there"), "old", "{name}");
    };
    trap("pipe", &|path| assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success()));
    trap("folder", &|path| fs::create_dir(path).expect("a folder"));
    trap("read-only", &|path| {
        fs::write(path, "old").expect("written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o444)).expect("set");
    });
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn devices_are_written_as_they_are() {
    let folder = folder("devices");
    let done = generate(&folder, "out", &["--depfile", "/dev/stdout"]);
    assert!(done.status.success(), "{}", told(&done));
    assert!(String::from_utf8_lossy(&done.stdout).contains("t.c: \\\n"), "{done:?}");
    let done = generate(&folder, "out", &["--depfile", "/dev/null"]);
    assert!(done.status.success() && !fs::metadata("/dev/null").expect("there").is_file(), "{}", told(&done));
    fs::remove_dir_all(folder).expect("removed");
}

/// Runs the command in a folder, with something on standard input.
fn run(folder: &Path, line: &str) -> Output {
    let script = format!("wireglot() {{ {WIREGLOT} \"$@\"; }}; {line}");
    Command::new("sh").args(["-c", &script]).current_dir(folder).output().expect("the shell runs")
}

/// Verbs that print something, each with its exit code.
const PRINTING: [(&str, i32); 14] = [
    ("decode m.asn1 -t T -r der v.der", 0),
    ("decode m.asn1 -t T -r der --as csv v.der", 0),
    ("decode m.asn1 -t T -r der --on-error skip v.der bad.der", 1),
    ("encode m.asn1 -t T -r uper v.json", 0),
    ("convert -s m.asn1 -t T --from der --to jer v.der", 0),
    ("convert -s m.asn1 -t T --from json --to der v.json", 0),
    ("inspect -s m.asn1 -t T -r der v.der", 0),
    ("inspect -s m.asn1 -t T -r der --json bad.der", 1),
    ("diff -s m.asn1 -t T -r der v.der w.der", 1),
    ("check -s m.asn1 -r der --cost", 0),
    ("dump shape -s m.asn1", 0),
    ("explain A0425", 0),
    ("sample -s m.asn1 -t T", 0),
    ("completions bash", 0),
];

/// Values of the schema in a folder.
fn values(folder: &Path) {
    fs::write(folder.join("v.json"), r#"{"a": 7, "b": true}"#).expect("written");
    fs::write(folder.join("v.der"), [0x30, 6, 0x80, 1, 7, 0x81, 1, 0xff]).expect("written");
    fs::write(folder.join("w.der"), [0x30, 6, 0x80, 1, 8, 0x81, 1, 0xff]).expect("written");
    fs::write(folder.join("unknown.bin"), [0xff; 9]).expect("written");
    fs::write(folder.join("bad.der"), [0x30, 6, 0x80, 1, 7, 0x81, 2, 0xff]).expect("written");
}

#[test]
fn what_verbs_print_goes_to_the_file_of_output() {
    let folder = folder("output");
    values(&folder);
    for (line, code) in PRINTING {
        let printed = run(&folder, &format!("wireglot {line}"));
        assert_eq!(printed.status.code(), Some(code), "{line}: {}", told(&printed));
        assert!(!printed.stdout.is_empty(), "{line}");
        for to in ["-o out", "--output=out", "over an old one", "-o fifo", "-o /dev/stdout"] {
            let _ = fs::remove_file(folder.join("out"));
            let line = match to {
                "over an old one" => format!("printf old > out; wireglot {line} -o out"),
                "-o fifo" => {
                    format!("rm -f p; mkfifo p; cat p > out & wireglot {line} -o p; e=$?; wait; exit $e")
                }
                "-o /dev/stdout" => format!("wireglot {line} -o /dev/stdout | cat > out; exit {code}"),
                to => format!("wireglot {line} {to}"),
            };
            let done = run(&folder, &line);
            assert_eq!(done.status.code(), Some(code), "{line}: {}", told(&done));
            assert_eq!(done.stdout, b"", "{line}");
            let out = fs::read(folder.join("out")).expect("there");
            assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(&printed.stdout), "{line}");
        }
    }
    let rest = names(&folder);
    assert!(rest.iter().all(|name| !name.ends_with(".tmp")), "{rest:?}");
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_run_that_ends_early_leaves_the_old_file() {
    let folder = folder("early");
    values(&folder);
    for line in [
        "decode m.asn1 -t T -r der v.der bad.der",
        "decode m.asn1 -t T -r der missing.der",
        "decode m.asn1 -t T -r der --as csv missing.der",
        "decode unknown.bin",
        "encode m.asn1 -t T -r der missing.json",
        "decode m.asn1 -t T -r der --as csv v.der bad.der",
        "decode m.asn1 -t Missing -r der v.der",
        "encode m.asn1 -t T -r der v.json w.der",
        "convert -s m.asn1 -t T --from der --to jer v.der bad.der",
        "sample -s m.asn1 -t Missing",
        "inspect -s m.asn1 -t T -r der --record 9 v.der",
    ] {
        fs::write(folder.join("out"), "old").expect("written");
        let done = run(&folder, &format!("wireglot {line} -o out"));
        assert!(matches!(done.status.code(), Some(1..=3)), "{line}: {}", told(&done));
        assert_eq!(fs::read_to_string(folder.join("out")).expect("there"), "old", "{line}");
    }
    let names = names(&folder);
    assert!(names.iter().all(|name| !name.ends_with(".tmp")), "{names:?}");
    let done = run(&folder, "wireglot decode m.asn1 -t T -r der v.der -o /dev/full");
    assert_eq!((done.status.code(), told(&done).contains("/dev/full: No space left")), (Some(2), true));
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn pages_are_written_over_pages_alone() {
    let folder = folder("pages");
    values(&folder);
    let inspect = "wireglot inspect -s m.asn1 -t T -r der --html";
    for name in ["new.html", "new.html"] {
        let done = run(&folder, &format!("{inspect} {name} v.der"));
        assert!(done.status.success(), "{}", told(&done));
    }
    let done = run(&folder, &format!("{inspect} v.der < /dev/null"));
    assert_eq!(done.status.code(), Some(2));
    assert!(told(&done).contains("v.der exists and is not a page"), "{}", told(&done));
    assert_eq!(fs::read(folder.join("v.der")).expect("there").len(), 8);
    fs::remove_dir_all(folder).expect("removed");
}

/// Creates old files in a folder, which must still exist afterwards.
fn old_files(out: &Path) {
    fs::create_dir_all(out).expect("a folder");
    GENERATED.iter().for_each(|name| fs::write(out.join(name), "old").expect("written"));
}

fn all_old(out: &Path) -> bool {
    GENERATED.iter().all(|name| fs::read_to_string(out.join(name)).is_ok_and(|text| text == "old"))
}

#[test]
fn a_process_that_is_killed_while_it_writes_leaves_the_old_files() {
    let folder = folder("killed");
    let out = folder.join("out");
    old_files(&out);
    // Above one block per file, the system sends SIGXFSZ.
    let script = "ulimit -f 1; exec \"$0\" gen c -s m.asn1 -r der --name t --pdu T -o out";
    let done = Command::new("sh").args(["-c", script, WIREGLOT]).current_dir(&folder).output().expect("run");
    assert!(done.status.signal().is_some(), "{done:?}");
    assert!(all_old(&out));
    // Leftovers do not prevent the next run from succeeding.
    assert!(generate(&folder, "out", &[]).status.success());
    assert!(!all_old(&out));
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_disk_that_fills_leaves_the_old_files() {
    let folder = folder("full");
    let out = folder.join("out");
    fs::create_dir(&out).expect("a folder");
    let script = "mount -t tmpfs -o size=8k none out || exit 77
        printf old >out/t.c; printf old >out/t.h
        \"$0\" gen c -s m.asn1 -r der --name t --pdu T -o out; echo status $?
        ls -A out; cat out/t.c out/t.h";
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).args(["sh", "-c", script, WIREGLOT]).current_dir(&folder).output()
    };
    match run("unshare", &["--map-root-user", "--mount"]) {
        Ok(done) if done.status.code() != Some(77) && !told(&done).starts_with("unshare:") => {
            let shown = String::from_utf8_lossy(&done.stdout).into_owned();
            assert_eq!(shown, "status 2\nt.c\nt.h\noldold", "{}", told(&done));
            assert!(told(&done).contains("No space left"), "{}", told(&done));
        }
        _ => shared::skip("no small disk can be mounted here; a limit on the size of files stands for it"),
    }
    fs::remove_dir_all(folder).expect("removed");
}
