//! Wireglot for Python: an interface to the driver, like the command.
//!
//! Bytes become Python objects in one pass, without text or a list of events in between: regular messages on the
//! decoder's fast path ([`cells`]), others by events ([`objects`]). Python objects are read onto a tape according to the
//! shape of their type ([`fill`]), which the driver encodes.

mod arrow;
mod batches;
mod cells;
mod column;
mod compile;
mod describe;
mod errors;
mod fill;
mod form;
mod guess;
mod laid;
mod leaves;
mod names;
mod objects;
mod oids;
mod opened;
mod packets;
mod pickle;
mod read_keys;
mod ready;
mod scan;
mod times;
mod ty;
mod unpacked;
mod views;
mod wrong;

use std::ffi::OsString;

use pyo3::prelude::*;
use wireglot_driver::languages::Registry;

/// Runs the command `wireglot` with these arguments, starting with its own name; returns its exit code.
#[pyfunction]
fn command(py: Python<'_>, line: Vec<OsString>) -> u8 {
    py.detach(|| wireglot_cli::run_with(Registry::default(), line))
}

/// The extension module behind the Python package.
#[pymodule(gil_used = false)]
fn _wireglot(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RULES", ty::rule_words())?;
    module.add_class::<compile::Spec>()?;
    module.add_class::<ty::Type>()?;
    module.add_class::<scan::Scan>()?;
    module.add_class::<batches::BatchIterator>()?;
    module.add_class::<batches::Batch>()?;
    module.add_class::<column::Column>()?;
    module.add_class::<packets::CapturedUnits>()?;
    module.add_class::<unpacked::Unpacked>()?;
    module.add_function(wrap_pyfunction!(column::decode_arrow, module)?)?;
    module.add_function(wrap_pyfunction!(column::encode_arrow, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(compile::compile, module)?)?;
    module.add_function(wrap_pyfunction!(guess::identify, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::compile_again, module)?)?;
    Ok(())
}
