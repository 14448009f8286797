//! Parts that only a newer version of the schema knows, in a column of their own.

use std::path::PathBuf;

use wireglot_driver::languages::{Registry, Request};
use wireglot_driver::messages::{Message, MessageRequest, Reading};
use wireglot_driver::records::{Position, Work};
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::{Rules, Unknowns};
use wireglot_table::columns::{Columns, Settings};
use wireglot_table::csv::Csv;
use wireglot_table::provenance::{self, Source};
use wireglot_table::select;
use wireglot_table::store::Store;
use wireglot_table::tabling::Tabling;

const NEW: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Call ::= SEQUENCE { id INTEGER (0..255), where CHOICE { home NULL, ..., far INTEGER (0..255) },
    log SEQUENCE OF Entry, ..., late BOOLEAN }
Entry ::= SEQUENCE { at INTEGER (0..255), ..., note OCTET STRING OPTIONAL }
END";

const OLD: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Call ::= SEQUENCE { id INTEGER (0..255), where CHOICE { home NULL, ... }, log SEQUENCE OF Entry, ... }
Entry ::= SEQUENCE { at INTEGER (0..255), ... }
END";

/// Calls `run` with the message of a schema.
fn with<T>(schema: &str, rules: Rules, run: impl FnOnce(&dyn Message) -> T) -> T {
    let mut memory = Memory::new();
    memory.add("m.asn1", schema);
    let schemas = [PathBuf::from("m.asn1")];
    let request = Request { schemas: &schemas, ..Request::default() };
    let asn1 = Registry::default().named("asn1").expect("ASN.1");
    let made = asn1.compile(&request, memory.host()).expect("the file is there");
    let asked = MessageRequest { name: Some("Call"), rules: &[rules], ..MessageRequest::default() };
    run(&*made.message(&asked).expect("the type is there"))
}

/// Values of the new schema as rows of the old one.
fn rows(rules: Rules, values: &[&str], paths: &[&str]) -> String {
    of_records(rules, with(NEW, rules, |message| crate::encoded_as(message, rules, values)), paths)
}

/// Records as rows of the old schema, in CSV: all columns, or those at some paths.
fn of_records(rules: Rules, records: Vec<Vec<u8>>, paths: &[&str]) -> String {
    table(OLD, (rules, Unknowns::Keep), &records, paths, &[(Source::Unknown, "_unknown")])
}

/// Records as rows of a schema, with or without the column.
fn table(
    schema: &str,
    (rules, unknown): (Rules, Unknowns),
    records: &[Vec<u8>],
    paths: &[&str],
    added: &[(Source, &str)],
) -> String {
    with(schema, rules, |message| {
        let mut columns = Columns::of(message, &Settings::default()).expect("one type");
        let paths: Vec<String> = paths.iter().map(|path| path.to_string()).collect();
        let mut outputs = match paths.is_empty() {
            true => select::all(&columns),
            false => select::select(message, &mut columns, &paths).expect("paths"),
        };
        provenance::add(&mut columns, &mut outputs, added).expect("another name");
        let mut reading = Reading { rules: Some(rules), ..Reading::default() };
        reading.options.unknown = unknown;
        let work = Tabling { message, reading, columns: &columns, start: 0 };
        let (mut worker, mut made) = (work.worker(reading, ""), Vec::new());
        for octets in records {
            worker.record(octets, Position::default(), &mut made).expect("it decodes");
        }
        let (mut store, mut out) = (Store::new(columns.clone()), Vec::new());
        let mut csv = Csv::new(&mut out, &store, &outputs).expect("memory");
        assert!(store.add(&made, 10, usize::MAX).is_empty());
        store.complete();
        csv.batch(&store).expect("memory");
        csv.finish().expect("memory");
        String::from_utf8(out).expect("text").replace("\r\n", "\n")
    })
}

/// A call of which the old version knows all but `late`, and one with more unknown parts.
const CALLS: [&str; 2] = [
    r#"{"id":1,"where":{"home":null},"log":[{"at":2}],"late":true}"#,
    r#"{"id":3,"where":{"far":4},"log":[{"at":5},{"at":6,"note":"0A"}],"late":false}"#,
];

#[test]
fn elements_of_tagged_records() {
    let unknown = |rules| rows(rules, &CALLS, &["id"]);
    let wanted = concat!(
        "id,_unknown\n",
        "1,\"[{\"\"path\"\":\"\"\"\",\"\"number\"\":3,\"\"octets\"\":\"\"8301ff\"\"}]\"\n",
        "3,\"[{\"\"path\"\":\"\"where\"\",\"\"octets\"\":\"\"810104\"\"},",
        "{\"\"path\"\":\"\"log[1]\"\",\"\"number\"\":1,\"\"octets\"\":\"\"81010a\"\"},",
        "{\"\"path\"\":\"\"\"\",\"\"number\"\":3,\"\"octets\"\":\"\"830100\"\"}]\"\n",
    );
    assert_eq!(unknown(Rules::Ber), wanted);
    assert_eq!(unknown(Rules::Der), wanted);
}

#[test]
fn additions_by_number() {
    let wanted = concat!(
        "id,_unknown\n",
        "1,\"[{\"\"path\"\":\"\"\"\",\"\"number\"\":0,\"\"octets\"\":\"\"80\"\"}]\"\n",
        "3,\"[{\"\"path\"\":\"\"where\"\",\"\"number\"\":0,\"\"octets\"\":\"\"04\"\"},",
        "{\"\"path\"\":\"\"log[1]\"\",\"\"number\"\":0,\"\"octets\"\":\"\"010a\"\"},",
        "{\"\"path\"\":\"\"\"\",\"\"number\"\":0,\"\"octets\"\":\"\"00\"\"}]\"\n",
    );
    assert_eq!(rows(Rules::Uper, &CALLS, &["id"]), wanted);
    assert_eq!(rows(Rules::Aper, &CALLS, &["id"]), wanted);
    assert!(rows(Rules::Oer, &CALLS, &["id"]).contains("\"\"path\"\":\"\"log[1]\"\",\"\"number\"\":0"));
}

/// Other columns are there as well; it is null if the schema knows everything.
#[test]
fn beside_other_columns() {
    let known = r#"{"id":1,"where":{"home":null},"log":[{"at":2}]}"#;
    for rules in [Rules::Ber, Rules::Uper, Rules::Oer] {
        let shown = rows(rules, &CALLS[..1], &[]);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "id,where.choice,where.home,log,_unknown", "{rules}");
        assert!(lines[1].starts_with("1,home,true,\"[{\"\"at\"\":2}]\",\"[{"), "{rules}: {}", lines[1]);
        let records = with(OLD, rules, |message| crate::encoded_as(message, rules, &[known]));
        assert_eq!(of_records(rules, records, &["id"]), "id,_unknown\n1,\n", "{rules}");
    }
}

/// The texts of recursive types, and of fields that have no column of their own, say as much about unknown parts as they
/// do without the column: nothing if these are skipped.
#[test]
fn other_columns_are_the_same_without_it() {
    let newer = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN Call ::= SEQUENCE { id INTEGER (0..255), log SEQUENCE OF Entry }
        Entry ::= SEQUENCE { at INTEGER (0..255), in Entry OPTIONAL, ..., note OCTET STRING OPTIONAL } END";
    let older = newer.replace(", note OCTET STRING OPTIONAL", "");
    let values = [
        r#"{"id":1,"log":[{"at":4,"in":{"at":5,"note":"0A"},"note":"0B"}]}"#,
        r#"{"id":2,"log":[{"at":6,"in":{"at":7}}]}"#,
    ];
    for rules in [Rules::Ber, Rules::Uper, Rules::Oer] {
        let records = with(newer, rules, |message| crate::encoded_as(message, rules, &values));
        for (unknown, tells) in [(Unknowns::Skip, false), (Unknowns::Keep, true)] {
            for paths in [&[][..], &["id", "first=log[0]"], &["id", "first=log[0]", "log"]] {
                let of = |added: &[_]| table(&older, (rules, unknown), &records, paths, added);
                let (plain, beside) = (of(&[]), of(&[(Source::Unknown, "_unknown")]));
                assert_eq!(plain.contains("$unknown"), tells, "{rules} {paths:?}: {plain}");
                let mut lines = plain.lines().zip(beside.lines());
                let starts = lines.all(|(plain, beside)| beside.starts_with(&format!("{plain},")));
                assert!(starts && plain.lines().count() == 3, "{rules} {paths:?}: {plain}{beside}");
                assert!(beside.contains(r#"[{""path"":""log[0].in"",""number"":"#), "{rules}: {beside}");
                assert!(beside.contains(r#"{""path"":""log[0]"",""number"":"#), "{rules}: {beside}");
            }
        }
    }
}

/// A deep path before each of many small parts is written as often as the size of the record allows; all parts are there.
#[test]
fn long_paths_are_limited() {
    let names: Vec<String> = (0..25).map(|n| format!("{}-{n}", "a".repeat(50))).collect();
    let opened = names.iter().map(|name| format!("SEQUENCE {{ {name} ")).collect::<String>();
    let schema = format!(
        "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN Call ::= {opened}SEQUENCE {{ x NULL, ... }}{} END",
        " }".repeat(25)
    );
    for (parts, paths) in [(50, 50), (100_000, 2440)] {
        let mut record = [&[0x80, 0][..], &[0x81, 0].repeat(parts)].concat();
        for tag in [0xa0; 25].into_iter().chain([0x30]) {
            let length = (record.len() as u32).to_be_bytes();
            record = [&[tag, 0x84][..], &length, &record].concat();
        }
        let added = [(Source::Unknown, "_unknown")];
        let shown = table(&schema, (Rules::Ber, Unknowns::Keep), &[record.clone()], &[], &added);
        assert_eq!(shown.matches(r#"""octets"":""8100"""#).count(), parts);
        let path = format!(r#"{{""path"":""{}"""#, names.join("."));
        assert_eq!(shown.matches(&path).count(), paths, "{}", record.len());
        assert_eq!(shown.matches(r#""path"""#).count(), paths);
        assert!(shown.len() <= 64 * record.len() + (1 << 20), "{}", shown.len());
    }
}
