//! Messages out of packets: those of the captures of networks, or files of one.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::capture::{self, Packing};
use wireglot_driver::inputs::{OnError, Place};
use wireglot_driver::messages::{Message, Reading, Shown, Writer};

use crate::input::data::each_input;
use crate::output::exit::Done;
use crate::output::report::Report;

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
    let out = BufWriter::new(std::io::stdout());
    let (message, writer) = (shown.message, shown.writer());
    let mut run = Run { message, writer, on_error, out, wrong: false, numbered: false };
    let readings = each_input(files, |name, mut input| {
        let mut octets = Vec::new();
        input.read_to_end(&mut octets)?;
        let found = match args.pcap {
            true => capture::read(&octets, args.port),
            false => capture::Capture::of_packet(octets),
        };
        run.numbered = args.pcap;
        run.capture(&name, &found, args.packing.unwrap_or(Packing::Raw))
    })?;
    run.out.flush()?;
    readings.end(run.wrong)
}

struct Run<'m> {
    message: &'m dyn Message,
    writer: Writer<'m>,
    on_error: OnError,
    out: BufWriter<std::io::Stdout>,
    wrong: bool,
    /// Whether the packet is told where something is wrong.
    numbered: bool,
}

/// An error in what a packet carried.
struct Fault<'f> {
    code: &'f str,
    at: Option<usize>,
    path: &'f str,
    message: String,
}

impl Run<'_> {
    fn capture(&mut self, name: &str, found: &capture::Capture, packing: Packing) -> Done {
        let mut damages = found.damages.iter().peekable();
        for payload in &found.payloads {
            while let Some(damage) = damages.next_if(|damage| damage.packet <= payload.packet) {
                self.damage(name, damage)?;
            }
            let (frames, cut) = packing.frames(&payload.octets);
            for frame in frames {
                self.messages(name, payload, frame, packing)?;
            }
            if let Some(at) = cut {
                let message = "the packet ends in the frame of a message".to_string();
                self.report(name, payload.packet, Fault { code: "frame", at: Some(at), path: "", message })?;
            }
        }
        damages.try_for_each(|damage| self.damage(name, damage))
    }

    fn damage(&mut self, name: &str, damage: &capture::Damage) -> Done {
        let message = damage.message.to_string();
        self.report(name, damage.packet, Fault { code: "capture", at: None, path: "", message })
    }

    /// Messages of a frame: one, or all that stand in a row.
    fn messages(
        &mut self,
        name: &str,
        payload: &capture::Payload,
        frame: std::ops::Range<usize>,
        packing: Packing,
    ) -> Done {
        let several = packing == Packing::Raw;
        let mut at = frame.start;
        // A packet may be empty; a frame holds a message.
        while at < frame.end || (at == frame.start && !several) {
            let octets = payload.octets.get(at..frame.end).unwrap_or_default();
            let reading = Reading { several, ..Reading::default() };
            self.writer.clear();
            match self.message.decode_text(octets, &reading, &mut self.writer) {
                Ok(size) => {
                    self.out.write_all(self.writer.octets())?;
                    self.out.write_all(b"\n")?;
                    at += size.max(1);
                }
                Err(bad) => {
                    let fault = Fault {
                        code: bad.code,
                        at: Some(at + (bad.at.unwrap_or(0) / 8) as usize),
                        path: &bad.path,
                        message: bad.message,
                    };
                    self.report(name, payload.packet, fault)?;
                    at += bad.taken.unwrap_or(octets.len()).max(1);
                }
            }
        }
        Ok(())
    }

    fn report(&mut self, name: &str, packet: usize, fault: Fault) -> Done {
        self.wrong = true;
        let place = Place::of(&match self.numbered {
            true => format!("{name}, packet {packet}"),
            false => name.to_string(),
        });
        let report = Report {
            code: fault.code,
            offset: fault.at.map(|at| at as u64),
            path: fault.path,
            message: fault.message,
            ..Report::at(&place)
        };
        report.tell(self.on_error, &mut self.out)
    }
}
