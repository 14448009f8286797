//! Identifies inputs of unknown type: a well-known type, and how certain that is.
//!
//! A type is named only if something in the value besides its tags is evidence for it: see [`evidence`]. For
//! other inputs the result describes what they look like, without guessing a type.

mod candidates;
mod evidence;
mod fits;
mod groups;
mod known;
mod looks;
mod near;
mod traffic;

use wireglot_interp::json::Spelling;
use wireglot_interp::{DecodeOptions, Unknowns};
use wireglot_plan::Rules;

use crate::languages::asn1::pipeline::SchemaFiles;
use crate::languages::asn1::specification::Specification;
use crate::open_error::OpenError;
use crate::sources::memory::Memory;

pub use candidates::Candidate;
pub use evidence::Sure;
pub use fits::{fits, is_beside, size, Fit};
pub use groups::{Flaw, Group};
pub use known::Known;
pub use looks::{is_encoded, look, Cut, Followed, Looks, OTHER_READER};
pub use traffic::{rules_of, Carried, Traffic};

/// The sets of protocols whose messages are found in captures.
const PROTOCOLS: [&str; 3] = ["snmp", "ldap", "kerberos"];

/// The options that read well-known protocols in captures, one per type.
pub fn in_captures() -> Vec<String> {
    let protocols = candidates::ALL.iter().filter(|candidate| PROTOCOLS.contains(&candidate.set));
    protocols.map(|Candidate { name, set, ty, .. }| format!("-s @{set} -t {ty} -r ber ({name})")).collect()
}

/// The rules that the standard of a well-known type requires, if they are canonical; its name may be without the module.
pub fn canonical_rules_of(ty: &str) -> Option<Rules> {
    let is = |of: &Candidate| of.ty == ty || of.ty.split_once('.').is_some_and(|(_, name)| name == ty);
    let canonical = candidates::ALL.iter().any(|candidate| candidate.canonical && is(candidate));
    canonical.then(|| Rules::default().canonical_form())
}

/// The name of the type that a PEM label names.
fn named(label: &str) -> Option<&'static str> {
    candidates::labelled(label).map(|candidate| candidate.name)
}

/// The result of identifying an input.
pub enum Identity {
    /// It is of this type.
    Known(Known),
    /// It may be of any of these types.
    Several(Vec<Known>),
    /// It is not of a well-known type.
    Unknown(Looks),
}

impl Identity {
    /// Whether both are the same; types are if they differ in rules alone.
    pub fn same(&self, other: &Identity) -> bool {
        match (self, other) {
            (Identity::Known(one), Identity::Known(other)) => one.candidate.ty == other.candidate.ty,
            (Identity::Unknown(one), Identity::Unknown(other)) => one == other,
            _ => false,
        }
    }
}

/// The maximum number of input bytes examined.
const MOST: usize = 64 << 20;

/// Identifies well-known types.
pub struct Identifier {
    specification: Specification,
    /// The rules used by default, and those that some standards require.
    basic: Rules,
    canonical: Rules,
}

impl Identifier {
    /// Compiles the built-in modules.
    ///
    /// # Errors
    /// The modules have errors; the tests check that they don't.
    pub fn new() -> Result<Identifier, OpenError> {
        let sets = ["@pkcs", "@snmp", "@ldap", "@kerberos"].map(Into::into);
        let files = SchemaFiles { schemas: sets.to_vec(), ..SchemaFiles::default() };
        let mut specification = Specification::open(&files, false, Memory::new().host())?;
        let basic = Rules::default();
        let canonical = basic.canonical_form();
        specification.prepare(basic)?;
        specification.prepare(canonical)?;
        Ok(Identifier { specification, basic, canonical })
    }

    /// Identifies some bytes. A PEM label counts unless the bytes contradict it.
    pub fn identify(&self, octets: &[u8], label: Option<&str>) -> Identity {
        let near =
            |looks| self.near(octets, label).map_or(looks, |(known, followed)| Looks::Near(known, followed));
        if octets.len() > MOST || !is_encoded(octets) {
            return Identity::Unknown(match look(octets) {
                Looks::Cut(cut) => Looks::Cut(Cut { name: label.and_then(named).or(cut.name), ..cut }),
                looks @ (Looks::Capture(_) | Looks::Packet(_) | Looks::Nothing) => looks,
                looks if octets.len() > MOST => looks,
                looks => near(looks),
            });
        }
        self.typed(octets, label).unwrap_or_else(|| Identity::Unknown(near(Looks::Ber)))
    }

    /// The type, or the types, that bytes are of.
    fn typed(&self, octets: &[u8], label: Option<&str>) -> Option<Identity> {
        if let Some(known) = label.and_then(|label| self.labelled(octets, label)) {
            return Some(Identity::Known(known));
        }
        let mut found: Vec<Known> =
            candidates::ALL.iter().filter_map(|candidate| self.is_one(candidate, octets)).collect();
        let best = found.iter().map(|known| known.sure).max();
        found.retain(|known| Some(known.sure) == best);
        match (found.first(), best) {
            (None, _) => None,
            (Some(known), Some(Sure::Certain)) => Some(Identity::Known(*known)),
            (Some(known), _) if found.len() == 1 => Some(Identity::Known(*known)),
            _ => Some(Identity::Several(found)),
        }
    }

    /// The type that a label names, if the bytes decode as it.
    fn labelled(&self, octets: &[u8], label: &str) -> Option<Known> {
        let candidate = candidates::labelled(label)?;
        let (rules, _) = self.value(candidate, octets)?;
        Some(Known { candidate, rules, sure: Sure::Certain })
    }

    fn is_one(&self, candidate: &'static Candidate, octets: &[u8]) -> Option<Known> {
        let (rules, values) = self.value(candidate, octets)?;
        let sure = values.iter().map(candidate.evidence).min().flatten()?;
        Some(Known { candidate, rules, sure })
    }

    /// Decodes all bytes as consecutive values; returns the rules that they follow and the values.
    fn value(&self, candidate: &Candidate, octets: &[u8]) -> Option<(Rules, Vec<serde_json::Value>)> {
        let root = self.specification.shape().root(candidate.ty)?;
        let options = DecodeOptions {
            strict: Some(false),
            unknown: Unknowns::Reject,
            checks: true,
            trailing: true,
            ..DecodeOptions::default()
        };
        let mut rules = if candidate.canonical { self.canonical } else { self.basic };
        let mut values = Vec::new();
        let mut rest = octets;
        while !rest.is_empty() {
            let codec = self.specification.codec(self.basic)?;
            let mut tape = crate::Tape::new();
            let taken = codec.decode(root, rest, &options, &mut tape).ok().filter(|taken| *taken > 0)?;
            let value = tape.root()?;
            let (this, behind) = rest.split_at_checked(taken)?;
            if rules == self.canonical && !self.is_canonical(root, this) {
                rules = self.basic;
            }
            if values.len() < VALUES {
                values.push(serde_json::from_str(&self.specification.to_json(value, Spelling::Json)).ok()?);
            }
            rest = behind;
        }
        Some((rules, values))
    }

    fn is_canonical(&self, root: usize, octets: &[u8]) -> bool {
        self.specification.decode(self.canonical, root, octets, &DecodeOptions::default()).is_ok()
    }
}

/// The maximum number of values per input that are examined for evidence; the others are only decoded.
const VALUES: usize = 16;
