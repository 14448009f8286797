//! How a run over many records ends when its output can't be written or someone stops it: never with
//! success, and quietly where the reader has gone.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn wireglot(jobs: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/decode.in/rocket.asn1");
    command.args(["decode", "-r", "ber", "--lines", "-t", "Flight", "--jobs", jobs, "-s"]).arg(schema);
    command
}

/// A file of many records of its own for each test.
fn records(name: &str) -> PathBuf {
    let one = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/decode.in/flight.ber");
    let record = std::fs::read(one).expect("a record");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.ber", std::process::id()));
    std::fs::write(&path, record.repeat(20_000)).expect("a file of records");
    path
}

#[test]
fn a_reader_that_goes_away_is_no_error_to_tell() {
    for jobs in ["1", "2"] {
        let file = records(&format!("pipe{jobs}"));
        let mut child =
            wireglot(jobs).arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let done = child.wait_with_output().unwrap();
        std::fs::remove_file(file).unwrap();
        assert_eq!(done.status.code(), Some(141), "{jobs} jobs");
        assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{jobs} jobs");
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        println!("skipped: there is no /dev/full here");
        return;
    };
    for jobs in ["1", "2"] {
        let file = records(&format!("full{jobs}"));
        let done = wireglot(jobs).arg(&file).stdout(full.try_clone().unwrap()).output().unwrap();
        std::fs::remove_file(file).unwrap();
        assert_eq!(done.status.code(), Some(2), "{jobs} jobs");
        assert!(String::from_utf8_lossy(&done.stderr).contains("No space left"), "{jobs} jobs");
    }
}

#[test]
fn an_interrupt_is_no_success() {
    for jobs in ["1", "2"] {
        let mut child =
            wireglot(jobs).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // As long as its input is open, it can't end by itself.
        let mut input = child.stdin.take().unwrap();
        input.write_all(&[0x30]).unwrap();
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let status = child.wait().unwrap();
        drop(input);
        assert!(!status.success(), "{jobs} jobs: {status}");
    }
}
