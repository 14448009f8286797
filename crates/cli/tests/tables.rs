//! A table has the columns of the requested type, whatever types the schema has beside it.

use std::path::PathBuf;
use std::process::Command;

use crate::text_captures::{pcap, udp};

const SBE: &str = r#"<messageSchema package="p" id="1" version="0" byteOrder="littleEndian"><types>
<composite name="messageHeader"><type name="blockLength" primitiveType="uint16"/>
<type name="templateId" primitiveType="uint16"/><type name="schemaId" primitiveType="uint16"/>
<type name="version" primitiveType="uint16"/></composite></types>
<message name="Book" id="1"><field name="time" id="1" type="uint64"/></message>
<message name="Beat" id="2"><field name="seq" id="1" type="uint32"/><field name="load" id="2" type="uint8"/></message>
</messageSchema>"#;

const BITPROTO: &str = "proto n

enum Mode : uint3 {
    OFF = 0
    ON = 1
}

message Report {
    Mode mode = 1
    uint5[2] levels = 2
}

message Ping {
    uint5 buoy = 1
    bool lamp = 2
}
";

/// What `decode --as csv` makes of hexadecimal digits: output, error and exit code.
fn table(file: &str, schema: &str, ty: &[&str], digits: &str) -> (String, String, Option<i32>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("table-{}", ty.join("") + digits));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(file), schema).expect("a schema");
    std::fs::write(folder.join("message"), digits).expect("a message");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command
        .current_dir(&folder)
        .args(["decode", "-s", file, "--in", "hex", "--as", "csv", "message"])
        .args(ty);
    let done = command.output().expect("it runs");
    let text = |octets: &[u8]| String::from_utf8_lossy(octets).replace("\r\n", "\n");
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

#[test]
fn of_one_message_of_an_sbe_schema() {
    let beat = "05000200010000002a00000007";
    let good = |text: &str| (text.to_string(), String::new(), Some(0));
    assert_eq!(table("s.xml", SBE, &["-t", "Beat"], beat), good("seq,load\n42,7\n"));
    let book = "08000100010000000a00000000000000";
    assert_eq!(table("s.xml", SBE, &["-t", "Book"], book), good("time\n10\n"));
    let told = "error: a table holds messages of one type: choose it with -t (Book, Beat)\n";
    assert_eq!(table("s.xml", SBE, &[], beat), (String::new(), told.to_string(), Some(2)));
    let told = "note: 1 message of another type skipped; for a table of them, use -t Beat\n";
    assert_eq!(table("s.xml", SBE, &["-t", "Book"], beat), ("time\n".to_string(), told.to_string(), Some(0)));
    let told = "note: 2 messages of other types skipped; for a table of them, use -t Beat\n";
    assert_eq!(
        table("s.xml", SBE, &["-t", "Book"], &[beat, book, beat].concat()),
        ("time\n10\n".to_string(), told.to_string(), Some(0))
    );
}

#[test]
fn of_one_message_of_a_bitproto_file() {
    let good = |text: &str| (text.to_string(), String::new(), Some(0));
    assert_eq!(table("n.bitproto", BITPROTO, &["-t", "Report"], "1904"), good("mode,levels\nON,\"[3,4]\"\n"));
    assert_eq!(table("n.bitproto", BITPROTO, &["-t", "Ping"], "21"), good("buoy,lamp\n1,true\n"));
}

/// Options of tables would be ignored otherwise.
#[test]
fn options_of_tables_are_for_tables() {
    let options = [
        "--provenance=file",
        "--names=snake",
        "--integers=text",
        "--enums=numbers",
        "--times=text",
        "--versions=a.asn1",
    ];
    for option in options {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
        let done = command.args(["decode", option, "-"]).output().expect("it runs");
        let wanted = format!(
            "error: {} is for tables: add --as csv, arrow or parquet\n",
            &option[..option.find('=').unwrap_or(0)]
        );
        assert_eq!((String::from_utf8_lossy(&done.stderr), done.status.code()), (wanted.into(), Some(2)));
    }
}

/// Elements of lists, parts of open types, and values in human-readable form.
#[test]
fn fields_without_a_column_are_text() {
    let good = |text: &str| (text.to_string(), String::new(), Some(0));
    let words = ["--select", "first=levels[0],levels[*],mode,none=levels[9]"];
    let made = table("n.bitproto", BITPROTO, &[&["-t", "Report"], &words[..]].concat(), "1904");
    assert_eq!(made, good("first,levels[*],mode,none\n3,\"[3,4]\",ON,\n"));
    let made = table("n.bitproto", BITPROTO, &["-t", "Report", "--select", "none=levels[9]"], "1904");
    assert_eq!(made, good("none\n\"\"\n"));

    let schema = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        C ::= SEQUENCE { imsi OCTET STRING, legs SEQUENCE OF Leg, at GeneralizedTime }
        Leg ::= SEQUENCE { to OCTET STRING, cause OBJECT IDENTIFIER } END";
    let call =
        "302480046202 21F3A10B3009800294F18103550403820F32303235303130323033303430355A".replace(' ', "");
    let words = [
        "-t",
        "C",
        "-r",
        "ber",
        "--render",
        "imsi=tbcd",
        "--render",
        "to=tbcd",
        "--render",
        "cause=oid-name",
    ];
    let made = table("m.asn1", schema, &words, &call);
    let legs = r#""[{""to"":""491"",""cause"":""2.5.4.3 (commonName)""}]""#;
    assert_eq!(made, good(&format!("imsi,legs,at\n2620123,{legs},2025-01-02T03:04:05Z\n")));
    let words = [&words[..], &["--select", "imsi,to=legs[0].to,legs[0],why=legs[0].cause"]].concat();
    let made = table("m.asn1", schema, &words, &call);
    let leg = r#""{""to"":""491"",""cause"":""2.5.4.3 (commonName)""}""#;
    assert_eq!(made, good(&format!("imsi,to,legs[0],why\n2620123,491,{leg},2.5.4.3 (commonName)\n")));
}

/// Where rows come from, for raw records with a length prefix, lines, and blocks of PEM, on any number of threads.
#[test]
fn rows_say_where_they_come_from() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("table-provenance");
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, octets: &[u8]| std::fs::write(folder.join(name), octets).expect("a file");
    write("m.asn1", b"M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER } END");
    let record = |n: u8| [0x30, 3, 0x80, 1, n];
    let prefixed: Vec<u8> = (1..=100).flat_map(|n| [&[5][..], &record(n)].concat()).collect();
    write("a.ber", &prefixed);
    write("lines.hex", b"3003800105\n30038001\n3003800107\n");
    write("b.pem", b"-----BEGIN A-----\nMAOAAQU=\n-----END A-----\n");
    let run = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
        command.current_dir(&folder).args("decode m.asn1 -t A -r ber --as csv --provenance".split(' '));
        let done = command.args(words.split(' ')).output().expect("it runs");
        let text = |octets: &[u8]| String::from_utf8_lossy(octets).replace("\r\n", "\n");
        (text(&done.stdout), text(&done.stderr), done.status.code())
    };

    let mut wanted = "n,_file,_offset,_record,_raw\n".to_string();
    for n in 1..=100 {
        wanted += &format!("{n},a.ber,{},{n},30038001{n:02x}\n", (n - 1) * 6);
    }
    for jobs in ["1", "3"] {
        let made = run(&format!("raw,record,offset,file --jobs {jobs} --prefix u8 a.ber"));
        assert_eq!(made, (wanted.clone(), String::new(), Some(0)), "{jobs} threads");
    }
    let (made, _, code) = run("file,offset,record,raw,error --on-error report --in hex-lines lines.hex");
    let lines: Vec<&str> = made.lines().collect();
    assert_eq!(lines[0], "n,_file,_offset,_record,_raw,_error");
    assert_eq!(lines[1], "5,lines.hex,0,1,3003800105,");
    assert!(lines[2].starts_with(",lines.hex,11,2,,") && lines[2].contains("line 2"), "{}", lines[2]);
    assert_eq!(lines[3], "7,lines.hex,20,3,3003800107,");
    assert_eq!((lines.len(), code), (4, Some(1)));
    assert_eq!(run("offset,record b.pem").0, "n,_offset,_record\n5,,1\n");

    let (made, told, code) = run("error a.ber");
    assert_eq!((made.as_str(), code), ("", Some(2)));
    assert_eq!(told, "error: --provenance error goes with --on-error report\n");
}

/// A folder with two versions of a schema and a file of each, and a file with both.
fn versions(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("versions-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let module = |text: &str| format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN {text} END");
    let old = module("C ::= SEQUENCE { id INTEGER (0..255), who OCTET STRING, ... }");
    let new =
        module("C ::= SEQUENCE { id INTEGER (0..65535), who OCTET STRING, ..., roaming BOOLEAN, text NULL OPTIONAL }");
    let other = module("C ::= SEQUENCE { id INTEGER (0..255), who INTEGER, ... }");
    for (file, text) in [("v1.asn1", old), ("v2.asn1", new), ("other.asn1", other)] {
        std::fs::write(folder.join(file), text).expect("a schema");
    }
    let (one, two) =
        (&b"\x30\x06\x80\x01\x07\x81\x01\x62"[..], &b"\x30\x0a\x80\x02\x02\xbc\x81\x01\x21\x82\x01\xff"[..]);
    for (file, octets) in
        [("2024.ber", one.to_vec()), ("2025.ber", two.to_vec()), ("both.ber", [two, one].concat())]
    {
        std::fs::write(folder.join(file), octets).expect("a file");
    }
    folder
}

/// What `decode --as csv` makes of files of several versions.
fn versioned(folder: &PathBuf, arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.current_dir(folder).args(["decode", "-t", "C", "--as", "csv"]).args(arguments);
    if !arguments.contains(&"-r") {
        command.args(["-r", "ber"]);
    }
    let done = command.output().expect("it runs");
    let text = |octets: &[u8]| String::from_utf8_lossy(octets).replace("\r\n", "\n");
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

#[test]
fn of_several_versions_of_a_schema() {
    let folder = &versions("good");
    let rows = "id,who,roaming,text\n7,62,,\n700,21,true,\n700,21,true,\n7,62,,\n";
    let files = ["2024.ber", "2025.ber", "both.ber"];
    for versions in [
        ["-s", "v2.asn1", "--versions", "v1.asn1"],
        ["-s", "v1.asn1", "--versions", "v2.asn1"],
        ["-s", "v2.asn1", "--versions", "2024*=v1.asn1"],
    ] {
        let made = versioned(folder, &[&versions[..], &files].concat());
        assert_eq!(made, (rows.to_string(), String::new(), Some(0)), "{versions:?}");
    }
    let arguments = [
        "-s",
        "v2.asn1",
        "--versions",
        "v1.asn1",
        "--select",
        "r=roaming",
        "--provenance",
        "file",
        "--jobs",
        "3",
    ];
    let made = versioned(folder, &[&arguments[..], &files].concat());
    assert_eq!(made.0, "r,_file\n,2024.ber\ntrue,2025.ber\ntrue,both.ber\n,both.ber\n");
    // A rule must suit one of the versions.
    let arguments = ["-s", "v2.asn1", "--versions", "v1.asn1", "--render", "who=text", "2024.ber"];
    assert_eq!(versioned(folder, &arguments).0, "id,who,roaming,text\n7,b,,\n");
}

#[test]
fn versions_that_do_not_fit_are_refused() {
    let folder = &versions("bad");
    let refused = |arguments: &[&str], wanted: &str| {
        let (out, told, code) = versioned(folder, arguments);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{arguments:?}: {told}");
        assert!(told.contains(wanted), "{arguments:?}: {told}");
    };
    refused(
        &["-s", "v1.asn1", "--versions", "other.asn1", "2024.ber"],
        "error: --versions: `who` is binary in v1.asn1, but an integer in other.asn1; select other columns\n",
    );
    refused(&["-s", "v1.asn1", "--versions", "=v2.asn1", "2024.ber"], "write SCHEMA, or PATTERN=SCHEMA");
    refused(&["-s", "v1.asn1", "--versions", "none.asn1", "2024.ber"], "none.asn1");
    refused(&["-s", "v1.asn1", "--versions", "v2.asn1", "--select", "none", "2024.ber"], "--select");
    refused(
        &["-s", "v1.asn1", "--versions", "v2.asn1", "-r", "uper", "2024.ber"],
        "give them a length prefix or lines",
    );
    std::fs::write(folder.join("broken.ber"), b"\x30\x03\x85\x01\x07").expect("a file");
    let (_, told, code) = versioned(folder, &["-s", "v1.asn1", "--versions", "v2.asn1", "broken.ber"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("broken.ber") && told.contains("no other version has such a record"), "{told}");
}

/// An error says what is wrong in each version, once if it is the same.
#[test]
fn errors_name_the_versions() {
    let folder = &versions("named");
    let told = |arguments: &[&str]| {
        let (out, told, code) = versioned(folder, &[arguments, &["2024.ber"]].concat());
        assert_eq!((out.as_str(), code), ("", Some(2)), "{arguments:?}");
        told
    };
    let both = ["-s", "v1.asn1", "--versions", "v2.asn1"];
    let error = told(&[&both[..], &["--select", "none"]].concat());
    assert!(error.contains("v1.asn1: none: ") && error.contains("; v2.asn1: none: "), "{error}");
    let error = told(&[&both[..], &["--select", "id..x"]].concat());
    assert!(!error.contains("v1.asn1"), "{error}");
    let error = told(&[&both[..], &["--render", "roaming=hex"]].concat());
    assert!(error.contains("--render v1.asn1: ") && error.contains("; v2.asn1: "), "{error}");
    let deep = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN C ::= SEQUENCE { id INTEGER (0..255), who C OPTIONAL, ... } END";
    std::fs::write(folder.join("deep.asn1"), deep).expect("a schema");
    let deeper = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        C ::= SEQUENCE { id INTEGER (0..255), who SEQUENCE { id BOOLEAN, ... }, ... } END";
    std::fs::write(folder.join("deeper.asn1"), deeper).expect("a schema");
    let all = ["-s", "deeper.asn1", "--versions", "deep.asn1", "--versions", "v1.asn1", "--select", "who.id"];
    let error = told(&all);
    let wanted = "who.id is a column in deeper.asn1, part of one in deep.asn1, not in v1.asn1: select what contains it";
    assert!(error.contains(wanted), "{error}");
}

/// Captures have versions too: by the name of the file, or by trial.
#[test]
fn captures_of_several_versions() {
    let folder = &versions("captured");
    let record = |file: &str| std::fs::read(folder.join(file)).expect("a record");
    let write = |file: &str, packets: &[&[u8]]| {
        let packets: Vec<_> = packets.iter().map(|octets| udp(octets)).collect();
        std::fs::write(folder.join(file), pcap(&packets)).expect("a capture");
    };
    write("both.pcap", &[&record("2025.ber"), &record("2024.ber")]);
    let arguments =
        ["-s", "v1.asn1", "--versions", "v2.asn1", "--provenance", "record", "--pcap", "both.pcap"];
    let rows = "id,who,roaming,text,_record\n700,21,true,,1\n7,62,,,2\n";
    assert_eq!(versioned(folder, &arguments), (rows.to_string(), String::new(), Some(0)));
    // A datagram without the lengths of `--packing` has its records one after another.
    let several = [record("2025.ber"), record("2024.ber"), record("2025.ber")].concat();
    write("packed.pcap", &[&several]);
    for packing in ["u32be", "raw"] {
        let arguments =
            ["-s", "v2.asn1", "--versions", "v1.asn1", "--pcap", "--packing", packing, "packed.pcap"];
        let rows = "id,who,roaming,text\n700,21,true,\n7,62,,\n700,21,true,\n";
        assert_eq!(versioned(folder, &arguments), (rows.to_string(), String::new(), Some(0)), "{packing}");
    }
    // X.691 11.5.7.1: `id` has 8 bits in the old version, 16 in the new one.
    write("2024.pcap", &[b"\x03\x80\xb1\x00"]);
    let arguments = ["-s", "v2.asn1", "--versions", "2024*=v1.asn1", "-r", "uper", "--pcap", "2024.pcap"];
    let rows = "id,who,roaming,text\n7,62,,\n";
    assert_eq!(versioned(folder, &arguments), (rows.to_string(), String::new(), Some(0)));
    let arguments = ["-s", "v2.asn1", "--versions", "v1.asn1", "-r", "uper", "2024.pcap"];
    assert!(versioned(folder, &arguments).1.contains("say which files are of which version"));
}

/// Parts that a newer version of the schema added.
#[test]
fn unknown_parts_have_a_column() {
    let folder = &versions("unknown");
    let newer = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN C ::= SEQUENCE { id INTEGER (0..65535), who OCTET STRING, ... } END";
    std::fs::write(folder.join("first.asn1"), newer).expect("a schema");
    let arguments = ["-s", "first.asn1", "--provenance", "record,unknown", "2024.ber", "2025.ber"];
    let rows = concat!(
        "id,who,_record,_unknown\n7,62,1,\n",
        "700,21,1,\"[{\"\"path\"\":\"\"\"\",\"\"number\"\":2,\"\"octets\"\":\"\"8201ff\"\"}]\"\n",
    );
    assert_eq!(versioned(folder, &arguments), (rows.to_string(), String::new(), Some(0)));
}

/// An error is one line with the file, and the place in it if the records are of another type.
#[test]
fn failures_are_one_line() {
    let folder = &versions("failing");
    let forms: &[&str] = if cfg!(feature = "tables") { &["csv", "arrow", "parquet"] } else { &["csv"] };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
        let done =
            command.current_dir(folder).args(["decode", "-t", "C", "-r", "ber"]).args(arguments).output();
        let done = done.expect("it runs");
        (String::from_utf8_lossy(&done.stderr).to_string(), done.status.code())
    };
    let wrong = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN C ::= SEQUENCE { id BOOLEAN, ... } END";
    std::fs::write(folder.join("wrong.asn1"), wrong).expect("a schema");
    for form in forms {
        let decode = ["-s", "v2.asn1", "--as", form];
        let (told, code) = run(&[&decode[..], &["gone.ber"]].concat());
        assert!(told.starts_with("error: gone.ber: ") && told.lines().count() == 1, "{form}: {told}");
        assert_eq!(code, Some(2));
        let (told, code) = run(&[&decode[..], &["2025.ber", "-o", "/dev/full"]].concat());
        if PathBuf::from("/dev/full").exists() {
            assert!(
                told.starts_with("error: /dev/full: No space left") && told.lines().count() == 1,
                "{form}: {told}"
            );
            assert_eq!(code, Some(2));
        }
        let (told, code) = run(&["-s", "wrong.asn1", "--as", form, "2025.ber"]);
        assert!(told.starts_with("error: 2025.ber: C.id: ") && told.contains("at octet 4"), "{form}: {told}");
        assert_eq!(code, Some(1));
    }
}
