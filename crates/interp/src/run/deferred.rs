//! Code shared by the readers of all families: records, and open types whose keys may come after them. Such
//! an open type is kept as octets and decoded at the end of the record that contains the keys.

use std::collections::HashMap;
use std::rc::Rc;

use crate::run::Done;
use wireglot_plan::ShapeId;
use wireglot_rt::Fault;

use super::context::{Chosen, Context};
use super::kept::{may_be_kept, Way};
use crate::linked::program::{Group, Record, Select, Step};
use crate::{Hole, Sink};

/// An open type whose key has not come yet, as a range of the input.
pub(super) struct Deferred<'c, P> {
    pub select: &'c Select,
    pub hole: Hole,
    pub start: P,
    pub end: P,
    /// The keys in records that have ended, since the next element of a list sets the same registers: `None` for
    /// an absent key.
    pub kept: Vec<(u32, Option<Rc<[u8]>>)>,
}

/// A reader of one family of rules.
pub(super) trait Reading<'c>: Sized {
    /// The output.
    type Sink: Sink + 'c;
    /// A position in the input.
    type Place;

    /// The state to return to.
    type State;

    fn cx(&mut self) -> &mut Context<'c, Self::Sink>;

    fn state(&self) -> Self::State;

    fn back_to(&mut self, state: Self::State);

    /// Open types that wait for their keys, innermost last.
    fn deferred(&mut self) -> &mut Vec<Deferred<'c, Self::Place>>;

    /// Enters a value with parts; the fault is at the current position.
    fn deeper(&mut self) -> Done;

    /// Reads the items of a record that has begun.
    fn items(&mut self, group: &'c Group) -> Done;

    /// Decodes an open type that waited, by its row or as an opaque value.
    fn fill(&mut self, deferred: &Deferred<'c, Self::Place>, chosen: Option<(ShapeId, &'c Step)>) -> Done;

    /// Adds the place of the open type to a fault in its keys.
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

    /// Reads the contents of an open type. If they do not decode, `keep` reads its octets; if that fails too,
    /// returns the first fault.
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

    /// Reads the value of an open type of known type.
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
        self.deferred().push(Deferred { select, hole, start, end, kept: Vec::new() });
    }

    /// Decodes the open types that waited for the keys of this record, which ends.
    fn fill_decided(&mut self, record: &'c Record, first: usize) -> Done {
        let waiting: Vec<_> = self.deferred().drain(first..).collect();
        let mut own = HashMap::new();
        for mut deferred in waiting {
            let owned = |r: &u32| record.registers.binary_search_by_key(r, |(own, _)| *own).is_ok();
            let registers = &mut self.cx().registers;
            let kept = |r: &u32| deferred.kept.iter().any(|(register, _)| register == r);
            let (ended, others): (Vec<u32>, _) =
                deferred.select.registers.iter().filter(|r| !kept(r)).partition(|r| owned(r));
            if others.iter().all(|r| registers.is_set(*r)) {
                for (register, key) in &deferred.kept {
                    registers.set_to(*register, key.as_deref());
                }
                self.fill_hole(&deferred, true)?;
            } else {
                for r in ended {
                    let key = own.entry(r).or_insert_with(|| registers.get(r).map(Rc::from));
                    deferred.kept.push((r, key.clone()));
                }
                self.deferred().push(deferred);
            }
        }
        Ok(())
    }

    /// Passes on what still waits as opaque, since no more keys will come.
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
