//! What values must satisfy: constraints over shapes, ready to be tested.

use wireglot_bigint::BigInt;
use wireglot_model::{PresenceConstraint, Value};

use crate::{KeyPath, TableId};

/// A test of a value. Ranges are closed, sorted, and do not touch.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// All of these.
    All(Vec<Check>),
    /// At least one of these.
    Any(Vec<Check>),
    /// Not this.
    Not(Box<Check>),
    /// Equal to this value (X.680's abstract equality).
    Equal(Value),
    /// An INTEGER in one of these; a missing end has no bound.
    Integer(Vec<(Option<BigInt>, Option<BigInt>)>),
    /// A REAL between these; `true` excludes the end.
    Real(Option<(wireglot_model::Real, bool)>, Option<(wireglot_model::Real, bool)>),
    /// A REAL with parts in these ranges (X.680 21.5).
    RealForm(Box<RealForm>),
    /// A length in one of these.
    Size(Vec<(u64, Option<u64>)>),
    /// Every character's code point in one of these.
    Alphabet(Vec<(u32, u32)>),
    /// Every element satisfies it.
    Element(Box<Check>),
    /// WITH COMPONENTS.
    Components(Vec<ComponentCheck>),
    /// The value of a BIT STRING or OCTET STRING is an encoding of the contained type's shape.
    Contents(Box<Check>),
    /// One of a table's values in a key column, in the rows that the keys leave.
    Column {
        /// The table.
        table: TableId,
        /// The key column.
        column: u32,
        /// The other keys: column and where its value stands.
        keys: Vec<(u32, KeyPath)>,
    },
}

/// What is asked of the parts of a REAL other than zero, as some way to write it as
/// `mantissa * base ^ exponent`. Each part is in one of its ranges.
#[derive(Debug, Clone, PartialEq)]
pub struct RealForm {
    /// The mantissa.
    pub mantissa: Vec<(Option<BigInt>, Option<BigInt>)>,
    /// The base: of 2 and 10, those that are in one of these.
    pub base: Vec<(Option<BigInt>, Option<BigInt>)>,
    /// The exponent.
    pub exponent: Vec<(Option<BigInt>, Option<BigInt>)>,
}

/// What is asked of one slot or alternative.
#[derive(Debug, Clone, PartialEq)]
pub struct ComponentCheck {
    /// The slot of the record, or the alternative of the choice.
    pub slot: u32,
    /// Asked of its value, if it is there.
    pub check: Option<Check>,
    /// Asked of its presence.
    pub presence: PresenceConstraint,
}
