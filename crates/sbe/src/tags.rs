//! Tags in the text of an XML file.

use std::ops::Range;

/// What a tag does to the nesting.
pub enum Change {
    /// Opens an element.
    In,
    /// Closes one.
    Out,
    /// Neither.
    None,
}

/// The end of the tag at the start of a text, and whether it opens or closes an element. Comments, CDATA
/// sections, declarations and processing instructions count as tags.
pub fn tag_end(text: &str) -> (usize, Change) {
    for (begin, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")] {
        if text.starts_with(begin) {
            return (text.find(end).map_or(text.len(), |at| at + end.len()), Change::None);
        }
    }
    let Some((at, _)) = unquoted(text).find(|(_, byte)| *byte == b'>') else {
        return (text.len(), Change::None);
    };
    let change = match (text.starts_with("</"), text[..at].ends_with('/')) {
        (true, _) => Change::Out,
        (false, true) => Change::None,
        (false, false) => Change::In,
    };
    (at + 1, change)
}

/// The bytes outside of quotation marks, with their positions.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let mut quote = None;
    text.bytes().enumerate().filter(move |(_, byte)| match quote {
        Some(open) => {
            quote = quote.filter(|_| open != *byte);
            false
        }
        None => {
            quote = Some(*byte).filter(|byte| matches!(byte, b'"' | b'\''));
            quote.is_none()
        }
    })
}

/// The names of a tag's attributes, and the positions of the `=` after them.
pub fn attributes(tag: &str) -> impl Iterator<Item = (&str, usize)> {
    let is_element = !tag.starts_with("<!") && !tag.starts_with("<?");
    let equals = unquoted(tag).filter(move |(_, byte)| is_element && *byte == b'=');
    equals.map(|(at, _)| {
        let before = tag[..at].trim_end();
        let name = before.rsplit(|c: char| c.is_whitespace() || "\"'=<".contains(c)).next();
        (name.unwrap_or(""), at)
    })
}

/// The parts of a text that are for people only: comments and descriptions.
pub fn remarks(text: &str) -> Vec<Range<usize>> {
    let (mut remarks, mut at) = (Vec::new(), 0);
    while let Some(found) = text[at..].find('<') {
        at += found;
        let (end, _) = tag_end(&text[at..]);
        let tag = &text[at..at + end];
        match tag.starts_with("<!--") {
            true => remarks.push(at..at + end),
            false => remarks.extend(description(tag).map(|place| at + place.start..at + place.end)),
        }
        at += end;
    }
    remarks
}

/// The value of the attribute `description` of a tag.
fn description(tag: &str) -> Option<Range<usize>> {
    let (_, equals) = attributes(tag).find(|(name, _)| *name == "description")?;
    let value = tag[equals + 1..].trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let begin = tag.len() - value.len() + 1;
    Some(begin..begin + value[1..].find(quote)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_comments_and_descriptions() {
        let text = "<a b='1' description = \"it's\"><!-- <x y='description'> --><c>d</c></a>";
        let found: Vec<&str> = remarks(text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(found, ["it's", "<!-- <x y='description'> -->"]);
    }
}
