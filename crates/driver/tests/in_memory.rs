//! Schemas in memory with their imports, and their messages: no file system and no clock.

use std::io;
use std::path::{Path, PathBuf};

use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Registry, Request};
use wireglot_driver::messages::{decode_into, MessageRequest, Reading, Writing};
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::sources::Includes;
use wireglot_driver::sources::{no_clock, one_thread, Host, SchemaFolder};
use wireglot_driver::texts::{JER, JSON};
use wireglot_driver::{Limits, Rules, Tape};

/// Files in memory; a request for any other path panics.
struct Only(Memory);

impl SchemaFolder for Only {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Ok(self.0.read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    fn is_file(&self, path: &Path) -> bool {
        self.0.is_file(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.0.is_folder(path)
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.files(folder)
    }

    fn identity(&self, path: &Path) -> io::Result<PathBuf> {
        self.0.identity(path)
    }
}

const FILES: [(&str, &str); 6] = [
    (
        "main.asn1",
        "Main DEFINITIONS AUTOMATIC TAGS ::= BEGIN IMPORTS Pose FROM Poses;
         Flight ::= SEQUENCE { number INTEGER, pose Pose } END",
    ),
    ("modules/poses.asn1", "Poses DEFINITIONS AUTOMATIC TAGS ::= BEGIN Pose ::= BOOLEAN END"),
    ("buoy.bitproto", "proto buoy\n\nimport shared \"lib/shared.bitproto\"\n\nmessage Report {\n    shared.Depth depth = 1\n}\n"),
    ("lib/shared.bitproto", "proto shared\n\ntype Depth = uint12\n"),
    (
        "orders.xml",
        "<messageSchema xmlns:xi=\"http://www.w3.org/2001/XInclude\" package=\"orders\" id=\"1\" version=\"0\"
           byteOrder=\"littleEndian\"><xi:include href=\"types.xml\"/>
         <message name=\"Ping\" id=\"1\"><field name=\"nonce\" id=\"1\" type=\"uint8\"/></message></messageSchema>",
    ),
    (
        "types.xml",
        "<types><composite name=\"messageHeader\"><type name=\"blockLength\" primitiveType=\"uint16\"/>
         <type name=\"templateId\" primitiveType=\"uint16\"/><type name=\"schemaId\" primitiveType=\"uint16\"/>
         <type name=\"version\" primitiveType=\"uint16\"/></composite></types>",
    ),
];

/// A schema, a type, the rules if there is a choice, an encoding, and its JSON.
type Row = (&'static str, Option<&'static str>, &'static [Rules], &'static [u8], &'static str);

const ROWS: [Row; 3] = [
    (
        "main.asn1",
        Some("Flight"),
        &[Rules::Ber],
        &[0x30, 6, 0x80, 1, 7, 0x81, 1, 0xff],
        "{\"number\":7,\"pose\":true}",
    ),
    ("buoy.bitproto", Some("Report"), &[], &[0x2a, 1], "{\"depth\":298}"),
    ("orders.xml", Some("Ping"), &[], &[1, 0, 1, 0, 1, 0, 0, 0, 9], "{\"nonce\":9}"),
];

#[test]
fn schemas_in_memory_need_no_file_system_and_no_clock() {
    let mut memory = Memory::new();
    FILES.iter().for_each(|(name, text)| memory.add(name, *text));
    let (only, registry) = (Only(memory), Registry::default());
    let host = Host { folder: &only, clock: no_clock, threads: one_thread, includes: Includes::Below(&[]) };
    for (file, name, rules, octets, json) in ROWS {
        let (schemas, folders) = ([PathBuf::from(file)], [PathBuf::from("modules")]);
        let request = Request { schemas: &schemas, folders: &folders, ..Request::default() };
        let language = registry.of(Path::new(file)).expect("a language");
        let made = language.compile(&request, host).expect("the files are there");
        assert!(!made.failed(true), "{}", made.tell(true, true, 9));
        assert!(made.times().iter().all(|(_, taken)| taken.is_zero()), "{file}");
        let asked = MessageRequest { name, rules, ..MessageRequest::default() };
        let message = made.message(&asked).unwrap_or_else(|refusal| panic!("{file}: {refusal:?}"));
        let reading = Reading { rules: rules.first().copied(), ..Reading::default() };
        let writing = Writing { rules: rules.first().copied(), ..Writing::default() };
        // From bytes to events and back.
        let (mut tape, mut written) = (Tape::new(), Vec::new());
        assert_eq!(message.decode(octets, &reading, &mut tape), Ok(octets.len()), "{file}");
        let value = tape.root().expect("a value");
        assert_eq!(message.encode(value, &writing, &mut written), Ok(()), "{file}");
        assert_eq!(written, octets, "{file}");
        // From bytes to JSON and back.
        let text = message.text(JSON).expect("JSON is of all types");
        let mut writer = text.writer(Layout::Compact);
        assert_eq!(message.decode_text(octets, &reading, &mut writer), Ok(octets.len()), "{file}");
        assert_eq!(std::str::from_utf8(writer.octets()), Ok(json), "{file}");
        let mut reader = text.reader(writing.rules, Limits::default());
        let mut again = Vec::new();
        let end = message.encode_text(json.into(), &mut reader, &mut Tape::new(), &writing, &mut again);
        assert_eq!((end, &again[..]), (Ok(json.len()), octets), "{file}");
    }
}

/// One compilation provides messages of several types, with open types left undecoded on request.
#[test]
fn one_compilation_gives_messages_of_several_types() {
    let mut memory = Memory::new();
    memory.add(
        "m.asn1",
        "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= BOOLEAN B ::= OCTET STRING (CONTAINING A) C ::= Gone END",
    );
    let schemas = [PathBuf::from("m.asn1")];
    let request = Request { schemas: &schemas, ..Request::default() };
    let asn1 = Registry::default().named("asn1").expect("ASN.1");
    let made = asn1.compile(&request, memory.host()).expect("the file is there");
    let rules = [Rules::Ber];
    let reading = Reading { rules: Some(Rules::Ber), ..Reading::default() };
    for (name, closed, octets, json) in [
        ("A", false, &[1, 1, 0xff][..], "true"),
        ("B", false, &[4, 3, 1, 1, 0xff], "true"),
        ("B", true, &[4, 3, 1, 1, 0xff], "\"0101FF\""),
    ] {
        let asked =
            MessageRequest { name: Some(name), rules: &rules, closed, partial: true, ..Default::default() };
        let message = made.again().expect("it shares").message(&asked).expect("a sound type");
        let mut tape = Tape::new();
        let taken = decode_into(&*message, octets, &reading, &mut tape);
        assert_eq!(taken, Ok(octets.len()), "{name}");
        let text = message.text(JSON).expect("JSON is of all types");
        let line = text.line(tape.root().expect("a value")).expect("it has text");
        assert_eq!(line.as_deref(), Some(json), "{name}");
    }
    let refused = made.message(&MessageRequest { name: Some("A"), rules: &rules, ..Default::default() });
    assert!(refused.is_err(), "there are errors in the schema");
}

/// The text of an alternative that only a later version has isn't written as bytes, even if it looks like an element:
/// `{"` would be a tag, and the length of the 34 bytes after it.
#[test]
fn a_later_alternative_in_jer_has_no_bytes() {
    let mut memory = Memory::new();
    memory.add("m.asn1", "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= CHOICE { b NULL, ... } END");
    let schemas = [PathBuf::from("m.asn1")];
    let request = Request { schemas: &schemas, ..Request::default() };
    let asn1 = Registry::default().named("asn1").expect("ASN.1");
    let made = asn1.compile(&request, memory.host()).expect("the file is there");
    let json = format!("{{\"{}\":1}}", "c".repeat(30));
    for rules in [Rules::Ber, Rules::Der, Rules::Oer, Rules::Uper] {
        let asked = MessageRequest { name: Some("A"), rules: &[rules], ..Default::default() };
        let message = made.again().expect("it shares").message(&asked).expect("a sound type");
        let text = message.text(JER).expect("JER is of all types");
        let writing = Writing { rules: Some(rules), ..Writing::default() };
        let (mut tape, mut out) = (Tape::new(), Vec::new());
        let mut reader = text.reader(Some(rules), Limits::default());
        let end = message.encode_text(json.as_str().into(), &mut reader, &mut tape, &writing, &mut out);
        let told = format!("{:?}", end.expect_err("it has no bytes"));
        assert!(told.contains("there is no alternative"), "{told}");
        // Alone, the value is read.
        let mut reader = text.reader(None, Limits::default());
        tape.clear();
        assert_eq!(reader.read(json.as_str().into(), &mut tape).ok(), Some(json.len()));
    }
}
