//! Generates source text from specifications.

use std::sync::Arc;

use wireglot_emit::text::TextProtocol;
use wireglot_emit::{comparison_beyond, Beyond, COptions, NoRust, OutputFile, RustOptions, C_TAG_NUMBERS};
use wireglot_grammar::Link;
use wireglot_model::TypeId;
use wireglot_plan::{Plan, Rules, Shape};

use super::pipeline::{narrow, plan};
use super::specification::Specification;
use crate::generate::Wanted;
use crate::languages::Refusal;
use crate::open_error::{Faulty, OpenError, UnknownName};
use crate::texts::{Text, TextCode};

/// Generates C for the requested types and everything they use, with the requested rules and text forms.
///
/// # Errors
/// The schemas have errors, a type does not exist, a tag or type is not supported in C, or an option has no
/// effect.
pub fn c(
    specification: Specification,
    wanted: &Wanted,
    options: &COptions,
) -> Result<Vec<OutputFile>, Refusal> {
    let (shape, plans) = planned(specification, wanted.rules, wanted.types, options.keep_contents)?;
    if let Some(tag) = plans.iter().find_map(wireglot_emit::c_tag_beyond) {
        return Err(Refusal::Usage(format!(
            "C can't be generated for the tag {tag}: in C, tag numbers are 0 to {C_TAG_NUMBERS}"
        )));
    }
    if let Some(what) = plans.iter().find_map(wireglot_emit::c_leaf_beyond) {
        return Err(Refusal::Usage(format!("no C is generated for {what}")));
    }
    if let Some(rules) = wireglot_emit::c_keeps_all(&plans).filter(|_| !options.keep_unknown) {
        return Err(Refusal::Usage(format!(
            "--unknown skip: a decoder of {rules} compares what it read with what it would write, so it has to keep all"
        )));
    }
    if let Some(idle) = wireglot_emit::c_idle_integers(&shape, options) {
        return Err(Refusal::Usage(format!(
            "--int {}: no INTEGER without bounds is called that, or written in it",
            idle.name
        )));
    }
    if options.by_module && !wanted.texts.is_empty() {
        return Err(Refusal::Usage("code for text protocols goes in one file: --files specification".into()));
    }
    let links = links(&shape, wanted.texts)?;
    let texts = protocols(&links, wanted.texts);
    let plans: Vec<_> = plans.iter().collect();
    wireglot_emit::c_with_texts(&shape, &plans, options, &texts)
        .map_err(|why| Refusal::Usage(format!("no C is generated for this text: {why}")))
}

/// The codes of the text protocols, without duplicates, each linked to the first type that has such messages.
fn links(shape: &Shape, texts: &[Text]) -> Result<Vec<(TextCode, Link<'static>)>, Refusal> {
    let mut links: Vec<(TextCode, Link<'static>)> = Vec::new();
    for code in texts.iter().filter_map(|text| text.code) {
        if links.iter().any(|(known, _)| known.word == code.word) {
            continue;
        }
        let link = shape.roots.iter().find_map(|root| (code.link)(shape, root.shape));
        let link = link.ok_or_else(|| {
            let TextCode { word, messages, .. } = code;
            Refusal::Usage(format!("code for {word} is only for {messages}, which none of these types is"))
        })?;
        links.push((code, link));
    }
    Ok(links)
}

fn protocols<'l>(links: &'l [(TextCode, Link<'static>)], texts: &[Text]) -> Vec<TextProtocol<'l>> {
    let made = links.iter().map(|(code, link)| {
        let mine = texts.iter().filter_map(|text| Some((text.word, text.code?)));
        let forms =
            mine.filter(|(_, known)| known.word == code.word).map(|(word, known)| (word, known.pretty));
        let names = code.names.map_or_else(Vec::new, |names| names());
        TextProtocol { word: code.word, forms: forms.collect(), link, converts: code.names.is_some(), names }
    });
    made.collect()
}

/// Generates Rust for these PDUs and everything they use, with these rules.
///
/// # Errors
/// The schemas have errors, a type does not exist, or rules or a type are not supported in Rust.
pub fn rust(
    specification: Specification,
    rules: &[Rules],
    pdus: &[String],
    name: &str,
) -> Result<Vec<OutputFile>, Refusal> {
    let (shape, plans) = planned(specification, rules, pdus, false)?;
    let options = RustOptions { name: name.to_string(), version: env!("CARGO_PKG_VERSION").to_string() };
    wireglot_emit::rust(&shape, &plans.iter().collect::<Vec<_>>(), &options)
        .map_err(|NoRust(what)| Refusal::Usage(what))
}

/// The shape of PDUs and everything they use, and its plans.
fn planned(
    specification: Specification,
    rules: &[Rules],
    pdus: &[String],
    keep_contents: bool,
) -> Result<(Arc<Shape>, Vec<Plan>), Refusal> {
    let roots: Result<Vec<TypeId>, UnknownName> =
        pdus.iter().map(|pdu| specification.find_type(pdu)).collect();
    let roots = roots?;
    let strict = specification.is_strict();
    let mut made = specification.into_made();
    narrow(&mut made, &roots);
    if let Some(shape) = made.shape.as_mut().and_then(Arc::get_mut).filter(|_| keep_contents) {
        shape.hold_in_rows();
    }
    let plans: Vec<_> = rules.iter().filter_map(|rules| plan(*rules, &mut made)).collect();
    match made.shape.take() {
        Some(shape) if !made.diagnostics.failed(strict) => match comparison_beyond(&shape) {
            Some(Beyond { name, most, together }) => {
                let whose = if together {
                    "the DEFAULTs and constraints up to there"
                } else {
                    "its DEFAULTs and constraints"
                };
                Err(Refusal::Usage(format!(
                    "no code is generated for {name}: {whose} need more than {most} comparisons"
                )))
            }
            None => Ok((shape, plans)),
        },
        _ => Err(OpenError::Schema(Faulty::new(made.sources, made.diagnostics, strict)).into()),
    }
}
