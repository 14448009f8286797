//! Text notations of values, one row each. A new one is a file here and a line in [`ALL`].

mod json;
mod text_form;
mod value;

use wireglot_interp::json::Layout;
use wireglot_interp::ValueRef;
use wireglot_plan::Shape;

pub use json::{JER, JSON};
pub use text_form::{Text, TextEncodeError, TextError, TextForm, TextReader, TextWriter};
pub use value::VALUE;

/// The notations, in the order in which lists show them.
pub const ALL: [Text; 3] = [JER, JSON, VALUE];

/// A value as JSON on one line.
pub fn to_json(shape: &Shape, value: ValueRef) -> String {
    to_text(shape, value, JSON)
}

/// A value in a text form on one line.
pub fn to_text(shape: &Shape, value: ValueRef, text: Text) -> String {
    let mut writer = text.writer(shape, Layout::Compact);
    writer.value(value);
    writer.text().to_string()
}
