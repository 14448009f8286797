//! Replays the committed fuzzing corpus without a fuzzer: each input that once found something, and a few
//! seeds, named after the rule they test.

use std::path::Path;

use wireglot_plan::Rules;

use crate::shared::skip;

#[path = "../../../fuzz/targets.rs"]
mod targets;

/// Runs every file of a folder in `fuzz/seeds`.
fn replay(folder: &str, target: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder).expect("seeds").flatten().map(|e| e.path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no seeds in {}", folder.display());
    for file in files {
        println!("{}", file.display());
        target(&std::fs::read(&file).expect("a seed"));
    }
}

#[test]
fn front_end() {
    replay("front_end", targets::front_end);
}

#[test]
fn sbe() {
    replay("sbe_schema", targets::sbe_schema);
    replay("sbe", targets::sbe);
    replay("sbe_text", targets::sbe_text);
}

#[test]
fn ber() {
    replay("ber", |octets| targets::codec(Rules::Ber, octets));
}

#[test]
fn der() {
    replay("der", |octets| targets::codec(Rules::Der, octets));
}

#[test]
fn uper() {
    replay("uper", |octets| targets::codec(Rules::Uper, octets));
}

#[test]
fn aper() {
    replay("aper", |octets| targets::codec(Rules::Aper, octets));
}

#[test]
fn oer() {
    replay("oer", |octets| targets::codec(Rules::Oer, octets));
}

#[test]
fn cer() {
    replay("ber", |octets| targets::codec(Rules::Cer, octets));
}

#[test]
fn caper() {
    replay("aper", |octets| targets::codec(Rules::Caper, octets));
}

#[test]
fn cuper() {
    replay("uper", |octets| targets::codec(Rules::Cuper, octets));
}

#[test]
fn coer() {
    replay("oer", |octets| targets::codec(Rules::Coer, octets));
}

#[test]
fn jer() {
    replay("jer", targets::jer);
}

#[test]
fn etf() {
    replay("etf", targets::etf);
}

#[test]
fn h248() {
    match targets::megaco() {
        Some(_) => replay("h248", targets::h248),
        None => skip("no module of H.248's messages: tools/need erlang-src"),
    }
}
