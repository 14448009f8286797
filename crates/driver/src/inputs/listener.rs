//! What a door does with what comes of inputs.

use std::io;

use crate::forms::Form;

use super::damage::Damage;
use super::misread::Misread;
use super::notes::Notes;
use super::place::Place;

/// Takes what inputs come to. With several threads, any of them calls it, one at a time.
pub trait Listener: Notes {
    /// Takes what came of good records, in their order.
    ///
    /// # Errors
    /// No more is taken: the run ends.
    fn good(&mut self, made: &[u8]) -> io::Result<()>;

    /// Takes what is wrong with a record, or with an input that has none. The settings of the run say
    /// whether it goes on.
    ///
    /// # Errors
    /// No more is taken: the run ends.
    fn damaged(&mut self, place: &Place, damage: &Damage) -> io::Result<()>;

    /// Takes what is wrong with a value of a text; the same.
    ///
    /// # Errors
    /// No more is taken: the run ends.
    fn misread(&mut self, place: &Place, misread: &Misread) -> io::Result<()>;

    /// The next record may be long in coming: what was taken should be on its way.
    ///
    /// # Errors
    /// No more is taken: the run ends.
    fn pause(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// So many octets of the current input are read. It is said every now and then.
    fn progress(&mut self, octets: u64) {
        let _ = octets;
    }

    /// The current input ended after so many octets.
    fn ended(&mut self, octets: u64) {
        let _ = octets;
    }
}

/// Why a run over an input did not come to its end.
#[derive(Debug)]
pub enum Stopped {
    /// The input can't be read; others may be.
    Input(io::Error),
    /// The listener takes no more.
    Listener(io::Error),
    /// A record or value is wrong, and [`super::OnError::Stop`] was asked for. The listener knows.
    Damage,
    /// Records are laid in frames, and in an input of this form each line or block is a record.
    Unframed(Form),
    /// An input has no record of the number that is asked for.
    NoRecord {
        /// The input's name.
        input: String,
        /// The number.
        wanted: u64,
        /// How many records there are.
        there: u64,
    },
}
