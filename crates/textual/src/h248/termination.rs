//! Terminations: as three levels of eight bits, as in Erlang's resolver, or as names.

use wireglot_interp::{ValueRef, View};

use crate::draft::Spot;
use crate::random::Random;

/// ROOT (H.248.1 A.2).
const ROOT: [u8; 8] = [0xFF; 8];
/// Bits per level.
const LEVEL: usize = 8;
/// Number of levels.
const LEVELS: usize = 3;

/// The maximum number of octets.
const MOST: usize = 8;

/// The maximum number of characters of a name (H.248.1 B.2).
const LONGEST: usize = 64;

/// How terminations are represented in the octets of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Terminations {
    /// Three levels of eight bits, as in Erlang's resolver.
    #[default]
    Levels,
    /// The characters of their names, in lower case.
    Names,
}

/// Whether a text stands for the same octets in every representation.
fn is_special(text: &str) -> bool {
    text.eq_ignore_ascii_case("root") || matches!(text, "*" | "$")
}

/// Reads a termination.
pub fn read(text: &str, terminations: Terminations, spot: &mut Spot) -> Result<(), String> {
    let (wildcards, octets) = resolved(text, terminations)?;
    spot.slot("wildcard").and_then(|mut list| list.fill(&wildcards))?;
    let mut id = spot.slot("id")?;
    match octets.len() > MOST {
        true => id.name(&octets, format!("a termination of more than {MOST} octets fits only in text")),
        false => id.octets(&octets),
    }
}

/// The wildcard fields and octets of a text.
pub fn resolved(text: &str, terminations: Terminations) -> Result<(Vec<u8>, Vec<u8>), String> {
    match terminations {
        Terminations::Names if !is_special(text) => Ok((Vec::new(), text.to_ascii_lowercase().into_bytes())),
        Terminations::Names | Terminations::Levels => levels(text),
    }
}

/// The wildcard fields and octets of `root`, `*`, `$`, or up to three levels of bits, each of which may end with a
/// wildcard.
fn levels(text: &str) -> Result<(Vec<u8>, Vec<u8>), String> {
    if text.eq_ignore_ascii_case("root") {
        return Ok((Vec::new(), ROOT.to_vec()));
    }
    let levels: Vec<&str> = text.split('/').collect();
    if levels.len() > LEVELS {
        return Err(unresolved(text));
    }
    let (mut octets, mut wildcards) = ([0u8; LEVELS], Vec::new());
    for (index, (level, octet)) in levels.iter().zip(&mut octets).enumerate() {
        let bits = level.trim_end_matches(['*', '$']);
        let wild = level.get(bits.len()..).unwrap_or_default();
        let is_bits = bits.bytes().all(|bit| matches!(bit, b'0' | b'1'));
        if !is_bits || wild.len() > 1 || bits.len() > LEVEL || (wild.is_empty() && bits.len() < LEVEL) {
            return Err(unresolved(text));
        }
        *octet = bits.bytes().enumerate().fold(0, |sum, (bit, digit)| sum | (digit & 1) << (7 - bit));
        if let Some(kind) = wild.chars().next() {
            if bits.len() == LEVEL {
                return Err(unresolved(text));
            }
            let is_last = index + 1 == levels.len();
            let behind = (LEVELS - 1 - index) * LEVEL;
            let all = if kind == '*' { 0x80 } else { 0 };
            // The wildcard of the last level written applies to all levels below it.
            let below = if is_last && behind > 0 { 0x40 } else { 0 };
            wildcards.push(all | below | (LEVEL - 1 - bits.len() + behind) as u8);
        } else if index + 1 == levels.len() && levels.len() < LEVELS {
            return Err(unresolved(text));
        }
    }
    Ok((wildcards, octets.to_vec()))
}

fn unresolved(text: &str) -> String {
    format!(
        "`{text}` has no octets: terminations are `root` or three levels of eight bits \
         (--h248-terminations names keeps names as they are)"
    )
}

/// Appends the text of a termination.
pub fn write(value: ValueRef, terminations: Terminations, out: &mut Vec<u8>) -> Result<(), String> {
    let (wildcards, octets) = parts(value)?;
    let text = match terminations {
        Terminations::Names if wildcards.is_empty() && octets != ROOT => name(octets)?.to_string(),
        Terminations::Names | Terminations::Levels => bits(&wildcards, octets)?,
    };
    if terminations == Terminations::Names && !wildcards.is_empty() && !is_special(&text) {
        return Err(format!("`{text}` would be read back as a name"));
    }
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

/// The name with these characters.
fn name(octets: &[u8]) -> Result<&str, String> {
    let is_name = octets.len() <= LONGEST
        && octets.first().is_some_and(u8::is_ascii_alphanumeric)
        && octets.iter().all(|octet| octet.is_ascii_alphanumeric() || b"_/*$@.-".contains(octet));
    let name = str::from_utf8(octets).ok().filter(|name| is_name && !is_special(name));
    name.ok_or_else(|| format!("octets {octets:02X?} are not the name of a termination"))
}

/// The wildcard fields and octets of a value.
fn parts(value: ValueRef<'_>) -> Result<(Vec<u8>, &[u8]), String> {
    let View::Record(record) = value.view() else { return Err("a termination is a record".into()) };
    let octets = record.slot(1).map(ValueRef::view);
    let Some(View::OctetString(octets)) = octets else { return Err("a termination has octets".into()) };
    let wildcards: Vec<u8> = match record.slot(0).map(ValueRef::view) {
        Some(View::List(list)) => list
            .iter()
            .filter_map(|field| match field.view() {
                View::OctetString([octet]) => Some(*octet),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    Ok((wildcards, octets))
}

/// The text of levels of bits.
fn bits(wildcards: &[u8], octets: &[u8]) -> Result<String, String> {
    if octets == ROOT && wildcards.is_empty() {
        return Ok("root".into());
    }
    if octets.len() != LEVELS {
        return Err(format!("a termination of {} octets has no levels of eight bits", octets.len()));
    }
    let mut text = String::new();
    for (index, octet) in octets.iter().enumerate() {
        if index > 0 {
            text.push('/');
        }
        let behind = (LEVELS - 1 - index) * LEVEL;
        let here = |w: &&u8| (behind..behind + LEVEL).contains(&usize::from(**w & 0x3F));
        let wildcard = wildcards.iter().find(here);
        let bits = wildcard.map_or(LEVEL, |w| LEVEL - 1 + behind - usize::from(w & 0x3F));
        text.extend((0..bits).map(|bit| if octet >> (7 - bit) & 1 != 0 { '1' } else { '0' }));
        if let Some(wildcard) = wildcard {
            text.push(if wildcard & 0x80 != 0 { '*' } else { '$' });
            if wildcard & 0x40 != 0 {
                break;
            }
        }
    }
    // Wildcards in another order, and bits below them, cannot be written.
    match levels(&text) {
        Ok((read, bits)) if (read.as_slice(), bits.as_slice()) == (wildcards, octets) => Ok(text),
        _ => Err(format!("wildcards {wildcards:02X?} have no place in levels of eight bits")),
    }
}

/// A random termination.
pub fn draw(random: &mut Random) -> String {
    let level = |random: &mut Random| format!("{:08b}", random.below(256));
    match random.below(6) {
        0 => "root".into(),
        1 => "$".into(),
        2 => "*".into(),
        3 => format!("{}/{}/*", level(random), level(random)),
        _ => format!("{}/{}/{}", level(random), level(random), level(random)),
    }
}
