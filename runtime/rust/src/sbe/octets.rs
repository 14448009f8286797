//! Bytes, the numbers in them, and errors.

use core::fmt;
use core::marker::PhantomData;

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Code {
    /// The buffer ends before a header, block, group or data field does.
    TooShort,
    /// The schema id in the header is a different one.
    WrongSchema,
    /// No message has the template id.
    UnknownTemplate,
    /// The template id belongs to another message.
    AnotherMessage,
    /// A block is shorter than the fields of its version.
    ShortBlock,
    /// The number of groups, data fields or elements is wrong.
    WrongCount,
    /// Too many entries that take no bytes.
    EmptyEntries,
    /// A newer sender's group or data field has an unknown prefix.
    CannotSkip,
    /// The buffer is too small for the message.
    NoRoom,
    /// A group or data field is written out of order, or a field without an entry.
    WrongOrder,
    /// More entries or bytes than the prefix can count.
    TooMany,
}

/// The names of all codes, as the command `wireglot` prints them.
const WORDS: [(Code, &str); 11] = [
    (Code::TooShort, "short"),
    (Code::WrongSchema, "wrong_schema"),
    (Code::UnknownTemplate, "unknown_template"),
    (Code::AnotherMessage, "another_message"),
    (Code::ShortBlock, "short_block"),
    (Code::WrongCount, "wrong_count"),
    (Code::EmptyEntries, "empty_entries"),
    (Code::CannotSkip, "cannot_skip"),
    (Code::NoRoom, "no_room"),
    (Code::WrongOrder, "wrong_order"),
    (Code::TooMany, "too_many"),
];

impl Code {
    /// The code's name, as the command `wireglot` prints it.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(code, _)| *code == self).map_or("", |(_, word)| word)
    }
}

/// An error, and its byte offset from the start of the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Error {
    /// What is wrong.
    pub code: Code,
    /// Where.
    pub offset: usize,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at octet {}", self.code.word(), self.offset)
    }
}

impl core::error::Error for Error {}

/// A number in a buffer.
pub trait Number: Copy {
    /// Reads the number at `at`; zero if bytes are missing.
    fn get(octets: &[u8], at: usize, big: bool) -> Self;
    /// Writes the number at `at`, if there is room.
    fn put(self, octets: &mut [u8], at: usize, big: bool);
}

macro_rules! numbers {
    ($($ty:ty),*) => {
        $(impl Number for $ty {
            #[inline(always)]
            fn get(octets: &[u8], at: usize, big: bool) -> $ty {
                match octets.get(at..).and_then(|octets| octets.first_chunk()) {
                    Some(chunk) if big => <$ty>::from_be_bytes(*chunk),
                    Some(chunk) => <$ty>::from_le_bytes(*chunk),
                    None => <$ty>::default(),
                }
            }

            #[inline(always)]
            fn put(self, octets: &mut [u8], at: usize, big: bool) {
                if let Some(chunk) = octets.get_mut(at..).and_then(|octets| octets.first_chunk_mut()) {
                    *chunk = if big { self.to_be_bytes() } else { self.to_le_bytes() };
                }
            }
        })*
    };
}

numbers!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);

/// Reads a number of a block; zero if bytes are missing.
#[inline(always)]
pub fn get<T: Number>(octets: &[u8], at: usize, big: bool) -> T {
    T::get(octets, at, big)
}

/// `BASE` bytes of a block; zeros if bytes are missing.
#[inline(always)]
pub fn base<const BASE: usize>(octets: &[u8], at: usize) -> &[u8; BASE] {
    octets.get(at..).and_then(|octets| octets.first_chunk()).unwrap_or(&[0; BASE])
}

/// Writes a number, if there is room.
#[inline(always)]
pub fn put<T: Number>(octets: &mut [u8], at: usize, big: bool, number: T) {
    number.put(octets, at, big);
}

/// Characters, one per byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Text<'a>(pub &'a [u8]);

impl<'a> Text<'a> {
    /// The characters of a block up to the first NUL; empty if bytes are missing.
    #[inline]
    pub fn at(octets: &'a [u8], at: usize, size: usize) -> Text<'a> {
        let all = octets.get(at..).and_then(|octets| octets.get(..size)).unwrap_or_default();
        let end = all.iter().position(|octet| *octet == 0);
        Text(end.and_then(|end| all.get(..end)).unwrap_or(all))
    }

    /// The bytes.
    pub fn octets(self) -> &'a [u8] {
        self.0
    }

    /// The text, if it is valid ASCII or UTF-8.
    pub fn to_str(self) -> Option<&'a str> {
        core::str::from_utf8(self.0).ok()
    }
}

impl fmt::Display for Text<'_> {
    /// Formats the bytes as ISO 8859-1 characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|octet| fmt::Write::write_char(f, char::from(*octet)))
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl AsRef<[u8]> for Text<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0
    }
}

/// An array of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a, T> {
    octets: &'a [u8],
    count: usize,
    big: bool,
    number: PhantomData<T>,
}

impl<'a, T: Number> Array<'a, T> {
    /// `count` numbers of a block.
    #[inline]
    pub fn at(octets: &'a [u8], at: usize, count: usize, big: bool) -> Array<'a, T> {
        Array { octets: octets.get(at..).unwrap_or_default(), count, big, number: PhantomData }
    }

    /// The number at an index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let at = index.checked_mul(size_of::<T>()).filter(|_| index < self.count)?;
        Some(get(self.octets, at, self.big))
    }
}

impl<T: Number> Iterator for Array<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        let number = get(self.octets, 0, self.big);
        self.octets = self.octets.get(size_of::<T>()..).unwrap_or_default();
        Some(number)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl<T: Number> ExactSizeIterator for Array<'_, T> {}
