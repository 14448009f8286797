//! The fast path between octets and JSON text, and from octets to cells: no tape and no events.
//!
//! Most messages are regular: members in schema order, nothing unknown, short definite lengths, strings
//! without escapes, no open types. For these, a *path* is built from the linked plan, one for each root:
//! nodes in one list, names as they appear in the text, bounds next to the leaves they apply to. It is read
//! and written in one pass.
//!
//! A path has no errors and no special cases. If anything is irregular, valid or not, the result is `None`:
//! the output is discarded, and the general path starts over. That is [`Codec::decode`], or a text reader, a
//! tape and [`Codec::encode`]. So the fast path may handle less than the general path but must never disagree
//! with it. [`out::Out`] defines the output. `tests/fast_path.rs` and all vectors of `wireglot vectors` check
//! that both give the same octets and the same text.

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

/// Why a JSON text could not be encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonEncodeError {
    /// The text is not a value of the type.
    Text(JsonError),
    /// Its value cannot be encoded.
    Value {
        /// Why it cannot be encoded.
        error: EncodeError,
        /// The length of the value in the text, in octets.
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
    /// Decodes one value of a root into JSON text and returns the number of octets it took. Does the same as
    /// [`Codec::decode`] into the writer, on the fast path if possible.
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

    /// Decodes one value of a root into cells, with the value itself at `place`, and returns the number of
    /// octets it took. `None` if the fast path or `cells` cannot handle it; use [`Codec::decode`] from the
    /// start then.
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

    /// Appends the encoding of the value at the start of a JSON text and returns the length of that value in
    /// the text. Does the same as [`JsonReader::read`] onto a tape and then [`Codec::encode`], on the fast
    /// path if possible; otherwise `tape` receives the value.
    ///
    /// # Errors
    /// As [`JsonReader::read`] and [`Codec::encode`]; `out` is left unchanged.
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
        // The fast path writes numbers of at most nine octets.
        let bounds = Bounds { depth, elements, string_octets, integer_octets };
        if integer_octets < 9 {
            return None;
        }
        self.fast_path(root)?.write(text, &bounds, out)
    }

    /// The fast path of a root, built on first use.
    fn fast_path(&self, root: usize) -> Option<&FastPath> {
        let path = self.fast_paths().get(root)?.get_or_init(|| {
            // Only the general path produces the text that encoding instructions ask for.
            let plain = self.shape().types.iter().all(|ty| ty.jer.is_plain());
            let step = self.linked().program().roots.get(root).filter(|_| plain)?;
            families::fast_path(self.linked(), step)
        });
        path.as_ref()
    }
}
