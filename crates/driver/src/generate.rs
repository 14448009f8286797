//! Source text from specifications.

use wireglot_model::{Tag, TypeId};
use wireglot_plan::Rules;

use crate::pipeline::{narrow, plan};
use crate::specification::{Faulty, OpenError, Specification, UnknownName};

pub use wireglot_emit::{COptions, OutputFile, C_TAG_NUMBERS};

/// Why nothing was generated.
#[derive(Debug)]
pub enum GenerateError {
    /// The schemas can't be used with these rules.
    Open(OpenError),
    /// A PDU that is not there.
    Name(UnknownName),
    /// A tag with a number above [`C_TAG_NUMBERS`].
    Tag(Tag),
    /// A type that has no C.
    Type(&'static str),
}

/// C for these PDUs and what they reach, under these rules.
///
/// # Errors
/// There are errors in the schemas, or no such type, or a tag or type that has no C.
pub fn c(
    specification: Specification,
    rules: &[Rules],
    pdus: &[String],
    options: &COptions,
) -> Result<Vec<OutputFile>, GenerateError> {
    let roots: Result<Vec<TypeId>, UnknownName> =
        pdus.iter().map(|pdu| specification.find_type(pdu)).collect();
    let roots = roots.map_err(GenerateError::Name)?;
    let strict = specification.is_strict();
    let mut made = specification.into_made();
    narrow(&mut made, &roots);
    let plans: Vec<_> = rules.iter().filter_map(|rules| plan(*rules, &mut made)).collect();
    let shape = match &made.shape {
        Some(shape) if !made.diagnostics.failed(strict) => shape,
        _ => return Err(GenerateError::Open(OpenError::Schema(Faulty::new(made, strict)))),
    };
    if let Some(tag) = plans.iter().find_map(wireglot_emit::c_tag_beyond) {
        return Err(GenerateError::Tag(tag));
    }
    if let Some(what) = plans.iter().find_map(wireglot_emit::c_leaf_beyond) {
        return Err(GenerateError::Type(what));
    }
    Ok(wireglot_emit::c(shape, &plans.iter().collect::<Vec<_>>(), options))
}
