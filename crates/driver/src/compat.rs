//! Compares two versions of a schema: does each understand messages of the other?

use std::path::Path;

use wireglot_diag::{Code, Diagnostic, Diagnostics, Fault, Severity};
use wireglot_plan::compat::{Finding, Side, Trouble};
use wireglot_text::{Sources, Span};

use crate::render::{render, render_short, SHOWN};

/// Two versions of a schema to compare.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'p> {
    /// The file of the old version.
    pub old: &'p Path,
    /// The file of the new version.
    pub new: &'p Path,
    /// Compares only this message.
    pub only: Option<&'p str>,
    /// Whether readers treat missing bytes at the end as zero.
    pub pad: bool,
}

/// The result of comparing two versions.
#[derive(Debug)]
pub struct Versions {
    /// The files of both versions.
    pub sources: Sources,
    /// Diagnostics of the schemas; with an error among them nothing was compared.
    pub faults: Diagnostics,
    /// The findings as diagnostics.
    pub told: Diagnostics,
    /// Each message that both versions have, in the order of the old file.
    pub messages: Vec<Compared>,
    /// The names of those that the new version no longer has.
    pub gone: Vec<String>,
}

/// A message that both versions have.
#[derive(Debug)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// A new reader with an old sender, and an old reader with a new sender.
    pub ways: [Way; 2],
}

/// One direction.
#[derive(Debug)]
pub struct Way {
    /// Describes sender and reader.
    pub words: &'static str,
    /// Differences in what the reader gets, and notes.
    pub findings: Vec<Finding>,
    /// Compatible only if missing bytes are treated as zero.
    pub padded: bool,
    /// An SBE schema, in which everything is byte-aligned.
    pub(crate) by_octets: bool,
}

impl Way {
    /// Whether the reader gets something wrong.
    pub fn breaks(&self) -> bool {
        self.findings.iter().any(|finding| finding.trouble.breaks())
    }
}

impl Versions {
    /// An empty result with the diagnostics of either schema.
    pub(crate) fn new(sources: Sources, [mut faults, more]: [Diagnostics; 2]) -> Versions {
        faults.extend(more);
        Versions { sources, faults, told: Diagnostics::new(), messages: Vec::new(), gone: Vec::new() }
    }

    /// Whether any message is misread.
    pub fn breaks(&self) -> bool {
        self.messages.iter().flat_map(|message| &message.ways).any(Way::breaks)
    }

    /// Formats diagnostics and findings, in full or one line each.
    pub fn tell(&self, short: bool) -> String {
        let print = |list: &Diagnostics| match short {
            true => render_short(list, &self.sources, false),
            false => render(list, &self.sources, false, SHOWN),
        };
        print(&self.faults) + &print(&self.told)
    }

    /// Adds a message that both versions have, with the findings in either direction.
    pub(crate) fn add(&mut self, name: String, ways: [Way; 2]) {
        for way in &ways {
            way.findings.iter().for_each(|finding| self.told.report(&Told { way, finding }));
        }
        self.messages.push(Compared { name, ways });
    }

    /// Adds a message that the new version no longer has.
    pub(crate) fn add_gone(&mut self, name: String, span: Span) {
        self.told.report(&Gone { span, name: name.clone() });
        self.gone.push(name);
    }
}

pub(crate) const OLD_TO_NEW: &str = "old sender, new reader";
pub(crate) const NEW_TO_OLD: &str = "new sender, old reader";

/// A finding to report.
struct Told<'f> {
    way: &'f Way,
    finding: &'f Finding,
}

/// The code, severity and advice for a finding.
fn entry(trouble: &Trouble) -> (&'static str, Severity, &'static str) {
    const APPEND: &str =
        "leave fields as they are, and append new ones at the end of an extensible message (`message M' {`)";
    const OTHER_TYPE: &str = "append a field of the other type instead";
    const LEAD: &str = "whether a message or an array is extensible can't be changed later";
    const PAD: &str = "functions that pad, such as DecodeX_pad, read missing bytes as zero (--pad)";
    const SINCE: &str = "give new parts a sinceVersion, and the schema that version";
    const COUNTED: &str =
        "add only fields at the end of blocks, or count groups and data by numGroups and numVarDataFields";
    let error = Severity::Error;
    match trouble {
        Trouble::Elsewhere | Trouble::Moved => ("D0301", error, APPEND),
        Trouble::Elements { .. } => ("D0301", error, OTHER_TYPE),
        Trouble::LeadWanted | Trouble::LeadMet => ("D0302", error, LEAD),
        Trouble::Short => ("D0303", error, PAD),
        Trouble::Cut => ("D0304", error, APPEND),
        Trouble::Sign | Trouble::Float | Trouble::Character => ("D0305", error, OTHER_TYPE),
        Trouble::Meaning { .. } | Trouble::Renumbered { .. } => {
            ("D0306", error, "give new names numbers that were never used")
        }
        Trouble::Led(_) => {
            ("D0310", error, "the headers of messages, groups and data can't be changed later")
        }
        Trouble::Missing => ("D0311", error, SINCE),
        Trouble::Uncounted(_) => ("D0312", error, COUNTED),
        Trouble::Unframed(_) => ("D0314", Severity::Warning, COUNTED),
        Trouble::Constant { .. } => ("D0313", error, "append another field instead"),
        Trouble::Template { .. } => {
            ("D0315", error, "keep the id, and give the other one to a new message with a new name")
        }
        Trouble::Renamed => ("D0307", Severity::Warning, "the octets are the same; JSON and code are not"),
        Trouble::Unnamed(_) => ("D0308", Severity::Warning, "the number is kept; programs must expect it"),
    }
}

impl Told<'_> {
    /// Where a part is.
    fn place(&self, side: &Side) -> String {
        match (self.way.by_octets, side.bits) {
            (true, 0) => "here".to_string(),
            (true, _) => octets(side),
            (false, _) => bits(side),
        }
    }
}

impl Fault for Told<'_> {
    fn describe(&self) -> Diagnostic {
        let Finding { trouble, reader, sender } = self.finding;
        let (code, severity, hint) = entry(trouble);
        let theirs = sender.as_ref().map_or("nothing", |side| side.path.as_str());
        let field = &reader.path;
        let (old, new) = if self.way.words == NEW_TO_OLD { ("old", "new") } else { ("new", "old") };
        let what = match trouble {
            Trouble::Elsewhere => match sender {
                Some(side) if side.path == *field && side.bits != reader.bits => {
                    format!("`{field}` is sent with {} bits and read with {}", side.bits, reader.bits)
                }
                Some(side) if side.path == *field => {
                    let (sent, read) = (self.place(side), self.place(reader));
                    format!("`{field}` is sent in {sent} and read from {read}")
                }
                Some(side) => {
                    format!("`{field}` is read from bits that are not its own: from those of `{}`", side.path)
                }
                None => format!("`{field}` is read from bits that nobody sent"),
            },
            Trouble::Moved => format!("`{field}` is read from the bits of `{theirs}`"),
            Trouble::Elements { sent, read } => {
                format!("`{field}` is sent as elements of {sent} bits and read as elements of {read}")
            }
            Trouble::LeadWanted => format!("the leading size of `{field}` is read where it was not written"),
            Trouble::LeadMet => format!("`{field}` is read from the leading size of `{theirs}`"),
            Trouble::Short if self.way.by_octets => format!("the block ends before `{field}`"),
            Trouble::Short => format!("the message ends before `{field}`"),
            Trouble::Cut => format!("the enclosing message ends before `{field}`"),
            Trouble::Float => format!("`{field}` is a float on only one side"),
            Trouble::Sign => format!("`{field}` is signed on only one side"),
            Trouble::Character => format!("`{field}` is a character on only one side"),
            Trouble::Meaning { value, sent, read } => {
                format!("{value} in `{field}` is sent as `{sent}` and understood as `{read}`")
            }
            Trouble::Renumbered { name, sent, read } => {
                format!("`{name}` in `{field}` is sent as {sent}, but its reader knows it as {read}")
            }
            Trouble::Led(what) => format!("`{field}` cannot be understood: {what}"),
            Trouble::Template { sent, read } => {
                format!("`{theirs}` has template id {sent} for its sender and {read} for its reader")
            }
            Trouble::Missing => format!("`{field}` is expected, but not sent"),
            Trouble::Uncounted(what) => format!("{old} readers can't skip the {new} {what} `{theirs}`"),
            Trouble::Unframed(what) => {
                format!("{old} readers can skip the {new} {what} `{theirs}` only if each message has a frame")
            }
            Trouble::Constant { sent, read } => {
                format!("`{field}` is sent with {sent} and understood with {read}")
            }
            Trouble::Renamed => format!("`{field}` was `{theirs}` to its sender"),
            Trouble::Unnamed(names) => {
                let some: Vec<String> = names.iter().take(3).map(|name| format!("`{name}`")).collect();
                let more = if names.len() > 3 { ", ..." } else { "" };
                format!("the reader of `{field}` has no name for {}{more}", some.join(", "))
            }
        };
        let read = format!("read from {}", self.place(reader));
        let hint = match (self.way.by_octets, trouble) {
            (true, Trouble::Short) => "give it a sinceVersion: older senders then need not have it",
            (true, Trouble::Elsewhere | Trouble::Moved) => {
                "leave fields where they are, and append new ones with a sinceVersion"
            }
            (false, Trouble::Short) if !self.way.padded => entry(&Trouble::Cut).2,
            _ => hint,
        };
        let mut out =
            Diagnostic::new(Code(code), severity, reader.span, format!("{}: {what}", self.way.words))
                .label(read);
        if let Some(side) = sender {
            out = out.also(side.span, format!("written to {}", self.place(side)));
        }
        out.hint(hint)
    }
}

/// The bytes of a part within its block, first to last.
fn octets(side: &Side) -> String {
    match side.bits / 8 {
        0 | 1 => format!("octet {}", side.bit / 8),
        n => format!("octets {} to {}", side.bit / 8, side.bit / 8 + n - 1),
    }
}

/// The bits of a part, first to last.
fn bits(side: &Side) -> String {
    match side.bits {
        0 | 1 => format!("bit {}", side.bit),
        n => format!("bits {} to {}", side.bit, side.bit + n - 1),
    }
}

/// A message that the new version no longer has.
struct Gone {
    span: Span,
    name: String,
}

impl Fault for Gone {
    fn describe(&self) -> Diagnostic {
        let message = format!("the message `{}` is not in the new version", self.name);
        Diagnostic::new(Code("D0309"), Severity::Warning, self.span, message)
            .hint("remove a message only when nobody sends it any more")
    }
}
