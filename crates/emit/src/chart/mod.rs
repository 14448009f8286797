//! Where the parts of a message stand, as a chart for an interface document.
//!
//! A [`Chart`] is a list of parts with their places, whichever format they come
//! from; [`typed`] makes one of a type of a layout, [`message`] those of a message. It is printed as boxes and a
//! table in plain text, as a table in Markdown, or as a picture in SVG.

mod grid;
mod markdown;
mod messages;
mod svg;
mod table;
mod text;
mod types;

pub use messages::{header, message};
pub use types::typed;

/// All that is said of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    /// Its name.
    pub title: String,
    /// What its schema says of it.
    pub doc: Option<String>,
    /// Bits that it takes when written by this version.
    pub bits: u64,
    /// How the bits of its stream are counted.
    pub order: &'static str,
    /// All begins and ends between octets.
    pub by_octets: bool,
    /// What stands in it, in the order of the wire; the whole before its parts.
    pub parts: Vec<Part>,
}

/// Something that stands in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name, from the message down: `flight.pose.yaw`, `propellers[i].id`.
    pub path: String,
    /// Where it begins.
    pub place: Offset,
    /// Bits that it takes; of a part of an element, those of one.
    pub bits: u64,
    /// Its type, as its schema writes it.
    pub ty: String,
    /// What it is to the picture.
    pub role: Role,
    /// The version in which it came, where the schema says so.
    pub since: Option<u64>,
    /// What its schema says of it.
    pub doc: Option<String>,
}

/// Where a part begins, in bits from the start of the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// Of the first one.
    pub first: u64,
    /// For each list around it, outermost first: bits from one element to the next.
    pub steps: Vec<u64>,
    /// Another version may have it elsewhere: something before it can grow.
    pub moves: bool,
}

/// What a part is to the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A box of its own.
    Box,
    /// A leading size or count, which the schema has no name for.
    Lead,
    /// Parts follow that are boxes themselves.
    Group,
}

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

    /// Bits and octets, in words.
    fn size(&self) -> String {
        let (bits, octets) = (self.bits, self.bits.div_ceil(8));
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        if self.by_octets {
            return format!("{octets} octet{}", plural(octets));
        }
        format!("{bits} bit{}, {octets} octet{}", plural(bits), plural(octets))
    }

    /// What is to be said of offsets that other versions may have elsewhere.
    fn footnote(&self) -> Option<&'static str> {
        let moves = self.parts.iter().any(|part| part.place.moves);
        moves.then_some("* follows a part that may grow: another version may have it elsewhere.")
    }
}

#[cfg(test)]
mod tests;
