//! JSON text as a flat list of nodes that point into the text, for readers that look up members by
//! name. A node takes 16 octets; no text is copied.

use std::borrow::Cow;

use super::cursor::{Cursor, Quoted};
pub use super::cursor::{Kind, SyntaxError};
use super::walk::{walk, Notes};

/// The first JSON value of a text.
#[derive(Debug)]
pub struct Document<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    /// Offset of the first octet.
    lo: u32,
    /// Offset past the last octet.
    hi: u32,
    /// The node after this one and everything in it.
    next: u32,
}

/// The nodes of a text that is being parsed.
#[derive(Default)]
struct Nodes {
    nodes: Vec<Node>,
    /// Open arrays and objects.
    open: Vec<u32>,
}

impl Notes for Nodes {
    fn scalar(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { kind, lo: start as u32, hi: end as u32, next });
    }

    fn open(&mut self, kind: Kind, start: usize) {
        self.open.push(self.nodes.len() as u32);
        self.scalar(kind, start, start);
    }

    fn close(&mut self, end: usize) {
        let next = self.nodes.len() as u32;
        if let Some(node) = self.open.pop().and_then(|node| self.nodes.get_mut(node as usize)) {
            (node.hi, node.next) = (end as u32, next);
        }
    }
}

impl<'t> Document<'t> {
    /// Parses the first value of a text of less than 4 GiB; also returns where it ends.
    pub fn parse(text: &'t str) -> Result<(Document<'t>, usize), SyntaxError> {
        let mut cursor = Cursor::new(text);
        if u32::try_from(text.len()).is_err() {
            return Err(cursor.error("the text is longer than 4 GiB"));
        }
        let mut notes = Nodes::default();
        walk(&mut cursor, &mut Vec::new(), &mut notes)?;
        Ok((Document { text, nodes: notes.nodes }, cursor.at))
    }

    /// The kind of a node.
    #[expect(clippy::indexing_slicing, reason = "nodes are named by the document that they are of")]
    pub fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    /// The offset where a node starts.
    #[expect(clippy::indexing_slicing, reason = "nodes are named by the document that they are of")]
    pub fn offset(&self, node: u32) -> usize {
        self.nodes[node as usize].lo as usize
    }

    /// The text of a node; for a string, what is between the quotation marks.
    #[expect(clippy::indexing_slicing, reason = "nodes are named by the document that they are of")]
    pub fn raw(&self, node: u32) -> &'t str {
        let Node { lo, hi, kind, .. } = self.nodes[node as usize];
        match kind {
            Kind::String | Kind::EscapedString => &self.text[lo as usize + 1..hi as usize - 1],
            _ => &self.text[lo as usize..hi as usize],
        }
    }

    /// The characters of a string; `None` for other nodes.
    pub fn string(&self, node: u32) -> Option<Cow<'t, str>> {
        match self.kind(node) {
            Kind::String => Some(Cow::Borrowed(self.raw(node))),
            Kind::EscapedString => Some(Quoted { raw: self.raw(node), escaped: true }.text()),
            _ => None,
        }
    }

    /// The elements of an array.
    #[expect(clippy::indexing_slicing, reason = "nodes are named by the document that they are of")]
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

    /// The names and values of an object.
    pub fn members(&self, node: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut parts = self.elements(node);
        std::iter::from_fn(move || Some((parts.next()?, parts.next()?)))
    }

    /// The name and value of an object that has exactly one member.
    pub fn sole_member(&self, node: u32) -> Option<(u32, u32)> {
        let mut members = self.members(node);
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }
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
            ("[1,]", 2),
            ("[1 2]", 3),
            ("{\"a\" 1}", 5),
            ("{\"a\":1,}", 6),
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
