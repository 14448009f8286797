//! The examples in `--help`: every verb has one, and they work.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The files named in examples, and the project files used for them.
const FILES: [(&str, &str); 26] = [
    ("rocket.asn1", "docs/guide.in/rocket.asn1"),
    ("flight.ber", "docs/guide.in/flight.ber"),
    ("flown.ber", "docs/guide.in/flight.ber"),
    ("flight.json", "docs/guide.in/flight.json"),
    ("flights.hex", "docs/guide.in/flights.hex"),
    ("flown.hex", "docs/guide.in/flights.hex"),
    ("modules/rocket.asn1", "docs/guide.in/rocket.asn1"),
    ("schemas/rocket.asn1", "docs/guide.in/rocket.asn1"),
    ("schemas/buoy.bitproto", "examples/bitproto/buoy.bitproto"),
    ("snmp.asn1", "examples/snmp/SNMP.asn1"),
    ("messages.hex", "examples/snmp/messages.hex"),
    ("pkix.asn1", "examples/x509/X509.asn1"),
    ("certificates.pem", "examples/x509/certificate.pem"),
    ("server.pem", "examples/x509/certificate.pem"),
    ("old.pem", "crates/cli/tests/cmd/diff.in/old.pem"),
    ("new.pem", "crates/cli/tests/cmd/diff.in/new.pem"),
    ("buoy.bitproto", "examples/bitproto/buoy.bitproto"),
    ("buoy-1.bitproto", "crates/cli/tests/cmd/compat.in/buoy-1.bitproto"),
    ("buoy-2.bitproto", "crates/cli/tests/cmd/compat.in/buoy-2.bitproto"),
    ("report.hex", "examples/bitproto/reports.hex"),
    ("orders.xml", "examples/sbe/orders.xml"),
    ("orders.hex", "examples/sbe/orders.hex"),
    ("calls.asn1", "docs/records.in/calls.asn1"),
    ("calls.blocks", "docs/records.in/calls.blocks"),
    ("vectors/rocket.jsonl", "crates/cli/tests/cmd/vectors.in/rocket.jsonl"),
    ("vectors/rocket.asn1", "crates/cli/tests/cmd/vectors.in/rocket.asn1"),
];

/// Files named in examples that are first created by other commands.
const MADE: [&str; 5] = [
    "wireglot sample -s snmp.asn1 -t Message -r ber --seed 7 --out raw > message.ber",
    "wireglot decode -s snmp.asn1 -t Message -r ber message.ber > message.json",
    "wireglot convert -s pkix.asn1 -t Certificate --from der --to der --in pem certificates.pem > certificate.der",
    "wireglot decode -s orders.xml --lines --in hex-lines orders.hex > orders.json",
    "wireglot convert -s rocket.asn1 -t Flight --from ber --to uper --out hex flight.ber > flight.hex",
];

/// Verbs whose examples may exit with 1, since they report a difference.
const TELLS: [&str; 4] =
    ["wireglot diff ", "wireglot compat ", "wireglot fmt --check ", "wireglot fmt --diff "];

/// A verb that goes on for as long as it is let: its examples are not run.
const GOES_ON: &str = "serve";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder with all files named in examples, used by one test only.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("help-{}", std::process::id()));
    for (name, source) in FILES {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("the folder can be made");
        std::fs::copy(root().join(source), path).unwrap_or_else(|error| panic!("{source}: {error}"));
    }
    folder
}

fn shell(folder: &Path, line: &str) -> Output {
    let built = Path::new(env!("CARGO_BIN_EXE_wireglot")).parent().expect("it has one");
    let path = format!("{}:{}", built.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.current_dir(folder).env("PATH", path).env("COLUMNS", "100").args(["-c", line]);
    command.output().expect("the shell runs")
}

fn help(folder: &Path, verb: &str) -> String {
    let done = shell(folder, &format!("wireglot {verb} --help"));
    assert!(done.status.success(), "{verb}");
    String::from_utf8(done.stdout).expect("it is UTF-8")
}

/// The verbs listed in a help text.
fn verbs(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words = listed.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    words.filter(|verb| *verb != "help").map(str::to_string).collect()
}

/// The examples in a help text.
fn examples(help: &str) -> Vec<String> {
    let behind = help.lines().skip_while(|line| !matches!(*line, "Example:" | "Examples:")).skip(1);
    let lines = behind.take_while(|line| line.starts_with("  ")).map(|line| line.trim().to_string());
    lines.filter(|line| line.starts_with("wireglot ")).collect()
}

#[test]
fn the_examples_of_every_verb_run() {
    let folder = folder();
    for line in MADE {
        let done = shell(&folder, line);
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
    let (mut found, mut failures) = (0, String::new());
    let mut waiting = verbs(&help(&folder, ""));
    while let Some(verb) = waiting.pop() {
        let text = help(&folder, &verb);
        let below = verbs(&text);
        let lines = examples(&text);
        if lines.is_empty() && below.is_empty() {
            failures += &format!("{verb} has no example\n");
        }
        waiting.extend(below.into_iter().map(|inner| format!("{verb} {inner}")));
        for line in lines.into_iter().filter(|_| verb != GOES_ON) {
            found += 1;
            let done = shell(&folder, &line);
            let told = TELLS.iter().any(|verb| line.starts_with(verb)) && done.status.code() == Some(1);
            if !done.status.success() && !told {
                failures += &format!("{line}\n{}\n", String::from_utf8_lossy(&done.stderr));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    println!("{found} examples");
    std::fs::remove_dir_all(folder).expect("removed");
}
