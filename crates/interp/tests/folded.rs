//! Folded JSON: expanding its line breaks gives the indented text, and its length counts as that of the indented text.

use crate::schema::codec;
use wireglot_interp::json::{Breaks, JsonWriter, Layout, Spelling};
use wireglot_interp::{Codec, SampleOptions, Sampler, Sink as _, Tape};
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
    let (mut indented, mut folded) =
        (writer(codec.shape(), Layout::Indented), writer(codec.shape(), Layout::Folded));
    for name in ["Deep", "All"] {
        let mut sampler = Sampler::new(&codec, &SampleOptions { seed: 3, ..SampleOptions::default() });
        for round in 0..200 {
            let tape = sampler.tape(ty(&codec, name)).expect("a value");
            let value = tape.root().expect("a value");
            for writer in [&mut indented, &mut folded] {
                writer.clear();
                writer.bound(usize::MAX);
                value.play(writer);
            }
            let text = indented.text();
            assert_eq!(expanded(folded.octets(), 1 + round), text);
            for (most, over) in [(text.len(), false), (text.len() - 1, true)] {
                folded.clear();
                folded.bound(most);
                value.play(&mut folded);
                assert_eq!(folded.is_over(), over, "{most} of {}: {text}", text.len());
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
    let length = |levels| {
        let mut folded = writer(codec.shape(), Layout::Folded);
        nested(&codec, levels, 10_000).root().expect("a value").play(&mut folded);
        folded.octets().len()
    };
    let (flat, deep) = (length(1), length(120));
    assert!(deep < flat + 120 * 40, "{flat} octets at one level, {deep} at 120");
}
