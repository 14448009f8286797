//! Output of values as text or tables.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use wireglot_driver::texts::{self, Text};
use wireglot_table::columns::Settings;
use wireglot_table::integers::Integers;
use wireglot_table::names::Naming;
use wireglot_table::provenance::Source;
use wireglot_table::versions::Pattern;

/// The form in which values are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownAs {
    /// Text, one value after another.
    Text(Text),
    /// A table.
    Table(TableForm),
}

impl ShownAs {
    /// The text form, if there is one.
    pub fn text(self) -> Option<Text> {
        match self {
            ShownAs::Text(text) => Some(text),
            ShownAs::Table(_) => None,
        }
    }
}

/// The form of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableForm {
    /// RFC 4180.
    Csv,
    /// A stream of Arrow.
    Arrow,
    /// Apache Parquet.
    Parquet,
}

impl TableForm {
    const ALL: [TableForm; 3] = [TableForm::Csv, TableForm::Arrow, TableForm::Parquet];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            TableForm::Csv => "csv",
            TableForm::Arrow => "arrow",
            TableForm::Parquet => "parquet",
        }
    }
}

/// Parses the names of all forms.
pub fn shown_as() -> impl TypedValueParser<Value = ShownAs> {
    let words = [texts::JSON].into_iter().chain(texts::ALL.into_iter().filter(|text| *text != texts::JSON));
    let words = words.map(|text| text.word).chain(TableForm::ALL.map(TableForm::word));
    PossibleValuesParser::new(words).map(|word| {
        let table = TableForm::ALL.into_iter().find(|form| form.word() == word);
        let text = || texts::ALL.into_iter().find(|text| text.word == word).unwrap_or(texts::JSON);
        table.map_or_else(|| ShownAs::Text(text()), ShownAs::Table)
    })
}

/// How values become columns.
#[derive(Args)]
#[command(next_help_heading = "Tables (--as csv, arrow, parquet)")]
pub struct TableArgs {
    /// Column names: unchanged, or in snake_case
    #[arg(long, value_name = "HOW", default_value = "as-is")]
    names: Names,
    /// Columns for integers without bounds, or wider than 64 bits: decimals of 38 digits, 64-bit longs, or text; a
    /// value that doesn't fit is an error [default: decimal; for modules that come with the command: text]
    #[arg(long, value_name = "TYPE")]
    integers: Option<Unbounded>,
    /// Columns for ENUMERATED: names or numbers
    #[arg(long, value_name = "WHAT", default_value = "names")]
    enums: Enums,
    /// Columns for UTCTime and GeneralizedTime: UTC timestamps, or the original text
    #[arg(long, value_name = "TYPE", default_value = "timestamp")]
    times: Times,
    /// Column types: all of Arrow's, or only Spark's (no unsigned integers)
    #[arg(long, value_name = "WHAT", default_value = "default")]
    profile: Profile,
    /// Add columns that say where a row comes from: file, offset (of the record in the file), record (its number),
    /// time and sequence (of the packet of a capture), raw (its bytes), unknown (extension additions that the schema
    /// doesn't know), error (what is wrong; with --on-error report, a bad record becomes a row)
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = sources(), hide_possible_values = true)]
    provenance: Vec<Source>,
    /// Another version of the schema, a file or folder, for records of several versions in one table; may be repeated.
    /// PATTERN=SCHEMA is for the files whose name matches: '2025-*=calls-v1.asn1'. Without PATTERN, a record is decoded as the
    /// first version, starting with -s, that knows all of it
    #[arg(long, value_name = "[PATTERN=]SCHEMA", value_parser = other_version)]
    pub versions: Vec<OtherVersion>,
}

/// Another version of the schema.
#[derive(Clone)]
pub struct OtherVersion {
    /// Its file or folder.
    pub schema: PathBuf,
    /// Which files are of this version, if their names tell.
    pub files: Option<Pattern>,
}

/// Parses another version. Names of schemas and of folders in patterns may have a `=`.
fn other_version(word: &str) -> Result<OtherVersion, String> {
    let pairs = || word.match_indices('=').map(|(at, _)| (&word[..at], &word[at + 1..]));
    let (files, schema) =
        match pairs().find(|(_, schema)| Path::new(schema).exists()).or_else(|| word.rsplit_once('=')) {
            Some((pattern, schema)) if !Path::new(word).exists() => (Some(pattern), schema),
            _ => (None, word),
        };
    match schema.is_empty() || files.is_some_and(str::is_empty) {
        true => Err("write SCHEMA, or PATTERN=SCHEMA".into()),
        false => Ok(OtherVersion { schema: schema.into(), files: files.map(Pattern::new) }),
    }
}

/// Parses the names of columns that say where a row comes from.
fn sources() -> impl TypedValueParser<Value = Source> {
    let of_word = |word: String| Source::ALL.into_iter().find(|source| source.word() == word);
    PossibleValuesParser::new(Source::ALL.map(Source::word))
        .map(move |word| of_word(word).unwrap_or(Source::File))
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Names {
    AsIs,
    Snake,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Unbounded {
    Decimal,
    Long,
    Text,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Enums {
    Names,
    Numbers,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Times {
    Timestamp,
    Text,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    Default,
    Spark,
}

impl TableArgs {
    /// An option that was given.
    pub fn said(&self) -> Option<&'static str> {
        let options = [
            ("--names", self.names != Names::AsIs),
            ("--integers", self.integers.is_some()),
            ("--enums", self.enums != Enums::Names),
            ("--times", self.times != Times::Timestamp),
            ("--profile", self.profile != Profile::Default),
            ("--provenance", !self.provenance.is_empty()),
            ("--versions", !self.versions.is_empty()),
        ];
        options.into_iter().find(|(_, said)| *said).map(|(option, _)| option)
    }

    /// The columns that say where a row comes from, and their names.
    pub fn provenance(&self) -> Vec<(Source, &'static str)> {
        let wanted = Source::ALL.into_iter().filter(|source| self.provenance.contains(source));
        wanted.map(|source| (source, source.column())).collect()
    }

    /// The settings for tables. The modules that come with the command have integers of any size, such as serial numbers.
    pub fn settings(&self, is_built_in: bool) -> Settings {
        let usual = if is_built_in { Unbounded::Text } else { Unbounded::Decimal };
        Settings {
            naming: match self.names {
                Names::AsIs => Naming::AsIs,
                Names::Snake => Naming::Snake,
            },
            integers: match self.integers.unwrap_or(usual) {
                Unbounded::Decimal => Integers::Decimal,
                Unbounded::Long => Integers::Long,
                Unbounded::Text => Integers::Text,
            },
            enum_numbers: self.enums == Enums::Numbers,
            text_times: self.times == Times::Text,
            spark: self.profile == Profile::Spark,
            ..Settings::default()
        }
    }
}
