//! Golden shapes and plans of small specifications, next to their inputs: `x.asn1`, `x.shape`,
//! `x.ber.plan` and so on.
//!
//! `WIREGLOT_BLESS=1 cargo test -p wireglot-lower goldens::` writes them, and then fails, so that it
//! is not left on by mistake.

use std::path::Path;
use std::sync::Arc;

use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_model::Model;
use wireglot_plan::{dump_plan, dump_shape, verify, Rules};
use wireglot_text::{Source, Sources};

/// The rules for which there are golden plans.
const RULES: [Rules; 5] = [Rules::Ber, Rules::Der, Rules::Uper, Rules::Aper, Rules::Oer];

fn model(path: &Path) -> Model {
    let text = std::fs::read_to_string(path).expect("the input can be read");
    let (mut sources, mut faults) = (Sources::new(), Diagnostics::new());
    let file = sources.add(Source::new(path.display().to_string(), text));
    let tokens = lex::lex(file, sources.get(file).shared(), &mut faults);
    let tree = parse::file(Arc::new(tokens), &mut faults);
    check::file(&tree, &mut faults);
    let model = resolve(&[tree], &mut faults);
    assert!(!faults.failed(false), "{}: {:?}", path.display(), faults.sorted());
    model
}

#[test]
fn goldens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens");
    let bless = std::env::var_os("WIREGLOT_BLESS").is_some();
    let entries = std::fs::read_dir(&folder).expect("the goldens are there").flatten().map(|e| e.path());
    let mut inputs: Vec<_> = entries.filter(|p| p.extension().is_some_and(|e| e == "asn1")).collect();
    inputs.sort();
    let mut differ = Vec::new();
    for input in inputs {
        let model = model(&input);
        let (shape, faults) = wireglot_lower::shape(&model, None);
        assert!(faults.is_empty(), "{}: {:?}", input.display(), faults.sorted());
        let mut outputs = vec![("shape".to_string(), dump_shape(&shape))];
        for rules in RULES {
            let (plan, faults) = wireglot_lower::plan(rules, &model, &shape);
            assert!(!faults.failed(false), "{}: {:?}", input.display(), faults.sorted());
            assert_eq!(verify(&plan, &shape), [""; 0], "{}", input.display());
            outputs.push((format!("{rules}.plan"), dump_plan(&plan, &shape)));
        }
        for (extension, output) in outputs {
            let golden = input.with_extension(extension);
            if std::fs::read_to_string(&golden).unwrap_or_default() != output {
                differ.push(golden.display().to_string());
                if bless {
                    std::fs::write(&golden, output).expect("the golden can be written");
                }
            }
        }
    }
    assert!(differ.is_empty(), "not as the golden files say: {differ:#?}");
    assert!(!bless, "WIREGLOT_BLESS is set: unset it, now that the goldens are as they should be");
}
