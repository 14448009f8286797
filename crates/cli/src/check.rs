//! `wireglot check`: what is wrong with a specification.

use clap::Args;

use crate::args::Schema;
use crate::exit::{note, Done, Failure};

/// Say what is wrong with a specification
///
/// Every fault has a stable code, a place and a hint; none is told twice. The
/// exit code is 3 if there are errors. What was taken as meant (odd hyphens,
/// Latin-1) is a warning, and with --strict an error.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot check -s S1AP-PDU-Descriptions.asn -I modules/ --strict")]
pub struct Check {
    #[command(flatten)]
    schema: Schema,
    /// One line for each fault: file:line:column: severity[code]: message
    #[arg(long)]
    short: bool,
    /// Says how long each stage took
    #[arg(long)]
    time: bool,
}

impl Check {
    pub fn run(self) -> Done {
        let made = self.schema.compile_all()?;
        self.schema.tell(&made, self.short)?;
        if self.time {
            for (stage, taken) in made.times.iter() {
                note(&format!("{stage} {:.3} ms", taken.as_secs_f64() * 1e3));
            }
        }
        match made.diagnostics.failed(self.schema.strict) {
            true => Err(Failure::Schema),
            false => Ok(()),
        }
    }
}
