//! Options that several verbs share.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::bitproto::is_bitproto;
use wireglot_driver::languages::{Compilation, Feature, Request, SchemaLanguage};
use wireglot_driver::pipeline::{compile, Compiled, SchemaFiles};
use wireglot_driver::render::SHOWN;
use wireglot_driver::rules::Notation;
use wireglot_driver::sbe::is_sbe;
use wireglot_driver::sources::Host;
use wireglot_driver::{Named, OpenError, Rules, Specification};

use crate::exit::Failure;
use crate::judge::Judgement;
use crate::languages::languages;
use crate::words;

/// The specification.
#[derive(Args)]
pub struct Schema {
    /// A schema file, or a folder of which all schema files are taken; repeat it for more
    ///
    /// Schema files of a folder are those that -I finds there; a file that is named may be called anything.
    #[arg(short = 's', long = "schema", value_name = "FILE", required = true)]
    schemas: Vec<PathBuf>,
    /// A folder to search for modules that the schemas import; repeat it for more
    ///
    /// Its files whose names end in .asn, .asn1, .asn-1, .a1, .mib or .txt, not those of folders in it.
    #[arg(short = 'I', value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Takes the modules out of printed specifications (RFCs, 3GPP): without page heads, feet and prose
    #[arg(long)]
    clean: bool,
    /// Takes every tolerance for an error
    #[arg(long)]
    pub strict: bool,
    /// Shows all errors and warnings, however many there are; else the first 20, errors before warnings
    #[arg(long)]
    all_errors: bool,
}

/// Schema languages that are not ASN.1: whether a file is one's, its name, and the verbs that take it.
const OTHERS: [(fn(&Path) -> bool, &str, &str); 2] = [
    (
        is_bitproto,
        "bitproto",
        "check, convert, decode, encode, inspect, diff, layout, compat, fmt, vectors and `wireglot bitproto`",
    ),
    (is_sbe, "SBE", "check, convert, decode, encode, inspect, diff, layout, compat, gen and vectors"),
];

impl Schema {
    /// The file, if the specification is one of bitproto, which names its imports itself.
    pub fn bitproto(&self) -> Option<&Path> {
        match &self.schemas[..] {
            [file] if is_bitproto(file) => Some(file),
            _ => None,
        }
    }

    /// The file, if it is a message schema of SBE, which names what it includes itself.
    pub fn sbe(&self) -> Option<&Path> {
        match &self.schemas[..] {
            [file] if is_sbe(file) => Some(file),
            _ => None,
        }
    }

    /// Refuses options that only ASN.1 has, each with whether it is there, where the schema is another's.
    pub fn asn1_alone(&self, options: &[(&str, bool)]) -> Result<(), Failure> {
        let [file] = &self.schemas[..] else { return Ok(()) };
        let Some((_, language, _)) = OTHERS.iter().find(|(is_other, ..)| is_other(file)) else {
            return Ok(());
        };
        match options.iter().find(|(_, said)| *said) {
            Some((option, _)) => {
                Err(Failure::Usage(format!("{option} is for ASN.1; {} is {language}", file.display())))
            }
            None => Ok(()),
        }
    }

    /// The language of the specification.
    ///
    /// # Errors
    /// One of several files is of a language that finds what it imports by itself.
    pub fn language(&self) -> Result<&'static dyn SchemaLanguage, Failure> {
        let of = |file: &PathBuf| languages().of(file).ok_or_else(|| Failure::Usage(no_language(file)));
        let mut found = None;
        for file in &self.schemas {
            let language = of(file)?;
            if self.schemas.len() > 1 && !language.features().contains(&Feature::Modules) {
                let (file, name) = (file.display(), language.name());
                return Err(Failure::Usage(format!(
                    "{file} is {name}, which finds what it imports by itself: say this -s alone"
                )));
            }
            found = Some(language);
        }
        found.ok_or_else(|| Failure::Usage("which schema? say -s FILE".into()))
    }

    /// Refuses what the language of the specification has not, of what was said: each with whether it was.
    ///
    /// # Errors
    /// Something was said that the language has not.
    pub fn demand(&self, said: &[(&str, Feature, bool)]) -> Result<&'static dyn SchemaLanguage, Failure> {
        let language = self.language()?;
        let file = self.schemas.first().map_or(Path::new(""), PathBuf::as_path);
        for (what, feature, _) in said.iter().filter(|(.., said)| *said) {
            languages().demand(language, *feature, what, file)?;
        }
        Ok(language)
    }

    /// Compiles the specification as far as it is without errors, and says nothing.
    pub fn compile(&self, request: Request) -> Result<Box<dyn Compilation>, Failure> {
        let request =
            Request { schemas: &self.schemas, folders: &self.folders, clean: self.clean, ..request };
        Ok(self.language()?.compile(&request, Host::system())?)
    }

    /// Compiles the specification as far as it is without errors, and says nothing.
    pub fn compile_all(&self) -> Result<Compiled, Failure> {
        for (is_other, name, verbs) in OTHERS {
            if let Some(file) = self.schemas.iter().find(|file| is_other(file)) {
                let file = file.display();
                return Err(Failure::Usage(match self.schemas.len() {
                    1 => format!("{file} is {name}: {verbs} take it"),
                    _ => {
                        format!("{file} is {name}, which finds what it imports by itself: say this -s alone")
                    }
                }));
            }
        }
        let (schemas, folders) = (self.schemas.clone(), self.folders.clone());
        Ok(compile(&SchemaFiles { schemas, folders, clean: self.clean }, Host::system())?)
    }

    /// Compiles the specification; says what is wrong if anything is.
    pub fn open(&self) -> Result<Specification, Failure> {
        Specification::of(self.compile_all()?, self.strict).map_err(|error| self.refuse(error))
    }

    /// How many errors and warnings are shown.
    pub fn most(&self) -> usize {
        if self.all_errors {
            usize::MAX
        } else {
            SHOWN
        }
    }

    /// Says why a specification can't be used.
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

    /// Makes the plan of a set of rules.
    pub fn prepare(&self, specification: &mut Specification, rules: Rules) -> Result<(), Failure> {
        specification.prepare(rules).map_err(|error| self.refuse(error))
    }

    /// The same of a name that should have been said.
    pub fn find_asked(
        &self,
        specification: &mut Specification,
        name: Option<&str>,
    ) -> Result<Named, Failure> {
        match name {
            Some(name) => self.find(specification, name),
            None => Err(which(&specification.outermost())),
        }
    }

    /// A type or value by name; nothing else is left of the specification.
    pub fn find(&self, specification: &mut Specification, name: &str) -> Result<Named, Failure> {
        specification.focus(name).map_err(|unknown| Failure::Usage(unknown.to_string()))
    }

    /// How the specification is judged, and how much is said.
    pub fn judgement(&self, short: bool) -> Judgement {
        Judgement { short, strict: self.strict, most: self.most() }
    }
}

/// What to say of a file that nobody claims.
fn no_language(file: &Path) -> String {
    format!("{} is in no schema language that is known, by its name", file.display())
}

/// Asks for a type, with some of those that there are.
pub fn which(names: &[String]) -> Failure {
    const SHOWN: usize = 8;
    let some = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<&str>>().join(", ");
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let there = if names.is_empty() { String::new() } else { format!("; there are {some}{more}") };
    Failure::Usage(format!("which type? say -t NAME{there}"))
}

/// A set of rules that is built.
#[derive(Clone, Copy)]
pub struct RulesWord(pub Notation);

impl std::str::FromStr for RulesWord {
    type Err = String;

    fn from_str(word: &str) -> Result<RulesWord, String> {
        let notation = Notation::from_word(word).map(RulesWord);
        notation.ok_or_else(|| words::the_rules_are(word, Notation::words()))
    }
}

impl RulesWord {
    /// The rules, if a plan is made for them.
    pub fn plan(self) -> Option<Rules> {
        match self.0 {
            Notation::Binary(rules) => Some(rules),
            Notation::Text(_) => None,
        }
    }
}
