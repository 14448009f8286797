//! Names of packages and their items, with their numbers.

use std::fmt;

use wireglot_grammar::h248::PACKAGES;

use crate::random::Random;

/// Kinds of items in a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// A property.
    Property,
    /// An event.
    Event,
    /// A signal.
    Signal,
    /// A statistic.
    Statistic,
}

impl Scope {
    /// The kind with this name.
    pub fn of(word: &str) -> Option<Scope> {
        Some(match word {
            "property" => Scope::Property,
            "event" => Scope::Event,
            "signal" => Scope::Signal,
            "statistic" => Scope::Statistic,
            _ => return None,
        })
    }

    fn from_octet(octet: u8) -> Option<Scope> {
        [Scope::Property, Scope::Event, Scope::Signal, Scope::Statistic]
            .into_iter()
            .find(|s| *s as u8 == octet)
    }
}

/// A table of names. Anything else is written, and read, as `x` and four hexadecimal digits.
#[derive(Debug, Clone, Default)]
pub struct Names {
    packages: Vec<Package>,
}

#[derive(Debug, Clone)]
struct Package {
    name: String,
    id: u16,
    items: Vec<Item>,
}

#[derive(Debug, Clone)]
struct Item {
    scope: Scope,
    name: String,
    id: u16,
    parameters: Vec<Parameter>,
}

#[derive(Debug, Clone)]
struct Parameter {
    name: String,
    id: u16,
    quoted: bool,
}

/// Why a text is not a table of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamesFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for NamesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for NamesFault {}

/// The namespace of packages.
const PACKAGES_SPACE: u64 = 4 << 16;

/// The number that means all items or all packages.
const ALL: u16 = 0xFFFF;

impl Names {
    /// The names in H.248.1 Annex E.
    pub fn standard() -> Names {
        let mut names = Names::default();
        // Cannot fail: a test reads the table.
        let _ = names.add(PACKAGES);
        names
    }

    /// Adds the packages of a table. The items of an existing package are added to it.
    ///
    /// # Errors
    /// The text is not such a table.
    pub fn add(&mut self, text: &str) -> Result<(), NamesFault> {
        for (index, line) in text.lines().enumerate() {
            let line = line.split(';').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            if !words.is_empty() {
                self.line(&words).map_err(|message| NamesFault { line: index + 1, message })?;
            }
        }
        Ok(())
    }

    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let number = |text: &str| {
            u16::from_str_radix(text, 16).map_err(|_| format!("`{text}` is not four hex digits"))
        };
        match words {
            ["native"] => self.begin("", 0),
            ["package", name, id] => self.begin(name, number(id)?),
            ["param", name, id, marks @ ..] => {
                let quoted = match marks {
                    [] => false,
                    ["quoted"] => true,
                    _ => return Err("a parameter is `quoted` or nothing".into()),
                };
                let item = self.packages.last_mut().and_then(|package| package.items.last_mut());
                let item = item.ok_or("a parameter belongs to an event or a signal before it")?;
                item.parameters.push(Parameter { name: (*name).into(), id: number(id)?, quoted });
            }
            [kind, name, id] => {
                let scope = Scope::of(kind).ok_or_else(|| format!("no line begins with `{kind}`"))?;
                let package = self.packages.last_mut().ok_or("an item belongs to a package before it")?;
                package.items.push(Item {
                    scope,
                    name: (*name).into(),
                    id: number(id)?,
                    parameters: Vec::new(),
                });
            }
            _ => return Err("KIND NAME NUMBER".into()),
        }
        Ok(())
    }

    /// All names: the namespace of the name, its number, the name, and whether its values are quoted. The
    /// namespace of an item is its kind with the number of its package; that of packages comes after the last
    /// kind; that of parameters is their item. If a name or number occurs more than once, the first one
    /// counts.
    pub fn rows(&self) -> Vec<(u64, u16, &str, bool)> {
        let mut rows: Vec<(u64, u16, &str, bool)> = Vec::new();
        for package in &self.packages {
            if package.id != 0 {
                rows.push((PACKAGES_SPACE, package.id, &package.name, false));
            }
            for item in &package.items {
                let (kind, id) = (item.scope as u64, u64::from(package.id));
                rows.push((kind << 16 | id, item.id, &item.name, false));
                let space = 1 << 40 | kind << 32 | id << 16 | u64::from(item.id);
                rows.extend(item.parameters.iter().map(|p| (space, p.id, p.name.as_str(), p.quoted)));
            }
        }
        rows
    }

    /// Starts a package, which is moved to the end, for the lines that follow.
    fn begin(&mut self, name: &str, id: u16) {
        let there = self.packages.iter().position(|package| package.id == id);
        let package = match there {
            Some(index) => self.packages.remove(index),
            None => Package { name: name.into(), id, items: Vec::new() },
        };
        self.packages.push(package);
    }

    /// Only the names of SDP lines, without packages.
    pub(super) fn native_alone(&self) -> Names {
        Names { packages: self.packages.iter().filter(|package| package.id == 0).cloned().collect() }
    }

    /// A random name of an SDP line, or of an item with its package.
    pub(super) fn draw(&self, scope: Scope, native: bool, random: &mut Random) -> Option<String> {
        let packages = self.packages.iter().filter(|package| (package.id == 0) == native);
        let items = packages.flat_map(|package| package.items.iter().map(move |item| (package, item)));
        let all: Vec<(&Package, &Item)> = items.filter(|(_, item)| item.scope == scope).collect();
        let (package, item) = random.of(&all)?;
        Some(if native { item.name.clone() } else { format!("{}/{}", package.name, item.name) })
    }

    /// The number of a package.
    pub(super) fn package(&self, name: &str) -> Result<[u8; 2], String> {
        let known =
            self.packages.iter().find(|p| p.id != 0 && p.name.eq_ignore_ascii_case(name)).map(|p| p.id);
        id(known, name).ok_or_else(|| format!("no package is called `{name}`"))
    }

    pub(super) fn package_name(&self, octets: &[u8]) -> String {
        let number = number(octets);
        let known = self.packages.iter().find(|p| p.id != 0 && Some(p.id) == number).map(|p| p.name.as_str());
        shown(known, octets)
    }

    fn items(&self, package: u16, scope: Scope) -> impl Iterator<Item = &Item> {
        let packages = self.packages.iter().filter(move |p| p.id == package);
        packages.flat_map(|p| &p.items).filter(move |item| item.scope == scope)
    }

    /// The numbers of `package/item`.
    pub(super) fn item(&self, scope: Scope, name: &str) -> Result<Vec<u8>, String> {
        let (package, item) = name.split_once('/').ok_or("a package and an item: `al/on`")?;
        let package = self.package(package)?;
        let known =
            self.items(u16::from_be_bytes(package), scope).find(|i| i.name.eq_ignore_ascii_case(item));
        let item =
            id(known.map(|item| item.id), item).ok_or_else(|| format!("`{name}` is in no table of names"))?;
        Ok([package, item].concat())
    }

    pub(super) fn item_name(&self, scope: Scope, octets: &[u8]) -> String {
        let (package, item) = octets.split_at_checked(2).unwrap_or((octets, &[]));
        let known = number(package).and_then(|package| {
            self.items(package, scope)
                .find(|known| Some(known.id) == number(item))
                .map(|known| known.name.as_str())
        });
        format!("{}/{}", self.package_name(package), shown(known, item))
    }

    /// The number of a native tag: the name of an SDP line.
    pub(super) fn native(&self, name: &str) -> Result<Vec<u8>, String> {
        // SDP is case-sensitive.
        let known = self.items(0, Scope::Property).find(|item| item.name == name).map(|item| item.id);
        let item = id(known, name).ok_or_else(|| format!("no line of SDP is called `{name}`"))?;
        Ok([[0, 0], item].concat())
    }

    pub(super) fn native_name(&self, octets: &[u8]) -> Result<String, String> {
        let item = octets.strip_prefix(&[0, 0]).ok_or("this is not a line of SDP")?;
        let known = self.items(0, Scope::Property).find(|known| Some(known.id) == number(item));
        Ok(shown(known.map(|known| known.name.as_str()), item))
    }

    /// The parameters of an event or signal; `around` is its kind and its numbers.
    fn parameters(&self, around: Option<&[u8]>) -> &[Parameter] {
        let found = around.and_then(|around| {
            let (scope, rest) = around.split_first()?;
            let (package, item) = rest.get(..4)?.split_at_checked(2)?;
            self.items(number(package)?, Scope::from_octet(*scope)?)
                .find(|known| Some(known.id) == number(item))
        });
        found.map_or(&[], |item| &item.parameters)
    }

    pub(super) fn parameter(&self, around: Option<&[u8]>, name: &str) -> Result<Vec<u8>, String> {
        let known = self.parameters(around).iter().find(|p| p.name.eq_ignore_ascii_case(name)).map(|p| p.id);
        let id = id(known, name).ok_or_else(|| format!("no parameter here is called `{name}`"))?;
        Ok(id.to_vec())
    }

    pub(super) fn parameter_name(&self, around: Option<&[u8]>, octets: &[u8]) -> String {
        let known = self.parameters(around).iter().find(|p| Some(p.id) == number(octets));
        shown(known.map(|p| p.name.as_str()), octets)
    }

    /// Whether the values of a parameter are always in quotation marks; `name` is its event or signal and its
    /// number.
    pub(super) fn is_quoted(&self, name: &[u8]) -> bool {
        let parameter = name.get(5..).and_then(number);
        self.parameters(Some(name)).iter().any(|p| p.quoted && Some(p.id) == parameter)
    }
}

fn number(octets: &[u8]) -> Option<u16> {
    <[u8; 2]>::try_from(octets).ok().map(u16::from_be_bytes)
}

/// The known number, or the one that the name itself gives.
fn id(known: Option<u16>, name: &str) -> Option<[u8; 2]> {
    let all = (name == "*").then_some(ALL);
    let said = || {
        let digits = name.strip_prefix(['x', 'X']).filter(|digits| digits.len() == 4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    known.or(all).or_else(said).map(u16::to_be_bytes)
}

fn shown(known: Option<&str>, octets: &[u8]) -> String {
    match (known, octets) {
        (Some(name), _) => name.to_string(),
        (None, [0xFF, 0xFF]) => "*".into(),
        (None, octets) => octets.iter().fold(String::from("x"), |text, octet| text + &format!("{octet:02x}")),
    }
}

/// The number of a digit map: `dialplan00`.
pub(super) fn dialplan(name: &str) -> Result<Vec<u8>, String> {
    let digits = name.get(..8).filter(|head| head.eq_ignore_ascii_case("dialplan")).and(name.get(8..));
    let octets = digits.and_then(|digits| match digits.as_bytes() {
        [] => Some(vec![0, 0]),
        [b @ b'0'..=b'9'] => Some(vec![0, b - b'0']),
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => Some(vec![a - b'0', b - b'0']),
        _ => None,
    });
    octets.or_else(|| id(None, name).map(|id| id.to_vec())).ok_or_else(|| {
        format!(
            "`{name}` has no number: digit maps are `dialplan` and two digits, or `x` and four hex digits"
        )
    })
}

pub(super) fn dialplan_name(octets: &[u8]) -> Result<String, String> {
    match octets {
        [a @ 0..=9, b @ 0..=9] => Ok(format!("dialplan{a}{b}")),
        octets => Ok(shown(None, octets)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        Names::default().add(PACKAGES).unwrap();
        let names = Names::standard();
        assert_eq!(names.item(Scope::Event, "AL/of").unwrap(), [0, 9, 0, 5]);
        assert_eq!(names.item_name(Scope::Event, &[0, 9, 0, 5]), "al/of");
        assert_eq!(names.item_name(Scope::Signal, &[0, 9, 0, 5]), "al/x0005");
        assert_eq!(names.item(Scope::Signal, "al/x0005").unwrap(), [0, 9, 0, 5]);
        assert_eq!(names.item(Scope::Signal, "*/*").unwrap(), [255; 4]);
        assert!(names.item(Scope::Signal, "nope/on").is_err());
    }

    #[test]
    fn packages_of_ones_own() {
        let mut names = Names::standard();
        names.add("package zz 8001 ; ours\n event ev 0001\n  param par 0002\npackage al 0009\n event own 7001\n").unwrap();
        assert_eq!(names.item(Scope::Event, "zz/ev").unwrap(), [0x80, 1, 0, 1]);
        assert_eq!(names.parameter(Some(&[Scope::Event as u8, 0x80, 1, 0, 1]), "par").unwrap(), [0, 2]);
        assert_eq!(names.item(Scope::Event, "al/own").unwrap(), [0, 9, 0x70, 1]);
        assert_eq!(names.item(Scope::Event, "al/of").unwrap(), [0, 9, 0, 5]);
        assert_eq!(names.add("\nparam x zz").unwrap_err().line, 2);
    }
}
