//! Names in H.248 text that stand for no number or octets.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::shared;

const WIREGLOT: &str = env!("CARGO_BIN_EXE_wireglot");
const NAMES: [&str; 2] = ["--h248-terminations", "names"];

fn text(termination: &str, property: &str) -> String {
    format!(
        "!/3 [192.0.2.1]:2944\nT=1{{C=-{{A={termination}{{M{{ST=1{{O{{MO=SR,\n{property}=40}}}}}}}}}}}}\n"
    )
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("h248-names-{name}"));
    wireglot_driver::sources::new_file::write_file(&path, text.as_bytes()).expect("a file");
    path
}

/// Runs the command; returns its output and what it said.
fn run(words: &[&str], more: &[&str], schema: &Path, file: &Path) -> (Output, String) {
    let mut command = Command::new(WIREGLOT);
    command.args(words).args(more).args(["-t", "MegacoMessage", "-s"]).arg(schema).arg(file);
    let done = command.output().expect("the command runs");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    (done, told)
}

const DECODE: &[&str] = &["decode", "-r", "h248", "--lines"];
const TO_BER: &[&str] = &["convert", "--from", "h248", "--to", "ber"];
const TO_TEXT: &[&str] = &["convert", "--from", "h248", "--to", "h248-compact"];

#[test]
fn terminations_with_names_are_read_where_that_is_asked_for() {
    let Some(folder) = shared::vectors("megaco") else { return };
    let schema = folder.join("MEDIA-GATEWAY-CONTROL-v3.asn");
    let named = text("line/1", "nt/jit");
    let file = written("termination.txt", &named);
    for words in [DECODE, TO_BER, &["inspect", "-r", "h248"]] {
        let (done, told) = run(words, &[], &schema, &file);
        let told = told + &String::from_utf8_lossy(&done.stdout);
        assert!(told.contains("(--h248-terminations names keeps names as they are)"), "{told}");
        assert_eq!(done.status.code(), Some(1), "{told}");
    }
    assert!(run(DECODE, &[], &schema, &file).1.contains("  |           ^^^^^^\n"));
    let (done, told) = run(DECODE, &NAMES, &schema, &file);
    assert!(String::from_utf8_lossy(&done.stdout).contains(r#""id":"6C696E652F31""#), "{told}");
    let (octets, _) = run(TO_BER, &NAMES, &schema, &file);
    let octets = written(
        "termination.hex",
        &octets.stdout.iter().map(|octet| format!("{octet:02x}")).collect::<String>(),
    );
    let back = ["convert", "--from", "ber", "--to", "h248-compact", "--in", "hex"];
    assert_eq!(
        String::from_utf8_lossy(&run(&back, &NAMES, &schema, &octets).0.stdout),
        named.replace(",\n", ",")
    );
    assert!(run(&back, &[], &schema, &octets)
        .1
        .contains("a termination of 6 octets has no levels of eight bits"));
    let (done, told) = run(&["inspect", "-r", "h248"], &NAMES, &schema, &file);
    assert!(String::from_utf8_lossy(&done.stdout).contains("6C696E652F31"), "{told}");
}

#[test]
fn names_without_numbers_are_not_lost_silently() {
    let Some(folder) = shared::vectors("megaco") else { return };
    let schema = folder.join("MEDIA-GATEWAY-CONTROL-v3.asn");
    let file = written("property.txt", &text("root", "nt/jitt").repeat(2));
    let why = "`nt/jitt` is in no table of names, so it has no number (--h248-packages FILE adds names)";
    let place = "property.txt:3:1: ";
    let (done, told) = run(DECODE, &[], &schema, &file);
    assert_eq!((done.status.code(), told.matches(why).count()), (Some(0), 1), "{told}");
    assert!(told.starts_with("warning: ") && told.contains(place), "{told}");
    assert!(told.ends_with(": its characters are kept\n"), "{told}");
    let (done, told) = run(TO_TEXT, &[], &schema, &file);
    assert_eq!((done.status.code(), told.as_str()), (Some(0), ""));
    let (done, told) = run(TO_BER, &[], &schema, &file);
    assert_eq!(done.status.code(), Some(1));
    assert!(told.contains(place) && told.contains(why) && told.contains("error 445"), "{told}");
    let packages = written("packages", "package nt 000b\n  property jitt 7001\n");
    let (done, told) = run(DECODE, &["--h248-packages", &packages.display().to_string()], &schema, &file);
    assert!(String::from_utf8_lossy(&done.stdout).contains(r#""name":"000B7001""#), "{told}");
    let (done, told) = run(TO_BER, &NAMES, &schema, &written("long.txt", &text("ds/ds1-3/6", "nt/jit")));
    assert!(
        told.contains("long.txt:2:11: ") && told.contains("a termination of more than 8 octets"),
        "{told}"
    );
    assert_eq!(done.status.code(), Some(1));
}
