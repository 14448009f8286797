//! Names of the rule sets.

/// A set of encoding rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rules {
    /// Basic Encoding Rules (X.690 8).
    Ber,
    /// Distinguished Encoding Rules (X.690 10, 11).
    Der,
    /// Canonical Encoding Rules (X.690 9, 11).
    Cer,
    /// BASIC-PER, aligned variant (X.691).
    Aper,
    /// BASIC-PER, unaligned variant.
    Uper,
    /// CANONICAL-PER, aligned variant.
    Caper,
    /// CANONICAL-PER, unaligned variant.
    Cuper,
    /// BASIC-OER (X.696).
    Oer,
    /// CANONICAL-OER.
    Coer,
}

/// A family of leaves, and with it how octets come about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Identifier, length and contents octets; written from the end to the start, so that lengths
    /// are known when they are due.
    Tlv,
    /// Bit fields.
    Bits,
    /// Whole octets.
    Octets,
}

impl Rules {
    /// The leaves of its plans.
    pub fn family(self) -> Family {
        match self {
            Rules::Ber | Rules::Der | Rules::Cer => Family::Tlv,
            Rules::Aper | Rules::Uper | Rules::Caper | Rules::Cuper => Family::Bits,
            Rules::Oer | Rules::Coer => Family::Octets,
        }
    }

    /// Whether long fields begin at whole octets (X.691 11.5.7, 11.9).
    pub fn aligned(self) -> bool {
        matches!(self, Rules::Aper | Rules::Caper)
    }

    /// The word for it on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Rules::Ber => "ber",
            Rules::Der => "der",
            Rules::Cer => "cer",
            Rules::Aper => "aper",
            Rules::Uper => "uper",
            Rules::Caper => "caper",
            Rules::Cuper => "cuper",
            Rules::Oer => "oer",
            Rules::Coer => "coer",
        }
    }

    /// All, in the order in which lists show them.
    pub const ALL: [Rules; 9] = [
        Rules::Ber,
        Rules::Der,
        Rules::Cer,
        Rules::Aper,
        Rules::Uper,
        Rules::Caper,
        Rules::Cuper,
        Rules::Oer,
        Rules::Coer,
    ];

    /// The rules of that word.
    pub fn from_word(word: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|r| r.word() == word)
    }

    /// Whether one value has exactly one encoding.
    pub fn canonical(self) -> bool {
        matches!(self, Rules::Der | Rules::Cer | Rules::Caper | Rules::Cuper | Rules::Coer)
    }
}

impl std::fmt::Display for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}
