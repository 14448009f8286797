//! Messages from packets: in network captures, or in files that are a single packet.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::capture::{self, Capture, Damage, Filter, Kind, Packing, Seen};
use wireglot_driver::identify::{in_captures, rules_of, Carried, Identifier, Known, Traffic};
use wireglot_driver::inputs::{Input, OnError, Packets, Stopped, Totals, Unit};
use wireglot_driver::records::Work;
use wireglot_driver::sources::Host;
use wireglot_driver::Rules;

use crate::input::contents::beginning;
use crate::input::data::{each_input, open, Readings};
use crate::input::missing::{without_schema, RulesNeed};
use crate::output::exit::{note, Done, Failure};
use crate::records::{ended, tell_totals, Output, Way};

/// How messages stand in a capture.
#[derive(Args)]
pub struct CaptureArgs {
    /// The files are captures (pcap or pcapng); read messages from UDP, TCP and SCTP
    #[arg(long, help_heading = "Captures")]
    pcap: bool,
    /// How messages are framed: raw, one after another; tpkt (RFC 1006); sofh (FIX framing header); sofh4 (the
    /// same in CME iLink 3 and B3 EntryPoint); cme (MDP 3.0) and b3 (UMDF), with a packet header and a length
    /// before each message. Without --pcap, each file is one packet
    #[arg(long, value_name = "HOW", value_parser = packing, help_heading = "Captures")]
    packing: Option<Packing>,
    /// Only traffic from or to these ports
    #[arg(long, value_name = "N", requires = "pcap", value_delimiter = ',', help_heading = "Captures")]
    port: Vec<u16>,
    /// Only SCTP data with these payload protocol identifiers, such as 18 (S1AP) or 60 (NGAP)
    #[arg(long, value_name = "N", requires = "pcap", value_delimiter = ',', help_heading = "Captures")]
    ppid: Vec<u32>,
}

fn packing(word: &str) -> Result<Packing, String> {
    let all = Packing::ALL.map(Packing::word).join(", ");
    Packing::ALL.into_iter().find(|how| how.word() == word).ok_or(format!("there are {all}"))
}

/// Traffic on more ports than this is not selected by its ports.
const FEW_PORTS: usize = 8;

/// Why some options are rejected if messages are in packets.
pub const LAID: &str =
    "--in and options of how records are laid in files say nothing of captures and packets: leave them out";

/// An input, and whether it is a capture.
struct Opened<'i> {
    name: String,
    input: Box<dyn Read + Send + 'i>,
    is_capture: bool,
}

impl CaptureArgs {
    /// Whether options for packets were given.
    pub fn is_asked(&self) -> bool {
        self.pcap || self.packing.is_some()
    }

    /// The same, or the first file is a capture anyway, which is reported as a note.
    pub fn is_meant(&self, files: &[PathBuf]) -> bool {
        let Some(file) = files.first().filter(|_| !self.is_asked()) else { return self.is_asked() };
        match kind_of(file) {
            Some(kind) => {
                note(&format!("{} is a capture of a network ({kind}): taken as with --pcap", file.display()));
                true
            }
            None => false,
        }
    }

    /// Identifies the messages of captures whose type was not given, and selects their traffic. `rules` are
    /// those by which the verb reads.
    ///
    /// # Errors
    /// The messages are of no well-known type, or of several. The error lists the traffic.
    pub fn identify(&mut self, files: &[PathBuf], rules: Vec<&'static str>) -> Result<Known, Failure> {
        let added = if self.pcap { None } else { Some("--pcap") };
        self.pcap |= self.packing.is_none();
        let some_rules = rules.first().copied().unwrap_or_default();
        let mut missing = without_schema(Some("-t"), &[RulesNeed::of_inputs(rules)]);
        let is_capture = |file: &&PathBuf| self.pcap && self.is_raw() && kind_of(file).is_some();
        let captures: Vec<&PathBuf> = files.iter().filter(is_capture).collect();
        let Some(first) = captures.first() else {
            missing.hint =
                Some(format!("Options for well-known protocols:\n  {}", in_captures().join("\n  ")));
            return Err(missing.into());
        };
        let held = match captures.len() {
            1 => format!("{} holds", first.display()),
            several => format!("{} and {} more hold", first.display(), several - 1),
        };
        let (seen, all) = self.traffic(&captures)?;
        let kinds = seen.kinds();
        let is_filtered = !self.port.is_empty() || !self.ppid.is_empty();
        let option = |kind| if is_filtered { None } else { selecting(kind) };
        if let Some(known) = only(&all) {
            let is_all = kinds.len() == all.len();
            let is_few = all.len() <= FEW_PORTS;
            let options: Vec<_> =
                all.iter().filter_map(|it| option(it.kind)).filter(|_| !is_all && is_few).collect();
            let told: String = options.iter().map(|(option, value)| format!(" {option} {value}")).collect();
            note(&format!(
                "{held} {seen}; a message on {} {}: read with {}{told}",
                all[0].kind,
                known.told(),
                known.options()
            ));
            // The well-known protocols use UDP and TCP.
            self.port.extend(options.iter().filter_map(|(_, value)| u16::try_from(*value).ok()));
            return Ok(known);
        }
        let holds = Some(format!("{held} {seen}"));
        let line = |options: &str, kind| {
            let selecting = option(kind).map(|(option, value)| [option.to_string(), value.to_string()]);
            let words = options.split(' ').chain(added).map(String::from);
            words.chain(selecting.into_iter().flatten()).collect()
        };
        match (all.is_empty(), kinds.first()) {
            (false, _) => {
                missing.found = holds;
                missing.instead = all.iter().map(|it| line(&it.known.options(), it.kind)).collect();
            }
            (true, first) => {
                missing.hint = holds;
                let rules = first.and_then(|(kind, _)| rules_of(*kind)).map_or(some_rules, Rules::word);
                let options = format!("-s schema.txt -t Module.Type -r {rules}");
                missing.instead.extend(first.map(|(kind, _)| line(&options, *kind)));
            }
        }
        Err(missing.into())
    }

    /// The traffic in captures, and the messages of well-known types.
    fn traffic(&self, files: &[&PathBuf]) -> Result<(Seen, Vec<Carried>), Failure> {
        let identifier = Identifier::new()?;
        let (mut seen, mut all): (Seen, Vec<Carried>) = Default::default();
        for file in files {
            let (name, input) = open(file)?;
            let mut capture = self.capture(input);
            let Traffic { carried, damage } = identifier.carried(&mut capture)?;
            if let Some(Damage { packet, message }) = damage.filter(|_| carried.is_empty()) {
                let place = if packet == 0 { name } else { format!("{name}, packet {packet}") };
                return Err(Failure::Input(format!("{place}: {message}")));
            }
            seen.join(capture.seen());
            let is_new =
                |it: &Carried| !all.iter().any(|other| other.kind == it.kind && other.known.same(&it.known));
            all.extend(carried.into_iter().filter(is_new).collect::<Vec<_>>());
        }
        Ok((seen, all))
    }

    /// Whether messages are unframed.
    fn is_raw(&self) -> bool {
        self.packing.is_none_or(|packing| packing == Packing::Raw)
    }

    /// How to extract messages from packets.
    pub fn packets<'p>(&self, work: &'p dyn Work, on_error: OnError, most: usize) -> Packets<'p> {
        let (packing, threads) = (self.packing.unwrap_or(Packing::Raw), Host::system().threads);
        Packets { work, packing, on_error, most, jobs: 1, threads, record: None, meta: false }
    }

    /// Opens an input. It is a capture unless it was declared to be a packet.
    fn opened<'i>(&self, name: String, mut input: Input<'i>) -> io::Result<Opened<'i>> {
        let is_capture = self.pcap || self.packing.is_none();
        let mut first = Vec::new();
        (&mut input).take(12).read_to_end(&mut first)?;
        if !is_capture && capture::kind(&first).is_some() {
            note(&format!("{name} is a capture of a network: add --pcap"));
        }
        Ok(Opened { name, input: Box::new(io::Cursor::new(first).chain(input)), is_capture })
    }

    fn capture<R: Read>(&self, input: R) -> Capture<R> {
        Capture::new(input, Filter { ports: self.port.clone(), protocols: self.ppid.clone() })
    }

    /// Passes the bytes of each message of the files to a function.
    pub fn units(
        &self,
        packets: &Packets,
        files: &[PathBuf],
        mut take: impl FnMut(&str, Unit) -> Done,
    ) -> Result<Readings, Failure> {
        each_input(files, |name, input| {
            let Opened { name, mut input, is_capture } = self.opened(name, input)?;
            let mut failed = None;
            let mut take = |unit: Unit| {
                take(&name, unit).map_err(|failure| {
                    failed = Some(failure);
                    Stopped::Damage
                })
            };
            let done = match is_capture {
                true => {
                    let mut capture = self.capture(input);
                    let done = packets.units(&mut capture, &mut take);
                    if done.is_ok() && capture.seen().is_unmatched() {
                        crate::records::unmatched(&name, capture.seen());
                    }
                    done
                }
                false => {
                    let mut octets = Vec::new();
                    input.read_to_end(&mut octets)?;
                    packets.units_of_packet(octets, &mut take)
                }
            };
            match failed {
                Some(failure) => Err(failure),
                None => done.map_err(ended),
            }
        })
    }
}

/// Rejects a capture among the inputs of a verb that reads none.
///
/// # Errors
/// The first file is a capture.
pub fn refuse(verb: &str, files: &[PathBuf]) -> Done {
    match files.first().and_then(|file| Some((file.display(), kind_of(file)?))) {
        Some((file, kind)) => Err(Failure::Usage(format!(
            "{file} is a capture of a network ({kind}), which {verb} does not read: \
             wireglot decode {file} decodes its messages"
        ))),
        None => Ok(()),
    }
}

/// The kind of capture that a file is; nothing is read from pipes.
fn kind_of(file: &Path) -> Option<&'static str> {
    let is_file = std::fs::metadata(file).is_ok_and(|about| about.is_file());
    is_file.then(|| beginning(file, 12).ok()).flatten().and_then(|first| capture::kind(&first))
}

/// The type of all identified messages, if it is the same.
fn only(all: &[Carried]) -> Option<Known> {
    let known = all.first()?.known;
    all.iter().all(|carried| carried.known.same(&known)).then_some(known)
}

/// The option that selects a kind of traffic.
fn selecting(kind: Kind) -> Option<(&'static str, u32)> {
    match kind {
        Kind::Udp(port) | Kind::Tcp(port) => Some(("--port", port.into())),
        Kind::Sctp(_, protocol) => Some(("--ppid", protocol)),
        Kind::Protocol(_) | Kind::Fragment | Kind::Type(_) | Kind::Link(_) => None,
    }
}

/// Decodes the messages of captures or packets; returns how many were good.
pub fn decode(
    packets: &Packets,
    args: &CaptureArgs,
    way: Way,
    out: &mut (dyn Write + Send),
    files: &[PathBuf],
) -> Result<(Readings, Totals), Failure> {
    let mut output = Output::of(out, packets.on_error, way);
    let mut all = Totals::default();
    let readings = each_input(files, |name, input| {
        let Opened { name, mut input, is_capture } = args.opened(name, input)?;
        let read = match is_capture {
            true => packets.capture(&name, &mut args.capture(input), &mut output),
            false => {
                let mut octets = Vec::new();
                input.read_to_end(&mut octets)?;
                packets.packet(&name, octets, &mut output)
            }
        };
        all = all + read.map_err(ended)?;
        Ok(())
    })?;
    out.flush()?;
    if way.totals {
        tell_totals(&all);
    }
    Ok((readings, all))
}
