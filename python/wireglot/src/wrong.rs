//! What is wrong with Python objects that are to be encoded.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors;

/// Why an object is not a value of its type. Boxed, so that success costs nothing.
pub struct Wrong(Box<Reason>);

struct Reason {
    what: What,
    /// The path to it, innermost step first.
    path: Vec<String>,
}

/// What is wrong.
pub enum What {
    /// The object has the wrong type.
    Type(String),
    /// It has the right type, but an invalid value.
    Value(&'static str, String),
    /// An error raised by Python.
    Python(PyErr),
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Wrong {
        Wrong::new(What::Python(error))
    }
}

impl Wrong {
    /// An error at the value itself.
    #[cold]
    pub fn new(what: What) -> Wrong {
        Wrong(Box::new(Reason { what, path: Vec::new() }))
    }

    /// A value that is not valid.
    pub fn value(code: &'static str, message: impl Into<String>) -> Wrong {
        Wrong::new(What::Value(code, message.into()))
    }

    /// The same with some advice, if it is about the type of this value itself.
    pub fn advise(mut self, advice: &str) -> Wrong {
        if let (What::Type(message), true) = (&mut self.0.what, self.0.path.is_empty()) {
            message.push_str(advice);
        }
        self
    }

    /// The same, of a part that this step leads to.
    pub fn under(mut self, step: String) -> Wrong {
        self.0.path.push(step);
        self
    }

    /// Converts it to an exception; `root` starts the path.
    pub fn raise(self, py: Python<'_>, root: &str) -> PyErr {
        let mut path = root.to_string();
        self.0.path.iter().rev().for_each(|step| path.push_str(step));
        match self.0.what {
            What::Type(message) => errors::type_error(py, message, path),
            What::Value(code, message) => {
                errors::encode_error(py, wireglot_driver::messages::FieldError { code, path, message })
            }
            What::Python(error) => error,
        }
    }
}

/// The result of reading a value.
pub type Done = Result<(), Wrong>;

/// Another type of object was expected.
pub fn expected(what: &str, got: &Bound<'_, PyAny>) -> Wrong {
    Wrong::new(What::Type(format!("{what} is expected, not {}", kind_of(got))))
}

/// A tuple of two was expected, with parts of certain types.
pub fn expected_pair(what: &str, got: &Bound<'_, PyAny>) -> Wrong {
    let got = match (got.cast::<PyTuple>(), got.cast::<PyDict>()) {
        (Ok(parts), _) if parts.len() < 4 => {
            let kinds: Vec<String> = parts.iter().map(|part| kind_of(&part)).collect();
            format!("({})", kinds.join(", "))
        }
        (_, Ok(dict)) => format!("dict of {} members", dict.len()),
        _ => kind_of(got),
    };
    Wrong::new(What::Type(format!("tuple of {what} is expected, not {got}")))
}

/// The type of an object, with its module if it is none of Python's own: numpy has a `bool` too.
fn kind_of(object: &Bound<'_, PyAny>) -> String {
    match object.is_none() {
        true => "None".into(),
        false => {
            object.get_type().fully_qualified_name().map_or_else(|_| "?".into(), |name| name.to_string())
        }
    }
}
