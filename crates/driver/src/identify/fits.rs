//! Finds the types of a schema as which octets decode.

use wireglot_interp::{DecodeOptions, Limits, OpenTypes};
use wireglot_plan::Rules;

use super::{is_encoded, Group, Identifier, Identity, Sure};
use crate::forms::Form;
use crate::inputs::{judged, InForm, Note, Notes, Settings};
use crate::languages::Compilation;
use crate::messages::{Finding, Message, MessageRequest, Reading};

/// A type and rules by which octets decode.
pub struct Fit {
    /// The type.
    pub name: String,
    /// The rules.
    pub rules: Rules,
}

/// The number of types tried with all rules, and the number tried with BER only: a match of tags is rarely a
/// coincidence.
const TRIED: usize = 8;
const TAGGED: usize = 64;

/// The types as which octets decode completely, as one or more values. Tries the types that are not part of
/// others, and if none fits, all types. If a type or rules were given, tries only those.
pub fn fits(
    made: &dyn Compilation,
    outermost: &[String],
    (name, rules): (Option<&str>, Option<Rules>),
    form: InForm,
    octets: &[u8],
) -> Vec<Fit> {
    let input = Input { made, form: settled(form, octets), octets };
    let by: Vec<Rules> = match rules {
        Some(rules) => vec![rules],
        // What is canonical reads by basic rules as well.
        None => Rules::ALL.into_iter().filter(|rules| !rules.canonical()).collect(),
    };
    let (tagged, untagged): (Vec<Rules>, Vec<Rules>) = by.into_iter().partition(|rules| rules.has_tags());
    let found = match name {
        Some(name) => input.fitting(&[name], &tagged),
        None => input.by_tags(outermost, &tagged),
    };
    match found.is_empty() {
        true => input.fitting(&name.map_or_else(|| first(outermost), |name| vec![name]), &untagged),
        false => found,
    }
}

/// The number of bytes of an input that is one part.
pub fn size(form: InForm, octets: &[u8]) -> Option<usize> {
    match settled(form, octets).parts(octets.to_vec()).as_slice() {
        [only] => only.octets.as_ref().ok().map(Vec::len),
        _ => None,
    }
}

/// Whether all of an input is of well-known types and none of it of a type in `made`. Such schemas supplement the
/// modules that come with Wireglot: they name and open the private parts of the input.
pub fn is_beside(identifier: &Identifier, made: &dyn Compilation, form: InForm, octets: &[u8]) -> bool {
    let form = settled(form, octets);
    let groups = identifier.groups(form, octets.to_vec(), 0);
    let is_known =
        |group: &Group| matches!(group.identity, Identity::Known(known) if known.sure != Sure::Damaged);
    if !groups.iter().all(is_known) {
        return false;
    }
    let tagged: Vec<Rules> =
        Rules::ALL.into_iter().filter(|rules| rules.has_tags() && !rules.canonical()).collect();
    Input { made, form, octets }.by_tags(&made.outermost(), &tagged).is_empty()
}

/// The form of an input, guessed if it was not given.
fn settled(form: InForm, octets: &[u8]) -> Form {
    match form {
        InForm::Known(form) => form,
        InForm::Auto if is_encoded(octets) => Form::Raw,
        InForm::Auto => Form::guess(octets),
    }
}

/// The types that are tried first.
fn first(outermost: &[String]) -> Vec<&str> {
    outermost.iter().take(TRIED).map(String::as_str).collect()
}

/// What types are tried on.
struct Input<'i> {
    made: &'i dyn Compilation,
    form: Form,
    octets: &'i [u8],
}

impl Input<'_> {
    /// Those of the outermost types that fit by rules with tags, or else of all types.
    fn by_tags(&self, outermost: &[String], tagged: &[Rules]) -> Vec<Fit> {
        let found = self.fitting(&first(outermost), tagged);
        if !found.is_empty() {
            return found;
        }
        let all: Vec<String> = self.made.types().into_iter().map(|ty| ty.name).take(TAGGED).collect();
        self.fitting(&all.iter().map(String::as_str).collect::<Vec<&str>>(), tagged)
    }

    fn fitting(&self, names: &[&str], by: &[Rules]) -> Vec<Fit> {
        let pairs = by.iter().flat_map(|rules| names.iter().map(|name| (*name, *rules)));
        let fit = pairs.filter(|(name, rules)| self.is(name, *rules));
        fit.map(|(name, rules)| Fit { name: name.to_string(), rules }).collect()
    }

    /// Whether octets are values of a type to their end, with all that is in them and in their constraints.
    fn is(&self, name: &str, rules: Rules) -> bool {
        let asked = MessageRequest { name: Some(name), rules: &[rules], ..MessageRequest::default() };
        let Some(Ok(message)) = self.made.again().map(|again| again.message(&asked)) else { return false };
        let options = DecodeOptions {
            open_types: OpenTypes::Strict,
            trailing: true,
            checks: true,
            ..DecodeOptions::default()
        };
        let reading = Reading { rules: Some(rules), options, several: true, ..Reading::default() };
        let finding = Finding { message: &*message as &dyn Message, reading };
        let settings = Settings { several: true, ..Settings::of(self.form, Limits::default().total) };
        let whole = judged("", self.form, self.octets.to_vec(), &settings, &finding, &mut Unheard);
        whole.is_ok_and(|whole| {
            let good = whole.records.iter().all(|one| one.damage.is_none() && one.passed.is_empty());
            good && whole.damage.is_none() && !whole.records.is_empty()
        })
    }
}

/// Discards the notes of a trial run.
struct Unheard;

impl Notes for Unheard {
    fn note(&mut self, _: &Note) {}
}
