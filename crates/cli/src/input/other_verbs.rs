//! Options that belong to other verbs: what to write instead.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Verbs, options that they don't have, and what they have instead.
const INSTEAD: [(&[&str], &[&str], &str); 9] = [
    (&["decode"], &["--path"], "--select PATH shows only this field; inspect has --path"),
    (&["inspect", "diff"], &["--select"], "--path PATH shows only this field; decode has --select"),
    (
        &["decode", "encode", "inspect", "convert", "diff", "sample"],
        &["--pdu"],
        "-t TYPE names the type; gen has --pdu",
    ),
    (&["gen"], &["-t", "--type"], "--pdu TYPE names a type; decode has -t"),
    (
        &["decode", "encode", "inspect", "diff", "sample"],
        &["--from", "--to"],
        "-r RULES names the rules; convert has --from and --to",
    ),
    (&["convert", "encode", "diff"], &["--pcap", "--port", "--ppid"], "decode and inspect read captures"),
    (&["decode"], &["--json"], "it prints JSON unless --as says otherwise; inspect has --json"),
    (&["decode"], &["--html"], "inspect --html FILE writes a page"),
    (&["inspect"], &["--as"], "it has --json and --html FILE; decode has --as"),
];

/// The error for an option of another verb, if the parser refused one in a command line.
pub fn advice(refused: &clap::Error, line: &[OsString]) -> Option<String> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) =
        (refused.kind(), refused.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let verb = line.get(1)?.to_str()?;
    let is_row =
        |verbs: &[&str], options: &[&str]| verbs.contains(&verb) && options.contains(&option.as_str());
    let (.., instead) = INSTEAD.iter().find(|(verbs, options, _)| is_row(verbs, options))?;
    Some(format!("{verb} has no option {option}: {instead}"))
}
