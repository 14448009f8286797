//! Valid messages, each broken at one place: the error is reported there, with what was expected.

use std::collections::BTreeSet;

use wireglot_textual::h248::Conversions;
use wireglot_textual::{Draft, Drawer, Random, Reader};

use crate::productions::Version;

/// Replaces a token; no token contains it.
const WRONG: &str = "\u{1}";

/// The starts of tokens in a text: words and marks, except in strings, octets of a descriptor, and comments.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut at, octets) = (Vec::new(), 0, text.as_bytes());
    let word = |octet: u8| octet.is_ascii_alphanumeric() || b"+-&!_/'?@^`~*$\\()%|.".contains(&octet);
    while let Some(octet) = octets.get(at) {
        let start = at;
        match octet {
            b'"' => at += 2 + text[at + 1..].find('"').unwrap_or(0),
            b';' => {
                at += text[at..].find('\n').unwrap_or(0);
                continue;
            }
            _ if word(*octet) => at += octets[at..].iter().take_while(|o| word(**o)).count(),
            _ => at += 1,
        }
        if !octet.is_ascii_whitespace() {
            found.push((start, at));
        }
    }
    found
}

#[test]
fn an_error_is_where_a_message_was_broken() {
    let (mut broken, mut near, mut rules) = (0, 0, BTreeSet::new());
    let mut faults = Vec::new();
    for version in 1..=3 {
        let Some(schema) = Version::new(version) else { return };
        schema.with(|link, codec, _| {
            let names = Conversions::default();
            let reader = Reader::new(link, codec.shape(), &names);
            let mut draft = Draft::default();
            let mut read =
                |text: &str| reader.read(text.as_bytes(), &mut draft, &mut wireglot_interp::Tape::new());
            let mut drawer = Drawer::new(link, codec.shape(), &names, version, 3);
            let mut random = Random::new(u64::from(version));
            let mut rounds = 0;
            while rounds < 1500 {
                let Some(text) = drawer.draw().and_then(|text| String::from_utf8(text.to_vec()).ok()) else {
                    continue;
                };
                let tokens = tokens(&text);
                // Text up to the end of a line or of braces accepts the wrong character too.
                let verbatim = ["l", "local", "r", "remote", "dm", "digitmap"];
                let words = || tokens.iter().map(|(start, end)| text[*start..*end].to_ascii_lowercase());
                if read(&text).is_err() || words().any(|word| verbatim.contains(&&*word)) {
                    continue;
                }
                rounds += 1;
                let (start, end) = tokens[random.below(tokens.len())];
                let wrong = format!("{}{WRONG}{}", &text[..start], &text[end..]);
                let Err(error) = read(&wrong) else {
                    faults.push(format!("read: {wrong}"));
                    continue;
                };
                broken += 1;
                rules.insert(error.rule.clone());
                // The error may be one token off: the one before may end where this one starts, and a word
                // may be split by it.
                let index = tokens.iter().position(|token| token.0 == start).unwrap_or(0);
                let from = tokens.get(index.saturating_sub(1)).map_or(0, |token| token.0);
                // An address is one token, regardless of its parts.
                let one = |text: &str| text.bytes().all(|octet| octet.is_ascii_hexdigit() || octet == b':');
                let inside = wrong.get(error.offset..start).is_some_and(one);
                match (inside || (from..=start + WRONG.len()).contains(&error.offset))
                    && !error.rule.is_empty()
                {
                    true => near += 1,
                    false => {
                        faults.push(format!("{error}: broken at {start}, told at {}\n{wrong}", error.offset))
                    }
                }
            }
        });
    }
    println!("{near} of {broken} errors are within a token of their place; {} rules: {rules:?}", rules.len());
    let few: Vec<String> = faults.iter().take(8).cloned().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), few.join("\n\n"));
    assert!(broken >= 500);
}
