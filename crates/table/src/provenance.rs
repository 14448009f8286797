//! Columns that say where rows come from.

use wireglot_driver::records::Position;

use crate::batching::NO_ROW;
use crate::columns::{Column, Columns, Place};
use crate::items::{number, octets};
use crate::kind::Content;
use crate::select::Output;
use crate::unknown;

pub use crate::source::Source;

/// Adds columns with these names after the others.
///
/// # Errors
/// A message: there is another column of that name.
pub fn add(
    columns: &mut Columns,
    outputs: &mut Vec<Output>,
    wanted: &[(Source, &str)],
) -> Result<(), String> {
    for (source, name) in wanted {
        if outputs.iter().any(|output| output.name.eq_ignore_ascii_case(name)) {
            return Err(format!("there is a column `{name}` already"));
        }
        let place = match source {
            Source::Unknown => unknown::add(columns, name),
            _ => {
                columns.all.push(Column::new(name, source.kind(), Content::Value, Some(0), true));
                (columns.all.len() - 1) as Place
            }
        };
        columns.provenance.push((*source, place));
        outputs.push(Output { name: (*name).to_string(), place, lists: Vec::new() });
    }
    Ok(())
}

/// Where a row comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Provenance<'p> {
    /// The name of the input.
    pub file: &'p str,
    /// The position of the record in it.
    pub position: Position,
    /// The octets of the record.
    pub raw: Option<&'p [u8]>,
    /// What is wrong with it.
    pub error: Option<&'p str>,
}

impl Provenance<'_> {
    /// Adds the values of the columns that a table has to a row.
    pub fn write(&self, columns: &Columns, row: &mut Vec<u8>) {
        for (source, place) in &columns.provenance {
            match source {
                Source::File => octets(row, *place, Some(self.file.as_bytes())),
                Source::Offset => number(row, *place, self.position.offset),
                Source::Record => number(row, *place, self.position.number),
                Source::Time => number(row, *place, self.position.time.map(|micros| micros as u64)),
                Source::Sequence => number(row, *place, self.position.sequence.map(u64::from)),
                Source::Raw => octets(row, *place, self.raw),
                Source::Error => octets(row, *place, self.error.map(str::as_bytes)),
                // Only the value says it.
                Source::Unknown => {}
            }
        }
    }

    /// The row of a record without values.
    pub fn row(&self, columns: &Columns) -> Vec<u8> {
        let mut row = NO_ROW.to_vec();
        self.write(columns, &mut row);
        row
    }
}
