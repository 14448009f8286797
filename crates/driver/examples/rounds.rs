//! Times a codec from inside the process, for `make bench-asn1-dynamic`.
//!
//! Usage: `rounds TYPE RULES SCHEMA...`. Reads these lines from standard input:
//!
//! | line | answer |
//! | --- | --- |
//! | messages as hexadecimal digits, one per line, up to an empty line | for each, tab-separated: the re-encoded text, the text, and the text with defaults filled in |
//! | `decode N` | CPU time in nanoseconds of N passes over all messages, from bytes to JER text in one buffer |
//! | `encode N` | the same, from JER text to bytes |

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Instant;

use wireglot_driver::forms::Form;
use wireglot_driver::json::{JsonReader, JsonWriter, Layout, Spelling};
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, EncodeOptions, Rules, Specification, Tape};

type Failed = Box<dyn std::error::Error>;

/// A codec, its buffers, and the messages it is timed on.
struct Job<'s> {
    specification: &'s Specification,
    rules: Rules,
    root: usize,
    options: DecodeOptions,
    writer: JsonWriter<'s>,
    reader: JsonReader<'s>,
    tape: Tape,
    octets: Vec<u8>,
    messages: Vec<Vec<u8>>,
    texts: Vec<String>,
}

impl Job<'_> {
    /// One pass from bytes to text.
    fn decode(&mut self) -> Result<(), Failed> {
        let codec = self.specification.codec(self.rules).ok_or("no such rules")?;
        for message in &self.messages {
            self.writer.clear();
            codec.decode_json(self.root, message, &self.options, &mut self.writer)?;
            black_box(self.writer.octets());
        }
        Ok(())
    }

    /// One pass from text to bytes.
    fn encode(&mut self) -> Result<(), Failed> {
        let codec = self.specification.codec(self.rules).ok_or("no such rules")?;
        let options = EncodeOptions::default();
        for text in &self.texts {
            self.octets.clear();
            let (reader, tape) = (&mut self.reader, &mut self.tape);
            codec.encode_json(self.root, text, reader, tape, &options, &mut self.octets)?;
            black_box(&self.octets);
        }
        Ok(())
    }

    /// Reads a message and prints the results of its round trip.
    fn take(&mut self, line: &str, out: &mut impl Write) -> Result<(), Failed> {
        let mut message = Vec::new();
        for part in Form::Hex.parts(line.into()) {
            message.extend(part.octets?);
        }
        self.messages = vec![message.clone()];
        self.decode()?;
        self.texts = vec![self.writer.text().to_string()];
        self.encode()?;
        let mut again = Vec::new();
        Form::Hex.write(&mut again, &self.octets, "");
        self.options.defaults = true;
        self.decode()?;
        self.options.defaults = false;
        writeln!(out, "{}\t{}\t{}", String::from_utf8(again)?.trim_end(), self.texts[0], self.writer.text())?;
        Ok(())
    }
}

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let mut word = || arguments.next().ok_or("rounds TYPE RULES SCHEMA...");
    let (name, rules) = (word()?, word()?);
    let rules = Rules::from_word(&rules).ok_or("unknown rules")?;
    let schemas: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let mut specification =
        Specification::open(&SchemaFiles { schemas, ..SchemaFiles::default() }, false, Host::system())?;
    let root = specification.focus(&name).map_err(|e| e.to_string())?.root;
    specification.prepare(rules)?;
    let mut job = Job {
        root,
        options: DecodeOptions::default(),
        writer: JsonWriter::new(specification.shape(), Spelling::Jer, Layout::Compact),
        reader: specification.json_reader(Spelling::Jer, rules),
        tape: Tape::new(),
        octets: Vec::new(),
        messages: Vec::new(),
        texts: Vec::new(),
        specification: &specification,
        rules,
    };
    run(&mut job)
}

/// CPU time of this process in nanoseconds, so that other processes on the machine do not count. Wall-clock
/// time where Linux does not report CPU time.
struct Clock(Instant);

impl Clock {
    fn now(&self) -> u64 {
        // The scheduler updates the figure when it runs.
        std::thread::yield_now();
        let ran = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
        let ran = ran.split(' ').next().and_then(|figure| figure.parse().ok());
        ran.unwrap_or_else(|| self.0.elapsed().as_nanos() as u64)
    }
}

fn run(job: &mut Job<'_>) -> Result<(), Failed> {
    let clock = Clock(Instant::now());
    let mut lines = std::io::stdin().lock().lines();
    let mut out = std::io::stdout().lock();
    let (mut messages, mut texts) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next().transpose()?.filter(|l| !l.is_empty()) {
        job.take(&line, &mut out)?;
        out.flush()?;
        messages.append(&mut job.messages);
        texts.append(&mut job.texts);
    }
    (job.messages, job.texts) = (messages, texts);
    while let Some(line) = lines.next().transpose()? {
        let (what, passes) = line.split_once(' ').ok_or("decode N or encode N")?;
        let passes: u32 = passes.parse()?;
        let start = clock.now();
        for _ in 0..passes {
            match what {
                "decode" => job.decode()?,
                _ => job.encode()?,
            }
        }
        writeln!(out, "{}", clock.now() - start)?;
        out.flush()?;
    }
    Ok(())
}
