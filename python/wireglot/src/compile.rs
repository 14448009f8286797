//! Specifications: compiled once, with types by name.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use wireglot_driver::languages::{Compilation, Registry, Request, SchemaLanguage};
use wireglot_driver::messages::{Message, MessageRequest};
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::sources::Includes;
use wireglot_driver::sources::{FileError, Host};
use wireglot_driver::Rules;

use crate::errors::{compile_error, refused};
use crate::ty::notation_of;

/// What to compile, kept for languages that compile again for each message.
struct Asked {
    files: Vec<PathBuf>,
    /// The files themselves, unless they are on disk.
    texts: Option<Memory>,
    folders: Vec<PathBuf>,
    clean: bool,
    strict: bool,
    partial: bool,
    closed: bool,
}

impl Asked {
    fn compile(&self, language: &dyn SchemaLanguage) -> Result<Box<dyn Compilation>, FileError> {
        let request =
            Request { schemas: &self.files, folders: &self.folders, clean: self.clean, ..Request::default() };
        match &self.texts {
            Some(memory) => language.compile(&request, memory.host()),
            None => {
                let includes = Includes::Below(&self.folders);
                language.compile(&request, Host { includes, ..Host::system() })
            }
        }
    }
}

/// A compiled specification.
#[pyclass(frozen, module = "wireglot._wireglot")]
pub struct Spec {
    asked: Asked,
    language: &'static dyn SchemaLanguage,
    made: Mutex<Box<dyn Compilation>>,
    types: Vec<(String, String)>,
    diagnostics: String,
}

/// Compiles files on disk, or texts by file name. Refuses default rules that do not exist.
#[pyfunction]
#[pyo3(signature = (files, texts, include, language, rules, clean, strict, partial, closed))]
#[expect(clippy::too_many_arguments, reason = "the package gives them names")]
pub fn compile(
    py: Python<'_>,
    files: Vec<PathBuf>,
    texts: Option<Vec<(PathBuf, Vec<u8>)>>,
    include: Vec<PathBuf>,
    language: Option<&str>,
    rules: Option<&str>,
    clean: bool,
    strict: bool,
    partial: bool,
    closed: bool,
) -> PyResult<Spec> {
    rules.map(notation_of).transpose()?;
    let registry = Registry::default();
    let found = match language {
        Some(word) => registry.named(word),
        None => registry.of(files.first().map_or(Path::new(""), PathBuf::as_path)),
    };
    let language = found.ok_or_else(|| {
        let words: Vec<&str> = registry.all().map(SchemaLanguage::word).collect();
        compile_error(py, format!("there is no such schema language; there are {}", words.join(", ")))
    })?;
    let texts = texts.map(|texts| {
        let mut memory = Memory::new();
        texts.into_iter().for_each(|(path, octets)| memory.add(path, octets));
        memory
    });
    let asked = Asked { files, texts, folders: include, clean, strict, partial, closed };
    let made = py.detach(|| asked.compile(language));
    let made = made.map_err(|error| PyOSError::new_err(error.to_string()))?;
    let diagnostics = made.tell(true, strict, usize::MAX);
    if made.failed(strict) && !partial {
        return Err(compile_error(py, diagnostics));
    }
    let types = made.types().into_iter().map(|ty| (ty.module, ty.name)).collect();
    Ok(Spec { asked, language, made: Mutex::new(made), types, diagnostics })
}

impl Spec {
    /// Messages of a type in some rules.
    pub fn message(&self, py: Python<'_>, name: Option<&str>, rules: &[Rules]) -> PyResult<Box<dyn Message>> {
        let made = py.detach(|| {
            let again = self.made.lock().ok().and_then(|made| made.again());
            match again {
                Some(made) => Ok(made),
                None => self.asked.compile(self.language),
            }
        });
        let made = made.map_err(|error| PyOSError::new_err(error.to_string()))?;
        let Asked { strict, partial, closed, .. } = self.asked;
        let asked = MessageRequest { name, rules, strict, partial, closed, ..MessageRequest::default() };
        py.detach(|| made.message(&asked)).map_err(|refusal| refused(py, refusal))
    }
}

#[pymethods]
impl Spec {
    /// The modules and names of the types.
    fn names(&self) -> Vec<(String, String)> {
        self.types.clone()
    }

    /// The name of the schema language.
    #[getter]
    fn language(&self) -> &'static str {
        self.language.word()
    }

    /// The diagnostics, one line each.
    #[getter]
    fn diagnostics(&self) -> &str {
        &self.diagnostics
    }
}

impl Spec {
    /// Whether the schema language has a feature.
    pub fn has(&self, feature: wireglot_driver::languages::Feature) -> bool {
        self.language.features().contains(&feature)
    }
}
