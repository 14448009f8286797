//! The base of generated ASN.1 codecs: a reader and a writer with one method for each construct of the
//! encoding rules, and types for values that Rust has no type for.
//!
//! A reader has two lifetimes: that of the octets it reads, and `'a`, that of the octets its values may
//! borrow. They differ if octets had to be reassembled (segments, fragments); the values then own their
//! contents.

pub mod bits;
mod integer;
mod kinds;
mod lists;
pub mod octets;
pub mod tlv;
mod values;

pub use integer::{between, between_wide, is, Integer, Number};
pub use kinds::{Enumerated, Missing, Rules};
pub use lists::{same_list, same_set};
pub use values::{BitString, Oid, Opaque, Real, Unknown};

pub use crate::tlv::{Repertoire, Tag};
pub use crate::{ErrorCode, Fault, Limits};

/// The result of reading or writing.
pub type Result<T> = core::result::Result<T, Fault>;

pub use alloc::borrow::Cow;
pub use alloc::boxed::Box;
pub use alloc::vec::Vec;

/// The octets that values may borrow, if they outlive the reader.
pub(crate) type Whole<'a> = Option<&'a [u8]>;

/// Returns octets for a value, starting at `start` of the input: borrowed if possible.
pub(crate) fn lend<'a>(whole: Whole<'a>, start: usize, octets: &[u8]) -> Cow<'a, [u8]> {
    match whole.and_then(|whole| whole.get(start..start + octets.len())) {
        Some(borrowed) => Cow::Borrowed(borrowed),
        None => Cow::Owned(octets.to_vec()),
    }
}

/// Decodes contents octets as characters; borrows them if they need no conversion.
pub(crate) fn text<'a>(
    octets: Cow<'a, [u8]>,
    of: Repertoire,
    form: crate::tlv::Form,
) -> Result<Cow<'a, str>> {
    let mut scratch = alloc::string::String::new();
    let characters = crate::tlv::characters(&octets, of, form, &mut scratch)?;
    if characters.as_bytes().as_ptr() != octets.as_ptr() {
        return Ok(Cow::Owned(characters.into()));
    }
    let utf8 = |_| Fault::new(ErrorCode::Character);
    match octets {
        Cow::Borrowed(octets) => core::str::from_utf8(octets).map(Cow::Borrowed).map_err(utf8),
        Cow::Owned(octets) => alloc::string::String::from_utf8(octets)
            .map(Cow::Owned)
            .map_err(|_| Fault::new(ErrorCode::Character)),
    }
}

/// Checks characters and returns them, borrowed or owned as they are.
pub(crate) fn checked<'a>(
    text: Cow<'a, str>,
    check: impl FnOnce(&str) -> Result<()>,
) -> Result<Cow<'a, str>> {
    check(&text)?;
    Ok(text)
}

/// Checks that a text is a time of its type.
pub(crate) fn valid(is_time: fn(&str) -> bool, text: &str) -> Result<()> {
    match is_time(text) {
        true => Ok(()),
        false => Err(Fault::new(ErrorCode::TimeForm)),
    }
}

/// Checks that a text is an OID-IRI or RELATIVE-OID-IRI.
pub(crate) fn valid_iri(is_iri: fn(&str) -> bool, text: &str) -> Result<()> {
    match is_iri(text) {
        true => Ok(()),
        false => Err(Fault::new(ErrorCode::OidForm)),
    }
}

/// The octets that values may borrow.
pub(crate) fn lasting<'a>(octets: &Cow<'a, [u8]>) -> Whole<'a> {
    match octets {
        Cow::Borrowed(octets) => Some(octets),
        Cow::Owned(_) => None,
    }
}

/// The limits and current depth for decoding a contained value, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    pub(crate) limits: Limits,
    pub(crate) depth: Depth,
    /// The bit after it.
    end: u64,
}

impl Inside {
    /// For a value that ends at bit `end`.
    pub(crate) fn new(limits: &Limits, mut depth: Depth, end: u64) -> Result<Inside> {
        depth.deeper().map_err(|fault| fault.shifted(end))?;
        Ok(Inside { limits: *limits, depth, end })
    }

    /// An error in these octets, which were read just before, at its place in those around them. If they came in
    /// fragments or segments, that is exact in the last one.
    pub(crate) fn at(self, fault: Fault, octets: &[u8]) -> Fault {
        fault.shifted(self.end.saturating_sub(octets.len() as u64 * 8))
    }
}

/// The current and maximum nesting depth of values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    pub now: u32,
    pub most: u32,
}

impl Depth {
    pub fn deeper(&mut self) -> Result<()> {
        self.now += 1;
        match self.now > self.most {
            true => Err(Fault::of(ErrorCode::LimitDepth, u64::from(self.most))),
            false => Ok(()),
        }
    }

    pub fn left(&self) -> u32 {
        self.most.saturating_sub(self.now)
    }
}
