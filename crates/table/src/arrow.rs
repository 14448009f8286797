//! Columns as Arrow schemas and batches.

use std::io;
use std::sync::Arc;

use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int16Type, Int32Type, Int64Type, Int8Type,
    TimestampMicrosecondType, UInt16Type, UInt32Type, UInt64Type, UInt8Type,
};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, ListArray, PrimitiveArray, RecordBatch,
    RecordBatchOptions, StringArray, StructArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

use crate::columns::Place;
use crate::kind::Kind;
use crate::select::Output;
use crate::store::{Store, Stored};

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
    outputs
        .iter()
        .zip(schema.fields())
        .map(|(output, field)| {
            let mut made = array(store, output.place, innermost(field.data_type(), output.lists.len()));
            for (depth, list) in output.lists.iter().enumerate().rev() {
                let DataType::List(element) = innermost(field.data_type(), depth) else { break };
                let values = store.values(*list);
                made = Arc::new(ListArray::new(
                    element.clone(),
                    offsets(values, made.len()),
                    made,
                    nulls(values),
                ));
            }
            made
        })
        .collect()
}

fn innermost(mut of: &DataType, lists: usize) -> &DataType {
    for _ in 0..lists {
        if let DataType::List(element) = of {
            of = element.data_type();
        }
    }
    of
}

fn array(store: &Store, place: Place, made: &DataType) -> ArrayRef {
    let column = store.columns().get(place);
    let values = store.values(place);
    match (column.kind, made) {
        (Kind::Boolean, _) => {
            let bits = BooleanBuffer::collect_bool(values.len(), |at| values.fixed[at] != 0);
            Arc::new(BooleanArray::new(bits, nulls(values)))
        }
        (Kind::Text, _) => {
            let data = Buffer::from_slice_ref(&values.data);
            Arc::new(StringArray::new(offsets(values, values.data.len()), data, nulls(values)))
        }
        (Kind::Binary, _) => {
            let data = Buffer::from_slice_ref(&values.data);
            Arc::new(BinaryArray::new(offsets(values, values.data.len()), data, nulls(values)))
        }
        (Kind::Struct, DataType::Struct(fields)) => structure(store, place, fields),
        (Kind::List, DataType::List(element)) => {
            let child = column.children[0];
            let inner = array(store, child, element.data_type());
            let offsets = offsets(values, store.values(child).len());
            Arc::new(ListArray::new(element.clone(), offsets, inner, nulls(values)))
        }
        (Kind::Integer { octets: 1, signed: true }, _) => primitive::<Int8Type>(values),
        (Kind::Integer { octets: 2, signed: true }, _) => primitive::<Int16Type>(values),
        (Kind::Integer { octets: 4, signed: true }, _) => primitive::<Int32Type>(values),
        (Kind::Integer { signed: true, .. }, _) => primitive::<Int64Type>(values),
        (Kind::Integer { octets: 1, signed: false }, _) => primitive::<UInt8Type>(values),
        (Kind::Integer { octets: 2, signed: false }, _) => primitive::<UInt16Type>(values),
        (Kind::Integer { octets: 4, signed: false }, _) => primitive::<UInt32Type>(values),
        (Kind::Float { single: true }, _) => primitive::<Float32Type>(values),
        (Kind::Float { single: false }, _) => primitive::<Float64Type>(values),
        (Kind::Decimal, _) => {
            let made = PrimitiveArray::<Decimal128Type>::new(scalars(values), nulls(values));
            Arc::new(made.with_data_type(DataType::Decimal128(38, 0)))
        }
        (Kind::Time, _) => {
            let made = PrimitiveArray::<TimestampMicrosecondType>::new(scalars(values), nulls(values));
            Arc::new(made.with_timezone(UTC))
        }
        _ => primitive::<UInt64Type>(values),
    }
}

fn structure(store: &Store, place: Place, fields: &Fields) -> ArrayRef {
    let (column, values) = (store.columns().get(place), store.values(place));
    let parts = column.children.iter().zip(fields);
    let arrays: Vec<ArrayRef> = parts.map(|(child, field)| array(store, *child, field.data_type())).collect();
    match arrays.is_empty() {
        true => Arc::new(StructArray::new_empty_fields(values.len(), nulls(values))),
        false => Arc::new(StructArray::new(fields.clone(), arrays, nulls(values))),
    }
}

fn primitive<T: ArrowPrimitiveType>(values: &Stored) -> ArrayRef {
    Arc::new(PrimitiveArray::<T>::new(scalars(values), nulls(values)))
}

fn scalars<T: arrow_buffer::ArrowNativeType>(values: &Stored) -> ScalarBuffer<T> {
    let width = size_of::<T>().max(1);
    ScalarBuffer::new(Buffer::from_slice_ref(&values.fixed), 0, values.fixed.len() / width)
}

fn nulls(values: &Stored) -> Option<NullBuffer> {
    let bits = BooleanBuffer::new(Buffer::from_vec(values.valid.bits()?), 0, values.len());
    Some(NullBuffer::new(bits))
}

fn offsets(values: &Stored, end: usize) -> OffsetBuffer<i32> {
    let mut offsets = Vec::with_capacity(values.starts.len() + 1);
    offsets.extend_from_slice(&values.starts);
    offsets.push(end as i32);
    OffsetBuffer::new(ScalarBuffer::from(offsets))
}
