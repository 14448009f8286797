//! Files of records as Arrow batches, for any consumer of Arrow streams: no Python runs while they are
//! decoded, unless Python opens the files.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{Field, Schema, SchemaRef};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{InForm, OnError, Settings};
use wireglot_driver::messages::Reading;
use wireglot_driver::records::{cuts, Framing, Line, Work};
use wireglot_table::arrow::schema;
use wireglot_table::columns::Columns;
use wireglot_table::provenance::Source;
use wireglot_table::select::Output;
use wireglot_table::store::Store;
use wireglot_table::superset::{self, Superset};
use wireglot_table::tabling::Tabling;
use wireglot_table::versions::{self, Pattern, VersionedTabling};

use crate::arrow::{stream_capsule, wrong, SCHEMA};
use crate::batches::{stream, BatchIterator, Damages};
use crate::errors::ArgumentError;
use crate::laid;
use crate::opened::Opened;
use crate::ready::Ready;
use crate::ty::Type;

/// What is read, and how it is processed.
pub struct Plan {
    /// The versions of the records; the first is that of the type itself.
    versions: Vec<Version>,
    pub columns: Columns,
    pub outputs: Vec<Output>,
    pub schema: SchemaRef,
    pub settings: Settings,
}

/// A version of the records.
struct Version {
    /// Its name in errors.
    name: String,
    /// Which files are of this version, if their names tell.
    files: Option<Pattern>,
    ready: Arc<Ready>,
    reading: Reading,
    columns: Columns,
}

/// A file, or a byte range of one.
#[derive(Clone)]
pub struct Part {
    pub file: Arc<Opened>,
    pub range: Option<(u64, Option<u64>)>,
}

/// A byte range: its start and, unless it is that of the file, its end.
type Range = Option<(u64, Option<u64>)>;

/// Files of records that can be read repeatedly as an Arrow stream.
#[pyclass(frozen, subclass, module = "wireglot._wireglot")]
pub struct Scan {
    plan: Arc<Plan>,
    parts: Vec<Part>,
    damages: Damages,
}

#[pymethods]
impl Scan {
    /// `files` have a name each, a byte range, and what opens them if the operating system can't. `only` are the names of
    /// the columns that are wanted of those selected.
    #[new]
    #[pyo3(signature = (type_, versions, files, rules, laid, provenance, select, only, table, options))]
    #[expect(clippy::too_many_arguments, reason = "the package gives them names")]
    fn new(
        py: Python<'_>,
        type_: &Type,
        versions: Vec<(Option<String>, PyRef<'_, Type>)>,
        files: Vec<(PathBuf, Range, Option<Py<PyAny>>)>,
        rules: Option<&str>,
        laid: &Bound<'_, PyDict>,
        provenance: Vec<(String, String)>,
        select: Option<Vec<String>>,
        only: Option<Vec<String>>,
        table: &Bound<'_, PyDict>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Scan> {
        let mut made = vec![Version::new(py, type_, (rules, table, options), (1, None))?];
        for (number, (pattern, ty)) in (2..).zip(versions) {
            made.push(Version::new(py, &ty, (rules, table, options), (number, pattern))?);
        }
        let whole = made.iter().any(|version| version.ready.message.ends_with_input());
        let settings = laid::settings(laid, whole)?;
        let nulls = settings.on_error == OnError::Report;
        let (columns, outputs) = columns(&mut made, select, &laid::provenance(&provenance, nulls)?, only)?;
        let schema = schema(&Store::new(columns.clone()), &outputs);
        let schema = if nulls { with_nulls(&schema) } else { schema };
        let plan = Plan { versions: made, columns, outputs, schema, settings };
        plan.work(0).map_err(|told| ArgumentError::new_err(format!("versions: {told}")))?;
        let part = |(path, range, opener)| Part { file: Arc::new(Opened::new(path, opener)), range };
        let parts = files.into_iter().map(part).collect();
        Ok(Scan { plan: Arc::new(plan), parts, damages: Damages::default() })
    }

    /// A capsule with an Arrow C stream. Each call reads the files again.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema; // A consumer that wants other types casts them.
        let reader = stream(self.plan.clone(), self.parts.clone(), self.damages.clone());
        stream_capsule(py, FFI_ArrowArrayStream::new(Box::new(reader)))
    }

    /// An iterator over its batches, each of which has an Arrow C stream.
    fn batches(&self) -> BatchIterator {
        BatchIterator::new(stream(self.plan.clone(), self.parts.clone(), self.damages.clone()))
    }

    /// A capsule with an Arrow C schema: the types of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let made = FFI_ArrowSchema::try_from(self.plan.schema.as_ref()).map_err(wrong)?;
        PyCapsule::new_with_value(py, made, SCHEMA)
    }

    /// The names of the columns.
    fn names(&self) -> Vec<&str> {
        self.plan.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Splits the files into about `count` parts of similar size: for each the position of the file, its first byte, and
    /// the byte after its last, if another part follows.
    fn parts<'py>(&self, py: Python<'py>, count: u64) -> PyResult<Bound<'py, PyList>> {
        let made = py.detach(|| self.cut(count.max(1)));
        let made = made.map_err(|error| PyOSError::new_err(error.to_string()))?;
        PyList::new(py, made)
    }

    /// All errors so far: place, message and code.
    fn damages(&self) -> Vec<(String, String, String)> {
        self.damages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Version {
    fn new(
        py: Python<'_>,
        ty: &Type,
        (rules, table, options): (Option<&str>, &Bound<'_, PyDict>, Option<&Bound<'_, PyDict>>),
        (number, pattern): (usize, Option<String>),
    ) -> PyResult<Version> {
        let ready = ty.ready(py, rules)?.clone();
        let (reading, columns) = laid::table(&ready, table, options)?;
        let name = match &pattern {
            Some(pattern) => format!("version {number} ({pattern})"),
            None => format!("version {number}"),
        };
        Ok(Version { name, files: pattern.as_deref().map(Pattern::new), ready, reading, columns })
    }
}

/// The columns of all versions together; each version gets its view of them.
fn columns(
    versions: &mut [Version],
    select: Option<Vec<String>>,
    provenance: &[(Source, &str)],
    only: Option<Vec<String>>,
) -> PyResult<(Columns, Vec<Output>)> {
    if versions.iter().any(|version| version.reading.rules != versions[0].reading.rules) {
        return Err(ArgumentError::new_err(
            "versions: they have different rules: give `rules` for all of them",
        ));
    }
    let all = versions.iter().map(|Version { name, ready, columns, .. }| superset::Version {
        name,
        shape: ready.message.shape(),
        columns: columns.clone(),
    });
    let table = Superset::of(all.collect());
    let mut table = table.map_err(|told| ArgumentError::new_err(format!("versions: {told}")))?;
    let messages: Vec<_> = versions.iter().map(|version| &*version.ready.message).collect();
    let option = if select.is_some() { "select" } else { "versions" };
    let outputs = table.outputs(&messages, select.as_deref());
    let mut outputs = outputs.map_err(|told| ArgumentError::new_err(format!("{option}: {told}")))?;
    table.add_provenance(&mut outputs, provenance).map_err(ArgumentError::new_err)?;
    if let Some(only) = only {
        table.keep(&mut outputs, &only).map_err(ArgumentError::new_err)?;
    }
    for (version, view) in versions.iter_mut().zip(table.views) {
        version.columns = view;
    }
    Ok((versions[0].columns.clone(), outputs))
}

/// Makes all columns nullable, since an invalid record has no values.
fn with_nulls(schema: &SchemaRef) -> SchemaRef {
    let fields = schema.fields().iter().map(|field| field.as_ref().clone().with_nullable(true));
    Arc::new(Schema::new(fields.collect::<Vec<Field>>()))
}

impl Plan {
    /// Converts the records of inputs that begin at `start` in their files.
    pub fn work(&self, start: u64) -> Result<VersionedTabling<'_>, String> {
        let Settings { form, framing, .. } = &self.settings;
        let framed = framing.prefix.is_some() || !matches!(form, InForm::Known(Form::Raw));
        let mut all = self.versions.iter().map(|version| versions::Version {
            name: &version.name,
            files: version.files.as_ref(),
            tabling: Tabling {
                message: &*version.ready.message,
                reading: version.reading,
                columns: &version.columns,
                start,
            },
        });
        match all.next() {
            Some(first) => VersionedTabling::new(first, all.collect(), framed),
            None => Err("there is none".into()),
        }
    }
}

impl Scan {
    fn cut(&self, count: u64) -> io::Result<Vec<(usize, Range)>> {
        let mut sizes = Vec::new();
        for part in &self.parts {
            sizes.push(part.octets()?);
        }
        let work = self.plan.work(0).map_err(io::Error::other)?;
        let apart = sizes.iter().sum::<u64>().div_ceil(count);
        let mut made = Vec::new();
        for ((position, part), size) in self.parts.iter().enumerate().zip(sizes) {
            // A compressed file can't be read from its middle.
            let framing = self.framing(part).filter(|_| size > apart);
            let Some(framing) = framing.filter(|_| !part.file.is_packed()) else {
                made.push((position, part.range));
                continue;
            };
            let ((message, reading), base) = (work.messages_of(&part.file.name), part.start());
            let found = cuts(message, &reading, &framing, part.open()?, apart)?;
            let mut starts = vec![base];
            starts.extend(found.into_iter().map(|cut| base + cut));
            let ends = starts.iter().skip(1).map(|start| Some(*start));
            let ends = ends.chain(std::iter::once(part.range.and_then(|range| range.1)));
            made.extend(starts.iter().zip(ends).map(|(start, end)| (position, Some((*start, end)))));
        }
        Ok(made)
    }

    /// The framing of the records of a part; `None` if a file is read as a whole.
    fn framing(&self, part: &Part) -> Option<Framing> {
        let Settings { form, framing, .. } = self.plan.settings;
        let line = match form {
            InForm::Known(Form::Raw) => None,
            InForm::Known(Form::HexLines) => Some(Line::Hex),
            InForm::Known(Form::Base64Lines) => Some(Line::Base64),
            _ => return None,
        };
        let skip = if part.start() > 0 { 0 } else { framing.skip };
        Some(Framing { line, skip, ..framing })
    }
}

impl Part {
    /// Where it begins in its file.
    pub fn start(&self) -> u64 {
        self.range.map_or(0, |range| range.0)
    }

    /// Its bytes, decompressed if the file is compressed.
    pub fn open(&self) -> io::Result<Box<dyn io::Read + Send>> {
        match self.range {
            None | Some((0, None)) => self.file.whole(),
            Some((start, end)) => self.file.range(start, end),
        }
    }

    fn octets(&self) -> io::Result<u64> {
        let end = match self.range {
            Some((_, Some(end))) => end,
            _ => self.file.size()?,
        };
        Ok(end.saturating_sub(self.start()))
    }
}
