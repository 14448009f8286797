//! Values of small types as CSV, which shows every kind of column.

mod fast;
mod unknown;
mod versions;

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
use wireglot_table::names::Naming;
use wireglot_table::provenance::{self, Provenance, Source};
use wireglot_table::select;
use wireglot_table::store::Store;
use wireglot_table::tabling::Tabling;

const MODULE: &str = "Buoys DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Report ::= SEQUENCE {
    id INTEGER (0..255), depth INTEGER OPTIONAL, stateOfBuoy ENUMERATED { adrift (3), moored, ... },
    where CHOICE { fix Fix, lost NULL, ... }, log SEQUENCE OF Entry, seen GeneralizedTime OPTIONAL, flags BIT STRING,
    mark SEQUENCE {} OPTIONAL, name UTF8String, next Report OPTIONAL }
Fix ::= SEQUENCE { lat REAL, raw OCTET STRING }
Entry ::= SEQUENCE { at INTEGER (-5..5), notes SEQUENCE OF UTF8String OPTIONAL }
Level ::= INTEGER (0..7)
Tide ::= SEQUENCE {
    height REAL, heights SEQUENCE OF REAL, past SEQUENCE { levels SEQUENCE OF Level OPTIONAL, note UTF8String OPTIONAL } }
END";

/// One value with everything, and one with as little as possible.
const REPORTS: [&str; 2] = [
    r#"{"id":7,"depth":-40,"stateOfBuoy":"moored","where":{"fix":{"lat":1.5,"raw":"0A0B"}},
        "log":[{"at":-5,"notes":["a","b"]},{"at":1}],"seen":"20261124140000.5Z","flags":{"value":"A0","length":3},
        "mark":{},"name":"say \"x\", y","next":{"id":1,"stateOfBuoy":"adrift","where":{"lost":null},"log":[],
        "flags":{"value":"","length":0},"name":""}}"#,
    r#"{"id":8,"stateOfBuoy":"adrift","where":{"lost":null},"log":[],"flags":{"value":"","length":0},"name":""}"#,
];

/// Calls `run` with the message of a type.
fn with(name: &str, run: impl FnOnce(&dyn Message)) {
    let mut memory = Memory::new();
    memory.add("buoys.asn1", MODULE);
    let schemas = [PathBuf::from("buoys.asn1")];
    let request = Request { schemas: &schemas, ..Request::default() };
    let asn1 = Registry::default().named("asn1").expect("ASN.1");
    let made = asn1.compile(&request, memory.host()).expect("the file is there");
    let asked = MessageRequest { name: Some(name), rules: &[Rules::Uper], ..MessageRequest::default() };
    run(&*made.message(&asked).expect("the type is there"));
}

/// The encodings of some values.
fn encoded(message: &dyn Message, values: &[&str]) -> Vec<Vec<u8>> {
    encoded_as(message, Rules::Uper, values)
}

/// The encodings of some values under some rules.
fn encoded_as(message: &dyn Message, rules: Rules, values: &[&str]) -> Vec<Vec<u8>> {
    let text = message.text(JSON).expect("JSON is of all types");
    let writing = Writing { rules: Some(rules), ..Writing::default() };
    let encode = |value: &&str| {
        let (mut octets, mut reader) = (Vec::new(), text.reader(writing.rules, Limits::default()));
        let done = message.encode_text((*value).into(), &mut reader, &mut Tape::new(), &writing, &mut octets);
        assert!(done.is_ok(), "{value}: {done:?}");
        octets
    };
    values.iter().map(encode).collect()
}

/// Values as CSV, in batches of `most` rows; or the error for the first value that does not fit.
fn csv(
    message: &dyn Message,
    values: &[&str],
    (settings, paths): (&Settings, &[&str]),
    most: usize,
) -> Result<String, String> {
    let mut columns = Columns::of(message, settings).expect("one type");
    let paths: Vec<String> = paths.iter().map(|path| path.to_string()).collect();
    let outputs = match paths.is_empty() {
        true => select::all(&columns),
        false => select::select(message, &mut columns, &paths)?,
    };
    let reading = Reading { rules: Some(Rules::Uper), ..Reading::default() };
    let work = Tabling { message, reading, columns: &columns, start: 0 };
    let (mut worker, mut rows) = (work.worker(reading, ""), Vec::new());
    for octets in encoded(message, values) {
        worker
            .record(&octets, Position::default(), &mut rows)
            .map_err(|bad| format!("{}: {}", bad.path, bad.message))?;
    }
    let mut store = Store::new(columns.clone());
    let mut out = Vec::new();
    let mut csv = Csv::new(&mut out, &store, &outputs).expect("memory");
    let mut rest = &rows[..];
    while !rest.is_empty() {
        rest = store.add(rest, most, usize::MAX);
        store.complete();
        csv.batch(&store).expect("memory");
        store.clear();
    }
    csv.finish().expect("memory");
    Ok(String::from_utf8(out).expect("text"))
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().split("\r\n").collect()
}

#[test]
fn all_kinds_of_columns() {
    with("Report", |message| {
        for most in [1, 100] {
            let made = csv(message, &REPORTS, (&Settings::default(), &[]), most).expect("rows");
            assert_eq!(
                lines(&made),
                [
                    "id,depth,stateOfBuoy,where.choice,where.fix.lat,where.fix.raw,where.lost,log,seen,\
                     flags.octets,flags.bits,mark,name,next",
                    "7,-40,moored,fix,1.5,0a0b,,\"[{\"\"at\"\":-5,\"\"notes\"\":[\"\"a\"\",\"\"b\"\"]},{\"\"at\"\":1}]\",\
                     2026-11-24T14:00:00.500000Z,a0,3,true,\"say \"\"x\"\", y\",\"{\"\"id\"\":1,\
                     \"\"stateOfBuoy\"\":\"\"adrift\"\",\"\"where\"\":{\"\"lost\"\":null},\"\"log\"\":[],\
                     \"\"flags\"\":{\"\"value\"\":\"\"\"\",\"\"length\"\":0},\"\"name\"\":\"\"\"\"}\"",
                    "8,,adrift,lost,,,true,[],,\"\",0,,\"\",",
                ]
            );
        }
    });
}

#[test]
fn paths_become_columns_and_lists_of_their_values() {
    with("Report", |message| {
        let paths = ["id", "latitude=where.fix.lat", "log[*].at", "notes=log[*].notes[*]"];
        let made = csv(message, &REPORTS, (&Settings::default(), &paths), 100).expect("rows");
        assert_eq!(
            lines(&made),
            ["id,latitude,log[*].at,notes", "7,1.5,\"[-5,1]\",\"[[\"\"a\"\",\"\"b\"\"],null]\"", "8,,[],[]",]
        );
        // What has no column of its own becomes text.
        for (path, texts) in [("log[0].at", ["-5", ""]), ("next.id", ["1", ""])] {
            let made = csv(message, &REPORTS, (&Settings::default(), &["id", path]), 100).expect("rows");
            assert_eq!(
                lines(&made),
                [format!("id,{path}"), format!("7,{}", texts[0]), format!("8,{}", texts[1])]
            );
        }
    });
}

#[test]
fn missing_lists_are_empty_wherever_they_are() {
    let values = [
        r#"{"height":1,"heights":[],"past":{}}"#,
        r#"{"height":1,"heights":[],"past":{"levels":[],"note":""}}"#,
        r#"{"height":1,"heights":[],"past":{"levels":[1,2]}}"#,
    ];
    with("Tide", |message| {
        let all = csv(message, &values, (&Settings::default(), &[]), 100).expect("rows");
        assert_eq!(
            lines(&all),
            ["height,heights,past.levels,past.note", "1,[],,", "1,[],[],\"\"", "1,[],\"[1,2]\",",]
        );
        let some = csv(message, &values, (&Settings::default(), &["past.levels[*]", "height"]), 100);
        assert_eq!(lines(&some.expect("rows")), ["past.levels[*],height", ",1", "[],1", "\"[1,2]\",1"]);
    });
}

#[test]
fn lists_of_reals_are_json() {
    let values = [r#"{"height":"-INF","heights":["INF",1.5,"-INF","NaN",-2],"past":{}}"#];
    with("Tide", |message| {
        let made = csv(message, &values, (&Settings::default(), &["height", "heights"]), 100).expect("rows");
        let list = "\"[\"\"INF\"\",1.5,\"\"-INF\"\",\"\"NaN\"\",-2]\"";
        assert_eq!(lines(&made), ["height,heights".to_string(), format!("-inf,{list}")]);
    });
}

#[test]
fn names_numbers_and_times_as_they_are_asked_for() {
    let settings = Settings {
        naming: Naming::Snake,
        integers: Integers::Text,
        enum_numbers: true,
        text_times: true,
        ..Settings::default()
    };
    with("Report", |message| {
        let paths = ["id", "state_of_buoy=stateOfBuoy", "seen", "depth"];
        let made = csv(message, &REPORTS, (&settings, &paths), 100).expect("rows");
        assert_eq!(lines(&made), ["id,state_of_buoy,seen,depth", "7,0,20261124140000.5Z,-40", "8,3,,"]);
        let all = csv(message, &REPORTS, (&settings, &[]), 100).expect("rows");
        assert!(all.starts_with("id,depth,state_of_buoy,where.choice,"), "{all}");
    });
}

#[test]
fn what_does_not_fit_is_told_with_its_path() {
    let deep = r#"{"id":1,"depth":123456789012345678901234567890123456789,"stateOfBuoy":"adrift",
        "where":{"lost":null},"log":[],"flags":{"value":"","length":0},"name":""}"#;
    with("Report", |message| {
        let told = csv(message, &[deep], (&Settings::default(), &[]), 100);
        let message = "Report.depth: an integer has more than 38 digits; set `integers` to `text` to keep it";
        assert_eq!(told, Err(message.to_string()));
    });
}

#[test]
fn values_that_are_no_records_are_a_column_of_their_own() {
    with("Level", |message| {
        let made = csv(message, &["5", "0"], (&Settings::default(), &[]), 100).expect("rows");
        assert_eq!(lines(&made), ["value", "5", "0"]);
    });
}

/// All columns that say where a row comes from, after those of a selection: a good record, one whose number is
/// not known, and one that is wrong.
#[test]
fn columns_of_provenance() {
    with("Report", |message| {
        let mut columns = Columns::of(message, &Settings::default()).expect("one type");
        let mut outputs = select::select(message, &mut columns, &["id".to_string()]).expect("a path");
        let all = Source::ALL.map(|source| (source, source.column()));
        provenance::add(&mut columns, &mut outputs, &all).expect("other names");
        let twice = provenance::add(&mut columns.clone(), &mut outputs.clone(), &[(Source::Raw, "ID")]);
        assert_eq!(twice, Err("there is a column `ID` already".to_string()));

        let reading = Reading { rules: Some(Rules::Uper), ..Reading::default() };
        let octets = encoded(message, &REPORTS[1..]).concat();
        let mut rows = Vec::new();
        for start in [0, 100] {
            let work = Tabling { message, reading, columns: &columns, start };
            let position =
                Position { number: Some(3), offset: Some(20), time: Some(1_000_001), sequence: Some(8) };
            let taken = work.worker(reading, "a,b").record(&octets, position, &mut rows);
            assert_eq!(taken.ok(), Some(octets.len()));
        }
        let position = Position { number: Some(4), ..Position::default() };
        let wrong = Provenance { file: "c", position, raw: None, error: Some("no \"id\"") };
        rows.extend(wrong.row(&columns));

        let (mut store, mut out) = (Store::new(columns), Vec::new());
        let mut csv = Csv::new(&mut out, &store, &outputs).expect("memory");
        assert!(store.add(&rows, 10, usize::MAX).is_empty());
        store.complete();
        csv.batch(&store).expect("memory");
        csv.finish().expect("memory");
        let hex: String = octets.iter().map(|octet| format!("{octet:02x}")).collect();
        assert_eq!(
            lines(&String::from_utf8(out).expect("text")),
            [
                "id,_file,_offset,_record,_time,_sequence,_raw,_unknown,_error",
                &format!("8,\"a,b\",20,3,1970-01-01T00:00:01.000001Z,8,{hex},,"),
                &format!("8,\"a,b\",120,,1970-01-01T00:00:01.000001Z,8,{hex},,"),
                ",c,,4,,,,,\"no \"\"id\"\"\"",
            ]
        );
    });
}
