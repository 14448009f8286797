//! Conventions of a schema language that apply to all its layouts.

use super::scalar::Scalar;

/// Properties of a schema language that determine how its values are read, written and shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Conventions {
    /// Whether every part of a value is always present: missing parts are zero, and numbers that
    /// are too large are truncated to their width. Otherwise, only nullable parts may be missing,
    /// and numbers that do not fit are rejected.
    pub total: bool,
    /// Whether everything starts and ends on octet boundaries.
    pub by_octets: bool,
    /// Whether JSON shows enumeration values by name.
    pub names: bool,
    /// Whether JSON shows a 32-bit float as the shortest number that reads back as the same float.
    /// Otherwise, it shows its value as a 64-bit float.
    pub short_floats: bool,
    /// The names of 32-bit and 64-bit floats.
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

/// SBE: octets, with numbers that mean null.
pub const SBE: Conventions = Conventions {
    total: false,
    by_octets: true,
    names: true,
    short_floats: false,
    floats: ["float", "double"],
};

impl Conventions {
    /// The name of a scalar type in the schema language: `uint5`, `char`, `double`.
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
