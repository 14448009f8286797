//! Where JSON values end, valid or not.

/// Where the next JSON value begins after an invalid one: right after it if its brackets are closed before the next
/// line that begins with a bracket, or else at that line.
pub fn next_value(text: &[u8]) -> usize {
    let line = text.iter().position(|octet| *octet == b'\n').map_or(text.len(), |at| at + 1);
    let first = text.get(..line).unwrap_or(text);
    if let Some(end) = json_end(first) {
        return end;
    }
    let lines = text.get(line..).unwrap_or_default().split_inclusive(|octet| *octet == b'\n');
    let passed = lines.take_while(|line| !line.starts_with(b"{") && !line.starts_with(b"["));
    let next = line + passed.map(<[u8]>::len).sum::<usize>();
    text.get(..next).and_then(json_end).unwrap_or(next)
}

/// The length of the JSON value at the start of a text. The value is well-formed, but invalid for its type.
pub fn json_value(text: &[u8]) -> usize {
    json_end(text).unwrap_or(text.len())
}

/// The same; `None` if the value does not end.
fn json_end(text: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    let start = text.iter().take_while(|octet| octet.is_ascii_whitespace()).count();
    for (at, octet) in text.iter().enumerate().skip(start) {
        let ends = match octet {
            _ if escaped => {
                escaped = false;
                false
            }
            b'\\' if quoted => {
                escaped = true;
                false
            }
            b'"' => {
                quoted = !quoted;
                !quoted && depth == 0
            }
            _ if quoted => false,
            b'{' | b'[' => {
                depth += 1;
                false
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            // A number or a word ends before what follows it.
            _ if depth == 0 && text.get(at + 1).is_none_or(|next| b" \t\r\n\"{[".contains(next)) => true,
            _ => false,
        };
        if ends {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_value_is_found_after_a_fault() {
        for (text, rest) in [
            ("{\"a\":x}\n{}", "\n{}"),
            ("{\"a\":x} {}\n{}", " {}\n{}"),
            ("{\"a\":1\n{}\n", "{}\n"),
            ("{\"a\":\n{}\n{}\n", "{}\n{}\n"),
            ("{\n  \"a\": x\n}\n{\n}\n", "\n{\n}\n"),
            ("{\n  \"a\": x\n}\n  {\n}\n", "\n  {\n}\n"),
            ("{\n  \"a\": 1\n", ""),
            ("{", ""),
            ("", ""),
        ] {
            assert_eq!(&text[next_value(text.as_bytes())..], rest, "{text:?}");
        }
    }

    #[test]
    fn a_value_ends_where_the_next_begins() {
        let rows: [(&[u8], usize); 7] = [
            (b"\"x\" 7", 3),
            (b" \"a\\\"]\" 7", 7),
            (b"{\"a\":[1,{}]}[2]", 12),
            (b"17 5", 2),
            (b"true\n5", 4),
            (b"null", 4),
            (b"[\"}\"] 1", 5),
        ];
        for (text, end) in rows {
            assert_eq!(json_value(text), end, "{}", String::from_utf8_lossy(text));
        }
    }
}
