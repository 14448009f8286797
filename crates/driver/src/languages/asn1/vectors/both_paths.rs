//! Checks that both paths between bytes and JSON text give the same results, also for slightly damaged bytes
//! and text.

use wireglot_interp::json::{JsonWriter, Layout, Spelling};
use wireglot_interp::{DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;

use crate::languages::asn1::specification::Specification;

/// The number of damaged variants per record.
const DAMAGES: u64 = 24;

/// A type with one set of rules.
pub struct BothPaths<'s> {
    /// Its specification, with the plan for the rules.
    pub specification: &'s Specification,
    /// The rules.
    pub rules: Rules,
    /// The type.
    pub root: usize,
}

impl BothPaths<'_> {
    /// Compares both paths for an encoding, for the text decoded from it, and for damaged variants of both;
    /// returns the difference.
    pub fn differ(&self, octets: &[u8]) -> Option<String> {
        for spelling in [Spelling::Jer, Spelling::Json] {
            let text = match self.decoded(octets, spelling) {
                Ok(text) => text,
                Err(differs) => return Some(differs),
            };
            let told = text.and_then(|text| self.encoded(&text, spelling));
            let damaged =
                || (0..DAMAGES).find_map(|seed| self.decoded(&damaged(octets, seed), spelling).err());
            if let Some(told) = told.or_else(damaged) {
                return Some(told);
            }
        }
        None
    }

    /// The text of an encoding, if it decodes; an error if the paths differ.
    fn decoded(&self, octets: &[u8], spelling: Spelling) -> Result<Option<String>, String> {
        let Some(codec) = self.specification.codec(self.rules) else { return Ok(None) };
        let options = DecodeOptions::default();
        let writer = || JsonWriter::new(codec.shape(), spelling, Layout::Compact);
        let (mut direct, mut other) = (writer(), writer());
        let by_direct = codec.decode_json(self.root, octets, &options, &mut direct);
        let by_other = codec.decode(self.root, octets, &options, &mut other);
        if (&by_direct, direct.text()) == (&by_other, other.text()) {
            return Ok(by_other.is_ok().then(|| other.text().to_string()));
        }
        let octets: String = octets.iter().map(|octet| format!("{octet:02x}")).collect();
        Err(format!("{octets}: {by_direct:?} {} and {by_other:?} {}", direct.text(), other.text()))
    }

    /// Compares the encodings of a text and of damaged variants; returns the difference.
    fn encoded(&self, text: &str, spelling: Spelling) -> Option<String> {
        let damaged = (0..DAMAGES).filter_map(|seed| String::from_utf8(damaged(text.as_bytes(), seed)).ok());
        std::iter::once(text.to_string()).chain(damaged).find_map(|text| self.encodes(&text, spelling))
    }

    fn encodes(&self, text: &str, spelling: Spelling) -> Option<String> {
        let codec = self.specification.codec(self.rules)?;
        let options = EncodeOptions::default();
        let mut reader = self.specification.json_reader(spelling, self.rules);
        let (mut tape, mut direct, mut other) = (Tape::new(), Vec::new(), Vec::new());
        let by_direct =
            codec.encode_json(self.root, text, &mut reader, &mut tape, &options, &mut direct).map_err(drop);
        tape.clear();
        let ty = codec.shape().roots.get(self.root)?.shape;
        let read = reader.read(text, ty, &mut tape).ok();
        let written = tape
            .root()
            .filter(|_| read.is_some())
            .map(|value| codec.encode(self.root, value, &options, &mut other).is_ok());
        let by_other = read.filter(|_| written == Some(true)).ok_or(());
        (by_direct != by_other || direct != other)
            .then(|| format!("{text}: {by_direct:?} {direct:02x?} and {by_other:?} {other:02x?}"))
    }
}

/// The bytes with one or two of them changed, removed, doubled or swapped; the same for the same seed.
fn damaged(octets: &[u8], seed: u64) -> Vec<u8> {
    let mut octets = octets.to_vec();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ octets.len() as u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % below.max(1)
    };
    for _ in 0..=seed % 2 {
        let at = next(octets.len());
        let Some(octet) = octets.get_mut(at) else { break };
        match next(6) {
            0 => *octet ^= 1 << next(7),
            1 => *octet = octet.wrapping_add(1),
            2 => *octet = b"{}[]\",:0 1-e."[next(13)],
            3 => drop(octets.remove(at)),
            4 => octets.insert(at, b"0 ,}\"\x00\x80"[next(7)]),
            _ => octets.truncate(at),
        }
    }
    octets
}
