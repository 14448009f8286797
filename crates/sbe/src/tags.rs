//! Tags in the text of an XML file.

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
    let mut quote = None;
    for (at, octet) in text.bytes().enumerate() {
        match (quote, octet) {
            (None, b'"' | b'\'') => quote = Some(octet),
            (Some(open), _) if open == octet => quote = None,
            (None, b'>') => {
                let change = match (text.starts_with("</"), text[..at].ends_with('/')) {
                    (true, _) => Change::Out,
                    (false, true) => Change::None,
                    (false, false) => Change::In,
                };
                return (at + 1, change);
            }
            _ => {}
        }
    }
    (text.len(), Change::None)
}
