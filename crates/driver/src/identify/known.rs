//! Well-known types that were identified.

use wireglot_plan::Rules;

use super::candidates::{article, Candidate};
use super::evidence::Sure;

/// An identified type.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// The type.
    pub candidate: &'static Candidate,
    /// The encoding rules.
    pub rules: Rules,
    /// How certain that is.
    pub sure: Sure,
}

impl Known {
    /// The command-line options for this type.
    pub fn options(&self) -> String {
        let Candidate { set, ty, .. } = self.candidate;
        format!("-s @{set} -t {ty} -r {}", self.rules.word())
    }

    /// What the bytes are, as the predicate of a sentence: `is an X.509 certificate`.
    pub fn told(&self) -> String {
        let name = self.candidate.name;
        match (self.sure, name.ends_with("parameters")) {
            (Sure::Damaged, _) => format!("looks like a damaged {name}"),
            (Sure::Certain, false) => format!("is {}", article(name)),
            (Sure::Likely, false) => format!("is probably {}", article(name)),
            (Sure::Certain, true) => format!("holds {name}"),
            (Sure::Likely, true) => format!("probably holds {name}"),
        }
    }

    /// Whether both are the same type with the same rules.
    pub fn same(&self, other: &Known) -> bool {
        self.candidate.ty == other.candidate.ty && self.rules == other.rules
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        self.same(other) && self.sure == other.sure
    }
}

impl Eq for Known {}
