//! Words, sets and layouts in a line.

use crate::table::Layout;
use crate::CharSet;

/// The result of parsing; the error is a message.
pub(super) type Read<T> = Result<T, String>;

/// The words of a line: sets, strings, and text between spaces.
pub(super) struct Words<'t> {
    text: &'t str,
}

impl<'t> Words<'t> {
    pub fn new(text: &'t str) -> Words<'t> {
        Words { text: text.trim() }
    }

    pub fn next(&mut self) -> Option<String> {
        let (word, rest) = self.text.split_once(char::is_whitespace).unwrap_or((self.text, ""));
        self.text = rest.trim_start();
        (!word.is_empty()).then(|| word.to_string())
    }

    /// The text between `open` and `close`; escapes are kept.
    fn enclosed(&mut self, open: char, close: char) -> Read<&'t str> {
        let inner = self.text.strip_prefix(open).ok_or_else(|| format!("`{open}` is expected"))?;
        let mut escaped = false;
        let end = inner.char_indices().find(|(_, c)| {
            let ends = *c == close && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        let (end, _) = end.ok_or_else(|| format!("`{close}` is missing"))?;
        self.text = inner.get(end + 1..).unwrap_or_default().trim_start();
        Ok(inner.get(..end).unwrap_or_default())
    }

    pub fn string(&mut self) -> Read<String> {
        self.enclosed('"', '"').map(str::to_string)
    }
}

/// The octets in a set, with ranges and escapes resolved.
pub(super) fn set(words: &mut Words) -> Read<CharSet> {
    let mut set = CharSet::default();
    let mut octets = words.enclosed('[', ']')?.bytes().peekable();
    let mut from: Option<u8> = None;
    let mut range = false;
    while let Some(octet) = octets.next() {
        let (octet, literal) = match octet {
            b'\\' => (escaped(octets.next(), &mut octets)?, true),
            other => (other, false),
        };
        match (octet, from) {
            (b'-', Some(_)) if !literal && !range && octets.peek().is_some() => range = true,
            (end, Some(start)) if range => {
                (start..=end).for_each(|octet| set.insert(octet));
                (from, range) = (None, false);
            }
            (octet, _) => {
                set.insert(octet);
                from = Some(octet);
            }
        }
    }
    Ok(set)
}

fn escaped(octet: Option<u8>, octets: &mut impl Iterator<Item = u8>) -> Read<u8> {
    match octet {
        Some(b'n') => Ok(b'\n'),
        Some(b'r') => Ok(b'\r'),
        Some(b't') => Ok(b'\t'),
        Some(b's') => Ok(b' '),
        Some(b'x') => {
            let digit = |octet: Option<u8>| octet.and_then(|o| char::from(o).to_digit(16));
            let (high, low) = (digit(octets.next()), digit(octets.next()));
            high.zip(low).map(|(h, l)| (h * 16 + l) as u8).ok_or_else(|| "two hex digits after \\x".into())
        }
        Some(other) => Ok(other),
        None => Err("nothing after the backslash".into()),
    }
}

pub(super) fn layout(text: &str) -> Vec<Layout> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let piece = match c {
            '\\' => match chars.next() {
                Some('n') => Layout::Line,
                other => {
                    plain.extend(other);
                    continue;
                }
            },
            '>' => Layout::Deeper,
            '<' => Layout::Back,
            other => {
                plain.push(other);
                continue;
            }
        };
        if !plain.is_empty() {
            pieces.push(Layout::Text(std::mem::take(&mut plain)));
        }
        pieces.push(piece);
    }
    if !plain.is_empty() {
        pieces.push(Layout::Text(plain));
    }
    pieces
}
