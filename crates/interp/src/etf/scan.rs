//! Scans terms into a list of nodes. Nothing recurses here, and no count is trusted before its terms have been read.

use std::borrow::Cow;

use wireglot_bigint::BigInt;

use super::{tag, VERSION};

/// A term that is not well-formed: why, and where.
#[derive(Debug)]
pub(super) struct Malformed {
    pub offset: usize,
    pub message: String,
    /// More octets might complete the term.
    pub short: bool,
}

/// The kind of a term. A payload is octets; a count is the number of terms that follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Atom,
    Integer,
    /// Little-endian magnitude; `true` if negative.
    Big(bool),
    Float,
    TextFloat,
    Tuple,
    List,
    /// A list of bytes.
    Bytes,
    Binary,
    /// The number of bits in the last octet.
    Bits(u8),
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Where it begins.
    start: u32,
    /// Where its payload begins.
    data: u32,
    /// The octets of its payload, or the number of its parts.
    length: u32,
    /// The first node after it and its parts.
    next: u32,
    kind: Kind,
}

/// A term and all terms in it.
#[derive(Debug)]
pub(super) struct Terms<'t> {
    octets: &'t [u8],
    nodes: Vec<Node>,
    /// Where the term ends.
    pub end: usize,
}

/// A term whose parts are being scanned.
struct Open {
    node: usize,
    left: u32,
    is_list: bool,
}

impl<'t> Terms<'t> {
    /// Scans the term at `from`, after its version.
    pub fn scan(octets: &'t [u8], from: usize) -> Result<Terms<'t>, Malformed> {
        let mut scan = Scan { octets, at: from, nodes: Vec::new() };
        let mut open: Vec<Open> = Vec::new();
        loop {
            let parts = match open.last() {
                Some(Open { left: 1, is_list: true, .. }) => {
                    scan.tail()?;
                    None
                }
                _ => scan.term()?,
            };
            if let Some(parts) = parts {
                open.push(parts);
                continue;
            }
            while let Some(top) = open.last_mut() {
                top.left -= 1;
                if top.left > 0 {
                    break;
                }
                let (node, next) = (top.node, scan.nodes.len() as u32);
                if let Some(node) = scan.nodes.get_mut(node) {
                    node.next = next;
                }
                open.pop();
            }
            if open.is_empty() {
                return Ok(Terms { octets, nodes: scan.nodes, end: scan.at });
            }
        }
    }

    /// The whole term.
    pub fn root(&self) -> At {
        At::Node(0)
    }

    pub fn term(&self, at: At) -> Term<'_> {
        Term { terms: Scanned { octets: self.octets, nodes: &self.nodes }, at }
    }
}

struct Scan<'t> {
    octets: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
}

impl Scan<'_> {
    fn malformed<T>(&self, offset: usize, message: impl Into<String>) -> Result<T, Malformed> {
        Err(Malformed { offset, message: message.into(), short: false })
    }

    fn short<T>(&self, offset: usize, message: &str) -> Result<T, Malformed> {
        Err(Malformed { offset, message: message.into(), short: true })
    }

    fn take(&mut self, count: usize) -> Result<usize, Malformed> {
        let start = self.at;
        match self.octets.len().checked_sub(start).is_some_and(|left| left >= count) {
            true => {
                self.at += count;
                Ok(start)
            }
            false => self.short(self.octets.len(), "the term ends early"),
        }
    }

    fn number(&mut self, octets: usize) -> Result<u32, Malformed> {
        let start = self.take(octets)?;
        let octets = self.octets.get(start..start + octets).unwrap_or_default();
        Ok(octets.iter().fold(0, |number, octet| number << 8 | u32::from(*octet)))
    }

    /// The end of a list.
    fn tail(&mut self) -> Result<(), Malformed> {
        let start = self.take(1)?;
        match self.octets.get(start) {
            Some(&tag::NIL) => Ok(()),
            _ => self.malformed(start, "the list does not end with the empty list"),
        }
    }

    /// Scans a term up to its parts, if it has any.
    fn term(&mut self) -> Result<Option<Open>, Malformed> {
        let start = self.take(1)?;
        let found = self.octets.get(start).copied().unwrap_or_default();
        let (kind, length) = match found {
            tag::ATOM | tag::ATOM_UTF8 => (Kind::Atom, self.number(2)?),
            tag::SMALL_ATOM | tag::SMALL_ATOM_UTF8 => (Kind::Atom, self.number(1)?),
            tag::SMALL_INTEGER => (Kind::Integer, 1),
            tag::INTEGER => (Kind::Integer, 4),
            tag::SMALL_BIG | tag::LARGE_BIG => {
                let length = self.number(if found == tag::SMALL_BIG { 1 } else { 4 })?;
                match self.number(1)? {
                    sign @ 0..=1 => (Kind::Big(sign == 1), length),
                    _ => return self.malformed(self.at - 1, "the sign of an integer must be 0 or 1"),
                }
            }
            tag::NEW_FLOAT => (Kind::Float, 8),
            tag::FLOAT => (Kind::TextFloat, 31),
            tag::SMALL_TUPLE => (Kind::Tuple, self.number(1)?),
            tag::LARGE_TUPLE => (Kind::Tuple, self.number(4)?),
            tag::NIL => (Kind::List, 0),
            tag::LIST => (Kind::List, self.number(4)?),
            tag::STRING => (Kind::Bytes, self.number(2)?),
            tag::BINARY => (Kind::Binary, self.number(4)?),
            tag::BIT_BINARY => {
                let length = self.number(4)?;
                match self.number(1)? as u8 {
                    bits @ 1..=8 if length > 0 => (Kind::Bits(bits), length),
                    _ => {
                        return self
                            .malformed(self.at - 1, "the last octet of a bit string must have 1 to 8 bits")
                    }
                }
            }
            VERSION => return self.malformed(start, "there is a version inside a term"),
            _ => {
                let message = format!("terms with tag {found} are not supported");
                return self.malformed(start, message);
            }
        };
        let has_parts = matches!(kind, Kind::Tuple | Kind::List);
        let data = if has_parts { self.at } else { self.take(length as usize)? };
        // The end of a list counts as one more part.
        let left = if found == tag::LIST { length.saturating_add(1) } else { length };
        if has_parts && left as usize > self.octets.len() - self.at {
            return self.short(start, "the term claims more parts than there are octets left");
        }
        let node = self.nodes.len();
        let next = node as u32 + 1;
        self.nodes.push(Node { start: start as u32, data: data as u32, length, next, kind });
        let is_list = kind == Kind::List;
        Ok((has_parts && left > 0).then_some(Open { node, left, is_list }))
    }
}

/// Where a term is.
#[derive(Debug, Clone, Copy)]
pub(super) enum At {
    Node(u32),
    /// An element of a list of bytes: its offset.
    Byte(u32),
}

#[derive(Debug, Clone, Copy)]
struct Scanned<'a> {
    octets: &'a [u8],
    nodes: &'a [Node],
}

/// A term.
#[derive(Debug, Clone, Copy)]
pub struct Term<'a> {
    terms: Scanned<'a>,
    at: At,
}

impl<'a> Term<'a> {
    pub(super) fn at(self) -> At {
        self.at
    }

    fn node(self) -> Option<&'a Node> {
        match self.at {
            At::Node(node) => self.terms.nodes.get(node as usize),
            At::Byte(_) => None,
        }
    }

    fn payload(self, node: &Node) -> &'a [u8] {
        self.terms.octets.get(node.data as usize..(node.data + node.length) as usize).unwrap_or_default()
    }

    /// Where it begins.
    pub(super) fn offset(self) -> usize {
        match (self.at, self.node()) {
            (At::Byte(offset), _) => offset as usize,
            (At::Node(_), node) => node.map_or(0, |node| node.start as usize),
        }
    }

    /// Where it ends; `None` if it ends with its last part.
    pub(super) fn end(self) -> Option<usize> {
        match (self.at, self.node()?) {
            (At::Node(_), node) if matches!(node.kind, Kind::Tuple | Kind::List) && node.length > 0 => None,
            (At::Node(_), node) => Some((node.data + node.length) as usize),
            (At::Byte(_), _) => None,
        }
    }

    /// What it is, for messages.
    pub fn what(self) -> String {
        let Some(node) = self.node() else { return "an integer".into() };
        match node.kind {
            Kind::Atom => format!("`{}`", String::from_utf8_lossy(self.payload(node)).escape_debug()),
            Kind::Integer | Kind::Big(_) => "an integer".into(),
            Kind::Float | Kind::TextFloat => "a float".into(),
            Kind::Tuple => format!("a tuple of {}", node.length),
            Kind::List | Kind::Bytes => "a list".into(),
            Kind::Binary => "a binary".into(),
            Kind::Bits(_) => "a bit string".into(),
        }
    }

    /// The name, if it is an atom.
    pub fn atom(self) -> Option<&'a str> {
        let node = self.node().filter(|node| node.kind == Kind::Atom)?;
        std::str::from_utf8(self.payload(node)).ok()
    }

    /// The parts, if it is a tuple.
    pub fn tuple(self) -> Option<impl ExactSizeIterator<Item = Term<'a>>> {
        let node = self.node().filter(|node| node.kind == Kind::Tuple)?;
        Some(self.parts(node))
    }

    /// The elements, if it is a list.
    pub fn list(self) -> Option<impl ExactSizeIterator<Item = Term<'a>>> {
        let node = self.node().filter(|node| matches!(node.kind, Kind::List | Kind::Bytes))?;
        Some(self.parts(node))
    }

    fn parts(self, node: &'a Node) -> PartsOf<'a> {
        let is_bytes = node.kind == Kind::Bytes;
        let first = match self.at {
            At::Node(at) if !is_bytes => at.saturating_add(1),
            _ => node.data,
        };
        PartsOf { terms: self.terms, next: first, left: node.length, is_bytes }
    }

    /// The bytes of a list of bytes or of a binary.
    pub fn bytes(self) -> Option<Cow<'a, [u8]>> {
        let node = self.node()?;
        match node.kind {
            Kind::Bytes | Kind::Binary => Some(Cow::Borrowed(self.payload(node))),
            Kind::List => self.list()?.map(Term::byte).collect::<Option<Vec<u8>>>().map(Cow::Owned),
            _ => None,
        }
    }

    fn byte(self) -> Option<u8> {
        match (self.at, self.node()) {
            (At::Byte(offset), _) => self.terms.octets.get(offset as usize).copied(),
            (At::Node(_), Some(node)) if node.kind == Kind::Integer => self.small()?.try_into().ok(),
            _ => None,
        }
    }

    /// The octets and the number of bits of a binary or bit string.
    pub(super) fn bits(self) -> Option<(&'a [u8], u64)> {
        let node = self.node()?;
        let octets = self.payload(node);
        let bits = octets.len() as u64 * 8;
        match node.kind {
            Kind::Binary => Some((octets, bits)),
            Kind::Bits(last) => Some((octets, bits - 8 + u64::from(last))),
            _ => None,
        }
    }

    /// The number, if it is an integer of 32 bits.
    fn small(self) -> Option<i32> {
        match (self.at, self.node()) {
            (At::Byte(offset), _) => self.terms.octets.get(offset as usize).map(|byte| i32::from(*byte)),
            (At::Node(_), Some(node)) if node.kind == Kind::Integer => match *self.payload(node) {
                [byte] => Some(i32::from(byte)),
                [a, b, c, d] => Some(i32::from_be_bytes([a, b, c, d])),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number, if it is an integer of at most `most` octets.
    pub(super) fn integer(self, most: usize) -> Option<BigInt> {
        if let Some(small) = self.small() {
            return Some(BigInt::from(small));
        }
        let node = self.node()?;
        let Kind::Big(negative) = node.kind else { return None };
        let digits = self.payload(node);
        // The magnitude is little-endian, so trailing zeros are leading zeros of the number.
        let used = digits.len() - digits.iter().rev().take_while(|digit| **digit == 0).count();
        if used > most {
            return None;
        }
        let magnitude: Vec<u8> = digits.iter().take(used).rev().copied().collect();
        let value = BigInt::from_unsigned(&magnitude);
        let value = if negative { value.negated() } else { value };
        // The sign may take one more octet.
        Some(value).filter(|value| used < most || value.to_twos_complement().len() <= most)
    }

    /// The number, if it is an integer of 64 bits.
    pub fn number(self) -> Option<i64> {
        self.integer(16)?.to_i64()
    }

    /// The number, if it is a float. Erlang has no infinite ones, and none that are not numbers.
    pub(super) fn float(self) -> Option<f64> {
        let node = self.node()?;
        let payload = self.payload(node);
        let value: f64 = match node.kind {
            Kind::Float => f64::from_be_bytes(payload.try_into().ok()?),
            Kind::TextFloat => {
                let text = std::str::from_utf8(payload).ok()?;
                text.trim_end_matches('\0').trim().parse().ok()?
            }
            _ => return None,
        };
        Some(value).filter(|value| value.is_finite())
    }
}

/// The parts of a tuple or list.
#[derive(Debug)]
struct PartsOf<'a> {
    terms: Scanned<'a>,
    next: u32,
    left: u32,
    is_bytes: bool,
}

impl<'a> Iterator for PartsOf<'a> {
    type Item = Term<'a>;

    fn next(&mut self) -> Option<Term<'a>> {
        self.left = self.left.checked_sub(1)?;
        let at = self.next;
        self.next = match self.is_bytes {
            true => at + 1,
            false => self.terms.nodes.get(at as usize)?.next,
        };
        Some(Term { terms: self.terms, at: if self.is_bytes { At::Byte(at) } else { At::Node(at) } })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for PartsOf<'_> {}
