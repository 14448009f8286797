//! Parses XML into a tree of elements with positions. Only this file uses the XML library.
//!
//! Document type declarations, and with them entities, are rejected, except those that only name the root.
//! Elements in namespaces other than those of SBE and XInclude are left out, as are comments.

use std::borrow::Cow;

use roxmltree::{Document, Node, ParsingOptions};
use wireglot_text::{FileId, Span};

use crate::elements::is_element;
use crate::faults::Finding;
use crate::malformed;
use crate::tags::{attributes, tag_end, Change};

/// The maximum nesting depth of elements: messages nest groups, nothing else is deep.
pub const DEPTH: usize = 64;

/// The maximum number of attributes of an element, including namespace declarations.
const ATTRIBUTES: usize = 256;

/// The maximum number of namespace declarations in a file: each element inherits all those around it.
const NAME_SPACES: usize = 256;

/// The maximum number of CDATA sections in a row: the library copies all of them for the next one.
const CDATA: usize = 256;

/// The namespace of version 1.0.
pub(crate) const SBE: &str = "http://fixprotocol.io/2016/sbe";

/// Prefixes that are used everywhere, and their namespaces.
const PREFIXES: [(&str, &str); 4] = [
    ("xi", XINCLUDE),
    ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("xs", "http://www.w3.org/2001/XMLSchema"),
    ("xsd", "http://www.w3.org/2001/XMLSchema"),
];

/// The namespace of `include`.
const XINCLUDE: &str = "http://www.w3.org/2001/XInclude";

/// An attribute.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// Its name, without prefix.
    pub name: String,
    /// The position of its name.
    pub name_span: Span,
    /// Its value, with references resolved.
    pub value: String,
    /// Its value as written, without quotes.
    pub span: Span,
}

/// An element.
#[derive(Debug, Clone)]
pub struct Element {
    /// Its name, without prefix; `xi:include` for that one.
    pub name: String,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// The elements in it.
    pub children: Vec<Element>,
    /// All text directly in it.
    pub text: String,
    /// The position of the first line of the text, or where it would be.
    pub text_span: Span,
    /// The namespace of a root, with its position, if it is not one of SBE's.
    pub foreign: Option<(String, Span)>,
    /// Its start tag.
    pub span: Span,
}

impl Element {
    /// An attribute by its name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The value of an attribute; empty if there is none.
    pub fn value(&self, name: &str) -> &str {
        self.attribute(name).map_or("", |attribute| &attribute.value)
    }

    /// The position of an attribute, otherwise that of the element.
    pub fn place(&self, name: &str) -> Span {
        self.attribute(name).map_or(self.span, |attribute| attribute.span)
    }
}

/// Parses a file.
///
/// # Errors
/// It is not well-formed, has a document type declaration with contents, or is too deep.
pub fn parse(file: FileId, text: &str) -> Result<Element, Finding> {
    // A byte order mark is not text.
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = text.len() - body.len();
    let reader = Reader { file, text, skipped };
    reader.check_size(body)?;
    let body = &*without_bare_declaration(body);
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(body, options).map_err(|error| reader.fault(body, &error))?;
    let root = document.root_element();
    let mut element = reader.element(root, root.tag_name().namespace(), DEPTH)?;
    element.foreign = root.tag_name().namespace().filter(|space| !is_sbe(space)).map(|space| {
        let tag = element.span.text_in(text);
        let place = tag
            .find(space)
            .filter(|_| !space.is_empty())
            .map_or(element.span, |at| element.span.part(at..at + space.len()));
        (space.to_string(), place)
    });
    Ok(element)
}

struct Reader<'t> {
    file: FileId,
    text: &'t str,
    skipped: usize,
}

impl Reader<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, (range.start + self.skipped) as u32, (range.end + self.skipped) as u32)
    }

    /// The first line of what a range has besides white space.
    fn first_line(&self, range: std::ops::Range<usize>) -> Span {
        let whole = self.span(range);
        let written = whole.text_in(self.text);
        let text = written.trim();
        let start = written.len() - written.trim_start().len();
        whole.part(start..start + text.lines().next().map_or(0, |line| line.trim_end().len()))
    }

    /// Rejects excessive nesting, attributes, namespaces and CDATA sections before the library sees them, since it
    /// compares each attribute with all others.
    fn check_size(&self, body: &str) -> Result<(), Finding> {
        let (mut depth, mut rest, mut at) = (0usize, body, 0);
        let (mut name_spaces, mut sections) = (0, 0);
        while let Some(found) = rest.find('<') {
            let tag = &rest[found..];
            let (end, change) = tag_end(tag);
            at += found;
            match change {
                Change::In => depth += 1,
                Change::Out => depth = depth.saturating_sub(1),
                Change::None => {}
            }
            sections = if tag.starts_with("<![CDATA[") { sections + 1 } else { 0 };
            let mut count = 0;
            for (name, _) in attributes(&tag[..end]) {
                count += 1;
                name_spaces += usize::from(name.starts_with("xmlns"));
            }
            let fault = |message: String| Finding::error("S0103", self.span(at..at + end), message);
            let refused = match () {
                _ if depth > DEPTH => Some(fault(format!("elements are nested more than {DEPTH} deep"))),
                _ if count > ATTRIBUTES => {
                    let found = fault(format!("an element has more than {ATTRIBUTES} attributes"));
                    Some(found.hint("remove those that SBE does not have"))
                }
                _ if name_spaces > NAME_SPACES => {
                    let found = fault(format!("more than {NAME_SPACES} namespaces are declared"));
                    Some(found.hint("declare each once, in the root"))
                }
                _ if sections > CDATA => {
                    let found = fault(format!("more than {CDATA} CDATA sections are in a row"));
                    Some(found.hint("put the text into one section"))
                }
                _ => None,
            };
            if let Some(refused) = refused {
                return Err(refused);
            }
            rest = &rest[found + end..];
            at += end;
        }
        Ok(())
    }

    fn fault(&self, body: &str, error: &roxmltree::Error) -> Finding {
        let pos = error.pos();
        let line = body.split_inclusive('\n').take(pos.row as usize - 1).map(str::len).sum::<usize>();
        let rest = body.get(line..).unwrap_or("");
        let column: usize = rest.chars().take(pos.col as usize - 1).map(char::len_utf8).sum();
        let at = (line + column).min(body.len());
        let place = self.span(at..body[at..].chars().next().map_or(at, |c| at + c.len_utf8()));
        if matches!(error, roxmltree::Error::DtdDetected) {
            let at = body.find("<!DOCTYPE").unwrap_or(0);
            return Finding::error(
                "S0102",
                self.span(at..at + 9),
                "document type declarations are not supported",
            )
            .hint("remove it, and write its entities out");
        }
        let words = error.to_string();
        let words = words.rsplit_once(" at ").map_or(words.as_str(), |(words, _)| words);
        let fault = Finding::error("S0101", place, format!("this is not well-formed XML: {words}"));
        match error {
            _ if body.trim().is_empty() => {
                let fault = Finding::error("S0101", place, "this file is empty");
                fault.hint("a schema has one root: <messageSchema>")
            }
            roxmltree::Error::UnknownNamespace(prefix, _) => {
                let place = self.span(at..at + prefix.len());
                let fault = Finding::error("S0101", place, format!("the prefix `{prefix}` is not declared"));
                fault.hint(prefix_hint(prefix, &body[at..]))
            }
            roxmltree::Error::DuplicatedAttribute(name, _) => {
                let place = self.span(at..at + name.len());
                let fault = Finding::error("S0101", place, format!("`{name}` is given twice"));
                fault.hint("remove one of the two")
            }
            roxmltree::Error::NonXmlChar(c, _) => {
                let message = format!("the character U+{:04X} can't be in XML", u32::from(*c));
                Finding::error("S0101", place, message).hint("remove it")
            }
            roxmltree::Error::UnexpectedDeclaration(_) => {
                let message = "the XML declaration is not at the start of the file";
                Finding::error("S0101", place, message).hint("remove what is before it, or the declaration")
            }
            _ => malformed::first_flaw(body).map_or(fault, |flaw| self.finding(flaw)),
        }
    }

    fn finding(&self, flaw: malformed::Flaw) -> Finding {
        let fault = Finding::error("S0101", self.span(flaw.place), flaw.message).hint(flaw.hint);
        match flaw.also {
            Some((place, text)) => fault.also(self.span(place), text),
            None => fault,
        }
    }

    /// The element of a node, in a tree whose root has a namespace.
    fn element(&self, node: Node<'_, '_>, own: Option<&str>, depth: usize) -> Result<Element, Finding> {
        let range = node.range();
        let whole = &self.text[range.start + self.skipped..range.end + self.skipped];
        let (tag, _) = tag_end(whole);
        let span = self.span(range.start..range.start + tag);
        if depth == 0 {
            return Err(Finding::error("S0103", span, format!("elements are nested more than {DEPTH} deep")));
        }
        let included = node.tag_name().namespace() == Some(XINCLUDE);
        let name = match included {
            true => format!("xi:{}", node.tag_name().name()),
            false => node.tag_name().name().to_string(),
        };
        let attributes = node.attributes().filter(|a| a.namespace().is_none()).map(|a| Attribute {
            name: a.name().to_string(),
            name_span: self.span(a.range_qname()),
            value: a.value().to_string(),
            span: self.span(a.range_value()),
        });
        let mut element = Element {
            name,
            attributes: attributes.collect(),
            children: Vec::new(),
            text: String::new(),
            text_span: span.after(),
            foreign: None,
            span,
        };
        let mut blank = true;
        for child in node.children() {
            if child.is_element() {
                let space = child.tag_name().namespace();
                if space.is_none_or(|space| space == XINCLUDE || is_sbe(space) || own == Some(space)) {
                    element.children.push(self.element(child, own, depth - 1)?);
                }
            } else if child.is_text() {
                let text = child.text().unwrap_or("");
                if blank && !text.trim().is_empty() {
                    element.text_span = self.first_line(child.range());
                    blank = false;
                }
                element.text.push_str(text);
            }
        }
        Ok(element)
    }
}

/// How to declare a prefix, which is at the start of a text.
fn prefix_hint(prefix: &str, text: &str) -> String {
    let named = text[prefix.len()..].strip_prefix(':').unwrap_or("");
    let name = &named[..named.find(|c: char| !c.is_alphanumeric()).unwrap_or(named.len())];
    let space = match PREFIXES.iter().find(|(known, _)| *known == prefix) {
        Some((_, space)) => space,
        None if is_element(name) => SBE,
        None => "...",
    };
    format!("declare it in the root: xmlns:{prefix}=\"{space}\"")
}

/// Whether a namespace is one of SBE's: the standard and its drafts use several.
fn is_sbe(space: &str) -> bool {
    space.to_ascii_lowercase().contains("sbe") || space.contains("fixprotocol")
}

/// Replaces a document type declaration that has only a name by blanks: it declares nothing, and exchanges
/// publish it.
fn without_bare_declaration(body: &str) -> Cow<'_, str> {
    let mut at = 0;
    while let Some(found) = body[at..].find('<') {
        at += found;
        let (end, change) = tag_end(&body[at..]);
        let tag = &body[at..at + end];
        if let Some(declared) = tag.strip_prefix("<!DOCTYPE").and_then(|rest| rest.strip_suffix('>')) {
            let is_bare = declared.split_whitespace().count() == 1 && !declared.contains(['[', '<']);
            if is_bare {
                let blanks = " ".repeat(end);
                return Cow::Owned([&body[..at], &blanks, &body[at + end..]].concat());
            }
        }
        if !matches!(change, Change::None) {
            break;
        }
        at += end;
    }
    Cow::Borrowed(body)
}
