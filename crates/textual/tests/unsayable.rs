//! Values that text cannot express: they are rejected where a reader would get a different value from their
//! text.

use wireglot_interp::json::{JsonReader, Spelling};
use wireglot_interp::Tape;
use wireglot_plan::Rules;
use wireglot_textual::Style;

use crate::productions::Version;

/// The compact text of a message, given as JSON with this sender and context.
fn written(schema: &Version, mid: &str, context: &str) -> Result<String, String> {
    let json = format!(
        r#"{{"mess": {{"version": 3, "mId": {mid}, "messageBody": {{"transactions": [{{"transactionRequest":
            {{"transactionId": 1, "actions": [{{"contextId": 1, {context}}}]}}}}]}}}}}}"#
    );
    let tape = schema.with(|_, codec, _| {
        let mut tape = Tape::new();
        let shape = codec.shape();
        let ty = shape.roots[shape.root("MegacoMessage").unwrap()].shape;
        JsonReader::new(shape, Spelling::Json, Rules::Ber).read(&json, ty, &mut tape).unwrap();
        tape
    });
    schema.write(&tape, Style::Compact)
}

const NAME: &str = r#"{"deviceName": "a"}"#;

/// A Modify with a termination and a digit map.
fn modify(wildcards: &str, id: &str, map: &str) -> String {
    let map = map.replace('\\', "\\\\");
    format!(
        r#""commandRequests": [{{"command": {{"modReq": {{"terminationID": [{{"wildcard": [{wildcards}], "id": "{id}"}}],
            "descriptors": [{{"digitMapDescriptor": {{"digitMapValue": {{"digitMapBody": "{map}"}}}}}}]}}}}}}]"#
    )
}

#[test]
fn what_would_be_read_otherwise_is_refused() {
    let Some(schema) = Version::new(3) else { return };
    let maps = [
        ("(0|1)", true),
        ("(0)\\", false),
        (" (0)", false),
        ("(0) ", false),
        ("T:1", false),
        ("t:(0)", false),
    ];
    for (map, good) in maps {
        let made = written(&schema, NAME, &modify("", "000000", map));
        assert_eq!(made.is_ok(), good, "{map:?}: {made:?}");
    }
    // Wildcards below a level that ends with one, two in one level, out of order, and bits below a wildcard.
    let fields = [
        ("\"97\"", "000000", true),
        ("\"D7\"", "000000", true),
        ("\"D7\", \"87\"", "000000", false),
        ("\"97\", \"95\"", "000000", false),
        ("\"87\", \"97\"", "000000", false),
        ("\"D7\"", "000001", false),
        ("\"FF\"", "000000", false),
    ];
    for (wildcards, id, good) in fields {
        let made = written(&schema, NAME, &modify(wildcards, id, "(0)"));
        assert_eq!(made.is_ok(), good, "{wildcards} {id}: {made:?}");
    }
    let change = |rest: &str| {
        format!(
            r#""commandRequests": [{{"command": {{"serviceChangeReq": {{"terminationID": [{{"wildcard": [], "id": "FFFFFFFFFFFFFFFF"}}],
                "serviceChangeParms": {{"serviceChangeMethod": "restart", "serviceChangeReason": ["39"]{rest}}}}}}}}}]"#
        )
    };
    for (profile, good) in [("gw/1", true), ("Gw/1", true), ("gw", false), ("/1", false), ("a/b c", false)] {
        let made = written(
            &schema,
            NAME,
            &change(&format!(r#", "serviceChangeProfile": {{"profileName": "{profile}"}}"#)),
        );
        assert_eq!(made.is_ok(), good, "{profile}: {made:?}");
    }
    for (priority, good) in [(15, true), (16, false), (-1, false)] {
        let made = written(
            &schema,
            NAME,
            &format!(r#""contextRequest": {{"priority": {priority}}}, "commandRequests": []"#),
        );
        assert_eq!(made.is_ok(), good, "{priority}: {made:?}");
    }
}

/// Letters are case-insensitive, so upper case from other encodings can be written.
#[test]
fn capitals_have_text() {
    let Some(schema) = Version::new(3) else { return };
    let context = r#""contextRequest": {"priority": 1}, "commandRequests": []"#;
    for (mid, text) in [
        (r#"{"domainName": {"name": "GW1.Example.NET"}}"#, "<GW1.Example.NET>"),
        (r#"{"deviceName": "BS5/A"}"#, "BS5/A"),
    ] {
        let made = written(&schema, mid, context).unwrap();
        assert!(made.contains(text), "{made}");
    }
}

#[test]
fn an_error_has_a_path() {
    let Some(schema) = Version::new(3) else { return };
    let error = written(&schema, NAME, &modify("\"FF\"", "000000", "(0)")).unwrap_err();
    let path =
        "MegacoMessage.mess.messageBody.transactions[0].transactionRequest.actions[0].commandRequests[0]\
        .command.modReq.terminationID[0]: ";
    assert!(error.starts_with(path), "{error}");
}
