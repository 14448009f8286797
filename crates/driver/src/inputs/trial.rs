//! How far bytes read as messages, as evidence for the form of an input.

use wireglot_interp::layout::LayoutCode;
use wireglot_interp::{DecodeOptions, Tape};

use crate::identify::is_encoded;
use crate::messages::{Bad, Message, Reading, ANOTHER};

/// How far bytes read as messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    /// They are not messages.
    Not,
    /// They are messages, but parts of the values are unknown or passed over.
    Partly,
    /// They are messages, and everything in them is known.
    Wholly,
}

impl Reads {
    /// The value for a test that knows no middle.
    pub fn wholly(holds: bool) -> Reads {
        if holds {
            Reads::Wholly
        } else {
            Reads::Not
        }
    }
}

/// Where the bytes of a sample end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// At the end of a message, the only one.
    One,
    /// At the end of a message.
    Input,
    /// Anywhere: more bytes follow.
    Cut,
}

/// Reads bytes as messages.
pub type Trial<'t> = &'t dyn Fn(&[u8], End) -> Reads;

/// Reads bytes as consecutive messages of a type.
pub fn reads(message: &dyn Message, reading: &Reading, octets: &[u8], end: End) -> Reads {
    let options = DecodeOptions { trailing: true, ..reading.options };
    let reading = Reading { options, ..*reading };
    let (mut tape, mut rest, mut reads) = (Tape::new(), octets, Reads::Wholly);
    while !rest.is_empty() {
        tape.clear();
        match message.decode(rest, &reading, &mut tape) {
            Ok(taken) if taken > 0 && (end != End::One || taken == octets.len()) => {
                rest = rest.get(taken..).unwrap_or_default();
            }
            Err(bad) if end == End::Cut && is_short(&bad) && rest.len() < octets.len() => break,
            _ => return Reads::Not,
        }
        if tape.kept() > 0 || tape.has_unknowns() {
            reads = Reads::Partly;
        }
    }
    reads.min(Reads::wholly(!octets.is_empty()))
}

/// Whether bytes begin with a message, of any type that the schema has.
pub fn begins_message(message: &dyn Message, reading: &Reading, octets: &[u8]) -> bool {
    let options = DecodeOptions { trailing: true, ..reading.options };
    let reading = Reading { options, several: true, ..*reading };
    match message.skim(octets, &reading) {
        Ok(taken) => taken > 0,
        Err(bad) => bad.code == ANOTHER,
    }
}

/// Whether a message is incomplete.
fn is_short(bad: &Bad) -> bool {
    bad.short || bad.code == LayoutCode::Short.word()
}

/// Reads bytes as BER, without a type.
pub fn reads_encoded(octets: &[u8], _: End) -> Reads {
    Reads::wholly(is_encoded(octets))
}
