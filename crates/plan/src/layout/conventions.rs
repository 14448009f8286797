//! What a schema language settles for all its layouts.

use super::scalar::Scalar;

/// Facts about a schema language that its layouts are read, written and shown by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Conventions {
    /// Every part of a value is there: what is missing is zero, and what is too large is cut to its
    /// width. Otherwise only what may be null can be missing, and what does not fit is refused.
    pub total: bool,
    /// Everything begins and ends between octets.
    pub by_octets: bool,
    /// JSON shows values of enumerations by name.
    pub names: bool,
    /// JSON shows a float of 32 bits as the shortest number that is read as the same one; otherwise
    /// as its value in 64 bits.
    pub short_floats: bool,
    /// The words for floats of 32 and of 64 bits.
    pub floats: [&'static str; 2],
}

/// bitproto: streams of bits, in which every part has a value.
pub const BITPROTO: Conventions = Conventions {
    total: true,
    by_octets: false,
    names: false,
    short_floats: true,
    floats: ["float32", "float64"],
};

/// SBE: octets, in which numbers mean null.
pub const SBE: Conventions = Conventions {
    total: false,
    by_octets: true,
    names: true,
    short_floats: false,
    floats: ["float", "double"],
};

impl Conventions {
    /// A scalar type in the words of the schema language: `uint5`, `char`, `double`.
    pub fn word(&self, scalar: Scalar, bits: u64) -> String {
        match (scalar, bits) {
            (Scalar::Char, _) => "char".into(),
            (Scalar::Float, 32) => self.floats[0].into(),
            (Scalar::Float, _) => self.floats[1].into(),
            (Scalar::Signed, bits) => format!("int{bits}"),
            (Scalar::Unsigned, bits) => format!("uint{bits}"),
        }
    }
}
