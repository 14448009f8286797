//! Extreme files, and the diagnostics for each.

use wireglot_bitproto::resolve::{resolve, Options, Parsed};
use wireglot_bitproto::{lex, parse};
use wireglot_diag::Diagnostics;
use wireglot_model::Model;
use wireglot_text::{Source, Sources};

/// The codes of the diagnostics for a file, without duplicates.
fn compile(text: &str) -> Vec<&'static str> {
    let (mut sources, mut diagnostics, mut model) = (Sources::new(), Diagnostics::new(), Model::default());
    let file = sources.add(Source::new("hostile", text.to_string()));
    let tokens = lex::lex(file, text, &mut diagnostics);
    let tree = parse::parse(file, text, &tokens, &mut diagnostics);
    resolve(&[Parsed { tree, imports: Vec::new() }], Options::default(), &mut model, &mut diagnostics);
    let mut codes: Vec<_> = diagnostics.sorted().iter().map(|d| d.code.0).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// A message could contain any number of values that take no bits.
#[test]
fn values_without_bits_are_counted() {
    let rows: [(&str, &[&str]); 7] = [
        ("message M { E[65535] a = 1 }", &[]),
        ("message M { E[65535] a = 1; E[65535] b = 2 }", &["B0408"]),
        ("type A = E[65535]\nmessage M { bool b = 1; A[2] a = 2 }", &["B0408"]),
        ("type A = E[600]\ntype B = A[300]\nmessage M { bool b = 1 }", &["B0408"]),
        ("message S { bool b = 1; E[600] a = 2 }\nmessage M { S[300] s = 1 }", &["B0408"]),
        ("message S { bool b = 1; E[200] a = 2 }\nmessage M { S[300] s = 1 }", &[]),
        ("message S { E[65530] a = 1 }\nmessage M { S a = 1; S b = 2; S c = 3 }", &["B0408"]),
    ];
    for (text, codes) in rows {
        assert_eq!(compile(&format!("proto hostile\n\nmessage E {{}}\n\n{text}\n")), codes, "{text}");
    }
}
