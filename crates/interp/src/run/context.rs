//! State shared by all readers of one decode, under any rules.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::{ErrorCode, Fault};

use super::kept::{may_be_kept, Kept, Mode, Way};
use super::registers::Registers;
use super::write::Runs;
use super::Done;
use crate::key::Tee;
use crate::linked::program::{Contained, Item, Rows, Select, Step, Target};
use crate::linked::Linked;
use crate::{DecodeOptions, Origin, Sink};

/// Decodes the complete encoding at the start of the octets, which have this many bits. Returns the number
/// of octets it took.
pub(crate) type Read<'c, S> = fn(&mut Context<'c, S>, &'c Step, Rules, &[u8], u64) -> Result<usize, Fault>;

/// State shared by all readers of one decode.
pub(crate) struct Context<'c, S> {
    pub linked: &'c Linked,
    pub options: &'c DecodeOptions,
    /// Reads contained values under rules of any family.
    read: Read<'c, S>,
    pub runs: &'static Runs,
    pub sink: Tee<'c, S>,
    pub registers: Registers,
    pub scratch: Vec<u8>,
    pub text: String,
    /// The number of values of no bits so far.
    pub empty: u64,
    pub(super) depth: u32,
    pub mode: Mode<'c>,
    /// The number of open types and of strings containing encodings begun so far.
    pub(super) opens: u64,
    pub kept: Vec<Kept>,
    /// Whether the next octets are kept because they do not decode.
    pub(super) keeping: bool,
}

/// The choice made for a select.
pub(crate) enum Chosen<'c> {
    Row(ShapeId, &'c Step),
    Opaque,
    Deferred,
}

impl<'c, S: Sink> Context<'c, S> {
    pub fn new(
        linked: &'c Linked,
        options: &'c DecodeOptions,
        sink: &'c mut S,
        read: Read<'c, S>,
        runs: &'static Runs,
    ) -> Context<'c, S> {
        let mode = Mode::of(options, None);
        Context {
            linked,
            options,
            read,
            runs,
            sink: Tee { sink, key: Default::default(), open: 0 },
            registers: Registers::new(linked.program().longest_key),
            scratch: Vec::new(),
            text: String::new(),
            empty: 0,
            depth: 0,
            mode,
            opens: 0,
            kept: Vec::new(),
            keeping: false,
        }
    }

    /// Counts values of no bits.
    ///
    /// # Errors
    /// There are more than this.
    pub fn count_empty(&mut self, count: u64) -> Result<(), u64> {
        let most = self.options.limits.empty_elements;
        self.empty = self.empty.saturating_add(count);
        match self.empty > most {
            true => Err(most),
            false => Ok(()),
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

    /// Handles an absent item: keys in it have their default values. A slot is an error, or filled in with its default.
    pub fn absent(&mut self, item: &Item) -> Done {
        for (register, key) in &item.keys {
            self.registers.put(*register, key);
        }
        let Target::Slot(slot) = item.target else { return Ok(()) };
        if item.required {
            // Puts the slot into the error's path.
            self.sink.slot(slot);
            return Err(Fault::new(ErrorCode::Missing));
        }
        if self.options.defaults {
            if let Some(value) = item.default.and_then(|p| self.linked.defaults().at(p)) {
                self.sink.slot(slot);
                value.play(&mut self.sink);
            }
        }
        Ok(())
    }

    /// Begins to record a key.
    pub fn begin_key(&mut self) -> usize {
        self.sink.open += 1;
        self.sink.key.octets.len()
    }

    /// Completes a key.
    pub fn end_key(&mut self, register: u32, start: usize) {
        self.sink.open -= 1;
        let key = self.sink.key.octets.get(start..).unwrap_or_default();
        self.registers.put(register, key);
        if self.sink.open == 0 {
            self.sink.key.octets.clear();
        }
    }

    fn rows(&self, select: &Select) -> Option<&'c Rows> {
        self.linked.program().tables.get(select.rows as usize)
    }

    /// The row selected by the registers. `last` means that no more keys will come.
    pub fn choose(&mut self, select: &Select, last: bool) -> Result<Chosen<'c>, Fault> {
        let rows = self.rows(select);
        let Some(key) = self.registers.key(&select.registers) else {
            return Ok(if select.deferred && !last { Chosen::Deferred } else { Chosen::Opaque });
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

    /// How to read the contents of a string. `None` if it stays octets: an open type for which there is no
    /// row, or an encoding that is known not to decode.
    pub fn contents(&mut self, contained: &Contained) -> Result<Option<Way>, Fault> {
        if let Some(select) = contained.select() {
            if !matches!(self.choose(select, true)?, Chosen::Row(..)) {
                return Ok(None);
            }
        }
        Ok(match self.begin_held() {
            Way::Keep(fault) => {
                self.keep(self.opens - 1, fault);
                None
            }
            way => Some(way),
        })
    }

    /// Decodes the contents of a string, the first `bits` bits of `octets`, or keeps the octets.
    pub fn contained(&mut self, contained: &'c Contained, way: Way, octets: &[u8], bits: u64) -> Done {
        match (self.encoding(contained, octets, bits), way) {
            (Ok(()), Way::Try(mark)) => self.end_held(&mark),
            (Err(fault), Way::Try(mark)) if may_be_kept(&fault) => {
                self.take_back(&mark);
                self.keep(mark.open, fault);
                self.string(contained, octets, bits);
            }
            (read, _) => return read,
        }
        Ok(())
    }

    fn encoding(&mut self, contained: &'c Contained, octets: &[u8], bits: u64) -> Done {
        self.deeper()?;
        self.sink.begin_contained(contained.shape, contained.rules);
        if !bits.is_multiple_of(8) && !contained.rules.packs_bits() {
            return Err(Fault::new(ErrorCode::NotContained));
        }
        let consumed = (self.read)(self, &contained.step, contained.rules, octets, bits)?;
        match octets.len().saturating_sub(consumed) {
            0 => {}
            left => self.left_over(Fault::of(ErrorCode::Trailing, left as u64).at_octet(consumed))?,
        }
        self.sink.end_contained(contained.shape);
        self.shallower();
        Ok(())
    }

    /// Passes on the rules of the octets that come next in place of a value.
    pub fn origin(&mut self, rules: Rules) {
        let kept = std::mem::take(&mut self.keeping);
        self.sink.origin(Origin { rules, kept });
    }

    /// Passes on the octets of an open type, and their rules.
    pub fn opaque(&mut self, shape: ShapeId, rules: Rules, octets: &[u8]) {
        self.origin(rules);
        self.sink.opaque(shape, octets);
    }

    /// Passes on, as octets, a string that may contain an encoding.
    pub fn string(&mut self, contained: &Contained, octets: &[u8], bits: u64) {
        if self.keeping {
            self.origin(contained.rules);
        }
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
}
