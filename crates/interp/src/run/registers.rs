//! The keys of open types, as long as the records that contain them are open.

use crate::key::KeySink;
use crate::{ValueRef, View};

/// A key.
#[derive(Debug, Default)]
struct Register {
    set: bool,
    octets: Vec<u8>,
}

/// The registers of all active routines, outermost first.
#[derive(Debug)]
pub(crate) struct Registers {
    all: Vec<Register>,
    base: usize,
    top: usize,
    key: Vec<u8>,
    /// The octets that a register holds at most: one more than the longest key of a row has, so that what is cut off
    /// here still selects none. Otherwise each of many open types would compare all of a long key.
    most: usize,
}

impl Registers {
    /// Registers for keys of which the longest has as many octets.
    pub fn new(longest: usize) -> Registers {
        let most = longest.saturating_add(1);
        Registers { all: Vec::new(), base: 0, top: 0, key: Vec::new(), most }
    }

    /// Makes room for a routine's registers; returns the argument for [`Registers::leave`]. A
    /// routine without registers never accesses any.
    #[inline]
    pub fn enter(&mut self, count: u32) -> (usize, usize) {
        let outer = (self.base, self.top);
        if count > 0 {
            self.make_room(count);
        }
        outer
    }

    #[expect(clippy::indexing_slicing, reason = "made long enough above")]
    fn make_room(&mut self, count: u32) {
        self.base = self.top;
        self.top += count as usize;
        if self.all.len() < self.top {
            self.all.resize_with(self.top, Register::default);
        }
        for register in &mut self.all[self.base..self.top] {
            register.set = false;
        }
    }

    /// The argument for [`Registers::leave`] to return to the current state.
    pub fn place(&self) -> (usize, usize) {
        (self.base, self.top)
    }

    #[inline]
    pub fn leave(&mut self, outer: (usize, usize)) {
        (self.base, self.top) = outer;
    }

    fn get_mut(&mut self, register: u32) -> Option<&mut Register> {
        self.all.get_mut(self.base + register as usize)
    }

    pub fn unset(&mut self, register: u32) {
        if let Some(register) = self.get_mut(register) {
            register.set = false;
        }
    }

    pub fn put(&mut self, register: u32, key: &[u8]) {
        let key = key.get(..self.most).unwrap_or(key);
        if let Some(register) = self.get_mut(register) {
            register.set = true;
            register.octets.clear();
            register.octets.extend_from_slice(key);
        }
    }

    /// Sets a key to a value.
    pub fn put_value(&mut self, register: u32, value: ValueRef<'_>) {
        let most = self.most;
        let Some(register) = self.get_mut(register) else { return };
        let mut sink = KeySink { octets: std::mem::take(&mut register.octets) };
        sink.octets.clear();
        match value.view() {
            View::Open(_, inner) => inner.play(&mut sink),
            _ => value.play(&mut sink),
        }
        sink.octets.truncate(most);
        (register.set, register.octets) = (true, sink.octets);
    }

    /// Sets a key, or unsets it.
    pub fn set_to(&mut self, register: u32, key: Option<&[u8]>) {
        match key {
            Some(key) => self.put(register, key),
            None => self.unset(register),
        }
    }

    pub fn is_set(&self, register: u32) -> bool {
        self.get(register).is_some()
    }

    /// A key that is set.
    pub fn get(&self, register: u32) -> Option<&[u8]> {
        let register = self.all.get(self.base + register as usize).filter(|r| r.set)?;
        Some(&register.octets)
    }

    /// The keys of a select, concatenated; `None` if one is not set.
    pub fn key(&mut self, registers: &[u32]) -> Option<&[u8]> {
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        let mut complete = true;
        for register in registers {
            match self.all.get(self.base + *register as usize) {
                Some(register) if register.set => {
                    key.extend_from_slice(&register.octets);
                    key.push(b';');
                }
                _ => complete = false,
            }
        }
        self.key = key;
        complete.then_some(&self.key[..])
    }
}
