//! Files of records with every framing and several sets of rules, intact and with damage throughout.

use std::path::{Path, PathBuf};

use wireglot_driver::forms::Form;
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::records::{FrameWriter, Framing, Pad, Prefix};
use wireglot_driver::sources::Host;
use wireglot_driver::{EncodeOptions, Rules, Specification};

/// A file: its rules, its framing, and the command-line options for it.
pub struct Case {
    pub rules: Rules,
    pub framing: Framing,
    pub form: Form,
    pub options: &'static [&'static str],
}

pub fn cases() -> Vec<Case> {
    let plain = Framing::default();
    let blocks = Framing { skip: 7, block: Some(2048), pad: Pad::Octet(0xff), ..plain };
    let framed = |word| Framing { prefix: Prefix::of_word(word), ..plain };
    let case = |rules, framing, form, options| Case { rules, framing, form, options };
    vec![
        case(Rules::Ber, plain, Form::Raw, &["-r", "ber"]),
        case(Rules::Der, blocks, Form::Raw, &["-r", "der", "--skip", "7", "--block", "2048", "--pad", "ff"]),
        case(Rules::Ber, framed("u16be"), Form::Raw, &["-r", "ber", "--prefix", "u16be"]),
        case(Rules::Uper, framed("u32le"), Form::Raw, &["-r", "uper", "--prefix", "u32le"]),
        case(Rules::Aper, framed("u16le"), Form::Raw, &["-r", "aper", "--prefix", "u16le"]),
        case(Rules::Oer, framed("u8"), Form::Raw, &["-r", "oer", "--prefix", "u8"]),
        case(Rules::Uper, plain, Form::HexLines, &["-r", "uper", "--in", "hex-lines"]),
        case(Rules::Cer, plain, Form::Base64Lines, &["-r", "cer", "--in", "base64-lines"]),
        case(Rules::Coer, plain, Form::Raw, &["-r", "coer"]),
    ]
}

/// Pseudorandom numbers, the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

pub fn schema() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/records.asn1")
}

/// The specification of the records.
pub fn specification() -> Specification {
    let files = SchemaFiles { schemas: vec![schema()], ..SchemaFiles::default() };
    let mut specification =
        Specification::open(&files, false, Host::system()).expect("a specification without errors");
    specification.focus("CallRecord").expect("the type");
    specification
}

/// The frames of this many records.
pub fn frames(specification: &mut Specification, case: &Case, records: usize) -> Vec<Vec<u8>> {
    specification.prepare(case.rules).expect("a plan");
    let ty = specification.shape().roots[0].shape;
    let mut sampler = specification.sampler(case.rules, 3).expect("a sampler");
    let mut writer = FrameWriter::new(case.framing);
    let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
    let mut frames = Vec::new();
    while frames.len() < records {
        let (tape, mut octets, mut frame) = (sampler.tape(ty).expect("a value"), Vec::new(), Vec::new());
        let value = tape.root().expect("a value");
        specification.encode(case.rules, 0, value, &options, &mut octets).expect("an encoding");
        match case.form {
            Form::Raw if writer.add(&octets, &mut frame).is_err() => continue,
            Form::Raw => {}
            form => form.write(&mut frame, &octets, ""),
        }
        frames.push(frame);
    }
    frames
}

/// A file of frames, about one in `one_in` of which is damaged; 0 for none.
pub fn file(case: &Case, frames: &[Vec<u8>], seed: u64, one_in: usize) -> Vec<u8> {
    let mut chance = Chance(seed);
    let mut file = vec![0xaa; case.framing.skip as usize];
    for frame in frames {
        let mut octets = frame.clone();
        if one_in > 0 && chance.below(one_in) == 0 {
            let at = chance.below(octets.len());
            match chance.below(6) {
                0 => octets[at] ^= 1 << chance.below(8),
                1 => octets.truncate(at),
                2 => octets.insert(at, chance.below(256) as u8),
                3 => drop(octets.remove(at)),
                4 => octets[0] = chance.below(256) as u8,
                _ => octets[at..].fill(0x80 | chance.below(128) as u8),
            }
        }
        file.extend_from_slice(&octets);
    }
    file
}
