//! The specifics of H.248: names for numbers, terminations, and property values.

mod names;
mod property;
mod termination;
mod terms;

use std::borrow::Cow;

use wireglot_interp::{ValueRef, View};

use crate::draft::Spot;
use crate::random::Random;
use crate::Convert;
pub use names::{Names, NamesFault, Scope};
pub use termination::Terminations;
pub use terms::MegacoTerms;

/// How names and property values are represented in the octets of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// Names represent numbers, and property values are BER, as in H.248.1 A.2.
    Standard,
    /// Names represent numbers, and property values are text, as in Erlang.
    #[default]
    Erlang,
    /// Like `Erlang`, but numbers are written instead of names.
    Ids,
}

/// The conversions of H.248: names represent the numbers in a table, terminations are levels of 8, 8 and 8
/// bits.
#[derive(Debug, Clone)]
pub struct Conversions {
    names: Names,
    /// The names used for writing.
    shown: Names,
    naming: Naming,
    terminations: Terminations,
}

impl Default for Conversions {
    fn default() -> Conversions {
        Conversions::new(Names::standard(), Naming::default())
    }
}

impl Conversions {
    /// Conversions with a table of names.
    pub fn new(names: Names, naming: Naming) -> Conversions {
        let shown = match naming {
            Naming::Ids => names.native_alone(),
            Naming::Standard | Naming::Erlang => names.clone(),
        };
        Conversions { names, shown, naming, terminations: Terminations::default() }
    }

    /// The same with another representation of terminations.
    pub fn with_terminations(self, terminations: Terminations) -> Conversions {
        Conversions { terminations, ..self }
    }
}

/// The number of octets of a package or parameter number; an item has one preceded by that of its package.
const PACKAGE: usize = 2;
const ITEM: usize = 4;

/// The octets for a name.
enum Named {
    /// Its number.
    Number(Vec<u8>),
    /// It has no number, for this reason, so its characters are used.
    Characters(Vec<u8>, String),
}

impl Conversions {
    /// The octets for a name. `around` is the event or signal that a parameter belongs to.
    fn octets(&self, how: &str, text: &str, around: Option<&[u8]>) -> Result<Named, String> {
        match (how, Scope::of(how)) {
            ("package", _) => named(text, PACKAGE, self.names.package(text).map(Vec::from)),
            ("native", _) => self.names.native(text).map(Named::Number),
            ("dialplan", _) => names::dialplan(text).map(Named::Number),
            ("parameter", _) => named(text, PACKAGE, self.names.parameter(around, text)),
            (_, Some(scope)) => named(text, ITEM, self.names.item(scope, text)),
            _ => Err(format!("nothing converts `{how}`")),
        }
    }

    /// The name for octets.
    fn text(&self, how: &str, octets: &[u8], around: Option<&[u8]>) -> Result<String, String> {
        Ok(match (how, Scope::of(how)) {
            ("package", _) if octets.len() == PACKAGE => self.shown.package_name(octets),
            ("native", _) => self.shown.native_name(octets)?,
            ("dialplan", _) => names::dialplan_name(octets)?,
            ("parameter", _) if octets.len() == PACKAGE => self.shown.parameter_name(around, octets),
            (_, Some(scope)) if octets.len() == ITEM => self.shown.item_name(scope, octets),
            ("package" | "parameter", _) | (_, Some(_)) => {
                str::from_utf8(octets).map_err(|_| "this is neither a number nor a name")?.to_string()
            }
            _ => return Err(format!("nothing converts `{how}`")),
        })
    }

    /// The event or signal that parameters inside it belong to.
    fn item(&self, how: &str, octets: &[u8]) -> Option<Vec<u8>> {
        match Scope::of(how) {
            Some(scope @ (Scope::Event | Scope::Signal)) => Some([&[scope as u8], octets].concat()),
            _ => None,
        }
    }
}

impl Convert for Conversions {
    fn read(&self, how: &str, text: &[u8], around: Option<&[u8]>, spot: &mut Spot) -> Result<(), String> {
        let text = str::from_utf8(text).map_err(|_| "a name is ASCII")?;
        if how == "termination" {
            return termination::read(text, self.terminations, spot);
        }
        match self.octets(how, text, around)? {
            Named::Number(octets) => spot.octets(&octets),
            Named::Characters(name, why) => spot.name(&name, why),
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
            return termination::write(value, self.terminations, out);
        }
        let View::OctetString(octets) = value.view() else { return Err("a name is an OCTET STRING".into()) };
        out.extend_from_slice(self.text(how, octets, around)?.as_bytes());
        Ok(())
    }

    fn name(&self, how: &str, around: Option<&[u8]>, octets: &[u8]) -> Option<Vec<u8>> {
        match how {
            "parameter" => Some([around.unwrap_or_default(), octets].concat()),
            _ => self.item(how, octets),
        }
    }

    fn value(&self, text: Vec<u8>, quoted: bool) -> Vec<u8> {
        match self.naming {
            Naming::Standard => property::octets(&text, quoted),
            Naming::Erlang | Naming::Ids => text,
        }
    }

    fn shown<'v>(&self, octets: &'v [u8]) -> Result<(Cow<'v, [u8]>, bool), String> {
        match self.naming {
            Naming::Standard => property::text(octets),
            Naming::Erlang | Naming::Ids => Ok((Cow::Borrowed(octets), false)),
        }
    }

    fn draw(&self, how: &str, random: &mut Random) -> Option<String> {
        let number = |random: &mut Random| format!("x{:04x}", random.below(0xFFFF));
        match (how, Scope::of(how)) {
            ("termination", _) => Some(termination::draw(random)),
            ("native", _) => self.names.draw(Scope::Property, true, random),
            ("dialplan", _) => Some(format!("dialplan{:02}", random.below(100))),
            ("package" | "parameter", _) => Some(number(random)),
            (_, Some(scope)) if random.below(4) > 0 => self.names.draw(scope, false, random),
            (_, Some(_)) => Some(format!("{}/{}", number(random), number(random))),
            _ => None,
        }
    }

    fn quotes(&self, around: Option<&[u8]>) -> bool {
        around.is_some_and(|name| self.names.is_quoted(name))
    }
}

/// A number, or the characters of a name that has none. A name of the same length as a number would be
/// mistaken for one.
fn named(text: &str, size: usize, number: Result<Vec<u8>, String>) -> Result<Named, String> {
    let advised = |why| format!("{why}, so it has no number (--h248-packages FILE adds names)");
    match number.map_err(advised) {
        Ok(octets) => Ok(Named::Number(octets)),
        Err(why) if text.len() == size => Err(why),
        Err(why) => Ok(Named::Characters(text.to_ascii_lowercase().into_bytes(), why)),
    }
}
