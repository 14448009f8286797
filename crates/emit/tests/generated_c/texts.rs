//! Texts through generated C and through the interpreter, drawn, whole and damaged: H.248, with Erlang's messages, and a
//! protocol that nobody has, of which there is nothing but its table.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use wireglot_driver::EncodeOptions;
use wireglot_emit::text::{NameRow, TextProtocol};
use wireglot_emit::{c_with_texts, COptions};
use wireglot_grammar::h248::grammar;
use wireglot_grammar::{Analysis, Grammar};
use wireglot_interp::Tape;
use wireglot_textual::h248::{Conversions, Names};
use wireglot_textual::{Convert, Draft, Drawer, Link, Plain, Random, Reader, Style, Writer};

use crate::shared::vectors;
use crate::support::{hex, octets, sanitized, Runtime, Subject};
use crate::tools::{project, run, scratch, Scratch, STRICT};

const BER: usize = 0;

/// How many messages of each version, and how many broken ones of each.
const DRAWN: usize = 150;
const BROKEN: usize = 9;

/// The files of the runtime that read and write texts.
pub const PARTS: [&str; 5] = ["grammar_get", "grammar_names", "grammar_read", "grammar_write", "h248"];

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

/// A protocol, and the type of its messages.
struct Spoken<'s> {
    subject: &'s Subject,
    link: &'s Link<'s>,
    convert: &'s dyn Convert,
    word: &'static str,
    /// The name of the type in C.
    ty: &'static str,
    names: Vec<NameRow>,
}

impl Spoken<'_> {
    /// Generated code and the program around it, for a processor.
    fn program(&self, processor: &[&str]) -> Scratch {
        let folder = scratch(self.word);
        let compact = format!("{}-compact", self.word);
        let protocol = TextProtocol {
            word: self.word,
            forms: vec![(self.word, true), (&compact, false)],
            link: self.link,
            converts: !self.names.is_empty(),
            names: self.names.clone(),
        };
        let options = COptions { name: "generated".into(), ..COptions::default() };
        let plans: Vec<_> = self.subject.plans[BER].iter().collect();
        for file in c_with_texts(&self.subject.shape, &plans, &options, &[protocol]).unwrap() {
            fs::write(folder.join(&file.name), &file.text).unwrap();
        }
        let source = folder.join("generated.c");
        let object = folder.join("generated.o");
        // Optimized it takes a minute.
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=c99", "-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
        gcc.args(STRICT).args(processor).arg("-I").arg(project().join("runtime/c/include"));
        run(gcc.arg("-c").arg(source).arg("-o").arg(&object)).unwrap();
        let mut gcc = Command::new("gcc");
        sanitized(&mut gcc).arg("-I").arg(&*folder);
        gcc.arg(format!("-DTYPE={}", self.ty)).arg(format!("-DWORD={}", self.word));
        gcc.args(self.link.grammar.head.map(|_| "-DPEEKS"));
        gcc.arg(project().join("crates/emit/tests/generated_c/texts.c")).arg(object);
        gcc.args(processor)
            .args(PARTS.map(|part| project().join("runtime/c/src").join(part).with_extension("c")));
        let is_part = |object: &&PathBuf| PARTS.iter().any(|part| object.file_stem() == Some(part.as_ref()));
        let runtime = Runtime::compile();
        run(gcc
            .args(runtime.alone().filter(|object| !is_part(object)))
            .arg("-o")
            .arg(folder.join("program")))
        .unwrap();
        folder
    }

    /// Messages of a version, and broken ones.
    fn drawn(&self, version: u8, texts: &mut Vec<Vec<u8>>) {
        let mut drawer = Drawer::new(self.link, &self.subject.shape, self.convert, version, 11);
        let mut random = Random::new(version.into());
        for _ in 0..DRAWN {
            let Some(text) = drawer.draw() else { continue };
            texts.push(text.to_vec());
            for _ in 0..BROKEN {
                texts.push(broken(text, &mut random));
            }
        }
    }

    /// How many texts are values, the same ones to both, and how many are none to both.
    fn compare(&self, texts: &[Vec<u8>]) -> (usize, usize) {
        let codec = self.subject.codecs[BER].as_ref().unwrap();
        let root = (0..self.subject.shape.roots.len())
            .find(|root| self.subject.shape.roots[*root].shape == self.link.ty)
            .unwrap();
        let reader = Reader::new(self.link, &self.subject.shape, self.convert);
        let (mut draft, mut taken, mut refused) = (Draft::default(), 0, 0);
        let all_said = answers(&self.program(&[]), texts);
        if cfg!(target_arch = "x86_64") {
            assert_eq!(answers(&self.program(&["-mssse3"]), texts), all_said, "sixteen octets at a time");
        }
        for (text, said) in texts.iter().zip(all_said) {
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
                        let writer = Writer::new(self.link, &self.subject.shape, self.convert, style);
                        let written = writer.write(value, &mut out);
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
        (taken, refused)
    }
}

/// What the program says of texts, a line each.
fn answers(folder: &Path, texts: &[Vec<u8>]) -> Vec<String> {
    let lines: String = texts.iter().fold(String::new(), |mut lines, text| {
        let _ = writeln!(lines, "{}", hex(text));
        lines
    });
    fs::write(folder.join("texts"), lines).unwrap();
    let mut program = Command::new(folder.join("program"));
    let done = program.stdin(File::open(folder.join("texts")).unwrap()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let said: Vec<String> = String::from_utf8(done.stdout).unwrap().lines().map(str::to_string).collect();
    assert_eq!(said.len(), texts.len());
    said
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
    const ROOT: &str = "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage";
    let module = folder.join("MEDIA-GATEWAY-CONTROL-v3.asn");
    let subject = Subject::open(&[module], &[ROOT].into(), &[].into()).unwrap();
    let root = subject.shape.root(ROOT).unwrap();
    let link = Link::new(grammar().unwrap(), &subject.shape, subject.shape.roots[root].shape).unwrap();
    let convert = Conversions::default();
    let spoken = Spoken {
        subject: &subject,
        link: &link,
        convert: &convert,
        word: "h248",
        ty: "MegacoMessage",
        names: name_rows(),
    };
    let mut texts = Vec::new();
    (1..=3).for_each(|version| spoken.drawn(version, &mut texts));
    for line in fs::read_to_string(folder.join("messages.jsonl")).unwrap().lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let forms = ["source", "pretty", "compact"].iter().filter_map(|form| record[form].as_str());
        texts.extend(forms.map(|text| text.as_bytes().to_vec()));
    }
    let (taken, refused) = spoken.compare(&texts);
    assert!(taken > 700 && refused > 1000, "{taken} {refused}");
}

#[test]
fn a_protocol_is_generated_from_a_table_alone() {
    const ROOT: &str = "Kitchen.Order";
    let folder = project().join("crates/textual/tests/kitchen");
    let subject = Subject::open(&[folder.join("kitchen.asn1")], &[ROOT].into(), &[].into()).unwrap();
    let root = subject.shape.root(ROOT).unwrap();
    let table = Grammar::parse(&fs::read_to_string(folder.join("kitchen.table")).unwrap()).unwrap();
    let analysis = Analysis::new(&table);
    let table = (table, analysis);
    let link = Link::new(&table, &subject.shape, subject.shape.roots[root].shape).unwrap();
    let spoken = Spoken {
        subject: &subject,
        link: &link,
        convert: &Plain,
        word: "kitchen",
        ty: "Order",
        names: Vec::new(),
    };
    let mut texts = Vec::new();
    // Its space has an octet above 0x7f, which no table of sixteen octets can have.
    texts.push(b"order 2  \xa0 \xa0 @ \xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0 17{ paid,soup * 3 }".to_vec());
    assert_eq!(spoken.compare(&texts), (1, 0));
    (1..=2).for_each(|version| spoken.drawn(version, &mut texts));
    let (taken, refused) = spoken.compare(&texts);
    assert!(taken > 100 && refused > 1000, "{taken} {refused}");
}
