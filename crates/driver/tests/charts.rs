//! Charts of every message of the bitproto schemas at hand: boxes lie side by side.

#[path = "../../../tests/shared.rs"]
mod shared;

use wireglot_driver::bitproto::{compile, CompileOptions};
use wireglot_driver::chart::{Form, Role};

#[test]
fn boxes_cover_every_message_once() {
    let folders = ["bitproto/schemas", "bitproto/files"].into_iter().filter_map(shared::vectors);
    for path in folders.flat_map(|folder| shared::files(&folder, "bitproto")) {
        let Ok(schema) = compile(&path, CompileOptions::default()) else { continue };
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
