//! Naming conventions.

/// `someWord`, `MY_prefix_someWord` -> `SomeWord`, `MyPrefixSomeWord`.
pub fn pascal(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for part in word.split('_').filter(|part| !part.is_empty()) {
        let (first, rest) = part.split_at(1);
        out.push_str(&first.to_ascii_uppercase());
        let shouted =
            rest.bytes().any(|b| b.is_ascii_uppercase()) && !rest.bytes().any(|b| b.is_ascii_lowercase());
        out.push_str(&if shouted { rest.to_ascii_lowercase() } else { rest.to_string() });
    }
    out
}

/// Whether a name has letters, all of them upper case.
pub fn is_upper(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_uppercase()) && !word.bytes().any(|b| b.is_ascii_lowercase())
}

/// `someWord`, `HTTPServer2` -> `some_word`, `http_server_2`. Leading and trailing underscores
/// stay. No underscore is inserted before digits in a name that already mixes underscores and both
/// cases, nor in a part that is all upper case and digits.
pub fn snake(word: &str) -> String {
    let core = word.trim_start_matches('_');
    let lead = &word[..word.len() - core.len()];
    let middle = core.trim_end_matches('_');
    let tail = &core[middle.len()..];
    let mixed = word.contains('_')
        && word.bytes().any(|b| b.is_ascii_uppercase())
        && word.bytes().any(|b| b.is_ascii_lowercase());
    let parts: Vec<String> =
        middle.split('_').filter(|p| !p.is_empty()).map(|p| snake_part(p, mixed)).collect();
    format!("{lead}{}{tail}", parts.join("_"))
}

fn snake_part(part: &str, keep_digits: bool) -> String {
    let bytes = part.as_bytes();
    let keep_digits = keep_digits || bytes.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let mut out = String::with_capacity(part.len() + 4);
    for (i, &byte) in bytes.iter().enumerate() {
        if i > 0 && boundary(bytes, i, keep_digits) {
            out.push('_');
        }
        out.push(byte.to_ascii_lowercase() as char);
    }
    out
}

/// Whether a new word starts at `i`.
fn boundary(bytes: &[u8], i: usize, keep_digits: bool) -> bool {
    let (before, this) = (bytes[i - 1], bytes[i]);
    let next_is_small = bytes.get(i + 1).is_some_and(u8::is_ascii_lowercase);
    let camel = this.is_ascii_uppercase() && (!before.is_ascii_uppercase() || next_is_small);
    let digit = before.is_ascii_alphabetic() && this.is_ascii_digit()
        || before.is_ascii_digit() && this.is_ascii_alphabetic();
    camel || digit && !keep_digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases() {
        assert_eq!(pascal("my_prefix_someWord"), "MyPrefixSomeWord");
        assert_eq!(pascal("TERNARY_INT32"), "TernaryInt32");
        assert_eq!(snake("someWord"), "some_word");
        assert_eq!(snake("is_charging"), "is_charging");
        assert_eq!(snake("HTTPServer"), "http_server");
        assert_eq!(snake("_x_"), "_x_");
        assert!(is_upper("A_1") && !is_upper("A_b") && !is_upper("_1"));
    }
}
