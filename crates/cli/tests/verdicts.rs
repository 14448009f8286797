//! `decode`, `inspect` and `diff` agree on each record: the same error in the same place, or none, and the
//! same exit code, for every framing and any damage.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::damaged::{cases, file, frames, schema, specification};
use serde_json::Value;

const RECORDS: usize = 150;

/// Small files: a name, the options for its layout, and its bytes.
const SMALL: [(&str, &[&str], &[u8]); 12] = [
    ("nothing", &[], b""),
    ("nothing, framed", &["--prefix", "u16be"], b""),
    ("no lines", &["--in", "hex-lines"], b"\n \n"),
    ("no digits", &["--in", "hex"], b"\n"),
    ("no block", &["--in", "pem"], b"none\n"),
    ("a header alone", &["--skip", "999"], &[0x30; 40]),
    ("padding alone", &["--block", "32"], &[0; 64]),
    ("a length beyond the end", &["--prefix", "u16be"], b"\x00\x49\x30\x00"),
    ("half a length", &["--prefix", "u32be"], b"\x00\x00"),
    ("text", &[], b"3003020101\n3003020101\n"),
    ("empty lines, and a damaged one", &["--in", "hex-lines"], b"\n3000\n\n30zz\n\n3001\n"),
    ("digits that end in none", &["--in", "hex"], b"3000 3000 30zz"),
];

fn wireglot(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.args(words).env("NO_COLOR", "1").output().expect("the command runs")
}

/// The output of both verbs for a file, whose name is unique per test.
struct File {
    path: PathBuf,
    /// The options for its layout.
    options: Vec<String>,
}

impl File {
    fn new(name: &str, options: &[&str], octets: &[u8]) -> File {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::write(&path, octets).expect("a file of records");
        File { path, options: options.iter().map(ToString::to_string).collect() }
    }

    fn run(&self, verb: &[&str]) -> Output {
        let (schema, path) = (schema(), self.path.to_str().expect("a name"));
        let schema = schema.to_str().expect("a name");
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        wireglot(&[&verb[..1], &["-s", schema, "-t", "CallRecord"], &options, &verb[1..], &[path]].concat())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        fs::remove_file(&self.path).expect("the file is there");
    }
}

/// Errors by record number (0 if there is none), and the objects that are not errors.
fn errors(output: &Output) -> (BTreeMap<u64, Value>, Vec<Value>) {
    let (mut errors, mut others) = (BTreeMap::new(), Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut object: Value = serde_json::from_str(line).expect("a line is an object");
        match object.get_mut("error").map(Value::take) {
            None => others.push(object),
            Some(mut error) => {
                let place = error.as_object_mut().expect("an error is an object");
                place.remove("bit");
                let number = place.remove("record").and_then(|number| number.as_u64()).unwrap_or(0);
                assert!(errors.insert(number, error).is_none(), "{line}");
            }
        }
    }
    (errors, others)
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it ended by itself")
}

#[test]
fn decode_and_inspect_say_the_same_of_each_record() {
    let mut specification = specification();
    for (number, case) in cases().iter().enumerate() {
        let frames = frames(&mut specification, case, RECORDS);
        for (seed, one_in) in [(1, 0), (2, 9), (3, 3)] {
            let name = format!("verdicts-{number}-{seed}");
            let file = File::new(&name, case.options, &file(case, &frames, seed, one_in));
            let what = format!("{:?}, seed {seed}", case.options);
            let decoded = file.run(&["decode", "--lines", "--on-error", "report"]);
            let inspected = file.run(&["inspect", "--json"]);
            assert_eq!(code(&decoded), code(&inspected), "{what}");
            let (wrong, good) = errors(&decoded);
            let (refused, spans) = errors(&inspected);
            assert_eq!(wrong, refused, "{what}");
            let shown = spans.iter().filter_map(|span| span["record"].as_u64());
            let shown: Vec<u64> = BTreeMap::from_iter(shown.map(|number| (number, ()))).into_keys().collect();
            let fine = shown.iter().filter(|number| !wrong.contains_key(number)).count();
            assert_eq!(fine, good.len(), "{what}");
            let last = shown.last().copied().unwrap_or(0);
            for record in [1, 2, last / 2, last, last + 1].map(|number| number.to_string()) {
                let one = file.run(&["decode", "--lines", "--on-error", "report", "--record", &record]);
                let other = file.run(&["inspect", "--json", "--record", &record]);
                assert_eq!(code(&one), code(&other), "{what}, record {record}");
                assert_eq!(errors(&one).0, errors(&other).0, "{what}, record {record}");
                let told = wrong.get(&record.parse().expect("a number"));
                assert_eq!(errors(&one).0.into_values().next().as_ref(), told, "{what}, record {record}");
            }
        }
    }
}

#[test]
fn of_small_files_too() {
    for (number, (what, options, octets)) in SMALL.iter().enumerate() {
        let options = [&["-r", "ber"], *options].concat();
        let file = File::new(&format!("verdicts-small-{number}"), &options, octets);
        let decoded = file.run(&["decode", "--on-error", "report"]);
        let inspected = file.run(&["inspect", "--json"]);
        assert_eq!(code(&decoded), code(&inspected), "{what}: {decoded:?} {inspected:?}");
        let without_record = |output: &Output| errors(output).0.into_values().collect::<Vec<Value>>();
        assert_eq!(without_record(&decoded), without_record(&inspected), "{what}");
        let told = |output: &Output| !output.stderr.is_empty() || !output.stdout.is_empty();
        assert!(told(&decoded) && told(&inspected), "{what}: nothing is said");
        if octets.len() < 40 && !options.iter().any(|word| word.starts_with("--p") || word.starts_with("--s"))
        {
            let path = file.path.to_str().expect("a name");
            let compared = file.run(&["diff", path]);
            assert_eq!(code(&compared), 2, "{what}: {compared:?}");
        }
    }
}
