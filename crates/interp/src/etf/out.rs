//! Writes terms.

use wireglot_bigint::BigInt;

use super::tag;

/// The maximum length of a string of bytes: its length field has 16 bits.
const STRING_OCTETS: usize = u16::MAX as usize;

/// Writes terms, each as Erlang's `term_to_binary` does with `{minor_version, 1}`.
#[derive(Debug, Default)]
pub struct TermWriter {
    pub(super) out: Vec<u8>,
}

impl TermWriter {
    /// Writes an atom.
    ///
    /// # Errors
    /// The name is longer than Erlang allows.
    pub fn atom(&mut self, name: &str) -> Result<(), String> {
        let length = u8::try_from(name.len());
        let length =
            length.map_err(|_| format!("`{name}` is longer than 255 characters, so it can't be an atom"))?;
        self.out.push(tag::ATOM);
        self.out.extend_from_slice(&u16::from(length).to_be_bytes());
        self.out.extend_from_slice(name.as_bytes());
        Ok(())
    }

    /// Begins a tuple; that many terms follow.
    pub fn tuple(&mut self, arity: usize) {
        match u8::try_from(arity) {
            Ok(arity) => self.out.extend_from_slice(&[tag::SMALL_TUPLE, arity]),
            Err(_) => self.count(tag::LARGE_TUPLE, arity),
        }
    }

    fn count(&mut self, tag: u8, count: usize) {
        self.out.push(tag);
        self.out.extend_from_slice(&(count as u32).to_be_bytes());
    }

    /// Writes a list of that many terms, which `parts` writes.
    ///
    /// # Errors
    /// That of `parts`.
    pub fn list<E>(
        &mut self,
        count: usize,
        parts: impl FnOnce(&mut TermWriter) -> Result<(), E>,
    ) -> Result<(), E> {
        if count == 0 {
            self.nil();
            return Ok(());
        }
        let start = self.out.len();
        self.count(tag::LIST, count);
        let first = self.out.len();
        parts(self)?;
        self.nil();
        self.pack(start, first, count);
        Ok(())
    }

    /// Writes a list as a string if all elements are one-byte numbers, as Erlang does.
    fn pack(&mut self, start: usize, first: usize, count: usize) {
        let end = self.out.len() - 1;
        let parts = self.out.get(first..end).unwrap_or_default();
        let is_bytes = |pair: &[u8]| pair.first() == Some(&tag::SMALL_INTEGER);
        if count > STRING_OCTETS || parts.len() != 2 * count || !parts.chunks(2).all(is_bytes) {
            return;
        }
        let bytes: Vec<u8> = parts.chunks(2).filter_map(|pair| pair.last().copied()).collect();
        self.out.truncate(start);
        self.string(&bytes);
    }

    /// Writes the empty list.
    pub fn nil(&mut self) {
        self.out.push(tag::NIL);
    }

    /// Writes a list of bytes, such as the characters of Latin-1.
    pub fn bytes(&mut self, bytes: &[u8]) {
        match bytes.len() {
            0 => self.nil(),
            1..=STRING_OCTETS => self.string(bytes),
            length => {
                self.count(tag::LIST, length);
                self.out.extend(bytes.iter().flat_map(|byte| [tag::SMALL_INTEGER, *byte]));
                self.nil();
            }
        }
    }

    fn string(&mut self, bytes: &[u8]) {
        self.out.push(tag::STRING);
        self.out.extend_from_slice(&(bytes.len() as u16).to_be_bytes());
        self.out.extend_from_slice(bytes);
    }

    /// Writes a binary.
    pub fn binary(&mut self, octets: &[u8]) {
        self.count(tag::BINARY, octets.len());
        self.out.extend_from_slice(octets);
    }

    /// Writes a bit string: a binary if it has whole octets.
    pub fn bits(&mut self, octets: &[u8], bits: u64) {
        match (bits % 8) as u8 {
            0 => self.binary(octets),
            last => {
                self.count(tag::BIT_BINARY, octets.len());
                self.out.push(last);
                self.out.extend_from_slice(octets);
            }
        }
    }

    /// Writes an integer.
    pub fn integer(&mut self, value: i64) {
        if let Ok(value) = u8::try_from(value) {
            self.out.extend_from_slice(&[tag::SMALL_INTEGER, value]);
        } else if let Ok(value) = i32::try_from(value) {
            self.out.push(tag::INTEGER);
            self.out.extend_from_slice(&value.to_be_bytes());
        } else {
            self.big(&BigInt::from(value));
        }
    }

    /// Writes an integer of any size.
    pub fn big(&mut self, value: &BigInt) {
        if let Some(small) = value.to_i64().and_then(|value| i32::try_from(value).ok()) {
            return self.integer(i64::from(small));
        }
        let mut magnitude = value.magnitude();
        magnitude.reverse();
        match u8::try_from(magnitude.len()) {
            Ok(length) => self.out.extend_from_slice(&[tag::SMALL_BIG, length]),
            Err(_) => self.count(tag::LARGE_BIG, magnitude.len()),
        }
        self.out.push(u8::from(value.is_negative()));
        self.out.extend_from_slice(&magnitude);
    }
}
