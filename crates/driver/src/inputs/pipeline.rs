//! Decodes records on several threads. Each thread cuts a stretch off the input, decodes it, and reports all
//! stretches whose turn has come, so that threads wait only if no buffer is free. The buffers of a stretch
//! are reused. After an invalid record, reading continues record by record until some are good.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::messages::Bad;
use crate::records::{Chunk, Line, Position, Reader, Sizes, Walk, Work};
use crate::sources::Threads;

use super::damage::Damage;
use super::listener::Stopped;
use super::place::Place;
use super::source::Underway;

/// Initial and maximum size of a stretch in bytes. It starts small, since work done ahead is lost after an
/// invalid record.
const STRETCH: (usize, usize) = (1 << 13, 1 << 18);

/// The number of stretches per thread: one that it decodes, and others that wait for their turn.
const EACH: usize = 3;

/// Consecutive records and their output.
struct Stretch {
    chunk: Chunk,
    text: Vec<u8>,
    /// Where the text of the last good record begins.
    last: usize,
    /// The number of good records before the first invalid one.
    good: usize,
    /// The good records in which something was skipped: position, start of the text, and what was skipped.
    passed: Vec<(usize, usize, Vec<Bad>)>,
    /// The sizes of the good records.
    sizes: Sizes,
}

/// The stages that run concurrently: cutting, decoding and reporting, each with a lock of its own.
struct Pipeline<'b, 'i, R> {
    splitter: Mutex<Splitter<'b, R>>,
    order: Mutex<Order>,
    /// Signals that a stretch is free or that cutting has stopped.
    changed: Condvar,
    reporter: Mutex<Reporter<'b, 'i>>,
}

struct Splitter<'b, R> {
    walk: &'b mut Walk<R>,
    /// The size of the next stretch in bytes.
    octets: usize,
    /// Its turn.
    turn: u64,
    /// The number of bytes that may still be cut off.
    left: u64,
}

struct Order {
    spare: Vec<Stretch>,
    /// Decoded stretches by turn.
    ready: BTreeMap<u64, Stretch>,
    /// The turn to be reported next.
    turn: u64,
    /// A thread is reporting.
    telling: bool,
    /// Nothing more is cut.
    stopped: bool,
}

struct Reporter<'b, 'i> {
    good: &'b mut (dyn Good + Send),
    input: &'b mut Underway<'i>,
    /// The number of the first unreported record, once there has been one.
    number: Option<u64>,
    /// The input bytes from that record on.
    behind: Vec<u8>,
    /// The sizes of good records.
    sizes: Sizes,
    /// The text of that record if it decodes. It is held back, since what follows shows whether the record is
    /// good.
    held: Option<Vec<u8>>,
    /// What was skipped in it.
    held_passed: Option<Passed>,
    /// A record is invalid: everything after it is only kept.
    broken: bool,
    failed: Option<Stopped>,
}

/// What was skipped in a record, and the record's place.
type Passed = (Place, Vec<Damage>);

/// Takes the output for good records.
pub trait Good {
    /// Takes what was skipped in the record that is reported next.
    fn passed_over(&mut self, passed: &Passed);

    /// Takes the output for this many records.
    fn take(&mut self, records: u64, made: &[u8]) -> Result<(), Stopped>;

    /// Reports how many bytes of the input have been read.
    fn at(&mut self, octets: u64);
}

/// What the threads need.
pub struct Crew<'w> {
    pub work: &'w dyn Work,
    pub jobs: usize,
    pub threads: Threads,
    pub line: Option<Line>,
    /// The number of bytes after which the threads stop.
    pub most: u64,
}

impl Crew<'_> {
    /// Reads stretches of records while all of them are good. The last good record is read again afterwards,
    /// since what follows shows whether it is good.
    pub fn many<R: Read + Send>(
        &self,
        good: &mut (dyn Good + Send),
        walk: &mut Walk<R>,
        reader: &mut Reader,
        input: &mut Underway,
    ) -> Result<(), Stopped> {
        let Crew { work, jobs, threads, line, most } = *self;
        let (before, name) = (input.records, input.source.file);
        let spare = (0..jobs * EACH).map(|_| Stretch::new()).collect();
        let order = Order { spare, ready: BTreeMap::new(), turn: 0, telling: false, stopped: false };
        let reporter = Reporter {
            good,
            input,
            number: None,
            behind: Vec::new(),
            sizes: Sizes::none(),
            held: None,
            held_passed: None,
            broken: false,
            failed: None,
        };
        let pipeline = Pipeline {
            splitter: Mutex::new(Splitter { walk, octets: STRETCH.0, turn: 0, left: most }),
            order: Mutex::new(order),
            changed: Condvar::new(),
            reporter: Mutex::new(reporter),
        };
        let beside = || pipeline.labour(&mut Reader::new(work, line, name));
        threads(jobs - 1, &beside, &mut || pipeline.labour(reader));
        let Pipeline { splitter, reporter, .. } = pipeline;
        let splitter = splitter.into_inner().unwrap_or_else(PoisonError::into_inner);
        let reporter = reporter.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failed) = reporter.failed {
            return Err(failed);
        }
        if let Some(number) = reporter.number {
            splitter.walk.go_back(number, reporter.sizes, &reporter.behind);
        }
        let told = reporter.input.records - before;
        reporter.input.retry_budget.after(told);
        Ok(())
    }
}

impl<R: Read> Pipeline<'_, '_, R> {
    /// The loop of a thread, which runs while there are stretches.
    fn labour(&self, reader: &mut Reader) {
        let leaving = Leaving { order: &self.order, changed: &self.changed };
        while let Some(mut stretch) = self.spare() {
            let Some(turn) = self.cut(reader, &mut stretch) else { break };
            stretch.decode(reader);
            self.tell(turn, stretch);
        }
        drop(leaving);
    }

    /// Takes a free stretch; `None` if nothing more is to be cut.
    fn spare(&self) -> Option<Stretch> {
        let mut order = locked(&self.order);
        loop {
            if order.stopped {
                return None;
            }
            if let Some(stretch) = order.spare.pop() {
                return Some(stretch);
            }
            order = self.changed.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Cuts off the next stretch and returns its turn; `None` at the end or if the input can't be read. In
    /// that case the reader that continues record by record gets the error after the last available record.
    fn cut(&self, reader: &mut Reader, stretch: &mut Stretch) -> Option<u64> {
        let mut splitter = locked(&self.splitter);
        let Splitter { walk, octets, turn, left } = &mut *splitter;
        if *left == 0 || !walk.chunk(reader, *octets, &mut stretch.chunk).unwrap_or(false) {
            return None;
        }
        *left = left.saturating_sub(stretch.chunk.octets().len() as u64);
        *octets = (*octets * 2).min(STRETCH.1);
        *turn += 1;
        Some(*turn - 1)
    }

    /// Reports a stretch and all later ones that are ready, unless its turn has not come or another thread is
    /// reporting.
    fn tell(&self, turn: u64, stretch: Stretch) {
        let mut order = locked(&self.order);
        order.ready.insert(turn, stretch);
        if order.telling {
            return;
        }
        order.telling = true;
        loop {
            let turn = order.turn;
            let Some(stretch) = order.ready.remove(&turn) else { break };
            order.turn += 1;
            drop(order);
            let goes_on = locked(&self.reporter).tell(&stretch);
            order = locked(&self.order);
            order.stopped |= !goes_on;
            order.spare.push(stretch);
            self.changed.notify_all();
        }
        order.telling = false;
    }
}

/// Wakes the other threads when one ends, even by a panic.
struct Leaving<'b> {
    order: &'b Mutex<Order>,
    changed: &'b Condvar,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        locked(self.order).stopped = true;
        self.changed.notify_all();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Stretch {
    fn new() -> Stretch {
        let (chunk, text, passed) = Default::default();
        Stretch { chunk, text, last: 0, good: 0, passed, sizes: Sizes::none() }
    }

    /// Decodes the records up to the first invalid one.
    fn decode(&mut self, reader: &mut Reader) {
        let Stretch { chunk, text, last, good, passed, sizes } = self;
        let octets = chunk.octets();
        (*last, *good, *sizes) = (0, 0, Sizes::none());
        text.clear();
        passed.clear();
        // The text is usually longer than the bytes.
        text.reserve(octets.len() * 3);
        for (number, frame) in (chunk.number..).zip(&chunk.frames) {
            let offset = chunk.offset + frame.start as u64;
            let position = Position { number: Some(number), offset: Some(offset), ..Position::default() };
            let body = octets.get(frame.body.clone()).unwrap_or_default();
            let start = text.len();
            let Some(over) = reader.append(body, position, text) else {
                text.truncate(start);
                return;
            };
            if !over.is_empty() {
                passed.push((*good, start, over));
            }
            *last = start;
            *good += 1;
            sizes.add(frame.end - frame.start);
        }
    }
}

impl Reporter<'_, '_> {
    /// Reports the records of a stretch; false if what follows must not be reported.
    fn tell(&mut self, stretch: &Stretch) -> bool {
        if self.failed.is_some() {
            return false;
        }
        let chunk = &stretch.chunk;
        if self.broken || stretch.good == 0 {
            self.broken = true;
            self.number.get_or_insert(chunk.number);
            self.behind.extend_from_slice(chunk.octets());
            return false;
        }
        if let Err(failed) = self.all_but_last(stretch) {
            self.failed = Some(failed);
            return false;
        }
        self.sizes.join(stretch.sizes);
        let last = stretch.good - 1;
        self.number = Some(chunk.number + last as u64);
        self.behind.clear();
        self.behind.extend_from_slice(chunk.from(last));
        self.broken = stretch.good < chunk.frames.len();
        !self.broken
    }

    /// Writes the text of the record held back, and of all good ones but the last.
    fn all_but_last(&mut self, stretch: &Stretch) -> Result<(), Stopped> {
        let Reporter { good, input, held, held_passed, .. } = self;
        let (text, last) = stretch.text.split_at(stretch.last);
        if let Some(held) = held {
            input.records += 1;
            if let Some(passed) = held_passed.take() {
                good.passed_over(&passed);
            }
            good.take(1, held)?;
        }
        let records = stretch.chunk.records(stretch.passed.iter().map(|(position, ..)| *position));
        let (mut done, mut told) = (0, 0);
        for ((position, start, passed), record) in stretch.passed.iter().zip(&records) {
            let damages = passed.iter().map(|bad| input.damage_of(record, bad.clone())).collect();
            let passed = (input.place(record), damages);
            if *position == stretch.good - 1 {
                *held_passed = Some(passed);
                break;
            }
            let before = (*position - done) as u64;
            input.records += before;
            good.take(before, text.get(told..*start).unwrap_or_default())?;
            good.passed_over(&passed);
            (done, told) = (*position, *start);
        }
        let rest = (stretch.good - 1 - done) as u64;
        input.records += rest;
        good.take(rest, text.get(told..).unwrap_or_default())?;
        good.at(input.source.read(stretch.chunk.offset));
        let held = held.get_or_insert_default();
        held.clear();
        held.extend_from_slice(last);
        Ok(())
    }
}
