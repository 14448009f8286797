//! How values look in Python, and what else a call may ask for.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use wireglot_driver::{DecodeOptions, EncodeOptions, OpenTypes, Unknowns};

/// How times are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// As `datetime`, with a time zone where the octets say one.
    Aware,
    /// The same, but UTCTime that ends in `Z` has none, and seconds that are 0 are not written, as in asn1tools.
    Naive,
    /// The same, but no time that ends in `Z` has one, and all are written so, as in asn1tools by DER and PER.
    Restricted,
    /// As their characters.
    Text,
}

/// What stands for a member that is absent and has a DEFAULT, where the reader of the rules puts nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Nothing.
    Left,
    /// The default.
    Given,
    /// The default, and of a number with a name its name, as in asn1tools.
    Named,
}

/// How values look.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// CHOICE is `{name: value}`, else `(name, value)`.
    pub choice_as_dict: bool,
    /// ENUMERATED is its number, else its identifier.
    pub numbers: bool,
    /// INTEGER with a named number is its name.
    pub named: bool,
    /// Times.
    pub times: Times,
    /// Only what `json.dumps` takes.
    pub json: bool,
    /// Members that the type does not have are passed over when writing.
    pub lenient: bool,
    /// What stands for what is absent and has a DEFAULT.
    pub absent: Absent,
    /// Items and alternatives of a later version are `None`, without number and octets.
    pub nameless: bool,
    /// Bits with names lose the zeros at their end, as far as the size allows (X.691 16.2).
    pub trim: bool,
    /// Characters that a string type does not have are refused by all rules.
    pub alphabets: bool,
}

/// What a call asks for.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How values look.
    pub form: Form,
    /// How octets are read.
    pub decode: DecodeOptions,
    /// How they are written.
    pub encode: EncodeOptions,
    /// Text is written on several lines.
    pub indented: bool,
}

impl Default for Options {
    fn default() -> Options {
        let form = Form {
            named: false,
            choice_as_dict: false,
            numbers: false,
            times: Times::Aware,
            json: false,
            lenient: false,
            absent: Absent::Left,
            nameless: false,
            trim: false,
            alphabets: false,
        };
        let decode = DecodeOptions { defaults: true, unknown: Unknowns::Skip, ..DecodeOptions::default() };
        Options { form, decode, encode: EncodeOptions::default(), indented: false }
    }
}

impl Options {
    /// Those of the keywords of a call.
    pub fn of(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let mut options = Options::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name = name.cast_into::<PyString>()?;
            options.set(name.to_str()?, &value)?;
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let Options { form, decode, encode, indented } = self;
        match name {
            "choice" => form.choice_as_dict = word(name, value, &["tuple", "dict"])? == 1,
            "enum" => form.numbers = word(name, value, &["name", "number"])? == 1,
            "times" => {
                let forms = [Times::Aware, Times::Naive, Times::Restricted, Times::Text];
                form.times = forms[word(name, value, &["aware", "naive", "restricted", "text"])?];
            }
            "named" => form.named = value.extract()?,
            "json" => {
                form.json = value.extract()?;
                form.choice_as_dict |= form.json;
                if form.json {
                    form.times = Times::Text;
                }
            }
            "extra" => form.lenient = word(name, value, &["refuse", "ignore"])? == 1,
            "defaults" if value.is_instance_of::<PyString>() => {
                word(name, value, &["names"])?;
                (form.absent, decode.defaults) = (Absent::Named, false);
            }
            "defaults" => decode.defaults = value.extract()?,
            "later" => form.nameless = word(name, value, &["octets", "none"])? == 1,
            "named_bits" => form.trim = word(name, value, &["keep", "trim"])? == 1,
            "alphabets" => form.alphabets = word(name, value, &["rules", "type"])? == 1,
            "indented" => *indented = value.extract()?,
            "strict" => decode.strict = value.extract()?,
            "checks" => (decode.checks, encode.checks) = (value.extract()?, value.extract()?),
            "contained" => {
                let forms = [OpenTypes::Keep, OpenTypes::Strict];
                decode.open_types = forms[word(name, value, &["keep", "strict"])?];
            }
            "unknown" => {
                let forms = [Unknowns::Skip, Unknowns::Reject];
                decode.unknown = forms[word(name, value, &["skip", "reject"])?];
            }
            "depth" => (decode.limits.depth, encode.depth) = (value.extract()?, value.extract()?),
            "max_elements" => decode.limits.elements = value.extract()?,
            "max_octets" => decode.limits.total = value.extract()?,
            "indefinite" => encode.indefinite = value.extract()?,
            _ => return Err(PyTypeError::new_err(format!("there is no option `{name}`"))),
        }
        Ok(())
    }
}

/// The position of a word among those that an option takes.
pub fn word(name: &str, value: &Bound<'_, PyAny>, words: &[&str]) -> PyResult<usize> {
    let said = value.cast::<PyString>().ok().and_then(|said| said.to_str().ok());
    let found = said.and_then(|said| words.iter().position(|word| *word == said));
    found.ok_or_else(|| {
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        PyValueError::new_err(format!("{name} is {}", words.join(" or ")))
    })
}
