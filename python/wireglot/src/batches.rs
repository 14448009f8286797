//! Decodes records into batches, on a thread besides the consumer's.

use std::io;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{sync_channel, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchOptions, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use wireglot_driver::inputs::{Damage, Listener, Misread, Note, Notes, OnError, Place, Run, Stopped};
use wireglot_driver::sources::Host;
use wireglot_table::arrow::columns;
use wireglot_table::batching::Batching;
use wireglot_table::blobs::told_of;
use wireglot_table::provenance::Provenance;
use wireglot_table::store::Store;
use wireglot_table::tabling::place_in_file;

use crate::arrow::stream_capsule;
use crate::scan::{Part, Plan};

/// Errors in records: place, message and code.
pub type Damages = Arc<Mutex<Vec<(String, String, String)>>>;

/// The maximum number of errors kept.
const TOLD: usize = 1000;

/// The number of batches prepared in advance.
const AHEAD: usize = 2;

type Made = Result<RecordBatch, ArrowError>;

/// An iterator over batches as they are ready.
pub struct Batches {
    schema: SchemaRef,
    made: Receiver<Made>,
    /// Whether Python reads any of the files.
    calls_python: bool,
}

impl Iterator for Batches {
    type Item = Made;

    fn next(&mut self) -> Option<Made> {
        let Batches { made, calls_python, .. } = self;
        // The thread may need Python to read a file, while the consumer holds on to it.
        match calls_python {
            true => Python::attach(move |py| py.detach(move || made.recv().ok())),
            false => made.recv().ok(),
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Reads parts of files, two batches ahead of the consumer.
pub fn stream(plan: Arc<Plan>, parts: Vec<Part>, damages: Damages) -> Batches {
    let (sender, made) = sync_channel(AHEAD);
    let schema = plan.schema.clone();
    let calls_python = parts.iter().any(|part| part.file.opener.is_some());
    std::thread::spawn(move || {
        // If the consumer has gone, nobody needs the error.
        let done = catch_unwind(AssertUnwindSafe(|| read(&plan, &parts, &damages, &sender)));
        let done =
            done.unwrap_or_else(|_| Err(ArrowError::from_external_error("the decoder has panicked".into())));
        if let Err(error) = done {
            let _ = sender.send(Err(error));
        }
    });
    Batches { schema, made, calls_python }
}

/// Batches as Python iterates over them.
#[pyclass(frozen, module = "wireglot._wireglot")]
pub struct BatchIterator(Mutex<Batches>);

impl BatchIterator {
    /// An iterator over batches as they are ready.
    pub fn new(batches: Batches) -> BatchIterator {
        BatchIterator(Mutex::new(batches))
    }
}

#[pymethods]
impl BatchIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let made = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).next());
        match made {
            None => Ok(None),
            Some(Ok(batch)) => Ok(Some(Batch(batch))),
            Some(Err(error)) => Err(PyOSError::new_err(error.to_string())),
        }
    }
}

/// A batch, exported as an Arrow C stream of its own.
#[pyclass(frozen, module = "wireglot._wireglot")]
pub struct Batch(RecordBatch);

#[pymethods]
impl Batch {
    /// A capsule with a stream of this batch alone.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema; // A consumer that wants other types casts them.
        let one = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        stream_capsule(py, FFI_ArrowArrayStream::new(Box::new(one)))
    }

    /// The number of rows, also without columns.
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }
}

fn read(plan: &Plan, parts: &[Part], damages: &Damages, sender: &SyncSender<Made>) -> Result<(), ArrowError> {
    let rows = Batching::new(plan.columns.clone());
    let out = Out { plan, sender };
    let mut door = Door { rows, out, damages, start: 0, last: None };
    for part in parts {
        let input = part.open()?;
        door.start = part.start();
        let work = plan.work(door.start).map_err(ArrowError::ComputeError)?;
        let mut settings = plan.settings.clone();
        if door.start > 0 {
            settings.framing.skip = 0;
        }
        let name = &part.file.name;
        let done = Run::new(&settings, &work, Host::system().threads, &mut door).input(name, input);
        done.map_err(|why| stopped(why, &mut door, name))?;
    }
    let Door { rows, mut out, .. } = door;
    rows.finish(|store| out.send(store)).map_err(ArrowError::from)
}

fn stopped(why: Stopped, door: &mut Door, name: &str) -> ArrowError {
    let told = match why {
        Stopped::Input(error) if error.to_string().starts_with(name) => return error.into(),
        Stopped::Input(error) => return ArrowError::IoError(format!("{name}: {error}"), error),
        Stopped::Listener(error) => return error.into(),
        Stopped::Damage => door.last.take().unwrap_or_default(),
        Stopped::Unframed(form) => format!("{name}: records of {} have no framing", form.word()),
        Stopped::NoRecord { input, wanted, .. } => format!("{input} has no record {wanted}"),
    };
    ArrowError::ExternalError(told.into())
}

/// The destination of batches.
struct Out<'d> {
    plan: &'d Plan,
    sender: &'d SyncSender<Made>,
}

impl Out<'_> {
    fn send(&mut self, store: &Store) -> io::Result<()> {
        let Out { plan, sender } = self;
        let columns = columns(store, &plan.outputs, &plan.schema);
        let options = RecordBatchOptions::new().with_row_count(Some(store.rows()));
        let made = RecordBatch::try_new_with_options(plan.schema.clone(), columns, &options);
        let closed = |_| io::Error::new(io::ErrorKind::BrokenPipe, "nobody reads the batches");
        sender.send(Ok(made.map_err(io::Error::other)?)).map_err(closed)
    }
}

/// Collects rows and errors.
struct Door<'d> {
    rows: Batching,
    out: Out<'d>,
    damages: &'d Damages,
    /// Where the part begins in its file.
    start: u64,
    /// The error in the last invalid record.
    last: Option<String>,
}

impl Notes for Door<'_> {
    fn note(&mut self, _: &Note) {}
}

impl Listener for Door<'_> {
    fn good(&mut self, made: &[u8]) -> io::Result<()> {
        let Door { rows, out, .. } = self;
        rows.add(made, |store| out.send(store))
    }

    fn damaged(&mut self, place: &Place, damage: &Damage) -> io::Result<()> {
        let bad = &damage.bad;
        let octet = self.start + damage.from + bad.at.unwrap_or(0) / 8;
        let (file, position) = (place.file.as_str(), place_in_file(damage.position(place), self.start));
        let told_place = match (place.line, self.start) {
            (None, _) => format!("{place}, octet {octet}"),
            (Some(_), 0) => place.to_string(),
            (Some(_), start) => format!("{place} of the part that begins at octet {start}"),
        };
        let told = told_of(bad);
        let error = format!("{told_place}: {told}");
        let mut damages = self.damages.lock().unwrap_or_else(PoisonError::into_inner);
        if damages.len() < TOLD {
            damages.push((told_place, told, bad.code.to_string()));
        }
        drop(damages);
        let Door { rows, out, last, .. } = self;
        if out.plan.settings.on_error == OnError::Report {
            let row = Provenance { file, position, raw: None, error: Some(&error) }.row(&out.plan.columns);
            rows.add(&row, |store| out.send(store))?;
        }
        *last = Some(error);
        Ok(())
    }

    fn misread(&mut self, _: &Place, _: &Misread) -> io::Result<()> {
        Ok(()) // Only texts are misread.
    }
}
