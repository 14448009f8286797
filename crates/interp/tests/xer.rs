//! XML: text that was written reads back as the same value, the personnel record of X.690 as XML, and
//! malicious text.

use crate::schema::{codec, every_kind};
use wireglot_interp::json::{JsonWriter, Layout, Spelling};
use wireglot_interp::xer::{XerReader, XerWriter};
use wireglot_interp::{equal, Codec, SampleOptions, Sampler, Tape};
use wireglot_plan::{Rules, ShapeId};

/// Definitions in addition to `EVERY_KIND`.
const MORE: &str = "
    Text ::= UTF8String
    Float ::= REAL
    Nest ::= SEQUENCE OF Nest
    Named ::= SEQUENCE OF flag BOOLEAN
    Flags ::= SEQUENCE OF BOOLEAN
    Bits ::= BIT STRING { a(0), c(2) }
    Set ::= SET { a INTEGER, b BOOLEAN }
    Pair{T} ::= SEQUENCE { a T, b T }
    Numbers ::= Pair{INTEGER}
    Pairs ::= SEQUENCE OF Pair{BOOLEAN}";

/// The type from X.690, annex A.
const PERSONNEL: &str = r#"Personnel DEFINITIONS ::= BEGIN
    PersonnelRecord ::= [APPLICATION 0] IMPLICIT SET {
        name Name, title [0] VisibleString, number EmployeeNumber, dateOfHire [1] Date, nameOfSpouse [2] Name,
        children [3] IMPLICIT SEQUENCE OF ChildInformation DEFAULT {} }
    ChildInformation ::= SET { name Name, dateOfBirth [0] Date }
    Name ::= [APPLICATION 1] IMPLICIT SEQUENCE {
        givenName VisibleString, initial VisibleString, familyName VisibleString }
    EmployeeNumber ::= [APPLICATION 2] IMPLICIT INTEGER
    Date ::= [APPLICATION 3] IMPLICIT VisibleString -- YYYYMMDD
END"#;

/// Its value from there, in basic XER.
const RECORD: &str = "<PersonnelRecord><name><givenName>John</givenName><initial>P</initial>\
    <familyName>Smith</familyName></name><title>Director</title><number>51</number>\
    <dateOfHire>19710917</dateOfHire><nameOfSpouse><givenName>Mary</givenName><initial>T</initial>\
    <familyName>Smith</familyName></nameOfSpouse><children><ChildInformation><name>\
    <givenName>Ralph</givenName><initial>T</initial><familyName>Smith</familyName></name>\
    <dateOfBirth>19571111</dateOfBirth></ChildInformation><ChildInformation><name>\
    <givenName>Susan</givenName><initial>B</initial><familyName>Jones</familyName></name>\
    <dateOfBirth>19590717</dateOfBirth></ChildInformation></children></PersonnelRecord>";

fn root(codec: &Codec, name: &str) -> ShapeId {
    let shape = codec.shape();
    shape.roots[shape.root(name).expect("a root")].shape
}

fn read(codec: &Codec, ty: &str, text: &str) -> Result<(Tape, usize), String> {
    let mut tape = Tape::new();
    let taken = XerReader::new(codec.shape(), Rules::Ber)
        .read(text, root(codec, ty), &mut tape)
        .map_err(|error| format!("{} {error}", error.code))?;
    Ok((tape, taken))
}

fn written(codec: &Codec, tape: &Tape, layout: Layout) -> String {
    let mut writer = XerWriter::new(codec.shape(), layout);
    writer.value(tape.root().expect("a value")).expect("a text");
    writer.text().to_string()
}

/// Checks that a text has this JSON and this XML form.
#[track_caller]
fn is(codec: &Codec, ty: &str, text: &str, json: &str, xml: &str) {
    let (tape, taken) = read(codec, ty, text).unwrap();
    assert_eq!(taken, text.len());
    let mut writer = JsonWriter::new(codec.shape(), Spelling::Json, Layout::Compact);
    tape.root().expect("a value").play(&mut writer);
    assert_eq!(writer.text(), json);
    assert_eq!(written(codec, &tape, Layout::Compact), xml);
}

#[test]
fn what_is_written_is_read_again() {
    let codec = every_kind(MORE);
    for name in ["All", "Part"] {
        let ty = root(&codec, name);
        let mut sampler = Sampler::new(&codec, &SampleOptions { seed: 7, ..SampleOptions::default() });
        for _ in 0..200 {
            let tape = sampler.tape(ty).expect("a value");
            for layout in [Layout::Compact, Layout::Indented] {
                let text = written(&codec, &tape, layout);
                let (again, taken) =
                    read(&codec, name, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(taken, text.len(), "{text}");
                let (value, again) = (tape.root().expect("a value"), again.root().expect("a value"));
                assert!(equal(codec.shape(), codec.defaults(), value, again), "{text}");
            }
        }
    }
}

#[test]
fn the_personnel_record() {
    let codec = codec(PERSONNEL, Rules::Ber);
    let (tape, taken) = read(&codec, "PersonnelRecord", RECORD).unwrap();
    assert_eq!(taken, RECORD.len());
    assert_eq!(written(&codec, &tape, Layout::Compact), RECORD);
    let indented = written(&codec, &tape, Layout::Indented);
    assert!(indented.contains("\n    <givenName>John</givenName>\n"), "{indented}");
    let (again, _) = read(&codec, "PersonnelRecord", &indented).unwrap();
    assert_eq!(written(&codec, &again, Layout::Compact), RECORD);
}

#[test]
fn other_ways_to_write_a_value() {
    let codec = every_kind(MORE);
    let is = |ty, text, json, xml| is(&codec, ty, text, json, xml);
    is(
        "Text",
        "<Text>a&amp;&lt;&#x2192;&#955;<nul/><esc></esc><!-- c --> </Text>",
        "\"a&<\u{2192}\u{3bb}\\u0000\\u001B \"",
        "<Text>a&amp;&lt;\u{2192}\u{3bb}<nul/><esc/> </Text>",
    );
    is(
        "Text",
        "<?xml version=\"1.0\"?>\n<!-- c --><UTF8String>\r\n</UTF8String>",
        "\"\\n\"",
        "<Text>\n</Text>",
    );
    is("Float", "<Float> 0.31 </Float>", "0.31", "<Float>3.1E-1</Float>");
    is("Float", "<Float>2000</Float>", "2000", "<Float>2.0E3</Float>");
    is("Float", "<Float>-INF</Float>", "\"-INF\"", "<Float><MINUS-INFINITY/></Float>");
    is("Float", "<Float>-0</Float>", "\"-0\"", "<Float>-0</Float>");
    is("Bits", "<Bits><c/><a /></Bits>", "{\"value\":\"A0\",\"length\":3}", "<Bits>101</Bits>");
    is(
        "Set",
        "<Set><b><true/></b><a>5</a></Set>",
        "{\"a\":5,\"b\":true}",
        "<Set><a>5</a><b><true/></b></Set>",
    );
    is("Nest", "<Nest><Nest/><SEQUENCE_OF></SEQUENCE_OF></Nest>", "[[],[]]", "<Nest><Nest/><Nest/></Nest>");
    let named = "<Named><flag><true/></flag><flag><false/></flag></Named>";
    is("Named", named, "[true,false]", named);
    is("Named", "<Named><true/><false/></Named>", "[true,false]", named);
    is("Flags", "<Flags><true/><false/></Flags>", "[true,false]", "<Flags><true/><false/></Flags>");
}

#[test]
fn instances_of_parameterized_types_have_no_name_of_their_own() {
    let codec = every_kind(MORE);
    let numbers = "<Numbers><a>1</a><b>2</b></Numbers>";
    is(&codec, "Numbers", numbers, "{\"a\":1,\"b\":2}", numbers);
    let pairs = "<Pairs><SEQUENCE><a><true/></a><b><false/></b></SEQUENCE></Pairs>";
    is(&codec, "Pairs", pairs, "[{\"a\":true,\"b\":false}]", pairs);
}

#[test]
fn what_is_no_value_is_refused_at_its_place() {
    let codec = every_kind(MORE);
    let rows = [
        ("Text", "", "xer_syntax", 0),
        ("Text", "x<Text/>", "xer_syntax", 0),
        ("Text", "<Text>", "xer_syntax", 6),
        ("Text", "<Text></Tex>", "xer_syntax", 6),
        ("Text", "<Text a=\"1\"/>", "xer_syntax", 0),
        ("Text", "<!DOCTYPE Text [<!ENTITY a \"b\">]><Text>&a;</Text>", "xer_syntax", 0),
        ("Text", "<Text><![CDATA[a]]></Text>", "xer_syntax", 6),
        ("Text", "<Text>&a;</Text>", "xer_value", 6),
        ("Text", "<Text>&#xD800;</Text>", "xer_value", 6),
        ("Text", "<Text>a<b/></Text>", "xer_value", 7),
        ("Text", "<Float/>", "xer_member", 0),
        ("Float", "<Float>1e</Float>", "xer_value", 7),
        ("Float", "<Float>0x1</Float>", "xer_value", 7),
        ("Point", "<Point><x>1</x></Point>", "xer_missing", 7),
        ("Point", "<Point><y>1</y><x>1</x></Point>", "xer_member", 15),
        ("Point", "<Point><x>1</x><x>1</x></Point>", "xer_member", 15),
        ("Point", "<Point><x>1</x>,<y>1</y></Point>", "xer_value", 7),
        ("Point", "<Point><x>1 2</x><y>1</y></Point>", "xer_value", 10),
        ("Bits", "<Bits>102</Bits>", "xer_value", 6),
        ("Nest", "<Nest><Nest/><x/></Nest>", "xer_member", 13),
        ("Named", "<Named><other><true/></other></Named>", "xer_value", 7),
        ("Flags", "<Flags><flag><true/></flag></Flags>", "xer_value", 7),
    ];
    for (ty, text, code, offset) in rows {
        let mut tape = Tape::new();
        let error =
            XerReader::new(codec.shape(), Rules::Ber).read(text, root(&codec, ty), &mut tape).unwrap_err();
        assert_eq!((error.code, error.offset), (code, offset), "{text}: {error}");
    }
}

#[test]
fn nesting_and_numbers_have_limits() {
    let codec = every_kind(MORE);
    let deep = "<Nest>".repeat(100_000) + &"</Nest>".repeat(100_000);
    assert!(read(&codec, "Nest", &deep).unwrap_err().starts_with("xer_limit"));
    let references = format!("<Text>{}</Text>", "&".repeat(1_000_000));
    assert!(read(&codec, "Text", &references).unwrap_err().starts_with("xer_value"));
    let digits = format!("<Float>{}</Float>", "1".repeat(2_000_000));
    assert!(read(&codec, "Float", &digits).is_err());
}
