//! Schema languages. Interfaces (the command, a binding) use these traits, and know no language by name.
//!
//! A language is a file or folder here, with its `mod` line, and a line in [`registry`]. Its optional
//! features are a list of [`Feature`]s; [`Registry::demand`] rejects others in a uniform way.

pub mod asn1;
pub mod bitproto;
mod feature;
mod refusal;
pub mod registry;
pub mod sbe;

use std::path::{Path, PathBuf};

use wireglot_diag::Diagnostics;
use wireglot_emit::chart::Chart;
pub use wireglot_plan::cost::{Cost, Why};
use wireglot_plan::Rules;
use wireglot_text::{FileId, Sources};

use crate::compat::{Pair, Versions};
use crate::generate::{Generated, Output, Wanted};
use crate::messages::{Message, MessageRequest};
use crate::open_error::OpenError;
use crate::render::{render, render_short};
use crate::sources::{FileError, Host, Times};
use crate::vectors::Runner;

pub use feature::Feature;
pub use refusal::{FormatError, Refusal};
pub use registry::{NotFor, Registry, EXAMPLE_SCHEMA};

/// A schema language.
pub trait SchemaLanguage: Sync {
    /// Its name on the command line, which also names its encoding if the schema alone determines that.
    fn word(&self) -> &'static str;

    /// Its human-readable name.
    fn name(&self) -> &'static str;

    /// Whether a file is written in it, judging by the file name.
    fn claims(&self, path: &Path) -> bool;

    /// Whether a file can only be a schema, judging by its name.
    fn owns(&self, path: &Path) -> bool {
        self.claims(path)
    }

    /// Its optional features.
    fn features(&self) -> &'static [Feature];

    /// The style rules: code and title, in order.
    fn styles(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// The meaning of the leading characters of its codes, in order.
    fn code_kinds(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The outputs that can be generated from it.
    fn outputs(&self) -> &'static [Output] {
        &[]
    }

    /// Formats the text of a schema file; `None` if it has syntax errors.
    ///
    /// # Errors
    /// The language has no formatter, or formatting would change tokens.
    fn format(
        &self,
        file: FileId,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Result<String, FormatError>> {
        let _ = (file, text, diagnostics);
        Some(Err(FormatError::Refused(Refusal::Feature(Feature::Format))))
    }

    /// The runners of test vectors, by the format of their records.
    fn vectors(&self) -> &'static [(&'static str, Runner)] {
        &[]
    }

    /// A message type for bytes without a schema, in some rules; `None` if nothing can be known about them.
    fn without_schema(&self, rules: Rules) -> Option<Box<dyn Message>> {
        let _ = rules;
        None
    }

    /// Compares two versions of a schema.
    ///
    /// # Errors
    /// The language does not support comparing versions, or a file can't be read.
    fn compare(&self, pair: &Pair, host: Host) -> Result<Versions, Refusal> {
        let _ = (pair, host);
        Err(Refusal::Feature(Feature::Versions))
    }

    /// Compiles schemas as far as errors allow.
    ///
    /// # Errors
    /// A given file can't be read.
    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError>;
}

/// What to compile.
#[derive(Debug, Clone, Default)]
pub struct Request<'r> {
    /// Schema files, and folders whose schema files are all compiled; a single file for languages that find
    /// imported files themselves.
    pub schemas: &'r [PathBuf],
    /// Folders that are searched for imports.
    pub folders: &'r [PathBuf],
    /// Whether the files are printed specifications, from which the schemas are extracted.
    pub clean: bool,
    /// Whether to check style too.
    pub lint: bool,
    /// Style codes that are not reported.
    pub allow: &'r [String],
    /// Whether types that later versions may extend are errors.
    pub fixed: bool,
}

impl Request<'_> {
    /// The single file of a language that finds imported files itself.
    fn file(&self) -> &Path {
        self.schemas.first().map_or(Path::new(""), PathBuf::as_path)
    }
}

/// The result of compiling schemas.
pub trait Compilation: Send {
    /// All files.
    fn sources(&self) -> &Sources;

    /// The diagnostics.
    fn diagnostics(&self) -> &Diagnostics;

    /// How long each stage took.
    fn times(&self) -> &Times;

    /// Files skipped in schema folders, since they contain no schemas.
    fn passed_over(&self) -> &[PathBuf] {
        &[]
    }

    /// One line for each part of the schema that is ignored, although it may have been meant to change the
    /// encoding. All verbs show these.
    fn ignored(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether an error was reported. If `strict`, a tolerated mistake counts as one.
    fn failed(&self, strict: bool) -> bool {
        self.diagnostics().failed(strict)
    }

    /// Formats the diagnostics, in full up to a maximum number, or as one line each.
    fn tell(&self, short: bool, strict: bool, most: usize) -> String {
        match short {
            true => render_short(self.diagnostics(), self.sources(), strict),
            false => render(self.diagnostics(), self.sources(), strict, most),
        }
    }

    /// Sets the type that strings contain if the schema doesn't. Call it before compiling a message. Without `rules`,
    /// the contents use the same rules as the string.
    ///
    /// # Errors
    /// There are no such strings, or no such type.
    fn contain(&mut self, string: &str, held: &str, rules: Option<Rules>) -> Result<(), Refusal> {
        let _ = (string, held, rules);
        Err(Refusal::Feature(Feature::Containing))
    }

    /// Runs additional checks.
    fn check(&mut self, checks: &Checks) -> Checked {
        let _ = checks;
        Checked::default()
    }

    /// The output of a compiler stage, which may need encoding rules.
    ///
    /// # Errors
    /// The language does not show stages, or the stage needs rules.
    fn dump(&mut self, stage: Stage, rules: Option<Rules>) -> Result<String, Refusal> {
        let _ = (stage, rules);
        Err(Refusal::Feature(Feature::Stages))
    }

    /// The layout charts of one message or of all.
    ///
    /// # Errors
    /// Schemas of this language do not fix a layout, or there is no such message.
    fn charts(&self, only: Option<&str>) -> Result<Vec<Chart>, Refusal> {
        let _ = only;
        Err(Refusal::Feature(Feature::Charts))
    }

    /// Rejects schemas with errors.
    ///
    /// # Errors
    /// The diagnostics contain an error.
    fn demand_sound(&self, strict: bool) -> Result<(), Refusal> {
        match self.failed(strict) {
            true => Err(Refusal::Usage("there are errors in the schema".into())),
            false => Ok(()),
        }
    }

    /// Generates one of the outputs of the schema language, from schemas without errors.
    ///
    /// # Errors
    /// The schemas have errors, or an option can't be satisfied.
    fn generate(&mut self, wanted: &Wanted) -> Result<Generated, Refusal> {
        let _ = wanted;
        Err(Refusal::Usage("nothing is generated from schemas of this language".into()))
    }

    /// The available message types, in source order; if the schemas have errors, those that are sound.
    fn types(&self) -> Vec<TypeName> {
        Vec::new()
    }

    /// The names of messages that are not part of others, which are the most likely PDUs.
    fn outermost(&self) -> Vec<String> {
        self.types().into_iter().map(|ty| ty.name).collect()
    }

    /// Messages that always take the same number of bytes, with that number.
    fn fixed_sizes(&self) -> Vec<(String, usize)> {
        Vec::new()
    }

    /// A copy for one more message, which avoids compiling again; `None` if compiling is cheap. It has no
    /// diagnostics.
    fn again(&self) -> Option<Box<dyn Compilation>> {
        None
    }

    /// Messages of one type, or of all types if messages identify their type.
    ///
    /// # Errors
    /// The schemas have errors, or the requested type or rules do not exist.
    fn message(self: Box<Self>, asked: &MessageRequest) -> Result<Box<dyn Message>, Refusal>;

    /// Draws a value of every type, encodes and decodes it in each of these rules, and compares the results.
    /// Returns the failures. `seed` determines the values.
    ///
    /// # Errors
    /// The schemas can't be used with these rules.
    fn round_trips(
        self: Box<Self>,
        rules: &[Rules],
        seed: u64,
        strict: bool,
    ) -> Result<Vec<String>, OpenError> {
        let _ = (rules, seed, strict);
        Ok(Vec::new())
    }
}

/// The name of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    /// Its module, in languages with modules.
    pub module: String,
    /// The name within the module.
    pub name: String,
}

/// A stage of the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The tokens of the files.
    Tokens,
    /// The syntax trees of the files.
    Tree,
    /// The resolved model.
    Model,
    /// The shape of values.
    Shape,
    /// The encoding plan for some rules.
    Plan,
}

/// Additional checks of compiled schemas.
#[derive(Debug, Clone, Copy)]
pub struct Checks<'c> {
    /// Count and report open types whose contents are not specified.
    pub unresolved: bool,
    /// Make plans for these rules too: some errors show only there.
    pub rules: &'c [Rules],
    /// Report the memory cost of messages in these rules.
    pub cost: bool,
}

/// The results of additional checks.
#[derive(Debug, Default)]
pub struct Checked {
    /// The number of open types whose contents are not specified.
    pub unresolved: usize,
    /// For each set of rules, the costs of all types, highest first.
    pub costs: Vec<(Rules, Vec<TypeCost>)>,
}

/// The memory cost of values of a type.
#[derive(Debug, Clone)]
pub struct TypeCost {
    /// The type, with its module.
    pub name: String,
    /// The cost, and its reasons.
    pub cost: Cost,
}

/// Implements accessors for fields of these names.
macro_rules! compiled_fields {
    () => {
        fn sources(&self) -> &wireglot_text::Sources {
            &self.sources
        }

        fn diagnostics(&self) -> &wireglot_diag::Diagnostics {
            &self.diagnostics
        }

        fn times(&self) -> &crate::sources::Times {
            &self.times
        }
    };
}
use compiled_fields;
