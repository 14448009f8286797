//! Writing the leaves of PER.

use wireglot_bigint::BigInt;
use wireglot_rt::bits::{self, Size};
use wireglot_rt::{tlv, ErrorCode, Fault};

use super::super::write::{characters, Writes};
use super::super::Done;
use super::BitsWriter;
use crate::linked::bits_leaf::BitsLeaf;
use crate::{ValueRef, View};

impl<'c> BitsWriter<'_, 'c> {
    pub(super) fn octet_string(&mut self, octets: &[u8], size: Size) -> Done {
        size.check(octets.len() as u64)?;
        self.out.units(octets, octets.len() as u64, size, 8, size.aligns_octets());
        Ok(())
    }

    pub(super) fn bit_string(&mut self, octets: &[u8], count: u64, size: Size) -> Done {
        size.check(count)?;
        let have = octets.len() as u64 * 8;
        if count > have {
            let mut longer = octets.to_vec();
            longer.resize(count.div_ceil(8) as usize, 0);
            self.out.units(&longer, count, size, 1, size.aligns_bits());
        } else {
            self.out.units(octets, count, size, 1, size.aligns_bits());
        }
        Ok(())
    }

    #[inline]
    pub(super) fn leaf(&mut self, leaf: &'c BitsLeaf, value: ValueRef<'_>) -> Done {
        match leaf {
            BitsLeaf::Constrained { lo, span } => {
                let Some(number) = value.small_integer() else { return self.other(leaf, value) };
                let offset = number.wrapping_sub(*lo) as u64;
                if number < *lo || offset > *span {
                    return Err(Fault::of(ErrorCode::IntegerRange, number as u64));
                }
                self.out.constrained(offset, *span);
                Ok(())
            }
            BitsLeaf::Enumerated { root, additions } => match value.number_of_item() {
                Some(number) => self.enumerated(root, additions.as_deref(), number),
                None => self.other(leaf, value),
            },
            _ => self.other(leaf, value),
        }
    }

    /// Writes a leaf that is not as most are.
    #[expect(clippy::indexing_slicing, reason = "windows have two octets")]
    fn other(&mut self, leaf: &'c BitsLeaf, value: ValueRef<'_>) -> Done {
        match (leaf, value.view()) {
            (BitsLeaf::Boolean, View::Boolean(value)) => self.out.bit(value),
            (BitsLeaf::Null, View::Null) => {}
            (BitsLeaf::Unconstrained, View::Integer(value)) => {
                let octets = value.to_be_bytes();
                let spare = octets.windows(2).take_while(|w| w[0] == (w[1] as i8 >> 7) as u8).count();
                self.out.counted(octets.get(spare..).unwrap_or_default());
            }
            (_, View::Integer(value)) => self.integer(leaf, &BigInt::from(value))?,
            (_, View::BigInteger(octets)) => {
                self.integer(leaf, &BigInt::from_twos_complement(octets))?;
            }
            (BitsLeaf::Enumerated { additions: Some(_), .. }, View::UnknownEnumerated(index)) => {
                self.out.bit(true);
                self.out.small_number(index);
            }
            (BitsLeaf::OctetString { size }, View::OctetString(octets)) => {
                self.octet_string(octets, *size)?;
            }
            (BitsLeaf::BitString { named, size }, View::BitString(octets, count)) => {
                let count = if *named { self.named(octets, count, *size) } else { count };
                self.bit_string(octets, count, *size)?;
            }
            (BitsLeaf::Oid | BitsLeaf::RelativeOid, View::Oid(contents)) => self.out.counted(contents),
            (BitsLeaf::Real, View::Real(value)) => {
                let mut contents = Vec::new();
                tlv::write_real(&value, &mut contents);
                self.out.counted(&contents);
            }
            (_, View::String(text)) => {
                let text = characters(self.cx.linked.shape(), value, text, self.rules)?;
                self.string(leaf, &text)?;
            }
            _ => return self.wrong(),
        }
        Ok(())
    }

    /// X.691 13.2.
    fn integer(&mut self, leaf: &BitsLeaf, value: &BigInt) -> Done {
        match leaf {
            BitsLeaf::Constrained { lo, span } => {
                let offset = value.minus(&BigInt::from(*lo)).to_u64();
                match offset.filter(|offset| offset <= span) {
                    Some(offset) => self.out.constrained(offset, *span),
                    None => return Err(Fault::of(ErrorCode::IntegerRange, 0)),
                }
            }
            BitsLeaf::BigConstrained { lo, span } => {
                let offset = value.minus(lo);
                if offset.is_negative() || offset > *span {
                    return Err(Fault::of(ErrorCode::IntegerRange, 0));
                }
                self.big_offset(&offset, span);
            }
            BitsLeaf::SemiConstrained { lo } => {
                let offset = value.minus(lo);
                if offset.is_negative() {
                    return Err(Fault::of(ErrorCode::IntegerRange, 0));
                }
                let mut octets = offset.magnitude();
                if octets.is_empty() {
                    octets.push(0);
                }
                self.out.counted(&octets);
            }
            BitsLeaf::Unconstrained => self.out.counted(&value.to_twos_complement()),
            _ => return self.wrong(),
        }
        Ok(())
    }

    /// Writes a constrained whole number with large bounds; its range may be small.
    fn big_offset(&mut self, offset: &BigInt, span: &BigInt) {
        if let (Some(offset), Some(span)) = (offset.to_u64(), span.to_u64()) {
            return self.out.constrained(offset, span);
        }
        let mut octets = offset.magnitude();
        if octets.is_empty() {
            octets.push(0);
        }
        let bits = span.bits();
        if self.out.aligned() {
            let most = bits.div_ceil(8);
            self.out.constrained(octets.len() as u64 - 1, most - 1);
            self.out.align();
            self.out.put_bits(&octets, octets.len() as u64 * 8);
            return;
        }
        let mut padded = vec![0; (bits.div_ceil(8) as usize).saturating_sub(octets.len())];
        padded.append(&mut octets);
        let head = (bits % 8) as u32;
        let rest = match (head, padded.split_first()) {
            (1.., Some((first, rest))) => {
                self.out.put(u64::from(*first), head);
                rest
            }
            _ => &padded[..],
        };
        self.out.put_bits(rest, rest.len() as u64 * 8);
    }

    fn enumerated(&mut self, root: &[i64], additions: Option<&[i64]>, number: i64) -> Done {
        // Items are mostly numbered in sequence from 0.
        let there = |&index: &usize| root.get(index) == Some(&number);
        let found = Some(number as usize).filter(there).or_else(|| root.binary_search(&number).ok());
        if let Some(index) = found {
            if additions.is_some() {
                self.out.bit(false);
            }
            self.out.constrained(index as u64, root.len().saturating_sub(1) as u64);
            return Ok(());
        }
        match additions.and_then(|list| list.iter().position(|n| *n == number)) {
            Some(index) => {
                self.out.bit(true);
                self.out.small_number(index as u64);
                Ok(())
            }
            None => Err(Fault::of(ErrorCode::UnknownItem, number as u64)),
        }
    }

    fn string(&mut self, leaf: &BitsLeaf, text: &str) -> Done {
        match leaf {
            BitsLeaf::Characters { alphabet, bits, top, size } => {
                self.out.characters(text, alphabet, *bits, *top, *size)
            }
            BitsLeaf::Utf8String => {
                self.out.counted(text.as_bytes());
                Ok(())
            }
            BitsLeaf::EscapedString => {
                let mut octets = Vec::new();
                tlv::write_characters(text, tlv::Repertoire::Octets, tlv::Form::Basic, &mut octets)?;
                self.out.counted(&octets);
                Ok(())
            }
            BitsLeaf::Date => bits::write_date(&mut self.out, text),
            BitsLeaf::TimeOfDay => bits::write_time_of_day(&mut self.out, text),
            BitsLeaf::DateTime => bits::write_date_time(&mut self.out, text),
            BitsLeaf::Duration => bits::write_duration(&mut self.out, text),
            _ => self.wrong(),
        }
    }
}
