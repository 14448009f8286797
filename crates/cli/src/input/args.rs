//! Options shared by several verbs.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::built_in;
use wireglot_driver::identify::{is_beside, Identifier};
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::{Compilation, Feature, Refusal, Request, SchemaLanguage};
use wireglot_driver::messages::{Message, MessageRequest, MessageText};
use wireglot_driver::render::SHOWN;
use wireglot_driver::sources::{Host, Includes};
use wireglot_driver::texts::Text;
use wireglot_driver::{OpenError, Oversized};

use crate::input::containing::ContainingArg;
use crate::input::contents::contents;
use crate::input::languages::{language_of, languages, refused};
use crate::output::exit::{note, Failure};
use crate::output::missing::Missing;
use crate::output::schema_verdict::{warn_of_ignored, Judgement};

/// The system host; restricts included files to the schemas' folders and `folders`, unless `anywhere`.
pub fn host(anywhere: bool, folders: &[PathBuf]) -> Host<'_> {
    let includes = if anywhere { Includes::Anywhere } else { Includes::Below(folders) };
    Host { includes, ..Host::system() }
}

/// Moves the files that can only be schemas from `files` to `schemas`, unless a schema was given. Other files
/// in the format of a schema language, such as values in XML, are not schemas.
pub fn move_schemas(schemas: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>) {
    if !schemas.is_empty() {
        return;
    }
    let owner = |path: &PathBuf| languages().all().find(|language| language.owns(path));
    let Some(first) = files.iter().find_map(owner) else { return };
    (*schemas, *files) = std::mem::take(files)
        .into_iter()
        .partition(|path| owner(path).is_some_and(|language| language.word() == first.word()));
}

/// The number of skipped files that are named.
const NAMED: usize = 8;

/// Reports which files of folders were skipped, since they are not schemas.
fn tell_passed_over(passed: &[PathBuf]) {
    let named: Vec<String> = passed.iter().take(NAMED).map(|path| path.display().to_string()).collect();
    let more = match passed.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if !passed.is_empty() {
        note(&format!(
            "skipped, since their names or contents are not those of schemas: {}{more}; -s takes a file with any name",
            named.join(", ")
        ));
    }
}

/// The specification.
#[derive(Args, Clone)]
pub struct Schema {
    /// A schema file, or a folder with schema files; may be repeated
    ///
    /// In a folder, only files with the extensions listed for -I are read. A file that you name can have any
    /// extension.
    #[arg(short = 's', long = "schema", value_name = "FILE")]
    schemas: Vec<PathBuf>,
    /// A folder to search for imported modules; may be repeated
    ///
    /// Searches files named *.asn, *.asn1, *.asn-1, *.a1, *.mib or *.txt, but no subfolders.
    #[arg(short = 'I', value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Extract the modules from published documents (RFCs, 3GPP), without page headers, footers and prose
    #[arg(long)]
    clean: bool,
    #[command(flatten)]
    containing: ContainingArg,
    /// Allow schemas to include and import any file, not only from their own folder and those of -I
    ///
    /// Use it only with schemas that you trust.
    #[arg(long)]
    pub allow_outside: bool,
    /// Turn tolerated violations of the standard into errors; warnings that are only advice remain
    #[arg(long)]
    pub strict: bool,
    /// Show all errors and warnings, not only the first 20 (errors come first); after 1,000, one line each
    #[arg(long)]
    all_errors: bool,
}

impl Schema {
    /// The language of the specification.
    ///
    /// # Errors
    /// There are several files, one of them of a language that finds its imports itself.
    pub fn language(&self) -> Result<&'static dyn SchemaLanguage, Failure> {
        let mut found = None;
        for file in &self.schemas {
            let language = language_of(file)?;
            if self.schemas.len() > 1 && !language.features().contains(&Feature::Modules) {
                let (file, name) = (file.display(), language.name());
                return Err(Failure::Usage(format!(
                    "{file} is {name}, which finds its imports by itself: give only this -s"
                )));
            }
            found = Some(language);
        }
        found.ok_or_else(|| Missing::schema().into())
    }

    /// Moves the schemas from files given without an option: see [`move_schemas`].
    pub fn take_from(&mut self, files: &mut Vec<PathBuf>) {
        move_schemas(&mut self.schemas, files);
    }

    /// Schemas and folders, with all other options at their defaults.
    pub fn of(
        schemas: &[PathBuf],
        folders: &[PathBuf],
        clean: bool,
        containing: &ContainingArg,
        allow_outside: bool,
    ) -> Schema {
        let (schemas, folders, containing) = (schemas.to_vec(), folders.to_vec(), containing.clone());
        Schema { schemas, folders, clean, containing, allow_outside, strict: false, all_errors: false }
    }

    /// Adds schemas given without an option.
    pub fn add(&mut self, files: Vec<PathBuf>) {
        self.schemas.extend(files);
    }

    /// Whether no schema was given.
    pub fn is_unsaid(&self) -> bool {
        self.schemas.is_empty()
    }

    /// The same with a set of modules that comes with Wireglot.
    pub fn with_built_in(&self, set: &str) -> Schema {
        let set = PathBuf::from(format!("@{set}"));
        Schema { schemas: self.schemas.iter().cloned().chain([set]).collect(), ..self.clone() }
    }

    /// The same with another file or folder.
    pub fn with_file(&self, file: PathBuf) -> Schema {
        Schema { schemas: vec![file], ..self.clone() }
    }

    /// The options that name the files, each followed by a space.
    pub fn options(&self) -> String {
        self.schemas.iter().map(|file| format!("-s {} ", file.display())).collect()
    }

    /// Whether the first file is of well-known types and of no type in the schemas, which then supplement the built-in
    /// modules.
    pub fn is_beside(&self, files: &[PathBuf], form: InForm) -> Result<bool, Failure> {
        match files.first().and_then(|file| contents(file)) {
            Some(octets) => self.is_beside_octets(form, &octets),
            None => self.language().map(|_| false),
        }
    }

    /// The same for some bytes.
    pub fn is_beside_octets(&self, form: InForm, octets: &[u8]) -> Result<bool, Failure> {
        let language = self.language()?;
        if !language.features().contains(&Feature::Modules) || self.has_built_in() {
            return Ok(false);
        }
        let made = self.made(Request::default())?;
        Ok(is_beside(&Identifier::new()?, &*made, form, octets))
    }

    /// Whether any file is a set of modules that comes with Wireglot.
    pub fn has_built_in(&self) -> bool {
        self.schemas.iter().any(|file| built_in::is_named(file))
    }

    /// The first file.
    pub fn first(&self) -> &Path {
        self.schemas.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// The error for a rejected request for the specification.
    pub fn refused(&self, what: &str, refusal: Refusal) -> Failure {
        match (refusal, self.language()) {
            (Refusal::Open(error), _) => self.refuse(error),
            (refusal, Ok(language)) => refused(what, language, self.first(), refusal),
            (_, Err(failure)) => failure,
        }
    }

    /// Rejects options that the language of the specification does not support; each comes with whether it
    /// was given.
    ///
    /// # Errors
    /// An option was given that the language does not support.
    pub fn demand(&self, said: &[(&str, Feature, bool)]) -> Result<&'static dyn SchemaLanguage, Failure> {
        let language = self.language()?;
        let file = self.first();
        for (what, feature, _) in said.iter().filter(|(.., said)| *said) {
            languages().demand(language, *feature, what, file)?;
        }
        Ok(language)
    }

    /// Compiles the specification as far as errors allow, without reporting anything.
    pub fn compile(&self, request: Request) -> Result<Box<dyn Compilation>, Failure> {
        let made = self.made(request)?;
        tell_passed_over(made.passed_over());
        Ok(made)
    }

    fn made(&self, request: Request) -> Result<Box<dyn Compilation>, Failure> {
        let request =
            Request { schemas: &self.schemas, folders: &self.folders, clean: self.clean, ..request };
        let language = self.language()?;
        if self.clean {
            languages().demand(language, Feature::Modules, "--clean", self.first())?;
        }
        let mut made = language.compile(&request, host(self.allow_outside, &self.folders))?;
        self.containing.apply(&mut *made)?;
        Ok(made)
    }

    /// Messages of the specification; reports errors. `what` is the verb.
    pub fn message(&self, what: &str, asked: &MessageRequest) -> Result<Box<dyn Message>, Failure> {
        let made = self.compile(Request::default())?;
        if !made.failed(self.strict) {
            warn_of_ignored(&*made);
        }
        let message = made.message(asked);
        message.map_err(|refusal| self.refused(what, refusal))
    }

    /// A text form for values of some messages; `what` is the verb.
    pub fn text<'m>(
        &self,
        what: &str,
        message: &'m dyn Message,
        form: Text,
    ) -> Result<MessageText<'m>, Failure> {
        message.text(form).map_err(|refusal| self.refused(what, refusal))
    }

    /// What becomes of integers that don't fit, in languages that truncate them.
    pub fn oversized(&self) -> Oversized {
        match self.strict {
            true => Oversized::Refuse,
            false => Oversized::Truncate,
        }
    }

    /// The maximum number of errors and warnings shown.
    pub fn most(&self) -> usize {
        if self.all_errors {
            usize::MAX
        } else {
            SHOWN
        }
    }

    /// Reports why a specification can't be used.
    fn refuse(&self, error: OpenError) -> Failure {
        match error {
            OpenError::Schema(faulty) => {
                match anstream::stderr().lock().write_all(faulty.rendered(self.most()).as_bytes()) {
                    Ok(()) => Failure::Schema,
                    Err(error) => error.into(),
                }
            }
            error => error.into(),
        }
    }

    /// How strictly the specification is judged, and how much is reported.
    pub fn judgement(&self, short: bool) -> Judgement {
        Judgement { short, strict: self.strict, most: self.most() }
    }
}
