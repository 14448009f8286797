//! The contents of a chart.

use std::collections::BTreeSet;

/// The chart of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    /// Its name.
    pub title: String,
    /// Its documentation in the schema.
    pub doc: Option<String>,
    /// Its size in bits as this version writes it.
    pub bits: u64,
    /// The bit or byte order of the message.
    pub order: &'static str,
    /// All parts begin and end at byte boundaries.
    pub by_octets: bool,
    /// Its parts in wire order, each before its own parts.
    pub parts: Vec<Part>,
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its path from the message: `flight.pose.yaw`, `propellers[i].id`.
    pub path: String,
    /// Where it begins.
    pub place: Offset,
    /// Its size in bits; within a list, the size in one element.
    pub bits: u64,
    /// Its type, as its schema writes it.
    pub ty: String,
    /// How it is drawn.
    pub role: Role,
    /// The version that added it, if the schema says.
    pub since: Option<u64>,
    /// Its documentation in the schema.
    pub doc: Option<String>,
    /// The names of its values, or of its bits.
    pub names: Option<Names>,
}

/// The names of an enumeration's values, or of a set's bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// The type, as its schema writes it.
    pub ty: String,
    /// Whether bits have names, instead of values.
    pub of_bits: bool,
    /// Each name, in the order of the schema.
    pub all: Vec<Name>,
}

/// A name of a value or bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The value, or the number of the bit.
    pub value: String,
    /// The name.
    pub name: String,
    /// Its documentation in the schema, on one line.
    pub doc: String,
}

impl Names {
    /// The title of the list.
    pub fn title(&self) -> String {
        format!("{} of {}", if self.of_bits { "Bits" } else { "Values" }, self.ty)
    }
}

/// Where a part begins, in bits from the start of the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// The offset in the first element of each list.
    pub first: u64,
    /// For each enclosing list, outermost first, the bits from one element to the next.
    pub steps: Vec<u64>,
    /// It may be elsewhere in another version, because something before it can grow.
    pub moves: bool,
}

/// How a part is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A box of its own.
    Box,
    /// A length prefix or count, which has no name in the schema.
    Lead,
    /// A group of parts that are drawn as boxes.
    Group,
}

impl Chart {
    /// The size in bits and bytes, as text.
    pub fn size(&self) -> String {
        let (bits, octets) = (self.bits, self.bits.div_ceil(8));
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        if self.by_octets {
            return format!("{octets} octet{}", plural(octets));
        }
        format!("{bits} bit{}, {octets} octet{}", plural(bits), plural(octets))
    }

    /// The names of values and bits, once for each type.
    pub(super) fn names(&self) -> Vec<&Names> {
        let mut seen = BTreeSet::new();
        let named = self.parts.iter().filter_map(|part| part.names.as_ref());
        named.filter(|names| seen.insert(&names.ty)).collect()
    }

    /// The footnote on offsets that may differ in other versions.
    pub(super) fn footnote(&self) -> Option<&'static str> {
        let moves = self.parts.iter().any(|part| part.place.moves);
        moves.then_some("* follows a part that may grow: another version may have it elsewhere.")
    }
}
