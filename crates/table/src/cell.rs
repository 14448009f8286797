//! Values in arrays, in any of the Arrow types that tools use for them.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int16Type, Int32Type, Int64Type, Int8Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
    UInt16Type, UInt32Type, UInt64Type, UInt8Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

use crate::kind::Kind;

/// Whether arrays of a type can hold values of a kind, except structs and lists.
pub fn suits(kind: Kind, of: &DataType) -> bool {
    match kind {
        Kind::Boolean => *of == DataType::Boolean,
        Kind::Integer { .. } => of.is_integer() || matches!(of, DataType::Decimal128(_, 0)),
        Kind::Decimal => of.is_integer() || matches!(of, DataType::Decimal128(_, 0)),
        Kind::Float { .. } => matches!(of, DataType::Float32 | DataType::Float64),
        Kind::Text => matches!(of, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View),
        Kind::Binary => matches!(
            of,
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_)
        ),
        Kind::Time => matches!(of, DataType::Timestamp(..)),
        Kind::Struct | Kind::List => false,
    }
}

/// What values of a kind are, as an error says it.
pub fn words(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "true or false",
        Kind::Integer { .. } | Kind::Decimal => "an integer",
        Kind::Float { .. } => "a float",
        Kind::Text => "text",
        Kind::Binary => "binary",
        Kind::Time => "a timestamp",
        Kind::Struct => "a struct",
        Kind::List => "a list",
    }
}

/// The values of a dictionary, as of categories, and where among them that of each row is. A row that is null may have any
/// place. `None` if the array is no dictionary.
pub fn dictionary(of: &dyn Array) -> Option<(&ArrayRef, Vec<usize>)> {
    let of = of.as_any_dictionary_opt()?;
    let keys = match of.values().is_empty() {
        true => vec![0; of.len()],
        false => of.normalized_keys(),
    };
    Some((of.values(), keys))
}

/// The characters of a value, if it has any.
pub fn text(of: &dyn Array, row: usize) -> Option<&str> {
    match of.data_type() {
        DataType::Utf8 => Some(of.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(of.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(of.as_string_view().value(row)),
        _ => None,
    }
}

/// The bytes of a value, if it is binary.
pub fn octets(of: &dyn Array, row: usize) -> Option<&[u8]> {
    match of.data_type() {
        DataType::Binary => Some(of.as_binary::<i32>().value(row)),
        DataType::LargeBinary => Some(of.as_binary::<i64>().value(row)),
        DataType::BinaryView => Some(of.as_binary_view().value(row)),
        DataType::FixedSizeBinary(_) => Some(of.as_fixed_size_binary().value(row)),
        _ => None,
    }
}

/// The integer, if it is one.
pub fn integer(of: &dyn Array, row: usize) -> Option<i128> {
    Some(match of.data_type() {
        DataType::Int8 => of.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => of.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => of.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => of.as_primitive::<Int64Type>().value(row).into(),
        DataType::UInt8 => of.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => of.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => of.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => of.as_primitive::<UInt64Type>().value(row).into(),
        DataType::Decimal128(_, 0) => of.as_primitive::<Decimal128Type>().value(row),
        _ => return None,
    })
}

/// The float, if it is one.
pub fn float(of: &dyn Array, row: usize) -> Option<f64> {
    match of.data_type() {
        DataType::Float32 => Some(of.as_primitive::<Float32Type>().value(row).into()),
        DataType::Float64 => Some(of.as_primitive::<Float64Type>().value(row)),
        _ => None,
    }
}

/// Microseconds since 1970; `None` if the time has a finer resolution.
pub fn micros(of: &dyn Array, row: usize) -> Option<i64> {
    let DataType::Timestamp(unit, _) = of.data_type() else { return None };
    match unit {
        TimeUnit::Second => of.as_primitive::<TimestampSecondType>().value(row).checked_mul(1_000_000),
        TimeUnit::Millisecond => of.as_primitive::<TimestampMillisecondType>().value(row).checked_mul(1000),
        TimeUnit::Microsecond => Some(of.as_primitive::<TimestampMicrosecondType>().value(row)),
        TimeUnit::Nanosecond => {
            let nanos = of.as_primitive::<TimestampNanosecondType>().value(row);
            (nanos % 1000 == 0).then_some(nanos / 1000)
        }
    }
}
