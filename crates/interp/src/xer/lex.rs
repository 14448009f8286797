//! XML as a flat list of elements that point into the text.

use super::XerError;

/// An element.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The offset of its start.
    pub offset: u32,
    name: u32,
    /// Its contents.
    pub lo: u32,
    pub hi: u32,
    /// The element after this one and everything in it.
    pub next: u32,
    /// Whether it directly contains characters other than white space.
    pub has_text: bool,
}

impl Node {
    /// A missing element.
    pub const NONE: Node = Node { offset: 0, name: 0, lo: 0, hi: 0, next: 0, has_text: false };

    pub fn name<'t>(&self, text: &'t str) -> &'t str {
        let start = self.offset as usize + 1;
        text.get(start..start + self.name as usize).unwrap_or_default()
    }
}

/// The elements of the first document of a text; also returns where it ends. Nesting takes no
/// stack.
///
/// # Errors
/// The text is not well-formed, or uses XML features that no encoding has.
pub fn elements(text: &str) -> Result<(Vec<Node>, usize), XerError> {
    let (nodes, open) = Default::default();
    let mut lexer = Lexer { text, at: 0, nodes, open };
    if u32::try_from(text.len()).is_err() {
        return Err(lexer.fault("the text is longer than 4 GiB"));
    }
    lexer.prolog()?;
    loop {
        lexer.characters()?;
        lexer.mark()?;
        if lexer.open.is_empty() && !lexer.nodes.is_empty() {
            return Ok((lexer.nodes, lexer.at));
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn fault(&self, message: &str) -> XerError {
        XerError { code: "xer_syntax", offset: self.at, path: String::new(), message: message.into() }
    }

    fn white(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    /// Skips what may come before the first element: a byte order mark and an XML declaration.
    fn prolog(&mut self) -> Result<(), XerError> {
        self.at += if self.rest().starts_with('\u{feff}') { 3 } else { 0 };
        self.white();
        if self.rest().starts_with("<?xml") {
            let end = self.rest().find("?>").ok_or_else(|| self.fault("the XML declaration has no end"))?;
            self.at += end + 2;
        }
        Ok(())
    }

    /// Skips characters up to the next `<`.
    fn characters(&mut self) -> Result<(), XerError> {
        let rest = self.rest();
        let length = rest.find('<').unwrap_or(rest.len());
        let between = rest.get(..length).unwrap_or_default();
        let space = between.len() - between.trim_start_matches([' ', '\t', '\n', '\r']).len();
        if space < length {
            let Some(node) = self.open.last().and_then(|top| self.nodes.get_mut(*top as usize)) else {
                self.at += space;
                return Err(self.fault("an element is expected"));
            };
            node.has_text = true;
        }
        self.at += length;
        Ok(())
    }

    fn mark(&mut self) -> Result<(), XerError> {
        let rest = self.rest();
        if rest.is_empty() {
            let top = self.open.last().and_then(|top| self.nodes.get(*top as usize));
            let message = match top {
                Some(node) => format!("the element `{}` is never closed", node.name(self.text)),
                None => "an element is expected".into(),
            };
            return Err(self.fault(&message));
        }
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->").ok_or_else(|| self.fault("the comment has no end"))?;
            self.at += end + 7;
            return Ok(());
        }
        match rest.strip_prefix("</") {
            Some(end) => self.close(end),
            None => self.start(rest.get(1..).unwrap_or_default()),
        }
    }

    fn start(&mut self, rest: &str) -> Result<(), XerError> {
        let length = name(rest);
        let behind = rest.get(length..).unwrap_or_default();
        let bare = behind.trim_start_matches([' ', '\t', '\n', '\r']);
        let space = behind.len() - bare.len();
        let (is_empty, mark) = match (length, bare.as_bytes()) {
            (0, [b'!' | b'?', ..]) => {
                return Err(self.fault("a document type, CDATA or an instruction is not part of XER"))
            }
            (0, _) => return Err(self.fault("the name of an element is expected")),
            (_, [b'/', b'>', ..]) => (true, 2),
            (_, [b'>', ..]) => (false, 1),
            (_, []) => return Err(self.fault("the element has no end")),
            _ => return Err(self.fault("an element of XER has no attributes")),
        };
        let offset = self.at as u32;
        self.at += 1 + length + space + mark;
        let (at, index) = (self.at as u32, self.nodes.len() as u32);
        self.nodes.push(Node {
            offset,
            name: length as u32,
            lo: at,
            hi: at,
            next: index + 1,
            has_text: false,
        });
        if !is_empty {
            self.open.push(index);
        }
        Ok(())
    }

    fn close(&mut self, rest: &str) -> Result<(), XerError> {
        let length = name(rest);
        let (found, behind) = rest.split_at(length);
        let bare = behind.trim_start_matches([' ', '\t', '\n', '\r']);
        if !bare.starts_with('>') {
            return Err(self.fault("`>` is expected"));
        }
        let next = self.nodes.len() as u32;
        let Some(node) = self.open.pop().and_then(|top| self.nodes.get_mut(top as usize)) else {
            return Err(self.fault("this closes no element"));
        };
        let wanted = node.name(self.text);
        if wanted != found {
            let message = format!("this closes `{found}` where `{wanted}` is open");
            return Err(self.fault(&message));
        }
        (node.hi, node.next) = (self.at as u32, next);
        self.at += 2 + length + (behind.len() - bare.len()) + 1;
        Ok(())
    }
}

/// The length of a name.
fn name(text: &str) -> usize {
    let letter = |octet: &u8| octet.is_ascii_alphanumeric() || b"-_.".contains(octet);
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => {
            text.as_bytes().iter().take_while(|octet| letter(octet)).count()
        }
        _ => 0,
    }
}
