//! JSON of values: escapes survive a round trip, whatever the order of members; hostile text costs no more
//! than its length.

use std::path::Path;

use wireglot_driver::json::Spelling;
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, EncodeOptions, Rules, Specification, Tape};

fn specification() -> Specification {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/json/zoo.asn1");
    let files = SchemaFiles { schemas: vec![path], ..SchemaFiles::default() };
    let mut specification =
        Specification::open(&files, false, Host::system()).expect("a specification without errors");
    specification.prepare(Rules::Der).expect("a plan");
    specification
}

fn read(specification: &Specification, ty: &str, text: &str) -> Result<Tape, String> {
    let root = specification.shape().root(ty).expect("a type");
    let shape = specification.shape().roots[root].shape;
    let mut tape = Tape::new();
    let mut reader = specification.json_reader(Spelling::Json, Rules::Der);
    reader.read(text, shape, &mut tape).map_err(|error| error.to_string())?;
    Ok(tape)
}

/// From text to a value and back.
fn again(specification: &Specification, ty: &str, text: &str) -> Result<String, String> {
    let tape = read(specification, ty, text)?;
    Ok(specification.to_json(tape.root().ok_or("nothing")?, Spelling::Json))
}

#[test]
fn what_is_written_is_read() {
    let specification = specification();
    let rows = [
        ("Keyed", r#"{"value":true,"id":1}"#),
        ("Keyed", r#"{"value":"7F","id":2}"#),
        ("Keyed", r#"{"value":{"$opaque":"0101FF"},"id":9}"#),
        ("Kept", r#"{"held":5,"colour":"red","way":{"left":null}}"#),
        ("Kept", r#"{"held":{"$octets":"02"},"colour":{"$number":7},"way":{"$unknown":{"octets":"8100"}}}"#),
        (
            "Kept",
            r#"{"held":5,"colour":{"$index":3},"way":{"$unknown":{"octets":"00","index":2}},"$unknown":[{"insertion":3,"octets":"8500"},{"addition":1,"octets":"00"}]}"#,
        ),
        ("Number", "0.1"),
        ("Number", "1e300"),
        ("Number", "9007199254740993"),
        ("Number", r#"{"base10Value":1.5}"#),
        ("Number", r#"{"$base2":{"mantissa":-3,"exponent":99999}}"#),
        ("Number", "\"-INF\""),
    ];
    for (ty, text) in rows {
        assert_eq!(again(&specification, ty, text).as_deref(), Ok(text));
    }
    assert_eq!(
        again(&specification, "Keyed", r#" {"id" : 1, "value": false} "#).as_deref(),
        Ok(r#"{"value":false,"id":1}"#)
    );
}

#[test]
fn kept_octets_are_encoded_as_they_came() {
    let specification = specification();
    let root = specification.shape().root("Kept").expect("a type");
    let octets = [0x30, 15, 0x80, 3, 2, 1, 5, 0x81, 1, 0, 0xa2, 2, 0x85, 0, 0x9f, 0x20, 0];
    let tape = specification.decode(Rules::Der, root, &octets, &DecodeOptions::default()).expect("a value");
    let text = specification.to_json(tape.root().expect("a value"), Spelling::Json);
    let back = read(&specification, "Kept", &text).expect("the same value");
    let mut out = Vec::new();
    let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
    specification
        .encode(Rules::Der, root, back.root().expect("a value"), &options, &mut out)
        .expect("octets");
    assert_eq!(out, octets, "{text}");
}

#[test]
fn errors_have_paths_and_places() {
    let specification = specification();
    let rows = [
        (
            "Keyed",
            r#"{"id":1,"value":"x"}"#,
            "Keyed.value: true or false is expected, not a string at octet 16",
        ),
        (
            "Keyed",
            r#"{"id":9,"value":5}"#,
            "Keyed.value: no object of Items(&id, &Type) has the key `9`: correct it, or write the encoding of the value in hexadecimal digits at octet 16",
        ),
        ("Kept", r#"{"held":5}"#, "Kept: component `colour` is missing and is not OPTIONAL at octet 0"),
        ("Numbers", "[1,2,x]", "Numbers: a value is expected: text goes in double quotes at octet 5"),
        (
            "Numbers",
            "[1,2,\"3\"]",
            "Numbers[2]: a number is expected, not a string: remove the quotes at octet 5",
        ),
        (
            "Keyed",
            r#"{"value":true,"id":1,"id":1}"#,
            "Keyed: component `id` occurs twice: remove one at octet 21",
        ),
        (
            "Keyed",
            r#"{"value":true,"id":1 2}"#,
            "Keyed: `,` or `}` is expected: is a comma missing before this? at octet 21",
        ),
        (
            "Kept",
            r#"{"held":5,"colour":"red","way":{"left":null,"left":null}}"#,
            "Kept.way: a choice is an object with one member: remove the others at octet 31",
        ),
        ("Numbers", "[1,012]", "Numbers: a number cannot start with 0: remove the zero, or put hexadecimal digits in double quotes at octet 4"),
        ("Numbers", "[1,-]", "Numbers: a digit is expected after `-`, `.` or `e` at octet 4"),
        ("Numbers", "[1,2.5]", "Numbers[1]: 2.5 is not a whole number at octet 3"),
    ];
    for (ty, text, message) in rows {
        assert_eq!(read(&specification, ty, text).err().as_deref(), Some(message));
    }
}

#[test]
fn hostile_text_is_cheap() {
    let specification = specification();
    let deep = "{\"deeper\":".repeat(500_000) + "{}" + &"}".repeat(500_000);
    assert!(read(&specification, "Deep", &deep).unwrap_err().contains("deeper than"));
    assert!(read(&specification, "Numbers", &"[".repeat(3_000_000)).is_err());
    let digits = "9".repeat(2_000_000);
    assert!(read(&specification, "Numbers", &format!("[{digits}]")).is_err());
    assert!(read(&specification, "Number", &format!("1e{digits}")).is_err());
    assert!(read(&specification, "Number", "1e-999999999999").is_ok());
    let members: String = (0..200_000).map(|i| format!("\"m{i}\":0,")).collect();
    assert!(read(&specification, "Deep", &format!("{{{members}\"z\":0}}")).is_err());
}
