//! The trait through which messages of every schema language are used.

use wireglot_interp::inspect::Annotated;
use wireglot_interp::layout::Oversized;
use wireglot_interp::{
    Codec, DecodeError, DecodeOptions, Defaults, EncodeOptions, SampleOptions, Sink, Tape, ValueRef,
};
use wireglot_plan::{Rules, Shape, ShapeId};

use crate::diff::values::{differences, Difference};
use crate::languages::{Feature, Refusal};
use crate::records::Refused;
use crate::texts::{Given, Text};

use super::bad::{Bad, FieldError, Unwritten};
use super::samples::Samples;
use super::text::{MessageText, Reader, Writer};

/// A request for messages of a compiled schema.
#[derive(Debug, Clone, Copy, Default)]
pub struct MessageRequest<'r> {
    /// The type or value; not needed if messages identify their type.
    pub name: Option<&'r str>,
    /// The encoding rules needed, in languages with several.
    pub rules: &'r [Rules],
    /// Paths of components whose encoding is kept, if the first of the rules supports that.
    pub keep_raw: &'r [String],
    /// Whether tolerated mistakes in the schema are errors.
    pub strict: bool,
    /// Whether the contents of open types and strings stay undecoded, whatever the schema says.
    pub closed: bool,
    /// Whether errors in types that are not requested are ignored.
    pub partial: bool,
}

/// How messages are decoded.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// The encoding rules, in languages with several.
    pub rules: Option<Rules>,
    /// What is accepted, and the limits.
    pub options: DecodeOptions,
    /// Whether another message may follow. Otherwise the bytes must be exactly one message.
    pub several: bool,
    /// Whether missing bytes at the end count as zero.
    pub pad: bool,
    /// The maximum size of a message's text in bytes; see [`Reading::most_text`] and [`Reading::most_spans`] for the
    /// defaults.
    pub output: Option<usize>,
}

impl Reading {
    /// The maximum size of a message's text in bytes: as set, or 64 times its encoding plus 64 MiB.
    pub fn most_text(&self, octets: usize) -> usize {
        self.output.unwrap_or_else(|| octets.saturating_mul(64).saturating_add(64 << 20))
    }

    /// The maximum size of a message's spans as JSON: as requested, or 256 times its size plus 64 MiB.
    pub fn most_spans(&self, octets: usize) -> usize {
        self.output.unwrap_or_else(|| octets.saturating_mul(256).saturating_add(64 << 20))
    }
}

/// How messages are encoded.
#[derive(Debug, Clone, Copy, Default)]
pub struct Writing {
    /// The encoding rules, in languages with several.
    pub rules: Option<Rules>,
    /// The choice among several valid encodings.
    pub options: EncodeOptions,
    /// What becomes of integers that don't fit, in languages that truncate them.
    pub oversized: Oversized,
}

/// Messages of one type, or of all types of a schema whose messages identify their type.
pub trait Message: Send + Sync {
    /// The name at the start of paths in its values.
    fn name(&self) -> &str;

    /// The shape of values.
    fn shape(&self) -> &Shape;

    /// Whether its text is the language's own JSON instead of a notation derived from the shape.
    fn has_own_json(&self) -> bool {
        false
    }

    /// The index of the type among the roots of the shape.
    fn root(&self) -> usize {
        0
    }

    /// The types that a message may have, if it identifies its type and none was requested.
    fn types(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The type references that lead to the type of a part.
    fn references(&self, shape: ShapeId) -> Vec<&str> {
        let _ = shape;
        Vec::new()
    }

    /// For each part of a type, the type references that lead to it, or to the elements of its lists, as the schema
    /// writes them. Empty if the language has no such references.
    fn part_references(&self, record: ShapeId) -> Vec<Vec<&str>> {
        let _ = record;
        Vec::new()
    }

    /// The value, if the requested name refers to one.
    fn constant(&self) -> Option<ValueRef<'_>> {
        None
    }

    /// Whether only the end of the input, or a frame, can end an invalid message.
    fn ends_with_input(&self) -> bool {
        false
    }

    /// The version of the message at the start of `octets`, if it is newer than the schema.
    fn newer_version(&self, octets: &[u8]) -> Option<u64> {
        let _ = octets;
        None
    }

    /// Whether the least significant bit of a byte comes first.
    fn least_first(&self) -> bool {
        false
    }

    /// Whether each span of [`Message::inspect`] has a name. If not, deeper spans belong to the span around
    /// them.
    fn names_all(&self, rules: Option<Rules>) -> bool {
        let _ = rules;
        true
    }

    /// A text form for values of the type.
    ///
    /// # Errors
    /// They have no text in this form.
    fn text(&self, form: Text) -> Result<MessageText<'_>, Refusal> {
        if self.has_own_json() {
            return Ok(MessageText::Own);
        }
        let ty = self.shape().roots.get(self.root()).map_or(ShapeId(0), |root| root.shape);
        let of = form.of(self.shape(), ty);
        of.map(MessageText::Values).map_err(|none| Refusal::Usage(none.to_string()))
    }

    /// A codec that decodes into a sink of any kind, and the index of the type among its roots; `None` if
    /// messages can be decoded only onto tapes. Used by [`decode_into`].
    fn codec(&self, rules: Option<Rules>) -> Option<(&Codec, usize)> {
        let _ = rules;
        None
    }

    /// Describes the error that this codec returned.
    fn undecoded(&self, error: DecodeError, octets: &[u8], reading: &Reading) -> Bad {
        let _ = (octets, reading);
        error.into()
    }

    /// Decodes the message at the start of `octets`; returns its size in bytes.
    ///
    /// # Errors
    /// They are not a message.
    fn decode(&self, octets: &[u8], reading: &Reading, tape: &mut Tape) -> Result<usize, Bad>;

    /// The same, and writes it as text.
    ///
    /// # Errors
    /// Same as for [`Message::decode`].
    fn decode_text(&self, octets: &[u8], reading: &Reading, writer: &mut Writer) -> Result<usize, Bad> {
        let mut tape = Tape::new();
        let taken = self.decode(octets, reading, &mut tape)?;
        if let (Some(value), Writer::Values(writer)) = (tape.root(), writer) {
            writer.value(value).map_err(|error| Bad { taken: Some(taken), ..error.into() })?;
        }
        Ok(taken)
    }

    /// The same, without output.
    ///
    /// # Errors
    /// Same as for [`Message::decode`].
    fn skim(&self, octets: &[u8], reading: &Reading) -> Result<usize, Bad> {
        self.decode(octets, reading, &mut Tape::new())
    }

    /// Errors in bytes that are decoded all the same: parts of the value that are kept as bytes, and bytes
    /// left over.
    fn kept(&self, octets: &[u8], reading: &Reading) -> Vec<Bad> {
        let _ = (octets, reading);
        Vec::new()
    }

    /// The size of a message, if it states it: see [`crate::records::Records::extent`].
    fn extent(&self, octets: &[u8], reading: &Reading) -> Option<Result<usize, Refused<()>>> {
        let _ = (octets, reading);
        None
    }

    /// Whether the type lists the start of `octets`: see [`crate::records::Records::lists`].
    fn lists(&self, octets: &[u8], reading: &Reading) -> bool {
        let _ = (octets, reading);
        false
    }

    /// Appends the encoding of a value.
    ///
    /// # Errors
    /// The value can't be encoded.
    fn encode(&self, value: ValueRef, writing: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError>;

    /// Appends the encoding of the first value of a text, for which the tape may be used; returns where the
    /// value ends.
    ///
    /// # Errors
    /// The text is not a value of the type, or the value can't be encoded.
    fn encode_text(
        &self,
        given: Given,
        reader: &mut Reader,
        tape: &mut Tape,
        writing: &Writing,
        out: &mut Vec<u8>,
    ) -> Result<usize, Unwritten> {
        let taken = reader.read(given, tape)?;
        match tape.root().map(|value| self.encode(value, writing, out)) {
            Some(Err(error)) => Err(Unwritten::Value { error, taken: Some(taken) }),
            _ => Ok(taken),
        }
    }

    /// Decodes the message at the start of `octets` and appends it encoded as in `writing`; returns its size
    /// in bytes. The tape holds the value in between.
    ///
    /// # Errors
    /// They are not a message, or part of the value can't be encoded.
    fn relay(
        &self,
        octets: &[u8],
        ways: (&Reading, &Writing),
        tape: &mut Tape,
        out: &mut Vec<u8>,
    ) -> Result<usize, Bad> {
        let taken = self.decode(octets, ways.0, tape)?;
        match tape.root().map(|value| self.encode(value, ways.1, out)) {
            Some(Err(error)) => Err(Bad { taken: Some(taken), ..error.into() }),
            _ => Ok(taken),
        }
    }

    /// Annotates each bit of an encoding.
    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated;

    /// The differences between two values, in the order of the type.
    ///
    /// # Errors
    /// The values can't be compared: a default of the type is not a valid value. Or the differences take more than
    /// `most` bytes as JSON.
    fn differences(
        &self,
        left: ValueRef,
        right: ValueRef,
        most: usize,
    ) -> Result<Vec<Difference>, FieldError> {
        let defaults = Defaults::new(self.shape()).map_err(|mismatch| FieldError {
            code: "default",
            path: mismatch.shape,
            message: "a default is not of its type".into(),
        })?;
        differences((self.shape(), &defaults), self.name(), (left, right), most)
    }

    /// Random values, the same for the same seed; in languages with several encoding rules, for these rules.
    ///
    /// # Errors
    /// This language does not support random values.
    fn samples(
        &self,
        rules: Option<Rules>,
        options: &SampleOptions,
    ) -> Result<Box<dyn Samples + '_>, Refusal> {
        let _ = (rules, options);
        Err(Refusal::Feature(Feature::Samples))
    }
}

/// Decodes the message at the start of `octets` into a sink whose methods are called statically; returns its
/// size in bytes.
///
/// # Errors
/// Same as for [`Message::decode`].
pub fn decode_into(
    message: &dyn Message,
    octets: &[u8],
    reading: &Reading,
    sink: &mut impl Sink,
) -> Result<usize, Bad> {
    if let Some((codec, root)) = message.codec(reading.rules) {
        let read = codec.decode(root, octets, &reading.options, sink);
        return read.map_err(|error| message.undecoded(error, octets, reading));
    }
    let mut tape = Tape::new();
    let taken = message.decode(octets, reading, &mut tape)?;
    tape.roots().for_each(|value| value.play(sink));
    Ok(taken)
}
