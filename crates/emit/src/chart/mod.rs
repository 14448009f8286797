//! The layout of a message as a chart for an interface document.
//!
//! A [`Chart`] is a list of parts with their offsets, independent of the format. [`typed`] makes the chart of
//! a type, [`message`] those of a message. A chart is printed as boxes and a table in plain text, as a table
//! in Markdown, or as a picture in SVG.

mod grid;
mod markdown;
mod messages;
mod parts;
mod svg;
mod table;
mod text;
mod types;

pub use messages::{header, message};
pub use parts::{Chart, Name, Names, Offset, Part, Role};
pub use types::typed;

/// The forms of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Boxes and a table in plain text.
    Text,
    /// A table in Markdown.
    Markdown,
    /// A picture.
    Svg,
}

impl Chart {
    /// Prints the chart in one of the forms, with `row` bits in a row of boxes.
    pub fn print(&self, form: Form, row: u64) -> String {
        match form {
            Form::Text => text::print(self, row.max(1)),
            Form::Markdown => markdown::print(self),
            Form::Svg => svg::print(self, row.max(1)),
        }
    }
}

#[cfg(test)]
mod tests;
