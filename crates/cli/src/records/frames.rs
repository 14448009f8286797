//! Options for the framing of records in files.

use std::num::NonZeroUsize;

use clap::{value_parser, Args};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{Before, InForm, OnError, Settings};
use wireglot_driver::records::{Framing, Pad, Prefix};

use crate::input::value_parsers;
use crate::output::exit::{Done, Failure};

/// How records are laid in a file. By default they lie one behind the other.
#[derive(Args, Clone)]
pub struct FrameArgs {
    /// Skip this many bytes at the start of each file
    #[arg(long, value_name = "BYTES", default_value_t = 0, value_parser = value_parsers::number::<u64>, help_heading = "Files of records")]
    pub skip: u64,
    /// Fixed-size blocks of this many bytes, padded after their last record; no record spans two
    #[arg(long, value_name = "BYTES", value_parser = value_parsers::octets, help_heading = "Files of records")]
    pub block: Option<NonZeroUsize>,
    /// The padding byte, in blocks (default 00 or FF) or between records
    #[arg(long, value_name = "HEX", value_parser = octet, help_heading = "Files of records")]
    pub pad: Option<u8>,
    /// Each record follows its length: u8, u16be, u16le, u32be or u32le
    #[arg(long, value_name = "LENGTH", value_parser = value_parsers::prefixes(), hide_possible_values = true, help_heading = "Files of records")]
    pub prefix: Option<Prefix>,
}

/// How records are laid in what is written.
#[derive(Args, Clone)]
pub struct OutFrameArgs {
    /// Write fixed-size blocks of this many bytes, padded after their last record; no record spans two
    #[arg(long, value_name = "BYTES", value_parser = value_parsers::octets, help_heading = "Files of records")]
    block: Option<NonZeroUsize>,
    /// The padding byte of blocks; default 00
    #[arg(long, value_name = "HEX", value_parser = octet, requires = "block", help_heading = "Files of records")]
    pad: Option<u8>,
    /// Write a length before each record: u8, u16be, u16le, u32be or u32le
    #[arg(long, value_name = "LENGTH", value_parser = value_parsers::prefixes(), hide_possible_values = true, help_heading = "Files of records")]
    prefix: Option<Prefix>,
}

impl OutFrameArgs {
    pub fn framing(&self) -> Framing {
        let (block, prefix) = (self.block.map(NonZeroUsize::get), self.prefix);
        Framing { block, pad: self.pad.map_or(Pad::Usual, Pad::Octet), prefix, ..Framing::default() }
    }

    /// Rejects framing that a form does not support, or if only text is written.
    pub fn suit(&self, form: Form, text: bool) -> Done {
        match said(&self.framing()) {
            Some(option) if text => Err(Failure::Usage(text_alone(option))),
            Some(option) => suits_output(option, form),
            None => Ok(()),
        }
    }
}

/// How records are read.
#[derive(Args, Clone)]
pub struct ReadArgs {
    /// Number of decoding threads; the output doesn't depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=512))]
    #[arg(help_heading = "Files of records")]
    jobs: u16,
    /// Print the number of records at the end, on standard error
    #[arg(long, help_heading = "Files of records")]
    pub totals: bool,
    /// Read only this record of each file, numbered from 1 as in errors and `inspect --record`; counts
    /// non-empty lines, PEM blocks or dumps
    #[arg(long, value_name = "N", value_parser = value_parsers::count, help_heading = "Files of records")]
    pub record: Option<u64>,
    /// Continue an interrupted run of the same command. Until FILE is complete, the output is in FILE.partial and
    /// the position in FILE.resume
    #[arg(long, requires = "whole_file", help_heading = "Files of records")]
    pub resume: bool,
}

impl ReadArgs {
    /// The settings for reading inputs of a form, with a maximum record size in bytes.
    ///
    /// # Errors
    /// The form does not support framing: see [`suits`].
    pub fn settings(
        &self,
        form: InForm,
        frames: &FrameArgs,
        on_error: OnError,
        most: usize,
    ) -> Result<Settings, Failure> {
        let record = self.record;
        let (framing, jobs) = (frames.framing(), self.jobs());
        if let InForm::Known(form) = form {
            suits(&framing, form)?;
        }
        let lines = matches!(form, InForm::Known(form) if form.is_lines());
        let several = lines || framing != Framing::default() || self.totals;
        let (ahead, whole, before, checkpoints) = (false, false, Before::default(), None);
        let settings = Settings {
            form,
            framing,
            on_error,
            jobs,
            ahead,
            whole,
            several,
            most,
            before,
            record,
            checkpoints,
        };
        Ok(settings)
    }

    /// The number of decoding threads.
    pub fn jobs(&self) -> usize {
        // A single record does not need several threads.
        if self.record.is_some() {
            1
        } else {
            usize::from(self.jobs)
        }
    }

    /// Rejects `--resume` for runs that can't be continued.
    pub fn refuse_to_resume(&self) -> Done {
        match self.resume {
            true => Err(Failure::Usage(
                "--resume is for files of binary records with a schema, and not for captures or --record"
                    .into(),
            )),
            false => Ok(()),
        }
    }

    /// Rejects options for binary data if values are text.
    pub fn refuse_for_text(&self, frames: &FrameArgs) -> Done {
        let own = [("--totals", self.totals), ("--record", self.record.is_some())];
        let own = own.iter().find(|(_, said)| *said).map(|(option, _)| *option);
        frames.refuse_for_text()?;
        own.map_or(Ok(()), |option| Err(Failure::Usage(text_alone(option))))
    }
}

impl FrameArgs {
    /// Rejects framing if values are text.
    pub fn refuse_for_text(&self) -> Done {
        said(&self.framing()).map_or(Ok(()), |option| Err(Failure::Usage(text_alone(option))))
    }
}

fn text_alone(option: &str) -> String {
    format!("{option}: only octets have this, and these rules are text")
}

/// The first framing option that was given.
fn said(framing: &Framing) -> Option<&'static str> {
    let options = [
        ("--skip", framing.skip > 0),
        ("--block", framing.block.is_some()),
        ("--pad", framing.pad != Pad::Usual),
        ("--prefix", framing.prefix.is_some()),
    ];
    options.iter().find(|(_, said)| *said).map(|(option, _)| *option)
}

/// Rejects framing if each line or block of a text is a record.
fn suits(framing: &Framing, form: Form) -> Done {
    match framing.suits(form) {
        true => Ok(()),
        false => Err(unframed(framing, form)),
    }
}

/// The error for a framing option that has no effect, with advice.
pub fn unframed(framing: &Framing, form: Form) -> Failure {
    for_nothing(said(framing).unwrap_or_default(), "--in", form)
}

/// The same for an option of the output.
pub fn suits_output(option: &str, form: Form) -> Done {
    match form.part() {
        Some(_) => Err(for_nothing(option, "--out", form)),
        None => Ok(()),
    }
}

fn for_nothing(option: &str, side: &str, form: Form) -> Failure {
    let other = match form {
        Form::HexLines => ", or use --in hex where all lines together are the octets of a file",
        Form::Base64Lines => ", or use --in base64 where all lines together are the octets of a file",
        _ => "",
    }
    .replace("--in", side);
    // Of several dumps, each is a record.
    let (word, part) = (form.word(), form.part().unwrap_or("dump"));
    Failure::Usage(format!(
        "{option}: with {side} {word} a {part} is a record, and has nothing around it: leave {option} out{other}"
    ))
}

fn octet(text: &str) -> Result<u8, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    // A parsed number could have a sign, two hex digits can't.
    let octet = u8::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 2 && !digits.starts_with('+'));
    octet.ok_or("write two hexadecimal digits, such as FF".into())
}

impl FrameArgs {
    pub fn framing(&self) -> Framing {
        Framing {
            skip: self.skip,
            block: self.block.map(NonZeroUsize::get),
            pad: self.pad.map_or(Pad::Usual, Pad::Octet),
            prefix: self.prefix,
            line: None,
        }
    }
}
