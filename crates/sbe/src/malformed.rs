//! Says what is wrong in a text that is not well-formed XML, in more detail than the XML library.

use std::ops::Range;

use wireglot_text::names::close_names;

use crate::elements::is_element;
use crate::tags::{tag_end, Change};

/// The first flaw of a text, with byte ranges.
pub struct Flaw {
    /// The position.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// Another position, and what is there.
    pub also: Option<(Range<usize>, &'static str)>,
    /// What to do.
    pub hint: String,
}

/// Elements that hold neither elements nor text.
const EMPTY: [&str; 3] = ["field", "data", "ref"];

/// What must be closed, how it is called, and with what it is closed.
const CLOSED: [(&str, &str, &str); 3] = [
    ("<!--", "comment", "-->"),
    ("<![CDATA[", "CDATA section", "]]>"),
    ("<?", "processing instruction", "?>"),
];

/// The first flaw of a text; `None` if it is of another kind than those that are known here.
pub fn flaw(body: &str) -> Option<Flaw> {
    let mut open: Vec<(&str, Range<usize>)> = Vec::new();
    let mut at = 0;
    while let Some(found) = body[at..].find('<') {
        at += found;
        let text = &body[at..];
        for (begin, what, end) in CLOSED {
            if text.starts_with(begin) && !text.contains(end) {
                let message = format!("this {what} is never closed");
                let (place, hint) = (at..at + begin.len(), format!("close it with `{end}`"));
                return Some(Flaw { place, message, also: None, hint });
            }
        }
        if let Some(flaw) = comment_flaw(text, at) {
            return Some(flaw);
        }
        let (length, change) = tag_end(text);
        let is_start = !text.starts_with("</") && !text.starts_with("<!") && !text.starts_with("<?");
        if let Some(flaw) = is_start.then(|| attribute_flaw(text, at)).flatten() {
            return Some(flaw);
        }
        let place = at..at + length;
        match change {
            Change::In => open.push((name(&text[1..]), place)),
            Change::Out => {
                let close = name(&text[2..]);
                match open.pop() {
                    Some((name, _)) if name == close => {}
                    Some((name, opened)) => return Some(mismatch(name, opened, close, place)),
                    None => {
                        let message = format!("</{close}> closes nothing");
                        return Some(Flaw { place, message, also: None, hint: "remove it".to_string() });
                    }
                }
            }
            Change::None => {}
        }
        at += length;
    }
    match open.pop() {
        Some((name, place)) => Some(never_closed(name, place, None)),
        None => entity_flaw(body),
    }
}

/// Hyphens in a comment, if the text starts with one (XML 1.0, 2.5).
fn comment_flaw(text: &str, at: usize) -> Option<Flaw> {
    let inside = text.strip_prefix("<!--")?;
    let hyphens = inside.find("--").filter(|hyphens| !inside[*hyphens..].starts_with("-->"))?;
    let place = at + 4 + hyphens;
    Some(Flaw {
        place: place..place + 2,
        message: "a comment can't contain `--`".to_string(),
        also: None,
        hint: "write one hyphen, or end the comment before it with `-->`".to_string(),
    })
}

/// An `&` that begins no reference (XML 1.0, 4.1).
fn entity_flaw(body: &str) -> Option<Flaw> {
    let is_reference = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#').unwrap_or(rest.len());
        end > 0 && rest[end..].starts_with(';')
    };
    let at = body.match_indices('&').map(|(at, _)| at).find(|at| !is_reference(&body[at + 1..]))?;
    Some(Flaw {
        place: at..at + 1,
        message: "this `&` doesn't begin an entity reference".to_string(),
        also: None,
        hint: "write it as `&amp;`".to_string(),
    })
}

/// The name at the start of a tag's text.
fn name(text: &str) -> &str {
    &text[..text.find(|c: char| c.is_whitespace() || "/><=\"'".contains(c)).unwrap_or(text.len())]
}

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// An end tag that is not that of the innermost open element.
fn mismatch(name: &str, opened: Range<usize>, close: &str, place: Range<usize>) -> Flaw {
    let is_near = !close_names(name, [close]).is_empty();
    if is_near && is_element(local(close)) && !is_element(local(name)) {
        let message = format!("<{name}> is not an element of SBE");
        let hint = format!("did you mean <{close}>?");
        return Flaw { place: opened, message, also: Some((place, "closed here")), hint };
    }
    if EMPTY.contains(&local(name)) {
        return never_closed(name, opened, Some(place));
    }
    let message = format!("</{close}> comes while <{name}> is still open");
    let hint = match is_near && is_element(local(name)) && !is_element(local(close)) {
        true => format!("did you mean </{name}>?"),
        false => format!("close it before: write </{name}>"),
    };
    Flaw { place, message, also: Some((opened, "opened here")), hint }
}

fn never_closed(name: &str, place: Range<usize>, outer: Option<Range<usize>>) -> Flaw {
    let message = format!("this <{name}> is never closed");
    let hint = match EMPTY.contains(&local(name)) {
        true => "end it with `/>`".to_string(),
        false => format!("write </{name}> where it ends"),
    };
    Flaw { place, message, also: outer.map(|outer| (outer, "the element around it ends here")), hint }
}

/// The first flaw of the attributes of a start tag, which is at `at` in the file.
fn attribute_flaw(tag: &str, at: usize) -> Option<Flaw> {
    let mut pos = 1 + name(&tag[1..]).len();
    loop {
        let spaces = tag[pos..].len() - tag[pos..].trim_start().len();
        pos += spaces;
        let begins = tag[pos..].chars().next()?;
        if matches!(begins, '>' | '/' | '<') {
            return None;
        }
        let word = name(&tag[pos..]);
        let flaw = |place: Range<usize>, message: String, hint: String| {
            Some(Flaw { place: at + place.start..at + place.end, message, also: None, hint })
        };
        if word.is_empty() {
            return None;
        }
        let begin = pos;
        pos += word.len();
        let after = tag[pos..].trim_start();
        let Some(value) = after.strip_prefix('=') else {
            let message = format!("the attribute `{word}` has no value");
            return flaw(begin..pos, message, format!("write {word}=\"...\""));
        };
        let value = value.trim_start();
        pos = tag.len() - value.len();
        let quote = value.chars().next()?;
        if !matches!(quote, '"' | '\'') {
            let end = value.find(|c: char| c.is_whitespace() || "/><".contains(c)).unwrap_or(value.len());
            let is_odd = |c: char| matches!(c, '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}');
            let plain = value[..end].trim_matches(|c: char| is_odd(c) || "\"'`".contains(c));
            let message = match is_odd(quote) {
                true => format!("the value of `{word}` is in typographic quotation marks"),
                false => format!("the value of `{word}` is not in quotation marks"),
            };
            return flaw(pos..pos + end, message, format!("write {word}=\"{plain}\""));
        }
        let end = value[1..].find(quote).map(|end| end + 1);
        let inside = &value[1..end.unwrap_or(value.len())];
        let next = end.and_then(|end| value[end + 1..].chars().next());
        let is_apart = next.is_none_or(|c| c.is_whitespace() || matches!(c, '>' | '/' | '?'));
        let swallowed = !is_apart && inside.trim_end().ends_with('=');
        if end.is_none() || inside.contains('<') || swallowed {
            let end = inside.find(|c: char| c.is_whitespace() || "/><".contains(c)).unwrap_or(inside.len());
            let message = format!("the value of `{word}` has no closing quotation mark");
            return flaw(pos..pos + 1 + end, message, format!("write {word}=\"{}\"", &inside[..end]));
        }
        pos += inside.len() + 2;
        if !is_apart {
            let message = format!("there is no space after the value of `{word}`");
            return flaw(pos..pos, message, "write a space here".to_string());
        }
    }
}
