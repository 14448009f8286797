//! SBE: one XML schema fixes the layout of messages, and names the files that it includes.

pub mod compat;
mod message;
mod schema;
mod vectors;

use std::path::Path;

use wireglot_emit::chart::Chart;

use super::{compiled_fields, Compilation, Feature, Refusal, Request, SchemaLanguage, TypeName};
use crate::compat::{Pair, Versions};
use crate::generate::{Generated, Output, Product, Wanted};
use crate::messages::{Message, MessageRequest};
use crate::render::render_ignored;
use crate::sources::{FileError, Host};
use crate::vectors::Runner;

pub use schema::{compile, is_sbe, Decoded, FaceOptions, Language, Schema, CODES, EXTENSION};

/// The entry for the registry.
pub struct Sbe;

impl SchemaLanguage for Sbe {
    fn word(&self) -> &'static str {
        "sbe"
    }

    fn name(&self) -> &'static str {
        "SBE"
    }

    fn claims(&self, path: &Path) -> bool {
        is_sbe(path)
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Charts, Feature::Versions, Feature::Samples, Feature::Captures]
    }

    fn outputs(&self) -> &'static [Output] {
        const { &[row(0), row(1), row(2), row(3), row(4)] }
    }

    fn compare(&self, pair: &Pair, host: Host) -> Result<Versions, Refusal> {
        Ok(compat::compare(pair, host)?)
    }

    fn code_kinds(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("S01", "SBE: XML and files"),
            ("S02", "SBE: elements and attributes"),
            ("S03", "SBE: names and references"),
            ("S04", "SBE: layout and versions"),
            ("S05", "SBE: values"),
        ]
    }

    fn vectors(&self) -> &'static [(&'static str, Runner)] {
        if cfg!(feature = "toolchain") {
            &[("sbe", vectors::run)]
        } else {
            &[]
        }
    }

    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError> {
        Ok(Box::new(compile(request.file(), host)?))
    }
}

/// Target languages by name.
const LANGUAGES: [(&str, Language); 5] = [
    ("c", Language::C),
    ("cpp", Language::Cpp),
    ("go", Language::Go),
    ("rust", Language::Rust),
    ("python", Language::Python),
];

const fn row(index: usize) -> Output {
    Output::new(LANGUAGES[index].0, Product::Code)
}

impl Compilation for Schema {
    compiled_fields!();

    fn ignored(&self) -> Vec<String> {
        render_ignored(self.diagnostics(), self.sources())
    }

    fn charts(&self, only: Option<&str>) -> Result<Vec<Chart>, Refusal> {
        let charts = Schema::charts(self, only);
        match (only, &charts[..]) {
            (Some(name), []) => Err(Refusal::Usage(format!("there is no message `{name}`"))),
            _ => Ok(charts),
        }
    }

    fn types(&self) -> Vec<TypeName> {
        let named = self.model.messages.iter().map(|message| message.name.clone());
        named.map(|name| TypeName { module: String::new(), name }).collect()
    }

    fn message(self: Box<Self>, asked: &MessageRequest) -> Result<Box<dyn Message>, Refusal> {
        Ok(Box::new(message::Messages::new(*self, asked)?))
    }

    fn generate(&mut self, wanted: &Wanted) -> Result<Generated, Refusal> {
        if !cfg!(feature = "toolchain") {
            return Err(Refusal::left_out());
        }
        self.demand_sound(wanted.strict)?;
        let found = LANGUAGES.iter().find(|(word, _)| *word == wanted.output.word);
        let (_, language) = found.ok_or(Refusal::Usage(format!("there is no {}", wanted.output.word)))?;
        let stem = wanted.name.unwrap_or(wanted.stem).to_string();
        Ok(Schema::generate(self, *language, &FaceOptions { stem, space: wanted.space.to_string() }))
    }
}
