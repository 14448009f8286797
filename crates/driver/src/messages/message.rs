//! A message: the one trait that every schema language has messages by.

use wireglot_interp::inspect::Annotated;
use wireglot_interp::{Codec, DecodeOptions, Defaults, EncodeOptions, SampleOptions, Sink, Tape, ValueRef};
use wireglot_plan::{Rules, Shape, ShapeId};

use crate::diff::values::{differences, Difference};
use crate::languages::{Feature, Refusal};
use crate::records::Refused;
use crate::texts::{Given, Text};

use super::bad::{Bad, FieldError, Unwritten};
use super::samples::Samples;
use super::text::{MessageText, Reader, Writer};

/// What is asked for of a compilation.
#[derive(Debug, Clone, Copy, Default)]
pub struct MessageRequest<'r> {
    /// The type, or a value; languages whose messages say what they are need none.
    pub name: Option<&'r str>,
    /// The rules that are needed, of languages that have several.
    pub rules: &'r [Rules],
    /// Paths of components whose octets are kept as they come, where the first of the rules have that.
    pub keep_raw: &'r [String],
    /// Whether tolerances in the schema are errors.
    pub strict: bool,
    /// Whether what open types and strings hold stays octets, whatever the schema says of it.
    pub closed: bool,
    /// Whether errors in types that are not asked for are passed over.
    pub partial: bool,
}

/// How octets are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// By which rules, of languages that have several.
    pub rules: Option<Rules>,
    /// What is taken, and within which limits.
    pub options: DecodeOptions,
    /// Whether another message may follow; else the octets are one.
    pub several: bool,
    /// Whether octets that are missing at the end count as zero.
    pub pad: bool,
    /// How many octets the text of a message may have; else what [`Reading::most_text`] says.
    pub output: Option<usize>,
}

impl Reading {
    /// How many octets the text of a message may have: as said, or 64 times its octets and 64 MiB.
    pub fn most_text(&self, octets: usize) -> usize {
        self.output.unwrap_or_else(|| octets.saturating_mul(64).saturating_add(64 << 20))
    }
}

/// How octets are written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Writing {
    /// By which rules, of languages that have several.
    pub rules: Option<Rules>,
    /// Which of several encodings.
    pub options: EncodeOptions,
}

/// Messages of a type, or of all types of a schema whose messages say what they are.
pub trait Message: Send + Sync {
    /// The name that paths in its values begin with.
    fn name(&self) -> &str;

    /// What values look like.
    fn shape(&self) -> &Shape;

    /// Whether its text is JSON of the language itself, instead of the notations that follow from the shape.
    fn has_own_json(&self) -> bool {
        false
    }

    /// The position of the type among the roots of the shape.
    fn root(&self) -> usize {
        0
    }

    /// The names that the type of a part goes by.
    fn references(&self, shape: ShapeId) -> Vec<&str> {
        let _ = shape;
        Vec::new()
    }

    /// The value, if the name that was asked for is that of one.
    fn constant(&self) -> Option<ValueRef<'_>> {
        None
    }

    /// Whether only the end of the input, or a frame, may end a message that is wrong.
    fn ends_with_input(&self) -> bool {
        false
    }

    /// Whether the first bit of an octet is the least significant one.
    fn least_first(&self) -> bool {
        false
    }

    /// Whether each span of [`Message::inspect`] has a name; else what lies deeper belongs to what is around it.
    fn names_all(&self, rules: Option<Rules>) -> bool {
        let _ = rules;
        true
    }

    /// A text form for values of the type.
    ///
    /// # Errors
    /// They have no text in it.
    fn text(&self, form: Text) -> Result<MessageText<'_>, Refusal> {
        if self.has_own_json() {
            return Ok(MessageText::Own);
        }
        let ty = self.shape().roots.get(self.root()).map_or(ShapeId(0), |root| root.shape);
        let of = form.of(self.shape(), ty);
        of.map(MessageText::Values).map_err(|none| Refusal::Usage(none.to_string()))
    }

    /// What reads octets by some rules into a sink of any kind, and the position of the type among its roots;
    /// `None` where they are read onto tapes alone. [`decode_into`] asks.
    fn codec(&self, rules: Option<Rules>) -> Option<(&Codec, usize)> {
        let _ = rules;
        None
    }

    /// Decodes the message that begins the octets; gives how many of them it took.
    ///
    /// # Errors
    /// They are none.
    fn decode(&self, octets: &[u8], reading: &Reading, tape: &mut Tape) -> Result<usize, Bad>;

    /// The same, and writes it as text.
    ///
    /// # Errors
    /// As [`Message::decode`].
    fn decode_text(&self, octets: &[u8], reading: &Reading, writer: &mut Writer) -> Result<usize, Bad> {
        let mut tape = Tape::new();
        let taken = self.decode(octets, reading, &mut tape)?;
        if let (Some(value), Writer::Values(writer)) = (tape.root(), writer) {
            writer.value(value).map_err(|error| Bad { taken: Some(taken), ..error.into() })?;
        }
        Ok(taken)
    }

    /// The same, and makes nothing of it.
    ///
    /// # Errors
    /// As [`Message::decode`].
    fn skim(&self, octets: &[u8], reading: &Reading) -> Result<usize, Bad> {
        self.decode(octets, reading, &mut Tape::new())
    }

    /// What is wrong in octets that decode all the same: values that are given as octets, and octets that are
    /// left over.
    fn kept(&self, octets: &[u8], reading: &Reading) -> Vec<Bad> {
        let _ = (octets, reading);
        Vec::new()
    }

    /// How many octets a message takes by its own account: see [`crate::records::Records::extent`].
    fn extent(&self, octets: &[u8], reading: &Reading) -> Option<Result<usize, Refused<()>>> {
        let _ = (octets, reading);
        None
    }

    /// Whether the type lists what some octets begin with: see [`crate::records::Records::lists`].
    fn lists(&self, octets: &[u8], reading: &Reading) -> bool {
        let _ = (octets, reading);
        false
    }

    /// Appends the encoding of a value.
    ///
    /// # Errors
    /// The value can't be written.
    fn encode(&self, value: ValueRef, writing: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError>;

    /// Appends the encoding of the first value of a text, which may come onto the tape on its way; says
    /// where the value ends.
    ///
    /// # Errors
    /// The text is no value of the type, or one that can't be written.
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

    /// Decodes the message that begins the octets and appends it as it is written; gives how many octets
    /// it took. The tape is room for it on its way.
    ///
    /// # Errors
    /// They are none, or hold what can't be written.
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

    /// What each bit of some octets is.
    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated;

    /// Where two values differ, in the order of the type.
    ///
    /// # Errors
    /// Nobody can tell: a default of the type is none of its values.
    fn differences(&self, left: ValueRef, right: ValueRef) -> Result<Vec<Difference>, FieldError> {
        let defaults = Defaults::new(self.shape()).map_err(|mismatch| FieldError {
            code: "default",
            path: mismatch.shape,
            message: "a default is not of its type".into(),
        })?;
        Ok(differences((self.shape(), &defaults), self.name(), left, right))
    }

    /// Random values, the same for the same seed; by these rules, of languages that have several.
    ///
    /// # Errors
    /// None are drawn for this language.
    fn samples(
        &self,
        rules: Option<Rules>,
        options: &SampleOptions,
    ) -> Result<Box<dyn Samples + '_>, Refusal> {
        let _ = (rules, options);
        Err(Refusal::Feature(Feature::Samples))
    }
}

/// Decodes the message that begins some octets into the sink of a door, whose methods are called directly;
/// gives how many octets it took.
///
/// # Errors
/// As [`Message::decode`].
pub fn decode_into(
    message: &dyn Message,
    octets: &[u8],
    reading: &Reading,
    sink: &mut impl Sink,
) -> Result<usize, Bad> {
    if let Some((codec, root)) = message.codec(reading.rules) {
        return Ok(codec.decode(root, octets, &reading.options, sink)?);
    }
    let mut tape = Tape::new();
    let taken = message.decode(octets, reading, &mut tape)?;
    tape.roots().for_each(|value| value.play(sink));
    Ok(taken)
}
