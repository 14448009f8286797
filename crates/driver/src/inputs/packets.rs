//! Messages out of packets: those of captures of networks, or inputs that are one.

use std::ops::Range;

use crate::capture::{self, Capture, Packing, Payload};
use crate::messages::{Bad, Reading, Shown, Writer};

use super::damage::Damage;
use super::listener::{Listener, Stopped};
use super::place::Place;
use super::settings::OnError;

/// How messages are taken out of packets.
pub struct Packets<'p> {
    /// How they are shown.
    pub shown: &'p Shown<'p>,
    /// How they stand in a packet.
    pub packing: Packing,
    /// What to do after a message that is wrong.
    pub on_error: OnError,
    /// Whether the packet is told where something is wrong.
    pub numbered: bool,
}

impl Packets<'_> {
    /// Reads all messages of a capture, which has a name; gives how many are wrong.
    ///
    /// # Errors
    /// A message is wrong, and that is to stop the run; or the listener takes no more.
    pub fn read(&self, name: &str, found: &Capture, listener: &mut dyn Listener) -> Result<u64, Stopped> {
        let mut run =
            Run { of: self, name, writer: self.shown.writer(), listener, line: Vec::new(), wrong: 0 };
        let mut damages = found.damages.iter().peekable();
        for payload in &found.payloads {
            while let Some(damage) = damages.next_if(|damage| damage.packet <= payload.packet) {
                run.damage(damage)?;
            }
            let (frames, cut) = self.packing.frames(&payload.octets);
            for frame in frames {
                run.messages(payload, frame)?;
            }
            if let Some(at) = cut {
                let bad = Bad::frame("frame", "the packet ends in the frame of a message");
                run.report(payload.packet, at, bad)?;
            }
        }
        damages.try_for_each(|damage| run.damage(damage))?;
        Ok(run.wrong)
    }
}

struct Run<'r> {
    of: &'r Packets<'r>,
    name: &'r str,
    writer: Writer<'r>,
    listener: &'r mut dyn Listener,
    line: Vec<u8>,
    wrong: u64,
}

impl Run<'_> {
    fn damage(&mut self, damage: &capture::Damage) -> Result<(), Stopped> {
        let message = damage.message.to_string();
        self.report(damage.packet, 0, Bad { code: "capture", message, ..Bad::default() })
    }

    /// Messages of a frame: one, or all that stand in a row.
    fn messages(&mut self, payload: &Payload, frame: Range<usize>) -> Result<(), Stopped> {
        let (shown, several) = (self.of.shown, self.of.packing == Packing::Raw);
        let mut at = frame.start;
        // A packet may be empty; a frame holds a message.
        while at < frame.end || (at == frame.start && !several) {
            let octets = payload.octets.get(at..frame.end).unwrap_or_default();
            let reading = Reading { several, ..Reading::default() };
            self.writer.clear();
            match shown.message.decode_text(octets, &reading, &mut self.writer) {
                Ok(size) => {
                    self.line.clear();
                    shown.line(self.writer.octets(), &mut self.line);
                    self.listener.good(&self.line).map_err(Stopped::Listener)?;
                    at += size.max(1);
                }
                Err(bad) => {
                    let taken = bad.taken.unwrap_or(octets.len()).max(1);
                    let octet = bad.at.unwrap_or(0) / 8;
                    self.report(payload.packet, at, Bad { at: Some(octet * 8), ..bad })?;
                    at += taken;
                }
            }
        }
        Ok(())
    }

    /// Something is wrong in a packet, with places counted from one of its octets.
    fn report(&mut self, packet: usize, from: usize, bad: Bad) -> Result<(), Stopped> {
        self.wrong += 1;
        let place = Place { packet: self.of.numbered.then_some(packet), ..Place::of(self.name) };
        let damage = Damage { from: from as u64, ..Damage::of_input(bad) };
        self.listener.damaged(&place, &damage).map_err(Stopped::Listener)?;
        match self.of.on_error {
            OnError::Stop => Err(Stopped::Damage),
            OnError::Skip | OnError::Report => Ok(()),
        }
    }
}
