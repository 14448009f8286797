//! Messages from packets: in network captures, or in files that are a single packet.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::capture::{self, Capture, Filter, Packing};
use wireglot_driver::inputs::{Input, OnError, Packets, Stopped, Totals, Unit};
use wireglot_driver::records::Work;
use wireglot_driver::sources::Host;

use crate::input::contents::beginning;
use crate::input::data::{each_input, Readings};
use crate::output::exit::{note, Done, Failure};
use crate::records::{ended, tell_totals, Output};

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
        // Nothing may be taken from a pipe, which is opened again.
        let is_file = std::fs::metadata(file).is_ok_and(|about| about.is_file());
        let first = if is_file { beginning(file, 12).unwrap_or_default() } else { Vec::new() };
        match capture::kind(&first) {
            Some(kind) => {
                note(&format!("{} is a capture of a network ({kind}): taken as with --pcap", file.display()));
                true
            }
            None => false,
        }
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

/// Converts captures or packets to JSON, one line per message; returns whether any is invalid.
pub fn decode(
    packets: &Packets,
    args: &CaptureArgs,
    totals: bool,
    out: &mut (dyn Write + Send),
    files: &[PathBuf],
) -> Result<(Readings, bool), Failure> {
    let mut output = Output::new(out, packets.on_error, false);
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
    if totals {
        tell_totals(&all);
    }
    Ok((readings, all.damaged > 0))
}
