//! Value notation: text that was written reads back as the same value, and text in other styles is
//! read too.

use crate::schema;
use crate::schema::{codec, every_kind};
use wireglot_interp::json::{JsonWriter, Layout, Spelling};
use wireglot_interp::notation::{NotationReader, NotationWriter};
use wireglot_interp::{equal, Codec, SampleOptions, Sampler, Tape};
use wireglot_plan::{Rules, ShapeId};

/// Definitions in addition to `EVERY_KIND`.
const MORE: &str = "Float ::= REAL";

fn root(codec: &Codec, name: &str) -> ShapeId {
    let shape = codec.shape();
    shape.roots[shape.root(name).expect("a root")].shape
}

fn read(codec: &Codec, ty: &str, text: &str) -> Result<(Tape, usize), String> {
    let mut tape = Tape::new();
    let mut reader = NotationReader::new(codec.shape(), Rules::Ber);
    let taken =
        reader.read(text, root(codec, ty), &mut tape).map_err(|error| format!("{} {error}", error.code))?;
    Ok((tape, taken))
}

fn json(codec: &Codec, tape: &Tape) -> String {
    let mut writer = JsonWriter::new(codec.shape(), Spelling::Json, Layout::Compact);
    tape.root().expect("a value").play(&mut writer);
    writer.text().to_string()
}

#[test]
fn what_is_written_is_read_again() {
    let codec = every_kind(MORE);
    for name in ["All", "Part", "Float"] {
        let ty = root(&codec, name);
        let mut sampler = Sampler::new(&codec, &SampleOptions { seed: 7, ..SampleOptions::default() });
        for _ in 0..200 {
            let tape = sampler.tape(ty).expect("a value");
            let value = tape.root().expect("a value");
            for layout in [Layout::Compact, Layout::Indented] {
                let mut writer = NotationWriter::new(codec.shape(), layout);
                value.play(&mut writer);
                let text = writer.text();
                let (again, taken) =
                    read(&codec, name, text).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(taken, text.len(), "{text}");
                let same = equal(codec.shape(), codec.defaults(), value, again.root().expect("a value"));
                assert!(same, "{text}\n{}", json(&codec, &again));
            }
        }
    }
}

#[test]
fn people_write_it_in_other_ways() {
    let codec = codec(
        "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
            O ::= OBJECT IDENTIFIER R ::= REAL U ::= UTF8String I ::= IA5String B ::= BIT STRING { a(0), b(9) }
            S ::= SEQUENCE { a INTEGER, b BOOLEAN OPTIONAL } H ::= OCTET STRING
        END",
        Rules::Ber,
    );
    let rows = [
        ("O", "{ iso(1) member-body(2) us(840) 113549 }", r#""1.2.840.113549""#),
        ("O", "{joint-iso-itu-t 999}", r#""2.999""#),
        ("R", "-1.50E-2", r#"{"$base10":-0.015}"#),
        ("R", "{ mantissa -6, base 2, exponent 1 }", "-12"),
        ("R", "MINUS-INFINITY", r#""-INF""#),
        ("R", "-0", r#""-0""#),
        ("U", "\"say \"\"no\"\"\"", r#""say \"no\"""#),
        ("U", "\"one\n   line\"", r#""oneline""#),
        ("U", "{ \"a\", {0, 0, 1, 65}, \"b\" }", "\"a\u{141}b\""),
        ("I", "{ \"a\", {0, 10} }", r#""a\n""#),
        ("I", "{4, 1}", r#""A""#),
        ("B", "{ b, a }", r#"{"value":"8040","length":10}"#),
        ("B", "'101'B", r#"{"value":"A0","length":3}"#),
        ("B", "{}", r#"{"value":"","length":0}"#),
        ("H", "'0a'H", "notation_value"),
        ("H", "'0 F'H", r#""0F""#),
        ("S", "{ b TRUE, -- first -- a 5 /* last */ }", r#"{"a":5,"b":true}"#),
        ("S", "{ b TRUE }", "notation_missing"),
        ("S", "{ a 1, a 2 }", "notation_member"),
        ("S", "{ a 1, }", "notation_value"),
        ("S", "{ a 1", "notation_syntax"),
        ("S", "{ a 1 b TRUE }", "notation_value"),
    ];
    for (ty, text, wanted) in rows {
        let got = match read(&codec, ty, text) {
            Ok((tape, _)) => json(&codec, &tape).replace("base10Value", "$base10"),
            Err(error) => error,
        };
        assert!(got == wanted || got.starts_with(&format!("{wanted} ")), "{text}: {got}");
    }
}

#[test]
fn nesting_has_a_limit_and_no_stack() {
    let codec = codec("M DEFINITIONS ::= BEGIN L ::= SEQUENCE OF L END", Rules::Ber);
    let deep = |n: usize| "{".repeat(n) + &"}".repeat(n);
    assert!(read(&codec, "L", &deep(200)).is_ok());
    for n in [300, 100_000] {
        assert!(read(&codec, "L", &deep(n)).unwrap_err().starts_with("notation_limit"));
    }
}

const OPEN: &str = "Open DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    K ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { &Type IDENTIFIED BY &id }
    Name ::= UTF8String
    Small ::= INTEGER (0..9)
    Pair ::= SEQUENCE { a INTEGER, b BOOLEAN OPTIONAL }
    Names ::= SEQUENCE OF Name
    Set K ::= { {Name IDENTIFIED BY 1} | {UTF8String IDENTIFIED BY 2} | {Small IDENTIFIED BY 3} |
        {Pair IDENTIFIED BY 4} | {SEQUENCE OF INTEGER IDENTIFIED BY 5} |
        {SEQUENCE { x INTEGER, y ENUMERATED {one, two} } IDENTIFIED BY 6} | {Names IDENTIFIED BY 7} |
        {CHOICE { p NULL, q Pair } IDENTIFIED BY 8} | {ENUMERATED {red, blue} IDENTIFIED BY 9} |
        {BIT STRING {on(0), off(1)} IDENTIFIED BY 10} | {DATE IDENTIFIED BY 11} |
        {INTEGER {one(1)} IDENTIFIED BY 12} | {OBJECT IDENTIFIER IDENTIFIED BY 13} | {REAL IDENTIFIED BY 14} |
        {SET OF CHOICE { s SET { t BOOLEAN }, u TIME-OF-DAY } IDENTIFIED BY 15} }
    S ::= SEQUENCE { id K.&id ({Set}), v K.&Type ({Set}{@id}) }
END";

#[test]
fn values_of_open_types_can_be_put_into_their_module() {
    let codec = codec(OPEN, Rules::Ber);
    let root = codec.shape().root("S").unwrap();
    let mut module = OPEN.trim_end_matches("END").to_string();
    for seed in 0..100 {
        let options = SampleOptions { seed, ..SampleOptions::default() };
        let value = codec.sample(root, &options).unwrap();
        let mut writer = NotationWriter::new(codec.shape(), Layout::Compact);
        value.root().unwrap().play(&mut writer);
        module.push_str(&format!("v{seed} S ::= {}\n", writer.text()));
    }
    // Fails if the module does not parse or a value has the wrong type.
    schema::codec(&(module + "END"), Rules::Ber);
}

#[test]
fn the_type_of_an_open_value_is_the_one_of_its_keys() {
    let codec = codec(OPEN, Rules::Ber);
    let ty = codec.shape().roots[codec.shape().root("S").unwrap()].shape;
    let read = |text: &str| {
        let mut reader = NotationReader::new(codec.shape(), Rules::Ber);
        reader.read(text, ty, &mut Tape::new()).map_err(|error| error.message)
    };
    for words in ["Name", "Open.Name", "UTF8String", "Alias"] {
        assert!(read(&format!("{{ id 1, v {words} : \"abc\" }}")).is_ok(), "{words}");
    }
    for words in ["BOOLEAN", "Pair", "SEQUENCE OF Name", "Small"] {
        let refused = read(&format!("{{ id 1, v {words} : \"abc\" }}")).unwrap_err();
        assert_eq!(refused, "this is a value of `Name`");
    }
    assert!(read("{ id 5, v SEQUENCE OF INTEGER : { 1, 2 } }").is_ok());
    assert!(
        read("{ id 6, v SEQUENCE { x INTEGER, y ENUMERATED { one(0), two(1) } } : { x 1, y two } }").is_ok()
    );
}
