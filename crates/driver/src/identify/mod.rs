//! What an input is when nobody said: its type among the well-known ones, and how sure that is.
//!
//! A type is named only where something in the value speaks for it beyond its tags: see [`evidence`]. What no
//! well-known type fits is told by what it looks like, never guessed.

mod candidates;
mod evidence;
mod groups;
mod looks;

use wireglot_interp::json::Spelling;
use wireglot_interp::{DecodeOptions, Unknowns};
use wireglot_plan::Rules;

use crate::languages::asn1::pipeline::SchemaFiles;
use crate::languages::asn1::specification::Specification;
use crate::open_error::OpenError;
use crate::sources::memory::Memory;

pub use candidates::Candidate;
pub use evidence::Sure;
pub use groups::Group;
pub use looks::{is_encoded, look, Looks};

/// A type that octets are of.
#[derive(Clone, Copy)]
pub struct Known {
    /// The type.
    pub candidate: &'static Candidate,
    /// The rules that the octets follow.
    pub rules: Rules,
    /// How sure that is.
    pub sure: Sure,
}

impl Known {
    /// The options that say the same.
    pub fn options(&self) -> String {
        let Candidate { set, ty, .. } = self.candidate;
        format!("-s @{set} -t {ty} -r {}", self.rules.word())
    }

    /// What octets of it are, as a sentence goes on behind their name: `is an X.509 certificate`.
    pub fn told(&self) -> String {
        let sure = match self.sure {
            Sure::Certain => "is",
            Sure::Likely => "is probably",
        };
        format!("{sure} {}", article(self.candidate.name))
    }

    /// Whether both are the same type by the same rules.
    pub fn same(&self, other: &Known) -> bool {
        self.candidate.ty == other.candidate.ty && self.rules == other.rules
    }
}

/// A name with its article.
fn article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'X', 'a', 'e', 'i', 'o', 'u']);
    // Letters that are spelt out begin with a vowel, too.
    let spelt = ["RSA", "SNMP", "LDAP"].iter().any(|letters| name.starts_with(letters));
    let an = (vowel && !name.starts_with("Unix")) || spelt;
    format!("{} {name}", if an { "an" } else { "a" })
}

/// What is known of an input.
pub enum Identity {
    /// It is of one type.
    Known(Known),
    /// It may be of one of these, and nothing tells which.
    Several(Vec<Known>),
    /// It is of no well-known type.
    Unknown(Looks),
}

impl Identity {
    /// Whether both say the same.
    pub fn same(&self, other: &Identity) -> bool {
        match (self, other) {
            (Identity::Known(one), Identity::Known(other)) => one.same(other),
            (Identity::Unknown(one), Identity::Unknown(other)) => one == other,
            _ => false,
        }
    }
}

/// Octets of an input are looked at up to so many.
const MOST: usize = 64 << 20;

/// Knows well-known types.
pub struct Identifier {
    specification: Specification,
    /// The rules that all of them follow, and those that some have to.
    basic: Rules,
    canonical: Rules,
}

impl Identifier {
    /// Compiles the modules that come with Wireglot.
    ///
    /// # Errors
    /// They have errors, which tests would show.
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

    /// What some octets are; a label of PEM that they came with counts, where it is not contradicted.
    pub fn identify(&self, octets: &[u8], label: Option<&str>) -> Identity {
        if octets.len() > MOST || !is_encoded(octets) {
            return Identity::Unknown(look(octets));
        }
        if let Some(known) = label.and_then(|label| self.labelled(octets, label)) {
            return Identity::Known(known);
        }
        let mut found: Vec<Known> =
            candidates::ALL.iter().filter_map(|candidate| self.is_one(candidate, octets)).collect();
        let best = found.iter().map(|known| known.sure).max();
        found.retain(|known| Some(known.sure) == best);
        match (found.first(), best) {
            (None, _) => Identity::Unknown(Looks::Ber),
            (Some(known), Some(Sure::Certain)) => Identity::Known(*known),
            (Some(known), _) if found.len() == 1 => Identity::Known(*known),
            _ => Identity::Several(found),
        }
    }

    /// What a label says, if the octets can be that.
    fn labelled(&self, octets: &[u8], label: &str) -> Option<Known> {
        let candidate = candidates::ALL.iter().find(|candidate| candidate.labels.contains(&label))?;
        let (rules, _) = self.value(candidate, octets)?;
        Some(Known { candidate, rules, sure: Sure::Certain })
    }

    fn is_one(&self, candidate: &'static Candidate, octets: &[u8]) -> Option<Known> {
        let (rules, values) = self.value(candidate, octets)?;
        let sure = values.iter().map(candidate.evidence).min().flatten()?;
        Some(Known { candidate, rules, sure })
    }

    /// The values that all of the octets are, one behind the other, and the rules that they follow.
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

/// So many values of an input are looked into; the others are only decoded.
const VALUES: usize = 16;
