//! Generated messages converted from text to value to PER to value to text, long and short, and to an Erlang term and
//! back, with the same result each time.

use wireglot_interp::etf::{EtfReader, EtfWriter};
use wireglot_interp::{DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;
use wireglot_textual::h248::{Conversions, MegacoTerms, Names, Naming};
use wireglot_textual::{Draft, Drawer, Link, Reader, Style, Writer};

use crate::productions::Version;

const NAMINGS: [Naming; 3] = [Naming::Erlang, Naming::Standard, Naming::Ids];

/// The number of messages, which a variable can increase.
fn rounds() -> u64 {
    std::env::var("WIREGLOT_DRAWN").ok().and_then(|count| count.parse().ok()).unwrap_or(2000)
}

#[test]
fn drawn_messages_are_the_same_in_every_form() {
    let (mut drawn, mut good) = (0, 0);
    for (version, naming) in (1..=3).flat_map(|version| NAMINGS.map(|naming| (version, naming))) {
        let Some(schema) = Version::new(version) else { return };
        let [_, per] = schema.codecs();
        let shape = per.shape();
        let root = shape.root("MegacoMessage").unwrap();
        let grammar = wireglot_grammar::h248::grammar().unwrap();
        let link = Link::new(grammar, shape, shape.roots[root].shape).unwrap();
        let names = Conversions::new(Names::standard(), naming);
        let reader = Reader::new(&link, shape, &names);
        let terms = || Box::new(MegacoTerms::new(names.clone()));
        let mut term_writer = EtfWriter::new(shape, terms());
        let mut term_reader = EtfReader::new(shape, terms(), Rules::Aper);
        let mut draft = Draft::default();
        let mut drawer = Drawer::new(&link, shape, &names, version, 7);
        let mut read = |text: &[u8]| {
            let mut tape = Tape::new();
            let taken = reader.read(text, &mut draft, &mut tape).map_err(|error| error.to_string())?;
            assert_eq!(taken, text.len());
            let mut octets = Vec::new();
            let encoded = per.encode(root, tape.root().unwrap(), &EncodeOptions::default(), &mut octets);
            encoded.map(|()| octets).map_err(|error| error.to_string())
        };
        for _ in 0..rounds() / 9 {
            let Some(text) = drawer.draw() else { continue };
            drawn += 1;
            // Rules do not express what may be combined in a value.
            let Ok(octets) = read(text) else { continue };
            good += 1;
            let mut tape = Tape::new();
            per.decode(root, &octets, &DecodeOptions::default(), &mut tape).unwrap();
            term_writer.clear();
            match term_writer.value(tape.root().unwrap()) {
                // Text allows profile versions that are not numbers.
                Err(error) => assert!(error.starts_with("a profile"), "{error}"),
                Ok(()) => {
                    let (mut again, mut back) = (Tape::new(), Vec::new());
                    let taken =
                        term_reader.read(term_writer.octets(), tape.root().unwrap().shape(), &mut again);
                    assert_eq!(taken, Ok(term_writer.octets().len()));
                    let options = EncodeOptions::default();
                    per.encode(root, again.root().unwrap(), &options, &mut back).unwrap();
                    assert!(back == octets, "{}", String::from_utf8_lossy(text));
                }
            }
            for style in [Style::Pretty, Style::Compact] {
                let mut out = Vec::new();
                let told = |error: String| {
                    let text = String::from_utf8_lossy(text);
                    format!("version {version}, {error}:\n{text}")
                };
                let written = Writer::new(&link, shape, &names, style).write(tape.root().unwrap(), &mut out);
                written.unwrap_or_else(|error| panic!("{}", told(error.to_string())));
                let again = read(&out).unwrap_or_else(|error| panic!("{}", told(error)));
                let what = || told(String::from_utf8_lossy(&out).into_owned());
                assert!(again == octets, "{}", what());
            }
        }
    }
    println!("{good} of {drawn} texts are messages");
    assert!(good * 2 > drawn, "{good} of {drawn}");
}
