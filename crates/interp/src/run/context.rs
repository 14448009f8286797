//! What all runs of one decode share, whatever the rules.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::{ErrorCode, Fault};

use crate::families;
use crate::key::{KeySink, Tee};
use crate::program::{Contained, Item, Rows, Select, Step, Target};
use crate::{Codec, DecodeOptions, Sink, ValueRef, View};

pub(crate) type Done = Result<(), Fault>;

/// The key that a register holds.
#[derive(Debug, Default)]
struct Register {
    set: bool,
    octets: Vec<u8>,
}

/// Registers of all routines that are running, outermost first.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    all: Vec<Register>,
    base: usize,
    top: usize,
    key: Vec<u8>,
}

impl Registers {
    /// Makes room for a routine's; gives what [`Registers::leave`] wants. A routine without
    /// any never asks for one.
    #[inline]
    pub fn enter(&mut self, count: u32) -> (usize, usize) {
        let outer = (self.base, self.top);
        if count > 0 {
            self.make_room(count);
        }
        outer
    }

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
        if let Some(register) = self.get_mut(register) {
            register.set = true;
            register.octets.clear();
            register.octets.extend_from_slice(key);
        }
    }

    /// Takes a value for the key.
    pub fn put_value(&mut self, register: u32, value: ValueRef<'_>) {
        let Some(register) = self.get_mut(register) else { return };
        let mut sink = KeySink { octets: std::mem::take(&mut register.octets) };
        sink.octets.clear();
        match value.view() {
            View::Open(_, inner) => inner.play(&mut sink),
            _ => value.play(&mut sink),
        }
        (register.set, register.octets) = (true, sink.octets);
    }

    pub fn is_set(&self, register: u32) -> bool {
        self.all.get(self.base + register as usize).is_some_and(|r| r.set)
    }

    /// The keys of a select as one; `None` if one is not set.
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

/// What all runs of one decode share.
pub(crate) struct Context<'c, S> {
    pub codec: &'c Codec,
    pub options: &'c DecodeOptions,
    pub sink: Tee<'c, S>,
    pub registers: Registers,
    pub scratch: Vec<u8>,
    pub text: String,
    /// Elements of no bits so far.
    pub empty: u64,
    depth: u32,
}

/// What a select leads to.
pub(crate) enum Chosen<'c> {
    Row(ShapeId, &'c Step),
    Opaque,
    Later,
}

impl<'c, S: Sink> Context<'c, S> {
    pub fn new(codec: &'c Codec, options: &'c DecodeOptions, sink: &'c mut S) -> Context<'c, S> {
        Context {
            codec,
            options,
            sink: Tee { sink, key: Default::default(), open: 0 },
            registers: Registers::default(),
            scratch: Vec::new(),
            text: String::new(),
            empty: 0,
            depth: 0,
        }
    }

    pub fn strict(&self, rules: Rules) -> bool {
        self.options.strict.unwrap_or(rules.canonical())
    }

    #[inline]
    pub fn deeper(&mut self) -> Done {
        self.depth += 1;
        match self.depth > self.options.limits.depth {
            true => Err(Fault::of(ErrorCode::LimitDepth, u64::from(self.options.limits.depth))),
            false => Ok(()),
        }
    }

    #[inline]
    pub fn shallower(&mut self) {
        self.depth -= 1;
    }

    pub fn depth_left(&self) -> u32 {
        self.options.limits.depth - self.depth.min(self.options.limits.depth)
    }

    /// A slot that is not there.
    pub fn absent(&mut self, item: &Item) -> Done {
        let Target::Slot(slot) = item.target else { return Ok(()) };
        if item.required {
            // Names the slot in the error's path.
            self.sink.slot(slot);
            return Err(Fault::new(ErrorCode::Missing));
        }
        if self.options.defaults {
            if let Some(value) = item.default.and_then(|p| self.codec.defaults().at(p)) {
                self.sink.slot(slot);
                value.play(&mut self.sink);
            }
        }
        Ok(())
    }

    /// Begins to take down a key.
    pub fn begin_key(&mut self) -> usize {
        self.sink.open += 1;
        self.sink.key.octets.len()
    }

    /// The key is complete.
    pub fn end_key(&mut self, register: u32, start: usize) {
        self.sink.open -= 1;
        let key = self.sink.key.octets.get(start..).unwrap_or_default();
        self.registers.put(register, key);
        if self.sink.open == 0 {
            self.sink.key.octets.clear();
        }
    }

    fn rows(&self, select: &Select) -> Option<&'c Rows> {
        self.codec.program().tables.get(select.rows as usize)
    }

    /// The row that the registers choose. `last`: no key comes any more.
    pub fn choose(&mut self, select: &Select, last: bool) -> Result<Chosen<'c>, Fault> {
        let rows = self.rows(select);
        let Some(key) = self.registers.key(&select.registers) else {
            return Ok(if select.late && !last { Chosen::Later } else { Chosen::Opaque });
        };
        match rows.and_then(|rows| rows.find(key)) {
            Some(row) => match &row.step {
                Some(step) => Ok(Chosen::Row(row.actual, step)),
                None if self.options.resolve => Err(Fault::new(ErrorCode::NoRow)),
                None => Ok(Chosen::Opaque),
            },
            None if select.closed && self.options.resolve => Err(Fault::new(ErrorCode::NoRow)),
            None => Ok(Chosen::Opaque),
        }
    }

    /// Whether the type is known of what a string holds: not of an open type without a row that says it.
    pub fn knows_contents(&mut self, contained: &Contained) -> Result<bool, Fault> {
        match contained.select() {
            Some(select) => Ok(matches!(self.choose(select, true)?, Chosen::Row(..))),
            None => Ok(true),
        }
    }

    /// Decodes what a string holds, from the first of so many bits.
    pub fn contained(&mut self, contained: &'c Contained, octets: &[u8], bits: u64) -> Done {
        self.sink.begin_contained(contained.shape, contained.rules);
        if !bits.is_multiple_of(8) && !contained.rules.packs_bits() {
            return Err(Fault::new(ErrorCode::NotContained));
        }
        let consumed = self.complete(&contained.step, contained.rules, octets, bits)?;
        match octets.len().saturating_sub(consumed) {
            0 => self.sink.end_contained(contained.shape),
            left => return Err(Fault::of(ErrorCode::Trailing, left as u64).at_octet(consumed)),
        }
        Ok(())
    }

    /// A string that could hold an encoding, by itself.
    pub fn string(&mut self, contained: &Contained, octets: &[u8], bits: u64) {
        let used = 0xff_u8 << ((8 - bits % 8) % 8);
        match octets.split_last() {
            _ if !contained.is_bits() => self.sink.octet_string(contained.shape, octets),
            Some((last, rest)) if last & !used != 0 => {
                let clear = [rest, &[last & used]].concat();
                self.sink.bit_string(contained.shape, &clear, bits);
            }
            _ => self.sink.bit_string(contained.shape, octets, bits),
        }
    }

    /// Decodes a complete encoding; gives how many octets it took.
    pub fn complete(
        &mut self,
        step: &'c Step,
        rules: Rules,
        octets: &[u8],
        bits: u64,
    ) -> Result<usize, Fault> {
        families::read(self, step, rules, octets, bits)
    }
}
