//! Text protocols that are read and written by a grammar: one row each.

use wireglot_grammar::{Analysis, Grammar};
use wireglot_interp::{Limits, Tape, ValueRef};
use wireglot_plan::{Rules, Shape, ShapeId};
use wireglot_textual::{
    next_message, Convert, Draft, Drawer, Link, ReadError, Reader, Style, Tokens, Writer,
};

use super::by_tape::{ByTape, ValueWriter};
use super::text_form::{Given, Inspected, TextError, TextReader, TextSettings, TextWriter, Unsayable};

/// The maximum number of attempts to draw a message, since not everything that the grammar allows is valid.
const ATTEMPTS: u32 = 100;

/// A protocol with text messages.
#[derive(Debug)]
pub struct Protocol {
    /// Describes the type of its messages.
    pub messages: &'static str,
    /// Its grammar; `None` if the table is damaged.
    pub grammar: fn() -> Option<&'static (Grammar, Analysis)>,
    /// The versions of its messages; empty if they have none.
    pub versions: &'static [u8],
    /// Its own conversions.
    pub conversions: fn(&TextSettings) -> Box<dyn Convert>,
}

impl Protocol {
    /// Its rules linked to a type.
    pub fn link(&self, shape: &Shape, ty: ShapeId) -> Option<Link<'static>> {
        (self.grammar)().and_then(|grammar| Link::new(grammar, shape, ty))
    }

    /// Why values of a type have no text; `None` if they do.
    pub fn refuses(&self, shape: &Shape, ty: ShapeId) -> Option<String> {
        match self.link(shape, ty) {
            Some(_) => None,
            None => Some(format!("`{}` is not {}", shape.get(ty).name, self.messages)),
        }
    }

    /// A reader of its messages. If they will be encoded in some rules, names without a number are errors.
    pub fn reader<'s>(
        &'static self,
        shape: &'s Shape,
        rules: Option<Rules>,
        limits: Limits,
        settings: &TextSettings,
    ) -> Box<dyn TextReader + 's> {
        let (numbered, conversions) = (rules.is_some(), (self.conversions)(settings));
        let (rules, draft) = (Bound::new(self, shape), Draft::default());
        Box::new(MessageReader { rules, conversions, limits, numbered, draft })
    }

    /// A writer of its messages.
    pub fn writer<'s>(
        &'static self,
        shape: &'s Shape,
        style: Style,
        settings: &TextSettings,
    ) -> Box<dyn TextWriter + 's> {
        let (rules, conversions) = (Bound::new(self, shape), (self.conversions)(settings));
        Box::new(ByTape::new(MessageWriter { rules, conversions, style, out: Vec::new() }))
    }
}

/// The rules of a protocol, linked to the type that was requested last.
#[derive(Debug)]
struct Bound<'s> {
    protocol: &'static Protocol,
    shape: &'s Shape,
    link: Option<(ShapeId, Link<'static>)>,
}

impl<'s> Bound<'s> {
    fn new(protocol: &'static Protocol, shape: &'s Shape) -> Bound<'s> {
        Bound { protocol, shape, link: None }
    }

    /// The rules for a type, or why there are none.
    fn to(&mut self, ty: ShapeId) -> Result<&Link<'static>, String> {
        if self.link.as_ref().is_none_or(|(known, _)| *known != ty) {
            self.link = self.protocol.link(self.shape, ty).map(|link| (ty, link));
        }
        let link = self.link.as_ref().map(|(_, link)| link);
        link.ok_or_else(|| self.protocol.refuses(self.shape, ty).unwrap_or_default())
    }
}

impl From<ReadError> for TextError {
    fn from(error: ReadError) -> TextError {
        let ReadError { code, offset, rule, path, message, answer, .. } = error;
        let mut message = if rule.is_empty() { message } else { format!("{message}, in `{rule}`") };
        if let Some(answer) = answer {
            message.push_str(&format!("; answer it with error {answer}"));
        }
        TextError { code, offset, path, message, short: false }
    }
}

#[derive(Debug)]
struct MessageReader<'s> {
    rules: Bound<'s>,
    conversions: Box<dyn Convert>,
    limits: Limits,
    /// Whether names need a number.
    numbered: bool,
    draft: Draft,
}

impl TextReader for MessageReader<'_> {
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        let shape = self.rules.shape;
        let link = self.rules.to(ty).map_err(|message| TextError {
            code: "grammar_value",
            message,
            ..TextError::default()
        })?;
        let mut reader = Reader::new(link, shape, &*self.conversions);
        (reader.limits, reader.numbered) = (self.limits, self.numbered);
        reader.read(given.octets(), &mut self.draft, tape).map_err(TextError::from)
    }

    fn draw(&mut self, ty: ShapeId, seed: u64, tape: &mut Tape) -> bool {
        let shape = self.rules.shape;
        let versions = self.rules.protocol.versions;
        let version = versions.get(seed as usize % versions.len().max(1)).copied().unwrap_or(0);
        let Ok(link) = self.rules.to(ty) else { return false };
        let reader = Reader::new(link, shape, &*self.conversions);
        let mut drawer = Drawer::new(link, shape, &*self.conversions, version, seed);
        (0..ATTEMPTS).any(|_| {
            tape.clear();
            drawer.draw().is_some_and(|text| reader.read(text, &mut self.draft, tape).is_ok())
        })
    }

    fn inspect(&mut self, given: Given, ty: ShapeId, most: usize) -> Option<Inspected> {
        let shape = self.rules.shape;
        let link = self.rules.to(ty).ok()?;
        let mut reader = Reader::new(link, shape, &*self.conversions);
        reader.limits = self.limits;
        let Tokens { spans, taken, error } = reader.tokens(given.octets(), &mut self.draft, most);
        Some(Inspected { made: spans, taken, error: error.map(TextError::from) })
    }

    fn unnumbered(&self) -> Vec<TextError> {
        let names = self.draft.unnumbered(self.rules.shape).map(|(offset, path, why)| TextError {
            code: "grammar_value",
            offset,
            path,
            message: format!("{why}: its characters are kept"),
            short: false,
        });
        names.collect()
    }

    fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        let (_, link) = self.rules.link.as_ref()?;
        let octets = given.octets();
        Some(next_message(link, octets, error.offset).unwrap_or(octets.len()))
    }
}

#[derive(Debug)]
struct MessageWriter<'s> {
    rules: Bound<'s>,
    conversions: Box<dyn Convert>,
    style: Style,
    out: Vec<u8>,
}

impl ValueWriter for MessageWriter<'_> {
    fn octets(&self) -> &[u8] {
        &self.out
    }

    fn clear(&mut self) {
        self.out.clear();
    }

    fn write(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        let unsayable = |message| Unsayable { code: "grammar_value", message };
        let shape = self.rules.shape;
        let link = self.rules.to(value.shape()).map_err(unsayable)?;
        let writer = Writer::new(link, shape, &*self.conversions, self.style);
        writer.write(value, &mut self.out).map_err(|error| unsayable(error.to_string()))
    }
}
