//! Columns that say where rows come from.

use wireglot_driver::records::Position;

use crate::batching::NO_ROW;
use crate::columns::{Column, Columns, Place};
use crate::kind::{Content, Kind};
use crate::select::Output;

/// What such a column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The name of the input.
    File,
    /// The offset of the record in it, in octets: that of its length prefix or line. In text that is decoded
    /// first, and in compressed files, decoded octets are counted. Null for PEM blocks.
    Offset,
    /// The number of the record in the input, from 1.
    Record,
    /// The octets of the record, without length prefix. Null if it is invalid.
    Raw,
    /// What is wrong with a record; its other values are null.
    Error,
}

impl Source {
    /// All of them, in the order of their columns.
    pub const ALL: [Source; 5] = [Source::File, Source::Offset, Source::Record, Source::Raw, Source::Error];

    /// Its word in options.
    pub fn word(self) -> &'static str {
        self.column().trim_start_matches('_')
    }

    /// The usual name of its column.
    pub fn column(self) -> &'static str {
        match self {
            Source::File => "_file",
            Source::Offset => "_offset",
            Source::Record => "_record",
            Source::Raw => "_raw",
            Source::Error => "_error",
        }
    }

    fn kind(self) -> Kind {
        match self {
            Source::File | Source::Error => Kind::Text,
            Source::Offset | Source::Record => Kind::Integer { octets: 8, signed: true },
            Source::Raw => Kind::Binary,
        }
    }
}

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
        let place = columns.all.len() as Place;
        columns.all.push(Column::new(name, source.kind(), Content::Value, Some(0), true));
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
                Source::Record => {
                    number(row, *place, Some(self.position.number).filter(|number| *number > 0))
                }
                Source::Raw => octets(row, *place, self.raw),
                Source::Error => octets(row, *place, self.error.map(str::as_bytes)),
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

fn number(row: &mut Vec<u8>, place: Place, number: Option<u64>) {
    if let Some(number) = number {
        row.extend_from_slice(&place.to_le_bytes());
        row.extend_from_slice(&number.to_le_bytes());
    }
}

fn octets(row: &mut Vec<u8>, place: Place, octets: Option<&[u8]>) {
    if let Some(octets) = octets {
        row.extend_from_slice(&place.to_le_bytes());
        row.extend_from_slice(&(octets.len() as u32).to_le_bytes());
        row.extend_from_slice(octets);
    }
}
