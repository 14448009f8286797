//! Numbers stored in bits.

use wireglot_model::sbe::Number;

/// How bits represent a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// An unsigned integer.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// An IEEE 754 number.
    Float,
    /// A character.
    Char,
}

impl Scalar {
    /// The integer stored in `raw`, which has `bits` bits; for a float, its bits.
    pub fn integer(self, raw: u64, bits: u64) -> i128 {
        match self {
            // A constant of the schema is a number regardless of its type's width on the wire.
            Scalar::Signed => {
                let unused = 64u64.saturating_sub(bits) % 64;
                (((raw << unused) as i64) >> unused).into()
            }
            _ => raw.into(),
        }
    }

    /// The number stored in `raw`, which has `bits` bits.
    pub fn number(self, raw: u64, bits: u64) -> Number {
        match (self, bits) {
            (Scalar::Float, 32) => Number::Float(f32::from_bits(raw as u32).into()),
            (Scalar::Float, _) => Number::Float(f64::from_bits(raw)),
            _ => Number::Integer(self.integer(raw, bits)),
        }
    }

    /// The minimum and maximum integer of `bits` bits; `None` for floats, and if there are more bits than a
    /// number has.
    pub fn range(self, bits: u64) -> Option<(i128, i128)> {
        match self {
            Scalar::Float => None,
            _ if !(1..=64).contains(&bits) => None,
            Scalar::Signed => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            Scalar::Unsigned | Scalar::Char => Some((0, (1 << bits) - 1)),
        }
    }
}

/// The bits of a number of the given width.
pub fn raw(number: Number, bits: u64) -> u64 {
    match (number, bits) {
        (Number::Integer(number), 64) => number as u64,
        (Number::Integer(number), _) => number as u64 & ((1 << bits) - 1),
        (Number::Float(number), 32) => (number as f32).to_bits().into(),
        (Number::Float(number), _) => number.to_bits(),
    }
}
