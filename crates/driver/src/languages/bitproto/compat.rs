//! Compares two versions of a bitproto file.

use wireglot_plan::compat::{self, Finding};
use wireglot_plan::LayoutId;
use wireglot_text::Sources;

use super::schema::{compile_beside, CompileOptions, Schema};
use crate::compat::{Pair, Versions, Way, NEW_TO_OLD, OLD_TO_NEW};
use crate::sources::{FileError, Host};

/// Compares two bitproto files.
///
/// # Errors
/// A file cannot be read.
pub fn compare(pair: &Pair, host: Host) -> Result<Versions, FileError> {
    let Pair { old, new, only, pad } = *pair;
    let mut first = compile_beside(Sources::new(), old, CompileOptions::default(), host)?;
    let sources = std::mem::take(&mut first.sources);
    let mut second = compile_beside(sources, new, CompileOptions::default(), host)?;
    let faults = [std::mem::take(&mut first.diagnostics), std::mem::take(&mut second.diagnostics)];
    let mut versions = Versions::new(std::mem::take(&mut second.sources), faults);
    if !versions.faults.failed(false) {
        compare_messages(&mut versions, &first, &second, only, pad);
    }
    Ok(versions)
}

fn compare_messages(versions: &mut Versions, old: &Schema, new: &Schema, only: Option<&str>, pad: bool) {
    let name = |schema: &Schema, id: LayoutId| schema.layout.get(id).path.join(".");
    let wanted = |name: &str| only.is_none_or(|only| only == name);
    for id in old.messages() {
        let known = name(old, id);
        if !wanted(&known) {
            continue;
        }
        match new.messages().into_iter().find(|other| name(new, *other) == known) {
            Some(other) => versions.add(
                known,
                [
                    way(OLD_TO_NEW, (old, id), (new, other), pad),
                    way(NEW_TO_OLD, (new, other), (old, id), pad),
                ],
            ),
            None => versions.add_gone(known, old.layout.get(id).span),
        }
    }
}

/// Whether a reader correctly reads a message written with another version.
pub fn reads(sender: (&Schema, LayoutId), reader: (&Schema, LayoutId), pad: bool) -> bool {
    !way("", sender, reader, pad).breaks()
}

fn way(words: &'static str, from: (&Schema, LayoutId), to: (&Schema, LayoutId), pad: bool) -> Way {
    let run = |pad| compat::typed((&from.0.layout, from.1), (&to.0.layout, to.1), pad);
    let findings = run(pad);
    let breaks = |findings: &[Finding]| findings.iter().any(|finding| finding.trouble.breaks());
    let padded = breaks(&findings) && !breaks(&run(true));
    Way { words, findings, padded, by_octets: false }
}
