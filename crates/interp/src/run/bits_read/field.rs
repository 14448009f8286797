//! Open type fields of PER: a length in octets and the contents (X.691 11.2).

use std::borrow::Cow;

use wireglot_plan::ShapeId;
use wireglot_rt::bits::Size;
use wireglot_rt::{ErrorCode, Fault, Noted};

use super::super::deferred::Reading;
use super::super::Done;
use super::BitsReader;
use crate::linked::program::Step;
use crate::{Met, Sink};

impl<'c, 'b, S: Sink> BitsReader<'_, 'c, 'b, S> {
    /// X.691 11.2: a length in octets, then the contents in place.
    pub(super) fn open_field(&mut self, body: &'c Step) -> Done {
        let piece = self.reader.length(Size::ANY)?;
        if piece.more {
            return self.fragmented_field(piece.count, body);
        }
        self.met(Met::Field);
        let bits = piece.count * 8;
        if bits > self.reader.left() {
            let fault = self.reader.fault(ErrorCode::Overrun, piece.count);
            if S::TRACES {
                // Show what there is of it; the error is that the rest is missing.
                let _ = self.value(body);
            }
            return Err(fault);
        }
        let outer = self.reader.end;
        let start = self.reader.position;
        self.reader.end = start + bits;
        self.field(body, start)?;
        self.reader.end = outer;
        Ok(())
    }

    /// Reads the contents of a field that starts at bit `start`.
    fn field(&mut self, body: &'c Step, start: u64) -> Done {
        let read = |r: &mut Self| {
            r.value(body)?;
            r.end_field(start)
        };
        match body.open_type() {
            Some(shape) => self.held(read, |r| {
                r.rest(shape)?;
                r.end_field(start)
            }),
            None => read(self),
        }
    }

    /// Reads the whole field as octets, because its type is unknown.
    pub(super) fn rest(&mut self, shape: ShapeId) -> Done {
        let octets = self.reader.octets(self.reader.left())?;
        self.not_empty(&octets)?;
        self.cx.opaque(shape, self.rules, &octets);
        self.met(Met::Value);
        Ok(())
    }

    /// Reads an unknown open type field as octets.
    pub(super) fn unknown_field(&mut self) -> Result<Cow<'b, [u8]>, Fault> {
        let most = self.cx.options.limits.string_octets;
        let octets = self.reader.counted(most, ErrorCode::LimitStringOctets)?;
        self.not_empty(&octets)?;
        Ok(octets)
    }

    /// X.691 11.2.1: an open type field has at least one octet.
    fn not_empty(&self, octets: &[u8]) -> Done {
        match octets.is_empty() && self.reader.strict {
            true => Err(self.reader.fault(ErrorCode::LengthRange, 0)),
            false => Ok(()),
        }
    }

    /// The rest of a field is padding. A field without bits has one octet (X.691 11.2.5), though
    /// some peers write none.
    pub(super) fn end_field(&mut self, start: u64) -> Done {
        self.rest_of_field(start).inspect_err(|_| self.cx.sink.refused_after())
    }

    fn rest_of_field(&mut self, start: u64) -> Done {
        if self.reader.position == start {
            match self.reader.left() {
                0 if self.reader.strict => return Err(self.reader.fault(ErrorCode::LengthRange, 0)),
                0 => {}
                _ => self.zero_octet()?,
            }
        }
        let left = self.reader.left();
        if left >= 8 {
            self.cx.left_over(self.reader.fault(ErrorCode::Trailing, left / 8))?;
            self.reader.position = self.reader.end;
            self.met(Met::Jump);
            return Ok(());
        }
        let start = self.reader.position;
        let padding = self.reader.take(left as u32)?;
        self.reader.note(Noted::Padding, start);
        self.met(Met::Fill);
        match padding != 0 && self.reader.strict {
            true => Err(self.reader.fault(ErrorCode::TrailingBits, 0)),
            false => Ok(()),
        }
    }

    /// Reads a field of 16K octets or more, reassembling its fragments.
    #[cold]
    fn fragmented_field(&mut self, first: u64, body: &'c Step) -> Done {
        let start = self.reader.position;
        let mut whole = Vec::new();
        let (mut count, mut more) = (first, true);
        loop {
            let from = self.reader.position;
            self.reader.copy(count * 8, &mut whole)?;
            self.reader.note(Noted::Contents, from);
            if !more {
                break;
            }
            let piece = self.reader.length(Size::ANY)?;
            (count, more) = (piece.count, piece.more);
        }
        self.met(Met::Fragments);
        let kept = self.cx.kept.len();
        let mut inner = BitsReader::new(self.cx, &whole, whole.len() as u64 * 8, self.rules);
        let read = inner.field(body, 0).and_then(|()| inner.fill_rest()).map_err(|f| f.shifted(start));
        inner.met(if read.is_ok() { Met::Whole } else { Met::Stopped });
        self.cx.shift_kept(kept, start);
        read
    }
}
