//! Messages that are decoded at once, on one thread or several.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::capture::Packing;
use crate::inputs::damage::Hint;
use crate::messages::Bad;
use crate::records::{Outcome, Reader, Records};

use super::asked::Packets;
use super::unit::Unit;

/// What came of a message.
pub enum Made {
    /// This text; what was passed over in it.
    Good { at: usize, text: Vec<u8>, passed: Vec<Bad> },
    /// Nothing: so many octets are lost.
    Wrong { at: usize, bad: Bad, hint: Option<Hint>, octets: usize },
}

/// Units that wait to be decoded together.
pub struct Batch<'b> {
    of: &'b Packets<'b>,
    units: Vec<Unit>,
    octets: usize,
    decoder: Decoder<'b>,
}

/// How many octets, and units, are decoded at once by each thread.
const EACH: (usize, usize) = (1 << 18, 1 << 10);

impl<'b> Batch<'b> {
    pub fn new(of: &'b Packets<'b>) -> Batch<'b> {
        Batch { of, units: Vec::new(), octets: 0, decoder: Decoder::new(of) }
    }

    /// Adds a unit; says whether it is time to decode.
    pub fn add(&mut self, unit: Unit) -> bool {
        self.octets += unit.octets.len();
        self.units.push(unit);
        // With one thread nobody waits for what comes of a message.
        let jobs = self.of.jobs;
        jobs <= 1 || self.octets >= EACH.0 * jobs || self.units.len() >= EACH.1 * jobs
    }

    /// Decodes all; what comes of each, in their order.
    pub fn decode(&mut self) -> Vec<(Unit, Vec<Made>)> {
        self.octets = 0;
        let units = std::mem::take(&mut self.units);
        let jobs = self.of.jobs.min(units.len());
        if jobs <= 1 {
            let decoder = &mut self.decoder;
            let made: Vec<_> = units.iter().map(|unit| decoder.made(unit)).collect();
            return units.into_iter().zip(made).collect();
        }
        let slots: Vec<_> = units.iter().map(|_| Mutex::new(Vec::new())).collect();
        let next = AtomicUsize::new(0);
        let labour = |decoder: &mut Decoder| {
            while let Some((unit, slot)) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                units.get(index).zip(slots.get(index))
            } {
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = decoder.made(unit);
            }
        };
        let (of, decoder) = (self.of, &mut self.decoder);
        (of.threads)(jobs - 1, &|| labour(&mut Decoder::new(of)), &mut || labour(decoder));
        let made = slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
        units.into_iter().zip(made).collect()
    }
}

/// Decodes on one thread.
struct Decoder<'d> {
    of: &'d Packets<'d>,
    /// Reads messages in a row.
    row: Reader<'d>,
    /// Reads octets that are one message.
    whole: Reader<'d>,
}

impl<'d> Decoder<'d> {
    fn new(of: &'d Packets<'d>) -> Decoder<'d> {
        Decoder { of, row: Reader::new(of.work, None), whole: Reader::of_wholes(of.work) }
    }

    /// What comes of a unit.
    fn made(&mut self, unit: &Unit) -> Vec<Made> {
        if let Some(bad) = &unit.bad {
            return vec![Made::Wrong { at: 0, bad: bad.clone(), hint: None, octets: unit.octets.len() }];
        }
        if !unit.several {
            let octets = unit.octets.len();
            let outcome = self.whole.whole(&unit.octets);
            return vec![self.outcome(unit, 0, octets, outcome)];
        }
        let (mut made, mut at) = (Vec::new(), 0);
        while at < unit.octets.len() {
            let left = unit.octets.get(at..).unwrap_or_default();
            let (taken, outcome) = match self.row.read(left) {
                Ok(taken) => (taken.clamp(1, left.len()), Ok(self.row.earliest())),
                Err(refused) => (left.len(), Err(refused.error)),
            };
            made.push(self.outcome(unit, at, taken, outcome));
            at += taken;
        }
        made
    }

    fn outcome(&self, unit: &Unit, at: usize, octets: usize, outcome: Result<Outcome, Bad>) -> Made {
        match outcome {
            Ok(Outcome::Text(text, passed)) => Made::Good { at, text: self.text(unit, text), passed },
            Ok(Outcome::Refused(bad)) => Made::Wrong { at, bad, hint: None, octets },
            Err(bad) => {
                let framed = (at == 0 && self.of.packing == Packing::Raw).then_some(&unit.octets);
                let hint = framed.and_then(|octets| Packing::of_frames(octets)).map(Hint::Framed);
                Made::Wrong { at, bad, hint, octets }
            }
        }
    }

    /// The text of a value; in an object beside where it comes from, if that is asked for.
    fn text(&self, unit: &Unit, text: Vec<u8>) -> Vec<u8> {
        if !self.of.meta {
            return text;
        }
        let mut made = format!("{{\"meta\":{},\"value\":", unit.meta()).into_bytes();
        made.extend_from_slice(text.trim_ascii_end());
        made.extend_from_slice(b"}\n");
        made
    }
}
