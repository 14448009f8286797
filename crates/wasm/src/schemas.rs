//! Schemas: their diagnostics, their types, and the messages of a type.

use std::path::{Path, PathBuf};

use serde_json::{json, Value};
use wireglot_driver::identify::{is_beside, Identifier};
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::{Compilation, Feature, Registry, Request, SchemaLanguage};
use wireglot_driver::messages::{Message, MessageRequest, Reading};
use wireglot_driver::rules::Notation;
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::texts::{Text, ALL, JSON};
use wireglot_driver::{DecodeOptions, Rules, Unknowns};

use crate::question::{Answer, Question};
use crate::told;

/// The compiled schemas.
pub struct Schemas {
    language: &'static dyn SchemaLanguage,
    paths: Vec<PathBuf>,
    made: Option<Box<dyn Compilation>>,
}

/// The message type in use.
pub struct Opened {
    pub message: Box<dyn Message>,
    /// The encoding rules, unless the schema determines them.
    pub rules: Option<Rules>,
    /// The requested type.
    name: Option<String>,
}

/// One side of a conversion.
#[derive(Clone, Copy)]
pub enum Way {
    /// Binary.
    Octets(Option<Rules>),
    /// Text.
    Text(Text),
}

impl Opened {
    /// Opens the messages of a type in some rules; without a schema, what can be decoded by the rules alone.
    pub fn open(
        schemas: Option<&Schemas>,
        files: &Memory,
        question: &Question,
    ) -> Result<(Opened, Answer), String> {
        let rules = match question.said("rules") {
            Some(word) => Some(Rules::from_word(word).ok_or_else(|| format!("there are no rules {word}"))?),
            None => None,
        };
        let opened = match schemas {
            Some(schemas) => {
                let rules = rules.filter(|_| schemas.language.features().contains(&Feature::Rules));
                let name = question.said("type").map(str::to_string);
                let message = schemas.message(files, name.as_deref(), rules.as_slice())?;
                Opened { message, rules, name }
            }
            None => {
                let rules = rules.unwrap_or_default();
                let known = Registry::default().all().find_map(|language| language.without_schema(rules));
                let message = known.ok_or_else(|| format!("{rules} has no effect without a schema"))?;
                Opened { message, rules: Some(rules), name: None }
            }
        };
        let message = &*opened.message;
        // Without a schema, there are no values to write as text.
        let texts = ALL.into_iter().filter(|text| match message.has_own_json() {
            _ if schemas.is_none() => false,
            true => **text == *JSON,
            false => message.text(text).is_ok(),
        });
        let texts: Vec<&str> = texts.map(|text| text.word).collect();
        let told = json!({ "name": message.name(), "leastFirst": message.least_first(), "texts": texts });
        Ok((opened, Answer::of(told)))
    }

    /// How messages are decoded, as in `wireglot inspect`.
    pub fn reading(&self) -> Reading {
        let options = DecodeOptions { trailing: true, ..DecodeOptions::default() };
        Reading { rules: self.rules, options, several: true, ..Reading::default() }
    }

    /// How messages that will be encoded again are decoded, as in `wireglot convert`.
    pub fn relayed(&self) -> Reading {
        let reading = self.reading();
        Reading { options: DecodeOptions { unknown: Unknowns::Keep, ..reading.options }, ..reading }
    }

    /// The same messages with additional rules.
    pub fn with_rules(
        &self,
        schemas: Option<&Schemas>,
        files: &Memory,
        other: Rules,
    ) -> Result<Box<dyn Message>, String> {
        let rules: Vec<Rules> = self.rules.into_iter().chain([other]).collect();
        schemas.ok_or("there is no schema")?.message(files, self.name.as_deref(), &rules)
    }
}

impl Way {
    /// The side of that name, for a schema.
    pub fn of(word: &str, schemas: Option<&Schemas>) -> Result<Way, String> {
        match (Notation::from_word(word), schemas) {
            (Some(Notation::Text(text)), _) => Ok(Way::Text(text)),
            (Some(Notation::Binary(rules)), _) => Ok(Way::Octets(Some(rules))),
            (None, Some(schemas)) if schemas.language.word() == word => Ok(Way::Octets(None)),
            (None, _) => Err(format!("there is no notation {word}")),
        }
    }
}

impl Schemas {
    /// Compiles files, if there are any; for languages in which one file finds its imports, compiles the
    /// first.
    pub fn compile(files: &Memory, question: &Question) -> Result<Option<(Schemas, Answer)>, String> {
        let paths = question.words("paths");
        let Some(first) = paths.first() else { return Ok(None) };
        let registry = Registry::default();
        let language = registry.of(Path::new(first)).ok_or("the schema is in no language that is known")?;
        let modules = language.features().contains(&Feature::Modules);
        let same = |path: &&&str| registry.of(Path::new(path)).is_some_and(|l| l.word() == language.word());
        let count = if modules { paths.len() } else { 1 };
        let paths: Vec<PathBuf> = paths.iter().filter(same).take(count).map(PathBuf::from).collect();
        let schemas = Schemas { language, paths, made: None };
        let made = schemas.compilation(files)?;
        let types = made.types().into_iter().map(|ty| json!([ty.module, ty.name]));
        let told = json!({
            "language": language.word(), "name": language.name(), "failed": made.failed(false),
            "diagnostics": told::diagnostics(made.diagnostics(), made.sources()),
            "types": types.collect::<Value>(),
            "rules": rules_of(language), "typed": language.features().contains(&Feature::Typed),
            "samples": language.features().contains(&Feature::Samples),
        });
        Ok(Some((Schemas { made: Some(made), ..schemas }, Answer::of(told))))
    }

    /// Whether octets are of well-known types, and of none of these schemas.
    pub fn are_beside(&self, identifier: &Identifier, form: InForm, octets: &[u8]) -> bool {
        let modules = self.language.features().contains(&Feature::Modules);
        let made = self.made.as_deref().filter(|_| modules && octets.len() <= LOOKED_AT);
        made.is_some_and(|made| is_beside(identifier, made, form, octets))
    }

    fn compilation(&self, files: &Memory) -> Result<Box<dyn Compilation>, String> {
        if let Some(again) = self.made.as_ref().and_then(|made| made.again()) {
            return Ok(again);
        }
        let request = Request { schemas: &self.paths, ..Request::default() };
        self.language.compile(&request, files.host()).map_err(|error| error.to_string())
    }

    fn message(
        &self,
        files: &Memory,
        name: Option<&str>,
        rules: &[Rules],
    ) -> Result<Box<dyn Message>, String> {
        let asked = MessageRequest { name, rules, ..MessageRequest::default() };
        let message = self.compilation(files)?.message(&asked);
        message.map_err(|refusal| told::refusal(refusal, self.language))
    }
}

/// Larger inputs are not tried as types of the schemas.
const LOOKED_AT: usize = 1 << 18;

/// The names of the rules of a language, if its schemas do not determine them.
fn rules_of(language: &dyn SchemaLanguage) -> Vec<&'static str> {
    match language.features().contains(&Feature::Rules) {
        true => Rules::ALL.into_iter().map(Rules::word).collect(),
        false => Vec::new(),
    }
}
