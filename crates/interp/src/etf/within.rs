//! Bounds what the defaults of a few components may expand to.

/// The most values that one default may consist of, with the defaults in it.
pub(super) const PARTS: u32 = 1 << 16;

/// How deep they may nest.
pub(super) const DEPTH: u32 = 256;

/// How many values of a default have been written, and how many are around the next.
#[derive(Debug, Default)]
pub(super) struct Within {
    parts: u32,
    depth: u32,
}

impl Within {
    /// Begins a value that belongs to a default, unless it is one too many.
    pub fn enter(&mut self) -> bool {
        if self.depth == 0 {
            self.parts = 0;
        }
        let has_room = self.parts < PARTS && self.depth < DEPTH;
        if has_room {
            (self.parts, self.depth) = (self.parts + 1, self.depth + 1);
        }
        has_room
    }

    /// Ends it.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}
