//! Identifies messages of well-known types.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use wireglot_driver::forms::Form;
use wireglot_driver::identify::{is_encoded, Identifier, Identity, Known, Sure};

use crate::errors::compile_error;
use crate::ty::octets;

/// Created when first needed: it compiles the built-in modules.
static IDENTIFIER: Mutex<Option<Identifier>> = Mutex::new(None);

/// The name of a type, the set of modules, the type, the rules, whether that is certain, and the bytes.
type Found<'py> = (&'static str, String, &'static str, &'static str, bool, Bound<'py, PyBytes>);

/// The well-known types of the messages in an input: bytes, or text in PEM, base64 or hexadecimal.
#[pyfunction]
pub fn identify<'py>(py: Python<'py>, data: &Bound<'py, PyAny>) -> PyResult<Vec<Found<'py>>> {
    let input = octets(data)?;
    let input = input.as_bytes();
    let found = py.detach(|| {
        let mut identifier = IDENTIFIER.lock().unwrap_or_else(PoisonError::into_inner);
        let identifier = match identifier.take() {
            Some(known) => identifier.insert(known),
            None => identifier.insert(Identifier::new()?),
        };
        let form = match is_encoded(input) {
            true => Form::Raw,
            false => Form::guess(input),
        };
        let mut found = Vec::new();
        for part in form.parts(input.to_vec()) {
            let Ok(octets) = part.octets else { continue };
            let label = Some(part.label.as_str()).filter(|label| !label.is_empty());
            match identifier.identify(&octets, label) {
                Identity::Known(known) => found.push((known, octets)),
                Identity::Several(several) => {
                    found.extend(several.into_iter().map(|known| (known, octets.clone())))
                }
                Identity::Unknown(_) => {}
            }
        }
        Ok(found)
    });
    let found = found.map_err(|error: wireglot_driver::OpenError| compile_error(py, error.to_string()))?;
    Ok(found.into_iter().map(|(known, octets)| told(&known, PyBytes::new(py, &octets))).collect())
}

fn told<'py>(known: &Known, octets: Bound<'py, PyBytes>) -> Found<'py> {
    let candidate = known.candidate;
    let is_certain = known.sure == Sure::Certain;
    (candidate.name, format!("@{}", candidate.set), candidate.ty, known.rules.word(), is_certain, octets)
}
