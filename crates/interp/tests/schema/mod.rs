//! Compiles a specification given as a string.

use std::sync::Arc;

use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_interp::{Codec, DecodeError, DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;
use wireglot_text::{Source, Sources};

/// A codec of one module under some rules.
pub fn codec(text: &str, rules: Rules) -> Codec {
    let (mut sources, mut faults) = (Sources::new(), Diagnostics::new());
    let file = sources.add(Source::new("test.asn1", text));
    let tokens = lex::lex(file, sources.get(file).shared(), &mut faults);
    let tree = parse::file(Arc::new(tokens), &mut faults);
    check::file(&tree, &mut faults);
    let model = resolve(&[tree], &mut faults);
    let (shape, more) = wireglot_lower::shape(&model, None);
    faults.extend(more);
    let (plan, more) = wireglot_lower::plan(rules, &model, &shape);
    faults.extend(more);
    assert!(!faults.failed(false), "{:?}", faults.sorted().first().map(|d| &d.message));
    Codec::new(Arc::new(shape), &plan).expect("a plan of its shape")
}

/// Octets from hexadecimal digits; spaces are ignored.
#[allow(dead_code)]
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let pair = |p: &[u8]| u8::from_str_radix(std::str::from_utf8(p).unwrap(), 16).unwrap();
    digits.chunks(2).map(pair).collect()
}

/// Decodes a value of a type.
#[allow(dead_code)]
pub fn decode(codec: &Codec, ty: &str, bytes: &[u8], options: &DecodeOptions) -> Result<Tape, DecodeError> {
    let root = codec.shape().root(ty).expect("a type of the module");
    let mut tape = Tape::new();
    codec.decode(root, bytes, options, &mut tape).map(|_| tape)
}

/// Encodes the value on a tape.
#[allow(dead_code)]
pub fn encode(codec: &Codec, ty: &str, tape: &Tape, options: &EncodeOptions) -> Vec<u8> {
    let root = codec.shape().root(ty).expect("a type of the module");
    let mut out = Vec::new();
    codec.encode(root, tape.root().expect("a value"), options, &mut out).expect("a value of the type");
    out
}
