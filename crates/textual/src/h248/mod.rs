//! What H.248 has of its own: names that stand for numbers, and terminations.

mod names;
mod termination;

use wireglot_interp::{ValueRef, View};

use crate::draft::Spot;
use crate::Convert;
pub use names::{Names, NamesFault, Scope};

/// The conversions of Erlang's transformation between text and binary: property values are raw text,
/// names stand for the numbers of a table, terminations are levels of 8, 8 and 8 bits.
#[derive(Debug, Clone)]
pub struct Conversions {
    names: Names,
}

impl Default for Conversions {
    fn default() -> Conversions {
        Conversions { names: Names::standard() }
    }
}

impl Conversions {
    /// With names of its own.
    pub fn new(names: Names) -> Conversions {
        Conversions { names }
    }
}

impl Convert for Conversions {
    fn read(&self, how: &str, text: &[u8], around: Option<&[u8]>, spot: &mut Spot) -> Result<(), String> {
        let text = str::from_utf8(text).map_err(|_| "a name is ASCII")?;
        match (how, Scope::of(how)) {
            ("termination", _) => termination::read(text, spot),
            ("package", _) => spot.octets(&self.names.package(text)?),
            ("native", _) => spot.octets(&self.names.native(text)?),
            ("dialplan", _) => spot.octets(&names::dialplan(text)?),
            ("parameter", _) => spot.octets(&self.names.parameter(around, text)?),
            (_, Some(scope)) => spot.octets(&self.names.item(scope, text)?),
            _ => Err(format!("nothing converts `{how}`")),
        }
    }

    fn write(
        &self,
        how: &str,
        value: ValueRef,
        around: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        if how == "termination" {
            return termination::write(value, out);
        }
        let View::OctetString(octets) = value.view() else { return Err("a name is an OCTET STRING".into()) };
        let text = match (how, Scope::of(how)) {
            ("package", _) => self.names.package_name(octets),
            ("native", _) => self.names.native_name(octets)?,
            ("dialplan", _) => names::dialplan_name(octets)?,
            ("parameter", _) => self.names.parameter_name(around, octets),
            (_, Some(scope)) => self.names.item_name(scope, octets),
            _ => return Err(format!("nothing converts `{how}`")),
        };
        out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn name(&self, how: &str, around: Option<&[u8]>, octets: &[u8]) -> Option<Vec<u8>> {
        match (how, Scope::of(how)) {
            (_, Some(scope @ (Scope::Event | Scope::Signal))) => Some([&[scope as u8], octets].concat()),
            ("parameter", _) => Some([around.unwrap_or_default(), octets].concat()),
            _ => None,
        }
    }

    fn quotes(&self, around: Option<&[u8]>) -> bool {
        around.is_some_and(|name| self.names.is_quoted(name))
    }
}
