//! Rule sets, one row each. Other code asks for properties of the rules; only the code that chooses
//! readers, writers and planners asks for the family.

use crate::Sort;

/// A family of leaves, with its readers and writers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Identifier, length and contents octets, written from end to start, so that each length is
    /// known when it is written.
    Tlv,
    /// Bit fields.
    Bits,
    /// Whole octets.
    Octets,
}

/// How the end of a constructed encoding is determined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lengths {
    /// Not at all: under these rules, a value as such has no length.
    None,
    /// By a length or an end marker, as the writer chooses.
    Free,
    /// Always by its length.
    Definite,
    /// Always by an end marker.
    Indefinite,
}

/// The properties of a rule set: a row of the table.
#[derive(Debug)]
struct Row {
    /// The name on the command line.
    word: &'static str,
    /// The standard.
    standard: &'static str,
    /// Its object identifier (X.690 12, X.691 32, X.696 32).
    identifier: &'static [i128],
    /// Its family of leaves.
    family: Family,
    /// The rules under which all its encodings are valid; itself if there are no others.
    basic: Rules,
    /// The rules with one encoding for each value; itself if it is canonical.
    canonical: Rules,
    /// Whether long fields start on octet boundaries (X.691 11.5.7, 11.9).
    aligned: bool,
    /// How a constructed encoding ends.
    lengths: Lengths,
    /// Strings of more octets are split into segments of this many (X.690 9.2).
    segment: Option<usize>,
    /// How a writer sorts a SET, which a reader accepts in any order.
    set: Sort,
}

/// Which rules a common name of several stands for.
pub fn common_name(word: &str) -> Option<&'static str> {
    match word {
        "per" => {
            Some("PER is either unaligned, uper (LTE and NR RRC), or aligned, aper (S1AP, NGAP, X2AP, H.323)")
        }
        "cbor" => Some(
            "the command does not read CBOR; the Go package github.com/wireglot/wireglot/go/cbor does \
             (cbor.Diagnose)",
        ),
        _ => None,
    }
}

/// Defines the rule sets and the functions that read the table.
macro_rules! rule_sets {
    ($($(#[$doc:meta])* $name:ident: $row:expr,)*) => {
        /// A set of encoding rules.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rules {
            $($(#[$doc])* $name,)*
        }

        impl Rules {
            /// All rule sets, in the order in which lists show them.
            pub const ALL: [Rules; [$(Rules::$name),*].len()] = [$(Rules::$name),*];

            const fn row(self) -> &'static Row {
                match self {
                    $(Rules::$name => const { &$row },)*
                }
            }
        }
    };
}

/// The properties that the rules of a family mostly share.
const TLV: Row = Row {
    word: "",
    standard: "X.690",
    identifier: &[],
    family: Family::Tlv,
    basic: Rules::Ber,
    canonical: Rules::Der,
    aligned: false,
    lengths: Lengths::Free,
    segment: None,
    set: Sort::None,
};
const BITS: Row = Row { standard: "X.691", family: Family::Bits, lengths: Lengths::None, ..TLV };
const OCTETS: Row = Row { standard: "X.696", family: Family::Octets, lengths: Lengths::None, ..TLV };

rule_sets! {
    /// Basic Encoding Rules (X.690 8).
    Ber: Row { word: "ber", identifier: &[2, 1, 1], ..TLV },
    /// Distinguished Encoding Rules (X.690 10, 11).
    Der: Row {
        word: "der",
        identifier: &[2, 1, 2, 1],
        lengths: Lengths::Definite,
        set: Sort::Tag,
        ..TLV
    },
    /// Canonical Encoding Rules (X.690 9, 11).
    Cer: Row {
        word: "cer",
        identifier: &[2, 1, 2, 0],
        canonical: Rules::Cer,
        lengths: Lengths::Indefinite,
        segment: Some(1000),
        set: Sort::SmallestTag,
        ..TLV
    },
    /// BASIC-PER, aligned variant (X.691).
    Aper: Row {
        word: "aper",
        identifier: &[2, 1, 3, 0, 0],
        basic: Rules::Aper,
        canonical: Rules::Caper,
        aligned: true,
        ..BITS
    },
    /// BASIC-PER, unaligned variant.
    Uper: Row {
        word: "uper",
        identifier: &[2, 1, 3, 0, 1],
        basic: Rules::Uper,
        canonical: Rules::Cuper,
        ..BITS
    },
    /// CANONICAL-PER, aligned variant.
    Caper: Row {
        word: "caper",
        identifier: &[2, 1, 3, 1, 0],
        basic: Rules::Aper,
        canonical: Rules::Caper,
        aligned: true,
        ..BITS
    },
    /// CANONICAL-PER, unaligned variant.
    Cuper: Row {
        word: "cuper",
        identifier: &[2, 1, 3, 1, 1],
        basic: Rules::Uper,
        canonical: Rules::Cuper,
        ..BITS
    },
    /// BASIC-OER (X.696).
    Oer: Row {
        word: "oer",
        identifier: &[2, 1, 6, 0],
        basic: Rules::Oer,
        canonical: Rules::Coer,
        ..OCTETS
    },
    /// CANONICAL-OER.
    Coer: Row {
        word: "coer",
        identifier: &[2, 1, 6, 1],
        basic: Rules::Oer,
        canonical: Rules::Coer,
        ..OCTETS
    },
}

impl Rules {
    /// Its name on the command line.
    pub const fn word(self) -> &'static str {
        self.row().word
    }

    /// The rules with this name on the command line.
    pub fn from_word(word: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.word() == word)
    }

    /// The standard that defines it.
    pub const fn standard(self) -> &'static str {
        self.row().standard
    }

    /// Their object identifier.
    pub const fn identifier(self) -> &'static [i128] {
        self.row().identifier
    }

    /// The rules with this object identifier.
    pub fn from_identifier(arcs: &[i128]) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.row().identifier == arcs)
    }

    /// Its family of leaves. Only for code that chooses by it; anything that follows from the family
    /// has a method of its own.
    pub const fn family(self) -> Family {
        self.row().family
    }

    /// The rules under which all its encodings are valid; itself if there are no others.
    pub const fn basic(self) -> Rules {
        self.row().basic
    }

    /// The rules of the same kind that have one encoding for each value.
    pub const fn canonical_form(self) -> Rules {
        self.row().canonical
    }

    /// Whether every value has exactly one encoding.
    pub const fn canonical(self) -> bool {
        self.row().canonical as u8 == self as u8
    }

    /// Whether long fields start on octet boundaries (X.691 11.5.7, 11.9).
    pub const fn aligned(self) -> bool {
        self.row().aligned
    }

    /// Whether each encoding starts with a tag and has a known end, so that it can be parsed without
    /// a specification.
    pub const fn has_tags(self) -> bool {
        !matches!(self.row().lengths, Lengths::None)
    }

    /// Whether values take bits rather than whole octets.
    pub const fn packs_bits(self) -> bool {
        matches!(self.row().family, Family::Bits)
    }

    /// Whether a strict reader compares its input with what a writer makes of the value. Otherwise,
    /// each form is checked while reading.
    pub const fn checks_by_encoding(self) -> bool {
        self.canonical() && !self.has_tags()
    }

    /// How the end of a constructed encoding is determined.
    pub const fn lengths(self) -> Lengths {
        self.row().lengths
    }

    /// Strings of more octets than this are split into segments of this many (X.690 9.2).
    pub const fn segment(self) -> Option<usize> {
        self.row().segment
    }

    /// How a writer sorts the components of a SET whose order is free.
    pub const fn set_order(self) -> Sort {
        self.row().set
    }

    /// How a writer sorts the elements of a SET OF.
    pub const fn set_of_order(self) -> Sort {
        if self.canonical() {
            Sort::Octets
        } else {
            Sort::None
        }
    }
}

/// The first rules of the table.
impl Default for Rules {
    fn default() -> Rules {
        Rules::ALL[0]
    }
}

impl std::fmt::Display for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests;
