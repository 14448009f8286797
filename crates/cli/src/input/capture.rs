//! Messages from packets: in network captures, or in files that are a single packet.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::capture::{self, Capture, Damage, Filter, Kind, Packing, Seen};
use wireglot_driver::forms::Form;
use wireglot_driver::identify::{in_captures, rules_of, Carried, Identifier, Known, Traffic};
use wireglot_driver::inputs::{InForm, Input, OnError, Packets, Stopped, Totals, Unit};
use wireglot_driver::languages::EXAMPLE_SCHEMA;
use wireglot_driver::records::Work;
use wireglot_driver::sources::Host;
use wireglot_driver::Rules;

use crate::input::args::Schema;
use crate::input::contents::beginning;
use crate::input::data::{each_input, open, Readings};
use crate::input::missing::{without_schema, RulesNeed, Sample};
use crate::output::exit::{note, Done, Failure};
use crate::records::{ended, tell_totals, Output, Way};

/// How messages stand in a capture.
#[derive(Args)]
pub struct CaptureArgs {
    /// The files are captures (pcap or pcapng); read messages from UDP, TCP and SCTP. --port and --ppid imply it
    #[arg(long, help_heading = "Captures")]
    pcap: bool,
    /// How messages are framed: raw, one after another; tpkt (RFC 1006); sofh (FIX framing header); sofh4 (its
    /// short form in CME iLink 3 and B3 EntryPoint); cme (MDP 3.0) and b3 (UMDF), with a packet header and a length
    /// before each message; u16be or u32be, a length before each message, as in Kerberos over TCP. Without --pcap,
    /// each file is one packet
    #[arg(long, value_name = "HOW", value_parser = packing, help_heading = "Captures")]
    packing: Option<Packing>,
    /// Only traffic from or to these ports
    #[arg(long, value_name = "N", value_delimiter = ',', help_heading = "Captures")]
    port: Vec<u16>,
    /// Only SCTP data with these payload protocol identifiers, such as 18 (S1AP) or 60 (NGAP)
    #[arg(long, value_name = "N", value_delimiter = ',', help_heading = "Captures")]
    ppid: Vec<u32>,
}

fn packing(word: &str) -> Result<Packing, String> {
    let all = Packing::ALL.map(Packing::word).join(", ");
    Packing::ALL.into_iter().find(|how| how.word() == word).ok_or(format!("choose from {all}"))
}

/// Traffic on more ports than this is not selected by its ports.
const FEW_PORTS: usize = 8;

/// Why some options are rejected if messages are in packets.
pub const LAID: &str =
    "--in and the options for files of records do not apply to captures and packets: leave them out";

/// An input, and whether it is a capture.
struct Opened<'i> {
    name: String,
    input: Box<dyn Read + Send + 'i>,
    is_capture: bool,
}

impl CaptureArgs {
    /// Whether options for packets were given.
    pub fn is_asked(&self) -> bool {
        self.is_pcap() || self.packing.is_some()
    }

    /// Whether messages are framed within packets.
    pub fn is_packed(&self) -> bool {
        self.packing.is_some_and(|packing| packing != Packing::Raw)
    }

    /// Whether the files were said to be captures.
    fn is_pcap(&self) -> bool {
        self.pcap || self.is_filtered()
    }

    /// Whether only some traffic is selected.
    fn is_filtered(&self) -> bool {
        !self.port.is_empty() || !self.ppid.is_empty()
    }

    /// The same, or the first file is a capture anyway, which is reported as a note.
    pub fn is_meant(&self, files: &[PathBuf]) -> bool {
        let Some(file) = files.first().filter(|_| !self.is_asked()) else { return self.is_asked() };
        match kind_of(file) {
            Some(kind) => {
                note(&format!("{} is a packet capture ({kind}); reading it as with --pcap", file.display()));
                true
            }
            None => false,
        }
    }

    /// Identifies the messages of captures whose type was not given, and selects their traffic. `rules` are
    /// those by which the verb reads, `own` the options that name schemas supplementing the built-in modules. Several
    /// types are of one protocol.
    ///
    /// # Errors
    /// The messages are of no well-known type, or of several protocols. The error lists the traffic.
    pub fn identify(
        &mut self,
        files: &[PathBuf],
        rules: Vec<&'static str>,
        own: &str,
    ) -> Result<Vec<Known>, Failure> {
        let added = if self.is_pcap() { None } else { Some("--pcap") };
        self.pcap |= self.packing.is_none();
        let some_rules = rules.first().copied().unwrap_or_default();
        let mut missing = without_schema(Some("-t"), &[RulesNeed::of_inputs(rules)]);
        let captures = self.captures(files);
        let Some(first) = captures.first() else {
            missing.hint =
                Some(format!("Options for well-known protocols:\n  {}", in_captures().join("\n  ")));
            return Err(missing.into());
        };
        let held = match captures.len() {
            1 => format!("{} contains", first.display()),
            several => format!("{} and {} more contain", first.display(), several - 1),
        };
        let (seen, Traffic { carried: all, .. }) = self.traffic(&captures)?;
        let kinds = seen.kinds();
        let is_filtered = self.is_filtered();
        let option = |kind| if is_filtered { None } else { selecting(kind) };
        let mut carrying: Vec<Kind> = all.iter().map(|it| it.kind).collect();
        carrying.dedup();
        let types = types(&all);
        let packing = all.iter().map(|carried| carried.packing).find(|packing| *packing != Packing::Raw);
        let packing = packing.unwrap_or(Packing::Raw);
        let is_read = |it: &Carried| {
            it.packing == packing || packing.is_for_connections() && !matches!(it.kind, Kind::Tcp(_))
        };
        if is_one_set(&types) && all.iter().all(is_read) {
            let is_all = kinds.iter().all(|(kind, _)| carrying.contains(kind));
            let is_few = carrying.len() <= FEW_PORTS;
            let options: Vec<_> =
                carrying.iter().filter_map(|kind| option(*kind)).filter(|_| !is_all && is_few).collect();
            let mut told = packed(packing);
            told.extend(options.iter().map(|(option, value)| format!(" {option} {value}")));
            let read = types.iter().map(|Carried { kind, known, .. }| {
                format!("a message on {kind} {}: read with {own}{}{told}", known.told(), known.options())
            });
            let rest = if options.is_empty() { "" } else { "; other packets are not read" };
            note(&format!("{held} {seen}; {}{rest}", read.collect::<Vec<_>>().join("; ")));
            self.packing = Some(packing).filter(|packing| *packing != Packing::Raw).or(self.packing);
            // The well-known protocols use UDP and TCP.
            self.port.extend(options.iter().filter_map(|(_, value)| u16::try_from(*value).ok()));
            return Ok(types.iter().map(|carried| carried.known).collect());
        }
        let holds = Some(format!("{held} {seen}"));
        let line = |options: &str, kind| {
            let selecting = option(kind).map(|(option, value)| [option.to_string(), value.to_string()]);
            let words = options.split_whitespace().chain(added).map(String::from);
            words.chain(selecting.into_iter().flatten()).collect()
        };
        match (all.is_empty(), kinds.first()) {
            (false, _) => {
                missing.found = holds;
                missing.instead =
                    carrying.iter().map(|kind| line(&reading(&all, *kind, is_filtered), *kind)).collect();
            }
            (true, first) => {
                missing.hint = holds;
                let rules = first.and_then(|(kind, _)| rules_of(*kind)).map_or(some_rules, Rules::word);
                let options = format!("-s {EXAMPLE_SCHEMA} -t Module.Type -r {rules}");
                missing.instead.extend(first.map(|(kind, _)| line(&options, *kind)));
            }
        }
        Err(missing.into())
    }

    /// Whether the messages of captures are of well-known types and of no type in a schema, which then supplements the
    /// built-in modules.
    pub fn is_beside(&self, schema: &Schema, files: &[PathBuf]) -> Result<bool, Failure> {
        let captures = self.captures(files);
        if captures.is_empty() {
            return Ok(false);
        }
        let (_, Traffic { carried, .. }) = self.traffic(&captures)?;
        for Carried { sample, .. } in &carried {
            if !schema.is_beside_octets(InForm::Known(Form::Raw), sample)? {
                return Ok(false);
            }
        }
        Ok(!carried.is_empty())
    }

    /// A payload of captures, and the rules that its protocol uses; of a protocol with known rules if there is one.
    pub fn sample(&self, files: &[PathBuf]) -> Result<Option<Sample>, Failure> {
        let captures = self.captures(files);
        let (seen, Traffic { first, .. }) = self.traffic(&captures)?;
        let kinds = seen.kinds().into_iter().map(|(kind, _)| kind);
        let kinds: Vec<Kind> = kinds.collect();
        let is_one_of_several = kinds.len() > 1 && !self.is_filtered();
        let (known, unknown): (Vec<Kind>, Vec<Kind>) =
            kinds.into_iter().partition(|kind| rules_of(*kind).is_some());
        let found = known.into_iter().chain(unknown).find_map(|kind| {
            let (_, octets) = first.iter().find(|(of, _)| *of == kind)?;
            let option = selecting(kind).filter(|_| is_one_of_several);
            let selecting = option.map(|(option, value)| vec![option.to_string(), value.to_string()]);
            let selecting = selecting.unwrap_or_default();
            Some(Sample { octets: octets.clone(), rules: rules_of(kind), selecting })
        });
        Ok(found)
    }

    /// The captures among the files, if messages in them are unframed.
    fn captures<'f>(&self, files: &'f [PathBuf]) -> Vec<&'f PathBuf> {
        let are_captures = self.is_raw() && (self.is_pcap() || self.packing.is_none());
        let is_capture = |file: &&PathBuf| are_captures && kind_of(file).is_some();
        files.iter().filter(is_capture).collect()
    }

    /// The traffic in captures, and the messages of well-known types.
    fn traffic(&self, files: &[&PathBuf]) -> Result<(Seen, Traffic), Failure> {
        let identifier = Identifier::new()?;
        let (mut seen, mut all): (Seen, Traffic) = Default::default();
        for file in files {
            let (name, input) = open(file, InForm::Auto)?;
            let mut capture = self.capture(input);
            let Traffic { carried, first, damage } = identifier.carried(&mut capture)?;
            if let Some(Damage { packet, message }) = damage.filter(|_| carried.is_empty()) {
                let place = if packet == 0 { name } else { format!("{name}, packet {packet}") };
                return Err(Failure::Input(format!("{place}: {message}")));
            }
            seen.join(capture.seen());
            let all_carried = &all.carried;
            let is_new = |it: &Carried| {
                !all_carried.iter().any(|other| other.kind == it.kind && other.known.same(&it.known))
            };
            let new: Vec<_> = carried.into_iter().filter(is_new).collect();
            all.carried.extend(new);
            all.first.extend(first);
        }
        all.carried.sort_by_key(|carried| carried.kind);
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
        let is_capture = self.is_pcap() || self.packing.is_none();
        let mut first = Vec::new();
        (&mut input).take(12).read_to_end(&mut first)?;
        if !is_capture && capture::kind(&first).is_some() {
            note(&format!("{name} is a packet capture: add --pcap"));
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
        each_input(files, InForm::Auto, |name, input| {
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
                    let done = packets.units(&name, &mut capture, &mut take);
                    if done.is_ok() && capture.seen().is_unmatched() {
                        crate::records::unmatched(&name, capture.seen());
                    }
                    done
                }
                false => {
                    let mut octets = Vec::new();
                    input.read_to_end(&mut octets)?;
                    packets.units_of_packet(&name, octets, &mut take)
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
            "{file} is a packet capture ({kind}), which {verb} does not read: \
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

/// The types of identified messages, each with the first traffic that carries it.
fn types(all: &[Carried]) -> Vec<&Carried> {
    let mut types: Vec<&Carried> = Vec::new();
    for carried in all {
        if !types.iter().any(|other| other.known.same(&carried.known)) {
            types.push(carried);
        }
    }
    types
}

/// Whether all types are of one protocol.
fn is_one_set(types: &[&Carried]) -> bool {
    let set = types.first().map(|first| first.known.candidate.set);
    set.is_some() && types.iter().all(|carried| Some(carried.known.candidate.set) == set)
}

/// The options that read the messages in a kind of traffic. Several types of a protocol are identified one by one if
/// an option selects the traffic.
fn reading(all: &[Carried], kind: Kind, is_filtered: bool) -> String {
    let own: Vec<&Carried> = all.iter().filter(|carried| carried.kind == kind).collect();
    match own.as_slice() {
        several if several.len() > 1 && !is_filtered && is_one_set(several) => {
            several.first().map_or(String::new(), |carried| packed(carried.packing))
        }
        several => several
            .first()
            .map_or(String::new(), |carried| carried.known.options() + &packed(carried.packing)),
    }
}

/// The option for a framing, after others; empty for messages without.
fn packed(packing: Packing) -> String {
    match packing {
        Packing::Raw => String::new(),
        framed => format!(" --packing {}", framed.word()),
    }
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
    let readings = each_input(files, InForm::Auto, |name, input| {
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
