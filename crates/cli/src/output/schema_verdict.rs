//! Reports the verdict on a schema of any language.

use std::io::Write;

use wireglot_driver::languages::Compilation;
use wireglot_driver::render::SHOWN;

use crate::output::exit::{note, warn, Done, Failure};

/// How strictly a schema is judged, and how much is reported.
#[derive(Clone, Copy)]
pub struct Judgement {
    /// One line per diagnostic.
    pub short: bool,
    /// Tolerated mistakes are errors.
    pub strict: bool,
    /// The maximum number of diagnostics shown in full.
    pub most: usize,
}

impl Judgement {
    /// The settings for verbs that need a valid schema.
    pub fn usual(strict: bool) -> Judgement {
        Judgement { short: false, strict, most: SHOWN }
    }

    /// Prints the diagnostics on standard error.
    pub fn tell(self, made: &dyn Compilation) -> Done {
        let text = made.tell(self.short, self.strict, self.most);
        Ok(anstream::stderr().lock().write_all(text.as_bytes())?)
    }

    /// Prints the diagnostics and fails if the schema is invalid.
    pub fn verdict(self, made: &dyn Compilation) -> Done {
        match made.failed(self.strict) {
            true => Err(Failure::Schema),
            false => Ok(()),
        }
    }

    /// Prints the diagnostics if there is an error among them, and fails. Otherwise, warns of what is ignored.
    pub fn demand(self, made: &dyn Compilation) -> Done {
        match self.verdict(made) {
            Ok(()) => {
                warn_of_ignored(made);
                Ok(())
            }
            Err(failure) => self.tell(made).and(Err(failure)),
        }
    }
}

/// The maximum number of ignored parts that are named.
const NAMED: usize = 3;

/// Warns of parts of a schema that are ignored, one line each.
pub fn warn_of_ignored(made: &dyn Compilation) {
    let ignored = made.ignored();
    ignored.iter().take(NAMED).for_each(|told| warn(told));
    match ignored.len().saturating_sub(NAMED) {
        0 => {}
        more => warn(&format!("{more} more parts of the schema are ignored: see wireglot check")),
    }
}

/// Prints how long each stage took.
pub fn times(made: &dyn Compilation) {
    let stages = made.times().iter();
    stages.for_each(|(stage, taken)| note(&format!("{stage} {:.3} ms", taken.as_secs_f64() * 1e3)));
}
