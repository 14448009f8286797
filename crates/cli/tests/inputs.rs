//! How inputs are opened.

use std::path::Path;
use std::process::Command;

use crate::text_captures::{pcap, udp};

#[test]
fn nothing_of_a_pipe_is_lost() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/paths.in");
    let decode = "\"$0\" decode -s calls.asn1 -t Call -r uper --prefix u16be --lines --select seconds";
    for pipe in ["<(cat calls.u16)", "<(gzip -c calls.u16)", "- <calls.u16"] {
        let script = format!("{decode} {pipe}");
        let run = Command::new("bash")
            .args(["-c", &script, env!("CARGO_BIN_EXE_wireglot")])
            .current_dir(&folder)
            .output();
        let done = run.expect("bash runs");
        let shown = String::from_utf8_lossy(&done.stdout).into_owned();
        assert_eq!(shown.lines().count(), 4, "{pipe}: {shown}{}", String::from_utf8_lossy(&done.stderr));
        assert!(shown.starts_with("{\"seconds\":61}\n"), "{pipe}: {shown}");
    }
}

/// Runs the command on files in a folder of its own; returns standard output, standard error and the exit code.
fn run(folder: &str, files: &[(&str, &str)], words: &[&str]) -> (String, String, Option<i32>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let done = Command::new(env!("CARGO_BIN_EXE_wireglot")).current_dir(&folder).args(words).output();
    let done = done.expect("it runs");
    let text = |octets: &[u8]| String::from_utf8_lossy(octets).replace("\r\n", "\n");
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

/// Any octets are messages of such a type, so that characters must not be taken for them.
#[test]
fn words_among_digits_are_errors() {
    let schema = ("m.bitproto", "proto m\nmessage M { uint8 a = 1; uint8 b = 2 }\n");
    let decode = |hex: &str| {
        let words = ["decode", "m.bitproto", "-t", "M", "--on-error", "skip", "--lines", "m.hex"];
        run("words-among-digits", &[schema, ("m.hex", hex)], &words)
    };
    let good = "{\"a\":1,\"b\":2}\n";
    let rows = [
        ("# a log\n0102\n0102\n0102\n", 3, "m.hex:1:1"),
        ("0102\n0102\nzz\n0102\n", 3, "m.hex:3:1"),
        ("01020102010201020102 RX\n", 0, "m.hex:1:22"),
    ];
    for (hex, number, place) in rows {
        let (values, told, code) = decode(hex);
        assert_eq!((values, code), (good.repeat(number), Some(1)), "{hex}: {told}");
        assert!(told.contains(&format!("error: {place}: not a hexadecimal digit")), "{hex}: {told}");
    }
}

/// What is inside a bad value is not another value.
#[test]
fn after_a_bad_value_reading_goes_on_behind_it() {
    let schema = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN N ::= SEQUENCE { id INTEGER, child N OPTIONAL } END";
    let of = |id: &str, child: &str| {
        format!("{{\n  \"id\": {id},\n  \"child\":\n  {{\n    \"id\": {child}\n  }}\n}}\n")
    };
    let missing_comma = of("3", "7").replace("3,", "3");
    let values = [of("1", "5"), of("\"x\"", "6"), missing_comma, format!("  {}", of("4", "8"))].concat();
    let words = [
        "encode",
        "-s",
        "m.asn1",
        "-t",
        "N",
        "-r",
        "der",
        "--out",
        "hex-lines",
        "--on-error",
        "skip",
        "n.json",
    ];
    let (octets, told, code) = run("behind-a-bad-value", &[("m.asn1", schema), ("n.json", &values)], &words);
    assert_eq!(octets, "3008800101a103800105\n3008800104a103800108\n", "{told}");
    assert_eq!((told.matches("error: ").count(), code), (2, Some(1)), "{told}");
}

/// Another name of a type stands for what is written with that name alone.
#[test]
fn values_are_rendered_by_other_names_of_their_type() {
    let schema = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        M ::= SEQUENCE { plmn PLMNidentity, list SEQUENCE OF PLMNidentity, other IMSI }
        PLMNidentity ::= TBCD IMSI ::= TBCD TBCD ::= OCTET STRING END";
    let value = "{\"plmn\":\"62F210\",\"list\":[\"62F210\"],\"other\":\"62F210\"}\n";
    let octets = "3011800362F210A105040362F210820362F210\n";
    let show = |rule: &str| {
        let words = ["decode", "m.asn1", "-t", "M", "-r", "ber", "--lines", "--render", rule, "m.hex"];
        run("other-names", &[("m.asn1", schema), ("m.hex", octets)], &words).0
    };
    assert_eq!(show("PLMNidentity=plmn"), value.replacen("62F210", "262-01", 2));
    assert_eq!(show("TBCD=plmn"), value.replace("62F210", "262-01"));
}

/// A capture in a file is recognised; on standard input, the first error says what it is. Of a message in it, no error
/// proposes an option for files of records.
#[test]
fn captures_are_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("captures-are-named");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("m.pcap"), pcap(&[udp(b"junk")])).expect("a file");
    std::fs::write(folder.join("m.asn1"), "M DEFINITIONS ::= BEGIN T ::= SEQUENCE { } END").expect("a file");
    let told = |script: &str| {
        let run = Command::new("bash")
            .args(["-c", script, env!("CARGO_BIN_EXE_wireglot")])
            .current_dir(&folder)
            .output();
        let done = run.expect("bash runs");
        assert_eq!(done.status.code(), Some(1), "{script}");
        String::from_utf8_lossy(&done.stderr).into_owned()
    };
    let piped = told("cat m.pcap | \"$0\" decode -s m.asn1 -t T -r ber");
    assert!(piped.contains("this is a packet capture: `decode --pcap` reads it"), "{piped}");
    let shown = told("\"$0\" inspect --pcap -s m.asn1 -t T m.pcap");
    assert!(shown.contains("m.pcap, packet 1: T: ") && !shown.contains("--in"), "{shown}");
}
