//! Rule sets, one row each. Code asks a row what its rules are like; only where a family's
//! readers, writers and planners are chosen does anyone ask for the family itself.

use crate::Sort;

/// A family of leaves, and of what reads and writes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Identifier, length and contents octets, written from the end to the start: a length is known
    /// by the time it is due.
    Tlv,
    /// Bit fields.
    Bits,
    /// Whole octets.
    Octets,
}

/// How a constructed encoding says where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lengths {
    /// It doesn't: these rules put no length on a value as such.
    None,
    /// As the writer likes.
    Free,
    /// By its length, always.
    Definite,
    /// By an end marker, always.
    Indefinite,
}

/// What there is to know about a rule set: a row of the table.
#[derive(Debug)]
struct Row {
    /// The word on the command line.
    word: &'static str,
    /// The standard.
    standard: &'static str,
    /// Its object identifier (X.690 12, X.691 32, X.696 32).
    identifier: &'static [i128],
    /// Its leaves.
    family: Family,
    /// The rules that take all of its encodings as they are; itself if there are none.
    basic: Rules,
    /// The rules that have one encoding for each value; itself if it is canonical.
    canonical: Rules,
    /// Long fields begin at whole octets (X.691 11.5.7, 11.9).
    aligned: bool,
    /// How a constructed encoding ends.
    lengths: Lengths,
    /// Strings of more octets go in segments of so many (X.690 9.2).
    segment: Option<usize>,
    /// How a writer sorts a SET that a reader takes in any order.
    set: Sort,
}

/// Makes the names of the rows, and what reads their cells.
macro_rules! rule_sets {
    ($($(#[$doc:meta])* $name:ident: $row:expr,)*) => {
        /// A set of encoding rules: the name of a row.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rules {
            $($(#[$doc])* $name,)*
        }

        impl Rules {
            /// All, in the order in which lists show them.
            pub const ALL: [Rules; [$(Rules::$name),*].len()] = [$(Rules::$name),*];

            const fn row(self) -> &'static Row {
                match self {
                    $(Rules::$name => const { &$row },)*
                }
            }
        }
    };
}

/// What the rules of a family have in common, or most of them.
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
    /// The word for it on the command line.
    pub const fn word(self) -> &'static str {
        self.row().word
    }

    /// The rules of that word.
    pub fn from_word(word: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.word() == word)
    }

    /// The standard that defines it.
    pub const fn standard(self) -> &'static str {
        self.row().standard
    }

    /// The rules that an object identifier names.
    pub fn from_identifier(arcs: &[i128]) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.row().identifier == arcs)
    }

    /// Its leaves, and who reads and writes them. Only those who choose by it ask; what follows from
    /// the family has a question of its own.
    pub const fn family(self) -> Family {
        self.row().family
    }

    /// The rules that take all of its encodings as they are; itself if there are no others.
    pub const fn basic(self) -> Rules {
        self.row().basic
    }

    /// The rules with the same means that have one encoding for each value.
    pub const fn canonical_form(self) -> Rules {
        self.row().canonical
    }

    /// Whether one value has exactly one encoding.
    pub const fn canonical(self) -> bool {
        self.row().canonical as u8 == self as u8
    }

    /// Whether long fields begin at whole octets (X.691 11.5.7, 11.9).
    pub const fn aligned(self) -> bool {
        self.row().aligned
    }

    /// Whether each encoding begins with a tag and says where it ends, so that it can be walked
    /// without a specification.
    pub const fn has_tags(self) -> bool {
        !matches!(self.row().lengths, Lengths::None)
    }

    /// Whether values take bits, not whole octets.
    pub const fn packs_bits(self) -> bool {
        matches!(self.row().family, Family::Bits)
    }

    /// Whether a strict reader compares what it read with what a writer makes of the value. Otherwise
    /// each form is checked where it is read.
    pub const fn checks_by_encoding(self) -> bool {
        self.canonical() && !self.has_tags()
    }

    /// How a constructed encoding says where it ends.
    pub const fn lengths(self) -> Lengths {
        self.row().lengths
    }

    /// Strings of more octets than this go in segments of so many (X.690 9.2).
    pub const fn segment(self) -> Option<usize> {
        self.row().segment
    }

    /// How a writer sorts the components of a SET that come in any order.
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

/// Where nothing says which rules, the first of the table.
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
