//! Options that belong to other verbs: what to write instead.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::Command;
use wireglot_driver::generate::Product;

use crate::input::languages::{language_of, languages};
use crate::output::shell::in_shell;

/// Options that some verbs don't have.
struct Instead {
    verbs: &'static [&'static str],
    options: &'static [&'static str],
    /// The option with the same value that they have.
    renamed: Option<&'static str>,
    told: &'static str,
}

const fn row(
    verbs: &'static [&'static str],
    options: &'static [&'static str],
    renamed: Option<&'static str>,
    told: &'static str,
) -> Instead {
    Instead { verbs, options, renamed, told }
}

const INSTEAD: [Instead; 14] = [
    row(
        &["decode"],
        &["--path"],
        Some("--select"),
        "--select PATH shows only this field; inspect has --path",
    ),
    row(
        &["inspect", "diff"],
        &["--select"],
        Some("--path"),
        "--path PATH shows only this field; decode has --select",
    ),
    row(
        &["decode", "encode", "inspect", "convert", "diff", "sample"],
        &["--pdu"],
        Some("-t"),
        "-t TYPE names the type; gen has --pdu",
    ),
    row(&["gen"], &["-t", "--type"], Some("--pdu"), "--pdu TYPES names the types; decode has -t"),
    row(
        &["decode", "encode", "inspect", "diff", "sample"],
        &["--from", "--to"],
        Some("-r"),
        "-r RULES names the rules; convert has --from and --to",
    ),
    row(
        &["convert", "encode", "diff"],
        &["--pcap", "--port", "--ppid"],
        None,
        "decode and inspect read captures",
    ),
    row(&["decode"], &["--json"], None, "it prints JSON unless --as says otherwise; inspect has --json"),
    row(&["decode"], &["--html"], None, "inspect --html FILE writes a page"),
    row(&["inspect"], &["--as"], None, "it has --json and --html FILE; decode has --as"),
    row(&["inspect", "diff"], &["--lines"], None, "--json prints an object per line; decode has --lines"),
    row(&["diff"], &["--as"], None, "it has --json; decode has --as"),
    row(&["convert"], &["--as"], None, "--to RULES names the form of the output; decode has --as"),
    row(
        &["decode"],
        &["--out"],
        None,
        "--as names the form of the output and -o its file; convert has --out",
    ),
    row(&["encode"], &["--in"], None, "it reads text; convert reads octets and has --in"),
];

/// The options that name schemas.
const SCHEMA: [&str; 2] = ["-s", "--schema"];

/// Whether a verb takes schemas, but without an option.
fn takes_files(verb: &str) -> bool {
    matches!(verb, "fmt" | "compat") || languages().all().any(|language| language.word() == verb)
}

/// The error for an option of another verb or a missing target language, if the parser refused that in a command line.
pub fn advice(refused: &clap::Error, line: &[OsString], command: &Command) -> Option<String> {
    match (refused.kind(), refused.get(ContextKind::InvalidArg), refused.get(ContextKind::InvalidSubcommand))
    {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(option)), _) => {
            of_option(option, line, command)
        }
        (ErrorKind::InvalidSubcommand, _, Some(ContextValue::String(word))) => without_target(word, line),
        _ => None,
    }
}

fn of_option(option: &str, line: &[OsString], command: &Command) -> Option<String> {
    let verb = line.get(1)?.to_str()?;
    if verb == "gen" && line.get(2)?.to_str()?.starts_with('-') {
        let line = target_first(line, command)?;
        return Some(format!("the options of gen follow the language; write `{line}`"));
    }
    if SCHEMA.contains(&option) && takes_files(verb) {
        let line = corrected(line, &SCHEMA, None, command)?;
        return Some(format!("{verb} takes files without {option}; write `{line}`"));
    }
    let is_row = |row: &&Instead| row.verbs.contains(&verb) && row.options.contains(&option);
    match INSTEAD.iter().find(is_row) {
        Some(row) => {
            let line = row.renamed.and_then(|to| corrected(line, row.options, Some(to), command));
            let write = line.map_or(String::new(), |line| format!("; write `{line}`"));
            Some(format!("{verb} has no option {option}: {}{write}", row.told))
        }
        None => {
            let known = command.find_subcommand(verb)?;
            let having = having(option, command);
            let is_known = known.get_subcommands().any(|product| has(product, option)) || has(known, option);
            (!having.is_empty() && !is_known).then(|| format!("{verb} has no option {option}; {having}"))
        }
    }
}

/// The command line of `gen` with the target language before the options, if it is complete.
fn target_first(line: &[OsString], command: &Command) -> Option<String> {
    let targets = command.find_subcommand("gen")?;
    let at = line
        .iter()
        .position(|word| word.to_str().is_some_and(|word| targets.find_subcommand(word).is_some()))?;
    let mut line = line.to_vec();
    let target = line.remove(at);
    line.insert(2, target);
    corrected(&line, &[], None, command)
}

/// The command line without some options, or with another name for them, if it is complete.
fn corrected(
    line: &[OsString],
    options: &[&str],
    renamed: Option<&str>,
    command: &Command,
) -> Option<String> {
    let mut words = Vec::new();
    for word in line {
        let word = word.to_str()?;
        let value = options.iter().find_map(|option| {
            let left = word.strip_prefix(option)?;
            left.strip_prefix('=').or(Some(left).filter(|left| left.is_empty() || !option.starts_with("--")))
        });
        match value {
            None => words.push(word.to_string()),
            Some(value) => {
                words.extend(renamed.map(String::from));
                words.extend(Some(value.to_string()).filter(|value| !value.is_empty()));
            }
        }
    }
    command.clone().try_get_matches_from(&words).ok()?;
    if let Some(called) = words.first_mut() {
        *called = command.get_name().to_string();
    }
    Some(in_shell(&words))
}

/// The number of verbs that are named.
const NAMED: usize = 3;

/// The verbs that have an option, as the rest of a sentence; empty if there are none.
fn having(option: &str, command: &Command) -> String {
    let verbs: Vec<&str> =
        command.get_subcommands().filter(|verb| has(verb, option)).map(Command::get_name).collect();
    match (verbs.as_slice(), verbs.len().saturating_sub(NAMED)) {
        ([], _) => String::new(),
        ([only], _) => format!("{only} has it"),
        (verbs @ [first @ .., last], 0) if verbs.len() <= NAMED => {
            format!("{} and {last} have it", first.join(", "))
        }
        (verbs, more) => format!("{} and {more} more verbs have it", verbs[..NAMED].join(", ")),
    }
}

fn has(verb: &Command, option: &str) -> bool {
    verb.get_arguments().any(|arg| match option.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => arg.get_short().is_some_and(|short| option.chars().eq(['-', short])),
    })
}

/// The error for a schema where a target language should be.
fn without_target(word: &str, line: &[OsString]) -> Option<String> {
    let (verb, file) = (line.get(1)?.to_str()?, Path::new(word));
    if verb != "gen" || !file.exists() {
        return None;
    }
    let language = language_of(file).ok()?;
    let none = languages().output(language, Product::Code, "", file).err()?;
    let (code, original) = (none.words(Product::Code), none.words(Product::Original));
    let (verb, targets) = if code.is_empty() { (language.word(), original) } else { (verb, code) };
    let (first, rest) = targets.split_first()?;
    let or = if rest.is_empty() { String::new() } else { format!(", or with {}", rest.join(", ")) };
    Some(format!("say the language to generate: write `wireglot {verb} {first} {word}`{or}"))
}
