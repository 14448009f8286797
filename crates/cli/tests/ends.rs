//! How a run over many records ends if its output can't be written or it is interrupted: never with success,
//! and silently if the reader has gone.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::shared;

fn wireglot(jobs: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/decode.in/rocket.asn1");
    command.args(["decode", "-r", "ber", "--lines", "-t", "Flight", "--jobs", jobs, "-s"]).arg(schema);
    command
}

/// The same with interrupts enabled: shells start background jobs with interrupts ignored, and so are all
/// their children.
fn interruptible(jobs: &str) -> Command {
    let command = wireglot(jobs);
    if !cfg!(target_os = "linux") {
        return command;
    }
    let mut heeding = Command::new("env");
    heeding.arg("--default-signal=INT").arg(command.get_program()).args(command.get_args());
    heeding
}

/// Interrupts until it takes effect: an interrupt may be lost until `env` has done its work.
fn interrupt(child: &mut Child) -> ExitStatus {
    for _ in 0..3_000 {
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        std::thread::sleep(Duration::from_millis(20));
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
    }
    panic!("no interrupt is heeded");
}

/// A file of many records, one per test.
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
        return shared::skip("there is no /dev/full here");
    };
    for jobs in ["1", "2"] {
        let file = records(&format!("full{jobs}"));
        let done = wireglot(jobs).arg(&file).stdout(full.try_clone().unwrap()).output().unwrap();
        std::fs::remove_file(file).unwrap();
        assert_eq!(done.status.code(), Some(2), "{jobs} jobs");
        assert!(
            String::from_utf8_lossy(&done.stderr).contains("standard output: No space left"),
            "{jobs} jobs"
        );
    }
}

/// Verbs that write values, with rules and form of each side. Their output is short and written at the end.
const VERBS: [&[&str]; 8] = [
    &["decode", "-r", "ber", "flight.ber"],
    &["decode", "-r", "ber", "--in", "hex-lines", "--on-error", "report", "--jobs", "2", "damaged.hex"],
    &["decode", "-r", "ber", "--select", "name", "flight.ber"],
    &["decode", "-r", "ber", "--as", "value", "flight.ber"],
    &["convert", "--from", "ber", "--to", "uper", "flight.ber"],
    &["convert", "--from", "ber", "--to", "der", "--out", "hex-lines", "--jobs", "2", "flight.ber"],
    &["inspect", "-r", "ber", "flight.ber"],
    &["sample", "-r", "ber"],
];

#[test]
fn no_verb_that_writes_values_succeeds_on_a_full_disk() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return shared::skip("there is no /dev/full here");
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/damage.in");
    for verb in VERBS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
        command.current_dir(&folder).arg(verb[0]).args(["-s", "rocket.asn1", "-t", "Flight"]);
        let done = command.args(&verb[1..]).stdout(full.try_clone().unwrap()).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{verb:?}: {told}");
        assert!(told.contains("No space left"), "{verb:?}: {told}");
    }
}

#[test]
fn an_input_that_ends_within_a_record_is_no_success() {
    let file = records("cut");
    let octets = std::fs::read(&file).unwrap();
    std::fs::write(&file, &octets[..octets.len() - 1]).unwrap();
    for jobs in ["1", "2"] {
        let done = wireglot(jobs).arg(&file).output().unwrap();
        assert_eq!(done.status.code(), Some(1), "{jobs} jobs");
        assert_eq!(done.stdout.iter().filter(|octet| **octet == b'\n').count(), 19_999, "{jobs} jobs");
        assert_eq!(done.stdout.last(), Some(&b'\n'), "{jobs} jobs");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn an_interrupt_is_no_success() {
    for jobs in ["1", "2"] {
        let mut command = interruptible(jobs);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // It can't end by itself while its input is open.
        let mut input = child.stdin.take().unwrap();
        input.write_all(&[0x30]).unwrap();
        let status = interrupt(&mut child);
        drop(input);
        assert!(!status.success(), "{jobs} jobs: {status}");
    }
}

#[test]
fn several_jobs_write_what_one_does_also_behind_damage() {
    let file = records("jobs");
    let mut octets = std::fs::read(&file).unwrap();
    let length = octets.len() / 20_000;
    for (number, at) in [(0, 1), (70, 5), (71, 0), (5_000, 1), (5_001, 17), (9_999, 40), (19_999, 1)] {
        octets[number * length + at] ^= 0x41;
    }
    // Remove one byte, and insert three.
    octets.remove(12_000 * length + 30);
    octets.splice(15_000 * length..15_000 * length, [1, 2, 3]);
    std::fs::write(&file, octets).unwrap();
    let run = |jobs: &str| wireglot(jobs).args(["--on-error", "report"]).arg(&file).output().unwrap();
    let one = run("1");
    for jobs in ["2", "5"] {
        let several = run(jobs);
        assert!(several.stdout == one.stdout, "{jobs} jobs");
        assert_eq!(several.stderr, one.stderr, "{jobs} jobs");
        assert_eq!(several.status.code(), Some(1), "{jobs} jobs");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn records_that_only_reading_ends_are_read_one_by_one() {
    let file = records("plain");
    let packed = file.with_extension("uper");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/decode.in/rocket.asn1");
    let mut convert = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    convert.args(["convert", "-t", "Flight", "--from", "ber", "--to", "uper", "-s"]).arg(&schema).arg(&file);
    let converted = convert.stdout(File::create(&packed).unwrap()).status().unwrap();
    assert!(converted.success());
    let run = |jobs: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
        command.args(["decode", "-r", "uper", "--lines", "-t", "Flight", "--jobs", jobs, "-s"]);
        command.arg(&schema).arg(&packed).output().unwrap()
    };
    let (one, two) = (run("1"), run("2"));
    std::fs::remove_file(file).unwrap();
    std::fs::remove_file(packed).unwrap();
    assert!(one.status.success() && two.status.success());
    assert_eq!(one.stdout.iter().filter(|octet| **octet == b'\n').count(), 20_000);
    assert!(one.stdout == two.stdout);
}
