//! Texts whose lines or blocks are records: which options are rejected, what is skipped, and when output is
//! written.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use wireglot_driver::forms::{Form, MARK};

/// A record in BER.
const RECORD: [u8; 33] = [
    0x30, 0x1f, 0x80, 0x08, 0x13, 0x40, 0x01, 0x21, 0x43, 0x65, 0x87, 0xf9, 0x81, 0x03, 0x13, 0x00, 0x14,
    0x82, 0x09, 0x21, 0x03, 0x04, 0x05, 0x07, 0x00, 0x2b, 0x01, 0x00, 0x84, 0x01, 0x07, 0xa5, 0x00,
];

/// Verbs that read binary data, with the option for their rules.
const READERS: [(&str, &[&str]); 3] = [
    ("decode", &["-r", "ber"]),
    ("inspect", &["-r", "ber"]),
    ("convert", &["--from", "ber", "--to", "json"]),
];

/// Framing options.
const FRAMES: [&[&str]; 8] = [
    &["--skip", "2"],
    &["--block", "64"],
    &["--pad", "ff"],
    &["--prefix", "u8"],
    &["--prefix", "u16be"],
    &["--prefix", "u16le"],
    &["--prefix", "u32be"],
    &["--prefix", "u32le"],
];

fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records.in")
}

fn wireglot(verb: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.current_dir(records()).args([verb, "-s", "calls.asn1", "-t", "Call"]);
    command
}

/// Passes input to a command and waits for it.
fn run(command: &mut Command, input: &[u8]) -> Output {
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().expect("the command runs");
    // A command that rejects its options does not read its input.
    let _ = child.stdin.take().expect("its input").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn text(form: Form, octets: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    form.write(&mut text, octets, "CALL");
    text
}

/// Checks for a usage error about an option without effect, and nothing else.
fn assert_refused(done: &Output, option: &str, part: &str, what: &str) {
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{what}: {told}");
    assert!(told.contains(&format!("error: {option}: ")), "{what}: {told}");
    assert!(told.contains(&format!("a {part} is a record")), "{what}: {told}");
    assert!(done.stdout.is_empty(), "{what}");
}

#[test]
fn frames_of_octets_are_refused_where_parts_of_a_text_are_records() {
    for (verb, rules) in READERS {
        for form in Form::ALL {
            let Some(part) = form.part() else { continue };
            let input = text(form, &RECORD).repeat(2);
            // A guessed form is rejected too.
            let guessed = if form == Form::Base64Lines { form.word() } else { "auto" };
            for word in [form.word(), guessed] {
                for frame in FRAMES {
                    let done = run(wireglot(verb).args(rules).args(["--in", word]).args(frame), &input);
                    assert_refused(&done, frame[0], part, &format!("{verb} --in {word} {frame:?}"));
                }
            }
        }
    }
}

#[test]
fn frames_of_octets_hold_in_forms_whose_octets_are_in_a_row() {
    let frames: [(&[&str], Vec<u8>); 6] = [
        (&["--skip", "2"], [&[9, 9][..], &RECORD, &RECORD].concat()),
        (&["--block", "40"], [&RECORD[..], &[0xff; 7], &RECORD, &[0xff; 7]].concat()),
        (&["--pad", "ee"], [&RECORD[..], &[0xee; 3], &RECORD].concat()),
        (&["--prefix", "u8"], [&[33][..], &RECORD, &[33], &RECORD].concat()),
        (&["--prefix", "u16be"], [&[0, 33][..], &RECORD, &[0, 33], &RECORD].concat()),
        (&["--prefix", "u32le"], [&[33, 0, 0, 0][..], &RECORD, &[33, 0, 0, 0], &RECORD].concat()),
    ];
    for form in Form::ALL.into_iter().filter(|form| form.part().is_none()) {
        for (frame, octets) in &frames {
            let options = ["-r", "ber", "--lines", "--in", form.word()];
            let done = run(wireglot("decode").args(options).args(*frame), &text(form, octets));
            let what = format!("{form:?} {frame:?}: {}", String::from_utf8_lossy(&done.stderr));
            assert_eq!(done.status.code(), Some(0), "{what}");
            assert_eq!(done.stdout.iter().filter(|octet| **octet == b'\n').count(), 2, "{what}");
        }
    }
}

#[test]
fn frames_are_not_written_around_parts_of_a_text() {
    let value = run(wireglot("decode").args(["-r", "ber"]), &RECORD).stdout;
    for form in Form::ALL {
        for frame in FRAMES.iter().filter(|frame| !["--skip", "--pad"].contains(&frame[0])) {
            let what = format!("--out {} {frame:?}", form.word());
            let out = ["--out", form.word()];
            let encoded = run(wireglot("encode").args(["-r", "ber"]).args(out).args(*frame), &value);
            let mut convert = wireglot("convert");
            convert.args(["--from", "ber", "--to", "der", "--out-prefix", frame[1]]).args(out);
            let converts = frame[0] == "--prefix";
            match form.part() {
                Some(part) => {
                    assert_refused(&encoded, frame[0], part, &what);
                    if converts {
                        assert_refused(&run(&mut convert, &RECORD), "--out-prefix", part, &what);
                    }
                }
                None => {
                    assert_eq!(encoded.status.code(), Some(0), "{what}");
                    assert!(!converts || run(&mut convert, &RECORD).status.success(), "{what}");
                }
            }
        }
    }
}

#[test]
fn values_that_are_text_have_no_frames() {
    let value = run(wireglot("decode").args(["-r", "ber"]), &RECORD).stdout;
    let verbs: [(&str, &[&str], &[&str]); 5] = [
        ("decode", &["-r", "json"], &["--totals"]),
        ("convert", &["--from", "json", "--to", "ber", "--out", "hex"], &["--totals"]),
        ("convert", &["--from", "json", "--to", "jer"], &["--out-prefix", "u8"]),
        ("encode", &["-r", "json"], &["--block", "64"]),
        ("encode", &["-r", "jer"], &["--prefix", "u8"]),
    ];
    for (verb, rules, other) in verbs {
        let frames = FRAMES.iter().copied().filter(|_| verb != "encode");
        for frame in frames.chain([other]) {
            let done = run(wireglot(verb).args(rules).args(frame), &value);
            let told = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(2), "{verb} {rules:?} {frame:?}: {told}");
            assert!(told.contains(frame[0]) && done.stdout.is_empty(), "{verb} {rules:?} {frame:?}: {told}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_passed_over_in_front_of_any_text() {
    for form in Form::ALL.into_iter().filter(|form| *form != Form::Raw) {
        for (verb, rules) in READERS {
            for word in [form.word(), "auto"] {
                let options = |command: &mut Command| {
                    command.args(rules).args(["--in", word]);
                };
                let (mut plain, mut marked) = (wireglot(verb), wireglot(verb));
                [&mut plain, &mut marked].into_iter().for_each(options);
                let plain = run(&mut plain, &text(form, &RECORD));
                let marked = run(&mut marked, &[MARK, &text(form, &RECORD)].concat());
                let what = format!("{verb} {form:?} as {word}: {}", String::from_utf8_lossy(&marked.stderr));
                assert_eq!(marked.status.code(), Some(0), "{what}");
                assert!(marked.stdout == plain.stdout, "{what}");
            }
        }
        // UTF-16 is read as such, and a note says so.
        let mut wide = vec![0xff, 0xfe];
        text(form, &RECORD).into_iter().for_each(|octet| wide.extend([octet, 0]));
        let decode = |input: &[u8]| run(wireglot("decode").args(["-r", "ber", "--in", form.word()]), input);
        let (plain, wide) = (decode(&text(form, &RECORD)), decode(&wide));
        assert!(wide.status.success() && wide.stdout == plain.stdout, "{form:?}");
        assert!(String::from_utf8_lossy(&wide.stderr).contains("is text in UTF-16"), "{form:?}");
    }
    let value = run(wireglot("decode").args(["-r", "ber", "--lines"]), &RECORD).stdout;
    for (verb, rules) in [("encode", &["-r", "ber"][..]), ("decode", &["-r", "json", "--lines"])] {
        let done = run(wireglot(verb).args(rules), &[MARK, &value, &value].concat());
        let wanted = if verb == "encode" { RECORD.repeat(2) } else { value.repeat(2) };
        assert!(done.status.success() && done.stdout == wanted, "{verb}");
    }
}

/// Lines of an output as they arrive, each with a timeout generous for any machine.
struct Lines(mpsc::Receiver<String>);

impl Lines {
    fn of(child: &mut Child) -> Lines {
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let (told, lines) = mpsc::channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| told.send(line)));
        Lines(lines)
    }

    fn next(&self) -> String {
        self.0.recv_timeout(Duration::from_secs(300)).expect("a line comes before the input goes on")
    }
}

#[test]
fn what_comes_of_a_line_does_not_wait_for_the_next() {
    let lines = [(Form::HexLines, "decode"), (Form::Base64Lines, "decode"), (Form::HexLines, "convert")];
    for (form, verb) in lines {
        let rules = READERS.iter().find(|(known, _)| *known == verb).map_or(&[][..], |(_, rules)| rules);
        let mut command = wireglot(verb);
        command.args(rules).args(["--in", form.word(), "--on-error", "report"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let (mut input, output) = (child.stdin.take().expect("its input"), Lines::of(&mut child));
        let line = text(form, &RECORD);
        let (first, rest) = line.split_at(7);
        for _ in 0..3 {
            // A line that arrives in pieces.
            input.write_all(first).unwrap();
            input.flush().unwrap();
            input.write_all(rest).unwrap();
            input.flush().unwrap();
            assert!(output.next().contains("13400121436587F9"), "{verb} {form:?}");
            input.write_all(b"!\n").unwrap();
            assert!(output.next().contains("form"), "{verb} {form:?}");
        }
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(1), "{verb} {form:?}");
    }
}
