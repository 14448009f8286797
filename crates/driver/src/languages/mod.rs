//! Schema languages. A door (the command, a binding) asks these traits, and knows no language by name.
//!
//! A language is a file or folder here, with its `mod`, and a line in [`registry`]. What it has beyond compiling is a list
//! of [`Feature`]s; asking for another is refused in one way, by [`Registry::demand`].

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
pub use registry::{NotFor, Registry};

/// A schema language.
pub trait SchemaLanguage: Sync {
    /// The word for it, which names the octets of its messages where the schema alone says what they are.
    fn word(&self) -> &'static str;

    /// What people call it.
    fn name(&self) -> &'static str;

    /// Whether a file is written in it, by the file's name.
    fn claims(&self, path: &Path) -> bool;

    /// Whether a file can be nothing but a schema, by its name.
    fn owns(&self, path: &Path) -> bool {
        self.claims(path)
    }

    /// What it has beyond compiling.
    fn features(&self) -> &'static [Feature];

    /// Rules of style: code and title, in order.
    fn styles(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// What the first letter and figures of its codes stand for, in order.
    fn code_kinds(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What source text can be generated from it.
    fn outputs(&self) -> &'static [Output] {
        &[]
    }

    /// The text of a schema file with its white space as it should be; `None` where its syntax has faults.
    ///
    /// # Errors
    /// The language is not formatted, or the text would have other tokens.
    fn format(
        &self,
        file: FileId,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Result<String, FormatError>> {
        let _ = (file, text, diagnostics);
        Some(Err(FormatError::Refused(Refusal::Feature(Feature::Format))))
    }

    /// How vectors are run, by the formats of their records.
    fn vectors(&self) -> &'static [(&'static str, Runner)] {
        &[]
    }

    /// What is known of octets by some rules without a schema; `None` where nothing is.
    fn without_schema(&self, rules: Rules) -> Option<Box<dyn Message>> {
        let _ = rules;
        None
    }

    /// Compares two versions of a schema.
    ///
    /// # Errors
    /// Versions are not compared in this language, or a file can't be read.
    fn compare(&self, pair: &Pair, host: Host) -> Result<Versions, Refusal> {
        let _ = (pair, host);
        Err(Refusal::Feature(Feature::Versions))
    }

    /// Compiles schemas as far as they are without errors.
    ///
    /// # Errors
    /// A file that was asked for can't be read.
    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError>;
}

/// What to compile.
#[derive(Debug, Clone, Default)]
pub struct Request<'r> {
    /// Schema files, and folders of which all schema files are taken; one file for languages that find
    /// what it imports by themselves.
    pub schemas: &'r [PathBuf],
    /// Folders that are searched for what the schemas import.
    pub folders: &'r [PathBuf],
    /// Whether the files are printed specifications, out of which the schemas have to be taken.
    pub clean: bool,
    /// Whether style is looked at too.
    pub lint: bool,
    /// Codes of style that stay silent.
    pub allow: &'r [String],
    /// Whether types that later versions may extend are errors.
    pub fixed: bool,
}

impl Request<'_> {
    /// The one file of a language that finds what it imports by itself.
    fn file(&self) -> &Path {
        self.schemas.first().map_or(Path::new(""), PathBuf::as_path)
    }
}

/// What compiling schemas made.
pub trait Compilation: Send {
    /// All files.
    fn sources(&self) -> &Sources;

    /// What was found fault with.
    fn diagnostics(&self) -> &Diagnostics;

    /// How long each stage took.
    fn times(&self) -> &Times;

    /// Files of folders that were given for their schemas and have none.
    fn passed_over(&self) -> &[PathBuf] {
        &[]
    }

    /// Whether an error was reported; in strict runs a tolerance counts as one.
    fn failed(&self, strict: bool) -> bool {
        self.diagnostics().failed(strict)
    }

    /// The diagnostics for people, so many at most, or one line for each of them.
    fn tell(&self, short: bool, strict: bool, most: usize) -> String {
        match short {
            true => render_short(self.diagnostics(), self.sources(), strict),
            false => render(self.diagnostics(), self.sources(), strict, most),
        }
    }

    /// Looks for faults that compiling does not show.
    fn check(&mut self, checks: &Checks) -> Checked {
        let _ = checks;
        Checked::default()
    }

    /// The output of a stage of the compiler, which may need some rules.
    ///
    /// # Errors
    /// The language shows no stages, or the stage needs rules.
    fn dump(&mut self, stage: Stage, rules: Option<Rules>) -> Result<String, Refusal> {
        let _ = (stage, rules);
        Err(Refusal::Feature(Feature::Stages))
    }

    /// Where the parts of messages stand: of one of them or of all.
    ///
    /// # Errors
    /// That is not fixed by schemas of this language, or there is no such message.
    fn charts(&self, only: Option<&str>) -> Result<Vec<Chart>, Refusal> {
        let _ = only;
        Err(Refusal::Feature(Feature::Charts))
    }

    /// Refuses schemas with errors.
    ///
    /// # Errors
    /// There is one among the diagnostics.
    fn demand_sound(&self, strict: bool) -> Result<(), Refusal> {
        match self.failed(strict) {
            true => Err(Refusal::Usage("there are errors in the schema".into())),
            false => Ok(()),
        }
    }

    /// Source text in a language that is among the outputs of the schema language, for schemas without errors.
    ///
    /// # Errors
    /// There are errors in the schemas, or something was asked for that can't be.
    fn generate(&mut self, wanted: &Wanted) -> Result<Generated, Refusal> {
        let _ = wanted;
        Err(Refusal::Usage("nothing is generated from schemas of this language".into()))
    }

    /// What messages there may be, in the order of the source; of schemas with errors those that are sound.
    fn types(&self) -> Vec<TypeName> {
        Vec::new()
    }

    /// The messages that are no part of others, by the names that they can be asked for: first of all those are what
    /// is sent.
    fn outermost(&self) -> Vec<String> {
        self.types().into_iter().map(|ty| ty.name).collect()
    }

    /// The same for one more message, which costs no second compilation; `None` where that costs little. It no
    /// longer knows what was found fault with.
    fn again(&self) -> Option<Box<dyn Compilation>> {
        None
    }

    /// Messages of a type, or of all types of a schema whose messages say what they are.
    ///
    /// # Errors
    /// There are errors in the schemas, or what is asked for is not there.
    fn message(self: Box<Self>, asked: &MessageRequest) -> Result<Box<dyn Message>, Refusal>;

    /// Draws a value of every type, encodes it by each of these rules, decodes it and compares; tells what
    /// went wrong. `seed` says which values are drawn.
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
    /// Its module, in languages that have several.
    pub module: String,
    /// What it is called there.
    pub name: String,
}

/// A stage of the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Tokens of the files.
    Tokens,
    /// Trees of the files.
    Tree,
    /// What the trees mean.
    Model,
    /// What values look like.
    Shape,
    /// How values are encoded by some rules.
    Plan,
}

/// What to look for in schemas that were compiled.
#[derive(Debug, Clone, Copy)]
pub struct Checks<'c> {
    /// Parts of which nothing says what they hold are counted and reported.
    pub unresolved: bool,
    /// Rules whose plans are made too: some faults show in them alone.
    pub rules: &'c [Rules],
    /// Whether to say what messages may cost in memory by these rules.
    pub cost: bool,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Checked {
    /// How many parts nothing says the contents of.
    pub unresolved: usize,
    /// For each of the rules the costs of all types, worst first.
    pub costs: Vec<(Rules, Vec<TypeCost>)>,
}

/// What values of a type may cost.
#[derive(Debug, Clone)]
pub struct TypeCost {
    /// The type, with its module.
    pub name: String,
    /// How much, and why.
    pub cost: Cost,
}

/// Fields of these names are all that it takes.
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
