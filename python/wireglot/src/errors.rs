//! Errors as Python exceptions: classes of `wireglot._errors`, looked up only when needed.

use pyo3::import_exception;
use pyo3::prelude::*;
use wireglot_driver::languages::Refusal;
use wireglot_driver::messages::{Bad, FieldError};

import_exception!(wireglot._errors, ArgumentError);

/// An exception of that class.
fn raise(py: Python<'_>, class: &str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("wireglot._errors").and_then(|errors| errors.getattr(class)?.call1(arguments));
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Invalid bytes.
pub fn decode_error(py: Python<'_>, bad: Bad) -> PyErr {
    raise(py, "DecodeError", (bad.message, bad.code, bad.path, bad.at, bad.short))
}

/// A value that can't be encoded.
pub fn encode_error(py: Python<'_>, error: FieldError) -> PyErr {
    raise(py, "EncodeError", (error.message, error.code, error.path))
}

/// A Python object of the wrong type.
pub fn type_error(py: Python<'_>, message: String, path: String) -> PyErr {
    raise(py, "ValueTypeError", (message, "type", path))
}

/// A schema that can't be used, or that lacks something.
pub fn compile_error(py: Python<'_>, message: String) -> PyErr {
    raise(py, "CompileError", (message,))
}

/// A rejected request.
pub fn refused(py: Python<'_>, refusal: Refusal) -> PyErr {
    compile_error(
        py,
        match refusal {
            Refusal::Feature(feature) => format!("this schema language has no such thing: {feature:?}"),
            Refusal::Usage(message) => message,
            Refusal::WhichType(names) => format!("name a type: {}", names.join(", ")),
            Refusal::Open(error) => error.to_string(),
        },
    )
}
