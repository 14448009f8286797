//! bitproto: one file fixes the layout of messages, and names the files that it imports.

pub mod compat;
pub mod format;
mod message;
mod schema;
mod vectors;

use std::path::Path;

use wireglot_diag::Diagnostics;
use wireglot_emit::chart::Chart;
use wireglot_plan::LayoutKind;
use wireglot_text::FileId;

use super::{compiled_fields, Compilation, Feature, FormatError, Refusal, Request, SchemaLanguage, TypeName};
use crate::compat::{Pair, Versions};
use crate::generate::{Generated, Output, Product, Wanted};
use crate::messages::{Message, MessageRequest};
use crate::sources::{FileError, Host};
use crate::vectors::Runner;

pub use schema::{compile, is_bitproto, styles, CompileOptions, FaceOptions, Language, Schema, EXTENSION};

/// The entry for the registry.
pub struct Bitproto;

impl SchemaLanguage for Bitproto {
    fn word(&self) -> &'static str {
        "bitproto"
    }

    fn name(&self) -> &'static str {
        "bitproto"
    }

    fn claims(&self, path: &Path) -> bool {
        is_bitproto(path)
    }

    fn features(&self) -> &'static [Feature] {
        &[
            Feature::Style,
            Feature::Charts,
            Feature::Versions,
            Feature::Padding,
            Feature::Trailing,
            Feature::Format,
            Feature::Samples,
            Feature::Typed,
            Feature::Captures,
        ]
    }

    fn outputs(&self) -> &'static [Output] {
        const { &[row(0), row(1), row(2), row(3), row(4)] }
    }

    fn compare(&self, pair: &Pair, host: Host) -> Result<Versions, Refusal> {
        Ok(compat::compare(pair, host)?)
    }

    fn format(
        &self,
        file: FileId,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Result<String, FormatError>> {
        format::text(file, text, diagnostics).map(Ok)
    }

    fn styles(&self) -> Vec<(&'static str, &'static str)> {
        styles().collect()
    }

    fn code_kinds(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("B01", "bitproto: characters and strings"),
            ("B02", "bitproto: syntax"),
            ("B03", "bitproto: names and references"),
            ("B04", "bitproto: limits and rules"),
            ("B05", "bitproto: style"),
        ]
    }

    fn vectors(&self) -> &'static [(&'static str, Runner)] {
        if cfg!(feature = "toolchain") {
            &[("bitproto", vectors::run)]
        } else {
            &[]
        }
    }

    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError> {
        let allow: Vec<&str> = request.allow.iter().map(String::as_str).collect();
        let options = CompileOptions { fixed: request.fixed, lint: request.lint, allow: &allow };
        Ok(Box::new(compile(request.file(), options, host)?))
    }
}

/// Target languages by name, and whether they support bitproto's optimization mode.
const LANGUAGES: [(&str, Language, bool); 5] = [
    ("c", Language::C, true),
    ("cpp", Language::Cpp, false),
    ("go", Language::Go, true),
    ("py", Language::Python, false),
    ("rust", Language::Rust, false),
];

const fn row(index: usize) -> Output {
    Output::new(LANGUAGES[index].0, Product::Original)
}

impl Compilation for Schema {
    compiled_fields!();

    fn charts(&self, only: Option<&str>) -> Result<Vec<Chart>, Refusal> {
        let Some(name) = only else {
            return Ok(self.messages().into_iter().map(|message| self.chart(message)).collect());
        };
        let found = self.find(name)?;
        match self.is_message(found) {
            true => Ok(vec![self.chart(found)]),
            false => Err(Refusal::Usage(format!("`{name}` is not a message"))),
        }
    }

    fn types(&self) -> Vec<TypeName> {
        let path = |message| self.layout.get(message).path.join(".");
        let named = self
            .messages()
            .into_iter()
            .map(|message| TypeName { module: String::new(), name: path(message) });
        named.collect()
    }

    fn outermost(&self) -> Vec<String> {
        let inner = self.used_in_others();
        let outer = self.messages().into_iter().filter(|message| !inner.contains(message));
        outer.map(|message| self.layout.get(message).path.join(".")).collect()
    }

    fn fixed_sizes(&self) -> Vec<(String, usize)> {
        let all = self.messages().into_iter().map(|message| self.layout.get(message));
        let fixed =
            all.filter(|message| !matches!(message.kind, LayoutKind::Record { extensible: true, .. }));
        fixed.map(|message| (message.path.join("."), message.bits.div_ceil(8) as usize)).collect()
    }

    fn message(self: Box<Self>, asked: &MessageRequest) -> Result<Box<dyn Message>, Refusal> {
        Ok(Box::new(message::Messages::new(*self, asked)?))
    }

    fn generate(&mut self, wanted: &Wanted) -> Result<Generated, Refusal> {
        if !cfg!(feature = "toolchain") {
            return Err(Refusal::left_out());
        }
        self.demand_sound(wanted.strict)?;
        let found = LANGUAGES.iter().find(|(word, ..)| *word == wanted.output.word);
        let (_, language, optimizes) =
            *found.ok_or(Refusal::Usage(format!("there is no {}", wanted.output.word)))?;
        if wanted.optimize && !optimizes {
            return Err(Refusal::Usage("this language has no optimization mode: leave -O out".into()));
        }
        if let [name, ..] = self.unknown(wanted.types)[..] {
            return Err(Refusal::Usage(format!("-F {name}: there is no such message")));
        }
        let options = FaceOptions { optimize: wanted.optimize, only: wanted.types.to_vec() };
        Ok(Schema::generate(self, language, &options))
    }
}
