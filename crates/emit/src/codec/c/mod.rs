//! C99 (and C++17) source for the runtime in `runtime/c`.
//!
//! One header and one source file, or a pair per module: plain structs shared by all rules, and a decoder and
//! an encoder of every root for each set of rules. Two optional files describe the structs, so that values
//! can be written as JSON.

mod checks;
mod constants;
mod declare;
mod files;
mod json;
mod names;
mod options;
mod statements;
mod storage;
mod text;
mod walk;

use wireglot_model::Tag;
use wireglot_plan::{Plan, Rules, Shape, ShapeType};

use crate::analysis::reach;
use crate::analysis::rules::compares;
use crate::analysis::storage::is_open_integer;
use crate::analysis::text::TextProtocol;
use crate::OutputFile;
pub use options::{CIntegers, COptions};

/// A choice about INTEGERs that applies to none, if there is one.
pub fn c_idle_integers<'a>(shape: &Shape, options: &'a COptions) -> Option<&'a CIntegers> {
    let open = |ty: &&ShapeType| is_open_integer(&ty.kind);
    let speaks = |choice: &&CIntegers| shape.types.iter().filter(open).any(|ty| choice.names(ty));
    options.integers.iter().filter(|choice| !choice.name.is_empty()).find(|choice| !speaks(choice))
}

/// A set of rules whose decoders compare what they read with what they would write, so that nothing may be
/// skipped.
pub fn c_keeps_all(plans: &[Plan]) -> Option<Rules> {
    plans.iter().map(|plan| plan.rules).find(|rules| compares(*rules))
}

/// The maximum tag number in C: two of the 32 bits hold the class, and the next number represents all greater
/// ones in data.
pub const C_TAG_NUMBERS: u32 = (1 << 30) - 2;

/// A tag of the plan that is too large for C: no code can be generated for such a plan.
pub fn c_tag_beyond(plan: &Plan) -> Option<Tag> {
    reach::tag_above(plan, C_TAG_NUMBERS)
}

/// A leaf of the plan that has no C, if there is one: no code can be generated for such a plan.
pub fn c_leaf_beyond(plan: &Plan) -> Option<&'static str> {
    reach::has_predefined(plan)
        .then_some("an EMBEDDED PDV or CHARACTER STRING whose identification a constraint fixes")
}

/// Generates the header and the source file for a shape and its plans under different rules. The output is
/// deterministic.
pub fn c(shape: &Shape, plans: &[&Plan], options: &COptions) -> Vec<OutputFile> {
    files::source::files(shape, plans, options, &[]).unwrap_or_default()
}

/// The same, with text protocols over the same structs.
///
/// # Errors
/// Explains why there is no C for one of them.
pub fn c_with_texts(
    shape: &Shape,
    plans: &[&Plan],
    options: &COptions,
    texts: &[TextProtocol],
) -> Result<Vec<OutputFile>, String> {
    files::source::files(shape, plans, options, texts)
}
