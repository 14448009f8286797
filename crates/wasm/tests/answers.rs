//! The answers to requests, made as the page's worker makes them.

use serde_json::{json, Value};
use wireglot_wasm::desk::Desk;

/// Makes a request; returns the JSON of the answer and its bytes.
fn ask(desk: &mut Desk, question: Value, octets: &[&[u8]]) -> (Value, Vec<Vec<u8>>) {
    let question = question.to_string();
    let sections: Vec<&[u8]> = std::iter::once(question.as_bytes()).chain(octets.iter().copied()).collect();
    let answer = desk.answer(&sections);
    let (json, sections) = answer.split_first().expect("an answer has JSON");
    (serde_json::from_slice(json).expect("JSON"), sections.to_vec())
}

/// The same for a request that must succeed.
fn done(desk: &mut Desk, question: Value, octets: &[&[u8]]) -> (Value, Vec<Vec<u8>>) {
    let (json, sections) = ask(desk, question, octets);
    (json.get("done").unwrap_or_else(|| panic!("{json}")).clone(), sections)
}

const SCHEMA: &[u8] =
    b"M DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { a INTEGER, b UTF8String OPTIONAL } END";

fn opened(input: &[u8]) -> Desk {
    let mut desk = Desk::default();
    done(&mut desk, json!({"do": "files", "paths": ["m.asn1"]}), &[SCHEMA]);
    let (schema, _) = done(&mut desk, json!({"do": "compile", "paths": ["m.asn1"]}), &[]);
    assert_eq!((&schema["failed"], &schema["types"]), (&json!(false), &json!([["M", "T"]])));
    done(&mut desk, json!({"do": "open", "type": "T", "rules": "ber"}), &[]);
    done(&mut desk, json!({"do": "input", "form": "auto"}), &[input]);
    desk
}

#[test]
fn spans_of_a_record_are_columns() {
    let mut desk = opened(b"30 03 80 01 05");
    let (record, sections) = done(&mut desk, json!({"do": "record"}), &[]);
    assert_eq!(record["damage"], Value::Null);
    let texts = std::str::from_utf8(&sections[1]).expect("text");
    assert!(texts.contains("T.a") && texts.contains("INTEGER"), "{texts}");
    let bits: Vec<f64> =
        sections[4].chunks(8).map(|bits| f64::from_le_bytes(bits.try_into().unwrap())).collect();
    assert_eq!(bits.iter().sum::<f64>(), 40.0);
}

#[test]
fn a_value_is_changed() {
    let mut desk = opened(b"3003800105");
    let (_, octets) =
        done(&mut desk, json!({"do": "change", "record": 1, "path": "T.a", "value": "256"}), &[]);
    assert_eq!(octets[0], [0x30, 4, 0x80, 2, 1, 0]);
    for (path, value) in [("T.c", "1"), ("T.a", "1, \"b\": 2"), ("T.a", "\"x\"")] {
        let (refused, _) =
            ask(&mut desk, json!({"do": "change", "record": 1, "path": path, "value": value}), &[]);
        assert!(refused["refused"].is_string(), "{path} {value}: {refused}");
    }
}

#[test]
fn a_message_is_converted_drawn_and_compared() {
    let mut desk = opened(b"3003800105");
    let (_, octets) = done(&mut desk, json!({"do": "convert", "record": 1, "to": "uper"}), &[]);
    assert_eq!(octets[0], [0x00, 0x82, 0x80]);
    let (_, octets) = done(&mut desk, json!({"do": "convert", "record": 1, "to": "json"}), &[]);
    let value: Value = serde_json::from_slice(&octets[0]).expect("JSON");
    assert_eq!(value, json!({"a": 5}));
    let (_, first) = done(&mut desk, json!({"do": "sample", "seed": 7}), &[]);
    assert_eq!(first, done(&mut desk, json!({"do": "sample", "seed": 7}), &[]).1);
    let (found, _) = done(&mut desk, json!({"do": "compare"}), &[&[0x30, 3, 0x80, 1, 5], b"30 03 80 01 06"]);
    assert_eq!(found, json!([["T.a", "5", "6"]]));
}

#[test]
fn what_is_no_question_is_refused() {
    let mut desk = Desk::default();
    for question in
        [json!({}), json!({"do": "what"}), json!({"do": "record"}), json!([1]), json!({"do": "open"})]
    {
        assert!(ask(&mut desk, question, &[]).0.is_object());
    }
    assert!(desk.answer(&[]).len() == 1 && desk.answer(&[b"{"]).len() == 1);
}

#[test]
fn octets_without_a_schema_are_shown_by_their_tags() {
    let mut desk = Desk::default();
    done(&mut desk, json!({"do": "compile", "paths": []}), &[]);
    done(&mut desk, json!({"do": "open", "rules": "ber"}), &[]);
    let (input, _) = done(&mut desk, json!({"do": "input", "form": "auto"}), &[b"3003020105"]);
    assert_eq!((&input["form"], &input["records"]), (&json!("hex"), &json!(1)));
    let (record, _) = done(&mut desk, json!({"do": "record"}), &[]);
    assert_eq!(record["damage"], Value::Null);
}

#[test]
fn a_certificate_is_known_by_itself() {
    let pem = include_bytes!("../../../examples/x509/certificate.pem");
    let mut desk = Desk::default();
    let (told, texts) = done(&mut desk, json!({"do": "guess", "name": "c.pem"}), &[pem]);
    assert_eq!(told["groups"][0]["known"]["told"], "is an X.509 certificate");
    assert_eq!(texts, [pem]);
    done(&mut desk, json!({"do": "compile", "paths": ["@pkix"]}), &[]);
    done(&mut desk, json!({"do": "open", "type": "PKIX.Certificate", "rules": "der"}), &[]);
    done(&mut desk, json!({"do": "input", "name": "c.pem"}), &[pem]);
    let (record, sections) = done(&mut desk, json!({"do": "record", "record": 1}), &[]);
    let texts = std::str::from_utf8(&sections[1]).expect("text");
    assert!(record["damage"].is_null() && texts.contains("dNSName"), "{texts}");
}

/// The texts of a message of a well-known type, of which a user's own module says what is private.
fn told_beside(module: &str, data: &[u8], name: &str) -> String {
    let mut desk = Desk::default();
    done(&mut desk, json!({"do": "files", "paths": ["own.asn1"]}), &[module.as_bytes()]);
    // What it imports from built-in modules is there before any data is.
    let (told, _) = done(&mut desk, json!({"do": "compile", "paths": ["own.asn1"]}), &[]);
    assert_eq!(told["failed"], false, "{told}");
    let (told, _) = done(&mut desk, json!({"do": "guess", "name": name}), &[data]);
    assert_eq!(told["beside"], true);
    let known = &told["groups"][0]["known"];
    let set = format!("@{}", known["set"].as_str().expect("a set"));
    let (told, _) = done(&mut desk, json!({"do": "compile", "paths": ["own.asn1", set]}), &[]);
    assert_eq!(told["failed"], false, "{told}");
    done(&mut desk, json!({"do": "open", "type": known["type"], "rules": known["rules"]}), &[]);
    done(&mut desk, json!({"do": "input", "name": name}), &[data]);
    let (record, sections) = done(&mut desk, json!({"do": "record", "record": 1}), &[]);
    assert!(record["damage"].is_null(), "{record}");
    String::from_utf8(sections[1].clone()).expect("text")
}

#[test]
fn own_modules_say_what_is_private() {
    let tree = include_str!("../../../docs/private.in/acme-tree.asn1");
    let trap = include_bytes!("../../../docs/private.in/trap.hex");
    for own in [tree, include_str!("../../../docs/private.in/ACME-MIB.mib")] {
        let told = told_beside(own, trap, "trap.hex");
        for name in ["acmeOverheated", "acmeTemperature.0", "acmeRack.0"] {
            assert!(told.contains(name), "{told}");
        }
    }
    let extensions = include_str!("../../../docs/private.in/acme-extensions.asn1");
    let told = told_beside(extensions, include_bytes!("../../../docs/private.in/device.pem"), "device.pem");
    for name in ["extnValue.model", "Thermostat", "acmeDevice"] {
        assert!(told.contains(name), "{told}");
    }
}

#[test]
fn own_types_come_before_well_known_ones() {
    let module = "M DEFINITIONS ::= BEGIN T ::= SEQUENCE { v INTEGER, c OCTET STRING, p ANY } END";
    let trap = include_bytes!("../../../docs/private.in/trap.hex");
    let mut desk = Desk::default();
    done(&mut desk, json!({"do": "files", "paths": ["m.asn1"]}), &[module.as_bytes()]);
    done(&mut desk, json!({"do": "compile", "paths": ["m.asn1"]}), &[]);
    let (told, _) = done(&mut desk, json!({"do": "guess", "name": "trap.hex"}), &[trap]);
    assert_eq!(told["beside"], false);
}

#[test]
fn modules_that_come_along_can_be_opened_as_files() {
    let mut desk = Desk::default();
    let (sets, _) = done(&mut desk, json!({"do": "library"}), &[]);
    assert_eq!(sets[0][0], "pkix");
    let (names, texts) = done(&mut desk, json!({"do": "library", "set": "cms"}), &[]);
    assert_eq!((&names, texts.len()), (&json!(["CMS.asn1"]), 1));
}

/// A raw IP capture of consecutive UDP datagrams.
fn capture(carried: &[&[u8]]) -> Vec<u8> {
    let mut file =
        vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 101, 0, 0, 0];
    for octets in carried {
        let (udp, ip) = (8 + octets.len() as u16, 28 + octets.len() as u32);
        file.extend([[0; 4], [0; 4], ip.to_le_bytes(), ip.to_le_bytes()].concat());
        file.extend([0x45, 0]);
        file.extend((ip as u16).to_be_bytes());
        file.extend([0, 0, 0, 0, 64, 17, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1, 0, 161, 0, 162]);
        file.extend(udp.to_be_bytes());
        file.extend([0, 0]);
        file.extend(*octets);
    }
    file
}

#[test]
fn messages_in_captures_are_records() {
    let mut desk = opened(&capture(&[&[0x30, 3, 0x80, 1, 5], &[0x30, 3, 0x80, 1, 6]]));
    let input = capture(&[&[0x30, 3, 0x80, 1, 5], &[0x30, 3, 0x80, 1, 6]]);
    let (input, _) = done(&mut desk, json!({"do": "input"}), &[&input]);
    assert_eq!((&input["form"], &input["records"]), (&json!("capture"), &json!(2)), "{input}");
    let (record, sections) = done(&mut desk, json!({"do": "record", "record": 2}), &[]);
    assert_eq!((&record["damage"], &sections[0][..]), (&Value::Null, &[0x30, 3, 0x80, 1, 6][..]), "{record}");
    let (_, octets) = done(&mut desk, json!({"do": "convert", "record": 2, "to": "json"}), &[]);
    assert_eq!(serde_json::from_slice::<Value>(&octets[0]).expect("JSON"), json!({"a": 6}));
}
