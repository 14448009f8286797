//! The text of a message is bounded: a short encoding may have a long text.

use std::io::{Read as _, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const WIREGLOT: &str = env!("CARGO_BIN_EXE_wireglot");
const SCHEMA: &str =
    "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= CHOICE { leaf NULL, node SEQUENCE OF T } END";

/// Nested lists of this depth, with leaves in the innermost: each leaf takes two bytes, and a line indented
/// by all levels.
fn deep(levels: usize, leaves: usize) -> Vec<u8> {
    let mut octets = [0x80, 0].repeat(leaves);
    for _ in 0..levels {
        let length = u32::try_from(octets.len()).expect("a length").to_be_bytes();
        octets.splice(0..0, [0xa1, 0x84].into_iter().chain(length));
    }
    octets
}

/// Decodes with additional options; returns the output.
fn decoded(octets: &[u8], more: &[&str]) -> Output {
    done("decode", octets, more)
}

fn scratch(name: &str) -> PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// What a verb makes of a message.
fn done(verb: &str, octets: &[u8], more: &[&str]) -> Output {
    let schema = scratch("output-limit.asn1");
    wireglot_driver::sources::new_file::write_file(&schema, SCHEMA.as_bytes()).expect("a schema");
    let mut command = Command::new(WIREGLOT);
    command.args([verb, "-t", "T", "-r", "ber", "--in", "raw"]).arg("-s").arg(&schema).args(more);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("its input").write_all(octets).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn told(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

#[test]
fn text_that_is_far_longer_than_its_message_is_refused() {
    let octets = deep(120, 100_000);
    let refused = decoded(&octets, &[]);
    assert_eq!(refused.status.code(), Some(1), "{}", told(&refused));
    assert!(told(&refused).contains("the text of the message is longer than"), "{}", told(&refused));
    assert!(refused.stdout.is_empty(), "{} octets", refused.stdout.len());
    let taken = decoded(&octets, &["--lines"]);
    assert!(taken.status.success(), "{}", told(&taken));
    let taken = decoded(&octets, &["--limit", "output=200000000"]);
    assert!(taken.status.success(), "{}", told(&taken));
    assert!(taken.stdout.len() > 64 << 20, "{} octets", taken.stdout.len());
}

#[test]
fn a_limit_counts_to_the_octet() {
    let octets = deep(1, 2);
    let text = decoded(&octets, &["--lines"]).stdout;
    let (same, less) = (text.len() - 1, text.len() - 2);
    let same = decoded(&octets, &["--lines", "--limit", &format!("output={same}")]);
    assert_eq!(same.stdout, text, "{}", told(&same));
    let less = decoded(&octets, &["--lines", "--limit", &format!("output={less}")]);
    assert!(told(&less).contains("the text of the message is longer than"), "{}", told(&less));
    assert!(less.stdout.is_empty());
}

#[test]
fn spans_end_where_they_are_too_much() {
    let octets = deep(120, 100_000);
    let most = octets.len() * 256 + (64 << 20);
    for (form, beside) in [(&["--json"][..], 300), (&[], 300), (&["--paths"], 300)] {
        let ended = done("inspect", &octets, form);
        assert_eq!(ended.status.code(), Some(1), "{}", told(&ended));
        assert!(told(&ended).contains(&format!("take more than {most} octets")), "{}", told(&ended));
        assert!(ended.stdout.len() <= most + beside, "{form:?}: {} octets", ended.stdout.len());
    }
    // What is shown is whole up to there, and what is not shown has a span.
    let (octets, lines) =
        (deep(3, 50), |made: &Output| String::from_utf8_lossy(&made.stdout).lines().count());
    let all = done("inspect", &octets, &["--json"]);
    assert!(all.status.success(), "{}", told(&all));
    let limited = done("inspect", &octets, &["--json", "--limit", "output=4000"]);
    let text = String::from_utf8_lossy(&limited.stdout).into_owned();
    assert!(lines(&limited) < lines(&all) / 2, "{text}");
    let mut bits = 0;
    for line in text.lines() {
        let span: serde_json::Value = serde_json::from_str(line).expect("an object");
        match span.get("error") {
            Some(error) => assert_eq!(error["code"], "limit_output"),
            None => {
                assert_eq!(span["offset"].as_u64().map(|octet| octet * 8), Some(bits), "{line}");
                bits += span["bits"].as_u64().expect("a length");
            }
        }
    }
    assert_eq!(bits, octets.len() as u64 * 8, "{text}");
}

/// Indentation is added while writing: output of 100 MB and more needs less than half of that in memory.
#[cfg(target_os = "linux")]
#[test]
fn indentation_is_never_held() {
    for (form, leaves, most) in
        [("json", 100_000, 60_000), ("value", 400_000, 60_000), ("xer", 400_000, 60_000)]
    {
        let kilobytes = memory_of(form, leaves);
        assert!(kilobytes < most, "{form}: {kilobytes} kB");
    }
}

/// The most memory that decoding of nested lists took when it had written 90 MiB, in kilobytes.
fn memory_of(form: &str, leaves: usize) -> u64 {
    let (schema, message) = (scratch("indented.asn1"), scratch(&format!("indented-{form}.ber")));
    wireglot_driver::sources::new_file::write_file(&schema, SCHEMA.as_bytes()).expect("a schema");
    wireglot_driver::sources::new_file::write_file(&message, &deep(120, leaves)).expect("a message");
    let mut child = Command::new(WIREGLOT)
        .args([
            "decode",
            "-t",
            "T",
            "-r",
            "ber",
            "--in",
            "raw",
            "--limit",
            "output=200000000",
            "--as",
            form,
            "-s",
        ])
        .args([&schema, &message])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut out = child.stdout.take().expect("its output");
    let written = std::io::copy(&mut out.by_ref().take(90 << 20), &mut std::io::sink()).expect("it writes");
    assert_eq!(written, 90 << 20);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it still runs");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory");
    let kilobytes: u64 = most.trim().trim_end_matches("kB").trim().parse().expect("a number");
    std::io::copy(&mut out, &mut std::io::sink()).expect("it writes");
    assert!(child.wait().expect("it ends").success());
    kilobytes
}
