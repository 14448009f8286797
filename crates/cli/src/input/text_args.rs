//! Options of text protocols.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use wireglot_driver::texts::{self, Names, Naming, Terminations, Text, TextSettings};

use crate::output::exit::{Done, Failure};

/// What is said of the names in H.248 text.
#[derive(Args)]
pub struct TextArgs {
    /// H.248 text: how package names and property values are converted
    #[arg(
        long = "h248-names",
        value_name = "HOW",
        default_value = "erlang",
        help_heading = "Text protocols"
    )]
    naming: HowNames,
    /// H.248 text: a table of additional packages, in the form that docs/h248.md describes; may be repeated
    #[arg(long = "h248-packages", value_name = "FILE", help_heading = "Text protocols")]
    packages: Vec<PathBuf>,
    /// H.248 text: how the names of terminations are converted
    #[arg(
        long = "h248-terminations",
        value_name = "HOW",
        default_value = "levels",
        help_heading = "Text protocols"
    )]
    terminations: HowTerminations,
    #[arg(skip)]
    made: OnceCell<TextSettings>,
}

/// How names stand for numbers.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum HowNames {
    /// Names become numbers, property values become BER (H.248.1 A.2)
    Standard,
    /// Names become numbers, property values become their characters
    Erlang,
    /// As erlang, but text is written with numbers instead of names
    Ids,
}

/// How terminations stand for octets.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum HowTerminations {
    /// `root`, or three levels of eight bits, become octets; other names are errors
    Levels,
    /// Names become their characters: line/1
    Names,
}

impl TextArgs {
    /// Rejects the options if no notation in use has names that stand for numbers.
    pub fn suit(&self, used: &[Option<Text>]) -> Done {
        let said = [
            ("--h248-names", self.naming != HowNames::Erlang),
            ("--h248-packages", !self.packages.is_empty()),
            ("--h248-terminations", self.terminations != HowTerminations::Levels),
        ];
        match said.into_iter().find(|(_, said)| *said) {
            Some((option, _)) if !used.iter().flatten().any(|text| text.has_names) => {
                let named = texts::ALL.iter().filter(|text| text.has_names).map(|text| text.word);
                let named: Vec<&str> = named.collect();
                Err(Failure::Usage(format!("{option} only affects {}", named.join(", "))))
            }
            _ => Ok(()),
        }
    }

    /// The settings.
    ///
    /// # Errors
    /// A table can't be read.
    pub fn settings(&self) -> Result<&TextSettings, Failure> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let naming = match self.naming {
            HowNames::Standard => Naming::Standard,
            HowNames::Erlang => Naming::Erlang,
            HowNames::Ids => Naming::Ids,
        };
        let terminations = match self.terminations {
            HowTerminations::Levels => Terminations::Levels,
            HowTerminations::Names => Terminations::Names,
        };
        let mut names = Names::standard();
        self.packages.iter().try_for_each(|file| add(&mut names, file))?;
        Ok(self.made.get_or_init(|| TextSettings { naming, names, terminations, ..TextSettings::default() }))
    }
}

fn add(names: &mut Names, file: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
    names
        .add(&text)
        .map_err(|fault| Failure::Usage(format!("{}:{}: {}", file.display(), fault.line, fault.message)))
}
