//! `--resume`: runs that are interrupted and continued.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const WIREGLOT: &str = env!("CARGO_BIN_EXE_wireglot");
const SCHEMA: &str = "Calls DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Call ::= SEQUENCE { number INTEGER, data OCTET STRING } END";

/// The size of a call's data in bytes.
const DATA: usize = 1 << 12;

/// A folder for one test, with a schema and two files of calls, of which some are damaged.
fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("resumed-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("calls.asn1"), SCHEMA).expect("a schema");
    for (file, calls) in [("a.ber", 3000u16), ("b.ber", 9000)] {
        let mut octets = Vec::new();
        for number in 0..calls {
            let size = DATA as u16 + number % 7;
            octets.extend([0x30, 0x82]);
            octets.extend((size + 9).to_be_bytes());
            // A tag that the type does not have.
            let tag = if number % 1000 == 999 { 0x85 } else { 0x80 };
            octets.extend([tag, 3, 1]);
            octets.extend(number.to_be_bytes());
            octets.extend([0x81, 0x82]);
            octets.extend(size.to_be_bytes());
            octets.resize(octets.len() + usize::from(size), 0xaa);
        }
        fs::write(folder.join(file), octets).expect("a file");
    }
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(WIREGLOT);
    command.args(["decode", "-s", "calls.asn1", "-t", "Call", "-r", "ber", "--lines"]).args(arguments);
    command.current_dir(folder);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the command runs")
}

fn told(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

/// Runs the command until it has written this many bytes, which ends it with a signal.
fn interrupt(folder: &Path, octets: u64, arguments: &[&str]) {
    let limit = octets.div_ceil(512);
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -f {limit}; exec \"$@\""), "sh", WIREGLOT]);
    let plain = command(folder, arguments);
    let done = limited.args(plain.get_args()).current_dir(folder).output().expect("the command runs");
    assert!(done.status.signal().is_some(), "{done:?}");
}

#[test]
fn interrupted_runs_are_continued() {
    continued("text", &[]);
}

#[test]
fn interrupted_tables_are_continued() {
    continued("csv", &["--as", "csv"]);
    continued("csv-errors", &["--as", "csv", "--provenance", "record,error", "--select", "number,data"]);
}

#[test]
fn tables_of_changed_versions_are_not_continued() {
    let folder = folder("versions");
    fs::write(folder.join("old=1.asn1"), SCHEMA).expect("a schema");
    let arguments =
        ["-o", "calls.csv", "--resume", "a.ber", "--as", "csv", "--versions", "2024-*=old=1.asn1"];
    let arguments = [&arguments[..], &["--on-error", "skip"]].concat();
    interrupt(&folder, 1 << 23, &arguments);
    fs::write(folder.join("old=1.asn1"), format!("{SCHEMA}\n")).expect("a schema");
    let done = run(&folder, &arguments);
    assert_eq!(done.status.code(), Some(2), "{}", told(&done));
    assert!(told(&done).contains("old=1.asn1 has changed since the run to continue"), "{}", told(&done));
    fs::remove_dir_all(folder).expect("removed");
}

fn continued(name: &str, options: &[&str]) {
    let folder = folder(name);
    let inputs = [&["a.ber", "b.ber", "--totals", "--on-error", "report"], options].concat();
    let whole = run(&folder, &[&["-o", "whole.ndjson"][..], &inputs].concat());
    assert_eq!(whole.status.code(), Some(1), "{}", told(&whole));
    let expected = fs::read(folder.join("whole.ndjson")).expect("output");
    let resumed = [&["-o", "calls.ndjson", "--resume"][..], &inputs].concat();
    for jobs in ["1", "4"] {
        let arguments = [&resumed[..], &["--jobs", jobs]].concat();
        // In the second file, then in the rest of it.
        for part in [60, 80] {
            interrupt(&folder, expected.len() as u64 * part / 100, &arguments);
            assert!(folder.join("calls.ndjson.resume").exists() && !folder.join("calls.ndjson").exists());
        }
        let done = run(&folder, &arguments);
        assert_eq!(done.status.code(), Some(1), "{}", told(&done));
        assert!(told(&done).starts_with("note: b.ber: continuing at record "), "{}", told(&done));
        // For tables, errors are reported there too.
        assert_eq!(told(&done).lines().last(), told(&whole).lines().last(), "{}", told(&done));
        assert!(fs::read(folder.join("calls.ndjson")).expect("output") == expected, "jobs: {jobs}");
        assert!(
            !folder.join("calls.ndjson.resume").exists() && !folder.join("calls.ndjson.partial").exists()
        );
        fs::remove_file(folder.join("calls.ndjson")).expect("removed");
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_run_that_stopped_at_a_damaged_record_continues_after_it() {
    let folder = folder("stopped");
    // The first damaged record is after the first position that is saved.
    let octets = fs::read(folder.join("b.ber")).expect("a file");
    let sound: Vec<u8> = (0..6).flat_map(|_| octets[..DATA * 900].to_vec()).collect();
    let record = |at: usize| 4 + usize::from(u16::from_be_bytes([sound[at + 2], sound[at + 3]]));
    let (mut end, mut input) = (0, Vec::new());
    while end + 4 < DATA * 900 && end + record(end) <= DATA * 900 {
        end += record(end);
    }
    (0..6).for_each(|_| input.extend_from_slice(&sound[..end]));
    input.extend_from_slice(&[0x30, 3, 0x85, 1, 1]);
    input.extend_from_slice(&sound[..end]);
    fs::write(folder.join("c.ber"), &input).expect("a file");
    let arguments = ["-o", "calls.ndjson", "--resume", "c.ber"];
    let stopped = run(&folder, &arguments);
    assert_eq!(stopped.status.code(), Some(1));
    assert!(told(&stopped).contains("calls.ndjson.partial keeps the output so far"), "{}", told(&stopped));
    let continued = run(&folder, &[&arguments[..], &["--on-error", "skip", "--totals"]].concat());
    assert!(told(&continued).contains("c.ber: continuing at record "), "{}", told(&continued));
    let whole = run(&folder, &["-o", "whole.ndjson", "--on-error", "skip", "--totals", "c.ber"]);
    assert!(told(&continued).ends_with(&told(&whole)), "{}\n{}", told(&continued), told(&whole));
    let read = |name: &str| fs::read(folder.join(name)).expect("output");
    assert!(read("calls.ndjson") == read("whole.ndjson"));
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn compressed_files_are_continued_too() {
    let folder = folder("compressed");
    assert!(Command::new("gzip").arg(folder.join("b.ber")).status().expect("gzip").success());
    let inputs = ["b.ber.gz", "--on-error", "skip"];
    run(&folder, &[&["-o", "whole.ndjson"][..], &inputs].concat());
    let arguments = [&["-o", "calls.ndjson", "--resume"][..], &inputs].concat();
    interrupt(&folder, 1 << 26, &arguments);
    let done = run(&folder, &arguments);
    assert!(told(&done).contains("b.ber.gz: continuing at record "), "{}", told(&done));
    let read = |name: &str| fs::read(folder.join(name)).expect("output");
    assert!(read("calls.ndjson") == read("whole.ndjson"));
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn only_the_same_run_is_continued() {
    let folder = folder("other");
    let arguments = ["-o", "calls.ndjson", "--resume", "a.ber", "b.ber", "--on-error", "skip"];
    interrupt(&folder, 1 << 25, &arguments);
    let refused = |more: &[&str], why: &str| {
        let done = run(&folder, &[&arguments[..], more].concat());
        assert_eq!(done.status.code(), Some(2), "{}", told(&done));
        let files = "calls.ndjson.resume and calls.ndjson.partial";
        assert_eq!(told(&done), format!("error: {why}; to start over, delete {files}\n"));
    };
    let other = "the run to continue had other arguments";
    refused(&["--select", "number"], &format!("{other}: `number` is new"));
    refused(&["--defaults"], &format!("{other}: `defaults` is new"));
    refused(&["a.ber"], &format!("{other}: their number or order differs"));
    let saved = fs::read_to_string(folder.join("calls.ndjson.resume")).expect("a saved position");
    for (sound, damaged) in [("\"offset\": ", "\"offset\": 1"), ("\"output\": ", "\"output\": 1")] {
        assert!(saved.contains(sound), "{saved}");
        fs::write(folder.join("calls.ndjson.resume"), saved.replace(sound, damaged)).expect("written");
        refused(&[], "calls.ndjson.resume is damaged");
    }
    fs::write(folder.join("calls.ndjson.resume"), saved).expect("written");
    // A file that is named like a value says nothing about it.
    fs::write(folder.join("Call"), "").expect("written");
    fs::write(folder.join("skip"), "").expect("written");
    let schema = fs::read_to_string(folder.join("calls.asn1")).expect("the schema");
    fs::write(folder.join("calls.asn1"), schema + "\n").expect("written");
    refused(&[], "calls.asn1 has changed since the run to continue");
    // Without the saved position, it could be anybody's file.
    fs::remove_file(folder.join("calls.ndjson.resume")).expect("removed");
    let done = run(&folder, &arguments);
    assert_eq!(done.status.code(), Some(2));
    assert!(told(&done).contains("which is there without calls.ndjson.resume"), "{}", told(&done));
    fs::remove_file(folder.join("calls.ndjson.partial")).expect("removed");
    assert_eq!(run(&folder, &arguments).status.code(), Some(1));
    assert!(folder.join("calls.ndjson").exists());
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn runs_that_can_not_be_continued_are_refused() {
    let folder = folder("refused");
    let refused = |arguments: &[&str], why: &str| {
        let done = run(&folder, arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", told(&done));
        assert!(told(&done).contains(why), "{arguments:?}: {}", told(&done));
    };
    refused(&["--resume", "a.ber"], "--output <FILE>");
    refused(&["--resume", "-o", "-", "a.ber"], "name the output with -o FILE");
    refused(&["--resume", "-o", "out"], "name the input files");
    refused(&["--resume", "-o", "out", "-"], "name the input files");
    refused(&["--resume", "-o", "out", "--as", "parquet", "a.ber"], "--as parquet can't be continued");
    refused(&["--resume", "-o", "out", "--as", "arrow", "a.ber"], "--as arrow can't be continued");
    refused(&["--resume", "-o", "out", "--record", "2", "a.ber"], "not for captures or --record");
    refused(&["--resume", "-o", "/dev/null", "a.ber"], "is a pipe or a device");
    refused(&["--resume", "-o", "/dev/stdout", "a.ber"], "is a pipe or a device");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo").success());
    refused(&["--resume", "-o", "out", "a.ber", "pipe"], "pipe is not a regular file");
    fs::create_dir(folder.join("out.partial")).expect("a folder");
    refused(&["--resume", "-o", "out", "a.ber"], "out.partial, which is there without");
    assert!(!folder.join("out").exists());
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn one_run_at_a_time_writes_a_file() {
    let folder = folder("locked");
    let arguments = ["-o", "calls.ndjson", "--resume", "a.ber", "--on-error", "skip"];
    let partial = folder.join("calls.ndjson.partial");
    let other = fs::File::create(&partial).expect("a file");
    other.lock().expect("a lock");
    let done = run(&folder, &arguments);
    assert_eq!(done.status.code(), Some(2));
    assert!(told(&done).contains("is being written by another run"), "{}", told(&done));
    drop(other);
    assert_eq!(run(&folder, &arguments).status.code(), Some(1));
    // Schemas of a folder are compared as well.
    fs::create_dir(folder.join("schemas")).expect("a folder");
    fs::rename(folder.join("calls.asn1"), folder.join("schemas/calls.asn1")).expect("moved");
    let arguments = [&["-s", "schemas"][..], &arguments, &["b.ber"]].concat();
    let decode = |limited: bool| {
        let mut command = Command::new("sh");
        let script = if limited { "ulimit -f 65536; exec \"$@\"" } else { "exec \"$@\"" };
        command
            .args(["-c", script, "sh", WIREGLOT, "decode", "-t", "Call", "-r", "ber", "--lines"])
            .args(&arguments);
        command.current_dir(&folder).output().expect("the command runs")
    };
    assert!(decode(true).status.signal().is_some());
    fs::write(folder.join("schemas/calls.asn1"), SCHEMA.replace("number", "serial")).expect("written");
    let done = decode(false);
    assert!(told(&done).contains("schemas has changed since the run to continue"), "{}", told(&done));
    fs::remove_dir_all(&folder).expect("removed");
}
