//! Text notations of values, one row each. To add one, add a file here and an entry in [`ALL`].

mod by_grammar;
mod by_tape;
mod cursor;
mod etf;
mod h248;
mod json;
mod text_form;
mod value;
mod xer;

use wireglot_interp::json::{JsonWriter, Layout, Spelling};
use wireglot_interp::ValueRef;
use wireglot_plan::Shape;

pub use cursor::Cursor;
pub use etf::ETF;
pub use h248::{H248, H248_COMPACT};
pub use json::{JER, JSON};
pub(crate) use text_form::TextCode;
pub use text_form::{
    Given, Inspected, NoText, Text, TextDecodeError, TextEncodeError, TextError, TextForm, TextOf,
    TextReader, TextSettings, TextWriter, Unsayable,
};
pub use value::VALUE;
pub use wireglot_textual::h248::{Names, Naming, Terminations};
pub use xer::XER;

/// The notations, in the order in which lists show them.
pub const ALL: [Text; 7] = [JER, JSON, VALUE, XER, H248, H248_COMPACT, ETF];

/// A value as JSON on one line.
pub fn to_json(shape: &Shape, value: ValueRef) -> String {
    let mut writer = JsonWriter::new(shape, Spelling::Json, Layout::Compact);
    value.play(&mut writer);
    writer.text().to_string()
}
