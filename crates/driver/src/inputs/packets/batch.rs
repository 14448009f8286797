//! Decodes batches of messages on one or more threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::capture::Packing;
use crate::inputs::damage::Hint;
use crate::inputs::trial::begins_message;
use crate::messages::Bad;
use crate::records::{Outcome, Reader, Records};

use super::asked::Packets;
use super::unit::Unit;

/// The result of decoding a message.
pub enum Made {
    /// The text, and what was skipped.
    Good { at: usize, text: Vec<u8>, passed: Vec<Bad> },
    /// An error, and the number of bytes lost.
    Wrong { at: usize, bad: Bad, hint: Option<Hint>, octets: usize },
}

/// Units to be decoded together.
pub struct Batch<'b> {
    of: &'b Packets<'b>,
    input: &'b str,
    units: Vec<Unit>,
    octets: usize,
    decoder: Decoder<'b>,
}

/// The number of bytes and of units that each thread decodes per batch.
const EACH: (usize, usize) = (1 << 18, 1 << 10);

impl<'b> Batch<'b> {
    /// Units of a named input.
    pub fn new(of: &'b Packets<'b>, input: &'b str) -> Batch<'b> {
        Batch { of, input, units: Vec::new(), octets: 0, decoder: Decoder::new(of, input) }
    }

    /// Adds a unit; returns whether the batch should be decoded now.
    pub fn add(&mut self, unit: Unit) -> bool {
        self.octets += unit.octets.len();
        self.units.push(unit);
        // With one thread, batching would only add delay.
        let jobs = self.of.jobs;
        jobs <= 1 || self.octets >= EACH.0 * jobs || self.units.len() >= EACH.1 * jobs
    }

    /// Decodes all units; returns the results in order.
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
        let (of, input, decoder) = (self.of, self.input, &mut self.decoder);
        (of.threads)(jobs - 1, &|| labour(&mut Decoder::new(of, input)), &mut || labour(decoder));
        let made = slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
        units.into_iter().zip(made).collect()
    }
}

/// Decodes on one thread.
struct Decoder<'d> {
    of: &'d Packets<'d>,
    input: &'d str,
    /// Reads consecutive messages.
    row: Reader<'d>,
    /// Reads bytes that are exactly one message.
    whole: Reader<'d>,
}

impl<'d> Decoder<'d> {
    fn new(of: &'d Packets<'d>, input: &'d str) -> Decoder<'d> {
        Decoder {
            of,
            input,
            row: Reader::new(of.work, None, input),
            whole: Reader::of_wholes(of.work, input),
        }
    }

    /// Decodes a unit.
    fn made(&mut self, unit: &Unit) -> Vec<Made> {
        if let Some(bad) = &unit.bad {
            let hint = unit.framed.map(Hint::Framed);
            return vec![Made::Wrong { at: 0, bad: bad.clone(), hint, octets: unit.octets.len() }];
        }
        let position = unit.position();
        if !unit.several {
            let octets = unit.octets.len();
            let outcome = self.whole.whole(&unit.octets, position);
            return vec![self.outcome(unit, 0, octets, outcome)];
        }
        let (mut made, mut at) = (Vec::new(), 0);
        while at < unit.octets.len() {
            let left = unit.octets.get(at..).unwrap_or_default();
            let (taken, outcome) = match self.row.read(left, position) {
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
                let (message, reading) = self.of.work.messages_of(self.input);
                let is_message = |octets: &[u8]| begins_message(message, &reading, octets);
                let frames = framed.and_then(|octets| Packing::of_frames(octets, &is_message));
                let newer = || self.row.newer_before().filter(|_| at > 0).map(Hint::Newer);
                let hint = frames.map(Hint::Framed).or_else(newer);
                Made::Wrong { at, bad, hint, octets }
            }
        }
    }

    /// The text of a value, wrapped in an object with its origin if requested.
    fn text(&self, unit: &Unit, text: Vec<u8>) -> Vec<u8> {
        // Work on messages of several types may pass some by.
        if !self.of.meta || text.is_empty() {
            return text;
        }
        let mut made = format!("{{\"meta\":{},\"value\":", unit.meta()).into_bytes();
        made.extend_from_slice(text.trim_ascii_end());
        made.extend_from_slice(b"}\n");
        made
    }
}
