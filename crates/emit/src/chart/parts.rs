//! What a chart shows.

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

impl Chart {
    /// Bits and octets, in words.
    pub fn size(&self) -> String {
        let (bits, octets) = (self.bits, self.bits.div_ceil(8));
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        if self.by_octets {
            return format!("{octets} octet{}", plural(octets));
        }
        format!("{bits} bit{}, {octets} octet{}", plural(bits), plural(octets))
    }

    /// What is to be said of offsets that other versions may have elsewhere.
    pub(super) fn footnote(&self) -> Option<&'static str> {
        let moves = self.parts.iter().any(|part| part.place.moves);
        moves.then_some("* follows a part that may grow: another version may have it elsewhere.")
    }
}
