//! Reading the leaves of OER.

use wireglot_bigint::BigInt;
use wireglot_plan::ShapeId;
use wireglot_rt::{octets, tlv, Duration, ErrorCode, Fault};

use super::super::tlv_read::TlvReader;
use super::super::Done;
use super::{padded, OctetsReader};
use crate::linked::octets_leaf::OctetsLeaf;
use crate::linked::tlv_leaf::TlvLeaf;
use crate::Sink;

impl<S: Sink> OctetsReader<'_, '_, '_, S> {
    pub(super) fn leaf(&mut self, leaf: &OctetsLeaf, shape: ShapeId) -> Done {
        match leaf {
            OctetsLeaf::Counted(leaf) => {
                let octets = self.reader.counted(usize::MAX, ErrorCode::BadLength)?;
                self.contents(leaf, shape, octets)?;
            }
            OctetsLeaf::Fixed(leaf, size) => {
                let octets = self.reader.take(*size)?;
                self.contents(leaf, shape, octets)?;
            }
            OctetsLeaf::Whole { width, signed: false } => {
                let number = self.reader.unsigned(*width)?;
                self.big(shape, &BigInt::from(number));
            }
            OctetsLeaf::Whole { width, signed: true } => {
                let number = self.signed(*width)?;
                self.cx.sink.integer(shape, number);
            }
            OctetsLeaf::Unsigned => {
                let number = self.unsigned()?;
                self.big(shape, &number);
            }
            OctetsLeaf::Enumerated(numbers) => self.enumerated(numbers.as_deref(), shape)?,
            OctetsLeaf::Float { width } => {
                let mut scratch = Vec::new();
                let value = octets::read_float(self.reader.take(*width)?, &mut scratch)?;
                self.cx.sink.real(shape, &value);
            }
            OctetsLeaf::Bits { count } => {
                let start = self.reader.position;
                let octets = self.reader.take(count.div_ceil(8) as usize)?;
                match padded(octets, *count as usize) {
                    true if self.reader.strict => {
                        return Err(Fault::new(ErrorCode::BitsPadding).at_octet(start));
                    }
                    // X.696 13.2.1: basic rules ignore the padding of the last octet.
                    true => self.cx.sink.bit_string(shape, &cleared(octets, *count), *count),
                    false => self.cx.sink.bit_string(shape, octets, *count),
                }
            }
            OctetsLeaf::Date | OctetsLeaf::TimeOfDay | OctetsLeaf::DateTime => self.time(leaf, shape)?,
            OctetsLeaf::Duration => self.duration(shape)?,
        }
        Ok(())
    }

    /// Reads contents octets of X.690.
    fn contents(&mut self, leaf: &TlvLeaf, shape: ShapeId, octets: &[u8]) -> Done {
        let start = self.reader.position - octets.len();
        TlvReader::new(self.cx, octets, self.rules).leaf(leaf, shape, octets).map_err(|f| f.at_octet(start))
    }

    /// Reads a length and an unsigned integer (X.696 10.4).
    fn unsigned(&mut self) -> Result<BigInt, Fault> {
        let start = self.reader.position;
        let limit = self.cx.options.limits.integer_octets;
        let octets = self.reader.counted(limit, ErrorCode::LimitIntegerOctets)?;
        let code = match octets {
            [] => Some(ErrorCode::IntegerEmpty),
            [0, _, ..] if self.reader.strict => Some(ErrorCode::IntegerForm),
            _ => None,
        };
        match code {
            Some(code) => Err(Fault::new(code).at_octet(start)),
            None => Ok(BigInt::from_unsigned(octets)),
        }
    }

    fn signed(&mut self, width: usize) -> Result<i64, Fault> {
        let number = self.reader.unsigned(width)? as i64;
        let unused = 64 - 8 * width.clamp(1, 8) as u32;
        Ok(number << unused >> unused)
    }

    fn big(&mut self, shape: ShapeId, value: &BigInt) {
        match value.to_i64() {
            Some(value) => self.cx.sink.integer(shape, value),
            None => self.cx.sink.big_integer(shape, &value.to_twos_complement()),
        }
    }

    /// Reads an ENUMERATED: one octet for numbers from 0 to 127, otherwise a length and the number
    /// (X.696 11).
    fn enumerated(&mut self, numbers: Option<&[i64]>, shape: ShapeId) -> Done {
        let start = self.reader.position;
        let first = self.reader.octet()?;
        let number = match usize::from(first & 0x7f) {
            small if first < 0x80 => small as i64,
            width @ 1..=8 => self.signed(width)?,
            _ => return Err(Fault::new(ErrorCode::EnumeratedRange).at_octet(start)),
        };
        let shortest = || {
            let fewest = BigInt::from(number).to_twos_complement().len();
            first < 0x80 || !(0..0x80).contains(&number) && usize::from(first & 0x7f) == fewest
        };
        if self.reader.strict && !shortest() {
            return Err(Fault::new(ErrorCode::IntegerForm).at_octet(start));
        }
        if numbers.is_some_and(|numbers| numbers.binary_search(&number).is_err()) {
            return Err(Fault::of(ErrorCode::UnknownItem, number as u64).at_octet(start));
        }
        self.cx.sink.enumerated(shape, number);
        Ok(())
    }

    /// Reads DATE and TIME-OF-DAY as the SEQUENCEs of X.696 29.
    fn time(&mut self, leaf: &OctetsLeaf, shape: ShapeId) -> Done {
        let mut text = String::new();
        if !matches!(leaf, OctetsLeaf::TimeOfDay) {
            let year = self.reader.counted(8, ErrorCode::TimeForm)?;
            let tlv::Integer::Small(year) = tlv::integer(year, 8)? else {
                return Err(self.reader.fault(ErrorCode::TimeForm, 0));
            };
            let (month, day) = (self.reader.octet()?, self.reader.octet()?);
            text = format!("{year:04}-{month:02}-{day:02}");
        }
        if matches!(leaf, OctetsLeaf::DateTime) {
            text.push('T');
        }
        if !matches!(leaf, OctetsLeaf::Date) {
            let (hour, minute, second) = (self.reader.octet()?, self.reader.octet()?, self.reader.octet()?);
            text += &format!("{hour:02}:{minute:02}:{second:02}");
        }
        self.cx.sink.string(shape, &text);
        Ok(())
    }

    /// Reads DURATION as the SEQUENCE of X.696 29: eight OPTIONAL components of INTEGER (0..MAX),
    /// the last of which holds a fraction: the number of its digits, then the digits.
    fn duration(&mut self, shape: ShapeId) -> Done {
        let present = self.reader.octet()?;
        let mut duration = Duration::default();
        for (index, part) in duration.parts.iter_mut().enumerate() {
            if present >> (7 - index) & 1 != 0 {
                *part = Some(self.part()?);
            }
        }
        if present & 1 != 0 {
            duration.fraction = Some((self.part()?, self.part()?));
        }
        let mut text = String::new();
        duration.print(&mut text)?;
        self.cx.sink.string(shape, &text);
        Ok(())
    }

    /// Reads a number of a duration.
    fn part(&mut self) -> Result<u64, Fault> {
        let start = self.reader.position;
        self.unsigned()?.to_u64().ok_or_else(|| Fault::new(ErrorCode::TimeForm).at_octet(start))
    }
}

/// The octets with the bits after the first `bits` cleared.
fn cleared(octets: &[u8], bits: u64) -> Vec<u8> {
    let mut octets = octets.to_vec();
    if let Some(last) = octets.last_mut() {
        *last &= 0xffu8 << tlv::bit_string_octet(bits);
    }
    octets
}
