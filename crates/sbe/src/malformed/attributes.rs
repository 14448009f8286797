//! Flaws of the attributes of a tag.

use super::flaw::{local, name, Flaw, EMPTY};
use wireglot_text::lookalikes::Lookalike;

/// The white space of XML.
const SPACES: [char; 4] = [' ', '\t', '\n', '\r'];

/// The first flaw of the attributes of a tag, which is at `at` in the file.
pub fn attribute_flaw(tag: &str, at: usize) -> Option<Flaw> {
    let element = name(&tag[1..]);
    let mut pos = 1 + element.len();
    loop {
        let last = pos;
        pos += tag[pos..].len() - tag[pos..].trim_start_matches(SPACES).len();
        let begins = tag[pos..].chars().next();
        let flaw = |start: usize, end: usize, message: String, hint: String| {
            Some(Flaw::new(at + start..at + end, message, hint))
        };
        match begins {
            Some('>' | '?') => return None,
            Some('/') if tag[pos..].starts_with("/>") => return None,
            Some('<') if tag[pos..].starts_with("<!--") => {
                let message = "a comment can't be inside of a tag".to_string();
                return flaw(pos, pos + 4, message, "move it before or after the tag".to_string());
            }
            Some('/') => {
                let message = format!("this <{element}> ends in `/` without `>`");
                return flaw(pos, pos + 1, message, "write `/>`".to_string());
            }
            None | Some('<') => {
                let message = format!("this <{element}> has no `>` at its end");
                let end = if EMPTY.contains(&local(element)) { "/>" } else { ">" };
                return flaw(last.saturating_sub(1), last, message, format!("write `{end}` after this"));
            }
            Some(c @ (',' | ';')) => {
                let message = format!("there is a `{c}` between two attributes");
                return flaw(pos, pos + 1, message, "write a space instead".to_string());
            }
            Some(c) if c.is_whitespace() => {
                let what = Lookalike::in_text(&tag[pos..pos + c.len_utf8()]);
                let what = what.map_or("a character that is not a space".to_string(), |odd| odd.what);
                let message = format!("there is {what} between two attributes");
                return flaw(pos, pos + c.len_utf8(), message, "write an ordinary space".to_string());
            }
            Some(_) => {}
        }
        let word = name(&tag[pos..]);
        if word.is_empty() {
            let message = format!("this quotation mark belongs to no attribute of <{element}>");
            return flaw(pos, pos + 1, message, "remove it, or write name=\"...\"".to_string());
        }
        let begin = pos;
        pos += word.len();
        let after = tag[pos..].trim_start();
        let Some(value) = after.strip_prefix('=') else {
            let word = word.trim_end_matches(':');
            let message = match after.starts_with(['"', '\'']) {
                true => format!("there is no `=` between `{word}` and its value"),
                false => format!("the attribute `{word}` has no value"),
            };
            return flaw(begin, pos, message, format!("write {word}=\"{}\"", quoted(after).unwrap_or("...")));
        };
        let value = value.trim_start();
        pos = tag.len() - value.len();
        let quote = value.chars().next()?;
        if !matches!(quote, '"' | '\'') {
            let end = value.find(ends_value).unwrap_or(value.len());
            let is_odd = |c: char| matches!(c, '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}');
            let plain = value[..end].trim_matches(|c: char| is_odd(c) || "\"'`\\".contains(c));
            let marks = match quote {
                '\\' => "has a backslash before its quotation mark",
                c if is_odd(c) => "is in typographic quotation marks",
                _ => "is not in quotation marks",
            };
            let message = format!("the value of `{word}` {marks}");
            return flaw(pos, pos + end, message, format!("write {word}=\"{plain}\""));
        }
        let end = value[1..].find(quote).map(|end| end + 1);
        let inside = &value[1..end.unwrap_or(value.len())];
        let next = end.and_then(|end| value[end + 1..].chars().next());
        let is_apart = next.is_none_or(|c| c.is_whitespace() || ",;>/?<".contains(c));
        let tag_in_it = inside.find('<');
        let swallowed = !is_apart && inside.trim_end().ends_with('=');
        if let (Some(less), true) = (tag_in_it, end.is_some() && !swallowed) {
            if !inside[..less].contains(['>', '=', '\n']) {
                let message = format!("the value of `{word}` has a `<` in it");
                return flaw(pos + 1 + less, pos + 2 + less, message, "write it as `&lt;`".to_string());
            }
        }
        if end.is_none() || tag_in_it.is_some() || swallowed {
            let other = if quote == '"' { '\'' } else { '"' };
            let end = inside.find(ends_value).unwrap_or(inside.len());
            let (plain, message) = match inside[..end].strip_suffix(other) {
                Some(plain) => {
                    (plain, format!("the value of `{word}` begins with {quote} and ends with {other}"))
                }
                None => (&inside[..end], format!("the value of `{word}` has no closing quotation mark")),
            };
            return flaw(pos, pos + 1 + end, message, format!("write {word}=\"{plain}\""));
        }
        let rest = &value[(inside.len() + 2).min(value.len())..];
        if let Some((place, message, hint)) = (!is_apart).then(|| surplus_quote(word, inside, rest)).flatten()
        {
            return flaw(pos + place, pos + place + 1, message, hint);
        }
        pos += inside.len() + 2;
        if next == Some('\\') {
            let message = format!("this <{element}> ends in a backslash");
            return flaw(pos, pos + 1, message, "write `/>`".to_string());
        }
        if !is_apart && next.is_some_and(|c| !matches!(c, '<')) {
            let message = format!("there is no space after the value of `{word}`");
            return flaw(pos, pos, message, "write a space here".to_string());
        }
    }
}

/// A quotation mark that is one too many, given the value before it and what comes after that: its position after
/// the first quotation mark, what is wrong, and what to do.
fn surplus_quote(word: &str, inside: &str, rest: &str) -> Option<(usize, String, String)> {
    let is_quote = |c: char| matches!(c, '"' | '\'');
    let message = format!("the value of `{word}` has an extra quotation mark");
    if rest.starts_with(is_quote) {
        return Some((inside.len() + 2, message, "remove it".to_string()));
    }
    let between = &rest[..rest.find(is_quote)?];
    if between.contains(['=', '<', '>']) {
        return None;
    }
    Some(match inside.is_empty() {
        true => (0, message, format!("write {word}=\"{between}\"")),
        false => {
            let message = format!("the value of `{word}` has quotation marks in it");
            (inside.len() + 1, message, "write them as `&quot;`".to_string())
        }
    })
}

/// Whether a character can't be in a value that has no quotation mark at its end: the value ends before it.
fn ends_value(c: char) -> bool {
    c.is_whitespace() || "/><?".contains(c)
}

/// The quoted text at the start of a text.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text[1..].split_once(quote).map(|(inside, _)| inside).filter(|inside| !inside.contains(['<', '=']))
}
