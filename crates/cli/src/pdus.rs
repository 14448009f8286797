//! PDUs from an input, one after another: what verbs that read octets share.

use std::io::Read;

use wireglot_driver::feed::Feed;
use wireglot_driver::forms::{Form, Part};
use wireglot_driver::{Codec, DecodeError, DecodeOptions, ErrorCode, Fault};

use crate::data::{InForm, OnError};
use crate::exit::{note, Done, Failure};
use crate::report::Report;

/// What becomes of PDUs and errors.
pub trait Take {
    /// Decodes the PDU that some octets begin with; gives how many it took.
    fn decode(&mut self, octets: &[u8], options: &DecodeOptions) -> Result<usize, DecodeError>;
    /// Hands on what was decoded last.
    fn done(&mut self, place: &Place) -> Done;
    /// Tells what is wrong; an error ends the run.
    fn report(&mut self, report: Report) -> Done;
}

/// Where PDUs stand.
pub struct Place {
    /// The input's name.
    pub file: String,
    /// The line of a text, from 1 on.
    pub line: Option<usize>,
}

/// What to tell of an input without any PDU. A list of lines may have none; of others at least one
/// is expected.
pub fn nothing(place: &Place, form: Form) -> Option<Report<'_>> {
    let message = match form {
        Form::HexLines => {
            note(&format!("{} has no lines: there is nothing to read", place.file));
            return None;
        }
        Form::Pem => "there is no PEM block in it",
        _ => "there are no octets in it",
    };
    let message = format!("{message} (read as --in {})", form.word());
    Some(Report { code: "empty", message, ..Report::at(place) })
}

/// How inputs are read.
pub struct Pdus<'c> {
    pub codec: &'c Codec,
    pub form: InForm,
    pub options: DecodeOptions,
    pub on_error: OnError,
}

impl Pdus<'_> {
    /// Reads all of one input.
    pub fn input(&mut self, file: String, mut input: Box<dyn Read>, take: &mut impl Take) -> Done {
        let whole = Place { file, line: None };
        if let InForm::Known(Form::Raw) = self.form {
            return self.stream(&whole, input, take);
        }
        let mut text = Vec::new();
        input.read_to_end(&mut text).map_err(|e| Failure::Io(format!("{}: {e}", whole.file)))?;
        let form = self.form.settle(&whole.file, &text);
        let parts = form.parts(text);
        if parts.is_empty() {
            return nothing(&whole, form).map_or(Ok(()), |report| take.report(report));
        }
        // A line or a block is one PDU: what is left over in it is an error.
        self.options.trailing = !matches!(form, Form::HexLines | Form::Pem);
        for Part { line, octets } in parts {
            let place = Place { file: whole.file.clone(), line: (!self.options.trailing).then_some(line) };
            match octets {
                Ok(octets) => self.stream(&place, &octets[..], take)?,
                Err(error) => take.report(Report {
                    code: "form",
                    offset: Some(error.offset as u64),
                    message: format!("{} (read as --in {})", error.message, form.word()),
                    ..Report::at(&place)
                })?,
            }
        }
        Ok(())
    }

    /// One PDU after another.
    fn stream(&self, place: &Place, input: impl Read, take: &mut impl Take) -> Done {
        let mut feed = Feed::new(input);
        while !self.options.trailing && self.grow(place, &mut feed)? {}
        let mut first = true;
        loop {
            let ended = feed.window().is_empty() && !self.grow(place, &mut feed)?;
            // Some values take no octets: whether this is one is for the decoder to say.
            if ended && !first {
                return Ok(());
            }
            match self.one(place, &mut feed, take)? {
                Some(taken) if !ended => feed.take(taken),
                _ => return Ok(()),
            }
            first = false;
        }
    }

    /// One PDU; gives how many octets to go on behind, or nothing if there is no way to.
    fn one(
        &self,
        place: &Place,
        feed: &mut Feed<impl Read>,
        take: &mut impl Take,
    ) -> Result<Option<usize>, Failure> {
        loop {
            let error = match take.decode(feed.window(), &self.options) {
                Ok(0) if !feed.window().is_empty() => {
                    // It would come for ever.
                    let fault = Fault::of(ErrorCode::Trailing, feed.window().len() as u64);
                    DecodeError { fault, path: String::new() }
                }
                Ok(taken) => {
                    take.done(place)?;
                    return Ok(Some(taken));
                }
                Err(error) => error,
            };
            if self.is_short(&error.fault, feed) && self.grow(place, feed)? {
                continue;
            }
            let empty = feed.window().is_empty();
            take.report(Report {
                code: if empty { "empty" } else { error.fault.code.word() },
                offset: Some(feed.offset() + error.fault.bit / 8),
                bit: error.fault.bit % 8,
                path: &error.path,
                message: match empty {
                    true => "the input is empty".into(),
                    false => format!("{}{}", error.fault.message(), self.advice(feed)),
                },
                ..Report::at(place)
            })?;
            return self.behind(place, feed);
        }
    }

    /// What an input that was taken as it stands looks like, where that is text.
    fn advice(&self, feed: &Feed<impl Read>) -> String {
        let InForm::Known(Form::Raw) = self.form else { return String::new() };
        match Form::guess(feed.window()) {
            _ if feed.offset() > 0 => String::new(),
            Form::Raw => String::new(),
            form => format!(" (this looks like {}: try --in {})", form.name(), form.word()),
        }
    }

    fn is_short(&self, fault: &Fault, feed: &Feed<impl Read>) -> bool {
        matches!(fault.code, ErrorCode::Truncated | ErrorCode::Overrun)
            && feed.window().len() <= self.options.limits.total
    }

    /// Where the next PDU begins behind a wrong one: rules with lengths in front say so, others don't.
    fn behind(&self, place: &Place, feed: &mut Feed<impl Read>) -> Result<Option<usize>, Failure> {
        if !self.options.trailing || feed.window().is_empty() {
            return Ok(None);
        }
        loop {
            match self.codec.extent(feed.window(), &self.options.limits) {
                Some(Ok(extent)) => return Ok(Some(extent)),
                Some(Err(fault)) if self.is_short(&fault, feed) && self.grow(place, feed)? => {}
                _ => break,
            }
        }
        if self.on_error != OnError::Stop {
            let (file, offset) = (&place.file, feed.offset());
            note(&format!("{file}: nothing says where the PDU at octet {offset} ends: the rest is not read"));
        }
        Ok(None)
    }

    fn grow(&self, place: &Place, feed: &mut Feed<impl Read>) -> Result<bool, Failure> {
        feed.grow().map_err(|e| Failure::Io(format!("{}: {e}", place.file)))
    }
}
