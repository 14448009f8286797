//! Where the parts of a message stand, as a chart for an interface document.
//!
//! A [`Chart`] is a list of parts with their places, whichever format they come
//! from; [`typed`] makes one of a type of a layout, [`message`] those of a message. It is printed as boxes and a
//! table in plain text, as a table in Markdown, or as a picture in SVG.

mod grid;
mod markdown;
mod messages;
mod parts;
mod svg;
mod table;
mod text;
mod types;

pub use messages::{header, message};
pub use parts::{Chart, Offset, Part, Role};
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
    /// The chart in one of the forms, with so many bits in a row of boxes.
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
