//! Says what is wrong in a text that is not well-formed XML, in more detail than the XML library.

mod attributes;
mod flaw;

use std::ops::Range;

use wireglot_text::conflicts;
use wireglot_text::names::close_names;

use crate::elements::is_element;
use crate::tags::{tag_end, Change};
use attributes::attribute_flaw;
use flaw::{local, name, EMPTY};

pub use flaw::Flaw;

/// What must be closed, how it is called, and with what it is closed.
const CLOSED: [(&str, &str, &str); 3] = [
    ("<!--", "comment", "-->"),
    ("<![CDATA[", "CDATA section", "]]>"),
    ("<?", "processing instruction", "?>"),
];

/// The entities of HTML that texts contain most, as characters.
const ENTITIES: [(&str, &str); 6] = [
    ("nbsp", "&#160;"),
    ("ndash", "&#8211;"),
    ("mdash", "&#8212;"),
    ("copy", "&#169;"),
    ("reg", "&#174;"),
    ("euro", "&#8364;"),
];

/// The first flaw of a text; `None` if it is of another kind than those that are known here.
pub fn first_flaw(body: &str) -> Option<Flaw> {
    let mut open: Vec<(&str, Range<usize>)> = Vec::new();
    let mut hints = Hints::default();
    let mut root: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(found) = body[at..].find('<') {
        if let Some(flaw) = stray_flaw(body, at..at + found).filter(|_| open.is_empty()) {
            return Some(flaw);
        }
        at += found;
        let text = &body[at..];
        for (begin, what, end) in CLOSED {
            if text.starts_with(begin) && !text.contains(end) {
                let message = format!("this {what} is never closed");
                return Some(Flaw::new(at..at + begin.len(), message, format!("close it with `{end}`")));
            }
        }
        if let Some(flaw) = comment_flaw(text, at).or_else(|| start_flaw(text, at)) {
            return Some(flaw);
        }
        let (length, change) = tag_end(text);
        let has_attributes = !text.starts_with("</") && !text.starts_with("<!");
        if let Some(flaw) = has_attributes.then(|| attribute_flaw(text, at)).flatten() {
            return Some(flaw);
        }
        let place = at..at + length;
        let is_root = open.is_empty() && has_attributes && !text.starts_with("<?");
        if let Some(root) = root.clone().filter(|_| is_root) {
            let message = format!("a second root, <{}>, begins here", name(&text[1..]));
            let hint = "a file has one root: put what this one holds into the first, or into another file";
            return Some(Flaw::new(place, message, hint).also(root, "the first"));
        }
        if is_root {
            root = Some(place.clone());
        }
        hints.see(&text[..length], &place, &open);
        match change {
            Change::In => open.push((name(&text[1..]), place)),
            Change::Out => {
                let close = name(&text[2..]);
                let is_open = open.iter().any(|(outer, _)| *outer == close);
                let opened = open.last().filter(|(inner, _)| *inner != close);
                let end = (close, place.clone(), open.len());
                if let Some(flaw) = hints.flaw(opened, end, is_open) {
                    return Some(flaw);
                }
                match open.pop() {
                    Some((name, _)) if name == close => {}
                    Some((name, opened)) => {
                        return Some(mismatch((name, opened), (close, place), is_open));
                    }
                    None => {
                        return Some(Flaw::new(place, format!("</{close}> closes nothing"), "remove it"));
                    }
                }
            }
            Change::None => {}
        }
        at += length;
    }
    match open.pop() {
        Some((name, place)) => Some(never_closed(name, place, None)),
        None => stray_flaw(body, at..body.len()).or_else(|| entity_flaw(body)),
    }
}

/// What has been seen that may explain an end tag in a wrong place.
#[derive(Default)]
struct Hints<'t> {
    /// The last tag that ends itself, of an element that may hold others, and how many elements are around it.
    empty: Option<(&'t str, Range<usize>, usize)>,
    /// The first message in <types>.
    message: Option<Range<usize>>,
}

impl<'t> Hints<'t> {
    fn see(&mut self, tag: &'t str, place: &Range<usize>, open: &[(&str, Range<usize>)]) {
        let own = name(&tag[1..]);
        if tag.ends_with("/>") && !EMPTY.contains(&local(own)) {
            self.empty = Some((own, place.clone(), open.len()));
        }
        let in_types = open.last().is_some_and(|(outer, _)| local(outer) == "types");
        if in_types && local(own) == "message" && !tag.starts_with("</") {
            self.message.get_or_insert(place.clone());
        }
    }

    /// The flaw that an end tag shows, in so many elements, given the innermost open one if that has another name.
    fn flaw(
        &self,
        opened: Option<&(&str, Range<usize>)>,
        (close, place, depth): (&str, Range<usize>, usize),
        is_open: bool,
    ) -> Option<Flaw> {
        let is_it = |(own, _, around): &(&str, Range<usize>, usize)| *own == close && *around == depth;
        if let Some((own, empty, _)) = self.empty.clone().filter(|empty| is_it(empty) && !is_open) {
            let message = format!("this <{own}> ends here, before its contents");
            let flaw = Flaw::new(empty.end - 2..empty.end, message, "write `>` instead of `/>`");
            return Some(flaw.also(place, "its end tag"));
        }
        let (own, types) = opened.filter(|(own, _)| local(own) == "types" && is_open)?;
        let message = self.message.clone()?;
        let flaw =
            Flaw::new(message, "a <message> is not allowed in <types>", format!("write </{own}> before it"));
        Some(flaw.also(types.clone(), "opened here"))
    }
}

/// Text outside of the root.
fn stray_flaw(body: &str, range: Range<usize>) -> Option<Flaw> {
    let written = &body[range.clone()];
    let text = written.trim();
    let start = range.start + (written.len() - written.trim_start().len());
    let line = text.lines().next()?.trim_end();
    let place = start..start + line.len();
    let flaw = |message: &str, hint: &str| Some(Flaw::new(place.clone(), message, hint));
    match text.starts_with(['{', '[']) {
        true => flaw("this is JSON, not XML", "name a message schema: it begins with `<`"),
        false if !body.contains("messageSchema ") => {
            flaw("this is not XML", "name a message schema: it begins with `<`")
        }
        false => flaw(
            "there is text outside of the root element",
            "remove it, or write it as a comment: `<!-- -->`",
        ),
    }
}

/// A `<` that begins no tag.
fn start_flaw(text: &str, at: usize) -> Option<Flaw> {
    let rest = &text[1..];
    let flaw = |length: usize, message: &str, hint: &str| Some(Flaw::new(at..at + length, message, hint));
    if conflicts::is_marker(text) {
        let line = text.lines().next().map_or(0, |line| line.trim_end().len());
        return flaw(line, conflicts::WHAT, conflicts::HINT);
    }
    if text.starts_with("<!")
        && !["<!--", "<![CDATA[", "<!DOCTYPE"].iter().any(|known| text.starts_with(known))
    {
        let begun = text.len() - text.trim_start_matches(['<', '!', '-']).len();
        return flaw(begun, "this doesn't begin a comment", "write `<!--`");
    }
    if rest.starts_with("?xml ") && !rest.split("?>").next().is_some_and(|inside| inside.contains("version"))
    {
        let hint = "write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`";
        return flaw(5, "this XML declaration has no version", hint);
    }
    if text.starts_with("<--") {
        return flaw(3, "this doesn't begin a comment", "write `<!--`");
    }
    let begins_name = |c: char| c.is_alphabetic() || c == '_';
    let is_tag = rest.starts_with(|c: char| begins_name(c) || "/!?".contains(c));
    let word = name(rest.trim_start());
    match is_tag {
        true => None,
        false if is_element(local(word)) => {
            let length = 1 + rest.len() - rest.trim_start().len();
            flaw(length, "there is a space after this `<`", &format!("write `<{word}`"))
        }
        false if rest.starts_with('<') => flaw(1, "there are two `<`", "remove one of them"),
        false => flaw(1, "this `<` doesn't begin a tag", "write it as `&lt;`"),
    }
}

/// Hyphens in a comment, if the text starts with one (XML 1.0, 2.5).
fn comment_flaw(text: &str, at: usize) -> Option<Flaw> {
    let inside = text.strip_prefix("<!--")?;
    let hyphens = inside.find("--").filter(|hyphens| !inside[*hyphens..].starts_with("-->"))?;
    let place = at + 4 + hyphens;
    let hint = "write one hyphen, or end the comment before it with `-->`";
    Some(Flaw::new(place..place + 2, "a comment can't contain `--`", hint))
}

/// An `&` that begins no reference, or one that XML doesn't have (XML 1.0, 4.1).
fn entity_flaw(body: &str) -> Option<Flaw> {
    body.match_indices('&').find_map(|(at, _)| {
        let rest = &body[at + 1..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#').unwrap_or(rest.len());
        let (name, place) = (&rest[..end], at..at + end + 2);
        if end == 0 || !rest[end..].starts_with(';') {
            let message = "this `&` doesn't begin an entity reference";
            return Some(Flaw::new(at..at + 1, message, "write it as `&amp;`"));
        }
        if let Some(number) = name.strip_prefix('#') {
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            let is_char = code.is_ok_and(|code| {
                matches!(code, 9 | 10 | 13 | 0x20..=0xfffd | 0x1_0000..) && char::from_u32(code).is_some()
            });
            let message = format!("`&{name};` is not a character that XML can have");
            return (!is_char).then(|| Flaw::new(place, message, "remove it"));
        }
        if ["lt", "gt", "amp", "quot", "apos"].contains(&name) {
            return None;
        }
        let hint = match ENTITIES.iter().find(|(known, _)| *known == name) {
            Some((_, number)) => format!("write `{number}`, or the character itself"),
            None => "write the character itself, or `&amp;` if this is meant to be an `&`".to_string(),
        };
        Some(Flaw::new(place, format!("XML has no entity `&{name};`"), hint))
    })
}

/// An end tag that is not that of the innermost open element.
fn mismatch(
    (name, opened): (&str, Range<usize>),
    (close, place): (&str, Range<usize>),
    is_open: bool,
) -> Flaw {
    let is_near = local(name) == local(close) || !close_names(name, [close]).is_empty();
    if is_near && is_element(local(close)) && !is_element(local(name)) {
        let message = format!("<{name}> is not an element of SBE");
        return Flaw::new(opened, message, format!("did you mean <{close}>?")).also(place, "closed here");
    }
    if is_near && !is_open {
        let message = format!("</{close}> comes while <{name}> is still open");
        return Flaw::new(place, message, format!("did you mean </{name}>?")).also(opened, "opened here");
    }
    if EMPTY.contains(&local(name)) && is_open {
        return never_closed(name, opened, Some(place));
    }
    if !is_open {
        let message = format!("there is no open <{close}> here");
        let hint = format!("remove it, or write </{name}>");
        return Flaw::new(place, message, hint).also(opened, "this is open");
    }
    let message = format!("</{close}> comes while <{name}> is still open");
    Flaw::new(place, message, format!("close it before: write </{name}>")).also(opened, "opened here")
}

fn never_closed(name: &str, place: Range<usize>, outer: Option<Range<usize>>) -> Flaw {
    let hint = match EMPTY.contains(&local(name)) {
        true => "end it with `/>`".to_string(),
        false => format!("write </{name}> where it ends"),
    };
    let flaw = Flaw::new(place, format!("this <{name}> is never closed"), hint);
    match outer {
        Some(outer) => flaw.also(outer, "the element around it ends here"),
        None => flaw,
    }
}
