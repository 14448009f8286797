//! Token annotations: every octet of a valid or broken message is in one span, and values are shown where
//! they were read.

use wireglot_interp::inspect::Part;
use wireglot_textual::h248::Conversions;
use wireglot_textual::{Draft, Drawer, Random, Reader, Tokens};

use crate::productions::Version;

/// Checks spans against the text; returns the text, path and value of each token.
fn shown(text: &[u8], made: &Tokens) -> Vec<(String, String, Option<String>)> {
    let mut end = 0;
    let spans = made.spans.spans.iter().map(|span| {
        assert_eq!(span.bit, end, "spans lie side by side");
        end = span.bit + span.bits;
        let octets = &text[(span.bit / 8) as usize..(end / 8) as usize];
        assert_eq!(span.part == Part::Padding, span.path.is_empty(), "{span:?}");
        (String::from_utf8_lossy(octets).into_owned(), span.path.clone(), span.value.clone())
    });
    let spans = spans.filter(|(_, path, _)| !path.is_empty()).collect();
    assert_eq!(end, made.taken as u64 * 8);
    spans
}

#[test]
fn each_octet_is_in_one_span() {
    for version in 1..=3 {
        let Some(schema) = Version::new(version) else { return };
        schema.with(|link, codec, _| {
            let names = Conversions::default();
            let reader = Reader::new(link, codec.shape(), &names);
            let (mut draft, mut again) = (Draft::default(), Draft::default());
            let mut drawer = Drawer::new(link, codec.shape(), &names, version, 11);
            let mut random = Random::new(u64::from(version));
            for _ in 0..300 {
                let Some(text) = drawer.draw() else { continue };
                let mut broken = text.to_vec();
                let place = random.below(broken.len());
                broken[place] = 1;
                for text in [text, &broken] {
                    let made = reader.tokens(text, &mut draft, usize::MAX);
                    let read = reader.read(text, &mut again, &mut wireglot_interp::Discard);
                    shown(text, &made);
                    assert_eq!(made.error.as_ref(), read.as_ref().err());
                    if let Ok(taken) = read {
                        assert_eq!(made.taken, taken);
                    }
                }
            }
        });
    }
}

#[test]
fn tokens_say_what_they_are() {
    let Some(schema) = Version::new(3) else { return };
    schema.with(|link, codec, names| {
        let reader = Reader::new(link, codec.shape(), names);
        let text = b"!/3 <gw1>:5 ; who\nT=7{C=-{EG,W-S=*{AT{SA}}, C=9}";
        let made = reader.tokens(text, &mut Draft::default(), usize::MAX);
        let spans = shown(text, &made);
        let value = |token: &str, path: &str| {
            let found = spans.iter().find(|(text, at, _)| text == token && at.ends_with(path));
            found.unwrap_or_else(|| panic!("{token} at {path}: {spans:?}")).2.clone()
        };
        assert_eq!(value("3", "mess.version").as_deref(), Some("3"));
        assert_eq!(value("gw1", "mId.domainName.name").as_deref(), Some("\"gw1\""));
        assert_eq!(value("-", "actions[0].contextId").as_deref(), Some("0"));
        assert_eq!(value("EG", "contextRequest.emergency").as_deref(), Some("true"));
        assert_eq!(value("W-", "wildcardReturn").as_deref(), Some("null"));
        assert_eq!(value("SA", "auditDescriptor.auditToken"), None);
        assert!(made.spans.spans.iter().any(|span| span.why.starts_with("sets statsToken, ")));
        assert!(made.spans.spans.iter().any(|span| span.why == "a comment"));
        // The error is in the second context; the sender is reported before it.
        let error = made.error.expect("a brace is missing");
        assert_eq!(&text[error.offset..], b"C=9}");
        assert_eq!(made.spans.error.map(|stop| stop.bit), Some(error.offset as u64 * 8));
    });
}
