//! `wireglot check`: reports mistakes in a specification.

use std::path::PathBuf;

use clap::Args;
use wireglot_driver::languages::{Checks, Feature, Request};
use wireglot_driver::Rules;

use crate::input::args::Schema;
use crate::input::value_parsers::{self, style};
use crate::output::cost;
use crate::output::destination::OutputArg;
use crate::output::exit::{complain, note, Done, Failure};
use crate::output::schema_verdict::times;

/// Check a specification for mistakes
///
/// Each mistake has a stable code, a place and a hint. The exit code is 3 if there are errors. Tolerated
/// mistakes (odd hyphens, Latin-1) are warnings, or errors with --strict, which also reports open types that
/// no object set resolves.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot check rocket.asn1 -I modules/ --strict")]
pub struct Check {
    #[command(flatten)]
    schema: Schema,
    /// Print one line for each mistake: file:line:column: severity[code]: message
    #[arg(long)]
    short: bool,
    /// Also compile for these encoding rules, which finds more mistakes
    #[arg(short, long, value_name = "RULES", value_delimiter = ',', value_parser = value_parsers::plan_rules(), hide_possible_values = true)]
    rules: Vec<Rules>,
    /// Print the worst-case memory of each type under the rules given by --rules, largest first
    ///
    /// In bytes per message byte, plus a constant, with the cause.
    #[arg(long, requires = "rules")]
    cost: bool,
    /// Generate a random value of every type, encode and decode it under these rules, and compare
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = value_parsers::plan_rules(), hide_possible_values = true)]
    round_trip: Vec<Rules>,
    /// The seed for --round-trip, as in wireglot sample
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parsers::number::<u64>, requires = "round_trip")]
    seed: u64,
    /// Print how long each stage took
    #[arg(long)]
    time: bool,
    /// Don't check this style rule of bitproto, such as B0508; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = style)]
    allow: Vec<String>,
    #[command(flatten)]
    output: OutputArg,
    /// Schema files, as with -s
    #[arg(value_name = "SCHEMA")]
    files: Vec<PathBuf>,
}

impl Check {
    pub fn run(mut self) -> Done {
        self.schema.add(std::mem::take(&mut self.files));
        self.schema.demand(&[
            ("--rules", Feature::Rules, !self.rules.is_empty()),
            ("--round-trip", Feature::Rules, !self.round_trip.is_empty()),
            ("--allow", Feature::Style, !self.allow.is_empty()),
        ])?;
        let request = Request { lint: true, allow: &self.allow, ..Request::default() };
        let mut made = self.schema.compile(request)?;
        let strict = self.schema.strict;
        let checked = made.check(&Checks { unresolved: strict, rules: &self.rules, cost: self.cost });
        let mut out = self.output.open()?;
        for (rules, costs) in &checked.costs {
            cost::write(*rules, costs, &mut out)?;
        }
        out.finish()?;
        let judgement = self.schema.judgement(self.short);
        judgement.tell(&*made)?;
        if checked.unresolved > 0 {
            note(&format!("open types that no object set resolves: {}", checked.unresolved));
        }
        if self.time {
            times(&*made);
        }
        judgement.verdict(&*made)?;
        let broken = match self.round_trip.is_empty() {
            true => Vec::new(),
            false => made.round_trips(&self.round_trip, self.seed, strict)?,
        };
        broken.iter().for_each(|error| complain(error));
        match broken.is_empty() {
            true => Ok(()),
            false => Err(Failure::Data),
        }
    }
}
