//! What the command writes: each file whole or as it was, and nothing outside of the folder that was named.

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

/// A folder of a test alone, with a schema in it.
fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("written-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("m.asn1"), SCHEMA).expect("a schema");
    folder
}

/// `gen c` of the schema of a folder into a folder in it.
fn generate(folder: &Path, out: &str, more: &[&str]) -> Output {
    let mut command = Command::new(WIREGLOT);
    command
        .args(["gen", "c", "-s", "m.asn1", "-r", "der", "--name", "t", "--pdu", "T", "-o", out])
        .args(more);
    command.current_dir(folder).output().expect("the command runs")
}

/// Everything in a folder, sorted.
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

/// Old files of a folder, which are there still afterwards.
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
    // More than one block of a file, and the system sends SIGXFSZ.
    let script = "ulimit -f 1; exec \"$0\" gen c -s m.asn1 -r der --name t --pdu T -o out";
    let done = Command::new("sh").args(["-c", script, WIREGLOT]).current_dir(&folder).output().expect("run");
    assert!(done.status.signal().is_some(), "{done:?}");
    assert!(all_old(&out));
    // What it left does not keep the next one from its work.
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
