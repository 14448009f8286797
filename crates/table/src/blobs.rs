//! Converts columns of binary messages to columns of values.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields, SchemaRef};
use wireglot_driver::messages::Bad;
use wireglot_driver::records::{Position, Work, Worker};

use crate::arrow::{into_columns, schema};
use crate::batching::NO_ROW;
use crate::cell;
use crate::columns::Columns;
use crate::kind::Kind;
use crate::select::Output;
use crate::store::Store;
use crate::tabling::Tabling;

/// Maximum number of bytes in all rows of a column; its arrays can still count that many.
const MOST: usize = 1 << 30;

/// What to do with invalid messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Return an error.
    Raise,
    /// Make them null.
    Null,
    /// Make them null, and describe the error in an additional column with this name.
    Tell(String),
}

/// The type of a column of values: a struct with the columns of a table.
pub fn fields(columns: &Columns, outputs: &[Output], wrong: &Wrong) -> Fields {
    let table = schema(&Store::new(columns.clone()), outputs);
    // A null message has no values, whatever its type requires.
    let fields = table.fields().iter().map(|field| Arc::new(field.as_ref().clone().with_nullable(true)));
    let told = match wrong {
        Wrong::Tell(name) => Some(Arc::new(Field::new(name, DataType::Utf8, true))),
        _ => None,
    };
    fields.chain(told).collect()
}

/// Why a column could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It has a different type, given here.
    Type(String),
    /// The message in this row is invalid.
    Row(usize, Box<Bad>),
    /// It has more values than a column can hold.
    Long,
}

/// The values of messages in some binary arrays, and the errors in those that are null because of
/// them.
///
/// # Errors
/// The arrays are not binary; a message is invalid, if that is to be an error; there are more values
/// than a column can hold.
pub fn decode(
    work: &Tabling,
    outputs: &[Output],
    schema: &SchemaRef,
    arrays: &[ArrayRef],
    wrong: &Wrong,
) -> Result<(StructArray, Vec<(usize, Bad)>), Refused> {
    let mut decoding = Decoding {
        worker: work.worker(work.reading, ""),
        store: Store::new(work.columns.clone()),
        row: Vec::new(),
        octets: 0,
        there: Vec::new(),
        wrong,
        bad: Vec::new(),
    };
    for array in arrays {
        let nulls = array.logical_nulls();
        let is_there = |row| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        let (values, keys) = match cell::dictionary(array) {
            Some((values, keys)) => (values, Some(keys)),
            None => (array, None),
        };
        if !cell::suits(Kind::Binary, values.data_type()) && *values.data_type() != DataType::Null {
            let told = format!("a column of octets is expected, not of {}", array.data_type());
            return Err(Refused::Type(told));
        }
        let octets = |row: usize| cell::octets(values, keys.as_ref().map_or(row, |keys| keys[row]));
        decoding.all((0..array.len()).map(|row| is_there(row).then(|| octets(row)).flatten()))?;
    }
    Ok(decoding.finish(outputs, schema))
}

/// Formats an error in a message, and its place.
pub fn told_of(bad: &Bad) -> String {
    match bad.path.is_empty() {
        true => bad.message.clone(),
        false => format!("{}: {}", bad.path, bad.message),
    }
}

struct Decoding<'d> {
    worker: Box<dyn Worker + 'd>,
    store: Store,
    row: Vec<u8>,
    octets: usize,
    /// Which rows are not null.
    there: Vec<bool>,
    wrong: &'d Wrong,
    bad: Vec<(usize, Bad)>,
}

impl Decoding<'_> {
    fn all<'o>(&mut self, messages: impl Iterator<Item = Option<&'o [u8]>>) -> Result<(), Refused> {
        for message in messages {
            self.row.clear();
            let decoded =
                message.map(|octets| self.worker.record(octets, Position::default(), &mut self.row));
            let is_there = match decoded {
                Some(Ok(_)) => true,
                Some(Err(bad)) if *self.wrong == Wrong::Raise => {
                    return Err(Refused::Row(self.there.len(), Box::new(bad)));
                }
                Some(Err(bad)) => {
                    self.bad.push((self.there.len(), bad));
                    *self.wrong != Wrong::Null
                }
                None => false,
            };
            self.there.push(is_there);
            self.octets += self.row.len();
            if self.octets > MOST {
                return Err(Refused::Long);
            }
            let row = if self.row.is_empty() { NO_ROW } else { &self.row };
            self.store.add(row, usize::MAX, usize::MAX);
        }
        Ok(())
    }

    fn finish(mut self, outputs: &[Output], schema: &SchemaRef) -> (StructArray, Vec<(usize, Bad)>) {
        self.store.complete();
        let mut columns = into_columns(self.store, outputs, schema);
        if let Wrong::Tell(_) = self.wrong {
            let mut told = StringBuilder::new();
            for (row, bad) in &self.bad {
                told.append_nulls(row - told.len());
                told.append_value(told_of(bad));
            }
            told.append_nulls(self.there.len() - told.len());
            columns.push(Arc::new(told.finish()));
        }
        let rows = self.there.len();
        let nulls = self.there.contains(&false).then(|| NullBuffer::from(self.there));
        let made = match columns.is_empty() {
            true => StructArray::new_empty_fields(rows, nulls),
            false => StructArray::new(schema.fields().clone(), columns, nulls),
        };
        (made, self.bad)
    }
}
