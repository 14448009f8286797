//! The fast path between octets and JSON text, and from octets to cells: without a tape, and without events.
//!
//! Most values come as values mostly do: members in the order of the schema, nothing unknown, lengths
//! short and definite, strings without escapes, open types nowhere. For these a *path* is made of the
//! linked plan, one for each root: nodes in one list, names as they stand in the text, bounds beside
//! the leaves that they bound. It is read and written in one pass.
//!
//! A path knows no errors and no exceptions. Whatever is not as it mostly is, right or wrong, gives
//! `None`, what was written is taken back, and the general path is taken from the start: that of
//! [`Codec::decode`], or a reader of text, a tape and [`Codec::encode`]. So the fast path may know
//! less than the other and must never know better; [`out::Out`] says what is put out. `tests/fast_path.rs` and every vector of
//! `wireglot vectors` hold both to the same octets and the same text.

mod asks;
pub(crate) mod bits;
pub(crate) mod bounds;
mod cells;
mod items;
pub(crate) mod out;
mod simple;
mod text;
pub(crate) mod tlv;
mod words;

use wireglot_plan::ShapeId;
use wireglot_rt::Limits;

use crate::families::{self, FastPath};
use crate::json::{JsonError, JsonReader, JsonWriter};
use crate::{Codec, DecodeError, DecodeOptions, EncodeError, EncodeOptions, Tape};
use bounds::Bounds;
pub use cells::Cells;
use out::Out;

/// Why no octets were made of a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonEncodeError {
    /// The text is not one of the type.
    Text(JsonError),
    /// Its value cannot be written.
    Value {
        /// Why it cannot be written.
        error: EncodeError,
        /// How many octets of the text the value took.
        taken: usize,
    },
}

impl std::fmt::Display for JsonEncodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            JsonEncodeError::Text(error) => write!(f, "{}: {}", error.path, error.message),
            JsonEncodeError::Value { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for JsonEncodeError {}

impl Codec {
    /// Decodes one value of a root into JSON text; gives the number of octets that it took. The same as
    /// [`Codec::decode`] into the writer, by the fast path where it knows the way.
    ///
    /// # Errors
    /// As [`Codec::decode`].
    pub fn decode_json(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        writer: &mut JsonWriter<'_>,
    ) -> Result<usize, DecodeError> {
        match self.direct_text(root, bytes, options, writer) {
            Some(taken) => Ok(taken),
            None => self.decode(root, bytes, options, writer),
        }
    }

    fn direct_text(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        writer: &mut JsonWriter<'_>,
    ) -> Option<usize> {
        let lossless = writer.lossless();
        let out = writer.appended()?;
        let start = out.len();
        let taken = self.direct(root, bytes, options, lossless, (&mut *out, ()));
        if taken.is_none() {
            out.truncate(start);
        }
        taken
    }

    /// Decodes one value of a root into cells, the value itself into a place; gives the number of octets that it
    /// took. `None` where the fast path does not know the way, or `cells` do not: then [`Codec::decode`] does, from
    /// the start.
    #[inline]
    pub fn decode_cells<C: Cells>(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        place: C::Place,
        cells: &mut C,
    ) -> Option<usize> {
        self.direct(root, bytes, options, false, (cells, place))
    }

    #[inline]
    fn direct<O: Out>(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        lossless: bool,
        out: (&mut O, O::Place),
    ) -> Option<usize> {
        let DecodeOptions { strict, checks, defaults, trailing, ref limits, .. } = *options;
        if strict.is_some() || checks || defaults || bytes.len() > limits.total {
            return None;
        }
        let taken = self.fast_path(root)?.read(bytes, limits, lossless, out)?;
        (trailing || taken == bytes.len()).then_some(taken)
    }

    /// Appends the encoding of the value of a root that a JSON text begins with; gives how many octets
    /// of the text it took. The same as [`JsonReader::read`] onto a tape, then [`Codec::encode`], by the
    /// fast path where it knows the way; else `tape` takes the value.
    ///
    /// # Errors
    /// As [`JsonReader::read`] and [`Codec::encode`]; `out` is left as it was.
    pub fn encode_json(
        &self,
        root: usize,
        text: &str,
        reader: &mut JsonReader<'_>,
        tape: &mut Tape,
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Result<usize, JsonEncodeError> {
        let start = out.len();
        if let Some(taken) = self.direct_octets(root, text, reader, options, out) {
            return Ok(taken);
        }
        out.truncate(start);
        tape.clear();
        let ty = self.shape().roots.get(root).map_or(ShapeId(0), |root| root.shape);
        let taken = reader.read(text, ty, tape).map_err(JsonEncodeError::Text)?;
        if let Some(value) = tape.root() {
            let encoded = self.encode(root, value, options, out);
            encoded.map_err(|error| JsonEncodeError::Value { error, taken })?;
        }
        Ok(taken)
    }

    fn direct_octets(
        &self,
        root: usize,
        text: &str,
        reader: &JsonReader<'_>,
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let EncodeOptions { checks, indefinite, length_octets, segment, trim, depth, .. } = *options;
        let Limits { elements, integer_octets, string_octets, total, .. } = reader.limits;
        let plain = checks && !indefinite && length_octets == 0 && segment.is_none() && !trim;
        if !plain || reader.opens_as_hex || reader.rules != self.rules() || text.len() > total {
            return None;
        }
        let depth = depth.min(reader.limits.depth);
        // Numbers here take at most nine octets.
        let bounds = Bounds { depth, elements, string_octets, integer_octets };
        if integer_octets < 9 {
            return None;
        }
        self.fast_path(root)?.write(text, &bounds, out)
    }

    /// The fast path of a root, made when it is first asked for.
    fn fast_path(&self, root: usize) -> Option<&FastPath> {
        let path = self.fast_paths().get(root)?.get_or_init(|| {
            // The text that encoding instructions ask for is made by the general path alone.
            let plain = self.shape().types.iter().all(|ty| ty.jer.is_plain());
            let step = self.linked().program().roots.get(root).filter(|_| plain)?;
            families::fast_path(self.linked(), step)
        });
        path.as_ref()
    }
}
