//! Inputs that are nearly of a well-known type.

use wireglot_interp::{DecodeOptions, OpenTypes};

use super::candidates::{self, Candidate};
use super::looks::{encoded, first_encoded, Near};
use super::{Identifier, Identity, Known, Sure};

/// The smallest offset of an error that may be in a value of an unlabelled type: fewer bytes decode by chance.
const FEWEST: usize = 32;

/// The beginnings of object identifiers that values of well-known types have early, encoded: PKCS, X9.62, digests and
/// ciphers of NIST, PKIX, attribute types.
const ARCS: [&[u8]; 5] = [
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1],
    &[0x2a, 0x86, 0x48, 0xce, 0x3d],
    &[0x60, 0x86, 0x48, 1, 0x65, 3, 4],
    &[0x2b, 6, 1, 5, 5, 7],
    &[0x55, 4],
];

impl Identifier {
    /// The type that bytes are nearly of.
    pub(super) fn near(&self, octets: &[u8], label: Option<&str>) -> Option<Near> {
        self.followed(octets, label).or_else(|| self.damaged(octets, label))
    }

    /// A value of a certain type that is followed by something else.
    fn followed(&self, octets: &[u8], label: Option<&str>) -> Option<Near> {
        let ends = [encoded(octets), first_encoded(octets)];
        ends.into_iter().filter(|end| (1..octets.len()).contains(end)).find_map(|end| {
            let identity = self.typed(octets.get(..end)?, label);
            let Some(Identity::Known(known @ Known { sure: Sure::Certain, .. })) = identity else {
                return None;
            };
            let left = octets.len() - end;
            let what = match left {
                1 => "1 more byte follows".to_string(),
                _ => format!("{left} more bytes follow"),
            };
            Some(Near { name: known.candidate.name, options: known.options(), octet: end, what })
        })
    }

    /// A value whose label names its type, or that decodes far enough as a type, up to an error.
    fn damaged(&self, octets: &[u8], label: Option<&str>) -> Option<Near> {
        match label.and_then(candidates::labelled) {
            Some(candidate) => self.error(candidate, octets),
            None => {
                let deep = candidates::ALL.iter().filter(|candidate| candidate.is_deep());
                let errors = deep.filter_map(|candidate| self.error(candidate, octets));
                let plausible = errors.filter(|near| near.octet >= FEWEST && names(octets, near.octet));
                plausible.max_by_key(|near| near.octet)
            }
        }
    }

    /// The error in bytes as a value of a type.
    fn error(&self, candidate: &'static Candidate, octets: &[u8]) -> Option<Near> {
        let root = self.specification.shape().root(candidate.ty)?;
        let options =
            DecodeOptions { strict: Some(false), open_types: OpenTypes::Strict, ..DecodeOptions::default() };
        let error = self.specification.decode(self.basic, root, octets, &options).err()?;
        let rules = if candidate.canonical { self.canonical } else { self.basic };
        let known = Known { candidate, rules, sure: Sure::Likely };
        let what = format!("{}: {}", error.path, error.fault.message());
        let octet = usize::try_from(error.fault.bit / 8).ok()?;
        Some(Near { name: candidate.name, options: known.options(), octet, what })
    }
}

/// Whether bytes have a well-known object identifier before an offset.
fn names(octets: &[u8], end: usize) -> bool {
    let before = octets.get(..end).unwrap_or(octets);
    ARCS.iter().any(|arc| {
        let mut encodings = before.windows(arc.len() + 2);
        encodings.any(|window| window.first() == Some(&6) && window.ends_with(arc))
    })
}
