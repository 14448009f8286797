//! Values of ASN.1 types in any encoding rules.

use wireglot_interp::inspect::{planned, Annotated};
use wireglot_interp::{
    Codec, DecodeError, DecodeOptions, Discard, EncodeError, ErrorCode, Fault, PassedOver, SampleOptions,
    Sampler, Tape, Unsampled, ValueRef, MOST_SAMPLED, MOST_VALUES,
};
use wireglot_plan::{Rules, Shape, ShapeId};

use super::pipeline::Compiled;
use super::references::outermost;
use super::specification::{Named, Specification};
use crate::diff::values::{differences, Difference};
use crate::explain::explain;
use crate::languages::Refusal;
use crate::messages::{
    Bad, FieldError, Message, MessageRequest, Reader, Reading, Samples, Undrawn, Unwritten, Writer, Writing,
};
use crate::records::Refused;
use crate::texts::{Given, TextDecodeError, TextEncodeError};

/// The part of a message in which the place of a value that breaks a constraint is searched: finding it takes memory of
/// many times that.
const MOST_SEARCHED: usize = 1 << 16;

/// Values of one type.
pub struct Values {
    specification: Specification,
    named: Named,
}

impl Values {
    /// Prepares values of the requested type.
    pub fn new(made: Compiled, asked: &MessageRequest) -> Result<Values, Refusal> {
        let mut specification = match asked.partial {
            true => Specification::in_part(made)?,
            false => Specification::of(made, asked.strict)?,
        };
        let Some(name) = asked.name else {
            let given = &specification.made().given;
            return Err(Refusal::WhichType(outermost(specification.shape(), given)));
        };
        if asked.closed {
            specification.close();
        }
        let named = specification.focus(name)?;
        let in_bits = asked.rules.first().is_some_and(|rules| rules.packs_bits());
        if !asked.keep_raw.is_empty() && in_bits {
            let told = "--keep-raw is not for PER: a component is not whole octets there";
            return Err(Refusal::Usage(told.into()));
        }
        for path in asked.keep_raw {
            specification.keep_raw(path).map_err(Refusal::Usage)?;
        }
        for rules in asked.rules {
            specification.prepare(*rules)?;
        }
        Ok(Values { specification, named })
    }

    fn prepared(&self, rules: Option<Rules>) -> Result<&Codec, Fault> {
        let codec = rules.and_then(|rules| self.specification.codec(rules));
        codec.ok_or(Fault::new(ErrorCode::UnknownRules))
    }

    /// Describes why a value can't be encoded.
    fn unwritten(&self, value: Option<ValueRef>, error: EncodeError) -> FieldError {
        let message = value.map_or_else(
            || error.fault.message().to_string(),
            |value| explain(self.specification.shape(), value, &error.fault, &error.path),
        );
        FieldError { code: error.fault.code.word(), path: error.path, message }
    }

    /// Describes a value that does not satisfy its constraint, and where it is: checks see neither.
    fn violation(&self, error: &DecodeError, octets: &[u8], reading: &Reading) -> Option<Bad> {
        let reading = Reading { options: DecodeOptions { checks: false, ..reading.options }, ..*reading };
        let mut tape = Tape::new();
        let codec = self.prepared(reading.rules).ok()?;
        let taken = codec.decode(self.named.root, octets, &reading.options, &mut tape).ok()?;
        let message = explain(self.specification.shape(), tape.root()?, &error.fault, &error.path);
        let at =
            octets.get(..taken.min(MOST_SEARCHED)).and_then(|own| self.place(&error.path, own, &reading));
        Some(Bad { message, at, ..Bad::from(error.clone()) })
    }

    /// The first bit of a value, or of its parts if it has none of its own.
    fn place(&self, path: &str, octets: &[u8], reading: &Reading) -> Option<u64> {
        let spans = self.inspect(octets, reading).spans;
        let is_within = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
        let found = spans.iter().find(|span| span.path.strip_prefix(path).is_some_and(is_within));
        found.map(|span| span.bit)
    }
}

/// Describes why bytes can't be decoded. If a length runs past the end, the message states how many bytes are
/// available.
fn cut(error: DecodeError, octets: &[u8], rules: Option<Rules>) -> Bad {
    let Fault { code, bit, value, .. } = error.fault;
    let bad = Bad::from(error);
    if code != ErrorCode::Overrun || !rules.is_some_and(Rules::has_tags) {
        return bad;
    }
    let at = usize::try_from(bit / 8).unwrap_or(usize::MAX);
    let rest = octets.get(at..).unwrap_or_default();
    // X.690 8.1.3: in the long form, the first octet gives the number of subsequent length octets.
    let own = match rest.first() {
        Some(first @ 0x80..) => 1 + usize::from(first & 0x7f),
        _ => 1,
    };
    match rest.get(own..) {
        Some(here) if (here.len() as u64) < value && value < u64::MAX => {
            let message =
                format!("{} of {value} octets are present: the length runs past the end", here.len());
            Bad { message, ..bad }
        }
        _ => bad,
    }
}

impl Message for Values {
    fn name(&self) -> &str {
        self.shape().roots.get(self.named.root).map_or("", |root| &root.reference)
    }

    fn shape(&self) -> &Shape {
        self.specification.shape()
    }

    fn root(&self) -> usize {
        self.named.root
    }

    fn references(&self, shape: ShapeId) -> Vec<&str> {
        self.specification.references(shape)
    }

    fn part_references(&self, record: ShapeId) -> Vec<Vec<&str>> {
        self.specification.part_references(record)
    }

    fn constant(&self) -> Option<ValueRef<'_>> {
        self.named.value.as_ref().and_then(Tape::root)
    }

    fn names_all(&self, rules: Option<Rules>) -> bool {
        !rules.is_some_and(Rules::has_tags)
    }

    fn codec(&self, rules: Option<Rules>) -> Option<(&Codec, usize)> {
        Some((self.prepared(rules).ok()?, self.named.root))
    }

    fn undecoded(&self, error: DecodeError, octets: &[u8], reading: &Reading) -> Bad {
        let of_checks = [ErrorCode::Constraint, ErrorCode::TimeForm, ErrorCode::OidForm];
        if reading.options.checks && of_checks.contains(&error.fault.code) {
            if let Some(bad) = self.violation(&error, octets, reading) {
                return bad;
            }
        }
        cut(error, octets, reading.rules)
    }

    fn decode(&self, octets: &[u8], reading: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        let codec = self.prepared(reading.rules)?;
        let read = codec.decode(self.named.root, octets, &reading.options, tape);
        read.map_err(|error| self.undecoded(error, octets, reading))
    }

    fn decode_text(&self, octets: &[u8], reading: &Reading, writer: &mut Writer) -> Result<usize, Bad> {
        let codec = self.prepared(reading.rules)?;
        match writer {
            Writer::Values(writer) => {
                let read = writer.decode(codec, self.named.root, octets, &reading.options);
                read.map_err(|error| match error {
                    TextDecodeError::Octets(error) => self.undecoded(error, octets, reading),
                    error @ TextDecodeError::Value(..) => error.into(),
                })
            }
            Writer::Own(_) => self.skim(octets, reading),
        }
    }

    fn skim(&self, octets: &[u8], reading: &Reading) -> Result<usize, Bad> {
        let codec = self.prepared(reading.rules)?;
        let read = codec.decode(self.named.root, octets, &reading.options, &mut Discard);
        read.map_err(|error| cut(error, octets, reading.rules))
    }

    fn kept(&self, octets: &[u8], reading: &Reading) -> Vec<Bad> {
        let Ok(codec) = self.prepared(reading.rules) else { return Vec::new() };
        let kept = codec.kept(self.named.root, octets, &reading.options).into_iter();
        let told = kept.map(|PassedOver { error, octets }| {
            let message = match octets {
                true => format!("{} (kept as raw bytes)", error.fault.message()),
                false => format!("{}: skipped", error.fault.message()),
            };
            Bad { message, short: false, ..Bad::from(error) }
        });
        told.collect()
    }

    fn extent(&self, octets: &[u8], reading: &Reading) -> Option<Result<usize, Refused<()>>> {
        let extent = self.prepared(reading.rules).ok()?.extent(octets, &reading.options.limits)?;
        Some(extent.map_err(|fault| Refused { error: (), short: Bad::from(fault).short }))
    }

    fn lists(&self, octets: &[u8], reading: &Reading) -> bool {
        self.prepared(reading.rules).is_ok_and(|codec| codec.lists(self.named.root, octets))
    }

    fn encode(&self, value: ValueRef, writing: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError> {
        let unprepared = |fault: Fault| {
            let (code, message) = (fault.code.word(), fault.message().to_string());
            FieldError { code, path: String::new(), message }
        };
        let codec = self.prepared(writing.rules).map_err(unprepared)?;
        let written = codec.encode(self.named.root, value, &writing.options, out);
        written.map_err(|error| self.unwritten(Some(value), error))
    }

    fn encode_text(
        &self,
        given: Given,
        reader: &mut Reader,
        tape: &mut Tape,
        writing: &Writing,
        out: &mut Vec<u8>,
    ) -> Result<usize, Unwritten> {
        let (Reader::Values { reader, .. }, Ok(codec)) = (&mut *reader, self.prepared(writing.rules)) else {
            return Ok(reader.read(given, tape)?);
        };
        let done = reader.encode(codec, self.named.root, given, tape, &writing.options, out);
        done.map_err(|error| match error {
            TextEncodeError::Text(error) => Unwritten::Text(error),
            TextEncodeError::Value { error, taken } => {
                Unwritten::Value { error: self.unwritten(tape.root(), error), taken: Some(taken) }
            }
        })
    }

    fn relay(
        &self,
        octets: &[u8],
        (from, to): (&Reading, &Writing),
        tape: &mut Tape,
        out: &mut Vec<u8>,
    ) -> Result<usize, Bad> {
        let taken = self.decode(octets, from, tape)?;
        let Some(value) = tape.root() else { return Ok(taken) };
        if let (Some(from), Some(to)) = (from.rules, to.rules) {
            if let Some(path) = self.specification.stuck(self.named.root, value, from, to) {
                let fault = Fault::new(ErrorCode::UnknownRules);
                let bad = Bad::from(self.unwritten(Some(value), EncodeError { fault, path }));
                return Err(Bad { taken: Some(taken), ..bad });
            }
        }
        match self.encode(value, to, out) {
            Ok(()) => Ok(taken),
            Err(error) => Err(Bad { taken: Some(taken), ..error.into() }),
        }
    }

    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated {
        match self.prepared(reading.rules) {
            Ok(codec) => {
                planned(codec, self.named.root, octets, &reading.options, reading.most_spans(octets.len()))
            }
            Err(_) => Annotated { spans: Vec::new(), error: None },
        }
    }

    fn differences(
        &self,
        left: ValueRef,
        right: ValueRef,
        most: usize,
    ) -> Result<Vec<Difference>, FieldError> {
        differences((self.shape(), self.specification.defaults()), self.name(), (left, right), most)
    }

    fn samples(
        &self,
        rules: Option<Rules>,
        options: &SampleOptions,
    ) -> Result<Box<dyn Samples + '_>, Refusal> {
        let rules = rules.unwrap_or_default();
        let codec = self.specification.codec(rules);
        let codec = codec.ok_or_else(|| Refusal::Usage(format!("{rules} is not prepared")))?;
        let root = self.shape().roots.get(self.root());
        let root = root.ok_or_else(|| Refusal::Usage("there is no such type".into()))?;
        Ok(Box::new(Draws { sampler: Sampler::new(codec, options), ty: root.shape }))
    }
}

/// Draws random values of a type.
struct Draws<'d> {
    sampler: Sampler<'d>,
    ty: ShapeId,
}

impl Samples for Draws<'_> {
    fn draw(&mut self) -> Result<Tape, Undrawn> {
        self.sampler.tape(self.ty).map_err(|why| match why {
            Unsampled::TooDeep => Undrawn::TooDeep(MOST_SAMPLED),
            Unsampled::TooMany => Undrawn::TooMany(MOST_VALUES),
            Unsampled::TooLong(size) => Undrawn::TooLarge(size),
        })
    }
}
