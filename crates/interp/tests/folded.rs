//! Folded text: expanding its line breaks gives the indented text, and its length counts as that of the indented text.

use crate::schema::codec;
use wireglot_interp::json::{Breaks, JsonWriter, Layout, Spelling};
use wireglot_interp::notation::NotationWriter;
use wireglot_interp::xer::{XerReader, XerWriter};
use wireglot_interp::{Codec, SampleOptions, Sampler, Sink as _, Tape, ValueRef};
use wireglot_plan::{Rules, Shape, ShapeId};

const TYPES: &str = "Types DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Deep ::= CHOICE { leaf NULL, node SEQUENCE OF Deep }
    All ::= SEQUENCE {
        b BOOLEAN, r REAL, u UTF8String, empty SEQUENCE {}, l SEQUENCE OF SET OF INTEGER, bits BIT STRING,
        c CHOICE { x INTEGER, y All, ... } OPTIONAL, m SEQUENCE OF All OPTIONAL, ..., [[ g INTEGER ]]
    }
END";

fn writer(shape: &Shape, layout: Layout) -> JsonWriter<'_> {
    JsonWriter::new(shape, Spelling::Json, layout)
}

/// Writes a value with a layout and a maximum length; returns the octets, and whether they exceed the maximum.
type Write = fn(&Shape, Layout, usize, ValueRef) -> (Vec<u8>, bool);

const NOTATIONS: [Write; 3] = [
    |shape, layout, most, value| {
        let mut writer = writer(shape, layout);
        writer.bound(most);
        value.play(&mut writer);
        (writer.octets().to_vec(), writer.is_over())
    },
    |shape, layout, most, value| {
        let mut writer = NotationWriter::new(shape, layout);
        writer.bound(most);
        value.play(&mut writer);
        (writer.octets().to_vec(), writer.is_over())
    },
    |shape, layout, most, value| {
        let mut writer = XerWriter::new(shape, layout);
        writer.bound(most);
        // A value that has no text has none in either layout.
        let _ = writer.value(value);
        (writer.octets().to_vec(), writer.is_over())
    },
];

/// The text with its line breaks expanded, in parts of this many octets.
fn expanded(text: &[u8], part: usize) -> String {
    let (mut breaks, mut out) = (Breaks::default(), Vec::new());
    for part in text.chunks(part) {
        let written: Result<(), ()> = breaks.expand(part, |some| {
            out.extend_from_slice(some);
            Ok(())
        });
        written.expect("a vector takes all");
    }
    String::from_utf8(out).expect("UTF-8")
}

fn ty(codec: &Codec, name: &str) -> ShapeId {
    let shape = codec.shape();
    shape.roots[shape.root(name).expect("a root")].shape
}

#[test]
fn folded_text_expands_to_indented_text() {
    let codec = codec(TYPES, Rules::Ber);
    for name in ["Deep", "All"] {
        let mut sampler = Sampler::new(&codec, &SampleOptions { seed: 3, ..SampleOptions::default() });
        for round in 0..200 {
            let tape = sampler.tape(ty(&codec, name)).expect("a value");
            let value = tape.root().expect("a value");
            for write in NOTATIONS {
                let (indented, _) = write(codec.shape(), Layout::Indented, usize::MAX, value);
                let (folded, _) = write(codec.shape(), Layout::Folded, usize::MAX, value);
                let text = expanded(&folded, 1 + round);
                assert_eq!(text.as_bytes(), indented);
                for (most, over) in [(text.len(), false), (text.len() - 1, true)] {
                    let (_, was_over) = write(codec.shape(), Layout::Folded, most, value);
                    assert_eq!(was_over, over, "{most} of {}: {text}", text.len());
                }
            }
        }
    }
}

#[test]
fn what_is_taken_back_leaves_no_trace() {
    let codec = codec(TYPES, Rules::Ber);
    let deep = nested(&codec, 40, 2);
    let value = deep.root().expect("a value");
    let list = ty(&codec, "Deep");
    let text = |layout| {
        let mut writer = writer(codec.shape(), layout);
        writer.begin_list(list);
        for takes_back in [true, false, true] {
            let mark = writer.mark();
            value.play(&mut writer);
            match takes_back {
                true => writer.back_to(mark),
                false => writer.unmark(mark),
            }
        }
        writer.end_list(list);
        writer.octets().to_vec()
    };
    assert_eq!(expanded(&text(Layout::Folded), 7), String::from_utf8(text(Layout::Indented)).expect("UTF-8"));
}

#[test]
fn line_ends_of_values_stay() {
    let codec = codec("Types DEFINITIONS ::= BEGIN L ::= SEQUENCE OF u UTF8String END", Rules::Ber);
    let text = "<L>\n  <u>a\n\t\t&#xD;b<so/><si/>\n</u>\n  <u/>\n</L>";
    let mut tape = Tape::new();
    XerReader::new(codec.shape(), Rules::Ber).read(text, ty(&codec, "L"), &mut tape).expect("a value");
    for write in NOTATIONS {
        let value = tape.root().expect("a value");
        let (indented, _) = write(codec.shape(), Layout::Indented, usize::MAX, value);
        let (folded, _) = write(codec.shape(), Layout::Folded, usize::MAX, value);
        assert_eq!(expanded(&folded, 1).as_bytes(), indented);
    }
    let mut xml = XerWriter::new(codec.shape(), Layout::Indented);
    xml.value(tape.root().expect("a value")).expect("a text");
    assert_eq!(xml.text(), text);
}

/// Lists in one another, with leaves in the innermost.
fn nested(codec: &Codec, levels: usize, leaves: usize) -> Tape {
    let mut octets = [0x80, 0].repeat(leaves);
    for _ in 0..levels {
        let length = u32::try_from(octets.len()).expect("a length").to_be_bytes();
        octets.splice(0..0, [0xa1, 0x84].into_iter().chain(length));
    }
    crate::schema::decode(codec, "Deep", &octets, &Default::default()).expect("a value")
}

#[test]
fn depth_makes_folded_text_no_longer() {
    let codec = codec(TYPES, Rules::Ber);
    for write in NOTATIONS {
        let length = |levels| {
            let tape = nested(&codec, levels, 10_000);
            write(codec.shape(), Layout::Folded, usize::MAX, tape.root().expect("a value")).0.len()
        };
        let (flat, deep) = (length(1), length(120));
        assert!(deep < flat + 120 * 50, "{flat} octets at one level, {deep} at 120");
    }
}
