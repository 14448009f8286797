//! Several jobs write, tell and count what one does, to the last octet: of every framing, of several sets
//! of rules, of files that are intact and of such as are damaged all over.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use wireglot_driver::forms::Form;
use wireglot_driver::pipeline::SchemaFiles;
use wireglot_driver::records::{FrameWriter, Framing, Pad, Prefix};
use wireglot_driver::{EncodeOptions, Rules, Specification};

const RECORDS: usize = 600;

/// A file: its rules, its framing, and what the command is told of it.
struct Case {
    rules: Rules,
    framing: Framing,
    form: Form,
    options: &'static [&'static str],
}

fn cases() -> Vec<Case> {
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

/// Numbers that are the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn schema() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/records.asn1")
}

/// The frames of some records.
fn frames(specification: &mut Specification, case: &Case) -> Vec<Vec<u8>> {
    specification.prepare(case.rules).expect("a plan");
    let ty = specification.shape().roots[0].shape;
    let mut sampler = specification.sampler(case.rules, 3).expect("a sampler");
    let mut writer = FrameWriter::new(case.framing);
    let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
    let mut frames = Vec::new();
    while frames.len() < RECORDS {
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

/// A file of frames, about one in so many of which is damaged; 0 for none.
fn file(case: &Case, frames: &[Vec<u8>], seed: u64, one_in: usize) -> Vec<u8> {
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

fn run(case: &Case, jobs: &str, verb: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command.args(&verb[..1]).args(["-t", "CallRecord", "--totals", "--jobs", jobs, "-s"]).arg(schema());
    match verb[0] {
        // The rules of what is read are told otherwise there.
        "convert" => command.arg("--from").args(&case.options[1..]),
        _ => command.args(case.options),
    };
    command.args(&verb[1..]).arg(file).output().expect("the command runs")
}

#[test]
fn several_jobs_do_what_one_does() {
    let files = SchemaFiles { schemas: vec![schema()], ..SchemaFiles::default() };
    let mut specification = Specification::open(&files, false).expect("a specification without errors");
    specification.focus("CallRecord").expect("the type");
    let verbs: [&[&str]; 5] = [
        &["decode", "--lines", "--on-error", "skip"],
        &["decode", "--lines", "--on-error", "report"],
        &["decode", "--lines"],
        &["decode", "--select", "exchange,services[*]", "--on-error", "skip"],
        &["convert", "--to", "der", "--on-error", "report"],
    ];
    for (number, case) in cases().iter().enumerate() {
        let frames = frames(&mut specification, case);
        for (seed, one_in) in [(1, 0), (2, 9), (3, 50), (4, 3), (5, 200)] {
            let name = format!("jobs-{}-{number}-{seed}", std::process::id());
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            fs::write(&path, file(case, &frames, seed, one_in)).expect("a file of records");
            let verb = verbs[seed as usize - 1];
            let one = run(case, "1", verb, &path);
            assert_eq!(one.status.success(), one_in == 0, "{:?} {verb:?}", case.options);
            for jobs in ["2", "5"] {
                let several = run(case, jobs, verb, &path);
                let what = format!("{:?} {verb:?}, seed {seed}, {jobs} jobs", case.options);
                assert_eq!(told(&several), told(&one), "{what}");
                assert!(several.stdout == one.stdout, "{what}: another output");
                assert_eq!(several.status.code(), one.status.code(), "{what}");
            }
            fs::remove_file(path).expect("the file is there");
        }
    }
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
