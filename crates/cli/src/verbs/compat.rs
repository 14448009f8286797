//! `wireglot compat`: checks whether two versions of a schema understand each other.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::compat::{Pair, Versions, Way};
use wireglot_driver::languages::Feature;

use crate::input::args::host;
use crate::input::languages::{language_of, languages, refused};
use crate::output::destination::OutputArg;
use crate::output::exit::{Done, Failure};

/// Check whether two versions of a schema are compatible
///
/// Compares every message that both versions have, in both directions: a new reader with an old sender, and
/// an old reader with a new sender. If something breaks, it prints the position in both files and exits with
/// 1. Removed messages, and harmless changes such as a new name, are warnings.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot compat buoy-1.bitproto buoy-2.bitproto")]
pub struct Compat {
    /// The old schema
    old: PathBuf,
    /// The new schema
    new: PathBuf,
    /// The message; default: all
    #[arg(short = 't', long = "type", value_name = "MESSAGE")]
    name: Option<String>,
    /// Readers treat missing bytes at the end as zero (bitproto)
    #[arg(long)]
    pad: bool,
    /// Allow schemas to include and import any file, not only from their own folder
    #[arg(long)]
    allow_outside: bool,
    /// Print one line for each finding: file:line:column: severity[code]: message
    #[arg(long)]
    short: bool,
    /// Print a JSON object for each message and direction instead of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    output: OutputArg,
}

impl Compat {
    pub fn run(self) -> Done {
        let (old, new, only) = (self.old.as_path(), self.new.as_path(), self.name.as_deref());
        let (language, other) = (language_of(old)?, language_of(new)?);
        languages().demand(language, Feature::Versions, "compat", old)?;
        if language.word() != other.word() {
            let (one, two) = (language.name(), other.name());
            let (old, new) = (old.display(), new.display());
            let told = format!("compat is for two schemas of one language: {old} is {one}, {new} is {two}");
            return Err(Failure::Usage(told));
        }
        if self.pad {
            languages().demand(language, Feature::Padding, "--pad", old)?;
        }
        let versions =
            language.compare(&Pair { old, new, only, pad: self.pad }, host(self.allow_outside, &[]));
        let versions = versions.map_err(|refusal| refused("compat", language, old, refusal))?;
        anstream::stderr().lock().write_all(versions.tell(self.short).as_bytes())?;
        if versions.faults.failed(false) {
            return Err(Failure::Schema);
        }
        if let (Some(name), []) = (&self.name, &versions.messages[..]) {
            return Err(Failure::Usage(format!("no message `{name}` is in both files")));
        }
        let table = if self.json { json(&versions) } else { table(&versions) };
        self.output.write(table.as_bytes())?;
        match versions.breaks() {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }
}

fn word(way: &Way) -> &'static str {
    match (way.breaks(), way.padded) {
        (false, _) => "good",
        (true, true) => "only padded",
        (true, false) => "breaks",
    }
}

/// The verdict on old senders of a message that the new version no longer has.
const GONE: &str = "missing";

fn table(versions: &Versions) -> String {
    let head = ["message".to_string(), "old to new".to_string(), "new to old".to_string()];
    let row = |message: &wireglot_driver::compat::Compared| {
        let [there, back] = &message.ways;
        [message.name.clone(), word(there).to_string(), word(back).to_string()]
    };
    let gone = |name: &String| [name.clone(), GONE.to_string(), "-".to_string()];
    let rows: Vec<[String; 3]> = std::iter::once(head)
        .chain(versions.messages.iter().map(row))
        .chain(versions.gone.iter().map(gone))
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    rows.iter().map(|[name, there, back]| format!("{name:first$}  {there:second$}  {back}\n")).collect()
}

fn json(versions: &Versions) -> String {
    let mut text = String::new();
    for message in &versions.messages {
        for (way, direction) in message.ways.iter().zip(["old_to_new", "new_to_old"]) {
            let broken = way.findings.iter().filter(|finding| finding.trouble.breaks());
            let fields: Vec<&str> = broken.map(|finding| finding.reader.path.as_str()).collect();
            let line = serde_json::json!({
                "message": message.name, "direction": direction, "verdict": word(way), "breaks": fields});
            text.push_str(&format!("{line}\n"));
        }
    }
    for name in &versions.gone {
        let line = serde_json::json!({
            "message": name, "direction": "old_to_new", "verdict": GONE, "breaks": []});
        text.push_str(&format!("{line}\n"));
    }
    text
}
