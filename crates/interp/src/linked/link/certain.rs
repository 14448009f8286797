//! Which registers are set for certain.

use std::collections::HashSet;

/// The registers that are set before the node being linked, whatever the message is. What changes is logged, so that
/// one of several alternatives can be undone without a copy of all registers.
#[derive(Default)]
pub(super) struct Certain {
    set: HashSet<u32>,
    /// Registers, each with whether it was added or removed.
    log: Vec<(u32, bool)>,
}

impl Certain {
    pub fn contains(&self, register: u32) -> bool {
        self.set.contains(&register)
    }

    pub fn add(&mut self, register: u32) {
        if self.set.insert(register) {
            self.log.push((register, true));
        }
    }

    pub fn remove(&mut self, register: u32) {
        if self.set.remove(&register) {
            self.log.push((register, false));
        }
    }

    /// Forgets all registers.
    pub fn clear(&mut self) {
        self.set.clear();
        self.log.clear();
    }

    /// A mark to return to.
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes what changed since a mark; appends the registers that had been added.
    pub fn undo(&mut self, mark: usize, added: &mut Vec<u32>) {
        for (register, was_added) in self.log.drain(mark.min(self.log.len())..).rev() {
            match was_added {
                true => {
                    self.set.remove(&register);
                    added.push(register);
                }
                false => {
                    self.set.insert(register);
                }
            }
        }
    }
}
