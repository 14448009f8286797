//! Constraints over shapes, in a form that can be tested.

use wireglot_bigint::BigInt;
use wireglot_model::{PresenceConstraint, Value};

use crate::{KeyPath, TableId};

/// A test of a value. Ranges are closed, sorted, and not adjacent.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// All of these hold.
    All(Vec<Check>),
    /// At least one of these holds.
    Any(Vec<Check>),
    /// This does not hold.
    Not(Box<Check>),
    /// The value equals this one (X.680's abstract equality).
    Equal(Value),
    /// An INTEGER in one of these ranges; `None` means unbounded.
    Integer(Vec<(Option<BigInt>, Option<BigInt>)>),
    /// A REAL between these bounds; `true` means exclusive.
    Real(Option<(wireglot_model::Real, bool)>, Option<(wireglot_model::Real, bool)>),
    /// A REAL with mantissa, base and exponent in these ranges (X.680 21.5).
    RealForm(Box<RealForm>),
    /// The length is in one of these ranges.
    Size(Vec<(u64, Option<u64>)>),
    /// Every character's code point is in one of these ranges.
    Alphabet(Vec<(u32, u32)>),
    /// Every element satisfies this.
    Element(Box<Check>),
    /// WITH COMPONENTS.
    Components(Vec<ComponentCheck>),
    /// The value contained in a BIT STRING or OCTET STRING satisfies this.
    Contents(Box<Check>),
    /// One of the values in a table's key column, in the rows that the other keys select.
    Column {
        /// The table.
        table: TableId,
        /// The key column.
        column: u32,
        /// The other keys: their columns, and where their values are.
        keys: Vec<(u32, KeyPath)>,
    },
}

/// Constraint on a REAL other than zero: it has a representation `mantissa * base ^ exponent` in
/// which each part is in one of its ranges.
#[derive(Debug, Clone, PartialEq)]
pub struct RealForm {
    /// The mantissa.
    pub mantissa: Vec<(Option<BigInt>, Option<BigInt>)>,
    /// The base; only 2 and 10 are possible.
    pub base: Vec<(Option<BigInt>, Option<BigInt>)>,
    /// The exponent.
    pub exponent: Vec<(Option<BigInt>, Option<BigInt>)>,
}

/// The constraint on one slot or alternative.
#[derive(Debug, Clone, PartialEq)]
pub struct ComponentCheck {
    /// The slot of the record, or the alternative of the choice.
    pub slot: u32,
    /// The constraint on its value, if it is present.
    pub check: Option<Check>,
    /// The constraint on its presence.
    pub presence: PresenceConstraint,
}
