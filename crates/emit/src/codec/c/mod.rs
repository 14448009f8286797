//! C99 (and C++17) source for the runtime in `runtime/c`.
//!
//! One header and one source file, or some a module: plain structs shared by all rules, and for
//! each set of rules a decoder and an encoder for every root. Two more, where they
//! are asked for, describe the structs, so that values can be written as JSON.

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

/// A choice about INTEGERs that speaks of none, where there is one.
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

/// The greatest number of a tag in C: two bits of its 32 are the class, and the number above stands
/// for all that are greater in data.
pub const C_TAG_NUMBERS: u32 = (1 << 30) - 2;

/// A tag of the plan that C has no room for: nothing can be printed for such a plan.
pub fn c_tag_beyond(plan: &Plan) -> Option<Tag> {
    reach::tag_above(plan, C_TAG_NUMBERS)
}

/// A leaf of the plan that has no C, where there is one: nothing can be printed for such a plan.
pub fn c_leaf_beyond(plan: &Plan) -> Option<&'static str> {
    reach::has_predefined(plan)
        .then_some("an EMBEDDED PDV or CHARACTER STRING whose identification a constraint fixes")
}

/// The header and the source file for a shape and plans of it under different
/// rules. The output is the same each time.
pub fn c(shape: &Shape, plans: &[&Plan], options: &COptions) -> Vec<OutputFile> {
    files::source::files(shape, plans, options, &[]).unwrap_or_default()
}

/// The same with texts of protocols over the same structs.
///
/// # Errors
/// In words, why there is no C for one of them.
pub fn c_with_texts(
    shape: &Shape,
    plans: &[&Plan],
    options: &COptions,
    texts: &[TextProtocol],
) -> Result<Vec<OutputFile>, String> {
    files::source::files(shape, plans, options, texts)
}
