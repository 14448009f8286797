//! Files of records with seeded faults, in five framings: nothing that is intact is lost, nothing that
//! is damaged passes as good, and the report names each.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use wireglot_driver::forms::Form;
use wireglot_driver::pipeline::SchemaFiles;
use wireglot_driver::records::{
    FrameWriter, Framing, Line, Pad, Prefix, Records, Refused, Step, Walk, Wrong,
};
use wireglot_driver::{Codec, DecodeOptions, Discard, EncodeOptions, ErrorCode, Rules, Specification, Tape};

const RECORDS: usize = 1000;

const SEEDS: std::ops::Range<u64> = 1..13;

/// Decodes records and keeps their octets.
struct Decoder<'c> {
    codec: &'c Codec,
    options: DecodeOptions,
    line: Option<Line>,
    kept: Vec<Vec<u8>>,
}

impl Decoder<'_> {
    fn decode(&self, octets: &[u8]) -> Result<usize, Refused<()>> {
        let read = self.codec.decode(0, octets, &self.options, &mut Discard);
        let short = |code| matches!(code, ErrorCode::Truncated | ErrorCode::Overrun);
        read.map_err(|error| Refused { error: (), short: short(error.fault.code) })
    }
}

impl Records for Decoder<'_> {
    type Error = ();

    fn read(&mut self, octets: &[u8]) -> Result<usize, Refused<()>> {
        let taken = match self.line {
            None => self.decode(octets)?,
            Some(line) => {
                let made = line.octets(octets).map_err(|_| Refused { error: (), short: false })?;
                match self.decode(&made)? == made.len() {
                    true => octets.len(),
                    false => return Err(Refused { error: (), short: false }),
                }
            }
        };
        self.kept.push(octets[..taken].to_vec());
        Ok(taken)
    }

    fn forget_last(&mut self) {
        self.kept.pop();
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        self.decode(octets).ok()
    }

    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>> {
        let extent = self.codec.extent(octets, &self.options.limits)?;
        Some(extent.map_err(|_| Refused { error: (), short: true }))
    }

    fn kind(&self, octets: &[u8]) -> u8 {
        match self.codec.extent(octets, &self.options.limits) {
            Some(_) => octets.first().copied().unwrap_or(0),
            None => 0,
        }
    }

    fn lists(&self, octets: &[u8]) -> bool {
        self.codec.lists(0, octets)
    }
}

/// Numbers that are the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn specification() -> Specification {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/records.asn1");
    let files = SchemaFiles { schemas: vec![schema], ..SchemaFiles::default() };
    let mut specification = Specification::open(&files, false).expect("a specification without errors");
    specification.focus("CallRecord").expect("the type");
    specification.prepare(Rules::Ber).expect("a plan");
    specification.prepare(Rules::Uper).expect("a plan");
    specification
}

fn encodings(specification: &Specification, rules: Rules) -> Vec<Vec<u8>> {
    let mut sampler = specification.sampler(rules, 5).expect("a sampler");
    let ty = specification.shape().roots[0].shape;
    let encode = |tape: Tape| {
        let mut octets = Vec::new();
        let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
        let value = tape.root().expect("a value");
        specification.encode(rules, 0, value, &options, &mut octets).expect("an encoding");
        octets
    };
    (0..RECORDS).map(|_| encode(sampler.tape(ty).expect("a value"))).collect()
}

/// What happens to the octets of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Flip,
    Replace,
    Lose,
    Gain,
    Overwrite,
    /// It is cut off, down to one octet.
    Cut,
    /// What says how long it is says something else.
    Length,
}

/// The faults of octets, and those of lines, where a record that is cut off stays a line.
const FAULTS: [Fault; 6] =
    [Fault::Flip, Fault::Lose, Fault::Gain, Fault::Overwrite, Fault::Cut, Fault::Length];
const OF_LINES: [Fault; 5] = [Fault::Flip, Fault::Replace, Fault::Lose, Fault::Gain, Fault::Cut];

/// Damages the octets of a frame. Behind another that is damaged, its length and what says it stay: where
/// neither says how long it is, nobody can tell which of the two lost octets.
fn damage(chance: &mut Chance, octets: &mut Vec<u8>, case: &Case, behind: bool) -> Fault {
    let text = case.framing.line.is_some();
    let fault = match (text, behind) {
        (true, _) => OF_LINES[chance.below(OF_LINES.len())],
        (false, true) => Fault::Flip,
        (false, false) => FAULTS[chance.below(FAULTS.len())],
    };
    // In front of a record, octets could be those of the one before as well.
    let least = if behind { 8 } else { 1 };
    let at = least + chance.below(octets.len() - least);
    match fault {
        Fault::Flip => octets[at] ^= 1 << chance.below(8),
        Fault::Replace => octets[at] = b"0123456789abcdefgz!"[chance.below(19)],
        Fault::Lose => {
            let end = (at + 1 + chance.below(5)).min(octets.len());
            octets.drain(at..end);
        }
        Fault::Gain => {
            let more: Vec<u8> = (0..1 + chance.below(4)).map(|_| chance.below(256) as u8).collect();
            octets.splice(at..at, more);
        }
        Fault::Overwrite => {
            let end = (at + 1 + chance.below(8)).min(octets.len());
            octets[at..end].fill(0x80 | chance.below(128) as u8);
        }
        Fault::Cut if text => {
            octets.truncate(at);
            octets.push(b'\n');
        }
        Fault::Cut => octets.truncate(at),
        Fault::Length => {
            let place = match case.framing.prefix {
                Some(prefix) => chance.below(prefix.octets()),
                None => 1,
            };
            octets[place] = chance.below(256) as u8;
        }
    }
    fault
}

struct Case {
    what: &'static str,
    rules: Rules,
    framing: Framing,
}

fn cases() -> Vec<Case> {
    let plain = Framing::default();
    let prefix = Prefix::of_word;
    vec![
        Case { what: "one behind the other", rules: Rules::Ber, framing: plain },
        Case {
            what: "in blocks",
            rules: Rules::Ber,
            framing: Framing { skip: 10, block: Some(2048), pad: Pad::Octet(0xff), ..plain },
        },
        Case {
            what: "a length of two octets",
            rules: Rules::Ber,
            framing: Framing { prefix: prefix("u16be"), skip: 3, ..plain },
        },
        Case {
            what: "a length of four octets, PER",
            rules: Rules::Uper,
            framing: Framing { prefix: prefix("u32le"), ..plain },
        },
        Case { what: "lines, PER", rules: Rules::Uper, framing: Framing { line: Some(Line::Hex), ..plain } },
    ]
}

/// The frames of records, one by one.
fn frames(case: &Case, records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut writer = FrameWriter::new(case.framing);
    let frame = |record: &Vec<u8>| {
        let mut frame = Vec::new();
        match case.framing.line {
            Some(_) => Form::HexLines.write(&mut frame, record, ""),
            None => writer.add(record, &mut frame).expect("a frame"),
        }
        frame
    };
    records.iter().map(frame).collect()
}

#[test]
fn nothing_intact_is_lost_and_nothing_damaged_is_good() {
    let specification = specification();
    let mut mistakes = Vec::new();
    for case in cases() {
        for seed in SEEDS {
            let found = one(&specification, &case, seed);
            mistakes.extend(found.into_iter().map(|what| format!("{}, seed {seed}: {what}", case.what)));
        }
    }
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

/// The mistakes that are made with a file of records.
fn one(specification: &Specification, case: &Case, seed: u64) -> Vec<String> {
    let codec = specification.codec(case.rules).expect("a codec");
    let options = DecodeOptions { trailing: true, ..DecodeOptions::default() };
    let mut decoder = Decoder { codec, options, line: case.framing.line, kept: Vec::new() };
    let mut chance = Chance(seed);
    let mut file = vec![0xaa; case.framing.skip as usize];
    let records = encodings(specification, case.rules);
    // Where frames stand in the file, and how they are damaged.
    let mut there: Vec<(Range<u64>, Option<Fault>)> = Vec::new();
    let mut whole: HashSet<Vec<u8>> = HashSet::new();
    let frames = frames(case, &records);
    for frame in &frames {
        // What fills a block stands in front of the record that did not fit.
        let pad = frame.iter().take_while(|octet| case.framing.block.is_some() && **octet == 0xff).count();
        let (pad, mut octets) = (frame[..pad].to_vec(), frame[pad..].to_vec());
        file.extend_from_slice(&pad);
        let before = octets.clone();
        let mut fault = None;
        if chance.below(12) == 0 {
            // Only what shows as damage counts: a flipped bit of a number is another number.
            while {
                octets.clone_from(&before);
                let behind = there.last().is_some_and(|(_, fault)| fault.is_some());
                fault = Some(damage(&mut chance, &mut octets, case, behind));
                if case.framing.block.is_some() {
                    octets.resize(before.len(), 0x55);
                }
                passes(&mut decoder, case, &octets) || ends_like_a_cut(&mut decoder, case, &octets, &frames)
            } {}
        }
        let start = file.len() as u64;
        file.extend_from_slice(&octets);
        there.push((start..file.len() as u64, fault));
        whole.insert(before);
    }
    decoder.kept.clear();
    let (good, wrong) = walk(case, &mut decoder, &file);
    let damaged = there.iter().filter(|(_, fault)| fault.is_some()).count();
    assert!(damaged > RECORDS / 20, "{}, seed {seed}: {damaged} damaged", case.what);
    let mut mistakes = Vec::new();
    for (number, (place, fault)) in there.iter().enumerate() {
        let found = good.contains(place);
        let named = wrong.iter().any(|wrong| wrong.start < place.end && place.start < wrong.end);
        let around = &there[number.saturating_sub(1)..(number + 2).min(there.len())];
        match fault {
            None if !found => mistakes.push(format!("record {number} is lost: {around:?}")),
            Some(_) if !named => mistakes.push(format!("record {number} is not named: {around:?}")),
            _ => {}
        }
    }
    for place in good.iter().filter(|place| !there.iter().any(|(there, _)| there == *place)) {
        // What was put in front of a record leaves the record itself as it was.
        let octets = &file[place.start as usize..place.end as usize];
        if !whole.contains(octets) {
            let around: Vec<_> = there
                .iter()
                .filter(|(there, _)| there.start < place.end + 200 && place.start < there.end + 200)
                .collect();
            mistakes.push(format!("what is damaged passes as good at {place:?}: {around:?}"));
        }
    }
    mistakes
}

/// Whether the octets of a frame, which gained some, could be another that still is one and behind it what
/// is left of one that was cut, or filling: nobody can tell.
fn ends_like_a_cut(decoder: &mut Decoder, case: &Case, octets: &[u8], frames: &[Vec<u8>]) -> bool {
    let end = match case.framing {
        Framing { line: Some(_), .. } => return false,
        Framing { prefix: Some(prefix), .. } => prefix.read(octets).map(|length| length + prefix.octets()),
        _ => decoder.extent(octets).and_then(Result::ok),
    };
    let Some((first, rest)) = end.and_then(|end| octets.split_at_checked(end)) else { return false };
    let cut = matches!(rest, [0] | [0xff]) || frames.iter().any(|frame| frame.starts_with(rest));
    cut && !rest.is_empty() && passes(decoder, case, first)
}

/// Whether the octets of a frame still are one that decodes.
fn passes(decoder: &mut Decoder, case: &Case, octets: &[u8]) -> bool {
    let body = match (case.framing.prefix, case.framing.line) {
        (Some(prefix), _) => match prefix.read(octets) {
            Some(length) if octets.len() == length + prefix.octets() => &octets[prefix.octets()..],
            _ => return false,
        },
        // A line that was broken in two is two.
        (_, Some(_)) if octets[..octets.len() - 1].contains(&b'\n') || octets.last() != Some(&b'\n') => {
            return true
        }
        (_, Some(_)) => &octets[..octets.len() - 1],
        _ => octets,
    };
    decoder.read(body).is_ok_and(|taken| taken == body.len()) || body.is_empty()
}

/// Where good records stand, and what is reported as wrong.
fn walk(case: &Case, decoder: &mut Decoder, file: &[u8]) -> (Vec<Range<u64>>, Vec<Range<u64>>) {
    let mut walk = Walk::new(file, case.framing, 1 << 20, true);
    let (mut good, mut wrong) = (Vec::new(), Vec::new());
    let mut number = 0;
    loop {
        let (record, list) = match walk.step(decoder).expect("octets in memory") {
            Step::End => return (good, wrong),
            Step::On => continue,
            Step::Good(record) => (record, &mut good),
            Step::Wrong(record, Wrong::Cut) if record.octets == 0 => continue,
            Step::Wrong(record, _) => (record, &mut wrong),
        };
        number += 1;
        assert_eq!(record.number, number, "{}", case.what);
        list.push(record.offset..record.offset + record.octets);
    }
}
