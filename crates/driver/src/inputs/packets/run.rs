//! Reads captures and packets.

use std::io::Read;

use crate::capture::Capture;
use crate::inputs::damage::Damage;
use crate::inputs::listener::{Listener, Stopped};
use crate::inputs::place::Place;
use crate::inputs::settings::OnError;
use crate::inputs::totals::Totals;

use super::asked::Packets;
use super::batch::{Batch, Made};
use super::splitter::Splitter;
use super::unit::Unit;

impl Packets<'_> {
    /// Passes the bytes of each message of a named capture to a function.
    ///
    /// # Errors
    /// The capture can't be read, or the function fails.
    pub fn units(
        &self,
        name: &str,
        capture: &mut Capture<impl Read>,
        mut take: impl FnMut(Unit) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let mut splitter = self.splitter(name);
        let mut units = Vec::new();
        while let Some(item) = capture.next_item().map_err(Stopped::Input)? {
            splitter.item(item, &mut units);
            units.drain(..).try_for_each(&mut take)?;
        }
        splitter.end(&mut units);
        units.into_iter().try_for_each(take)
    }

    /// The same for an input that is a single packet.
    ///
    /// # Errors
    /// The function fails.
    pub fn units_of_packet(
        &self,
        name: &str,
        octets: Vec<u8>,
        take: impl FnMut(Unit) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let mut units = Vec::new();
        self.splitter(name).packet(octets, None, &mut units);
        units.into_iter().try_for_each(take)
    }

    /// Reads all messages of a named capture.
    ///
    /// # Errors
    /// A message is invalid and the run is to stop, or the listener takes no more.
    pub fn capture(
        &self,
        name: &str,
        capture: &mut Capture<impl Read>,
        listener: &mut dyn Listener,
    ) -> Result<Totals, Stopped> {
        let mut run = Run::new(self, name, listener);
        self.units(name, capture, |unit| run.take(unit))?;
        let totals = run.end()?;
        if capture.seen().is_unmatched() {
            listener.unmatched(name, capture.seen());
        }
        Ok(totals)
    }

    /// Reads all messages of an input that is a single packet.
    ///
    /// # Errors
    /// Same as for [`Packets::capture`].
    pub fn packet(
        &self,
        name: &str,
        octets: Vec<u8>,
        listener: &mut dyn Listener,
    ) -> Result<Totals, Stopped> {
        let mut run = Run::new(self, name, listener);
        self.units_of_packet(name, octets, |unit| run.take(unit))?;
        run.end()
    }

    fn splitter(&self, name: &str) -> Splitter<'_> {
        let (message, reading) = self.work.messages_of(name);
        Splitter::new(message, reading, self.packing, self.most)
    }
}

struct Run<'r> {
    of: &'r Packets<'r>,
    name: &'r str,
    batch: Batch<'r>,
    listener: &'r mut dyn Listener,
    totals: Totals,
    /// The number of messages so far.
    messages: u64,
}

impl<'r> Run<'r> {
    fn new(of: &'r Packets<'r>, name: &'r str, listener: &'r mut dyn Listener) -> Run<'r> {
        let totals = Totals { inputs: 1, ..Totals::default() };
        Run { of, name, batch: Batch::new(of, name), listener, totals, messages: 0 }
    }

    fn take(&mut self, unit: Unit) -> Result<(), Stopped> {
        match self.batch.add(unit) {
            true => self.tell(),
            false => Ok(()),
        }
    }

    fn end(mut self) -> Result<Totals, Stopped> {
        self.tell()?;
        let none =
            |wanted| Err(Stopped::NoRecord { input: self.name.to_string(), wanted, there: self.messages });
        let missed = self.of.record.filter(|wanted| *wanted > self.messages);
        missed.map_or(Ok(self.totals), none)
    }

    /// Decodes the current batch and reports the results.
    fn tell(&mut self) -> Result<(), Stopped> {
        for (unit, made) in self.batch.decode() {
            for made in made {
                self.made(&unit, made)?;
            }
        }
        Ok(())
    }

    fn made(&mut self, unit: &Unit, made: Made) -> Result<(), Stopped> {
        self.messages += u64::from(unit.bad.is_none());
        if self.of.record.is_some_and(|wanted| wanted != self.messages) {
            return Ok(());
        }
        let place = Place { packet: unit.packet, ..Place::of(self.name) };
        let damage = |at: usize, bad| Damage { from: unit.at + at as u64, ..Damage::of_input(bad) };
        match made {
            Made::Good { at, text, passed } => {
                self.totals.good += 1;
                if !passed.is_empty() {
                    let passed: Vec<_> = passed.into_iter().map(|bad| damage(at, bad)).collect();
                    self.listener.passed_over(&place, &passed);
                }
                self.listener.good(&text).map_err(Stopped::Listener)
            }
            Made::Wrong { at, bad, hint, octets } => {
                self.totals.damaged += 1;
                self.totals.passed_over += octets as u64;
                let (hints, captured) = (hint.into_iter().collect(), Some(unit.position()));
                let damage = Damage { hints, captured, ..damage(at, bad) };
                self.listener.damaged(&place, &damage).map_err(Stopped::Listener)?;
                match self.of.on_error {
                    OnError::Stop => Err(Stopped::Damage),
                    OnError::Skip | OnError::Report => Ok(()),
                }
            }
        }
    }
}
