//! Records of several versions of a schema in one table.
//!
//! The version of a record is known by the name of its file, or found by trial: it is the first one that knows every
//! part of the record, or else the first one that decodes it.

use std::cmp::Reverse;

use wireglot_driver::messages::{farthest, AnyVersion, Bad, Message, Reading, ANOTHER};
use wireglot_driver::records::{Position, Work, Worker};

use crate::tabling::Tabling;

/// Which files are of a version: those whose name matches a pattern, in which `*` stands for any characters and `?` for
/// one. A pattern with a slash is compared with the whole path, others with the name of the file alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern of file names.
    pub fn new(pattern: &str) -> Pattern {
        Pattern(pattern.to_string())
    }

    /// Whether the name of a file matches.
    pub fn matches(&self, file: &str) -> bool {
        let name = match self.0.contains('/') {
            true => file,
            false => file.rsplit(['/', '\\']).next().unwrap_or(file),
        };
        matches(&self.0, name)
    }
}

/// Whether a name matches. Only the last `*` is ever tried again, so the time is at most the product of both lengths.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut in_name) = (0, 0);
    let mut again: Option<(usize, usize)> = None;
    while let Some(letter) = name.get(in_name) {
        match pattern.get(at) {
            Some('*') => {
                again = Some((at + 1, in_name));
                at += 1;
            }
            Some(one) if *one == '?' || one == letter => {
                at += 1;
                in_name += 1;
            }
            _ => {
                let Some((behind, taken)) = &mut again else { return false };
                *taken += 1;
                (at, in_name) = (*behind, *taken);
            }
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(|one| *one == '*')
}

/// A version of the records.
pub struct Version<'v> {
    /// Its name, in errors.
    pub name: &'v str,
    /// The files that are of this version. Without a pattern, it is tried on the files of no other.
    pub files: Option<&'v Pattern>,
    /// How its records become rows.
    pub tabling: Tabling<'v>,
}

/// Decodes records to rows, each as one of several versions.
pub struct VersionedTabling<'v> {
    versions: Vec<Version<'v>>,
    reading: Reading,
    /// The messages of files whose names tell no version.
    tried: AnyVersion<'v>,
    framed: bool,
}

impl<'v> VersionedTabling<'v> {
    /// Records of the first version, which has no pattern, or of others. `framed` says that something besides the records
    /// shows where each one ends: a length prefix, or lines. A record that leaves bytes over is then of another version.
    ///
    /// # Errors
    /// A message: versions can't be tried, because only decoding shows where a record ends, and each would end it
    /// elsewhere.
    pub fn new(first: Version<'v>, others: Vec<Version<'v>>, framed: bool) -> Result<Self, String> {
        let Tabling { message, reading, .. } = first.tabling;
        let by_trial = others.iter().filter(|version| version.files.is_none());
        let tried: Vec<&dyn Message> = by_trial.map(|version| version.tabling.message).collect();
        if !tried.is_empty() && !framed && message.extent(&[], &reading).is_none() {
            return Err(
                "records in this encoding don't say where they end, so trying can't tell their version: \
                        give them a length prefix or lines, or say which files are of which version"
                    .into(),
            );
        }
        let versions = std::iter::once(first).chain(others).collect();
        Ok(VersionedTabling { versions, reading, tried: AnyVersion::new(message, tried), framed })
    }

    /// The versions that the records of a file may have.
    fn of(&self, input: &str) -> Vec<&Version<'v>> {
        let named = self.versions.iter().find(|one| one.files.is_some_and(|files| files.matches(input)));
        match named {
            Some(version) => vec![version],
            None => self.versions.iter().filter(|version| version.files.is_none()).collect(),
        }
    }
}

impl Work for VersionedTabling<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        self.messages_of("")
    }

    fn messages_of(&self, input: &str) -> (&dyn Message, Reading) {
        match self.of(input)[..] {
            [version] => (version.tabling.message, self.reading),
            _ => (&self.tried, self.reading),
        }
    }

    fn worker(&self, reading: Reading, input: &str) -> Box<dyn Worker + '_> {
        let of = self.of(input);
        if let [version] = of[..] {
            return version.tabling.worker(reading, input);
        }
        let names = of.iter().map(|version| version.name.to_string()).collect();
        let versions = of.into_iter().map(|Version { tabling, .. }| Tried {
            message: tabling.message,
            known: tabling.knowing(reading, input),
            worker: tabling.worker(reading, input),
        });
        Box::new(Trial { versions: versions.collect(), names, framed: self.framed, last: None })
    }
}

/// A version that is tried.
struct Tried<'t> {
    message: &'t dyn Message,
    /// Takes only records without unknown parts.
    known: Box<dyn Worker + 't>,
    worker: Box<dyn Worker + 't>,
}

/// Finds the version of each record, on one thread.
struct Trial<'t> {
    versions: Vec<Tried<'t>>,
    names: Vec<String>,
    framed: bool,
    /// The version of the last record, and whether it has unknown parts.
    last: Option<(usize, bool)>,
}

impl Worker for Trial<'_> {
    fn record(&mut self, octets: &[u8], position: Position, out: &mut Vec<u8>) -> Result<usize, Bad> {
        let start = out.len();
        self.last = None;
        // The first version that knows all that it reads, if it leaves octets over.
        let mut known = None;
        for (at, tried) in self.versions.iter_mut().enumerate() {
            if tried.message.newer_version(octets).is_some() {
                continue;
            }
            match tried.known.record(octets, position, out) {
                Ok(taken) if !self.framed || taken == octets.len() => {
                    self.last = Some((at, false));
                    return Ok(taken);
                }
                Ok(_) => known = known.or(Some(at)),
                Err(_) => {}
            }
            out.truncate(start);
        }
        let mut wrong = Vec::new();
        let mut part = None;
        for (at, tried) in self.versions.iter_mut().enumerate() {
            match tried.worker.record(octets, position, out) {
                Ok(taken) if !self.framed || taken == octets.len() => {
                    self.last = Some((at, true));
                    return Ok(taken);
                }
                Ok(taken) => part = part.max(Some((taken, Reverse(at)))),
                Err(bad) => wrong.push(bad),
            }
            out.truncate(start);
        }
        // Bytes are left over, which the reader reports, or reads as more records of a datagram.
        if let Some((at, tried)) = known.and_then(|at| Some((at, self.versions.get_mut(at)?))) {
            self.last = Some((at, false));
            return tried.known.record(octets, position, out);
        }
        if let Some((at, tried)) = part.and_then(|(_, Reverse(at))| Some((at, self.versions.get_mut(at)?))) {
            self.last = Some((at, true));
            return tried.worker.record(octets, position, out);
        }
        let (at, mut bad) = farthest(wrong);
        if let Some(name) = self.names.get(at).filter(|_| bad.code != ANOTHER) {
            bad.message = format!("{} (as {name}; no other version has such a record)", bad.message);
        }
        Err(bad)
    }

    fn kept(&self) -> bool {
        let of = |(at, unknown): (usize, bool)| {
            self.versions.get(at).is_some_and(|tried| unknown && tried.worker.kept())
        };
        self.last.is_some_and(of)
    }

    fn message(&self) -> Option<&dyn Message> {
        self.last.and_then(|(at, _)| self.versions.get(at)).map(|tried| tried.message)
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn names_match_patterns() {
        let cases = [
            ("*.ber", "a/b.ber", true),
            ("*.ber", "b.der", false),
            ("2025-??.*", "/data/2025-11.ber", true),
            ("2025-??.*", "2025-1.ber", false),
            ("*v1*", "calls.v1.ber", true),
            ("*/old/*", "/data/old/1.ber", true),
            ("*/old/*", "/data/new/1.ber", false),
            ("", "a", false),
            ("*", "", true),
            ("a*b*c", "aXbXbc", true),
            ("a*b*c", "aXbXbd", false),
        ];
        for (pattern, file, wanted) in cases {
            assert_eq!(Pattern::new(pattern).matches(file), wanted, "{pattern} {file}");
        }
        let long = "a".repeat(10_000);
        assert!(!Pattern::new(&("a*".repeat(50) + "b")).matches(&long));
    }
}
