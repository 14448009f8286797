//! Locates the value of a field in a JSON text.

use std::ops::Range;

/// The offset of the value at a path, or of the innermost value on the way to it that exists. The path starts
/// with the name of the type; the text is valid JSON and starts with the value.
pub fn locate(text: &str, path: &str) -> usize {
    let rest = path.find(['.', '[']).map_or("", |end| &path[end..]);
    follow(text, rest).unwrap_or_else(|last| last)
}

/// The byte range of the value at a path; `None` if there is none. If messages may be of several types, the
/// text is an object whose only member has the name of the type.
pub fn find(text: &str, path: &str) -> Option<Range<usize>> {
    let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
    let at = follow(text, rest).or_else(|_| follow(text, &format!(".{name}{rest}"))).ok()?;
    Some(at..at + value(text.get(at..)?.as_bytes()))
}

/// Follows steps from the value at the start of a text; returns where they lead, or as an error the last
/// position reached.
fn follow(text: &str, steps: &str) -> Result<usize, usize> {
    let octets = text.as_bytes();
    let mut at = white(octets, 0);
    for step in steps.split(['.', '[']).skip(1) {
        let found = match step.strip_suffix(']') {
            Some(index) => index.parse().ok().and_then(|index| element(octets, at, index)),
            None => member(text, at, step),
        };
        at = found.ok_or(at)?;
    }
    Ok(at)
}

/// The length of the value at the start of `octets`.
fn value(octets: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0usize);
    while let Some(octet) = octets.get(at) {
        match octet {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += token(&octets[at..]);
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of the token at the start of `octets`: a string, a number or a word; otherwise 1.
pub fn token(octets: &[u8]) -> usize {
    match octets.first() {
        Some(b'"') => string(octets),
        Some(first) if first.is_ascii_alphanumeric() || *first == b'-' => {
            let word = |octet: &&u8| octet.is_ascii_alphanumeric() || b"+-./_*$".contains(octet);
            octets.iter().take_while(word).count()
        }
        _ => 1,
    }
}

/// The value of a member of the object at a position.
fn member(text: &str, at: usize, name: &str) -> Option<usize> {
    let octets = text.as_bytes();
    (octets.get(at) == Some(&b'{')).then_some(())?;
    let mut at = white(octets, at + 1);
    while octets.get(at) == Some(&b'"') {
        let key = at..at + string(&octets[at..]);
        let value = white(octets, white(octets, key.end) + 1);
        if serde_json::from_str::<String>(text.get(key)?).ok()? == name {
            return Some(value);
        }
        at = next(octets, value)?;
    }
    None
}

/// An element of the list at a position.
fn element(octets: &[u8], at: usize, index: usize) -> Option<usize> {
    (octets.get(at) == Some(&b'[')).then_some(())?;
    let mut at = white(octets, at + 1);
    for _ in 0..index {
        at = next(octets, at)?;
    }
    octets.get(at).filter(|octet| **octet != b']').map(|_| at)
}

/// The position after the comma that follows a value.
fn next(octets: &[u8], value: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = value;
    while let Some(octet) = octets.get(at) {
        match octet {
            b'"' => {
                at += string(&octets[at..]);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => return Some(white(octets, at + 1)),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The length of a string.
fn string(octets: &[u8]) -> usize {
    let mut escaped = false;
    for (at, octet) in octets.iter().enumerate().skip(1) {
        match octet {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    octets.len()
}

fn white(octets: &[u8], from: usize) -> usize {
    let rest = octets.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|octet| octet.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_paths() {
        let text = r#" {"a": 17, "b\u0063": {"x,}": [1, [2, 3], {"y": "\"]"}]}, "c": []}"#;
        let rows = [
            ("T", " {"),
            ("T.a", "17"),
            ("T.bc", "{\"x"),
            ("T.bc.x,}[0]", "1"),
            ("T.bc.x,}[1][1]", "3"),
            ("T.bc.x,}[2].y", "\"\\"),
            // Stops at the last position that exists.
            ("T.bc.x,}[3].y", "[1"),
            ("T.c[0]", "[]"),
            ("T.d", "{\"a"),
            ("T.a.b", "17"),
        ];
        for (path, begins) in rows {
            let at = locate(text, path);
            assert!(text[at..].starts_with(begins.trim_start()), "{path}: {}", &text[at..]);
        }
        assert_eq!(locate("", "T.a"), 0);
    }

    #[test]
    fn values_are_found_whole() {
        let text = r#"{"a": 17, "b": {"x": [1, [2, "]"], {"y": "}"}]}, "T": {"a": -1.5e3}}"#;
        let rows = [
            ("T", Some(text)),
            ("T.a", Some("17")),
            ("T.b.x", Some(r#"[1, [2, "]"], {"y": "}"}]"#)),
            ("T.b.x[1][1]", Some(r#""]""#)),
            ("T.b.x[2]", Some(r#"{"y": "}"}"#)),
            ("T.b.x[3]", None),
            ("T.c", None),
        ];
        for (path, value) in rows {
            assert_eq!(find(text, path).map(|range| &text[range]), value, "{path}");
        }
        let of_several = r#"{"T": {"a": -1.5e3}}"#;
        assert_eq!(find(of_several, "T.a").map(|range| &of_several[range]), Some("-1.5e3"));
        assert_eq!(find("", "T.a"), None);
    }

    #[test]
    fn tokens_have_ends() {
        let rows = [
            (r#""a\"b", 1"#, 6),
            ("-1.5e+3,", 7),
            ("null]", 4),
            ("line/1 {", 6),
            ("{", 1),
            ("", 1),
            ("\"", 1),
        ];
        for (text, octets) in rows {
            assert_eq!(token(text.as_bytes()), octets, "{text}");
        }
    }
}
