//! Files of records with seeded faults, in five framings: no intact record is lost, no damaged record passes
//! as good, and the report names each fault.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use wireglot_driver::forms::Form;
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::records::{
    FrameWriter, Framing, Line, Pad, Position, Prefix, Records, Refused, Step, Walk, Wrong,
};
use wireglot_driver::sources::Host;
use wireglot_driver::{Codec, DecodeOptions, Discard, EncodeOptions, ErrorCode, Rules, Specification, Tape};

const RECORDS: usize = 1000;

const SEEDS: std::ops::Range<u64> = 1..13;

/// Decodes records and keeps their bytes.
struct Decoder<'c> {
    codec: &'c Codec,
    options: DecodeOptions,
    line: Option<Line>,
    kept: Vec<Vec<u8>>,
    /// The number of bytes probed.
    probed: usize,
}

impl<'c> Decoder<'c> {
    fn new(codec: &'c Codec, line: Option<Line>) -> Decoder<'c> {
        let options = DecodeOptions { trailing: true, ..DecodeOptions::default() };
        Decoder { codec, options, line, kept: Vec::new(), probed: 0 }
    }
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

    fn read(&mut self, octets: &[u8], _: Position) -> Result<usize, Refused<()>> {
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
        self.probed += octets.len();
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

/// Pseudorandom numbers, the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn specification(schema: &str, ty: &str) -> Specification {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join(schema);
    let files = SchemaFiles { schemas: vec![schema], ..SchemaFiles::default() };
    let mut specification =
        Specification::open(&files, false, Host::system()).expect("a specification without errors");
    specification.focus(ty).expect("the type");
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

/// A fault in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Flip,
    Replace,
    Lose,
    Gain,
    Overwrite,
    /// It is truncated, to at least one byte.
    Cut,
    /// Its length is changed.
    Length,
}

/// The faults of bytes, and those of lines, where a truncated record remains a line.
const FAULTS: [Fault; 6] =
    [Fault::Flip, Fault::Lose, Fault::Gain, Fault::Overwrite, Fault::Cut, Fault::Length];
const OF_LINES: [Fault; 5] = [Fault::Flip, Fault::Replace, Fault::Lose, Fault::Gain, Fault::Cut];

/// Damages a frame. If the frame before it is damaged too, its length and tag are kept: without them, it is
/// unclear which of the two lost bytes.
fn damage(chance: &mut Chance, octets: &mut Vec<u8>, case: &Case, behind: bool) -> Fault {
    let text = case.framing.line.is_some();
    let fault = match (text, behind) {
        (true, _) => OF_LINES[chance.below(OF_LINES.len())],
        (false, true) => Fault::Flip,
        (false, false) => FAULTS[chance.below(FAULTS.len())],
    };
    // Before a record, inserted bytes could also belong to the one before.
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
    let specification = specification("../../bench/records.asn1", "CallRecord");
    let mut mistakes = Vec::new();
    for case in cases() {
        for seed in SEEDS {
            let found = one(&specification, &case, seed);
            mistakes.extend(found.into_iter().map(|what| format!("{}, seed {seed}: {what}", case.what)));
        }
    }
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

/// Reads a file with faults; returns the mistakes made.
fn one(specification: &Specification, case: &Case, seed: u64) -> Vec<String> {
    let codec = specification.codec(case.rules).expect("a codec");
    let mut decoder = Decoder::new(codec, case.framing.line);
    let mut chance = Chance(seed);
    let mut file = vec![0xaa; case.framing.skip as usize];
    let records = encodings(specification, case.rules);
    // The positions of frames in the file, and their faults.
    let mut there: Vec<(Range<u64>, Option<Fault>)> = Vec::new();
    let mut whole: HashSet<Vec<u8>> = HashSet::new();
    let frames = frames(case, &records);
    for frame in &frames {
        // Block padding precedes the record that did not fit.
        let pad = frame.iter().take_while(|octet| case.framing.block.is_some() && **octet == 0xff).count();
        let (pad, mut octets) = (frame[..pad].to_vec(), frame[pad..].to_vec());
        file.extend_from_slice(&pad);
        let before = octets.clone();
        let mut fault = None;
        if chance.below(12) == 0 {
            // Only detectable damage counts: a flipped bit in a number is another number.
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
    let (good, wrong) = walk(case.framing, &mut decoder, &file);
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
        // Bytes inserted before a record leave the record itself unchanged.
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

/// Whether a frame that gained bytes could be another valid one followed by a truncated record or padding,
/// which is ambiguous.
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

/// Whether a frame still decodes.
fn passes(decoder: &mut Decoder, case: &Case, octets: &[u8]) -> bool {
    let body = match (case.framing.prefix, case.framing.line) {
        (Some(prefix), _) => match prefix.read(octets) {
            Some(length) if octets.len() == length + prefix.octets() => &octets[prefix.octets()..],
            _ => return false,
        },
        // A line that was broken in two is two lines.
        (_, Some(_)) if octets[..octets.len() - 1].contains(&b'\n') || octets.last() != Some(&b'\n') => {
            return true
        }
        (_, Some(_)) => &octets[..octets.len() - 1],
        _ => octets,
    };
    decoder.read(body, Position::default()).is_ok_and(|taken| taken == body.len()) || body.is_empty()
}

/// The positions of good records, and of those reported as invalid.
fn walk(framing: Framing, decoder: &mut Decoder, file: &[u8]) -> (Vec<Range<u64>>, Vec<Range<u64>>) {
    let mut walk = Walk::new(file, framing, 1 << 20, true);
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
        assert_eq!(record.number, number, "{framing:?}");
        list.push(record.offset..record.offset + record.octets);
    }
}

/// A part of a file, repeated.
enum Part {
    /// An intact record.
    Good(&'static str, usize),
    Bad(&'static str),
    /// Not a record.
    Fill(&'static str, usize),
}

/// A small file and its contents.
struct Row {
    what: &'static str,
    ty: &'static str,
    framing: Framing,
    parts: Vec<Part>,
}

const CALL: &str = "301f800813400121436587f9810313001482092103040507002b0100840107a500";
const FRAMED: &str = "0021301f800813400121436587f9810313001482092103040507002b0100840107a500";
const SHORTLY: &str = "21301f800813400121436587f9810313001482092103040507002b0100840107a500";
const CHOSEN: &str = "a01f800813400121436587f9810313001482092103040507002b0100840107a500";
const MESSAGE: &str = "a1098004112233448101a5";
/// Ends with bytes that begin a record.
const OPEN_END: &str =
    "302c8008da06695e5fac4c4f810362f22082092103040506072b0100840203f4a50c300a8004a29ca12b81025030";
/// Lost bytes: its beginning, read one byte earlier, leads to its end.
const LOSER: &str = "30388008598c10523f72aafcafc659810362f22082092103040506072b0100840203f5a518\
    300a80047f590d3e81025030300a8004b27e897681025031";

fn rows() -> Vec<Row> {
    use Part::{Bad, Fill, Good};
    let plain = Framing::default();
    let prefix = |word| Framing { prefix: Prefix::of_word(word), ..plain };
    let row = |what, ty, framing, parts| Row { what, ty, framing, parts };
    let unmet = || vec![Good(CHOSEN, 1), Bad("a10980041122"), Good(MESSAGE, 1000)];
    let after = |framed, bad| vec![Good(framed, 1), Bad(bad), Good(framed, 2)];
    vec![
        row("an alternative that was not met", "Closed", plain, unmet()),
        row("one of a choice that goes on", "Open", plain, unmet()),
        row(
            "one behind a length that is too long",
            "Open",
            prefix("u16be"),
            vec![
                Good("0021a01f800813400121436587f9810313001482092103040507002b0100840107a500", 1),
                Bad("250ba1098004112233448101a5"),
                Good("000ba1098004112233448101a5", 3),
            ],
        ),
        row("a frame of three octets", "Call", prefix("u16be"), after(FRAMED, "0003301f80")),
        row("a frame of something else", "Call", prefix("u16be"), after(FRAMED, "0004deadbeef")),
        row("a short length of three octets", "Call", prefix("u8"), after(SHORTLY, "03301f80")),
        row("a short length of something else", "Call", prefix("u8"), after(SHORTLY, "04deadbeef")),
        row(
            "what is left of one behind its length",
            "Call",
            prefix("u16be"),
            after(FRAMED, "0021840107a500"),
        ),
        row(
            "a short length that takes another record too",
            "Call",
            prefix("u8"),
            after(SHORTLY, "27301f800813"),
        ),
        row(
            "a false length that ends in what fills a block",
            "Call",
            Framing { block: Some(128), ..plain },
            vec![Good(CALL, 1), Bad("30"), Good(CALL, 1), Fill("ff", 61), Good(CALL, 1), Fill("ff", 95)],
        ),
        row(
            "a record that ends like one begins",
            "Call",
            plain,
            vec![
                Good(CALL, 1),
                Good(OPEN_END, 1),
                Bad(LOSER),
                Good(CALL, 1),
                Good(OPEN_END, 1),
                Good(CALL, 1),
            ],
        ),
    ]
}

const ROWS: &str = "tests/records/rows.asn1";

#[test]
fn what_is_intact_beside_damage_is_found_row_by_row() {
    for Row { what, ty, framing, parts } in rows() {
        let specification = specification(ROWS, ty);
        let mut decoder = Decoder::new(specification.codec(Rules::Ber).expect("a codec"), None);
        let (mut file, mut intact, mut damaged) = (Vec::new(), Vec::new(), 0);
        for part in parts {
            let (digits, times) = match part {
                Part::Good(digits, times) | Part::Fill(digits, times) => (digits, times),
                Part::Bad(digits) => (digits, 1),
            };
            damaged += usize::from(matches!(part, Part::Bad(_)));
            let octets = Line::Hex.octets(digits.as_bytes()).expect("digits");
            for _ in 0..times {
                let start = file.len() as u64;
                file.extend_from_slice(&octets);
                if let Part::Good(..) = part {
                    intact.push(start..file.len() as u64);
                }
            }
        }
        let (good, wrong) = walk(framing, &mut decoder, &file);
        assert_eq!(good, intact, "{what}: {wrong:?}");
        assert_eq!(wrong.len(), damaged, "{what}: {wrong:?}");
    }
}

/// Nested lists, each extending to the end of the file and invalid there.
#[test]
fn what_begins_everywhere_and_ends_nowhere_is_not_looked_through_again_and_again() {
    let specification = specification(ROWS, "Texts");
    let mut decoder = Decoder::new(specification.codec(Rules::Ber).expect("a codec"), None);
    let lists: u32 = 24_000;
    let mut file = Vec::new();
    for list in 0..lists {
        let [_, length @ ..] = (7 * (lists - 1 - list)).saturating_sub(3).to_be_bytes();
        file.extend_from_slice(&[4, 5, 0x30, 0x83]);
        file.extend_from_slice(&length);
    }
    file.extend_from_slice(&[0; 3]);
    walk(Framing::default(), &mut decoder, &file);
    let times = decoder.probed / file.len();
    assert!(times < 1500, "every octet was looked at {times} times");
    // Chains of lengths that each claim more than a record is initially trusted with, after a good record.
    let mut file = vec![0x30, 3, 4, 1, 0];
    let lengths: u32 = 200_000;
    for length in (0..lengths).rev() {
        file.extend_from_slice(&[0x30, 0x84]);
        file.extend_from_slice(&(6 * length).to_be_bytes());
    }
    decoder.probed = 0;
    walk(Framing::default(), &mut decoder, &file);
    let times = decoder.probed / file.len();
    assert!(times < 100_000, "every octet was looked at {times} times");
}
