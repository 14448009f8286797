//! The text of H.248 through generated C and through the interpreter: drawn messages, whole and damaged, and Erlang's.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use wireglot_driver::EncodeOptions;
use wireglot_emit::text::{NameRow, TextProtocol};
use wireglot_emit::{c_with_texts, COptions};
use wireglot_grammar::h248::grammar;
use wireglot_interp::Tape;
use wireglot_textual::h248::{Conversions, Names};
use wireglot_textual::{Draft, Drawer, Link, Random, Reader, Style, Writer};

use crate::shared::vectors;
use crate::support::{hex, octets, sanitized, Runtime, Subject};
use crate::tools::{project, run, scratch, Scratch, STRICT};

const ROOT: &str = "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage";
const BER: usize = 0;

/// How many messages of each version, and how many broken ones of each.
const DRAWN: usize = 150;
const BROKEN: usize = 9;

/// What a parser may stumble over.
const PIECES: [&str; 24] = [
    "{",
    "}",
    ",",
    "=",
    "[",
    "]",
    "\"",
    "\\}",
    "/",
    "*",
    "$",
    ";",
    "\n",
    " ",
    "0",
    "99999999999999999999",
    "x0001",
    "Media",
    "O{",
    "E=1{",
    "TP{",
    "MEGACO/3 ",
    "!/1 ",
    "[::1]",
];

fn name_rows() -> Vec<NameRow> {
    let names = Names::standard();
    let rows = names.rows().into_iter().map(|(space, number, name, quoted)| NameRow {
        space,
        number: number.into(),
        name: name.into(),
        marks: quoted.into(),
    });
    rows.collect()
}

/// Generated code and the program around it.
fn program(subject: &Subject, link: &Link) -> Scratch {
    let folder = scratch("h248");
    let protocol = TextProtocol {
        word: "h248",
        forms: vec![("h248", true), ("h248-compact", false)],
        link,
        converts: true,
        names: name_rows(),
    };
    let options = COptions { name: "generated".into(), ..COptions::default() };
    let plans: Vec<_> = subject.plans[BER].iter().collect();
    for file in c_with_texts(&subject.shape, &plans, &options, &[protocol]).unwrap() {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    let source = folder.join("generated.c");
    let object = folder.join("generated.o");
    // Optimized it takes a minute.
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c99", "-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    gcc.args(STRICT).arg("-I").arg(project().join("runtime/c/include"));
    run(gcc.arg("-c").arg(source).arg("-o").arg(&object)).unwrap();
    let mut gcc = Command::new("gcc");
    sanitized(&mut gcc).arg("-I").arg(&*folder);
    gcc.arg(project().join("crates/emit/tests/generated_c/h248.c")).arg(object);
    run(gcc.args(Runtime::compile().alone()).arg("-o").arg(folder.join("h248"))).unwrap();
    folder
}

/// What the program says of texts, a line each.
fn answers(folder: &Path, texts: &[Vec<u8>]) -> Vec<String> {
    let lines: String = texts.iter().fold(String::new(), |mut lines, text| {
        let _ = writeln!(lines, "{}", hex(text));
        lines
    });
    fs::write(folder.join("texts"), lines).unwrap();
    let mut program = Command::new(folder.join("h248"));
    let done = program.stdin(File::open(folder.join("texts")).unwrap()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let said: Vec<String> = String::from_utf8(done.stdout).unwrap().lines().map(str::to_string).collect();
    assert_eq!(said.len(), texts.len());
    said
}

/// Messages of a version, and broken ones.
fn drawn(link: &Link, subject: &Subject, names: &Conversions, version: u8, texts: &mut Vec<Vec<u8>>) {
    let mut drawer = Drawer::new(link, &subject.shape, names, version, 11);
    let mut random = Random::new(version.into());
    for _ in 0..DRAWN {
        let Some(text) = drawer.draw() else { continue };
        texts.push(text.to_vec());
        for _ in 0..BROKEN {
            texts.push(broken(text, &mut random));
        }
    }
}

fn broken(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + random.below(2) {
        let at = random.below(text.len() + 1);
        let to = (at + random.below(12)).min(text.len());
        match random.below(7) {
            0 => text.truncate(at),
            1 => text.iter_mut().skip(at).take(1).for_each(|octet| *octet ^= 1 << random.below(8)),
            2 => drop(text.drain(at..to)),
            3 => text.extend_from_within(at..to),
            4 => drop(text.splice(at..at, vec![b'a'; random.below(200)])),
            5 => drop(text.splice(at..at, b"{".repeat(random.below(400)))),
            _ => {
                let piece = random.of(&PIECES).unwrap_or_default();
                drop(text.splice(at..at, piece.bytes()));
            }
        }
    }
    text
}

#[test]
fn texts_are_the_same_values_in_generated_code() {
    let Some(folder) = vectors("megaco") else { return };
    let module = folder.join("MEDIA-GATEWAY-CONTROL-v3.asn");
    let subject = Subject::open(&[module], &[ROOT].into(), &[].into()).unwrap();
    let codec = subject.codecs[BER].as_ref().unwrap();
    let root = subject.shape.root(ROOT).unwrap();
    let link = Link::new(grammar().unwrap(), &subject.shape, subject.shape.roots[root].shape).unwrap();
    let names = Conversions::default();
    let mut texts = Vec::new();
    (1..=3).for_each(|version| drawn(&link, &subject, &names, version, &mut texts));
    for line in fs::read_to_string(folder.join("messages.jsonl")).unwrap().lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let forms = ["source", "pretty", "compact"].iter().filter_map(|form| record[form].as_str());
        texts.extend(forms.map(|text| text.as_bytes().to_vec()));
    }
    let reader = Reader::new(&link, &subject.shape, &names);
    let (mut draft, mut taken, mut refused) = (Draft::default(), 0, 0);
    for (text, said) in texts.iter().zip(answers(&program(&subject, &link), &texts)) {
        let shown = String::from_utf8_lossy(text);
        assert!(!said.contains('?'), "where room is missing: {shown}");
        let mut tape = Tape::new();
        let read = reader.read(text, &mut draft, &mut tape);
        let mut ber = Vec::new();
        let value = read.as_ref().ok().and_then(|_| tape.root());
        let encoded =
            value.map(|value| codec.encode(root, value, &EncodeOptions::default(), &mut ber).is_ok());
        let words: Vec<&str> = said.split(' ').collect();
        match (encoded, words.as_slice()) {
            (Some(true), ["0", size, was, pretty, compact]) => {
                taken += 1;
                assert_eq!(size.parse().ok(), read.ok(), "{shown}");
                assert_eq!(octets(was), ber, "{shown}");
                for (style, was) in [(Style::Pretty, pretty), (Style::Compact, compact)] {
                    let mut out = Vec::new();
                    let value = value.unwrap();
                    let written = Writer::new(&link, &subject.shape, &names, style).write(value, &mut out);
                    let was = (!was.starts_with('!')).then(|| octets(was));
                    assert_eq!(was, written.ok().map(|_| out), "{shown}");
                }
            }
            // Structs have no room for names without a number, which only text can say.
            (None | Some(false), [error, ..]) if *error != "0" => refused += 1,
            _ => panic!("{said}, where the interpreter says {read:?}: {shown}"),
        }
    }
    println!("{taken} texts are the same values, {refused} are none");
    assert!(taken > 700 && refused > 1000, "{taken} {refused}");
}
