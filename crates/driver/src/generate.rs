//! Source text from specifications.

use wireglot_model::{Tag, TypeId};
use wireglot_plan::Rules;

use crate::pipeline::{narrow, plan};
use crate::specification::{Faulty, OpenError, Specification, UnknownName};

pub use wireglot_emit::{CIntegers, COptions, OutputFile, C_TAG_NUMBERS};

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
    /// Unknown additions are to be skipped, which these rules do not allow.
    Skips(Rules),
    /// A choice about INTEGERs, by a name that none has which it could be about.
    Integers(String),
}

/// C for these PDUs and what they reach, under these rules.
///
/// # Errors
/// There are errors in the schemas, or no such type, a tag or type that has no C, or options about nothing.
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
    if let Some(rules) = wireglot_emit::c_keeps_all(&plans).filter(|_| !options.keep_unknown) {
        return Err(GenerateError::Skips(rules));
    }
    if let Some(idle) = wireglot_emit::c_idle_integers(shape, options) {
        return Err(GenerateError::Integers(idle.name.clone()));
    }
    Ok(wireglot_emit::c(shape, &plans.iter().collect::<Vec<_>>(), options))
}
