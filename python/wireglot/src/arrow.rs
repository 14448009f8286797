//! Arrow's C data interface in PyCapsules, as Python libraries exchange it.

use std::ffi::{c_char, c_int, c_void, CStr};

use arrow_array::ffi::{from_ffi, to_ffi, FFI_ArrowArray};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{make_array, Array, ArrayRef};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::errors::ArgumentError;

/// The names of capsules with a schema, an array and a stream.
pub const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A capsule with a stream, which releases it unless it has been moved out.
pub fn stream_capsule(py: Python<'_>, stream: FFI_ArrowArrayStream) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, stream, STREAM)
}

/// Capsules with the type of a column, and with its values.
pub fn column_capsules<'py>(
    py: Python<'py>,
    field: &Field,
    array: &dyn Array,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (values, _) = to_ffi(&array.to_data()).map_err(wrong)?;
    Ok((schema_capsule(py, field)?, PyCapsule::new_with_value(py, values, ARRAY)?))
}

/// A capsule with the type of a column.
pub fn schema_capsule<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowSchema::try_from(field).map_err(wrong)?, SCHEMA)
}

pub fn wrong(error: ArrowError) -> PyErr {
    ArgumentError::new_err(error.to_string())
}

/// The values of a Python column, in as many arrays as it consists of.
pub fn arrays(column: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if column.hasattr("__arrow_c_array__")? {
        let pair = column.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let (schema, array) = (capsule(&pair.get_item(0)?)?, capsule(&pair.get_item(1)?)?);
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: a capsule of that name holds such a struct, which lives as long as the capsules do. The
        // array is moved out: what is left in its place is released.
        let (array, schema) = unsafe { (FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
        // SAFETY: the producer of both guarantees their contents.
        return Ok(vec![make_array(unsafe { from_ffi(array, schema) }.map_err(wrong)?)]);
    }
    if column.hasattr("__arrow_c_stream__")? {
        let stream = capsule(&column.call_method0("__arrow_c_stream__")?)?;
        let stream = stream.pointer_checked(Some(STREAM))?.cast::<Stream>();
        // SAFETY: a capsule of that name holds such a struct, which lives as long as the capsule does, and
        // nobody else uses it.
        return unsafe { (*stream.as_ptr()).read() };
    }
    let name = column.get_type().name()?;
    Err(PyTypeError::new_err(format!("a column of Arrow is expected, such as a pyarrow.Array, not {name}")))
}

fn capsule<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyCapsule>> {
    Ok(object.cast::<PyCapsule>()?.clone())
}

/// A stream of arrays of any type; the crate only reads streams of record batches.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

impl Stream {
    /// Reads all of its arrays.
    ///
    /// # Safety
    /// It must be a stream according to Arrow's C interface that nobody else uses.
    unsafe fn read(&mut self) -> PyResult<Vec<ArrayRef>> {
        let (Some(get_schema), Some(get_next), Some(_)) = (self.get_schema, self.get_next, self.release)
        else {
            return Err(ArgumentError::new_err("the stream of the column was read before"));
        };
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream is valid; it fills the empty struct, or reports that it did not.
        if unsafe { get_schema(self, &mut schema) } != 0 {
            return Err(unsafe { self.error() });
        }
        DataType::try_from(&schema).map_err(wrong)?;
        let mut made = Vec::new();
        loop {
            let mut array = FFI_ArrowArray::empty();
            // SAFETY: as above.
            if unsafe { get_next(self, &mut array) } != 0 {
                return Err(unsafe { self.error() });
            }
            if array.is_released() {
                return Ok(made);
            }
            // SAFETY: the stream guarantees arrays of that type.
            made.push(make_array(unsafe { from_ffi(array, &schema) }.map_err(wrong)?));
        }
    }

    /// The last error.
    ///
    /// # Safety
    /// Same as for [`Stream::read`].
    unsafe fn error(&mut self) -> PyErr {
        // SAFETY: it returns null, or a NUL-terminated string that lives until the next call.
        let told = self.get_last_error.map(|get| unsafe { get(self) }).filter(|told| !told.is_null());
        let told = told.map(|told| unsafe { CStr::from_ptr(told) }.to_string_lossy().into_owned());
        ArgumentError::new_err(told.unwrap_or_else(|| "the column can't be read".into()))
    }
}
