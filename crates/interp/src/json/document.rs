//! JSON text to a document: a flat list of nodes that point into the text.
//!
//! The reader needs to look ahead (the key of an open type may come later in
//! its object), so the text is first taken apart. A node takes 16 octets; no
//! text is copied. Parsing keeps its own stack: no nesting is too deep for it.

use std::borrow::Cow;

use super::parse::Parser;

/// One JSON value of a text.
#[derive(Debug)]
pub struct Document<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    /// Nothing any more, but memory for the next.
    open: Vec<u32>,
}

/// What a document leaves behind.
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) nodes: Vec<Node>,
    /// Arrays and objects that the parser is in.
    pub(super) open: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub kind: Kind,
    /// First octet.
    pub lo: u32,
    /// One past the last octet.
    pub hi: u32,
    /// The node behind this one and all that is in it.
    pub next: u32,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number.
    Number,
    /// A string that is written as it is.
    String,
    /// A string with escapes.
    EscapedString,
    /// An array; its elements follow.
    Array,
    /// An object; names and values follow by turns.
    Object,
}

/// Text that is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The octet where it stops being JSON.
    pub offset: usize,
    /// What is wrong there.
    pub message: &'static str,
}

impl<'t> Document<'t> {
    /// Parses the first value of a text of less than 4 GiB and says where it ends.
    pub fn parse(text: &'t str) -> Result<(Document<'t>, usize), SyntaxError> {
        Document::parse_into(text, Memory::default())
    }

    /// The same; the nodes go into `memory`, which [`Document::into_memory`] gives back.
    pub fn parse_into(text: &'t str, mut memory: Memory) -> Result<(Document<'t>, usize), SyntaxError> {
        memory.nodes.clear();
        memory.open.clear();
        let (memory, end) = Parser::new(text, memory).run()?;
        Ok((Document { text, nodes: memory.nodes, open: memory.open }, end))
    }

    /// The memory that the next document may use.
    pub fn into_memory(self) -> Memory {
        Memory { nodes: self.nodes, open: self.open }
    }

    /// What a node is.
    pub fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    /// Where a node begins.
    pub fn offset(&self, node: u32) -> usize {
        self.nodes[node as usize].lo as usize
    }

    /// The text of a node; of a string, what stands between the quotation marks.
    pub fn raw(&self, node: u32) -> &'t str {
        let Node { lo, hi, kind, .. } = self.nodes[node as usize];
        match kind {
            Kind::String | Kind::EscapedString => &self.text[lo as usize + 1..hi as usize - 1],
            _ => &self.text[lo as usize..hi as usize],
        }
    }

    /// The characters of a string.
    pub fn string(&self, node: u32) -> Option<Cow<'t, str>> {
        match self.kind(node) {
            Kind::String => Some(Cow::Borrowed(self.raw(node))),
            Kind::EscapedString => Some(Cow::Owned(unescape(self.raw(node)))),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn elements(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.nodes[node as usize].next;
        let mut at = node + 1;
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let element = at;
                at = self.nodes[element as usize].next;
                element
            })
        })
    }

    /// Names and values of an object.
    pub fn members(&self, node: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut parts = self.elements(node);
        std::iter::from_fn(move || Some((parts.next()?, parts.next()?)))
    }

    /// Name and value of an object that has one member.
    pub fn sole_member(&self, node: u32) -> Option<(u32, u32)> {
        let mut members = self.members(node);
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }

    /// The value of the only member, if the node is an object of one and that is its name.
    pub fn only_member(&self, node: u32, name: &str) -> Option<u32> {
        if self.kind(node) != Kind::Object {
            return None;
        }
        let (key, value) = self.sole_member(node)?;
        (self.string(key)? == name).then_some(value)
    }

    /// The value of a member.
    pub fn member(&self, node: u32, name: &str) -> Option<u32> {
        if self.kind(node) != Kind::Object {
            return None;
        }
        self.members(node)
            .find(|(key, _)| self.string(*key).is_some_and(|k| k == name))
            .map(|(_, value)| value)
    }
}

/// The characters of a string whose escapes were found to be right.
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let unit =
            |at: usize| rest.get(at..at + 4).and_then(|h| u32::from_str_radix(h, 16).ok()).unwrap_or(0);
        let (character, taken) = match rest.as_bytes()[at + 1] {
            b'b' => ('\u{8}', 2),
            b'f' => ('\u{c}', 2),
            b'n' => ('\n', 2),
            b'r' => ('\r', 2),
            b't' => ('\t', 2),
            b'u' => match unit(at + 2) {
                high @ 0xd800..0xdc00 => {
                    let code =
                        0x10000 + ((high - 0xd800) << 10) + (unit(at + 8).wrapping_sub(0xdc00) & 0x3ff);
                    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                }
                code => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            },
            other => (char::from(other), 2),
        };
        text.push(character);
        rest = &rest[at + taken..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_apart() {
        let (document, end) =
            Document::parse(" {\"a\": [1, {}, []], \"b\\u0041\\ud83d\\ude00\\n\": -1.5e3} x").unwrap();
        assert_eq!(end, 52);
        let members: Vec<_> = document.members(0).collect();
        assert_eq!(document.string(members[0].0).unwrap(), "a");
        assert_eq!(document.elements(members[0].1).count(), 3);
        assert_eq!(document.string(members[1].0).unwrap(), "bA\u{1f600}\n");
        assert_eq!(document.raw(members[1].1), "-1.5e3");
    }

    #[test]
    fn what_is_not_json_is_refused_at_its_place() {
        let rows = [
            ("", 0),
            ("nul", 0),
            ("[1,]", 3),
            ("[1 2]", 3),
            ("{\"a\" 1}", 5),
            ("{\"a\":1,}", 7),
            ("{a:1}", 1),
            ("01x", 1),
            ("012", 1),
            ("-01", 2),
            ("[1-2]", 2),
            ("1.5.2", 3),
            ("nullx", 4),
            ("true1", 4),
            ("-", 1),
            ("1.", 2),
            ("1e+", 3),
            ("\"\\x\"", 1),
            ("\"\\ud800\"", 1),
            ("\"\\u12g4\"", 1),
            ("\"a\nb\"", 2),
            ("[[[[", 4),
            ("\"abc", 4),
        ];
        for (text, offset) in rows {
            match Document::parse(text) {
                Err(error) => assert_eq!(error.offset, offset, "{text}"),
                Ok((_, end)) => assert_eq!(end, offset, "{text}"),
            }
        }
    }

    #[test]
    fn nesting_takes_no_stack() {
        let text = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert_eq!(Document::parse(&text).unwrap().1, 2_000_000);
    }
}
