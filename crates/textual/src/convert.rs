//! Conversions that a protocol has of its own.

use std::borrow::Cow;

use wireglot_interp::ValueRef;

use crate::draft::Spot;
use crate::random::Random;

/// How the text of a class becomes a value and back, where a protocol has its own ideas: names that stand
/// for numbers, addresses with a structure.
pub trait Convert: std::fmt::Debug {
    /// Puts the value of a text in its place. `around` is the closest [`Convert::name`] around it.
    ///
    /// # Errors
    /// In words.
    fn read(&self, how: &str, text: &[u8], around: Option<&[u8]>, spot: &mut Spot) -> Result<(), String>;

    /// Appends the text of a value.
    ///
    /// # Errors
    /// In words.
    fn write(
        &self,
        how: &str,
        value: ValueRef,
        around: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> Result<(), String>;

    /// What a value, of octets, adds to the name around it, if what stands there needs it to be understood.
    fn name(&self, how: &str, around: Option<&[u8]>, octets: &[u8]) -> Option<Vec<u8>> {
        let _ = (how, around, octets);
        None
    }

    /// The octets of a value inside a name; `quoted` says that it stood in quotation marks, or is all of a line.
    fn value(&self, text: Vec<u8>, quoted: bool) -> Vec<u8> {
        let _ = quoted;
        text
    }

    /// The text of such octets, and whether it is one only in quotation marks.
    ///
    /// # Errors
    /// In words.
    fn shown<'v>(&self, octets: &'v [u8]) -> Result<(Cow<'v, [u8]>, bool), String> {
        Ok((Cow::Borrowed(octets), false))
    }

    /// A text of a class that this converts, at random.
    fn draw(&self, how: &str, random: &mut Random) -> Option<String> {
        let _ = (how, random);
        None
    }

    /// Whether a value inside a name stands in quotation marks though its characters don't ask for it.
    fn quotes(&self, around: Option<&[u8]>) -> bool {
        let _ = around;
        false
    }
}

/// No conversions beyond those that every grammar has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Convert for Plain {
    fn read(&self, how: &str, _: &[u8], _: Option<&[u8]>, _: &mut Spot) -> Result<(), String> {
        Err(format!("nothing converts `{how}`"))
    }

    fn write(&self, how: &str, _: ValueRef, _: Option<&[u8]>, _: &mut Vec<u8>) -> Result<(), String> {
        Err(format!("nothing converts `{how}`"))
    }
}
