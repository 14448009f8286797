//! Files that the operating system opens, and those that Python reads, such as objects in a store.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::unpacked;

/// The number of bytes that are requested at a time: enough for a request to pay off.
const PIECE: usize = 4 << 20;

/// A file.
pub struct Opened {
    pub path: PathBuf,
    /// Its path or address, in messages.
    pub name: String,
    /// What reads it, if the operating system can't: an object with `size()`, and `read_at(start, end)`, which returns the
    /// bytes of a range.
    pub opener: Option<Py<PyAny>>,
}

impl Opened {
    /// A file, and what reads it, if the operating system can't.
    pub fn new(path: PathBuf, opener: Option<Py<PyAny>>) -> Opened {
        Opened { name: path.display().to_string(), path, opener }
    }

    /// All of its bytes, decompressed if it is compressed.
    pub fn whole(&self) -> io::Result<Box<dyn Read + Send>> {
        match &self.opener {
            None => unpacked::open(&self.path),
            Some(_) => unpacked::unpacked(self.pieces(0, None)?).map_err(|error| self.named(error)),
        }
    }

    /// A range of its bytes.
    pub fn range(&self, start: u64, end: Option<u64>) -> io::Result<Box<dyn Read + Send>> {
        if self.opener.is_some() {
            return Ok(Box::new(self.pieces(start, end)?));
        }
        let mut file = File::open(&self.path).map_err(|error| self.named(error))?;
        if start > 0 {
            file.seek(SeekFrom::Start(start)).map_err(|error| self.named(error))?;
        }
        let end = end.unwrap_or(u64::MAX);
        Ok(Box::new(file.take(end - start.min(end))))
    }

    /// Its size in bytes.
    pub fn size(&self) -> io::Result<u64> {
        let Some(opener) = &self.opener else {
            return Ok(std::fs::metadata(&self.path).map_err(|error| self.named(error))?.len());
        };
        let size = Python::attach(|py| {
            opener.bind(py).call_method0(intern!(py, "size")).and_then(|size| size.extract())
        });
        size.map_err(|error: PyErr| self.named(error.into()))
    }

    /// Whether it is compressed.
    pub fn is_packed(&self) -> bool {
        match &self.opener {
            None => unpacked::is_packed(&self.path),
            Some(_) => self.pieces(0, Some(16)).is_ok_and(unpacked::begins_packed),
        }
    }

    fn pieces(&self, start: u64, end: Option<u64>) -> io::Result<BufReader<Pieces>> {
        let end = end.map_or_else(|| self.size(), Ok)?;
        let Some(opener) = &self.opener else { return Err(io::Error::other("the file has no opener")) };
        let opener = Python::attach(|py| opener.clone_ref(py));
        let pieces = Pieces { opener, name: self.name.clone(), at: start, end };
        Ok(BufReader::with_capacity(PIECE, pieces))
    }

    fn named(&self, error: io::Error) -> io::Error {
        named(&self.name, &error)
    }
}

fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

/// A file that Python reads, piece by piece. Each read says where it begins, so that files can be read by several at once.
struct Pieces {
    opener: Py<PyAny>,
    name: String,
    at: u64,
    end: u64,
}

impl Read for Pieces {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let wanted = (self.end - self.at.min(self.end)).min(out.len() as u64);
        if wanted == 0 {
            return Ok(0);
        }
        let taken = Python::attach(|py| {
            let made =
                self.opener.bind(py).call_method1(intern!(py, "read_at"), (self.at, self.at + wanted))?;
            let octets = made.cast_into::<PyBytes>().map_err(PyErr::from)?;
            let octets = octets.as_bytes();
            let Some(out) = out.get_mut(..octets.len()) else {
                return Err(io::Error::other("more bytes came than were requested"));
            };
            out.copy_from_slice(octets);
            Ok(octets.len())
        });
        let taken = taken.map_err(|error| named(&self.name, &error))?;
        if taken == 0 {
            let told =
                format!("{}: the file ends at octet {}, before its size of {}", self.name, self.at, self.end);
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, told));
        }
        self.at += taken as u64;
        Ok(taken)
    }
}
