//! Packs: bits that are collected before they are written.

use std::collections::HashMap;

use wireglot_plan::{Rules, ShapeId};

/// The number of bits that fit into a pack.
pub const PACK: u32 = 56;

/// The number of bits that may be packed before a string: its length takes up to 16.
pub const BEFORE_STRING: u32 = PACK - 16;

/// The id of the pack that a function is given.
pub const GIVEN_PACK: u32 = 0;

/// The maximum number of parts that can't be packed, so that few are looked at from each place.
const MOST_APART: u32 = 8;

/// What a part takes if it can be packed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PackWidth {
    /// The maximum number of bits.
    pub bits: u32,
    /// The maximum number of writes if it isn't packed.
    pub writes: u32,
    /// How many optional parts can't be packed: what has been packed is written before them.
    pub apart: u32,
}

impl PackWidth {
    pub fn and(self, next: PackWidth) -> PackWidth {
        PackWidth {
            bits: self.bits + next.bits,
            writes: self.writes + next.writes,
            apart: self.apart + next.apart,
        }
    }

    pub fn fits(self) -> bool {
        self.bits <= PACK && self.apart <= MOST_APART
    }

    pub fn or(self, other: PackWidth) -> PackWidth {
        PackWidth {
            bits: self.bits.max(other.bits),
            writes: self.writes.max(other.writes),
            apart: self.apart.max(other.apart),
        }
    }
}

/// The routines whose values are packed, by their rules and types, and what these take. Their functions are given
/// a pack, and return it.
pub type PackedRoutines = HashMap<(Rules, ShapeId), PackWidth>;

/// The name of a pack.
pub fn pack(id: u32) -> String {
    match id {
        GIVEN_PACK => "pack".to_string(),
        id => format!("pack{id}"),
    }
}
