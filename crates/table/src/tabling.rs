//! Octets to rows, record by record.

use wireglot_driver::messages::{decode_into, Bad, Message, Reading};
use wireglot_driver::records::{Work, Worker};

use crate::columns::Columns;
use crate::row::RowWriter;

/// The longest row: with what a batch has before it, columns can still count its octets.
const LONGEST: usize = 1 << 30;

/// Decodes records to rows.
pub struct Tabling<'m> {
    /// What they are messages of.
    pub message: &'m dyn Message,
    /// How they are read.
    pub reading: Reading,
    /// What goes where.
    pub columns: &'m Columns,
}

impl Work for Tabling<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        (self.message, self.reading)
    }

    fn worker(&self, reading: Reading) -> Box<dyn Worker + '_> {
        let writer = RowWriter::new(self.message.shape(), self.columns);
        Box::new(Tabler { message: self.message, reading, writer })
    }
}

/// Does so on one thread.
struct Tabler<'t> {
    message: &'t dyn Message,
    reading: Reading,
    writer: RowWriter<'t>,
}

impl Worker for Tabler<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        self.writer.begin();
        let taken = decode_into(self.message, octets, &self.reading, &mut self.writer)?;
        match self.writer.row() {
            Ok(row) if row.len() > LONGEST => Err(Bad {
                code: "column",
                message: format!("the record makes a row of more than {LONGEST} octets"),
                taken: Some(taken),
                ..Bad::default()
            }),
            Ok(row) => {
                out.extend_from_slice(row);
                Ok(taken)
            }
            Err(misfit) => Err(Bad {
                code: "column",
                path: format!("{}.{}", self.message.name(), misfit.path),
                message: misfit.message,
                taken: Some(taken),
                ..Bad::default()
            }),
        }
    }
}
