//! Compiles a specification given as a string.

use std::sync::Arc;

use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_interp::{Codec, DecodeError, DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;
use wireglot_text::{Source, Sources};

/// Definitions with a component of every kind but REAL, and an open type. The module is left open for more definitions.
#[allow(dead_code)]
pub const EVERY_KIND: &str = "Types DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    All ::= SEQUENCE {
        b BOOLEAN, i INTEGER { one(1), two(2) }, e ENUMERATED { red, green(7), ..., blue }, n NULL,
        bits BIT STRING { a(0), c(2) }, plain BIT STRING, o OCTET STRING, oid OBJECT IDENTIFIER,
        rel RELATIVE-OID, u UTF8String, ia IA5String, bmp BMPString, t GeneralizedTime, d DATE,
        l SEQUENCE OF SET OF INTEGER, c CHOICE { x INTEGER, y BOOLEAN, ... },
        held OCTET STRING (CONTAINING Point), s SET { z INTEGER, y BOOLEAN } OPTIONAL,
        cs SEQUENCE OF CHOICE { x NULL, y Point }, es SEQUENCE OF ENUMERATED { up, down }, ns SEQUENCE OF NULL, ...,
        [[ g INTEGER, h Point DEFAULT { x 1, y 2 } ]]
    }
    Point ::= SEQUENCE { x INTEGER (0..7), y INTEGER }
    PART ::= CLASS { &id OBJECT IDENTIFIER UNIQUE, &Type } WITH SYNTAX { &Type BY &id }
    Parts PART ::= { { Point BY { 1 2 3 } } | { INTEGER BY { 2 5 } } | { SEQUENCE OF Part BY { 2 6 } }, ... }
    Part ::= SEQUENCE { id PART.&id ({Parts}), value PART.&Type ({Parts}{@id}) }
";

/// A codec of [`EVERY_KIND`] with more definitions, under BER.
#[allow(dead_code)]
pub fn every_kind(more: &str) -> Codec {
    codec(&format!("{EVERY_KIND}{more} END"), Rules::Ber)
}

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
