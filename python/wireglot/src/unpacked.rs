//! Files compressed with gzip or zstd, read as if they were not.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyOSError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use wireglot_driver::packed::peek;

/// Opens a file, decompressed if need be.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    unpacked(File::open(path).map_err(named)?).map_err(named)
}

/// Whether a regular file is compressed; nothing is read from pipes.
pub fn is_packed(path: &Path) -> bool {
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|about| about.is_file()));
    file.is_some_and(begins_packed)
}

/// Whether bytes begin like a compressed file.
pub fn begins_packed(input: impl Read) -> bool {
    peek(input).is_ok_and(|(_, packed)| packed.is_some())
}

/// The same for what was opened.
pub fn unpacked(input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let (input, packed) = peek(input)?;
    Ok(match packed {
        None => Box::new(input),
        Some(packed) => packed.open(input).unwrap_or_else(|input| Box::new(input)),
    })
}

/// A file in Python, opened in binary mode.
struct Given(Py<PyAny>);

impl Read for Given {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let octets = self.0.bind(py).call_method1(intern!(py, "read"), (out.len(),))?;
            let octets = octets.cast_into::<PyBytes>().map_err(PyErr::from)?;
            let octets = octets.as_bytes();
            match out.get_mut(..octets.len()) {
                Some(out) => out.copy_from_slice(octets),
                None => return Err(io::Error::other("read() returned more than was asked for")),
            }
            Ok(octets.len())
        })
    }
}

/// The bytes of a file, decompressed if it is compressed with gzip or zstd.
#[pyclass(frozen, module = "wireglot._wireglot")]
pub struct Unpacked {
    input: Mutex<Box<dyn Read + Send>>,
}

#[pymethods]
impl Unpacked {
    /// `file` is opened in binary mode.
    #[new]
    fn new(file: Py<PyAny>) -> PyResult<Unpacked> {
        Ok(Unpacked { input: Mutex::new(unpacked(Given(file)).map_err(raised)?) })
    }

    /// The next bytes: this many, or fewer at the end.
    fn read<'py>(&self, py: Python<'py>, size: u64) -> PyResult<Bound<'py, PyBytes>> {
        let made = py.detach(|| {
            let mut octets = Vec::new();
            let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
            (&mut *input).take(size).read_to_end(&mut octets).map(|_| octets)
        });
        Ok(PyBytes::new(py, &made.map_err(raised)?))
    }
}

/// An error of Python, or one of the operating system.
fn raised(error: io::Error) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(raised) => raised,
        Err(error) if error.raw_os_error().is_some() => error.into(),
        Err(error) => PyOSError::new_err(error.to_string()),
    }
}
