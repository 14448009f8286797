//! Converts encoded records to rows.

use wireglot_driver::messages::{decode_into, Bad, Message, Reading};
use wireglot_driver::records::{Position, Work, Worker};
use wireglot_driver::{Codec, DecodeOptions, OpenTypes, Tape, Unknowns};

use crate::columns::Columns;
use crate::items::octets as put;
use crate::provenance::Provenance;
use crate::row::{Misfit, RowWriter};
use crate::unknown;

/// Maximum size of a row in bytes. With the rows before it in a batch, columns can still count
/// their bytes.
const LONGEST: usize = 1 << 30;

/// Decodes records to rows.
pub struct Tabling<'m> {
    /// The type of the records.
    pub message: &'m dyn Message,
    /// How they are decoded.
    pub reading: Reading,
    /// Their columns.
    pub columns: &'m Columns,
    /// Where inputs begin in their files. Unless at 0, the numbers of records are unknown.
    pub start: u64,
}

impl Work for Tabling<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        (self.message, self.reading)
    }

    fn worker(&self, reading: Reading, input: &str) -> Box<dyn Worker + '_> {
        self.tabler(reading, input, RowWriter::new(self.message.shape(), self.columns))
    }
}

impl Tabling<'_> {
    /// A worker that takes only records of which the schema knows all parts.
    pub fn knowing(&self, reading: Reading, input: &str) -> Box<dyn Worker + '_> {
        let options =
            DecodeOptions { unknown: Unknowns::Reject, open_types: OpenTypes::Strict, ..reading.options };
        let writer = RowWriter::new(self.message.shape(), self.columns).only_named();
        self.tabler(Reading { options, ..reading }, input, writer)
    }

    fn tabler<'t>(&'t self, asked: Reading, input: &str, writer: RowWriter<'t>) -> Box<dyn Worker + 't> {
        let Tabling { message, columns, start, .. } = *self;
        let (mut reading, mut writer) = (asked, writer);
        let has_column = unknown::place(columns).is_some();
        if has_column && asked.options.unknown == Unknowns::Skip {
            reading.options.unknown = Unknowns::Keep;
            writer = writer.leaving_unknown();
        }
        let (codec, file) = (message.codec(reading.rules), input.to_string());
        let (tape, kept) = (Tape::new(), false);
        Box::new(Tabler { message, codec, asked, reading, writer, columns, start, file, tape, kept })
    }
}

/// Does the work of one thread.
struct Tabler<'t> {
    message: &'t dyn Message,
    /// The codec with a fast path, if there is one.
    codec: Option<(&'t Codec, usize)>,
    /// How records are decoded without the column of unknown parts.
    asked: Reading,
    /// The same, with unknown parts if there is such a column.
    reading: Reading,
    writer: RowWriter<'t>,
    columns: &'t Columns,
    start: u64,
    file: String,
    /// The value, if fields are taken from it.
    tape: Tape,
    /// Whether something in the last record is not an encoding of its type.
    kept: bool,
}

impl Tabler<'_> {
    /// Appends the row of a record to a buffer, and returns the buffer. What open types and strings hold may be
    /// invalid where it has no column of its own, or is text.
    fn row(&mut self, octets: &[u8], out: Vec<u8>) -> (Vec<u8>, Option<Misfit>, Result<usize, Bad>) {
        self.kept = false;
        let (start, keeps) = (out.len(), self.reading.options.open_types == OpenTypes::Keep);
        let (mut out, misfit, taken) = self.row_of(octets, out, OpenTypes::Strict);
        let Some(wrong) = taken.as_ref().err().filter(|_| keeps).cloned() else {
            return (out, misfit, taken);
        };
        out.truncate(start);
        let (out, misfit, taken) = self.row_of(octets, out, OpenTypes::Keep);
        let Ok(size) = taken else { return (out, misfit, taken) };
        self.kept = true;
        let is_there = |misfit: &Misfit| {
            let path = format!("{}.{}", self.message.name(), misfit.path);
            wrong.path.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        match misfit {
            // The error itself says more.
            Some(misfit) if is_there(&misfit) => (out, None, Err(Bad { taken: Some(size), ..wrong })),
            misfit => (out, misfit, taken),
        }
    }

    fn row_of(
        &mut self,
        octets: &[u8],
        mut out: Vec<u8>,
        open_types: OpenTypes,
    ) -> (Vec<u8>, Option<Misfit>, Result<usize, Bad>) {
        let Tabler { message, codec, writer, .. } = self;
        let options = DecodeOptions { open_types, ..self.reading.options };
        let reading = Reading { options, ..self.reading };
        let start = out.len();
        writer.begin(out);
        let root = writer.root();
        let direct = codec.and_then(|(codec, at)| codec.decode_cells(at, octets, &options, root, writer));
        if let Some(taken) = direct {
            let (out, misfit) = writer.end();
            return (out, misfit, Ok(taken));
        }
        (out, _) = writer.end();
        out.truncate(start);
        writer.begin(out);
        let taken = decode_into(*message, octets, &reading, writer);
        let (out, misfit) = writer.end();
        (out, misfit, taken)
    }

    /// Adds the fields that have no column of their own, and unknown parts, to the row of a record.
    fn fields(&mut self, record: &[u8], out: &mut Vec<u8>) -> Result<(), Bad> {
        let Tabler { message, asked, reading, columns, tape, writer, .. } = self;
        let mut size = 0;
        if !columns.fields.is_empty() {
            tape.clear();
            size = message.decode(record, asked, tape)?;
            let Some(value) = tape.root() else { return Ok(()) };
            for (field, place) in &columns.fields {
                let text = field.text(*message, value, &columns.rendered.rules);
                put(out, *place, text.as_deref().map(str::as_bytes));
            }
        }
        let Some(place) = unknown::place(columns).filter(|_| writer.has_unknown()) else { return Ok(()) };
        if columns.fields.is_empty() || asked.options.unknown != reading.options.unknown {
            tape.clear();
            size = message.decode(record, reading, tape)?;
        }
        if let Some(value) = tape.root() {
            unknown::write(*message, (value, size), (columns, place), out);
        }
        Ok(())
    }
}

impl Worker for Tabler<'_> {
    fn record(&mut self, octets: &[u8], position: Position, out: &mut Vec<u8>) -> Result<usize, Bad> {
        let start = out.len();
        let (made, misfit, taken) = self.row(octets, std::mem::take(out));
        *out = made;
        let taken = match (taken, &misfit) {
            (Ok(taken), None) => self.fields(octets, out).map(|()| taken),
            (taken, _) => taken,
        };
        if let (Ok(taken), None, false) = (&taken, &misfit, self.columns.provenance.is_empty()) {
            let (file, position) = (self.file.as_str(), place_in_file(position, self.start));
            Provenance { file, position, raw: octets.get(..*taken), error: None }.write(self.columns, out);
        }
        let wrong = match (taken, misfit) {
            (Err(bad), _) => bad,
            (Ok(taken), Some(misfit)) => Bad {
                code: "column",
                path: format!("{}.{}", self.message.name(), misfit.path),
                message: misfit.message,
                taken: Some(taken),
                ..Bad::default()
            },
            (Ok(taken), None) if out.len() - start > LONGEST => Bad {
                code: "column",
                message: format!("the record makes a row of more than {LONGEST} octets"),
                taken: Some(taken),
                ..Bad::default()
            },
            (Ok(taken), None) => return Ok(taken),
        };
        out.truncate(start);
        Err(wrong)
    }

    fn kept(&self) -> bool {
        self.kept
    }
}

/// The position in its file of a record of an input that begins at `start`.
pub fn place_in_file(position: Position, start: u64) -> Position {
    Position {
        number: position.number.filter(|_| start == 0),
        offset: position.offset.map(|offset| start + offset),
        ..position
    }
}
