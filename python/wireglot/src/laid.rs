//! Parses keyword arguments for the framing of records and for table columns.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{OnError, Settings};
use wireglot_driver::messages::Reading;
use wireglot_driver::records::{Framing, Pad, Prefix};
use wireglot_driver::{DecodeOptions, OpenTypes};
use wireglot_table::columns::{self, Columns, SeveralTypes};
use wireglot_table::integers::Integers;
use wireglot_table::names::Naming;
use wireglot_table::provenance::Source;
use wireglot_table::select::{self, Output};

use crate::errors::ArgumentError;
use crate::form::{number, word, Options};
use crate::ready::Ready;

/// How files are read: `framing`, `block`, `pad`, `skip`, `on_error`, `jobs`.
pub fn settings(laid: &Bound<'_, PyDict>, whole: bool) -> PyResult<Settings> {
    let mut framing = Framing::default();
    let (mut form, mut on_error, mut jobs) = (Form::Raw, OnError::Stop, 1);
    for (name, value) in laid {
        let name = name.cast_into::<PyString>()?;
        match name.to_str()? {
            "framing" => (form, framing.prefix) = framed(value.extract()?)?,
            "block" => framing.block = Some(number("block", &value)?).filter(|block| *block > 0),
            "pad" => {
                let pad = u8::try_from(number("pad", &value)?);
                let pad = pad.map_err(|_| ArgumentError::new_err("pad is a byte, from 0 to 255"))?;
                framing.pad = Pad::Octet(pad);
            }
            "skip" => framing.skip = number("skip", &value)? as u64,
            "jobs" => jobs = number("jobs", &value)?.clamp(1, 512),
            "on_error" => {
                let ways = [OnError::Stop, OnError::Skip, OnError::Report];
                on_error = ways[word("on_error", &value, &["raise", "skip", "null"])?];
            }
            other => return Err(ArgumentError::new_err(format!("there is no option `{other}`"))),
        }
    }
    if !framing.suits(form) {
        return Err(ArgumentError::new_err("records in lines or blocks of PEM have no block, pad or skip"));
    }
    let most = DecodeOptions::default().limits.total;
    Ok(Settings { framing, on_error, jobs, ahead: true, whole, several: true, ..Settings::of(form, most) })
}

/// Parses the name of a framing.
fn framed(word: Option<String>) -> PyResult<(Form, Option<Prefix>)> {
    let Some(word) = word else { return Ok((Form::Raw, None)) };
    let form = match word.as_str() {
        "hex" => Form::HexLines,
        "base64" => Form::Base64Lines,
        "pem" => Form::Pem,
        prefix => match Prefix::of_word(prefix) {
            Some(prefix) => return Ok((Form::Raw, Some(prefix))),
            None => {
                let words: Vec<String> = Prefix::words().map(|word| format!("'{word}'")).collect();
                let told = format!("framing is None, {}, 'hex', 'base64' or 'pem'", words.join(", "));
                return Err(ArgumentError::new_err(told));
            }
        },
    };
    Ok((form, None))
}

/// How values become columns: `integers`, `times`, `enums`, `names`, `profile`; and how messages are decoded.
pub fn table(
    ready: &Ready,
    table: &Bound<'_, PyDict>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Reading, Columns)> {
    if ready.text.is_some() {
        return Err(ArgumentError::new_err("columns are made of bytes: give binary rules, such as ber"));
    }
    let mut settings = columns::Settings::default();
    for (name, value) in table {
        let name = name.cast_into::<PyString>()?;
        match name.to_str()? {
            "names" => {
                settings.naming = [Naming::AsIs, Naming::Snake][word("names", &value, &["as-is", "snake"])?]
            }
            "integers" => {
                let forms = [Integers::Decimal, Integers::Long, Integers::Text];
                settings.integers = forms[word("integers", &value, &["decimal", "long", "text"])?];
            }
            "enums" => settings.enum_numbers = word("enums", &value, &["names", "numbers"])? == 1,
            "times" => settings.text_times = word("times", &value, &["timestamp", "text"])? == 1,
            "profile" => settings.spark = word("profile", &value, &["default", "spark"])? == 1,
            other => return Err(ArgumentError::new_err(format!("there is no option `{other}`"))),
        }
    }
    let decode = Options::of(options)?.decode;
    // Invalid contents of an open type do not fit its columns.
    let decode = DecodeOptions { open_types: OpenTypes::Strict, ..decode };
    let reading = Reading { rules: ready.rules, options: decode, several: true, ..Reading::default() };
    let columns = Columns::of(&*ready.message, &settings);
    Ok((
        reading,
        columns.map_err(|SeveralTypes(types)| {
            ArgumentError::new_err(format!(
                "a table holds messages of one type: choose one of {}",
                types.join(", ")
            ))
        })?,
    ))
}

/// The columns at some paths, or all of them.
pub fn outputs(ready: &Ready, columns: &mut Columns, paths: Option<Vec<String>>) -> PyResult<Vec<Output>> {
    let Some(paths) = paths else { return Ok(select::all(columns)) };
    select::select(&*ready.message, columns, &paths)
        .map_err(|told| ArgumentError::new_err(format!("select: {told}")))
}

/// The columns that say where a row comes from, each a word and the name of the column.
pub fn provenance(wanted: &[(String, String)], nulls: bool) -> PyResult<Vec<(Source, &str)>> {
    let mut added = Vec::new();
    let of_records = || Source::ALL.into_iter().filter(|source| !source.is_of_packets());
    for (word, name) in wanted {
        let Some(source) = of_records().find(|source| source.word() == word) else {
            let words: Vec<String> = of_records().map(|source| format!("'{}'", source.word())).collect();
            let told = format!("provenance has the words {}, not '{word}'", words.join(", "));
            return Err(ArgumentError::new_err(told));
        };
        if source == Source::Error && !nulls {
            let option = if name == source.column() { "provenance='error'" } else { "error_column" };
            return Err(ArgumentError::new_err(format!("{option} goes with on_error='null'")));
        }
        added.push((source, name.as_str()));
    }
    Ok(added)
}
