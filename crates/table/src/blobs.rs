//! Columns of octets, each a message: to columns of values.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields, SchemaRef};
use wireglot_driver::messages::Bad;
use wireglot_driver::records::{Work, Worker};

use crate::arrow::{columns, schema};
use crate::batching::NO_ROW;
use crate::columns::Columns;
use crate::select::Output;
use crate::store::Store;
use crate::tabling::Tabling;

/// Octets of all rows of a column, at most: its arrays still count all that they hold.
const MOST: usize = 1 << 30;

/// What becomes of messages that are wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// They end it.
    Raise,
    /// They are null.
    Null,
    /// Their columns are null, and another of this name says what is wrong.
    Tell(String),
}

/// The type of a column of values: a struct of the columns of a table.
pub fn fields(columns: &Columns, outputs: &[Output], wrong: &Wrong) -> Fields {
    let table = schema(&Store::new(columns.clone()), outputs);
    // What is null has no values, whatever its type asks for.
    let fields = table.fields().iter().map(|field| Arc::new(field.as_ref().clone().with_nullable(true)));
    let told = match wrong {
        Wrong::Tell(name) => Some(Arc::new(Field::new(name, DataType::Utf8, true))),
        _ => None,
    };
    fields.chain(told).collect()
}

/// Why nothing is made of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is of another type, which this tells.
    Type(String),
    /// The message of that row.
    Row(usize, Box<Bad>),
    /// There is more than one column can hold.
    Long,
}

/// The values of messages in some arrays of octets, and what is wrong with those that are null for it.
///
/// # Errors
/// No octets; messages that are wrong, if they are to end it; more than a column holds.
pub fn decode(
    work: &Tabling,
    outputs: &[Output],
    schema: &SchemaRef,
    arrays: &[ArrayRef],
    wrong: &Wrong,
) -> Result<(StructArray, Vec<(usize, Bad)>), Refused> {
    let mut decoding = Decoding {
        worker: work.worker(work.reading),
        store: Store::new(work.columns.clone()),
        row: Vec::new(),
        octets: 0,
        there: Vec::new(),
        wrong,
        bad: Vec::new(),
    };
    for array in arrays {
        match array.data_type() {
            DataType::Binary => decoding.all(array.as_binary::<i32>().iter())?,
            DataType::LargeBinary => decoding.all(array.as_binary::<i64>().iter())?,
            DataType::BinaryView => decoding.all(array.as_binary_view().iter())?,
            DataType::FixedSizeBinary(_) => decoding.all(array.as_fixed_size_binary().iter())?,
            DataType::Null => decoding.all((0..array.len()).map(|_| None))?,
            other => {
                return Err(Refused::Type(format!("a column of octets is expected, not of {other}")));
            }
        }
    }
    Ok(decoding.finish(outputs, schema))
}

/// What is wrong with a message, and where in it.
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
    /// Which rows are there.
    there: Vec<bool>,
    wrong: &'d Wrong,
    bad: Vec<(usize, Bad)>,
}

impl Decoding<'_> {
    fn all<'o>(&mut self, messages: impl Iterator<Item = Option<&'o [u8]>>) -> Result<(), Refused> {
        for message in messages {
            self.row.clear();
            let decoded = message.map(|octets| self.worker.record(octets, &mut self.row));
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
        let mut columns = columns(&self.store, outputs, schema);
        if let Wrong::Tell(_) = self.wrong {
            let mut told = StringBuilder::new();
            for (row, bad) in &self.bad {
                told.append_nulls(row - told.len());
                told.append_value(told_of(bad));
            }
            told.append_nulls(self.there.len() - told.len());
            columns.push(Arc::new(told.finish()));
        }
        let nulls = self.there.contains(&false).then(|| NullBuffer::from(self.there));
        (StructArray::new(schema.fields().clone(), columns, nulls), self.bad)
    }
}
