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
    /// By contents.
    decoded: Mutex<[Option<(Key, Py<PyString>)>; PLACES]>,
    /// By the address of the text.
    encoded: Mutex<[Option<(Key, Py<PyString>)>; PLACES]>,
}

impl Default for Oids {
    fn default() -> Oids {
        let none = || Mutex::new([const { None }; PLACES]);
        Oids { decoded: none(), encoded: none() }
    }
}

impl Oids {
    /// The arcs in contents octets, separated by dots.
    pub fn text<'py>(&self, py: Python<'py>, contents: &[u8]) -> PyResult<Bound<'py, PyString>> {
        let Some((key, place)) = key(contents) else { return oid_text(py, contents, false) };
        let Ok(mut kept) = self.decoded.try_lock() else { return oid_text(py, contents, false) };
        if let Some((known, text)) = &kept[place] {
            if *known == key {
                return Ok(text.bind(py).clone());
            }
        }
        let text = oid_text(py, contents, false)?;
        kept[place] = Some((key, text.clone().unbind()));
        Ok(text)
    }

    /// Passes on the contents octets for a text, if it is the very string that they were kept for.
    pub fn contents(&self, text: &Bound<'_, PyString>, write: impl FnOnce(&[u8])) -> bool {
        let Ok(kept) = self.encoded.try_lock() else { return false };
        match &kept[place_of(text)] {
            Some(((octets, length), known)) if known.is(text) => {
                write(octets.get(..usize::from(*length)).unwrap_or_default());
                true
            }
            _ => false,
        }
    }

    /// Keeps the contents octets for a text.
    pub fn keep(&self, text: &Bound<'_, PyString>, contents: &[u8]) {
        if !text.is_exact_instance_of::<PyString>() {
            return;
        }
        let (Some((key, _)), Ok(mut kept)) = (key(contents), self.encoded.try_lock()) else { return };
        let old = kept[place_of(text)].replace((key, text.clone().unbind()));
        drop(kept);
        drop(old);
    }
}

/// The place of a text, by its address, whose lowest bits are always the same.
fn place_of(text: &Bound<'_, PyString>) -> usize {
    text.as_ptr() as usize / 16 % PLACES
}

/// The key of contents octets, and its place; `None` if they are too many.
fn key(contents: &[u8]) -> Option<(Key, usize)> {
    let mut octets = [0; LONGEST];
    octets.get_mut(..contents.len())?.copy_from_slice(contents);
    let hash = contents.iter().fold(0u32, |hash, octet| (hash ^ u32::from(*octet)).wrapping_mul(0x0100_0193));
    Some(((octets, contents.len() as u8), (hash ^ hash >> 16) as usize % PLACES))
}
