//! Finds the code in a source file.

/// The lines of a source file without tests, comments and attributes, with their numbers.
pub fn code_lines(source: &str) -> Vec<(usize, String)> {
    (1..).zip(code_of(&without_tests(source)).lines().map(str::to_string)).collect()
}

/// Replaces test modules by empty lines.
fn without_tests(source: &str) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let (mut kept, mut inside) = (String::new(), false);
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        inside |= *line == "#[cfg(test)]" && next.starts_with("mod ") && next.ends_with('{');
        if !inside {
            kept.push_str(line);
        }
        kept.push('\n');
        inside &= *line != "}";
    }
    kept
}

/// The length of the comment, string or character literal at the start of `rest`; 0 if there is none.
fn literal(rest: &str) -> usize {
    let until =
        |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    let prefix = rest.len() - rest.trim_start_matches(['b', 'c', 'r']).len();
    let raw = rest[..prefix].ends_with('r');
    let hashes = rest[prefix..].len() - rest[prefix..].trim_start_matches('#').len();
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return until(2, "*/");
    }
    if raw && rest[prefix + hashes..].starts_with('"') {
        return until(prefix + hashes + 1, &format!("\"{}", "#".repeat(hashes)));
    }
    let quote = match rest[prefix..].chars().next() {
        Some('"') => '"',
        // A lifetime has no closing quote.
        Some('\'') if rest[prefix + 1..].starts_with('\\') => '\'',
        Some('\'') if rest[prefix + 1..].chars().nth(1) == Some('\'') => '\'',
        _ => return 0,
    };
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(prefix + 1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

/// A source without comments and attributes, line by line: help texts may name anything.
fn code_of(source: &str) -> String {
    let (mut code, mut rest, mut open) = (String::new(), source, 0u32);
    let mut inside_word = false;
    while let Some(c) = rest.chars().next() {
        let end = if inside_word { 0 } else { literal(rest) };
        if open == 0 && (rest.starts_with("#[") || rest.starts_with("#![")) {
            open = 1;
            rest = &rest[rest.find('[').map_or(1, |at| at + 1)..];
        } else if end > 0 {
            let text = &rest[..end];
            match open == 0 && !text.starts_with('/') {
                true => code.push_str(text),
                false => code.extend(text.chars().filter(|c| *c == '\n')),
            }
            rest = &rest[end..];
        } else {
            match c {
                '[' if open > 0 => open += 1,
                ']' if open > 0 => open -= 1,
                _ if open == 0 || c == '\n' => code.push(c),
                _ => {}
            }
            inside_word = c.is_alphanumeric() || c == '_';
            rest = &rest[c.len_utf8()..];
            continue;
        }
        inside_word = false;
    }
    assert_eq!(open, 0, "an attribute without an end: {}", source.lines().next().unwrap_or_default());
    code
}
