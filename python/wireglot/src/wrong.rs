//! What is wrong with Python objects that are to be encoded.

use pyo3::prelude::*;

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
    let name = got.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
    Wrong::new(What::Type(format!("{what} is expected, not {name}")))
}
