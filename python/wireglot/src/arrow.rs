//! Arrow's C interface in capsules, as Python passes it on.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The name of a capsule with a schema.
pub const SCHEMA: &std::ffi::CStr = c"arrow_schema";

/// The name of a capsule with a stream.
const STREAM: &std::ffi::CStr = c"arrow_array_stream";

/// A capsule with a stream, which releases it unless someone has taken it over.
pub fn stream_capsule(py: Python<'_>, stream: FFI_ArrowArrayStream) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, stream, STREAM)
}
