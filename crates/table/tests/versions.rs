//! Records of several versions of a schema in one table: the columns of all, and the version of each record.

use std::path::PathBuf;

use wireglot_driver::languages::{Registry, Request};
use wireglot_driver::messages::{Message, MessageRequest, Reading, Writing};
use wireglot_driver::records::{Position, Work};
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::texts::JSON;
use wireglot_driver::{Limits, Rules, Tape};
use wireglot_table::columns::{Columns, Settings};
use wireglot_table::csv::Csv;
use wireglot_table::integers::Integers;
use wireglot_table::store::Store;
use wireglot_table::superset::{self, Superset};
use wireglot_table::tabling::Tabling;
use wireglot_table::versions::{Pattern, Version, VersionedTabling};

/// The type `T` of a module with this text.
fn message(text: &str, rules: Rules) -> Box<dyn Message> {
    let mut memory = Memory::new();
    let module = format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN {text} END");
    memory.add("m.asn1", &*module);
    let schemas = [PathBuf::from("m.asn1")];
    let request = Request { schemas: &schemas, ..Request::default() };
    let asn1 = Registry::default().named("asn1").expect("ASN.1");
    let made = asn1.compile(&request, memory.host()).expect("the file is there");
    let asked = MessageRequest { name: Some("T"), rules: &[rules], ..MessageRequest::default() };
    made.message(&asked).expect("the type is there")
}

fn encoded(message: &dyn Message, value: &str, rules: Rules) -> Vec<u8> {
    let text = message.text(JSON).expect("JSON is of all types");
    let writing = Writing { rules: Some(rules), ..Writing::default() };
    let (mut octets, mut reader) = (Vec::new(), text.reader(Some(rules), Limits::default()));
    let done = message.encode_text(value.into(), &mut reader, &mut Tape::new(), &writing, &mut octets);
    assert!(done.is_ok(), "{value}: {done:?}");
    octets
}

/// How a table is made.
#[derive(Default)]
struct How<'h> {
    settings: Settings,
    paths: &'h [&'h str],
    /// For each version but the first: which files are of it.
    files: &'h [Option<&'h str>],
    framed: bool,
}

/// Records in files, as CSV: all columns of all versions.
fn csv(
    versions: &[&dyn Message],
    rules: Rules,
    records: &[(&str, Vec<u8>)],
    how: &How,
) -> Result<String, String> {
    let names: Vec<String> = (1..=versions.len()).map(|number| format!("v{number}")).collect();
    let made = versions.iter().zip(&names).map(|(message, name)| superset::Version {
        name,
        shape: message.shape(),
        columns: Columns::of(*message, &how.settings).expect("one type"),
    });
    let mut table = Superset::of(made.collect())?;
    let paths: Vec<String> = how.paths.iter().map(|path| path.to_string()).collect();
    let outputs = table.outputs(versions, Some(&paths[..]).filter(|paths| !paths.is_empty()))?;
    let reading = Reading { rules: Some(rules), several: true, ..Reading::default() };
    let patterns: Vec<Option<Pattern>> =
        std::iter::once(None).chain(how.files.iter().map(|files| files.map(Pattern::new))).collect();
    let mut all = versions.iter().zip(&table.views).zip(names.iter().enumerate()).map(
        |((message, columns), (at, name))| {
            let tabling = Tabling { message: *message, reading, columns, start: 0 };
            Version { name, files: patterns.get(at).and_then(Option::as_ref), tabling }
        },
    );
    let first = all.next().expect("a version");
    let work = VersionedTabling::new(first, all.collect(), how.framed)?;
    let reading =
        Reading { options: wireglot_driver::DecodeOptions { trailing: true, ..reading.options }, ..reading };
    let mut rows = Vec::new();
    for (file, octets) in records {
        let mut worker = work.worker(reading, file);
        let taken = worker.record(octets, Position::default(), &mut rows);
        let taken = taken.map_err(|bad| format!("{}: {}", bad.path, bad.message))?;
        assert_eq!(taken, octets.len(), "{octets:02x?}");
    }
    let mut store = Store::new(table.views[0].clone());
    let mut out = Vec::new();
    let mut csv = Csv::new(&mut out, &store, &outputs).expect("memory");
    assert!(store.add(&rows, usize::MAX, usize::MAX).is_empty());
    store.complete();
    csv.batch(&store).expect("memory");
    csv.finish().expect("memory");
    Ok(String::from_utf8(out).expect("text").replace("\r\n", "\n"))
}

const OLD: &str =
    "T ::= SEQUENCE { id INTEGER (0..255), cause ENUMERATED { ok, busy, ... }, place SEQUENCE { ... } OPTIONAL,
    flags BIT STRING (SIZE (4)), where CHOICE { cell INTEGER (0..255), gone NULL, ... }, legs SEQUENCE OF Leg,
    level INTEGER (-5..5), size INTEGER, at UTCTime, ... }
    Leg ::= SEQUENCE { to IA5String, ... }";
const NEW: &str = "T ::= SEQUENCE { id INTEGER (0..65535), cause ENUMERATED { ok, busy, ..., lost },
    place SEQUENCE { ..., lat INTEGER (0..90) OPTIONAL } OPTIONAL, flags BIT STRING,
    where CHOICE { cell INTEGER (0..65535), gone NULL, ..., wifi IA5String }, legs SEQUENCE OF Leg,
    level INTEGER (0..200), size INTEGER (0..9), at UTCTime, ..., roaming BOOLEAN, net SEQUENCE { mcc INTEGER (0..999) } OPTIONAL }
    Leg ::= SEQUENCE { to IA5String, ..., rate INTEGER (0..9) OPTIONAL }";
const OLD_VALUE: &str = r#"{"id":7,"cause":"busy","place":{},"flags":"A0","where":{"cell":9},"legs":[{"to":"a"}],
    "level":-5,"size":12345678901234567890,"at":"261124140000Z"}"#;
const NEW_VALUE: &str = r#"{"id":700,"cause":"lost","place":{"lat":5},"flags":{"value":"C0","length":3},
    "where":{"wifi":"x"},"legs":[{"to":"b","rate":4}],"level":200,"size":9,"at":"261124140001Z","roaming":true,"net":{"mcc":262}}"#;

fn values() -> (Box<dyn Message>, Box<dyn Message>, Vec<(&'static str, Vec<u8>)>) {
    let (old, new) = (message(OLD, Rules::Ber), message(NEW, Rules::Ber));
    let records =
        vec![("f", encoded(&*old, OLD_VALUE, Rules::Ber)), ("f", encoded(&*new, NEW_VALUE, Rules::Ber))];
    (old, new, records)
}

#[test]
fn columns_are_those_of_all_versions() {
    let (old, new, records) = values();
    let header =
        "id,cause,place.lat,flags.octets,flags.bits,where.choice,where.cell,where.gone,where.wifi,legs,\
                  level,size,at,roaming,net.mcc";
    let rows = [
        "7,busy,,a0,4,cell,9,,,\"[{\"\"to\"\":\"\"a\"\"}]\",-5,12345678901234567890,2026-11-24T14:00:00Z,,",
        "700,lost,5,c0,3,wifi,,,x,\"[{\"\"to\"\":\"\"b\"\",\"\"rate\"\":4}]\",200,9,2026-11-24T14:00:01Z,true,262",
    ];
    let wanted = format!("{header}\n{}\n{}\n", rows[0], rows[1]);
    for versions in [[&*old, &*new], [&*new, &*old]] {
        // Whichever comes first: a record is of the version that knows all of it.
        let made = csv(&versions, Rules::Ber, &records, &How { files: &[None], ..How::default() });
        assert_eq!(made.expect("rows"), wanted);
    }
}

#[test]
fn a_record_that_no_version_knows_wholly_is_of_the_first() {
    let (old, new, _) = values();
    let newest = NEW
        .replace("roaming BOOLEAN,", "roaming BOOLEAN, ")
        .replace("OPTIONAL }\n    Leg", "OPTIONAL, more INTEGER }\n    Leg");
    let newest = message(&newest, Rules::Ber);
    let value =
        NEW_VALUE.replace("\"mcc\":262}", "\"mcc\":262},\"more\":1").replace("\"id\":700", "\"id\":70");
    let record = [("f", encoded(&*newest, &value, Rules::Ber))];
    let how = How { files: &[None], paths: &["id", "net.mcc"], ..How::default() };
    assert_eq!(csv(&[&*new, &*old], Rules::Ber, &record, &how).expect("rows"), "id,net.mcc\n70,262\n");
    assert_eq!(csv(&[&*old, &*new], Rules::Ber, &record, &how).expect("rows"), "id,net.mcc\n70,\n");
}

#[test]
fn the_name_of_a_file_tells_its_version() {
    let (old, new, mut records) = values();
    records[0].0 = "/data/2024-01.ber";
    records[1].0 = "/data/2025-01.ber";
    let how = How { files: &[Some("2024-*")], paths: &["id", "roaming"], ..How::default() };
    assert_eq!(csv(&[&*new, &*old], Rules::Ber, &records, &how).expect("rows"), "id,roaming\n7,\n700,true\n");
    records.swap(0, 1);
    records[0].0 = "/data/2024-01.ber";
    // A file is of its version, even if another one would know more of it, or its column is narrower.
    records[0].1 = encoded(&*new, &NEW_VALUE.replace("\"id\":700", "\"id\":70"), Rules::Ber);
    assert!(csv(&[&*new, &*old], Rules::Ber, &records[..1], &how).expect("rows").ends_with("70,\n"));
    records[0].1 = encoded(&*new, NEW_VALUE, Rules::Ber);
    let told = csv(&[&*new, &*old], Rules::Ber, &records[..1], &how).expect_err("the old id is an octet");
    assert!(told.contains("700 does not fit"), "{told}");
}

#[test]
fn a_record_of_no_version_is_told_with_the_version_that_comes_farthest() {
    let (old, new, mut records) = values();
    let at = records[1].1.len() - 6;
    records[1].1.truncate(at);
    let told = csv(&[&*old, &*new], Rules::Ber, &records, &How { files: &[None], ..How::default() });
    let told = told.expect_err("it is cut off");
    assert!(told.ends_with("no other version has such a record)"), "{told}");
}

#[test]
fn types_without_a_common_column_are_told_with_both_versions() {
    let conflicts = [
        (
            "T ::= SEQUENCE { n INTEGER, a INTEGER }",
            "T ::= SEQUENCE { n INTEGER, a IA5String }",
            "`a` is an integer in v1, but text in v2",
        ),
        (
            "T ::= SEQUENCE { n INTEGER, a SEQUENCE OF INTEGER }",
            "T ::= SEQUENCE { n INTEGER, a INTEGER }",
            "`a` is a list in v1, but an integer in v2",
        ),
        (
            "T ::= SEQUENCE { n INTEGER, a SEQUENCE { b BOOLEAN } }",
            "T ::= SEQUENCE { n INTEGER, a SEQUENCE { b REAL } }",
            "`a.b` is a boolean in v1, but a float in v2",
        ),
        (
            "T ::= SEQUENCE { n INTEGER, a SEQUENCE { b BOOLEAN } }",
            "T ::= SEQUENCE { n INTEGER, a CHOICE { b BOOLEAN } }",
            "`a` is a struct in v1, but a CHOICE in v2",
        ),
        (
            "T ::= SEQUENCE { n INTEGER, a NULL }",
            "T ::= SEQUENCE { n INTEGER, a SEQUENCE { b REAL } }",
            "`a` is present or absent in v1, but a struct in v2",
        ),
        (
            "T ::= SEQUENCE { n INTEGER, a OCTET STRING }",
            "T ::= SEQUENCE { n INTEGER, a BIT STRING }",
            "`a` is binary in v1, but a BIT STRING in v2",
        ),
        (
            "T ::= SEQUENCE { n INTEGER, a T OPTIONAL }",
            "T ::= SEQUENCE { n INTEGER, a IA5String }",
            "`a` is JSON text in v1, but text in v2",
        ),
    ];
    for (one, other, wanted) in conflicts {
        let (one, other) = (message(one, Rules::Ber), message(other, Rules::Ber));
        let all = csv(&[&*one, &*other], Rules::Ber, &[], &How { files: &[None], ..How::default() });
        assert_eq!(all, Err(format!("{wanted}; select other columns")));
        // It doesn't matter unless it is selected.
        let how = How { files: &[None], paths: &["n"], ..How::default() };
        assert_eq!(csv(&[&*one, &*other], Rules::Ber, &[], &how).as_deref(), Ok("n\n"));
        let how = How { files: &[None], paths: &["n", "a"], ..How::default() };
        assert!(csv(&[&*one, &*other], Rules::Ber, &[], &how).is_err());
    }
    let (one, other) = (message("T ::= INTEGER", Rules::Ber), message(OLD, Rules::Ber));
    let told = csv(&[&*one, &*other], Rules::Ber, &[], &How { files: &[None], ..How::default() });
    assert_eq!(
        told.expect_err("no table"),
        "the type has components in v2, but is a single value in v1: there is no common table"
    );
}

#[test]
fn integers_get_the_narrowest_type_for_all_versions() {
    let ranges = [
        ("0..255", "0..65535", "200,60000"),
        ("0..255", "-1..1", "200,-1"),
        ("0..18446744073709551615", "-1..1", "18446744073709551615,-1"),
        ("MIN..MAX", "0..1", "123456789012345678901234567890,1"),
        ("-128..127", "0..4294967295", "-128,4294967295"),
    ];
    for (one, other, numbers) in ranges {
        let of = |range: &str| message(&format!("T ::= SEQUENCE {{ n INTEGER ({range}) }}"), Rules::Uper);
        let (one, other) = (of(one), of(other));
        let (a, b) = numbers.split_once(',').expect("two");
        for settings in [Settings::default(), Settings { integers: Integers::Text, ..Settings::default() }] {
            let records = [
                ("one", encoded(&*one, &format!("{{\"n\":{a}}}"), Rules::Uper)),
                ("other", encoded(&*other, &format!("{{\"n\":{b}}}"), Rules::Uper)),
            ];
            let how = How { settings, files: &[Some("other")], ..How::default() };
            assert_eq!(
                csv(&[&*one, &*other], Rules::Uper, &records, &how).expect("rows"),
                format!("n\n{a}\n{b}\n")
            );
        }
    }
}

#[test]
fn versions_are_tried_only_where_the_end_of_a_record_is_known() {
    let one = message("T ::= SEQUENCE { n INTEGER (0..255) }", Rules::Uper);
    let other = message("T ::= SEQUENCE { n INTEGER (0..65535), m BOOLEAN }", Rules::Uper);
    let how = How { files: &[None], ..How::default() };
    let told = csv(&[&*one, &*other], Rules::Uper, &[], &how).expect_err("it can't be tried");
    assert!(told.contains("don't say where they end"), "{told}");
    let records = [("f", vec![7]), ("f", vec![1, 0, 0x80])];
    let how = How { files: &[None], framed: true, ..How::default() };
    assert_eq!(csv(&[&*one, &*other], Rules::Uper, &records, &how).expect("rows"), "n,m\n7,\n256,true\n");
}

#[test]
fn fields_without_a_column_of_their_own_are_those_of_the_versions_that_have_them() {
    let (old, new, records) = values();
    let paths = ["id", "first=legs[0].to", "rate=legs[0].rate", "rates=legs[*].rate"];
    let made =
        csv(&[&*old, &*new], Rules::Ber, &records, &How { files: &[None], paths: &paths, ..How::default() });
    assert_eq!(made.expect("rows"), "id,first,rate,rates\n7,a,,[null]\n700,b,4,[4]\n");
    let told = csv(
        &[&*old, &*new],
        Rules::Ber,
        &records,
        &How { files: &[None], paths: &["none"], ..How::default() },
    );
    assert!(told.expect_err("no version has it").contains("none"));
}

#[test]
fn types_are_compared_with_those_of_all_versions_before() {
    let of = |member: &str| message(&format!("T ::= SEQUENCE {{ x {member}, ... }}"), Rules::Ber);
    let none = How { files: &[None, None], ..How::default() };
    for (one, other, third) in [
        ("SEQUENCE {...}", "NULL", "SEQUENCE { a INTEGER, ... }"),
        ("NULL", "SEQUENCE {...}", "SEQUENCE { a INTEGER, ... }"),
        ("BIT STRING (SIZE (4))", "OCTET STRING", "BIT STRING"),
        ("BIT STRING (SIZE (4))", "BIT STRING", "OCTET STRING"),
    ] {
        let versions = [of(one), of(other), of(third)];
        let versions: Vec<&dyn Message> = versions.iter().map(|version| &**version).collect();
        let told = csv(&versions, Rules::Ber, &[], &none).expect_err("no common type");
        assert!(told.contains("`x` is"), "{told}");
    }
}

#[test]
fn the_same_name_goes_before_one_in_another_case() {
    let old = message("T ::= SEQUENCE { ab INTEGER }", Rules::Ber);
    let new = message("T ::= SEQUENCE { aB INTEGER, ab INTEGER }", Rules::Ber);
    let records = [
        ("f", encoded(&*old, r#"{"ab":1}"#, Rules::Ber)),
        ("f", encoded(&*new, r#"{"aB":20,"ab":2}"#, Rules::Ber)),
    ];
    let how = How { files: &[None], ..How::default() };
    assert_eq!(csv(&[&*old, &*new], Rules::Ber, &records, &how).expect("rows"), "ab,aB_\n1,\n2,20\n");
    assert_eq!(csv(&[&*new, &*old], Rules::Ber, &records, &how).expect("rows"), "aB,ab_\n,1\n20,2\n");
}

#[test]
fn a_version_takes_only_integers_of_its_own() {
    let versions = ["a [0] INTEGER (0..255)", "b [0] INTEGER (0..65535)", "a [1] INTEGER (0..65535)"]
        .map(|member| message(&format!("T ::= SEQUENCE {{ {member} }}"), Rules::Ber));
    let record = [("f", encoded(&*versions[1], r#"{"b":1000}"#, Rules::Ber))];
    let versions: Vec<&dyn Message> = versions.iter().map(|version| &**version).collect();
    let how = How { files: &[None, None], ..How::default() };
    assert_eq!(csv(&versions, Rules::Ber, &record, &how).expect("rows"), "a,b\n,1000\n");
}

#[test]
fn types_with_more_parts_than_columns_are_text() {
    let parts: String = (0..70_000).map(|at| format!("a{at} [{at}] INTEGER OPTIONAL,")).collect();
    let wide = message(&format!("T ::= SEQUENCE {{ {} }}", parts.trim_end_matches(',')), Rules::Ber);
    let record = [("f", encoded(&*wide, r#"{"a3":5}"#, Rules::Ber))];
    let made = csv(&[&*wide], Rules::Ber, &record, &How::default()).expect("rows");
    assert_eq!(made, "value\n\"{\"\"a3\"\":5}\"\n");
}
