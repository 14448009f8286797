//! Messages out of packets: those of the captures of networks, or files of one.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::capture::{self, Packing};
use wireglot_driver::inputs::{OnError, Packets};
use wireglot_driver::messages::Shown;

use crate::input::data::each_input;
use crate::output::exit::Done;
use crate::records::{ended, Output};

/// How messages stand in a capture.
#[derive(Args)]
pub struct CaptureArgs {
    /// The files are captures, pcap or pcapng: messages in what UDP and TCP carried (SBE)
    #[arg(long, help_heading = "Captures of networks")]
    pcap: bool,
    /// How messages stand in packets: raw, one behind the other; sofh, led by FIX's framing header; sofh4, by that
    /// of CME iLink 3 and B3 EntryPoint; cme (MDP 3.0) and b3 (UMDF), in packets with a header,
    /// each led by its length. Without --pcap each file is one packet
    #[arg(long, value_name = "HOW", value_parser = packing, help_heading = "Captures of networks")]
    packing: Option<Packing>,
    /// Takes only what was sent from or to this port
    #[arg(long, value_name = "N", requires = "pcap", help_heading = "Captures of networks")]
    port: Option<u16>,
}

impl CaptureArgs {
    /// Whether messages stand in packets.
    pub fn is_asked(&self) -> bool {
        self.pcap || self.packing.is_some()
    }
}

fn packing(word: &str) -> Result<Packing, String> {
    let all = Packing::ALL.map(Packing::word).join(", ");
    Packing::ALL.into_iter().find(|how| how.word() == word).ok_or(format!("there are {all}"))
}

/// Captures or packets to JSON, a line a message.
pub fn decode(shown: &Shown, args: &CaptureArgs, on_error: OnError, files: &[PathBuf]) -> Done {
    let mut out = BufWriter::new(std::io::stdout());
    let mut output = Output::new(&mut out, on_error, false);
    let packing = args.packing.unwrap_or(Packing::Raw);
    let packets = Packets { shown, packing, on_error, numbered: args.pcap };
    let mut wrong = 0;
    let readings = each_input(files, |name, mut input| {
        let mut octets = Vec::new();
        input.read_to_end(&mut octets)?;
        let found = match args.pcap {
            true => capture::read(&octets, args.port),
            false => capture::Capture::of_packet(octets),
        };
        wrong += packets.read(&name, &found, &mut output).map_err(ended)?;
        Ok(())
    })?;
    out.flush()?;
    readings.end(wrong > 0)
}
