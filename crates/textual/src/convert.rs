//! Protocol-specific conversions.

use std::borrow::Cow;

use wireglot_interp::ValueRef;

use crate::draft::Spot;
use crate::random::Random;

/// Converts the text of a class to a value and back where a protocol has its own rules: names for numbers,
/// structured addresses.
pub trait Convert: std::fmt::Debug + Send {
    /// Stores the value of a text at `spot`. `around` is the nearest enclosing [`Convert::name`].
    ///
    /// # Errors
    /// A message.
    fn read(&self, how: &str, text: &[u8], around: Option<&[u8]>, spot: &mut Spot) -> Result<(), String>;

    /// Appends the text of a value.
    ///
    /// # Errors
    /// A message.
    fn write(
        &self,
        how: &str,
        value: ValueRef,
        around: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> Result<(), String>;

    /// The name that a value, given as octets, adds to the enclosing one, if that is needed to interpret what
    /// it contains.
    fn name(&self, how: &str, around: Option<&[u8]>, octets: &[u8]) -> Option<Vec<u8>> {
        let _ = (how, around, octets);
        None
    }

    /// The octets of a value inside a name; `quoted` if it was in quotation marks or is a whole line.
    fn value(&self, text: Vec<u8>, quoted: bool) -> Vec<u8> {
        let _ = quoted;
        text
    }

    /// The text of such octets, and whether it must be in quotation marks.
    ///
    /// # Errors
    /// A message.
    fn shown<'v>(&self, octets: &'v [u8]) -> Result<(Cow<'v, [u8]>, bool), String> {
        Ok((Cow::Borrowed(octets), false))
    }

    /// A random text of a class with a conversion of this protocol.
    fn draw(&self, how: &str, random: &mut Random) -> Option<String> {
        let _ = (how, random);
        None
    }

    /// Whether a value inside a name is in quotation marks even if its characters do not require them.
    fn quotes(&self, around: Option<&[u8]>) -> bool {
        let _ = around;
        false
    }
}

/// No conversions in addition to the general ones.
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
