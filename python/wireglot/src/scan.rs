//! Files of records as Arrow batches, for any consumer of Arrow streams: no Python runs while they are
//! decoded.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
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
use wireglot_driver::records::{cuts, Framing, Line};
use wireglot_table::arrow::schema;
use wireglot_table::columns::Columns;
use wireglot_table::select::Output;
use wireglot_table::store::Store;

use crate::arrow::{stream_capsule, wrong, SCHEMA};
use crate::batches::{stream, Damages};
use crate::laid;
use crate::ready::Ready;
use crate::ty::Type;
use crate::unpacked;

/// What is read, and how it is processed.
pub struct Plan {
    pub ready: Arc<Ready>,
    pub reading: Reading,
    pub columns: Columns,
    pub outputs: Vec<Output>,
    pub schema: SchemaRef,
    pub settings: Settings,
}

/// A file, or a byte range of one.
#[derive(Clone)]
pub struct Part {
    pub path: PathBuf,
    pub range: Option<(u64, Option<u64>)>,
}

/// Files of records that can be read repeatedly as an Arrow stream.
#[pyclass(frozen, subclass, module = "wireglot._wireglot")]
pub struct Scan {
    plan: Arc<Plan>,
    parts: Vec<Part>,
    damages: Damages,
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (type_, paths, rules, laid, provenance, select, table, options))]
    #[expect(clippy::too_many_arguments, reason = "the package gives them names")]
    fn new(
        py: Python<'_>,
        type_: &Type,
        paths: Vec<(PathBuf, Option<(u64, Option<u64>)>)>,
        rules: Option<&str>,
        laid: &Bound<'_, PyDict>,
        provenance: Vec<(String, String)>,
        select: Option<Vec<String>>,
        table: &Bound<'_, PyDict>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Scan> {
        let ready = type_.ready(py, rules)?.clone();
        let (reading, mut columns) = laid::table(&ready, table, options)?;
        let mut outputs = laid::outputs(&ready, &mut columns, select)?;
        let settings = laid::settings(laid, ready.message.ends_with_input())?;
        let nulls = settings.on_error == OnError::Report;
        laid::provenance(&mut columns, &mut outputs, &provenance, nulls)?;
        let schema = schema(&Store::new(columns.clone()), &outputs);
        let schema = if nulls { with_nulls(&schema) } else { schema };
        let plan = Arc::new(Plan { ready, reading, columns, outputs, schema, settings });
        let parts = paths.into_iter().map(|(path, range)| Part { path, range }).collect();
        Ok(Scan { plan, parts, damages: Damages::default() })
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

    /// A capsule with an Arrow C schema: the types of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let made = FFI_ArrowSchema::try_from(self.plan.schema.as_ref()).map_err(wrong)?;
        PyCapsule::new_with_value(py, made, SCHEMA)
    }

    /// Splits the files into about `count` parts of similar size: for each the file, its first byte, and the
    /// byte after its last, if another part follows.
    fn parts<'py>(&self, py: Python<'py>, count: u64) -> PyResult<Bound<'py, PyList>> {
        let made = py.detach(|| self.cut(count.max(1)));
        let made = made.map_err(|error| PyOSError::new_err(error.to_string()))?;
        PyList::new(py, made.into_iter().map(|part| (part.path, part.range)))
    }

    /// All errors so far: place, message and code.
    fn damages(&self) -> Vec<(String, String, String)> {
        self.damages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Makes all columns nullable, since an invalid record has no values.
fn with_nulls(schema: &SchemaRef) -> SchemaRef {
    let fields = schema.fields().iter().map(|field| field.as_ref().clone().with_nullable(true));
    Arc::new(Schema::new(fields.collect::<Vec<Field>>()))
}

impl Scan {
    fn cut(&self, count: u64) -> io::Result<Vec<Part>> {
        let mut sizes = Vec::new();
        for part in &self.parts {
            sizes.push(part.octets()?);
        }
        let apart = sizes.iter().sum::<u64>().div_ceil(count);
        let mut made = Vec::new();
        for (part, size) in self.parts.iter().zip(sizes) {
            // A compressed file can't be read from its middle.
            let Some(framing) =
                self.framing(part).filter(|_| size > apart && !unpacked::is_packed(&part.path))
            else {
                made.push(part.clone());
                continue;
            };
            let (message, base) = (&*self.plan.ready.message, part.start());
            let found = cuts(message, &self.plan.reading, &framing, part.open()?, apart)?;
            let mut starts = vec![base];
            starts.extend(found.into_iter().map(|cut| base + cut));
            let ends = starts.iter().skip(1).map(|start| Some(*start));
            let ends = ends.chain(std::iter::once(part.range.and_then(|range| range.1)));
            let parts = starts.iter().zip(ends).map(|(start, end)| (*start, end));
            made.extend(parts.map(|range| Part { path: part.path.clone(), range: Some(range) }));
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
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        if matches!(self.range, None | Some((0, None))) {
            return unpacked::open(&self.path);
        }
        let mut file = File::open(&self.path).map_err(|error| self.named(error))?;
        let start = self.start();
        if start > 0 {
            file.seek(SeekFrom::Start(start)).map_err(|error| self.named(error))?;
        }
        let end = self.range.and_then(|range| range.1).unwrap_or(u64::MAX);
        Ok(Box::new(file.take(end - start.min(end))))
    }

    fn octets(&self) -> io::Result<u64> {
        let size = std::fs::metadata(&self.path).map_err(|error| self.named(error))?.len();
        Ok(self.range.and_then(|range| range.1).unwrap_or(size).saturating_sub(self.start()))
    }

    fn named(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }
}
