//! Inputs that are nearly of a well-known type.

use wireglot_interp::{DecodeOptions, OpenTypes};

use super::candidates::{self, Candidate};
use super::looks::{encoded, first_encoded};
use super::{Cut, Followed, Identifier, Identity, Known, Looks, Sure};

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
    /// The type that a value is of, or would be of without its error; `None` if it is of no single type.
    pub(super) fn meant(&self, identity: &Identity, label: Option<&str>) -> Option<Known> {
        let named = |name: &str| candidates::ALL.iter().find(|candidate| candidate.name == name);
        match identity {
            Identity::Known(known) | Identity::Unknown(Looks::Near(known, _)) => Some(*known),
            Identity::Unknown(Looks::Cut(Cut { name: Some(name), .. })) => named(name).map(|it| self.bad(it)),
            // What is encrypted has the label of what it was.
            Identity::Several(_) | Identity::Unknown(Looks::Encrypted) => None,
            Identity::Unknown(_) => label.and_then(candidates::labelled).map(|it| self.bad(it)),
        }
    }

    /// A damaged value of a type.
    pub(super) fn bad(&self, candidate: &'static Candidate) -> Known {
        let rules = if candidate.canonical { self.canonical } else { self.basic };
        Known { candidate, rules, sure: Sure::Damaged }
    }

    /// The type that bytes are nearly of, and what follows a value of it.
    pub(super) fn near(&self, octets: &[u8], label: Option<&str>) -> Option<(Known, Option<Followed>)> {
        let followed = self.followed(octets, label).map(|(known, followed)| (known, Some(followed)));
        followed.or_else(|| Some((self.damaged(octets, label)?, None)))
    }

    /// A value of a certain type that is followed by something else.
    fn followed(&self, octets: &[u8], label: Option<&str>) -> Option<(Known, Followed)> {
        let ends = [encoded(octets), first_encoded(octets)];
        ends.into_iter().filter(|end| (1..octets.len()).contains(end)).find_map(|end| {
            match self.typed(octets.get(..end)?, label)? {
                Identity::Known(known @ Known { sure: Sure::Certain, .. }) => {
                    Some((known, Followed { octet: end, bytes: octets.len() - end }))
                }
                _ => None,
            }
        })
    }

    /// A value whose label names its type, or that decodes far enough as a type, up to an error.
    fn damaged(&self, octets: &[u8], label: Option<&str>) -> Option<Known> {
        match label.and_then(candidates::labelled) {
            Some(candidate) => self.error(candidate, octets).map(|_| self.bad(candidate)),
            None => {
                let deep = candidates::ALL.iter().filter(|candidate| candidate.is_deep());
                let errors = deep.filter_map(|candidate| Some((candidate, self.error(candidate, octets)?)));
                let plausible = errors.filter(|(_, octet)| *octet >= FEWEST && names(octets, *octet));
                plausible.max_by_key(|(_, octet)| *octet).map(|(candidate, _)| self.bad(candidate))
            }
        }
    }

    /// The position of the error in bytes as a value of a type.
    fn error(&self, candidate: &Candidate, octets: &[u8]) -> Option<usize> {
        let root = self.specification.shape().root(candidate.ty)?;
        let options =
            DecodeOptions { strict: Some(false), open_types: OpenTypes::Strict, ..DecodeOptions::default() };
        let error = self.specification.decode(self.basic, root, octets, &options).err()?;
        usize::try_from(error.fault.bit / 8).ok()
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
