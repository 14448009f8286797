//! Source text generated from schemas: the available outputs and their options.

use std::fmt;

use wireglot_plan::Rules;

use crate::texts::Text;

pub use wireglot_emit::Generated;
pub use wireglot_emit::{CIntegers, COptions, OutputFile, C_TAG_NUMBERS};

/// The kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// Value types with functions that encode and decode them, or views of bytes.
    Code,
    /// What the reference compiler of a schema language generates, with the same names.
    Original,
}

/// An output that can be generated from schemas of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Output {
    /// The name of the target language.
    pub word: &'static str,
    /// The kind of output.
    pub product: Product,
}

impl Output {
    /// An output in the target language of that name.
    pub(crate) const fn new(word: &'static str, product: Product) -> Output {
        Output { word, product }
    }
}

/// What to generate.
#[derive(Debug)]
pub struct Wanted<'w> {
    /// The output.
    pub output: &'w Output,
    /// Whether tolerated mistakes in the schema are errors.
    pub strict: bool,
    /// The base name of the files, if given.
    pub name: Option<&'w str>,
    /// The stem of the schema's path, which names the files by default.
    pub stem: &'w str,
    /// The namespace, package or name prefix; empty for that of the schema.
    pub space: &'w str,
    /// The encoding rules, for languages whose schemas do not determine them.
    pub rules: &'w [Rules],
    /// Text forms to generate as well.
    pub texts: &'w [Text],
    /// The types to generate; empty for all.
    pub types: &'w [String],
    /// Options for C.
    pub c: Option<&'w COptions>,
    /// The public settings of bitproto's optimization mode.
    pub optimize: bool,
}

impl<'w> Wanted<'w> {
    /// Default options for an output.
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

/// A schema language has no such output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoOutput {
    pub(crate) word: String,
    pub(crate) file: String,
    pub(crate) language: &'static str,
    pub(crate) there: &'static [Output],
}

impl NoOutput {
    /// The names of the target languages available for a product.
    pub fn words(&self, product: Product) -> Vec<&'static str> {
        self.there.iter().filter(|output| output.product == product).map(|output| output.word).collect()
    }
}

impl fmt::Display for NoOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoOutput { word, file, language, .. } = self;
        write!(f, "{language} has no {word} generator ({file} is read as {language})")
    }
}
