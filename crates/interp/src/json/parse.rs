//! The parser of JSON text (RFC 8259): flat, without recursion.

use super::document::{Kind, Memory, Node, SyntaxError};

/// Where it stands, and what it found so far.
pub(super) struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    /// Arrays and objects that are open, and what the innermost is.
    open: Vec<u32>,
    inside: Option<Kind>,
}

const ONES: u64 = u64::MAX / 0xff;
const HIGH: u64 = ONES << 7;

/// How many characters of a string stand for themselves before the first that does not.
#[inline]
fn plain(text: &[u8]) -> usize {
    // Eight octets at a time: the lowest bit that is set marks the first octet that is wanted.
    let zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let words = text.chunks_exact(8);
    let rest = words.remainder();
    for (index, word) in words.enumerate() {
        let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
        let found = control | zero(word ^ (ONES * 0x22)) | zero(word ^ (ONES * 0x5c));
        if found != 0 {
            return index * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let special = |octet: &u8| matches!(octet, 0..b' ' | b'"' | b'\\');
    text.len() - rest.len() + rest.iter().position(special).unwrap_or(rest.len())
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str, memory: Memory) -> Parser<'t> {
        let Memory { nodes, open } = memory;
        Parser { text: text.as_bytes(), at: 0, nodes, open, inside: None }
    }

    /// The nodes of the first value, and where it ends.
    pub fn run(mut self) -> Result<(Memory, usize), SyntaxError> {
        if u32::try_from(self.text.len()).is_err() {
            return Err(self.error("the text is longer than 4 GiB"));
        }
        self.value()?;
        Ok((Memory { nodes: self.nodes, open: self.open }, self.at))
    }

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
        self.inside = Some(kind);
        self.push(kind, lo);
        Ok(true)
    }

    /// Whether the array or object that was just opened closes at once; closes it.
    fn empty(&mut self) -> bool {
        self.white();
        let closes = match self.inside {
            Some(Kind::Object) => b'}',
            _ => b']',
        };
        if self.peek() != Some(closes) {
            return false;
        }
        self.close();
        true
    }

    fn close(&mut self) {
        self.at += 1;
        let next = self.nodes.len() as u32;
        if let Some(node) = self.open.pop() {
            self.nodes[node as usize].hi = self.at as u32;
            self.nodes[node as usize].next = next;
        }
        self.inside = self.open.last().map(|&node| self.nodes[node as usize].kind);
    }

    /// What stands behind a value: closing brackets, then a comma (`true`) or the end.
    fn behind(&mut self) -> Result<bool, SyntaxError> {
        while let Some(kind) = self.inside {
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
        if self.inside != Some(Kind::Object) {
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
        self.ends().map(|()| false)
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
        self.ends()
    }

    /// Numbers and words end where they do: `012` is not a 0 and a 12.
    fn ends(&self) -> Result<(), SyntaxError> {
        match self.peek() {
            Some(b'0'..=b'9') => Err(self.error("a number does not begin with 0")),
            Some(b'+' | b'-' | b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80..) => {
                Err(self.error("a value is followed by something else, and nothing between them"))
            }
            _ => Ok(()),
        }
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        let lo = self.at;
        let mut kind = Kind::String;
        self.at += 1;
        loop {
            self.at += plain(self.text.get(self.at..).unwrap_or_default());
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::EscapedString;
                    self.escape()?;
                }
                Some(_) => return Err(self.error("a control character in a string must be escaped")),
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
