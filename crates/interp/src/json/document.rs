//! JSON text to a document: a flat list of nodes that point into the text.
//!
//! The reader needs to look ahead (the key of an open type may come later in
//! its object), so the text is first taken apart. A node takes 16 octets; no
//! text is copied. Parsing keeps its own stack: no nesting is too deep for it.

use std::borrow::Cow;

/// One JSON value of a text.
#[derive(Debug)]
pub struct Document<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    /// First octet.
    lo: u32,
    /// One past the last octet.
    hi: u32,
    /// The node behind this one and all that is in it.
    next: u32,
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
        let mut parser = Parser { text: text.as_bytes(), at: 0, nodes: Vec::new(), open: Vec::new() };
        if u32::try_from(text.len()).is_err() {
            return Err(parser.error("the text is longer than 4 GiB"));
        }
        parser.value()?;
        let at = parser.at;
        Ok((Document { text, nodes: parser.nodes }, at))
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

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    /// Arrays and objects that are open.
    open: Vec<u32>,
}

impl Parser<'_> {
    fn error(&self, message: &'static str) -> SyntaxError {
        SyntaxError { offset: self.at, message }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn white(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn push(&mut self, kind: Kind, lo: usize) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { kind, lo: lo as u32, hi: self.at as u32, next });
    }

    /// One value and all that is in it.
    fn value(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.white();
            let opened = self.begin()?;
            if opened && !self.empty() {
                self.name()?;
                continue;
            }
            if !self.behind()? {
                return Ok(());
            }
        }
    }

    /// A scalar, or the bracket that opens an array or object (`true`).
    fn begin(&mut self) -> Result<bool, SyntaxError> {
        let lo = self.at;
        let kind = match self.peek() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => return self.string().map(|()| false),
            Some(b'-' | b'0'..=b'9') => return self.number().map(|()| false),
            Some(b'n') => return self.word("null", Kind::Null),
            Some(b't') => return self.word("true", Kind::True),
            Some(b'f') => return self.word("false", Kind::False),
            None => return Err(self.error("the text ends where a value is expected")),
            Some(_) => return Err(self.error("a value is expected")),
        };
        self.at += 1;
        self.open.push(self.nodes.len() as u32);
        self.push(kind, lo);
        Ok(true)
    }

    /// Whether the array or object that was just opened closes at once; closes it.
    fn empty(&mut self) -> bool {
        self.white();
        let closes = match self.innermost() {
            Some(Kind::Object) => b'}',
            _ => b']',
        };
        if self.peek() != Some(closes) {
            return false;
        }
        self.close();
        true
    }

    fn innermost(&self) -> Option<Kind> {
        self.open.last().map(|&node| self.nodes[node as usize].kind)
    }

    fn close(&mut self) {
        self.at += 1;
        let next = self.nodes.len() as u32;
        if let Some(node) = self.open.pop() {
            self.nodes[node as usize].hi = self.at as u32;
            self.nodes[node as usize].next = next;
        }
    }

    /// What stands behind a value: closing brackets, then a comma (`true`) or the end.
    fn behind(&mut self) -> Result<bool, SyntaxError> {
        while let Some(kind) = self.innermost() {
            self.white();
            match (self.peek(), kind) {
                (Some(b'}'), Kind::Object) | (Some(b']'), Kind::Array) => self.close(),
                (Some(b','), _) => {
                    self.at += 1;
                    self.name()?;
                    return Ok(true);
                }
                (None, _) => return Err(self.error("the text ends inside an array or object")),
                (_, Kind::Object) => return Err(self.error("`,` or `}` is expected")),
                _ => return Err(self.error("`,` or `]` is expected")),
            }
        }
        Ok(false)
    }

    /// Inside an object, the name of the next member and its colon.
    fn name(&mut self) -> Result<(), SyntaxError> {
        if self.innermost() != Some(Kind::Object) {
            return Ok(());
        }
        self.white();
        if self.peek() != Some(b'"') {
            return Err(self.error("the name of a member is expected"));
        }
        self.string()?;
        self.white();
        if self.peek() != Some(b':') {
            return Err(self.error("`:` is expected"));
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<bool, SyntaxError> {
        if !self.text[self.at..].starts_with(word.as_bytes()) {
            return Err(self.error("a value is expected"));
        }
        let lo = self.at;
        self.at += word.len();
        self.push(kind, lo);
        Ok(false)
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        let lo = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == lo {
            return Err(self.error("a digit is expected"));
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        let lo = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.push(Kind::Number, lo);
        Ok(())
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        let lo = self.at;
        let mut kind = Kind::String;
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::EscapedString;
                    self.escape()?;
                }
                Some(0..b' ') => return Err(self.error("a control character in a string must be escaped")),
                Some(_) => self.at += 1,
                None => return Err(self.error("the text ends inside a string")),
            }
        }
        self.at += 1;
        self.push(kind, lo);
        Ok(())
    }

    fn escape(&mut self) -> Result<(), SyntaxError> {
        match self.text.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                return Ok(());
            }
            Some(b'u') => {}
            _ => return Err(self.error("unknown escape")),
        }
        match self.unit(self.at) {
            Some(0xd800..0xdc00) if matches!(self.unit(self.at + 6), Some(0xdc00..0xe000)) => self.at += 12,
            Some(0xd800..0xe000) => return Err(self.error("half of a surrogate pair")),
            Some(_) => self.at += 6,
            None => return Err(self.error("`\\u` takes four hexadecimal digits")),
        }
        Ok(())
    }

    /// The code unit that `\uXXXX` at an offset stands for.
    fn unit(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
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
            ("[1,]", 3),
            ("[1 2]", 3),
            ("{\"a\" 1}", 5),
            ("{\"a\":1,}", 7),
            ("{a:1}", 1),
            ("01x", 1),
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
