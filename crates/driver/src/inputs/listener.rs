//! How an interface receives the results of reading inputs.

use std::io;

use crate::forms::Form;

use super::checkpoint::Checkpoint;
use super::damage::Damage;
use super::misread::Misread;
use super::notes::Notes;
use super::place::Place;
use super::totals::Totals;

/// Receives results of reading inputs. With several threads, any of them may call it, but only one at a time.
pub trait Listener: Notes {
    /// Takes the output for good records, in order.
    ///
    /// # Errors
    /// The listener takes no more, and the run ends.
    fn good(&mut self, made: &[u8]) -> io::Result<()>;

    /// Takes an error in a record, or in an input without records. The settings of the run decide whether it
    /// continues.
    ///
    /// # Errors
    /// The listener takes no more, and the run ends.
    fn damaged(&mut self, place: &Place, damage: &Damage) -> io::Result<()>;

    /// Takes an error in a value of a text; otherwise the same.
    ///
    /// # Errors
    /// The listener takes no more, and the run ends.
    fn misread(&mut self, place: &Place, misread: &Misread) -> io::Result<()>;

    /// Flushes output, since the next record may take long to arrive.
    ///
    /// # Errors
    /// The listener takes no more, and the run ends.
    fn pause(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Reports how many bytes of the current input have been read; called from time to time.
    fn progress(&mut self, octets: u64) {
        let _ = octets;
    }

    /// Takes a position in the current input (`None`: its end) from which another run could continue, and the
    /// totals up to there. The listener has received everything before it and nothing after it.
    ///
    /// # Errors
    /// The listener takes no more, and the run ends.
    fn checkpoint(&mut self, totals: &Totals, at: Option<&Checkpoint>) -> io::Result<()> {
        let _ = (totals, at);
        Ok(())
    }

    /// The current input ended after this many bytes.
    fn ended(&mut self, octets: u64) {
        let _ = octets;
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub enum Stopped {
    /// The input can't be read; others may be readable.
    Input(io::Error),
    /// The listener takes no more.
    Listener(io::Error),
    /// A record or value is invalid and [`super::OnError::Stop`] was set. The listener has been informed.
    Damage,
    /// Framing was requested, but in an input of this form each line or block is a record.
    Unframed(Form),
    /// An input has no record of the requested number.
    NoRecord {
        /// The name of the input.
        input: String,
        /// The requested number.
        wanted: u64,
        /// The number of records in the input.
        there: u64,
    },
}
