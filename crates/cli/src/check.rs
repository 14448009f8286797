//! `wireglot check`: what is wrong with a specification.

use clap::Args;
use wireglot_driver::bitproto::CompileOptions;
use wireglot_driver::compilation::Compilation;
use wireglot_driver::pipeline::{plan, report_unresolved, Compiled};
use wireglot_driver::round_trip::round_trips;
use wireglot_driver::{bitproto, sbe, Rules, Specification};

use crate::args::Schema;
use crate::bitproto::style;
use crate::cost;
use crate::exit::{complain, note, Done, Failure};
use crate::judge::times;
use crate::words;

/// Say what is wrong with a specification
///
/// Every fault has a stable code, a place and a hint; none is told twice. The
/// exit code is 3 if there are errors. What was taken as meant (odd hyphens,
/// Latin-1) is a warning, and with --strict an error. --strict also tells of the
/// open types that no object set resolves.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot check -s rocket.asn1 -I modules/ --strict")]
pub struct Check {
    #[command(flatten)]
    schema: Schema,
    /// One line for each fault: file:line:column: severity[code]: message
    #[arg(long)]
    short: bool,
    /// Makes the plans of these rules too: some faults show in them alone
    #[arg(short, long, value_name = "RULES", value_delimiter = ',', value_parser = words::plan_rules(), hide_possible_values = true)]
    rules: Vec<Rules>,
    /// Prints the memory that values of each type may take by the rules that --rules names, worst first
    ///
    /// For each octet of a message, and whatever the message: in octets, and where that comes from.
    #[arg(long, requires = "rules")]
    cost: bool,
    /// Draws a value of every type, encodes it by these rules, decodes it again and compares
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = words::plan_rules(), hide_possible_values = true)]
    round_trip: Vec<Rules>,
    /// Which values are drawn, as in wireglot sample
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = words::number::<u64>, requires = "round_trip")]
    seed: u64,
    /// Says how long each stage took
    #[arg(long)]
    time: bool,
    /// Says nothing of one rule of bitproto's style, such as B0508; repeat it for more
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = style)]
    allow: Vec<String>,
}

impl Check {
    pub fn run(self) -> Done {
        if let Some(file) = self.schema.bitproto() {
            let allow: Vec<&str> = self.allow.iter().map(String::as_str).collect();
            let options = CompileOptions { lint: true, allow: &allow, ..CompileOptions::default() };
            return self.judge(&bitproto::compile(file, options)?);
        }
        if let Some(file) = self.schema.sbe() {
            return self.judge(&sbe::compile(file)?);
        }
        let mut made = self.schema.compile_all()?;
        let open = if self.schema.strict { report_unresolved(&mut made) } else { 0 };
        for rules in self.rules.iter().filter(|_| !self.cost) {
            plan(*rules, &mut made);
        }
        for rules in self.rules.iter().filter(|_| self.cost) {
            cost::print(*rules, &mut made)?;
        }
        self.schema.judgement(self.short).tell(&made)?;
        if open > 0 {
            note(&format!("open types that no object set resolves: {open}"));
        }
        if self.time {
            times(&made);
        }
        match made.diagnostics.failed(self.schema.strict) {
            true => Err(Failure::Schema),
            false => self.round_trips(made),
        }
    }

    /// Says what is wrong with a schema that has no rules to choose, and how long each stage took.
    fn judge(&self, made: &impl Compilation) -> Done {
        let judgement = self.schema.judgement(self.short);
        judgement.tell(made)?;
        if self.time {
            times(made);
        }
        judgement.verdict(made)
    }

    /// Tells what does not come back as it went.
    fn round_trips(&self, made: Compiled) -> Done {
        if self.round_trip.is_empty() {
            return Ok(());
        }
        let mut specification = Specification::of(made, self.schema.strict)?;
        let mut broken = Vec::new();
        for &rules in &self.round_trip {
            specification.prepare(rules)?;
            broken.extend(round_trips(&specification, rules, self.seed));
        }
        broken.iter().for_each(|error| complain(error));
        match broken.is_empty() {
            true => Ok(()),
            false => Err(Failure::Data),
        }
    }
}
