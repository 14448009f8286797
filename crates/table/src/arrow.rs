//! Columns as Arrow schemas and batches.

use std::io;
use std::sync::Arc;

use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int16Type, Int32Type, Int64Type, Int8Type,
    TimestampMicrosecondType, UInt16Type, UInt32Type, UInt64Type, UInt8Type,
};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, ListArray, PrimitiveArray, RecordBatch,
    RecordBatchOptions, StringArray, StructArray,
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

use crate::columns::Place;
use crate::kind::Kind;
use crate::select::Output;
use crate::store::Store;

/// The time zone of time columns.
const UTC: &str = "UTC";

/// The schema of some columns.
pub fn schema(store: &Store, outputs: &[Output]) -> SchemaRef {
    let fields: Vec<Field> = outputs.iter().map(|output| field_of(store, output)).collect();
    Arc::new(Schema::new(fields))
}

fn field_of(store: &Store, output: &Output) -> Field {
    let columns = store.columns();
    // A column deep in the row is null if an enclosing value is null.
    let around = std::iter::successors(columns.get(output.place).parent, |place| columns.get(*place).parent);
    let deep = around.count() > 1;
    let value = field(store, output.place, &output.name);
    let mut made = value.data_type().clone();
    for _ in &output.lists {
        made = DataType::List(Arc::new(Field::new("element", made, true)));
    }
    Field::new(&output.name, made, value.is_nullable() || deep)
}

fn field(store: &Store, place: Place, name: &str) -> Field {
    let column = store.columns().get(place);
    let parts =
        || column.children.iter().map(|child| field(store, *child, &store.columns().get(*child).name));
    let made = match column.kind {
        Kind::Boolean => DataType::Boolean,
        Kind::Integer { octets: 1, signed: true } => DataType::Int8,
        Kind::Integer { octets: 2, signed: true } => DataType::Int16,
        Kind::Integer { octets: 4, signed: true } => DataType::Int32,
        Kind::Integer { signed: true, .. } => DataType::Int64,
        Kind::Integer { octets: 1, signed: false } => DataType::UInt8,
        Kind::Integer { octets: 2, signed: false } => DataType::UInt16,
        Kind::Integer { octets: 4, signed: false } => DataType::UInt32,
        Kind::Integer { signed: false, .. } => DataType::UInt64,
        Kind::Decimal => DataType::Decimal128(38, 0),
        Kind::Float { single: true } => DataType::Float32,
        Kind::Float { single: false } => DataType::Float64,
        Kind::Text => DataType::Utf8,
        Kind::Binary => DataType::Binary,
        Kind::Time => DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())),
        Kind::Struct => DataType::Struct(parts().collect()),
        Kind::List => DataType::List(Arc::new(field(store, column.children[0], "element"))),
    };
    // The parts of a nullable struct are null if it is.
    let parent = column.parent.map(|parent| store.columns().get(parent));
    let deep = parent.is_some_and(|parent| parent.nullable || parent.parent.is_some());
    Field::new(
        name,
        made,
        column.nullable || deep && parent.is_some_and(|parent| parent.kind == Kind::Struct),
    )
}

/// All rows of a completed store, as a batch.
///
/// # Errors
/// Arrow rejects them.
pub fn batch(store: &Store, outputs: &[Output], schema: &SchemaRef) -> io::Result<RecordBatch> {
    let options = RecordBatchOptions::new().with_row_count(Some(store.rows()));
    let columns = columns(store, outputs, schema);
    RecordBatch::try_new_with_options(schema.clone(), columns, &options).map_err(io::Error::other)
}

/// The columns of such a batch. The schema may have further columns after them.
pub fn columns(store: &Store, outputs: &[Output], schema: &SchemaRef) -> Vec<ArrayRef> {
    Values { store, taken: Vec::new() }.columns(outputs, schema)
}

/// The same columns, with the store's own octets instead of copies of them.
pub fn into_columns(mut store: Store, outputs: &[Output], schema: &SchemaRef) -> Vec<ArrayRef> {
    let taken = take(&mut store);
    Values { store: &store, taken }.columns(outputs, schema)
}

/// The values of a store, as Arrow has them.
struct Values<'s> {
    store: &'s Store,
    /// The octets taken out of the store; without any, they are copied, since the store is used again.
    taken: Vec<Taken>,
}

/// What was taken of a column.
struct Taken {
    fixed: Buffer,
    data: Buffer,
    offsets: ScalarBuffer<i32>,
}

fn take(store: &mut Store) -> Vec<Taken> {
    let places = 0..store.columns().all.len() as Place;
    let ends: Vec<i32> = places.clone().map(|place| end(store, place)).collect();
    let taken = places.zip(ends).map(|(place, end)| {
        let values = store.values_mut(place);
        values.starts.push(end);
        Taken {
            fixed: Buffer::from_vec(std::mem::take(&mut values.fixed)),
            data: Buffer::from_vec(std::mem::take(&mut values.data)),
            offsets: ScalarBuffer::from(std::mem::take(&mut values.starts)),
        }
    });
    taken.collect()
}

/// Where the last value of a column of text, octets or lists ends.
fn end(store: &Store, place: Place) -> i32 {
    let column = store.columns().get(place);
    match (column.kind, column.children.first()) {
        (Kind::List, Some(elements)) => store.values(*elements).len() as i32,
        _ => store.values(place).data.len() as i32,
    }
}

impl Values<'_> {
    fn columns(&self, outputs: &[Output], schema: &SchemaRef) -> Vec<ArrayRef> {
        let each = outputs.iter().zip(schema.fields()).map(|(output, field)| {
            let mut made = self.array(output.place, innermost(field.data_type(), output.lists.len()));
            for (depth, list) in output.lists.iter().enumerate().rev() {
                let DataType::List(element) = innermost(field.data_type(), depth) else { break };
                made =
                    Arc::new(ListArray::new(element.clone(), self.offsets(*list), made, self.nulls(*list)));
            }
            made
        });
        each.collect()
    }

    fn array(&self, place: Place, made: &DataType) -> ArrayRef {
        let column = self.store.columns().get(place);
        match (column.kind, made) {
            (Kind::Boolean, _) => {
                let fixed = self.fixed(place);
                let bits = BooleanBuffer::collect_bool(self.len(place), |at| fixed[at] != 0);
                Arc::new(BooleanArray::new(bits, self.nulls(place)))
            }
            (Kind::Text, _) => {
                Arc::new(StringArray::new(self.offsets(place), self.data(place), self.nulls(place)))
            }
            (Kind::Binary, _) => {
                Arc::new(BinaryArray::new(self.offsets(place), self.data(place), self.nulls(place)))
            }
            (Kind::Struct, DataType::Struct(fields)) => self.structure(place, fields),
            (Kind::List, DataType::List(element)) => {
                let inner = self.array(column.children[0], element.data_type());
                Arc::new(ListArray::new(element.clone(), self.offsets(place), inner, self.nulls(place)))
            }
            (Kind::Integer { octets: 1, signed: true }, _) => self.primitive::<Int8Type>(place),
            (Kind::Integer { octets: 2, signed: true }, _) => self.primitive::<Int16Type>(place),
            (Kind::Integer { octets: 4, signed: true }, _) => self.primitive::<Int32Type>(place),
            (Kind::Integer { signed: true, .. }, _) => self.primitive::<Int64Type>(place),
            (Kind::Integer { octets: 1, signed: false }, _) => self.primitive::<UInt8Type>(place),
            (Kind::Integer { octets: 2, signed: false }, _) => self.primitive::<UInt16Type>(place),
            (Kind::Integer { octets: 4, signed: false }, _) => self.primitive::<UInt32Type>(place),
            (Kind::Float { single: true }, _) => self.primitive::<Float32Type>(place),
            (Kind::Float { single: false }, _) => self.primitive::<Float64Type>(place),
            (Kind::Decimal, _) => {
                let made = PrimitiveArray::<Decimal128Type>::new(self.scalars(place), self.nulls(place));
                Arc::new(made.with_data_type(DataType::Decimal128(38, 0)))
            }
            (Kind::Time, _) => {
                let made =
                    PrimitiveArray::<TimestampMicrosecondType>::new(self.scalars(place), self.nulls(place));
                Arc::new(made.with_timezone(UTC))
            }
            _ => self.primitive::<UInt64Type>(place),
        }
    }

    fn structure(&self, place: Place, fields: &Fields) -> ArrayRef {
        let parts = self.store.columns().get(place).children.iter().zip(fields);
        let arrays: Vec<ArrayRef> =
            parts.map(|(child, field)| self.array(*child, field.data_type())).collect();
        match arrays.is_empty() {
            true => Arc::new(StructArray::new_empty_fields(self.len(place), self.nulls(place))),
            false => Arc::new(StructArray::new(fields.clone(), arrays, self.nulls(place))),
        }
    }

    fn primitive<T: ArrowPrimitiveType>(&self, place: Place) -> ArrayRef {
        Arc::new(PrimitiveArray::<T>::new(self.scalars(place), self.nulls(place)))
    }

    fn len(&self, place: Place) -> usize {
        self.store.values(place).len()
    }

    fn fixed(&self, place: Place) -> Buffer {
        match self.taken.get(usize::from(place)) {
            Some(taken) => taken.fixed.clone(),
            None => Buffer::from_slice_ref(&self.store.values(place).fixed),
        }
    }

    fn data(&self, place: Place) -> Buffer {
        match self.taken.get(usize::from(place)) {
            Some(taken) => taken.data.clone(),
            None => Buffer::from_slice_ref(&self.store.values(place).data),
        }
    }

    fn scalars<T: ArrowNativeType>(&self, place: Place) -> ScalarBuffer<T> {
        let mut octets = self.fixed(place);
        if octets.as_ptr().align_offset(align_of::<T>()) != 0 {
            // Octets may lie anywhere, though allocators align what is as large as a number.
            octets = Buffer::from_slice_ref(octets.as_slice());
        }
        let count = octets.len() / size_of::<T>().max(1);
        ScalarBuffer::new(octets, 0, count)
    }

    fn offsets(&self, place: Place) -> OffsetBuffer<i32> {
        OffsetBuffer::new(match self.taken.get(usize::from(place)) {
            Some(taken) => taken.offsets.clone(),
            None => {
                let starts = &self.store.values(place).starts;
                let mut offsets = Vec::with_capacity(starts.len() + 1);
                offsets.extend_from_slice(starts);
                offsets.push(end(self.store, place));
                ScalarBuffer::from(offsets)
            }
        })
    }

    fn nulls(&self, place: Place) -> Option<NullBuffer> {
        let values = self.store.values(place);
        let bits = BooleanBuffer::new(Buffer::from_vec(values.valid.bits()?), 0, values.len());
        Some(NullBuffer::new(bits))
    }
}

fn innermost(mut of: &DataType, lists: usize) -> &DataType {
    for _ in 0..lists {
        if let DataType::List(element) = of {
            of = element.data_type();
        }
    }
    of
}
