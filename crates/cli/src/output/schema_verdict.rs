//! What the verbs say of a schema, in whichever language it was written.

use std::io::Write;

use wireglot_driver::languages::Compilation;
use wireglot_driver::render::SHOWN;

use crate::output::exit::{note, Done, Failure};

/// How a schema is judged, and how much is said.
#[derive(Clone, Copy)]
pub struct Judgement {
    /// One line for each fault.
    pub short: bool,
    /// Tolerances are errors.
    pub strict: bool,
    /// How many faults are shown, unless they are short.
    pub most: usize,
}

impl Judgement {
    /// That of verbs that want a sound schema and say no more.
    pub fn usual(strict: bool) -> Judgement {
        Judgement { short: false, strict, most: SHOWN }
    }

    /// Prints the diagnostics on standard error.
    pub fn tell(self, made: &dyn Compilation) -> Done {
        let text = made.tell(self.short, self.strict, self.most);
        Ok(anstream::stderr().lock().write_all(text.as_bytes())?)
    }

    /// A bad schema is a failure.
    pub fn verdict(self, made: &dyn Compilation) -> Done {
        match made.failed(self.strict) {
            true => Err(Failure::Schema),
            false => Ok(()),
        }
    }

    /// Prints the diagnostics if there is an error among them, and fails.
    pub fn demand(self, made: &dyn Compilation) -> Done {
        match self.verdict(made) {
            Ok(()) => Ok(()),
            Err(failure) => self.tell(made).and(Err(failure)),
        }
    }
}

/// Says how long each stage took.
pub fn times(made: &dyn Compilation) {
    let stages = made.times().iter();
    stages.for_each(|(stage, taken)| note(&format!("{stage} {:.3} ms", taken.as_secs_f64() * 1e3)));
}
