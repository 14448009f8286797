//! The form of values in Python, and other options of a call.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use wireglot_driver::{DecodeOptions, EncodeOptions, OpenTypes, Unknowns};

use crate::errors::ArgumentError;

/// The form of times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// As `datetime`, with a time zone if the encoding has one.
    Aware,
    /// The same, but UTCTime that ends in `Z` has no time zone, and seconds that are 0 are not written, as in
    /// asn1tools.
    Naive,
    /// The same, but no time that ends in `Z` has a time zone, and all are written with `Z`, as in asn1tools
    /// with DER and PER.
    Restricted,
    /// As text.
    Text,
}

/// The value of an absent member with a DEFAULT, if the decoder for the rules inserts nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Nothing.
    Left,
    /// The default.
    Given,
    /// The default as in asn1tools: the name of an integer with a named number, and named bits given as hex digits
    /// without trailing zeros.
    Named,
}

/// The form of values.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// CHOICE is `{name: value}`, otherwise `(name, value)`.
    pub choice_as_dict: bool,
    /// ENUMERATED is its number, otherwise its identifier.
    pub numbers: bool,
    /// INTEGER with a named number is its name.
    pub named: bool,
    /// The form of times.
    pub times: Times,
    /// Only what `json.dumps` accepts.
    pub json: bool,
    /// Unknown members are ignored when encoding.
    pub lenient: bool,
    /// The value of absent members with a DEFAULT.
    pub absent: Absent,
    /// Enumeration items and alternatives of a later version are `None`, without number or bytes.
    pub nameless: bool,
    /// Named bits lose their trailing zeros, as far as the size allows (X.691 16.2).
    pub trim: bool,
    /// Characters that are not in a string type are rejected in all rules.
    pub alphabets: bool,
    /// A REAL of minus zero is written as zero.
    pub unsigned_zero: bool,
    /// `"0"` in quotes is read as a REAL in JER.
    pub quoted_zero: bool,
}

/// The options of a call.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The form of values.
    pub form: Form,
    /// Options for decoding.
    pub decode: DecodeOptions,
    /// Options for encoding.
    pub encode: EncodeOptions,
    /// Whether text is written on several lines.
    pub indented: bool,
}

/// The greatest `depth`. Values that nest deeper may need more stack than there is.
const MOST_DEPTH: u32 = 1024;

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
            unsigned_zero: false,
            quoted_zero: false,
        };
        let decode = DecodeOptions { defaults: true, unknown: Unknowns::Skip, ..DecodeOptions::default() };
        Options { form, decode, encode: EncodeOptions::default(), indented: false }
    }
}

impl Options {
    /// The options given by keyword arguments.
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
            "named" => form.named = flag(name, value)?,
            "json" => {
                form.json = flag(name, value)?;
                form.choice_as_dict |= form.json;
                if form.json {
                    form.times = Times::Text;
                }
            }
            "extra" => form.lenient = word(name, value, &["refuse", "ignore"])? == 1,
            "defaults" if value.eq("names")? => (form.absent, decode.defaults) = (Absent::Named, false),
            "defaults" => decode.defaults = flag(name, value)?,
            "later" => form.nameless = word(name, value, &["octets", "none"])? == 1,
            "named_bits" => form.trim = word(name, value, &["keep", "trim"])? == 1,
            "alphabets" => form.alphabets = word(name, value, &["rules", "type"])? == 1,
            "zeros" => {
                let zeros = word(name, value, &["signed", "unsigned", "quoted"])?;
                (form.unsigned_zero, form.quoted_zero) = (zeros == 1, zeros == 2);
            }
            "indented" => *indented = flag(name, value)?,
            "strict" => decode.strict = Some(flag(name, value)?),
            "checks" => {
                let checks = flag(name, value)?;
                (decode.checks, encode.checks) = (checks, checks);
            }
            "contained" => {
                let forms = [OpenTypes::Keep, OpenTypes::Strict];
                decode.open_types = forms[word(name, value, &["keep", "strict"])?];
            }
            "unknown" => {
                let forms = [Unknowns::Skip, Unknowns::Reject];
                decode.unknown = forms[word(name, value, &["skip", "reject"])?];
            }
            "depth" => {
                let depth = u32::try_from(number(name, value)?).ok().filter(|depth| *depth <= MOST_DEPTH);
                let depth = depth
                    .ok_or_else(|| ArgumentError::new_err(format!("`depth` is at most {MOST_DEPTH}")))?;
                (decode.limits.depth, encode.depth) = (depth, depth);
            }
            "max_elements" => decode.limits.elements = number(name, value)? as u64,
            "max_empty_elements" => decode.limits.empty_elements = number(name, value)? as u64,
            "max_octets" => decode.limits.total = number(name, value)?,
            "indefinite" => encode.indefinite = flag(name, value)?,
            "sets" => encode.sort_sets = word(name, value, &["type", "tag"])? == 1,
            _ => return Err(PyTypeError::new_err(format!("there is no option `{name}`"))),
        }
        Ok(())
    }
}

/// An option that is true or false.
pub fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| unsuited(name, "True or False", value))
}

/// An option that is a whole number, from 0 on.
pub fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    value.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true => ArgumentError::new_err(format!("{name} is a number from 0 to {}", usize::MAX)),
        false => unsuited(name, "a whole number", value),
    })
}

fn unsuited(name: &str, what: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| "?".into(), |kind| kind.to_string());
    PyTypeError::new_err(format!("{name} is {what}, not {kind}"))
}

/// The index of a word among the values that an option accepts.
pub fn word(name: &str, value: &Bound<'_, PyAny>, words: &[&str]) -> PyResult<usize> {
    let said = value.cast::<PyString>().ok().and_then(|said| said.to_str().ok());
    let found = said.and_then(|said| words.iter().position(|word| *word == said));
    found.ok_or_else(|| {
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        ArgumentError::new_err(format!("{name} is {}", words.join(" or ")))
    })
}
