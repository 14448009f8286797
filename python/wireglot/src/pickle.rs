//! Specifications as arguments that Python can pickle: their source text, and how it was compiled.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use wireglot_driver::languages::Registry;
use wireglot_driver::sources::snapshot::Snapshot;

use crate::compile::{Asked, Spec};
use crate::errors::compile_error;

/// The arguments of [`compile_again`]. They are tuples, which can be the key of a cache.
pub fn pickled<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyTuple>> {
    let Spec { asked, kept, .. } = spec;
    let Asked { files, folders, clean, strict, partial, closed } = asked;
    let texts = kept.texts.iter().map(|(path, octets)| (text(py, path), PyBytes::new(py, octets)));
    let mut lists = Vec::new();
    for (path, inside) in &kept.folders {
        let inside = inside.as_ref().map(|files| texts_of(py, files)).transpose()?;
        lists.push((text(py, path), inside));
    }
    let identities = kept.identities.iter().map(|(path, real)| (text(py, path), text(py, real)));
    let arguments = (
        spec.word(),
        texts_of(py, files)?,
        texts_of(py, folders)?,
        (*clean, *strict, *partial, *closed),
        PyTuple::new(py, texts.collect::<Vec<_>>())?,
        texts_of(py, &kept.files)?,
        PyTuple::new(py, lists)?,
        PyTuple::new(py, identities.collect::<Vec<_>>())?,
    );
    arguments.into_pyobject(py)
}

/// Compiles a specification that was pickled.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "only `pickled` names them")]
pub fn compile_again(
    py: Python<'_>,
    language: &str,
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    flags: (bool, bool, bool, bool),
    texts: Vec<(PathBuf, Vec<u8>)>,
    regular: Vec<PathBuf>,
    lists: Vec<(PathBuf, Option<Vec<PathBuf>>)>,
    identities: Vec<(PathBuf, PathBuf)>,
) -> PyResult<Spec> {
    let (clean, strict, partial, closed) = flags;
    let language = Registry::default().named(language);
    let language = language.ok_or_else(|| compile_error(py, "there is no such schema language".into()))?;
    let kept = Snapshot {
        texts: texts.into_iter().collect(),
        files: regular.into_iter().collect(),
        folders: lists.into_iter().collect(),
        identities: identities.into_iter().collect(),
    };
    Spec::new(py, Asked { files, folders, clean, strict, partial, closed }, language, &kept)
}

fn texts_of<'py, P: AsRef<Path>>(
    py: Python<'py>,
    paths: impl IntoIterator<Item = P>,
) -> PyResult<Bound<'py, PyTuple>> {
    let made: Vec<_> = paths.into_iter().map(|path| text(py, path.as_ref())).collect();
    PyTuple::new(py, made)
}

/// A path as a string. Objects of `pathlib` can be of a kind that another system lacks.
fn text<'py>(py: Python<'py>, path: &Path) -> Bound<'py, PyString> {
    let path: &OsStr = path.as_os_str();
    let Ok(text) = path.into_pyobject(py);
    text
}
