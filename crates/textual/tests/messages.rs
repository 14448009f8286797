//! The public messages of Erlang's measurement tool: every text gives the same value as the BER, and is
//! written back from it.

use wireglot_interp::{DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;
use wireglot_textual::h248::Conversions;
use wireglot_textual::{Draft, Link, Reader, Style, Writer};

use crate::schema::{codec, decode, encode, hex};
use crate::shared;

/// The value of a member in a one-line JSON record.
fn member(line: &str, name: &str) -> Option<String> {
    let start = line.find(&format!("\"{name}\":"))? + name.len() + 3;
    let mut chars = line[start..].trim_start().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            '\\' => text.push(match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => char::from_u32(
                    u32::from_str_radix(&chars.by_ref().take(4).collect::<String>(), 16).ok()?,
                )?,
                other => other,
            }),
            other => text.push(other),
        }
    }
}

#[test]
fn every_message_in_every_text() {
    let Some(folder) = shared::vectors("megaco") else { return };
    let records = std::fs::read_to_string(folder.join("messages.jsonl")).unwrap();
    let names = Conversions::default();
    let grammar = wireglot_grammar::h248::grammar().unwrap();
    let mut count = 0;
    for version in 1..=3 {
        let module = folder.join(format!("MEDIA-GATEWAY-CONTROL-v{version}.asn"));
        let codec = codec(&std::fs::read_to_string(module).unwrap(), Rules::Ber);
        let shape = codec.shape();
        let ty = shape.roots[shape.root("MegacoMessage").unwrap()].shape;
        let link = Link::new(grammar, shape, ty).unwrap();
        if version == 3 {
            assert_eq!(link.left_out, <Vec<String>>::new(), "the table says something that no schema has");
        }
        let reader = Reader::new(&link, shape, &names);
        for line in records.lines().filter(|line| line.contains(&format!("\"version\": {version},"))) {
            let text = |name| member(line, name).unwrap();
            let (name, ber) = (text("name"), hex(&text("ber")));
            for form in ["source", "pretty", "compact"] {
                let mut tape = Tape::new();
                let read = reader.read(text(form).as_bytes(), &mut Draft::default(), &mut tape);
                read.unwrap_or_else(|error| panic!("{name} {form}: {error}"));
                assert_eq!(
                    encode(&codec, "MegacoMessage", &tape, &EncodeOptions::default()),
                    ber,
                    "{name} {form}"
                );
            }
            let tape = decode(&codec, "MegacoMessage", &ber, &DecodeOptions::default()).unwrap();
            for (form, style) in [("pretty", Style::Pretty), ("compact", Style::Compact)] {
                let mut out = Vec::new();
                Writer::new(&link, shape, &names, style).write(tape.root().unwrap(), &mut out).unwrap();
                // Its lists are written in a different order each time.
                if name != "msg79a01" {
                    assert_eq!(String::from_utf8_lossy(&out), text(form), "{name} {form}");
                }
                count += 1;
            }
        }
    }
    assert_eq!(count, 298);
}
