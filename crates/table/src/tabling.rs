//! Converts encoded records to rows.

use wireglot_driver::messages::{decode_into, Bad, Message, Reading};
use wireglot_driver::records::{Work, Worker};
use wireglot_driver::Codec;

use crate::columns::Columns;
use crate::row::{Misfit, RowWriter};

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
}

impl Work for Tabling<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        (self.message, self.reading)
    }

    fn worker(&self, reading: Reading) -> Box<dyn Worker + '_> {
        let Tabling { message, columns, .. } = *self;
        let writer = RowWriter::new(message.shape(), columns);
        Box::new(Tabler { message, codec: message.codec(reading.rules), reading, writer })
    }
}

/// Does the work of one thread.
struct Tabler<'t> {
    message: &'t dyn Message,
    /// The codec with a fast path, if there is one.
    codec: Option<(&'t Codec, usize)>,
    reading: Reading,
    writer: RowWriter<'t>,
}

impl Tabler<'_> {
    /// Appends the row of a record to a buffer, and returns the buffer.
    fn row(&mut self, octets: &[u8], mut out: Vec<u8>) -> (Vec<u8>, Option<Misfit>, Result<usize, Bad>) {
        let Tabler { message, codec, reading, writer } = self;
        let start = out.len();
        writer.begin(out);
        let root = writer.root();
        let options = &reading.options;
        let direct = codec.and_then(|(codec, at)| codec.decode_cells(at, octets, options, root, writer));
        if let Some(taken) = direct {
            let (out, misfit) = writer.end();
            return (out, misfit, Ok(taken));
        }
        (out, _) = writer.end();
        out.truncate(start);
        writer.begin(out);
        let taken = decode_into(*message, octets, reading, writer);
        let (out, misfit) = writer.end();
        (out, misfit, taken)
    }
}

impl Worker for Tabler<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        let start = out.len();
        let (made, misfit, taken) = self.row(octets, std::mem::take(out));
        *out = made;
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
}
