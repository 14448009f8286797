//! What columns of provenance say.

use crate::kind::Kind;

/// What a column of provenance says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The name of the input.
    File,
    /// The offset of the record in it, in octets: that of its length prefix or line. In text that is decoded
    /// first, and in compressed files, decoded octets are counted. Null for PEM blocks.
    Offset,
    /// The number of the record in the input, from 1.
    Record,
    /// The octets of the record, without length prefix. Null if it is invalid.
    Raw,
    /// When the packet that it is in was captured, to the microsecond; null outside of captures.
    Time,
    /// The sequence number of that packet, or of the TCP segment or SCTP chunk; null outside of captures.
    Sequence,
    /// The parts of the record that the schema doesn't know; null if it knows all.
    Unknown,
    /// What is wrong with a record; its other values are null.
    Error,
}

impl Source {
    /// All of them, in the order of their columns.
    pub const ALL: [Source; 8] = [
        Source::File,
        Source::Offset,
        Source::Record,
        Source::Time,
        Source::Sequence,
        Source::Raw,
        Source::Unknown,
        Source::Error,
    ];

    /// Whether it concerns the packets of captures; elsewhere it is null.
    pub fn is_of_packets(self) -> bool {
        matches!(self, Source::Time | Source::Sequence)
    }

    /// Its word in options.
    pub fn word(self) -> &'static str {
        self.column().trim_start_matches('_')
    }

    /// The usual name of its column.
    pub fn column(self) -> &'static str {
        match self {
            Source::File => "_file",
            Source::Offset => "_offset",
            Source::Record => "_record",
            Source::Time => "_time",
            Source::Sequence => "_sequence",
            Source::Raw => "_raw",
            Source::Unknown => "_unknown",
            Source::Error => "_error",
        }
    }

    /// The type of its column.
    pub fn kind(self) -> Kind {
        match self {
            Source::File | Source::Error => Kind::Text,
            Source::Time => Kind::Time,
            Source::Offset | Source::Record | Source::Sequence => Kind::Integer { octets: 8, signed: true },
            Source::Raw => Kind::Binary,
            Source::Unknown => Kind::List,
        }
    }
}
