//! Compares `models/x.asn1` with `x.model`, the result of resolving it.
//!
//! `WIREGLOT_BLESS=1 cargo test -p wireglot-asn1 models::` rewrites the golden files and fails, so that the
//! variable can't be left set unnoticed.

use std::path::Path;

use crate::support::{parse, read, report};
use wireglot_asn1::{check, resolve, smi};
use wireglot_diag::Diagnostics;

#[test]
fn models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let bless = std::env::var_os("WIREGLOT_BLESS").is_some();
    let mut differ = Vec::new();
    let mut inputs: Vec<_> = std::fs::read_dir(&folder).expect("the models are there").flatten().collect();
    inputs.sort_by_key(|entry| entry.path());
    for input in inputs.iter().map(|entry| entry.path()) {
        if input.extension().is_none_or(|extension| extension != "asn1") {
            continue;
        }
        let text = read(&input);
        let mut diagnostics = Diagnostics::new();
        let mut file = parse(&text, &mut diagnostics);
        smi::keep_identifiers(&mut file, &mut diagnostics);
        check::file(&file, &mut diagnostics);
        let model = resolve(&[file], &mut diagnostics);
        let faults = report(&text, &diagnostics, false);
        assert!(faults.is_empty(), "{}: {faults:#?}", input.display());
        let golden = input.with_extension("model");
        if read_if_there(&golden) != model.dump() {
            differ.push(golden.display().to_string());
            if bless {
                std::fs::write(&golden, model.dump()).expect("the golden can be written");
            }
        }
    }
    assert!(!bless, "written anew: {differ:?}");
    assert!(differ.is_empty(), "not as they were: {differ:#?}");
}

fn read_if_there(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}
