//! Compares two versions of an SBE schema.

use std::collections::{HashMap, HashSet};

use wireglot_plan::compat::{self, Finding, Side, Trouble};
use wireglot_plan::layout::LayoutMessage;
use wireglot_plan::Layout;
use wireglot_text::Sources;

use super::schema::compile_beside;
use crate::compat::{Pair, Versions, Way, NEW_TO_OLD, OLD_TO_NEW};
use crate::sources::{FileError, Host};

/// Compares two SBE schemas.
///
/// # Errors
/// A file cannot be read.
pub fn compare(pair: &Pair, host: Host) -> Result<Versions, FileError> {
    let Pair { old, new, only, .. } = *pair;
    let mut first = compile_beside(Sources::new(), old, host)?;
    let sources = std::mem::take(&mut first.sources);
    let mut second = compile_beside(sources, new, host)?;
    let faults = [std::mem::take(&mut first.diagnostics), std::mem::take(&mut second.diagnostics)];
    let mut versions = Versions::new(std::mem::take(&mut second.sources), faults);
    if versions.faults.failed(false) {
        return Ok(versions);
    }
    let (old, new) = (&first.layout, &second.layout);
    let counterparts = Counterparts::new(old, new);
    for message in old.messages.all.iter().filter(|message| only.is_none_or(|only| only == message.name)) {
        match counterparts.of(message) {
            Some(other) => {
                let ways =
                    [(OLD_TO_NEW, (old, message), (new, other)), (NEW_TO_OLD, (new, other), (old, message))];
                let ways = ways.map(|(words, from, to)| message_way(words, from, to));
                versions.add(message.name.clone(), ways);
            }
            None => versions.add_gone(message.name.clone(), message.span),
        }
    }
    Ok(versions)
}

/// The messages of the new version.
struct Counterparts<'n> {
    named: HashMap<&'n str, &'n LayoutMessage>,
    /// New messages, by template id.
    added: HashMap<u64, &'n LayoutMessage>,
}

impl<'n> Counterparts<'n> {
    fn new(old: &Layout, new: &'n Layout) -> Counterparts<'n> {
        let before: HashSet<&str> = old.messages.all.iter().map(|message| message.name.as_str()).collect();
        let (mut named, mut added) = (HashMap::new(), HashMap::new());
        for message in &new.messages.all {
            named.entry(message.name.as_str()).or_insert(message);
            if !before.contains(message.name.as_str()) {
                added.entry(message.id).or_insert(message);
            }
        }
        Counterparts { named, added }
    }

    /// The message of the same name or, if there is none, the new one of its template id.
    fn of(&self, message: &LayoutMessage) -> Option<&'n LayoutMessage> {
        self.named.get(message.name.as_str()).or_else(|| self.added.get(&message.id)).copied()
    }
}

/// One direction between two SBE schemas.
fn message_way(words: &'static str, from: (&Layout, &LayoutMessage), to: (&Layout, &LayoutMessage)) -> Way {
    let side =
        |message: &LayoutMessage| Side { path: message.name.clone(), span: message.span, bit: 0, bits: 0 };
    let (sent, read) = (from.1.id, to.1.id);
    let whole = match compat::header(from.0, to.0) {
        None if sent != read => Some(Trouble::Template { sent, read }),
        differs => differs.map(Trouble::Led),
    };
    let findings = match whole {
        Some(trouble) => vec![Finding { trouble, reader: side(to.1), sender: Some(side(from.1)) }],
        None => {
            let renamed = (from.1.name != to.1.name).then_some(Trouble::Renamed);
            let renamed =
                renamed.map(|trouble| Finding { trouble, reader: side(to.1), sender: Some(side(from.1)) });
            renamed.into_iter().chain(compat::message(from, to)).collect()
        }
    };
    Way { words, findings, padded: false, by_octets: true }
}
