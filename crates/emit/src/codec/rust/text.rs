//! Rust text: lines are indented by the brackets that they open and close.

/// The maximum length of a line.
const WIDTH: usize = 100;

/// Indents lines by their brackets.
pub(super) fn indented(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut depth = 0usize;
    for line in text.lines().map(str::trim) {
        let closers = line.bytes().take_while(|b| matches!(b, b')' | b'}' | b']')).count();
        let (opened, closed) = brackets(line);
        let before = depth.saturating_sub(closers);
        if !line.is_empty() {
            (0..before).for_each(|_| out.push_str("    "));
            out.push_str(line);
        }
        out.push('\n');
        depth = (depth + opened).saturating_sub(closed);
    }
    out
}

/// How many brackets a line opens and closes, outside strings, characters and comments.
fn brackets(line: &str) -> (usize, usize) {
    let (mut opened, mut closed) = (0, 0);
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => break,
            b'"' => {
                at += 1;
                while bytes.get(at).is_some_and(|b| *b != b'"') {
                    at += if bytes.get(at) == Some(&b'\\') { 2 } else { 1 };
                }
            }
            b'\'' if bytes.get(at + 2) == Some(&b'\'') => at += 2,
            b'(' | b'{' | b'[' => opened += 1,
            b')' | b'}' | b']' => closed += 1,
            _ => {}
        }
        at += 1;
    }
    (opened, closed)
}

/// Whether text fits into one line, with this many bytes around it.
pub(super) fn fits(text: &str, around: usize) -> bool {
    !text.contains('\n') && text.len() + around <= WIDTH
}

/// One of two expressions, by a condition.
pub(super) fn either(condition: &str, then: &str, other: &str) -> String {
    let line = format!("if {condition} {{ {then} }} else {{ {other} }}");
    match fits(&line, 24) {
        true => line,
        false => format!("if {condition} {{\n{then}\n}} else {{\n{other}\n}}"),
    }
}

/// A closure over a reader or writer; a function that takes nothing else is passed as is.
pub(super) fn closure(parameter: &str, body: &str) -> String {
    let call = body.strip_suffix(&format!("({parameter})"));
    match call.filter(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')) {
        Some(name) => name.to_string(),
        None => format!("|{}| {body}", used(parameter, body)),
    }
}

/// A list of items, broken into lines of limited length.
pub(super) fn list<S: AsRef<str>>(items: &[S]) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for (at, item) in items.iter().enumerate() {
        if !line.is_empty() && line.len() + item.as_ref().len() > WIDTH - 16 {
            out += &line;
            out.push('\n');
            line.clear();
        }
        line += item.as_ref();
        if at + 1 < items.len() {
            line += ", ";
        }
    }
    match out.is_empty() {
        true => line,
        false => format!("\n{}{}\n", out.replace(", \n", ",\n"), line),
    }
}

/// The comment of something in a schema, as a doc comment.
pub(super) fn comment(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().map(str::trim) {
        let mut rest = line;
        while rest.len() > WIDTH - 8 {
            let cut = rest.char_indices().take_while(|(at, _)| *at < WIDTH - 8).filter(|(_, c)| *c == ' ');
            let Some((at, _)) = cut.last() else { break };
            out += &format!("/// {}\n", escaped(&rest[..at]));
            rest = rest[at..].trim_start();
        }
        out += format!("/// {}", escaped(rest)).trim_end();
        out.push('\n');
    }
    out
}

/// Escapes brackets, which have a meaning in documentation.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]").replace('<', "\\<").replace('>', "\\>")
}

/// The type of something that may be missing.
pub(super) fn optional(ty: &str) -> String {
    match ty.starts_with("Option<") {
        true => ty.to_string(),
        false => format!("Option<{ty}>"),
    }
}

/// A condition without parentheses around all of it.
pub(super) fn bare(condition: &str) -> &str {
    let Some(inner) = condition.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return condition;
    };
    let mut depth = 0i32;
    let whole = inner.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    });
    if whole {
        inner
    } else {
        condition
    }
}

/// Whether code contains a text that doesn't begin inside a word.
pub(super) fn mentions(code: &str, text: &str) -> bool {
    let of_words = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let inside = |before: &str| text.starts_with(of_words) && before.ends_with(of_words);
    code.match_indices(text).any(|(at, _)| !inside(&code[..at]))
}

/// A parameter, with a leading underscore if nothing uses it.
pub(super) fn used(name: &str, body: &str) -> String {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match body.split(|c| !letters(c)).any(|word| word == name) {
        true => name.to_string(),
        false => format!("_{name}"),
    }
}
