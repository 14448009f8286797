//! Messages of one type of a bitproto file.

use wireglot_interp::inspect::Annotated;
use wireglot_interp::layout::LayoutError;
use wireglot_interp::{Discard, LayoutSampler, SampleOptions, Tape, ValueRef};
use wireglot_plan::layout::LENGTH_PREFIX;
use wireglot_plan::{LayoutId, LayoutKind, Rules, Shape, ShapeRoot};

use super::schema::Schema;
use crate::languages::Refusal;
use crate::messages::{
    Bad, FieldError, Message, MessageRequest, Reader, Reading, Samples, Undrawn, Unwritten, Writer, Writing,
};
use crate::texts::{Given, TextError, JSON};

/// Messages of one type, one after the other. The length of each is fixed, or follows from its leading sizes
/// and counts.
pub struct Messages {
    schema: Schema,
    root: LayoutId,
}

impl Messages {
    /// Messages of the requested type.
    pub fn new(schema: Schema, asked: &MessageRequest) -> Result<Messages, Refusal> {
        let schema = schema.sound(asked.strict)?;
        let Some(name) = asked.name else {
            let names =
                schema.messages().into_iter().map(|message| schema.layout.get(message).path.join("."));
            return Err(Refusal::WhichType(names.collect()));
        };
        let root = schema.find(name)?;
        Ok(Messages { schema, root })
    }
}

impl Messages {
    /// The bytes of the first message, as far as its length determines them.
    fn cut<'o>(&self, octets: &'o [u8], reading: &Reading) -> &'o [u8] {
        let ty = self.schema.layout.get(self.root);
        let length = ty.octets() as usize;
        match reading.several && ty.fixed && length > 0 {
            true => octets.get(..length).unwrap_or(octets),
            false => octets,
        }
    }

    /// The size in bytes of the message that was read, after which nothing may follow unless `several`.
    fn size(&self, read: Result<usize, LayoutError>, all: &[u8], reading: &Reading) -> Result<usize, Bad> {
        match read {
            Ok(size) if !reading.several && !reading.options.pass_over && size < all.len() => {
                Err(Bad::left_over(&self.schema.layout.get(self.root).path.join("."), size, all.len()))
            }
            Ok(size) => Ok(size),
            Err(error) => Err(Bad { taken: self.extent(all, reading), ..error.into() }),
        }
    }

    /// Where an invalid message ends: its size is fixed, or leads it in bits. `None` if it can't be told.
    fn extent(&self, octets: &[u8], reading: &Reading) -> Option<usize> {
        let ty = self.schema.layout.get(self.root);
        let (least, size) = match &ty.kind {
            _ if !reading.several => return Some(octets.len()),
            LayoutKind::Record { extensible: true, .. } => {
                let bits = u16::from_le_bytes(*octets.first_chunk()?);
                (LENGTH_PREFIX, u64::from(bits))
            }
            _ if ty.fixed => (1, ty.bits),
            _ => return None,
        };
        let octets_of = |bits: u64| usize::try_from(bits.div_ceil(8)).ok();
        octets_of(size).filter(|end| size >= least && *end <= octets.len())
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
        // The shape's types have the indexes of the layout's.
        let is_asked = |root: &ShapeRoot| root.shape.0 == self.root.0;
        self.shape().roots.iter().position(is_asked).unwrap_or_default()
    }

    fn ends_with_input(&self) -> bool {
        true
    }

    fn least_first(&self) -> bool {
        true
    }

    fn decode(&self, octets: &[u8], reading: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        let read = self.schema.decode(self.root, self.cut(octets, reading), reading.pad, tape);
        self.size(read, octets, reading)
    }

    fn decode_text(&self, octets: &[u8], reading: &Reading, writer: &mut Writer) -> Result<usize, Bad> {
        let read = self.schema.to_json(self.root, self.cut(octets, reading), reading.pad);
        let (text, read) = match read {
            Ok((text, size)) => (text, Ok(size)),
            Err(error) => (String::new(), Err(error)),
        };
        let size = self.size(read, octets, reading)?;
        if let Writer::Own(out) = writer {
            out.extend_from_slice(text.as_bytes());
        }
        Ok(size)
    }

    fn skim(&self, octets: &[u8], reading: &Reading) -> Result<usize, Bad> {
        let read = self.schema.decode(self.root, self.cut(octets, reading), reading.pad, &mut Discard);
        self.size(read, octets, reading)
    }

    fn encode(&self, value: ValueRef, _: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError> {
        Ok(self.schema.encode(self.root, value, out)?)
    }

    fn encode_text(
        &self,
        given: Given,
        _: &mut Reader,
        _: &mut Tape,
        writing: &Writing,
        out: &mut Vec<u8>,
    ) -> Result<usize, Unwritten> {
        let text = given.text(JSON.syntax)?;
        Ok(self.schema.from_json(self.root, text, writing.oversized, out).map_err(TextError::from)?)
    }

    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated {
        self.schema.inspect(self.root, octets, reading.most_spans(octets.len()))
    }

    fn samples(&self, _: Option<Rules>, options: &SampleOptions) -> Result<Box<dyn Samples + '_>, Refusal> {
        let sampler = LayoutSampler::new(&self.schema.layout, options);
        Ok(Box::new(Draws { sampler, root: self.root }))
    }
}

/// Draws random values of a type.
struct Draws<'d> {
    sampler: LayoutSampler<'d>,
    root: LayoutId,
}

impl Samples for Draws<'_> {
    fn draw(&mut self) -> Result<Tape, Undrawn> {
        Ok(self.sampler.value(self.root))
    }
}
