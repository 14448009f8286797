//! Specifications: compiled once, with types by name.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use wireglot_driver::languages::{Compilation, Registry, Request, SchemaLanguage};
use wireglot_driver::messages::{Message, MessageRequest};
use wireglot_driver::sources::disk::Disk;
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::sources::snapshot::{Recorder, Snapshot};
use wireglot_driver::sources::{without_number, FileError, Host, Includes, SchemaFolder};
use wireglot_driver::Rules;

use crate::errors::{compile_error, refused, ArgumentError};
use crate::pickle::pickled;
use crate::ty::notation_of;

/// What to compile.
pub struct Asked {
    pub files: Vec<PathBuf>,
    pub folders: Vec<PathBuf>,
    pub clean: bool,
    pub strict: bool,
    pub partial: bool,
    pub closed: bool,
}

impl Asked {
    fn compile(
        &self,
        language: &dyn SchemaLanguage,
        folder: &dyn SchemaFolder,
    ) -> Result<Box<dyn Compilation>, FileError> {
        let request =
            Request { schemas: &self.files, folders: &self.folders, clean: self.clean, ..Request::default() };
        language
            .compile(&request, Host { folder, includes: Includes::Below(&self.folders), ..Host::system() })
    }
}

/// A compiled specification.
#[pyclass(frozen, module = "wireglot._wireglot")]
pub struct Spec {
    pub asked: Asked,
    /// The files that were read, for languages that compile again for each message, and for other processes.
    pub kept: Snapshot,
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
        ArgumentError::new_err(format!("there is no such schema language; there are {}", words.join(", ")))
    })?;
    let memory = texts.map(|texts| {
        let mut memory = Memory::new();
        texts.into_iter().for_each(|(path, octets)| memory.add(path, octets));
        Beside { memory, folders: include.clone() }
    });
    let folder = memory.as_ref().map_or(&Disk as &dyn SchemaFolder, |memory| memory);
    Spec::new(py, Asked { files, folders: include, clean, strict, partial, closed }, language, folder)
}

/// Files in memory, and on the disk those below some folders.
struct Beside {
    memory: Memory,
    folders: Vec<PathBuf>,
}

impl Beside {
    /// The disk, for what is below the folders, and not above them by `..`.
    fn disk(&self, path: &Path) -> Option<Disk> {
        let is_below = |rest: &Path| rest.components().all(|part| matches!(part, Component::Normal(_)));
        let mut below = self.folders.iter().filter_map(|folder| path.strip_prefix(folder).ok());
        below.any(is_below).then_some(Disk)
    }

    /// What the memory answers; if it has no such file, what the disk does.
    fn first<T>(&self, path: &Path, ask: impl Fn(&dyn SchemaFolder) -> io::Result<T>) -> io::Result<T> {
        let found = ask(&self.memory);
        match self.disk(path) {
            Some(disk) if found.is_err() => ask(&disk),
            _ => found,
        }
    }
}

impl SchemaFolder for Beside {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.first(path, |folder| folder.read(path))
    }

    fn is_file(&self, path: &Path) -> bool {
        self.memory.is_file(path) || self.disk(path).is_some_and(|disk| disk.is_file(path))
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.memory.is_folder(path) || self.disk(path).is_some_and(|disk| disk.is_folder(path))
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.first(folder, |of| of.files(folder))
    }

    fn identity(&self, path: &Path) -> io::Result<PathBuf> {
        self.first(path, |folder| folder.identity(path))
    }
}

/// The exception for a file that can't be read: the one that `open` raises.
fn unread(error: &FileError) -> PyErr {
    let code = match (error.error.raw_os_error(), error.error.kind()) {
        (None, io::ErrorKind::NotFound) => Some(NO_FILE),
        (code, _) => code,
    };
    match code {
        Some(code) => {
            let words = error.error.to_string();
            PyOSError::new_err((
                code,
                without_number(&words).to_string(),
                error.path.clone().into_os_string(),
            ))
        }
        None => PyOSError::new_err(error.to_string()),
    }
}

/// The number of the error for a file that doesn't exist: `ENOENT` in POSIX.
const NO_FILE: i32 = 2;

impl Spec {
    pub fn new(
        py: Python<'_>,
        asked: Asked,
        language: &'static dyn SchemaLanguage,
        folder: &dyn SchemaFolder,
    ) -> PyResult<Spec> {
        let recorder = Recorder::new(folder);
        let made = py.detach(|| asked.compile(language, &recorder));
        let made = made.map_err(|error| unread(&error))?;
        let diagnostics = made.tell(true, asked.strict, usize::MAX);
        if made.failed(asked.strict) && !asked.partial {
            return Err(compile_error(py, diagnostics));
        }
        let mut kept = recorder.into_snapshot();
        kept.keep_only(made.sources().iter().map(|(_, source)| source.name()));
        let types = made.types().into_iter().map(|ty| (ty.module, ty.name)).collect();
        Ok(Spec { asked, kept, language, made: Mutex::new(made), types, diagnostics })
    }

    /// Messages of a type in some rules.
    pub fn message(&self, py: Python<'_>, name: Option<&str>, rules: &[Rules]) -> PyResult<Box<dyn Message>> {
        let made = py.detach(|| {
            let again = self.made.lock().ok().and_then(|made| made.again());
            match again {
                Some(made) => Ok(made),
                None => self.asked.compile(self.language, &self.kept),
            }
        });
        let made = made.map_err(|error| unread(&error))?;
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
    #[getter(language)]
    pub fn word(&self) -> &'static str {
        self.language.word()
    }

    /// The diagnostics, one line each.
    #[getter]
    fn diagnostics(&self) -> &str {
        &self.diagnostics
    }

    /// Pickles the source text, which is compiled again when unpickled.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.import("wireglot._spec")?.getattr("unpickled")?, pickled(py, self)?))
    }
}

impl Spec {
    /// Whether the schema language has a feature.
    pub fn has(&self, feature: wireglot_driver::languages::Feature) -> bool {
        self.language.features().contains(&feature)
    }
}
