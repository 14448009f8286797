//! Annotates encodings in BER, DER or CER: every tag, length and value, with what the specification
//! says about it, if there is one.

use std::borrow::Cow;

use wireglot_rt::tlv::{Header, Length, Reader, Tag};
use wireglot_rt::{ErrorCode, Fault};

use super::guess::{guess, universal};
use super::names::oid_name;
use super::stretch::{Fact, Stretch};
use super::{Annotated, Annotation, Part, SpanList, Stop};

/// Maximum nesting depth that is annotated; anything deeper is shown as octets.
const DEPTH: u32 = 1000;

/// Maximum number of missing octets that are filled in: a factor of the length, and a constant.
const MISSING: (usize, usize) = (16, 1 << 16);

/// Annotates consecutive encodings without a specification: types and values come from tags or are
/// guesses.
pub fn unplanned(octets: &[u8], most: usize) -> Annotated {
    let whole = completed(octets);
    let nothing = Stretch::new(true, &[], 0, String::new());
    let (list, walked) = walk(&whole, octets.len(), &nothing, most);
    list.close(octets.len() as u64 * 8, walked.err().map(Stop::from))
}

/// Annotates octets of which the first `end` are present, using what is known about them.
pub(super) fn walk(octets: &[u8], end: usize, known: &Stretch, most: usize) -> (SpanList, Walked) {
    let list = SpanList::new(most);
    let mut walk = Walk { octets, end, known, list, paths: vec![known.path.clone()] };
    let walked = walk.all(Reader::new(octets, false), known.depth);
    (walk.list, walked)
}

/// Appends zeros for the octets that the last encoding needs beyond the end, so that its contents
/// can be shown as far as they go.
#[expect(clippy::indexing_slicing, reason = "a reader stands at most at the end of its octets")]
pub(super) fn completed(octets: &[u8]) -> Cow<'_, [u8]> {
    let mut reader = Reader::new(octets, false);
    loop {
        let start = reader.position;
        let fault = match reader.header() {
            Ok(header) if reader.skip(&header, DEPTH).is_ok() && reader.position > start => continue,
            Ok(_) => return octets.into(),
            Err(fault) => fault,
        };
        // The header that runs past the end says how long it is.
        let length = usize::try_from(fault.value).unwrap_or(usize::MAX);
        if fault.code != ErrorCode::Overrun || length > octets.len() * MISSING.0 + MISSING.1 {
            return octets.into();
        }
        let mut whole = octets.to_vec();
        whole.resize(octets.len() + length, 0);
        let end =
            Reader::new(&whole[start..], false).header().map_or(0, |header| start + header.contents + length);
        whole.truncate(end.max(octets.len()));
        return whole.into();
    }
}

struct Walk<'w> {
    /// The input, with zeros for what is missing at the end.
    octets: &'w [u8],
    /// The end of the input.
    end: usize,
    known: &'w Stretch,
    list: SpanList,
    /// Paths of the open encodings, innermost last.
    paths: Vec<String>,
}

type Walked = Result<(), Fault>;

impl Walk<'_> {
    /// Annotates consecutive encodings up to the end of a stretch.
    fn all(&mut self, mut reader: Reader, depth: u32) -> Walked {
        while reader.position < reader.end {
            self.one(&mut reader, depth)?;
        }
        Ok(())
    }

    /// Annotates one complete encoding.
    fn one(&mut self, reader: &mut Reader, depth: u32) -> Walked {
        if reader.position >= self.end {
            return Err(Fault::new(ErrorCode::Truncated).at_octet(self.end));
        }
        let header = reader.header()?;
        let whole = match header.length {
            Length::Definite(length) if !header.constructed() => header.contents + length,
            _ => header.contents,
        };
        if whole > self.end {
            return Err(Fault::new(ErrorCode::Truncated).at_octet(self.end));
        }
        let fact = self.fact(&header);
        if !header.constructed() {
            return self.primitive(reader, &header, fact, depth);
        }
        self.add(header.start, header.contents, depth, Part::Header, &header, &fact, None);
        if depth >= DEPTH {
            reader.skip(&header, u32::MAX)?;
            self.add(header.contents, reader.position, depth, Part::Unknown, &header, &fact, None);
            return Ok(());
        }
        self.paths.push(fact.path);
        let outer = reader.enter(&header);
        while reader.more()? {
            self.one(reader, depth + 1)?;
        }
        let end = reader.position;
        reader.leave(outer)?;
        let path = self.paths.pop().unwrap_or_default();
        if header.length == Length::Indefinite {
            let why = "end-of-contents octets".to_string();
            self.row(end, reader.position, depth, Part::End, (path, String::new(), false), None, why);
        }
        Ok(())
    }

    fn primitive(&mut self, reader: &mut Reader, header: &Header, fact: Fact, depth: u32) -> Walked {
        let Length::Definite(length) = header.length else { return Ok(()) };
        let (begin, end) = (header.contents, header.contents + length);
        reader.position = end;
        let contents = self.octets.get(begin..end).unwrap_or_default();
        if let Some(lead) = fact.contained {
            self.add(header.start, begin + lead, depth, Part::Header, header, &fact, None);
            // The contents were annotated when they were read, except for the unused bits.
            let unused = contents.first().filter(|_| lead > 0).map_or(0, |unused| u64::from(*unused));
            let bit = (end as u64 * 8).saturating_sub(unused);
            self.list.add(Annotation {
                bit,
                bits: unused,
                depth,
                part: Part::Padding,
                path: fact.path,
                ty: String::new(),
                value: None,
                known: true,
                why: "padding".into(),
            });
            return Ok(());
        }
        if fact.value.is_none() && !fact.unknown && fact.ty.is_empty() && holds(header, contents) {
            let begin = begin + usize::from(header.tag == Tag::universal(3));
            let guess = Some("the contents look like an encoding");
            self.add(header.start, begin, depth, Part::Header, header, &fact, guess);
            self.paths.push(fact.path);
            let mut inside = Reader::new(self.octets, false);
            (inside.position, inside.end) = (begin, end);
            let walked = self.all(inside, depth + 1);
            self.paths.pop();
            return walked;
        }
        let part = if fact.unknown { Part::Unknown } else { Part::Value };
        self.add(header.start, end, depth, part, header, &fact, None);
        Ok(())
    }

    /// What is known about an encoding, or just its place.
    fn fact(&self, header: &Header) -> Fact {
        if let Some(known) = self.known.facts.get(&header.start) {
            return known.clone();
        }
        // An explicit tag gets the path of the value it encloses; around a choice, that of the
        // choice.
        let inside = self.known.facts.get(&header.contents).filter(|_| header.constructed());
        let around = self.path();
        let path = inside.map_or(around.as_str(), |fact| below(&around, &fact.path)).to_string();
        Fact { path, ..Fact::default() }
    }

    /// The path of the innermost open encoding.
    fn path(&self) -> String {
        self.paths.last().cloned().unwrap_or_default()
    }

    #[expect(clippy::too_many_arguments, reason = "a row has as many cells")]
    fn add(
        &mut self,
        from: usize,
        to: usize,
        depth: u32,
        part: Part,
        header: &Header,
        fact: &Fact,
        note: Option<&str>,
    ) {
        let length = match header.length {
            Length::Definite(1) => "1 octet".to_string(),
            Length::Definite(n) => format!("{n} octets"),
            Length::Indefinite => "length not given".to_string(),
        };
        let mut why = format!("{} {}, {length}", words(header.tag), form(header));
        let contents = match header.length {
            Length::Definite(n) => self.octets.get(header.contents..header.contents + n).unwrap_or_default(),
            Length::Indefinite => &[],
        };
        let (mut ty, mut value) = (fact.ty.clone(), fact.value.clone());
        let known = !ty.is_empty();
        if ty.is_empty() && part != Part::Header {
            let guessed = guess(header.tag, contents);
            (ty, value) = (guessed.ty.to_string(), guessed.value);
            why.push_str(guessed.note);
        } else if ty.is_empty() {
            ty = universal(header.tag).unwrap_or_default().to_string();
        }
        let known_to_all = value.as_deref().and_then(|value| oid_name(value.trim_matches('"')));
        if let Some(name) = fact.name.as_deref().or(known_to_all) {
            why.push_str(&format!("; {name}"));
        }
        if fact.unknown {
            why.push_str("; the specification does not know it");
        }
        if let Some(note) = note {
            why.push_str(&format!("; a guess: {note}"));
        }
        self.row(from, to, depth, part, (fact.path.clone(), ty, known), value, why);
    }

    #[expect(clippy::too_many_arguments, reason = "a row has as many cells")]
    fn row(
        &mut self,
        from: usize,
        to: usize,
        depth: u32,
        part: Part,
        named: (String, String, bool),
        value: Option<String>,
        why: String,
    ) {
        let (bit, bits) = (from as u64 * 8, (to - from) as u64 * 8);
        let (path, ty, known) = named;
        self.list.add(Annotation { bit, bits, depth, part, path, ty, value, known, why });
    }
}

/// The prefix of `path` that is one step longer than `around`.
fn below<'p>(around: &str, path: &'p str) -> &'p str {
    let Some(rest) = path.strip_prefix(around).filter(|_| !around.is_empty()) else { return path };
    let step = rest.match_indices(['.', '[']).map(|(at, _)| at).find(|at| *at > 0);
    step.map_or(path, |step| &path[..around.len() + step])
}

/// Whether the contents of a string look like an encoding: the minimum for a guess.
fn holds(header: &Header, contents: &[u8]) -> bool {
    let contents = match header.tag {
        tag if tag == Tag::universal(4) => contents,
        tag if tag == Tag::universal(3) => match contents {
            [0, rest @ ..] => rest,
            _ => return false,
        },
        _ => return false,
    };
    let mut reader = Reader::new(contents, true);
    let Ok(first) = reader.header() else { return false };
    // The contents must be one constructed encoding that fills the string.
    let sequence = [Tag::universal(16), Tag::universal(17)].contains(&first.tag);
    let fills = first.length == Length::Definite(contents.len() - first.contents);
    sequence && fills && reader.skip_canonical(&first, DEPTH, false).is_ok()
}

fn words(tag: Tag) -> String {
    match tag.class() {
        0 => format!("[UNIVERSAL {}]", tag.number()),
        _ => tag.to_string(),
    }
}

fn form(header: &Header) -> &'static str {
    match header.constructed() {
        true => "constructed",
        false => "primitive",
    }
}
