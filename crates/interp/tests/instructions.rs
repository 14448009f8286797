//! JER encoding instructions determine the text (X.697 15, 16, 18), on every path.

use crate::schema::codec;
use wireglot_interp::json::{JsonReader, JsonWriter, Layout, Spelling};
use wireglot_interp::{DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;

const PREFIXED: &str = "Prefixed DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Row ::= SEQUENCE {
        id [JER:NAME AS \"the \\ id\"] INTEGER,
        blob Blob OPTIONAL,
        plain OCTET STRING OPTIONAL,
        state [JER:NAME AS CAPITALIZED] State,
        either CHOICE { one [JER:NAME AS UPPERCASED] NULL, two Blob }
    }
    Blob ::= [JER:BASE64] OCTET STRING
    State ::= [JER:TEXT idle AS \"at rest\"] ENUMERATED { idle, busy }
END";

const BY_DEFAULT: &str = "Prefixed DEFINITIONS JER INSTRUCTIONS AUTOMATIC TAGS ::= BEGIN
    Row ::= SEQUENCE {
        id [NAME AS \"the \\ id\"] INTEGER,
        blob Blob OPTIONAL,
        plain OCTET STRING OPTIONAL,
        state [NAME AS CAPITALIZED] State,
        either CHOICE { one [NAME AS UPPERCASED] NULL, two Blob }
    }
    Blob ::= [BASE64] OCTET STRING
    State ::= [TEXT idle AS \"at rest\"] ENUMERATED { idle, busy }
END";

#[test]
fn text_is_as_instructions_say() {
    let texts = [
        r#"{"the \\ id":7,"blob":"Zm9vYg==","plain":"01FF","State":"at rest","either":{"ONE":null}}"#,
        r#"{"the \\ id":7,"State":"busy","either":{"two":"/w=="}}"#,
    ];
    for (source, rules) in [PREFIXED, BY_DEFAULT].into_iter().zip([Rules::Der, Rules::Uper]) {
        let codec = codec(source, rules);
        let root = codec.shape().root("Row").unwrap();
        for text in texts {
            let (mut tape, mut octets) = (Tape::new(), Vec::new());
            let mut reader = JsonReader::new(codec.shape(), Spelling::Jer, rules);
            let options = EncodeOptions::default();
            codec.encode_json(root, text, &mut reader, &mut tape, &options, &mut octets).unwrap();
            let mut writer = JsonWriter::new(codec.shape(), Spelling::Jer, Layout::Compact);
            codec.decode_json(root, &octets, &DecodeOptions::default(), &mut writer).unwrap();
            assert_eq!(writer.text(), text, "{rules}");
        }
    }
}

#[test]
fn what_they_replace_is_not_read() {
    let codec = codec(PREFIXED, Rules::Der);
    let shape = codec.shape();
    let rows = [("State", "\"idle\""), ("Blob", "\"01FF0\""), ("Row", r#"{"id":7}"#)];
    for (ty, text) in rows {
        let ty = shape.roots[shape.root(ty).unwrap()].shape;
        let mut reader = JsonReader::new(shape, Spelling::Json, Rules::Der);
        assert!(reader.read(text, ty, &mut Tape::new()).is_err(), "{text}");
    }
}
