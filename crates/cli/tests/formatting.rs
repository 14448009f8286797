//! `wireglot fmt` on files: each is written completely or left alone.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder used by one test only.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fmt-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn fmt(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.current_dir(folder).arg("fmt").args(words).output().expect("the command runs")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn files_are_written_in_their_own_encoding_and_line_ends() {
    let folder = folder("written");
    let before = b"M DEFINITIONS ::= BEGIN\r\nT::=NULL -- caf\xe9\r\nEND\r\n";
    let after = b"M DEFINITIONS ::=\r\nBEGIN\r\n\r\nT ::= NULL -- caf\xe9\r\n\r\nEND\r\n";
    std::fs::write(folder.join("m.asn1"), before).expect("written");
    let done = fmt(&folder, &["m.asn1"]);
    assert!(done.status.success() && done.stdout.is_empty() && done.stderr.is_empty(), "{done:?}");
    assert_eq!(std::fs::read(folder.join("m.asn1")).expect("read"), after);
    assert_eq!(names(&folder), ["m.asn1"]);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_links_are_not_written_through() {
    use std::os::unix::fs::{symlink, PermissionsExt};
    let folder = folder("links");
    let real = folder.join("real.asn1");
    std::fs::write(&real, "M DEFINITIONS ::= BEGIN END").expect("written");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).expect("set");
    symlink("real.asn1", folder.join("link.asn1")).expect("linked");
    let through = fmt(&folder, &["link.asn1"]);
    assert_eq!(through.status.code(), Some(2), "{through:?}");
    assert!(folder.join("link.asn1").is_symlink());
    assert_eq!(std::fs::read_to_string(&real).expect("read"), "M DEFINITIONS ::= BEGIN END");
    assert!(fmt(&folder, &["real.asn1"]).status.success());
    assert!(std::fs::read_to_string(&real).expect("read").contains("BEGIN\n\nEND\n"));
    assert_eq!(std::fs::metadata(&real).expect("there").permissions().mode() & 0o777, 0o640);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn files_with_faults_are_left_alone_and_others_are_not() {
    let folder = folder("faults");
    let broken = "M DEFINITIONS ::= BEGIN T ::= SEQUENCE { END";
    std::fs::write(folder.join("broken.asn1"), broken).expect("written");
    std::fs::write(folder.join("good.asn1"), "M DEFINITIONS ::= BEGIN END").expect("written");
    let done = fmt(&folder, &["broken.asn1", "good.asn1"]);
    assert_eq!(done.status.code(), Some(3), "{done:?}");
    assert_eq!(std::fs::read_to_string(folder.join("broken.asn1")).expect("read"), broken);
    assert!(fmt(&folder, &["--check", "good.asn1"]).status.success());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn macros_and_encoding_control_stay_as_they_are() {
    let folder = folder("kept");
    let kept = [
        "OBJECT-TYPE MACRO ::=\nBEGIN\n    TYPE NOTATION ::=   \"SYNTAX\"  type(Syntax) -- odd\n\tVALUE NOTATION ::= value(VALUE  Name)\n\n\n  Access ::= \"read-only\"\n           | \"none\"\nEND",
        "sysDescr   OBJECT-TYPE\n   SYNTAX  INTEGER\n       ACCESS read-only\n  ::=  { system   1 }",
        "ENCODING-CONTROL   JER\n    NAME  [ T.a ]   AS    \"x\"\n\n  TEXT  ALL",
        "ENCODING-CONTROL PER\n   something   odd  {  }",
    ];
    let [defined, used, jer, per] = kept;
    let text =
        format!("M DEFINITIONS ::= BEGIN\nT::=NULL\n{defined}\nX ::=   NULL\n{used}\n{jer}\n{per}\nEND");
    std::fs::write(folder.join("m.asn1"), text).expect("written");
    let done = fmt(&folder, &["m.asn1"]);
    assert!(done.status.success(), "{done:?}");
    let after = std::fs::read_to_string(folder.join("m.asn1")).expect("read");
    assert!(kept.iter().all(|text| after.contains(text)), "{after}");
    assert!(after.contains("\nT ::= NULL\n") && after.contains("\nX ::= NULL\n"), "{after}");
    assert!(fmt(&folder, &["--check", "m.asn1"]).status.success());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wireglot"))
        .args(["fmt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"M DEFINITIONS ::= BEGIN END").expect("written");
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "M DEFINITIONS ::=\nBEGIN\n\nEND\n");
}
