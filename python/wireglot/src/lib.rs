//! Wireglot for Python: a door to the driver, as the command is another.
//!
//! Octets become Python objects in one pass ([`objects`]): no text and no list of events stands between. Python
//! objects are read by the shape of their type onto a tape ([`fill`]), which the driver encodes.

mod compile;
mod errors;
mod fill;
mod form;
mod leaves;
mod names;
mod objects;
mod read_keys;
mod ready;
mod times;
mod ty;
mod views;

use pyo3::prelude::*;

/// The module that the package is a face of.
#[pymodule(gil_used = false)]
fn _wireglot(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RULES", ty::rule_words())?;
    module.add_class::<compile::Spec>()?;
    module.add_class::<ty::Type>()?;
    module.add_function(wrap_pyfunction!(compile::compile, module)?)?;
    Ok(())
}
