//! The texts of object identifiers, most of which come again and again.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::leaves::oid_text;

/// The number of object identifiers kept. A newer one takes the place of an older one.
const PLACES: usize = 128;

/// The largest size of contents octets that are kept.
const LONGEST: usize = 23;

/// Contents octets, followed by zeros, and their number.
type Key = ([u8; LONGEST], u8);

/// Some object identifiers and their texts.
pub struct Oids {
    kept: Mutex<[Option<(Key, Py<PyString>)>; PLACES]>,
}

impl Default for Oids {
    fn default() -> Oids {
        Oids { kept: Mutex::new([const { None }; PLACES]) }
    }
}

impl Oids {
    /// The arcs in contents octets, separated by dots.
    pub fn text<'py>(&self, py: Python<'py>, contents: &[u8]) -> PyResult<Bound<'py, PyString>> {
        let Some((key, place)) = key(contents) else { return oid_text(py, contents, false) };
        let Ok(mut kept) = self.kept.try_lock() else { return oid_text(py, contents, false) };
        if let Some((known, text)) = &kept[place] {
            if *known == key {
                return Ok(text.bind(py).clone());
            }
        }
        let text = oid_text(py, contents, false)?;
        kept[place] = Some((key, text.clone().unbind()));
        Ok(text)
    }
}

/// The key of contents octets, and its place; `None` if they are too many.
fn key(contents: &[u8]) -> Option<(Key, usize)> {
    let mut octets = [0; LONGEST];
    octets.get_mut(..contents.len())?.copy_from_slice(contents);
    let hash = contents.iter().fold(0u32, |hash, octet| (hash ^ u32::from(*octet)).wrapping_mul(0x0100_0193));
    Some(((octets, contents.len() as u8), (hash >> 16) as usize % PLACES))
}
