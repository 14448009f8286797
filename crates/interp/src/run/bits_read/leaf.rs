//! Reading the leaves of PER.

use wireglot_bigint::BigInt;
use wireglot_plan::ShapeId;
use wireglot_rt::bits::{self, Reader};
use wireglot_rt::{tlv, ErrorCode, Fault};

use super::super::Done;
use super::BitsReader;
use crate::linked::bits_leaf::BitsLeaf;
use crate::{Sink, Unknowns};

impl<S: Sink> BitsReader<'_, '_, '_, S> {
    pub(super) fn leaf(&mut self, leaf: &BitsLeaf, shape: ShapeId) -> Done {
        match leaf {
            BitsLeaf::Boolean => {
                let value = self.reader.bit()?;
                self.cx.sink.boolean(shape, value);
            }
            BitsLeaf::Null => self.cx.sink.null(shape),
            BitsLeaf::Constrained { lo, span } => {
                let offset = self.reader.constrained(*span)?;
                self.wide(shape, i128::from(*lo) + i128::from(offset));
            }
            BitsLeaf::BigConstrained { .. } | BitsLeaf::SemiConstrained { .. } | BitsLeaf::Unconstrained => {
                self.integer(leaf, shape)?;
            }
            BitsLeaf::Enumerated { root, additions } => self.enumerated(root, additions.as_deref(), shape)?,
            BitsLeaf::OctetString { size } => {
                let most = self.cx.options.limits.string_octets;
                let (octets, _) =
                    self.reader.units(*size, 8, size.aligns_octets(), most, ErrorCode::LimitStringOctets)?;
                self.cx.sink.octet_string(shape, &octets);
            }
            BitsLeaf::BitString { size, .. } => {
                let most = self.cx.options.limits.string_octets;
                let (octets, bits) =
                    self.reader.units(*size, 1, size.aligns_bits(), most, ErrorCode::LimitStringOctets)?;
                self.cx.sink.bit_string(shape, &octets, bits);
            }
            BitsLeaf::Characters { .. } | BitsLeaf::Utf8String | BitsLeaf::EscapedString => {
                self.string(leaf, shape)?;
            }
            BitsLeaf::Oid | BitsLeaf::RelativeOid | BitsLeaf::Real => self.counted(leaf, shape)?,
            BitsLeaf::Date | BitsLeaf::TimeOfDay | BitsLeaf::DateTime | BitsLeaf::Duration => {
                self.time(leaf, shape)?;
            }
            BitsLeaf::SmallNumber | BitsLeaf::SmallLength | BitsLeaf::Length(_) => {
                return Err(self.reader.fault(ErrorCode::WrongValue, 0));
            }
        }
        Ok(())
    }

    fn wide(&mut self, shape: ShapeId, value: i128) {
        match i64::try_from(value) {
            Ok(value) => self.cx.sink.integer(shape, value),
            Err(_) => self.big(shape, &BigInt::from(value)),
        }
    }

    fn big(&mut self, shape: ShapeId, value: &BigInt) {
        match value.to_i64() {
            Some(value) => self.cx.sink.integer(shape, value),
            None => self.cx.sink.big_integer(shape, &value.to_twos_complement()),
        }
    }

    /// X.691 13.2.4 to 13.2.6.
    fn integer(&mut self, leaf: &BitsLeaf, shape: ShapeId) -> Done {
        let limit = self.cx.options.limits.integer_octets;
        let start = self.reader.position;
        match leaf {
            BitsLeaf::BigConstrained { lo, span } => {
                let offset = self.big_offset(span)?;
                if offset > *span {
                    return Err(Fault::of(ErrorCode::IntegerRange, 0).shifted(start));
                }
                self.big(shape, &lo.plus(&offset));
            }
            BitsLeaf::SemiConstrained { lo } => {
                let octets = self.reader.counted(limit, ErrorCode::LimitIntegerOctets)?;
                if octets.is_empty() {
                    return Err(Fault::new(ErrorCode::IntegerEmpty).shifted(start));
                }
                self.big(shape, &lo.plus(&BigInt::from_unsigned(&octets)));
            }
            _ => {
                let octets = self.reader.counted(limit, ErrorCode::LimitIntegerOctets)?;
                if octets.is_empty() {
                    return Err(Fault::new(ErrorCode::IntegerEmpty).shifted(start));
                }
                if self.reader.strict {
                    tlv::integer(&octets, limit).map_err(|f| f.shifted(start))?;
                }
                match tlv::Integer::from_octets(&octets) {
                    tlv::Integer::Small(value) => self.cx.sink.integer(shape, value),
                    tlv::Integer::Big(digits) => self.cx.sink.big_integer(shape, digits),
                }
            }
        }
        Ok(())
    }

    /// Reads a constrained whole number with large bounds; its range may be small.
    fn big_offset(&mut self, span: &BigInt) -> Result<BigInt, Fault> {
        if let Some(span) = span.to_u64() {
            return Ok(BigInt::from(self.reader.constrained(span)?));
        }
        let mut bits = span.bits();
        if self.reader.aligned {
            // X.691 11.5.7.4.
            let most = bits.div_ceil(8);
            let octets = self.reader.constrained(most - 1)? + 1;
            self.reader.align()?;
            bits = octets * 8;
        }
        let head = self.reader.take((bits % 8) as u32)? as u8;
        let mut octets = vec![head];
        self.reader.copy(bits - bits % 8, &mut octets)?;
        Ok(BigInt::from_unsigned(&octets))
    }

    /// X.691 14.
    fn enumerated(&mut self, root: &[i64], additions: Option<&[i64]>, shape: ShapeId) -> Done {
        if let (Some(additions), true) = (additions, additions.is_some() && self.extension()?) {
            let index = self.reader.small_number()?;
            match additions.get(index as usize) {
                Some(number) => self.cx.sink.enumerated(shape, *number),
                None if self.cx.options.unknown == Unknowns::Reject => {
                    return Err(self.reader.fault(ErrorCode::UnknownExtension, 0));
                }
                None => self.cx.sink.unknown_enumerated(shape, index),
            }
            return Ok(());
        }
        let start = self.reader.position;
        let index = self.reader.constrained(root.len().saturating_sub(1) as u64)?;
        match root.get(index as usize) {
            Some(number) => self.cx.sink.enumerated(shape, *number),
            None => return Err(Fault::of(ErrorCode::UnknownIndex, index).shifted(start)),
        }
        Ok(())
    }

    /// Reads values encoded as a length and BER contents (X.691 15, 24, 25).
    fn counted(&mut self, leaf: &BitsLeaf, shape: ShapeId) -> Done {
        let limit = self.cx.options.limits.integer_octets;
        let start = self.reader.position;
        let octets = self.reader.counted(limit, ErrorCode::LimitIntegerOctets)?;
        let at = |f: Fault| f.shifted(start);
        match leaf {
            BitsLeaf::Oid => {
                tlv::oid(&octets, limit).map_err(at)?;
                self.cx.sink.oid(shape, &octets);
            }
            BitsLeaf::RelativeOid => {
                tlv::relative_oid(&octets, limit).map_err(at)?;
                self.cx.sink.oid(shape, &octets);
            }
            _ => {
                let form = if self.reader.strict { tlv::Form::Canonical } else { tlv::Form::Basic };
                let mut scratch = Vec::new();
                let value = tlv::real(&octets, form, limit, &mut scratch).map_err(at)?;
                self.cx.sink.real(shape, &value);
            }
        }
        Ok(())
    }

    /// X.691 30.
    fn string(&mut self, leaf: &BitsLeaf, shape: ShapeId) -> Done {
        let most = self.cx.options.limits.string_octets;
        let start = self.reader.position;
        let at = |f: Fault| f.shifted(start);
        let mut text = std::mem::take(&mut self.cx.text);
        text.clear();
        match leaf {
            BitsLeaf::Characters { alphabet, bits, top, size } => {
                let align = size.aligns_characters(*bits);
                let (octets, count) =
                    self.reader.units(*size, *bits, align, most, ErrorCode::LimitStringOctets)?;
                if *bits == 0 {
                    self.empty(count)?;
                }
                unpack(&octets, count, alphabet, *bits, *top, &mut text).map_err(at)?;
                self.cx.sink.string(shape, &text);
            }
            _ => {
                let repertoire = match leaf {
                    BitsLeaf::Utf8String => tlv::Repertoire::Utf8,
                    _ => tlv::Repertoire::Octets,
                };
                let octets = self.reader.counted(most, ErrorCode::LimitStringOctets)?;
                let string = tlv::characters(&octets, repertoire, tlv::Form::Basic, &mut text).map_err(at)?;
                self.cx.sink.string(shape, string);
            }
        }
        self.cx.text = text;
        Ok(())
    }

    fn time(&mut self, leaf: &BitsLeaf, shape: ShapeId) -> Done {
        let mut text = String::new();
        match leaf {
            BitsLeaf::Date => bits::read_date(&mut self.reader, &mut text)?,
            BitsLeaf::TimeOfDay => bits::read_time_of_day(&mut self.reader, &mut text)?,
            BitsLeaf::DateTime => bits::read_date_time(&mut self.reader, &mut text)?,
            _ => bits::read_duration(&mut self.reader, &mut text)?,
        }
        self.cx.sink.string(shape, &text);
        Ok(())
    }
}

fn unpack(octets: &[u8], count: u64, alphabet: &[char], bits: u32, top: u32, text: &mut String) -> Done {
    if bits == 8 && alphabet.is_empty() && octets.is_ascii() && top >= 0x7f {
        text.push_str(str::from_utf8(octets).unwrap_or_default());
        return Ok(());
    }
    let mut reader = Reader::new(octets, octets.len() as u64 * 8, false, false);
    for _ in 0..count {
        let code = reader.take(bits)? as u32;
        let character = match alphabet.is_empty() {
            false => alphabet.get(code as usize).copied(),
            true if code > top => None,
            true => char::from_u32(code),
        };
        text.push(character.ok_or(Fault::new(ErrorCode::Character))?);
    }
    Ok(())
}
