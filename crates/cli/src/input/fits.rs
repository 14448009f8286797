//! Finds the types of a schema as which a file decodes.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use wireglot_driver::forms::Form;
use wireglot_driver::identify::is_encoded;
use wireglot_driver::inputs::{judged, InForm, Note, Notes, Settings};
use wireglot_driver::languages::Compilation;
use wireglot_driver::messages::{Finding, Message, MessageRequest, Reading};
use wireglot_driver::{DecodeOptions, Limits, OpenTypes, Rules};

/// A type and rules by which a file decodes.
pub struct Fit {
    pub name: String,
    pub rules: Rules,
}

/// The maximum size in bytes of a file that is examined.
const MOST: u64 = 1 << 18;

/// The number of types tried with all rules, and the number tried with BER only: a match of tags is rarely a
/// coincidence.
const TRIED: usize = 8;
const TAGGED: usize = 64;

/// The types as which a file decodes completely, as one or more values. Tries the types that are not part of
/// others, and if none fits, all types. If a type or rules were given, tries only those.
pub fn fits(
    made: &dyn Compilation,
    outermost: &[String],
    (name, rules): (Option<&str>, Option<Rules>),
    input: &Path,
    form: InForm,
) -> Vec<Fit> {
    let Some(octets) = contents(input) else { return Vec::new() };
    let form = match form {
        InForm::Known(form) => form,
        InForm::Auto if is_encoded(&octets) => Form::Raw,
        InForm::Auto => Form::guess(&octets),
    };
    let by: Vec<Rules> = match rules {
        Some(rules) => vec![rules],
        // Canonical encodings decode by the basic rules too.
        None => Rules::ALL.into_iter().filter(|rules| !rules.canonical()).collect(),
    };
    let tried: Vec<&str> = match name {
        Some(name) => vec![name],
        None => outermost.iter().take(TRIED).map(String::as_str).collect(),
    };
    let fitting = |names: &[&str], by: &[Rules]| -> Vec<Fit> {
        let pairs = by.iter().flat_map(|rules| names.iter().map(|name| (*name, *rules)));
        let fit = pairs.filter(|(name, rules)| is(made, name, *rules, form, &octets));
        fit.map(|(name, rules)| Fit { name: name.to_string(), rules }).collect()
    };
    let tagged: Vec<Rules> = by.iter().copied().filter(|rules| rules.has_tags()).collect();
    let untagged: Vec<Rules> = by.iter().copied().filter(|rules| !rules.has_tags()).collect();
    let found = fitting(&tried, &tagged);
    if !found.is_empty() || name.is_some() {
        return match found.is_empty() {
            true => fitting(&tried, &untagged),
            false => found,
        };
    }
    let all: Vec<String> = made.types().into_iter().map(|ty| ty.name).take(TAGGED).collect();
    let inner = fitting(&all.iter().map(String::as_str).collect::<Vec<&str>>(), &tagged);
    match inner.is_empty() {
        true => fitting(&tried, &untagged),
        false => inner,
    }
}

/// The bytes of a file that is not too large.
fn contents(input: &Path) -> Option<Vec<u8>> {
    let size = std::fs::metadata(input).ok().filter(|about| about.is_file())?.len();
    if size == 0 || size > MOST {
        return None;
    }
    let mut octets = Vec::new();
    File::open(input).ok()?.take(MOST).read_to_end(&mut octets).ok()?;
    Some(octets)
}

/// Whether the bytes are values of a type to the end, including their contents and constraints.
fn is(made: &dyn Compilation, name: &str, rules: Rules, form: Form, octets: &[u8]) -> bool {
    let asked = MessageRequest { name: Some(name), rules: &[rules], ..MessageRequest::default() };
    let Some(Ok(message)) = made.again().map(|again| again.message(&asked)) else { return false };
    let options = DecodeOptions {
        open_types: OpenTypes::Strict,
        trailing: true,
        checks: true,
        ..DecodeOptions::default()
    };
    let reading = Reading { rules: Some(rules), options, several: true, ..Reading::default() };
    let finding = Finding { message: &*message as &dyn Message, reading };
    let settings = Settings { several: true, ..Settings::of(form, Limits::default().total) };
    let whole = judged("", form, octets.to_vec(), &settings, &finding, &mut Unheard);
    whole.is_ok_and(|whole| {
        let good = whole.records.iter().all(|one| one.damage.is_none() && one.passed.is_empty());
        good && whole.damage.is_none() && !whole.records.is_empty()
    })
}

/// Discards notes about attempts.
struct Unheard;

impl Notes for Unheard {
    fn note(&mut self, _: &Note) {}
}
