//! What readers of all families do alike: records, and open types whose keys may come behind them.
//! Those are kept as a stretch, and decoded when the record ends that the keys are parts of.

use crate::run::Done;
use wireglot_plan::ShapeId;
use wireglot_rt::Fault;

use super::context::{Chosen, Context};
use super::kept::{may_be_kept, Way};
use crate::linked::program::{Group, Record, Select, Step};
use crate::{Hole, Sink};

/// An open type whose key has not come yet: a stretch of what is read.
pub(super) struct Deferred<'c, P> {
    pub select: &'c Select,
    pub hole: Hole,
    pub start: P,
    pub end: P,
}

/// A reader of one family.
pub(super) trait Reading<'c>: Sized {
    /// Where it writes.
    type Sink: Sink + 'c;
    /// A place in what it reads.
    type Place;

    /// Where it stands, and what it reads there.
    type State;

    fn cx(&mut self) -> &mut Context<'c, Self::Sink>;

    fn state(&self) -> Self::State;

    fn back_to(&mut self, state: Self::State);

    /// Open types that wait, the innermost last.
    fn deferred(&mut self) -> &mut Vec<Deferred<'c, Self::Place>>;

    /// Into a value with parts; a fault of that is here.
    fn deeper(&mut self) -> Done;

    /// The items of a record that was begun.
    fn items(&mut self, group: &'c Group) -> Done;

    /// Decodes one that waited: by its row, or as something that nothing is known of.
    fn fill(&mut self, deferred: &Deferred<'c, Self::Place>, chosen: Option<(ShapeId, &'c Step)>) -> Done;

    /// A fault of the keys of what stands there.
    fn at(fault: Fault, place: &Self::Place) -> Fault;

    #[inline]
    fn record(&mut self, record: &'c Record) -> Done {
        self.deeper()?;
        self.cx().sink.begin_record(record.shape);
        let first = self.deferred().len();
        for (register, _) in &record.registers {
            self.cx().registers.unset(*register);
        }
        self.items(&record.group)?;
        if self.deferred().len() > first {
            self.fill_decided(record, first)?;
        }
        self.cx().sink.end_record(record.shape);
        self.cx().shallower();
        Ok(())
    }

    /// Reads what an open type holds; where that does not decode, `keep` reads its octets. Where these cannot
    /// be told either, the fault is the first.
    fn held(&mut self, read: impl FnOnce(&mut Self) -> Done, keep: impl FnOnce(&mut Self) -> Done) -> Done {
        let mark = match self.cx().begin_held() {
            Way::Read => return read(self),
            Way::Keep(fault) => {
                let open = self.cx().opens - 1;
                self.cx().keep(open, fault);
                return keep(self);
            }
            Way::Try(mark) => mark,
        };
        let (state, waiting) = (self.state(), self.deferred().len());
        match read(self) {
            Err(fault) if may_be_kept(&fault) => {
                self.back_to(state);
                self.deferred().truncate(waiting);
                self.cx().take_back(&mark);
                self.cx().keep(mark.open, fault);
                keep(self).map_err(|_| fault)
            }
            Err(fault) => Err(fault),
            Ok(()) => {
                self.cx().end_held(&mark);
                Ok(())
            }
        }
    }

    /// The value of an open type whose type is known.
    #[inline]
    fn open(&mut self, shape: ShapeId, actual: ShapeId, read: impl FnOnce(&mut Self) -> Done) -> Done {
        self.deeper()?;
        self.cx().sink.begin_open(shape, actual);
        read(self)?;
        self.cx().sink.end_open(shape);
        self.cx().shallower();
        Ok(())
    }

    /// Leaves a hole for a value that waits.
    fn wait(&mut self, select: &'c Select, start: Self::Place, end: Self::Place) {
        let hole = self.cx().sink.hole(select.shape);
        self.deferred().push(Deferred { select, hole, start, end });
    }

    /// Decodes what waited for the keys of a record that ends.
    fn fill_decided(&mut self, record: &'c Record, first: usize) -> Done {
        let waiting: Vec<_> = self.deferred().drain(first..).collect();
        for deferred in waiting {
            let owned = |r: &u32| record.registers.iter().any(|(own, _)| own == r);
            let registers = &self.cx().registers;
            if !deferred.select.registers.iter().all(|r| owned(r) || registers.is_set(*r)) {
                self.deferred().push(deferred);
                continue;
            }
            self.fill_hole(&deferred, true)?;
        }
        Ok(())
    }

    /// No key comes any more for what still waits.
    fn fill_rest(&mut self) -> Done {
        for deferred in std::mem::take(self.deferred()) {
            self.fill_hole(&deferred, false)?;
        }
        Ok(())
    }

    fn fill_hole(&mut self, deferred: &Deferred<'c, Self::Place>, decided: bool) -> Done {
        self.cx().sink.begin_fill(deferred.hole);
        let chosen = match decided {
            true => self.cx().choose(deferred.select, true).map_err(|f| Self::at(f, &deferred.start))?,
            false => Chosen::Opaque,
        };
        let row = match chosen {
            Chosen::Row(actual, step) => Some((actual, step)),
            Chosen::Opaque | Chosen::Deferred => None,
        };
        match row {
            Some(_) => self.held(|r| r.fill(deferred, row), |r| r.fill(deferred, None))?,
            None => self.fill(deferred, None)?,
        }
        self.cx().sink.end_fill();
        Ok(())
    }
}
