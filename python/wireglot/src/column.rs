//! Converts columns of messages to columns of values and back, for functions of databases and data frames.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use wireglot_driver::messages::{Bad, FieldError, Reading, Writing};
use wireglot_table::blobs::{decode, fields, told_of, Refused, Wrong};
use wireglot_table::encoding::encode;
use wireglot_table::tabling::Tabling;

use crate::arrow::{arrays, column_capsules, schema_capsule};
use crate::errors::{decode_error, encode_error, ArgumentError};
use crate::form::{word, Options};
use crate::laid;
use crate::ty::Type;

/// A column exported through Arrow's C interface.
#[pyclass(frozen, module = "wireglot._wireglot")]
pub struct Column {
    field: Field,
    array: ArrayRef,
    damages: Vec<(usize, String, String)>,
}

#[pymethods]
impl Column {
    /// Capsules with its type and its values; can be called repeatedly.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema; // A consumer that wants another type casts it.
        column_capsules(py, &self.field, &*self.array)
    }

    /// A capsule with its type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    /// The errors: row, message and code.
    fn damages(&self) -> Vec<(usize, String, String)> {
        self.damages.clone()
    }
}

/// Decodes a column of encoded messages to a column of structs.
#[pyfunction]
#[pyo3(signature = (column, type_, rules, select, on_error, errors, table, options))]
#[expect(clippy::too_many_arguments, reason = "the package gives them names")]
pub fn decode_arrow(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    type_: &Type,
    rules: Option<&str>,
    select: Option<Vec<String>>,
    on_error: &Bound<'_, PyAny>,
    errors: Option<String>,
    table: &Bound<'_, PyDict>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Column> {
    let ready = type_.ready(py, rules)?.clone();
    let (reading, mut columns) = laid::table(&ready, table, options)?;
    let outputs = laid::outputs(&ready, &mut columns, select)?;
    let wrong = match (word("on_error", on_error, &["raise", "null"])?, errors) {
        (0, None) => Wrong::Raise,
        (_, None) => Wrong::Null,
        (0, Some(_)) => return Err(ArgumentError::new_err("error_column goes with on_error='null'")),
        (_, Some(name)) => Wrong::Tell(name),
    };
    let fields = fields(&columns, &outputs, &wrong);
    if let Wrong::Tell(name) = &wrong {
        if fields.iter().filter(|field| field.name().eq_ignore_ascii_case(name)).count() > 1 {
            return Err(ArgumentError::new_err(format!("there is a column `{name}` already")));
        }
    }
    let schema = Schema::new(fields).into();
    let arrays = arrays(column)?;
    // Each message is on its own.
    let reading = Reading { several: false, ..reading };
    let made = py.detach(|| {
        let work = Tabling { message: &*ready.message, reading, columns: &columns, start: 0 };
        decode(&work, &outputs, &schema, &arrays, &wrong)
    });
    let (array, bad) = made.map_err(|refused| raised(py, refused))?;
    let field = Field::new("value", DataType::Struct(schema.fields().clone()), true);
    Ok(Column { field, array: Arc::new(array), damages: damages(&bad) })
}

/// Encodes a column of structs, as returned by [`decode_arrow`], to a column of encoded messages.
#[pyfunction]
#[pyo3(signature = (column, type_, rules, on_error, table, options))]
pub fn encode_arrow(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    type_: &Type,
    rules: Option<&str>,
    on_error: &Bound<'_, PyAny>,
    table: &Bound<'_, PyDict>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Column> {
    let ready = type_.ready(py, rules)?.clone();
    let (_, columns) = laid::table(&ready, table, None)?;
    let writing = Writing { rules: ready.rules, options: Options::of(options)?.encode, ..Writing::default() };
    let nulls = word("on_error", on_error, &["raise", "null"])? == 1;
    let arrays = arrays(column)?;
    let made = py.detach(|| encode(&*ready.message, &columns, &writing, &arrays, nulls));
    let (array, bad) = made.map_err(|refused| match refused {
        Refused::Row(row, bad) => encode_error(
            py,
            FieldError { code: bad.code, path: bad.path.clone(), message: at_row(row, &bad) },
        ),
        refused => raised(py, refused),
    })?;
    let field = Field::new("value", DataType::Binary, true);
    Ok(Column { field, array: Arc::new(array), damages: damages(&bad) })
}

fn at_row(row: usize, bad: &Bad) -> String {
    format!("row {row}: {}", bad.message)
}

fn damages(bad: &[(usize, Bad)]) -> Vec<(usize, String, String)> {
    bad.iter().map(|(row, bad)| (*row, told_of(bad), bad.code.to_string())).collect()
}

fn raised(py: Python<'_>, refused: Refused) -> PyErr {
    match refused {
        Refused::Type(told) => PyTypeError::new_err(told),
        Refused::Long => ArgumentError::new_err("the values are too many for one column: pass it in parts"),
        Refused::Row(row, bad) => {
            let message = at_row(row, &bad);
            decode_error(py, Bad { message, ..*bad })
        }
    }
}
