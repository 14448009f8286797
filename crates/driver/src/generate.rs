//! Source text from schemas: which languages there are, and what is asked of them.

use std::fmt;

use wireglot_plan::Rules;

use crate::texts::Text;

pub use wireglot_emit::faces::Generated;
pub use wireglot_emit::{CIntegers, COptions, OutputFile, C_TAG_NUMBERS};

/// What is made of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// Values of the language, and functions that encode and decode them; or views of octets.
    Code,
    /// What the compiler of a schema language's authors makes, under the same names.
    Original,
}

/// Something that can be generated from schemas of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Output {
    /// The word for its language.
    pub word: &'static str,
    /// What it is.
    pub product: Product,
}

impl Output {
    /// An output in the language of that word.
    pub(crate) const fn new(word: &'static str, product: Product) -> Output {
        Output { word, product }
    }
}

/// What to generate.
#[derive(Debug)]
pub struct Wanted<'w> {
    /// What of.
    pub output: &'w Output,
    /// Whether tolerances in the schema are errors.
    pub strict: bool,
    /// The name of the files without ending, where it is said.
    pub name: Option<&'w str>,
    /// Where the schema stands, of which files are named else.
    pub stem: &'w str,
    /// The name space or package, or what stands in front of names; empty for that of the schema.
    pub space: &'w str,
    /// The rules, of languages whose schemas do not say them.
    pub rules: &'w [Rules],
    /// Text forms beside them.
    pub texts: &'w [Text],
    /// The types, where only some are wanted.
    pub types: &'w [String],
    /// How C of a plan is made.
    pub c: Option<&'w COptions>,
    /// The visible form of bitproto's optimization mode.
    pub optimize: bool,
}

impl<'w> Wanted<'w> {
    /// The output as it is without options.
    pub fn new(output: &'w Output) -> Wanted<'w> {
        Wanted {
            output,
            strict: false,
            name: None,
            stem: "",
            space: "",
            rules: &[],
            texts: &[],
            types: &[],
            c: None,
            optimize: false,
        }
    }
}

/// There is no such output for schemas of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoOutput {
    pub(crate) word: String,
    pub(crate) file: String,
    pub(crate) language: &'static str,
    pub(crate) there: &'static [Output],
}

impl NoOutput {
    /// The words of the languages that there are for a product.
    pub fn words(&self, product: Product) -> Vec<&'static str> {
        self.there.iter().filter(|output| output.product == product).map(|output| output.word).collect()
    }
}

impl fmt::Display for NoOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoOutput { word, file, language, .. } = self;
        write!(f, "no {word} is generated here: {file} is {language}")
    }
}
