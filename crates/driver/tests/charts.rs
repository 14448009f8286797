//! Charts of every message of the available bitproto schemas: boxes are adjacent.

use crate::shared;
use wireglot_driver::chart::{Form, Role};
use wireglot_driver::languages::bitproto::{compile, CompileOptions};
use wireglot_driver::sources::Host;

#[test]
fn boxes_cover_every_message_once() {
    let folders = ["bitproto/schemas", "bitproto/files"].into_iter().filter_map(shared::vectors);
    for path in folders.flat_map(|folder| shared::files(&folder, "bitproto")) {
        let Ok(schema) = compile(&path, CompileOptions::default(), Host::system()) else { continue };
        for message in schema.messages() {
            let chart = schema.chart(message);
            let mut at = 0;
            for part in &chart.parts {
                if part.role != Role::Group && part.place.steps.is_empty() {
                    assert_eq!(part.place.first, at, "{}: {}.{}", path.display(), chart.title, part.path);
                    at += part.bits;
                }
            }
            assert_eq!(at, chart.bits, "{}: {}", path.display(), chart.title);
            for form in [Form::Text, Form::Markdown, Form::Svg] {
                assert!(chart.print(form, 32).contains(&chart.title));
            }
        }
    }
}

#[test]
fn spans_cover_every_message_of_sbe_once() {
    use wireglot_driver::languages::{sbe, Compilation};
    let Some(folder) = shared::vectors("sbe") else { return };
    let text = std::fs::read_to_string(folder.join("vectors.jsonl")).expect("a list");
    let mut schemas = std::collections::HashMap::new();
    for line in text.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record");
        let field = |name: &str| record[name].as_str().unwrap_or_default().to_string();
        let schema = schemas.entry(field("schema")).or_insert_with(|| {
            let schema = sbe::compile(&folder.join(field("schema")), Host::system()).expect("a file");
            assert!(!schema.failed(false), "{}", schema.tell(true, false, 0));
            for chart in schema.charts(None) {
                for form in [Form::Text, Form::Markdown, Form::Svg] {
                    assert!(chart.print(form, 32).contains(&chart.title));
                }
            }
            schema
        });
        let digits = field("bytes");
        let octets: Vec<u8> = (0..digits.len() / 2)
            .map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hexadecimal digits"))
            .collect();
        let made = schema.inspect(&octets, usize::MAX);
        let mut at = 0;
        for span in &made.spans {
            assert_eq!(span.bit, at, "{}: {}", field("id"), span.path);
            at += span.bits;
        }
        assert_eq!(at, octets.len() as u64 * 8, "{}", field("id"));
        if field("expect") == "error" {
            assert!(made.error.is_some(), "{}", field("id"));
        }
    }
}
