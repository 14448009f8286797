//! What compiling a schema made, as far as people are told of it: the same for every schema language.

use wireglot_diag::Diagnostics;
use wireglot_text::Sources;

use crate::pipeline::Times;
use crate::render::{render, render_short};

/// A compiled schema with what was found fault with.
pub trait Compilation {
    /// All files.
    fn sources(&self) -> &Sources;
    /// What was found fault with.
    fn diagnostics(&self) -> &Diagnostics;
    /// How long each stage took.
    fn times(&self) -> &Times;

    /// Whether an error was reported; in strict runs a tolerance counts as one.
    fn failed(&self, strict: bool) -> bool {
        self.diagnostics().failed(strict)
    }

    /// The diagnostics for people, so many at most, or one line for each of them.
    fn tell(&self, short: bool, strict: bool, most: usize) -> String {
        match short {
            true => render_short(self.diagnostics(), self.sources(), strict),
            false => render(self.diagnostics(), self.sources(), strict, most),
        }
    }
}

/// Fields of these names are all that it takes.
macro_rules! compilations {
    ($($made:ty),*) => {$(
        impl Compilation for $made {
            fn sources(&self) -> &Sources {
                &self.sources
            }

            fn diagnostics(&self) -> &Diagnostics {
                &self.diagnostics
            }

            fn times(&self) -> &Times {
                &self.times
            }
        }
    )*};
}

compilations!(crate::pipeline::Compiled, crate::bitproto::Schema, crate::sbe::Schema);
