//! Records on several threads. Each of them cuts a stretch off the input, decodes it, and tells of all
//! stretches that are due, so that nobody waits for anyone but where a turn comes; what a stretch was
//! read and written in goes round among them. Behind a record that is wrong the records are read one by
//! one until some are good.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::messages::Bad;
use crate::records::{Chunk, Line, Reader, Sizes, Walk, Work};
use crate::sources::Threads;

use super::damage::Damage;
use super::listener::Stopped;
use super::place::Place;
use super::source::Underway;

/// Octets of a stretch: few at first, since much of what is decoded ahead is lost behind damage.
const STRETCH: (usize, usize) = (1 << 13, 1 << 18);

/// How many stretches there are for each thread: one that it decodes, and others that wait for their turn.
const EACH: usize = 3;

/// Records, and what came of them.
struct Stretch {
    chunk: Chunk,
    text: Vec<u8>,
    /// Where the text of the last good record begins.
    last: usize,
    /// Records that are good, up to the first that is not.
    good: usize,
    /// Those of them in which something was passed over: their positions, and where their text begins.
    passed: Vec<(usize, usize, Vec<Bad>)>,
    /// How long these are.
    sizes: Sizes,
}

/// What goes on at once: cutting, decoding and telling, each under a lock of its own.
struct Pipeline<'b, 'i, R> {
    splitter: Mutex<Splitter<'b, R>>,
    order: Mutex<Order>,
    /// A stretch is spare again, or nothing is cut any more.
    changed: Condvar,
    reporter: Mutex<Reporter<'b, 'i>>,
}

struct Splitter<'b, R> {
    walk: &'b mut Walk<R>,
    /// How long the next stretch is.
    octets: usize,
    /// Its turn.
    turn: u64,
}

struct Order {
    spare: Vec<Stretch>,
    /// Stretches that are decoded, by their turns.
    ready: BTreeMap<u64, Stretch>,
    /// Whose turn it is.
    turn: u64,
    /// Someone tells of them.
    telling: bool,
    /// Nothing is cut any more.
    stopped: bool,
}

struct Reporter<'b, 'i> {
    good: &'b mut (dyn Good + Send),
    input: &'b mut Underway<'i>,
    /// The number of the first record that is not told of, once there was any.
    number: Option<u64>,
    /// The octets from there on.
    behind: Vec<u8>,
    /// How long good records are.
    sizes: Sizes,
    /// The text of that record, if it is good by itself: what follows it says whether it is one.
    held: Option<Vec<u8>>,
    /// What was passed over in it.
    held_passed: Option<Passed>,
    /// A record is wrong: what comes behind it is only kept.
    broken: bool,
    failed: Option<Stopped>,
}

/// What was passed over in a record, and where that is.
type Passed = (Place, Vec<Damage>);

/// Takes what comes of good records.
pub trait Good {
    /// Something was passed over in the record that is told of next.
    fn passed_over(&mut self, passed: &Passed);

    /// Takes what came of so many.
    fn take(&mut self, records: u64, made: &[u8]) -> Result<(), Stopped>;

    /// So many octets of the input are read.
    fn at(&mut self, octets: u64);
}

/// What several threads do it with.
pub struct Crew<'w> {
    pub work: &'w dyn Work,
    pub jobs: usize,
    pub threads: Threads,
    pub line: Option<Line>,
}

impl Crew<'_> {
    /// Reads stretches of records as long as all of them are good. The last good record is read once
    /// more: what follows it says whether it is.
    pub fn many<R: Read + Send>(
        &self,
        good: &mut (dyn Good + Send),
        walk: &mut Walk<R>,
        reader: &mut Reader,
        input: &mut Underway,
    ) -> Result<(), Stopped> {
        let Crew { work, jobs, threads, line } = *self;
        let before = input.records;
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
            splitter: Mutex::new(Splitter { walk, octets: STRETCH.0, turn: 0 }),
            order: Mutex::new(order),
            changed: Condvar::new(),
            reporter: Mutex::new(reporter),
        };
        let beside = || pipeline.labour(&mut Reader::new(work, line));
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
    /// What a thread does as long as there are stretches.
    fn labour(&self, reader: &mut Reader) {
        let leaving = Leaving { order: &self.order, changed: &self.changed };
        while let Some(mut stretch) = self.spare() {
            let Some(turn) = self.cut(reader, &mut stretch) else { break };
            stretch.decode(reader);
            self.tell(turn, stretch);
        }
        drop(leaving);
    }

    /// A stretch to use; `None` where nothing is to be cut any more.
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

    /// Cuts off the next stretch and gives its turn. Where the input can't be read there is none: who
    /// goes on record by record meets the error behind the last record that is there.
    fn cut(&self, reader: &mut Reader, stretch: &mut Stretch) -> Option<u64> {
        let mut splitter = locked(&self.splitter);
        let Splitter { walk, octets, turn } = &mut *splitter;
        if !walk.chunk(reader, *octets, &mut stretch.chunk).unwrap_or(false) {
            return None;
        }
        *octets = (*octets * 2).min(STRETCH.1);
        *turn += 1;
        Some(*turn - 1)
    }

    /// Tells of a stretch and all that waited for it, unless it is not its turn or another thread does.
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

/// Whoever ends, even by a panic, lets nobody wait.
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

    /// Decodes the records up to the first that is not good.
    fn decode(&mut self, reader: &mut Reader) {
        let Stretch { chunk, text, last, good, passed, sizes } = self;
        let octets = chunk.octets();
        (*last, *good, *sizes) = (0, 0, Sizes::none());
        text.clear();
        passed.clear();
        // Text is mostly longer than octets.
        text.reserve(octets.len() * 3);
        for frame in &chunk.frames {
            let body = octets.get(frame.body.clone()).unwrap_or_default();
            let start = text.len();
            let Some(over) = reader.append(body, text) else {
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
    /// Tells of the records of a stretch; false where what follows must not be told of.
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

    /// Writes the text of the record that is held, and of all good ones but the last.
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
