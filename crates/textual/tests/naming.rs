//! Names, numbers and property values in the available representations.

use wireglot_interp::{DecodeOptions, EncodeOptions, Tape};
use wireglot_textual::h248::{Conversions, Names, Naming, Terminations};
use wireglot_textual::{Draft, Reader, Style, Writer};

use crate::productions::Version;
use crate::schema::{decode, encode};

/// The octets of a text, and the text written from them.
fn both(schema: &Version, naming: Naming, text: &str) -> (Result<Vec<u8>, String>, String) {
    let mut names = Names::standard();
    names.add("package zz 8001\n event ev 0001\n  param par 0002\n").unwrap();
    let conversions = Conversions::new(names, naming);
    schema.with(|link, codec, _| {
        let whole = format!("!/3 a\nT=1{{C=1{{MF=root{{{text}}}}}}}");
        let (reader, mut tape) = (Reader::new(link, codec.shape(), &conversions), Tape::new());
        if let Err(error) = reader.read(whole.as_bytes(), &mut Draft::default(), &mut tape) {
            return (Err(error.to_string()), String::new());
        }
        let octets = encode(codec, "MegacoMessage", &tape, &EncodeOptions::default());
        let tape = decode(codec, "MegacoMessage", &octets, &DecodeOptions::default()).unwrap();
        let mut out = Vec::new();
        let writer = Writer::new(link, codec.shape(), &conversions, Style::Compact);
        writer.write(tape.root().unwrap(), &mut out).unwrap();
        let made = String::from_utf8(out).unwrap();
        (Ok(octets), made.split_once("root{").unwrap().1.trim_end_matches("}}}").to_string())
    })
}

#[test]
fn values_of_properties_are_ber_where_the_standard_is_asked_for() {
    let Some(schema) = Version::new(3) else { return };
    let has = |text: &str, naming, value: &[u8]| {
        let (octets, made) = both(&schema, naming, text);
        let octets = octets.unwrap();
        assert!(octets.windows(value.len()).any(|window| window == value), "{text}: {octets:02X?}");
        assert_eq!(made, text);
    };
    has("M{O{tdmc/gain=2}}", Naming::Standard, &[4, 3, 2, 1, 2]);
    has("M{O{tdmc/gain=2}}", Naming::Erlang, &[4, 1, b'2']);
    has("M{O{tdmc/ec=on,tdmc/gain=[-5:300]}}", Naming::Standard, &[4, 3, 1, 1, 0xFF]);
    has("M{O{tdmc/gain=\"2\"}}", Naming::Standard, &[4, 3, 12, 1, b'2']);
    has("M{L{\nv=0\r\na=x y\r\n}}", Naming::Standard, &[4, 5, 12, 3, b'x', b' ', b'y']);
}

#[test]
fn numbers_are_shown_where_they_are_asked_for() {
    let Some(schema) = Version::new(3) else { return };
    let made = |text: &str, naming| both(&schema, naming, text).1;
    let text = "E=1{al/on{strict=exact},zz/ev{par=1}},M{L{\nv=0\r\n}}";
    assert_eq!(made(text, Naming::Erlang), text);
    let ids = "E=1{x0009/x0004{x0001=exact},x8001/x0001{x0002=1}},M{L{\nv=0\r\n}}";
    assert_eq!(made(text, Naming::Ids), ids);
    assert_eq!((made(ids, Naming::Ids), made(ids, Naming::Erlang)), (ids.to_string(), text.to_string()));
}

/// Only text has names without numbers; one of the length of a number would be mistaken for it.
#[test]
fn names_without_numbers_stay_names() {
    let Some(schema) = Version::new(3) else { return };
    let text = "!/3 a\nT=1{C=1{MF=root{E=1{nobodys/event{what=1}}}}}";
    assert_eq!(
        schema.read(text.as_bytes()).and_then(|tape| schema.write(&tape, Style::Compact)).as_deref(),
        Ok(text)
    );
    schema.with(|link, codec, names| {
        let mut reader = Reader::new(link, codec.shape(), names);
        reader.numbered = true;
        let error = reader.read(text.as_bytes(), &mut Draft::default(), &mut Tape::new()).unwrap_err();
        assert_eq!((error.line, error.column, error.answer), (2, 21, Some(444)), "{error}");
    });
    for name in ["n/ev", "al/on{qq=1}"] {
        let text = format!("!/3 a\nT=1{{C=1{{MF=root{{E=1{{{name}}}}}}}}}");
        assert!(schema.read(text.as_bytes()).is_err(), "{name}");
    }
}

/// The characters of a name are its octets, if it is not `root` or a wildcard alone.
#[test]
fn terminations_may_be_names() {
    let Some(schema) = Version::new(3) else { return };
    let names = Conversions::default().with_terminations(Terminations::Names);
    let back = |reads: &Conversions, writes: &Conversions, name: &str| {
        schema.with(|link, codec, _| {
            let (mut tape, mut out) = (Tape::new(), Vec::new());
            let text = format!("!/3 a\nT=1{{C=1{{MF={name}}}}}");
            let reader = Reader::new(link, codec.shape(), reads);
            reader
                .read(text.as_bytes(), &mut Draft::default(), &mut tape)
                .map_err(|error| error.to_string())?;
            let writer = Writer::new(link, codec.shape(), writes, Style::Compact);
            writer.write(tape.root().unwrap(), &mut out).map_err(|error| error.to_string())?;
            let made = String::from_utf8(out).unwrap();
            Ok::<_, String>(made.split_once("MF=").unwrap().1.trim_end_matches('}').to_string())
        })
    };
    let same = ["line/1", "a", "a4444", "11111111/00000000/*", "ds/ds1-3/*", "*", "$", "root", "00000000"];
    for name in same {
        assert_eq!(back(&names, &names, name).as_deref(), Ok(name));
    }
    assert_eq!(back(&names, &names, "Line/1").as_deref(), Ok("line/1"));
    // Octets of levels are not characters, and a wildcard below a level would be read back as a name.
    let levels = Conversions::default();
    for name in ["00000001/00000000/00000001", "11111111/*"] {
        assert_eq!(back(&levels, &levels, name).as_deref(), Ok(name));
        assert!(back(&levels, &names, name).is_err(), "{name}");
    }
    assert!(back(&names, &levels, "line/1").is_err());
    for name in ["*", "$", "root"] {
        assert_eq!(back(&levels, &names, name).as_deref(), Ok(name));
    }
}
