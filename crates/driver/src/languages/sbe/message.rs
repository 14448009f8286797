//! Messages of an SBE schema, which identify their type.

use wireglot_interp::inspect::Annotated;
use wireglot_interp::layout::{newer_version, Decoded, LayoutCode, LayoutError};
use wireglot_interp::{Discard, LayoutSampler, SampleOptions, Tape, ValueRef};
use wireglot_plan::layout::LayoutMessage;
use wireglot_plan::{Rules, Shape, ShapeRoot};
use wireglot_text::names::close_names;

use super::schema::Schema;
use crate::languages::Refusal;
use crate::messages::{
    Bad, FieldError, Message, MessageRequest, Reader, Reading, Samples, Undrawn, Unwritten, Writer, Writing,
    ANOTHER,
};
use crate::texts::{Given, TextError, JSON};

/// Messages of one type, or each of the type in its header.
pub struct Messages {
    schema: Schema,
    name: Option<String>,
}

impl Messages {
    /// One of the schema's message types, or all.
    pub fn new(schema: Schema, asked: &MessageRequest) -> Result<Messages, Refusal> {
        let schema = schema.sound(asked.strict)?;
        if let Some(name) = asked.name.filter(|name| schema.model.message(name).is_none()) {
            let names = schema.model.messages.iter().map(|message| message.name.as_str());
            let near = close_names(name, names);
            let near = if near.is_empty() {
                String::new()
            } else {
                format!("; did you mean {}?", near.join(" or "))
            };
            return Err(Refusal::Usage(format!("there is no message `{name}`{near}")));
        }
        Ok(Messages { schema, name: asked.name.map(str::to_string) })
    }

    /// The size of the first message in bytes.
    fn size(&self, decoded: &Decoded, octets: &[u8], several: bool) -> Result<usize, Bad> {
        let name = &decoded.message.name;
        if let Some(wanted) = self.name.as_ref().filter(|wanted| *wanted != name) {
            let message = format!("this is a message `{name}`, not `{wanted}`");
            let (path, taken) = (name.clone(), Some(decoded.size));
            return Err(Bad { code: ANOTHER, path, message, at: Some(0), taken, ..Bad::default() });
        }
        // Data appended by a newer sender and not covered by a length is skipped.
        let newer = decoded.version > self.schema.layout.messages.version;
        if !several && decoded.size < octets.len() && !newer {
            return Err(Bad::left_over(name, decoded.size, octets.len()));
        }
        Ok(if several { decoded.size } else { octets.len() })
    }
}

impl Message for Messages {
    fn name(&self) -> &str {
        ""
    }

    fn shape(&self) -> &Shape {
        self.schema.shape()
    }

    fn has_own_json(&self) -> bool {
        true
    }

    fn root(&self) -> usize {
        let is_asked = |root: &ShapeRoot| self.name.as_ref().is_some_and(|name| *name == root.reference);
        self.shape().roots.iter().position(is_asked).unwrap_or_default()
    }

    fn types(&self) -> Vec<&str> {
        match (&self.name, &self.schema.layout.messages.all[..]) {
            (Some(_), _) | (None, [_]) => Vec::new(),
            (None, all) => all.iter().map(|message| message.name.as_str()).collect(),
        }
    }

    fn ends_with_input(&self) -> bool {
        true
    }

    fn newer_version(&self, octets: &[u8]) -> Option<u64> {
        newer_version(&self.schema.layout, octets)
    }

    fn decode(&self, octets: &[u8], reading: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        let decoded = self.schema.decode(octets, tape)?;
        self.size(&decoded, octets, reading.several)
    }

    fn decode_text(&self, octets: &[u8], reading: &Reading, writer: &mut Writer) -> Result<usize, Bad> {
        let (decoded, text) = self.schema.to_json(octets)?;
        let size = self.size(&decoded, octets, reading.several)?;
        if let Writer::Own(out) = writer {
            match &self.name {
                Some(_) => out.extend_from_slice(text.as_bytes()),
                None => {
                    let name = &decoded.message.name;
                    out.extend_from_slice(format!("{{\"{name}\":{text}}}").as_bytes());
                }
            }
        }
        Ok(size)
    }

    fn skim(&self, octets: &[u8], reading: &Reading) -> Result<usize, Bad> {
        let decoded = self.schema.decode(octets, &mut Discard)?;
        self.size(&decoded, octets, reading.several)
    }

    /// Encodes as the message whose values have that shape, in the version of the schema.
    fn encode(&self, value: ValueRef, _: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError> {
        let messages = &self.schema.layout.messages;
        let message = messages.all.iter().find(|message| message.block.shape == value.shape());
        let other = || FieldError {
            code: LayoutCode::Value.word(),
            path: String::new(),
            message: "this is not a value of a message".into(),
        };
        Ok(self.schema.encode(message.ok_or_else(other)?, messages.version, value, out)?)
    }

    fn encode_text(
        &self,
        given: Given,
        _: &mut Reader,
        _: &mut Tape,
        _: &Writing,
        out: &mut Vec<u8>,
    ) -> Result<usize, Unwritten> {
        let messages = &self.schema.layout.messages;
        let message = self.name.as_ref().and_then(|name| messages.named(name));
        let text = given.text(JSON.syntax)?;
        Ok(self.schema.from_json(message, messages.version, text, out).map_err(TextError::from)?)
    }

    /// Fields that the sender's version lacks stay absent; of a newer version, the known fields are written.
    fn relay(
        &self,
        octets: &[u8],
        (from, _): (&Reading, &Writing),
        tape: &mut Tape,
        out: &mut Vec<u8>,
    ) -> Result<usize, Bad> {
        let decoded = self.schema.decode(octets, tape)?;
        let size = self.size(&decoded, octets, from.several)?;
        let version = decoded.version.min(self.schema.layout.messages.version);
        let too_long = || LayoutError {
            code: LayoutCode::Value,
            bit: 0,
            path: decoded.message.name.clone(),
            detail: "it is too long".into(),
        };
        let value = tape.root().ok_or_else(too_long)?;
        let written = self.schema.encode(decoded.message, version, value, out);
        written.map_err(|error| Bad { taken: Some(size), ..error.into() })?;
        Ok(size)
    }

    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated {
        self.schema.inspect(octets, reading.most_spans(octets.len()))
    }

    fn samples(&self, _: Option<Rules>, options: &SampleOptions) -> Result<Box<dyn Samples + '_>, Refusal> {
        let layout = &self.schema.layout;
        let only = self.name.as_ref().and_then(|name| layout.messages.named(name));
        Ok(Box::new(Draws { sampler: LayoutSampler::new(layout, options), only }))
    }
}

/// Draws random messages, of one type or of any.
struct Draws<'d> {
    sampler: LayoutSampler<'d>,
    only: Option<&'d LayoutMessage>,
}

impl Samples for Draws<'_> {
    fn draw(&mut self) -> Result<Tape, Undrawn> {
        self.sampler.message(self.only).ok_or(Undrawn::None)
    }
}
