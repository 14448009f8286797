//! The text form of H.248, long and short.

use wireglot_grammar::h248::grammar;
use wireglot_interp::json::Layout;
use wireglot_interp::{Codec, DecodeOptions, Limits, Tape, ValueRef};
use wireglot_plan::{Shape, ShapeId};
use wireglot_textual::h248::Erlang;
use wireglot_textual::{Draft, Link, ReadError, Reader, Style, Writer};

use super::text_form::{Text, TextDecodeError, TextError, TextForm, TextReader, TextWriter, Unsayable};

/// Long keywords, a line for each part.
pub const H248: Text = &TextForm {
    word: "h248",
    standard: Some("H.248.1"),
    is_json: false,
    by_lines: false,
    syntax: "grammar_syntax",
    refuses,
    reader: |shape, _, limits| Box::new(MessageReader::new(shape, limits)),
    writer: |shape, _: Layout| Box::new(MessageWriter::new(shape, Style::Pretty)),
};

/// Short keywords and no white space.
pub const H248_COMPACT: Text = &TextForm {
    word: "h248-compact",
    standard: Some("H.248.1"),
    is_json: false,
    by_lines: false,
    syntax: "grammar_syntax",
    refuses,
    reader: |shape, _, limits| Box::new(MessageReader::new(shape, limits)),
    writer: |shape, _: Layout| Box::new(MessageWriter::new(shape, Style::Compact)),
};

/// The grammar for values of a type.
fn link(shape: &Shape, ty: ShapeId) -> Option<Link<'static>> {
    grammar().and_then(|grammar| Link::new(grammar, shape, ty))
}

/// Only messages have text.
fn refuses(shape: &Shape, ty: ShapeId) -> Option<String> {
    match link(shape, ty) {
        Some(_) => None,
        None => Some(format!("`{}` is not MegacoMessage of MEDIA-GATEWAY-CONTROL", shape.get(ty).name)),
    }
}

#[derive(Debug)]
struct MessageReader<'s> {
    shape: &'s Shape,
    link: Option<(ShapeId, Link<'static>)>,
    names: Erlang,
    limits: Limits,
    draft: Draft,
}

impl<'s> MessageReader<'s> {
    fn new(shape: &'s Shape, limits: Limits) -> MessageReader<'s> {
        MessageReader { shape, link: None, names: Erlang::default(), limits, draft: Draft::default() }
    }
}

impl From<ReadError> for TextError {
    fn from(error: ReadError) -> TextError {
        let ReadError { code, offset, rule, message, .. } = error;
        let message = if rule.is_empty() { message } else { format!("{message}, in `{rule}`") };
        TextError { code, offset, path: String::new(), message }
    }
}

impl TextReader for MessageReader<'_> {
    fn read(&mut self, text: &str, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        if self.link.as_ref().is_none_or(|(known, _)| *known != ty) {
            self.link = link(self.shape, ty).map(|link| (ty, link));
        }
        let Some((_, link)) = &self.link else {
            let message = refuses(self.shape, ty).unwrap_or_default();
            return Err(TextError { code: "grammar_value", offset: 0, path: String::new(), message });
        };
        let mut reader = Reader::new(link, self.shape, &self.names);
        reader.limits = self.limits;
        reader.read(text.as_bytes(), &mut self.draft, tape).map_err(TextError::from)
    }
}

#[derive(Debug)]
struct MessageWriter<'s> {
    shape: &'s Shape,
    link: Option<(ShapeId, Link<'static>)>,
    names: Erlang,
    style: Style,
    out: String,
    kept: usize,
}

impl<'s> MessageWriter<'s> {
    fn new(shape: &'s Shape, style: Style) -> MessageWriter<'s> {
        MessageWriter { shape, link: None, names: Erlang::default(), style, out: String::new(), kept: 0 }
    }
}

impl TextWriter for MessageWriter<'_> {
    fn text(&self) -> &str {
        &self.out
    }

    fn clear(&mut self) {
        self.out.clear();
        self.kept = 0;
    }

    fn kept(&self) -> usize {
        self.kept
    }

    fn value(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        let unsayable = |message| Unsayable { code: "grammar_value", message };
        let ty = value.shape();
        if self.link.as_ref().is_none_or(|(known, _)| *known != ty) {
            self.link = link(self.shape, ty).map(|link| (ty, link));
        }
        let Some((_, link)) = &self.link else {
            return Err(unsayable(refuses(self.shape, ty).unwrap_or_default()));
        };
        let mut octets = Vec::new();
        let written = Writer::new(link, &self.names, self.style).write(value, &mut octets);
        written.map_err(|error| unsayable(error.to_string()))?;
        let text = String::from_utf8(octets);
        let text =
            text.map_err(|_| unsayable("octets of a descriptor are not UTF-8, and this text is".into()))?;
        self.out.push_str(&text);
        Ok(())
    }

    fn decode(
        &mut self,
        codec: &Codec,
        root: usize,
        octets: &[u8],
        options: &DecodeOptions,
    ) -> Result<usize, TextDecodeError> {
        let mut tape = Tape::new();
        let taken = codec.decode(root, octets, options, &mut tape)?;
        self.kept += tape.kept();
        match tape.root().map(|value| self.value(value)) {
            Some(Err(error)) => Err(TextDecodeError::Value(error, taken)),
            _ => Ok(taken),
        }
    }
}
