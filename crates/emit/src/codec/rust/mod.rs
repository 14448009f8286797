//! Rust: a module of types, and one of codecs for each set of rules.
//!
//! Reading is written as expressions: what a node reads is the value of an expression, and a record is built
//! from locals, one per component. Anything that takes more than a line of Rust is a method of the runtime's
//! readers and writers (`runtime/rust/src/codec`), which have the same names in all families of rules.

mod condition;
mod constants;
mod decide;
mod leaf;
mod names;
mod options;
mod places;
mod read;
mod record;
mod rules;
mod set;
mod tables;
mod text;
mod types;
mod words;
mod write;
mod write_record;

use wireglot_plan::{Plan, Shape};

use crate::OutputFile;
use names::Names;
pub use options::{NoRust, RustOptions};

/// Generates the types that the roots of a shape reach, and codecs under the rules of each plan.
///
/// # Errors
/// There is no Rust for a type or a set of rules.
pub fn rust(shape: &Shape, plans: &[&Plan], options: &RustOptions) -> Result<Vec<OutputFile>, NoRust> {
    types::known(shape)?;
    let module = names::module(&options.name);
    let names = Names::new(shape);
    let types = types::Types::new(shape, &names);
    let mut modules = Vec::new();
    let mut files = Vec::new();
    for plan in plans {
        let word = plan.rules.word();
        rules::known(plan, &shape.roots)?;
        let text = rules::codec(&types, plan, options)?;
        files.push(OutputFile { name: format!("{module}/{word}.rs"), text });
        modules.push(word);
    }
    let text = types::module(&types, &modules, options);
    files.insert(0, OutputFile { name: format!("{module}/mod.rs"), text });
    Ok(files)
}
