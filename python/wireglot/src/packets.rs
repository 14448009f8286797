//! Messages in network captures, extracted on a thread besides the consumer's.

use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::mpsc::{sync_channel, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use wireglot_driver::capture::{Capture, Filter, Packing};
use wireglot_driver::inputs::{OnError, Packets, Stopped, Unit};
use wireglot_driver::messages::{Finding, Reading};
use wireglot_driver::sources::Host;

use crate::errors::{decode_error, ArgumentError};
use crate::form::Options;
use crate::ready::Ready;
use crate::ty::Type;
use crate::unpacked::{open, unpacked};

/// The number of messages prepared in advance.
const AHEAD: usize = 256;

/// How often signals are checked while nothing comes.
const PATIENCE: Duration = Duration::from_millis(50);

type Made = Result<Unit, String>;

/// An iterator over the messages in a capture.
#[pyclass(frozen, module = "wireglot._wireglot")]
pub struct CapturedUnits {
    made: Mutex<Receiver<Made>>,
}

#[pymethods]
impl CapturedUnits {
    /// `source` is a path, or the bytes of a capture.
    #[new]
    #[pyo3(signature = (type_, source, rules, packing, ports, protocols, options))]
    #[expect(clippy::too_many_arguments, reason = "the package gives them names")]
    fn new(
        py: Python<'_>,
        type_: &Type,
        source: &Bound<'_, PyAny>,
        rules: Option<&str>,
        packing: &str,
        ports: Vec<u16>,
        protocols: Vec<u32>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<CapturedUnits> {
        let ready = type_.ready(py, rules)?.clone();
        let packing = Packing::ALL.into_iter().find(|known| known.word() == packing).ok_or_else(|| {
            let words = Packing::ALL.map(|known| format!("'{}'", known.word()));
            ArgumentError::new_err(format!("packing is one of {}", words.join(", ")))
        })?;
        let options = Options::of(options)?;
        let input = match source.cast::<PyBytes>() {
            Ok(octets) => unpacked(Cursor::new(octets.as_bytes().to_vec())),
            Err(_) => open(&source.extract::<PathBuf>()?),
        };
        let input = input.map_err(|error| PyOSError::new_err(error.to_string()))?;
        let filter = Filter { ports, protocols };
        let (sender, made) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            let send = |made: Made| sender.send(made).map_err(|_| Stopped::Damage);
            let mut capture = Capture::new(input, filter);
            if let Err(Stopped::Input(error)) =
                units(&ready, &options, packing, &mut capture, |unit| send(Ok(unit)))
            {
                // If the consumer has gone, nobody needs the error.
                drop(send(Err(error.to_string())));
            }
        });
        Ok(CapturedUnits { made: Mutex::new(made) })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Where it comes from as JSON, the packet, the bytes, whether they may be several messages, and the error in
    /// their place.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let next = loop {
            let next = py.detach(|| {
                let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
                made.recv_timeout(PATIENCE)
            });
            match next {
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Ok(made) => break made,
            }
        };
        let unit = next.map_err(PyOSError::new_err)?;
        let error = unit.bad.clone().map(|bad| decode_error(py, bad));
        let (meta, packet) = (unit.meta().to_string(), unit.packet);
        (meta, packet, PyBytes::new(py, &unit.octets), unit.several, error).into_pyobject(py).map(Some)
    }
}

fn units(
    ready: &Arc<Ready>,
    options: &Options,
    packing: Packing,
    capture: &mut Capture<Box<dyn Read + Send>>,
    take: impl FnMut(Unit) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let reading = Reading { rules: ready.rules, options: options.decode, ..Reading::default() };
    let work = Finding { message: &*ready.message, reading };
    let (threads, most) = (Host::system().threads, options.decode.limits.total);
    let on_error = OnError::Skip;
    let packets =
        Packets { work: &work, packing, on_error, most, jobs: 1, threads, record: None, meta: false };
    packets.units("", capture, take)
}
