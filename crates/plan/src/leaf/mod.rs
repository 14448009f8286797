//! Leaves: named runtime routines with constant arguments.
//!
//! There is one family for each way of laying out values. Emitters do not know individual leaves:
//! they emit a call of `name` in `family` with `args`, and the runtime of each language has the
//! routine.

mod arg;
mod bits;
mod octets;
mod tlv;

pub use arg::Arg;
pub use bits::Bits;
pub use octets::Octets;
pub use tlv::Tlv;

/// A leaf of any family.
#[derive(Debug, Clone, PartialEq)]
pub enum Leaf {
    /// Contents octets of BER, DER and CER.
    Tlv(Tlv),
    /// Bit fields of PER.
    Bits(Bits),
    /// Whole octets of OER.
    Octets(Octets),
}

impl Leaf {
    /// The family's name, which is also that of a file in each runtime.
    pub fn family(&self) -> &'static str {
        match self {
            Leaf::Tlv(_) => "tlv",
            Leaf::Bits(_) => "bits",
            Leaf::Octets(_) => "octets",
        }
    }

    /// The routine's name.
    pub fn name(&self) -> &'static str {
        match self {
            Leaf::Tlv(leaf) => leaf.name(),
            Leaf::Bits(leaf) => leaf.name(),
            Leaf::Octets(leaf) => leaf.name(),
        }
    }

    /// The routine's constant arguments, by name.
    pub fn args(&self) -> Vec<(&'static str, Arg)> {
        match self {
            Leaf::Tlv(leaf) => leaf.args(),
            Leaf::Bits(leaf) => leaf.args(),
            Leaf::Octets(leaf) => leaf.args(),
        }
    }
}
