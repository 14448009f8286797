//! A schema language in one folder, registered in one line, and every verb on it.
//!
//! The binary is the command with this language if an environment variable says so, and otherwise its test.

mod language;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use wireglot_driver::languages::Registry;

/// Makes the binary act as the command.
const AS_COMMAND: &str = "WIREGLOT_TOY_COMMAND";

fn main() -> ExitCode {
    if std::env::var_os(AS_COMMAND).is_some() {
        return wireglot_cli::run(Registry::default().with(&language::Toy));
    }
    let folder = std::env::temp_dir().join(format!("wireglot-toy-{}", std::process::id()));
    let wrong = verbs(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    wrong.iter().for_each(|wrong| eprintln!("{wrong}\n"));
    let (word, failed) = if wrong.is_empty() { ("ok", 0) } else { ("FAILED", 1) };
    println!("test result: {word}. {} passed; {failed} failed; 0 ignored", 1 - failed);
    ExitCode::from(failed)
}

/// A verb with its arguments, its exit code, and its output on standard output or else standard error.
type Row = (&'static str, i32, &'static str);

const ROWS: [Row; 21] = [
    ("check -s pair.toy", 0, ""),
    ("decode -s pair.toy -t Pair --in hex --lines one.hex", 0, "{\"left\":1,\"right\":2}\n"),
    ("decode -s pair.toy -t Pair --in hex --lines --select right one.hex", 0, "{\"right\":2}\n"),
    (
        "decode -s pair.toy -t Pair --in hex --lines --jobs 2 two.hex",
        0,
        "{\"left\":1,\"right\":2}\n{\"left\":1,\"right\":3}\n",
    ),
    ("encode -s pair.toy -t Pair --out hex one.json", 0, "0102\n"),
    ("encode -s pair.toy -t Pair --out hex large.json", 1, "Pair.right: this is no octet"),
    ("convert -s pair.toy -t Pair --from toy --to json --in hex one.hex", 0, "{\"left\":1,\"right\":2}\n"),
    ("convert -s pair.toy -t Pair --from json --to toy --out hex one.json", 0, "0102\n"),
    ("convert -s pair.toy -t Pair --from toy --to toy --in hex --out hex one.hex", 0, "0102\n"),
    ("inspect -s pair.toy -t Pair --in hex one.hex", 0, "  left   octet 1"),
    ("diff -s pair.toy -t Pair --in hex one.hex other.hex", 1, "Pair.right  2        3"),
    ("layout pair.toy", 0, "left"),
    ("fmt --stdout pair.toy", 0, "Pair left right\n"),
    ("gen c pair.toy -o .", 0, ""),
    (
        "gen go pair.toy -o .",
        2,
        "gen go: Toy has no go generator (pair.toy is read as Toy); it has c: `wireglot gen c pair.toy`",
    ),
    ("vectors vectors.jsonl", 0, "1 passed, 0 failed, 0 skipped"),
    ("sample -s pair.toy -t Pair", 2, "sample is for ASN.1, bitproto and SBE; pair.toy is Toy"),
    ("dump tree -s pair.toy", 2, "dump is for ASN.1; pair.toy is Toy"),
    ("compat pair.toy pair.toy", 2, "compat is for bitproto and SBE; pair.toy is Toy"),
    ("decode -s pair.toy -t Pair --keep-raw a one.hex", 2, "--keep-raw is for ASN.1; pair.toy is Toy"),
    ("gen go ../pair.asn1", 2, "../pair.asn1: there is no such file"),
];

const FILES: [(&str, &str); 7] = [
    ("pair.toy", "Pair   left\n  right\n"),
    ("one.hex", "0102"),
    ("two.hex", "01020103"),
    ("other.hex", "0103"),
    ("one.json", "{\"right\": 2, \"left\": 1}"),
    ("large.json", "{\"left\": 1, \"right\": 256}"),
    ("vectors.jsonl", "{\"format\": \"toy\", \"id\": \"a\", \"bytes\": \"0102\"}"),
];

/// Runs every verb; returns the failures.
fn verbs(folder: &Path) -> Vec<String> {
    std::fs::create_dir_all(folder).expect("a folder");
    for (name, text) in FILES {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let command: PathBuf = std::env::current_exe().expect("this binary");
    ROWS.iter().filter_map(|row| verb(&command, folder, row)).collect()
}

fn verb(command: &Path, folder: &Path, (words, code, wanted): &Row) -> Option<String> {
    let mut run = Command::new(command);
    run.current_dir(folder).env(AS_COMMAND, "1").env("NO_COLOR", "1").args(words.split(' '));
    let done = run.output().expect("the command runs");
    let (out, told) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let said = wanted.is_empty() || out.contains(wanted) || told.contains(wanted);
    let ends = done.status.code() == Some(*code);
    (!said || !ends)
        .then(|| format!("wireglot {words}\nwanted {code}: {wanted}\ngot {:?}: {out}{told}", done.status))
}
