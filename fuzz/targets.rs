//! What is fuzzed. `fuzz_targets/` runs these under libFuzzer, and
//! `crates/driver/tests/corpus.rs` replays the committed corpus on them.

use std::sync::Arc;

use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_plan::{verify, Rules};
use wireglot_text::{Source, Sources};

/// A specification from text to plan: whatever the octets are, it ends in a
/// model or in diagnostics, each at a place inside the text.
pub fn front_end(octets: &[u8]) {
    let text = String::from_utf8_lossy(octets);
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add(Source::new("fuzz.asn1", text.as_ref()));
    let tokens = lex::lex(file, sources.get(file).shared(), &mut diagnostics);
    let tree = parse::file(Arc::new(tokens), &mut diagnostics);
    check::file(&tree, &mut diagnostics);
    let model = resolve(&[tree], &mut diagnostics);
    if !diagnostics.failed(false) {
        let (shape, faults) = wireglot_lower::shape(&model, None);
        diagnostics.extend(faults);
        for rules in [Rules::Ber, Rules::Uper] {
            let (plan, faults) = wireglot_lower::plan(rules, &model, &shape);
            assert!(faults.failed(false) || diagnostics.failed(false) || verify(&plan, &shape).is_empty());
            diagnostics.extend(faults);
        }
    }
    for diagnostic in diagnostics.sorted() {
        let _ = sources.text(diagnostic.primary.span);
    }
}
