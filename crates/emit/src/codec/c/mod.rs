//! C99 (and C++17) source for the runtime in `runtime/c`.
//!
//! One header and one source file, or some a module: plain structs shared by all rules, and for
//! each set of rules a decoder and an encoder for every root. Two more, where they
//! are asked for, describe the structs, so that values can be written as JSON.

mod checked_types;
mod checks;
mod constants;
mod contents;
mod declare;
mod files;
mod json;
mod max_size;
mod names;
mod statements;
mod storage;
mod text;
mod walk;

use wireglot_model::Tag;
use wireglot_plan::{Plan, Rules, Shape, ShapeType};

use crate::analysis::rules::compares;
use crate::text::TextProtocol;
use crate::OutputFile;

/// What can be chosen about the output.
#[derive(Debug, Clone)]
pub struct COptions {
    /// The name of the files, without ending; also what include guards are made of.
    pub name: String,
    /// Stands in front of every type, constant and function, e.g. `snmp_`.
    pub prefix: String,
    /// Whether extension additions that the schema does not know are kept and
    /// written again; else they are skipped.
    pub keep_unknown: bool,
    /// Strings of at most this many octets are arrays in their struct, longer ones slices.
    pub inline_octets: u64,
    /// Lists of at most this many numbers or slices are arrays in their struct.
    pub inline_elements: u64,
    /// How INTEGERs whose bounds give them no C type are held, by the types that they stand in; of two that
    /// speak of the same one, the later counts. Else they are slices.
    pub integers: Vec<CIntegers>,
    /// Whether REALs are held as their contents octets; else as double, the nearest one.
    pub exact_reals: bool,
    /// Whether each module has files of its own.
    pub by_module: bool,
    /// Whether two more files say how values are written as JSON.
    pub json: bool,
    /// Whether two more files have decoders that say where in a value they stopped.
    pub paths: bool,
}

impl Default for COptions {
    fn default() -> COptions {
        COptions {
            name: "codec".to_string(),
            prefix: String::new(),
            keep_unknown: true,
            inline_octets: 32,
            inline_elements: 16,
            integers: Vec::new(),
            exact_reals: false,
            by_module: false,
            json: false,
            paths: false,
        }
    }
}

/// How some INTEGERs are held.
#[derive(Debug, Clone)]
pub struct CIntegers {
    /// `Type`, `Type.component` or one of them behind `Module.`: an INTEGER of that name, and those that are
    /// written in place inside of it. Empty for all.
    pub name: String,
    /// As `int64_t`, of which a decoder refuses what does not fit; else as a slice.
    pub i64: bool,
}

impl CIntegers {
    /// Whether it speaks of a type.
    fn names(&self, ty: &ShapeType) -> bool {
        let inside = |name: &str| {
            let rest = name.strip_prefix(self.name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.name.is_empty() || inside(&ty.name) || inside(&format!("{}.{}", ty.module, ty.name))
    }
}

/// A choice about INTEGERs that speaks of none, where there is one.
pub fn c_idle_integers<'a>(shape: &Shape, options: &'a COptions) -> Option<&'a CIntegers> {
    let open = |ty: &&ShapeType| storage::is_open_integer(&ty.kind);
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
    files::reach::tag_above(plan, C_TAG_NUMBERS)
}

/// A leaf of the plan that has no C, where there is one: nothing can be printed for such a plan.
pub fn c_leaf_beyond(plan: &Plan) -> Option<&'static str> {
    files::reach::has_predefined(plan)
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
