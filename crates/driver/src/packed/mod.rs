//! Inputs compressed with gzip or zstd, or in UTF-16, which become what they hold as they are read.

mod gzip;
mod invalid;
mod zstd;

use std::io::{self, BufRead, BufReader, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use self::invalid::invalid;
use crate::utf16::{self, Utf16};

/// A compression format, an encoding of text, or an archive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Packed {
    /// gzip (RFC 1952), also of several members.
    Gzip,
    /// zstd (RFC 8878), also of several frames.
    Zstd,
    /// Text in UTF-16 with a byte order mark, big-endian or little-endian.
    Utf16 {
        /// Whether it is big-endian.
        big: bool,
    },
    /// One that is not decompressed.
    Other(&'static str),
}

/// The number of first bytes that show the format.
const MARK: usize = 64;

/// The number of bytes that are read before the format is known.
const READ: usize = 1 << 16;

/// The first bytes of each format, with which no PDU begins.
const MARKS: [(&[u8], Packed); 4] = [
    (b"\x1f\x8b\x08", Packed::Gzip),
    (b"\x28\xb5\x2f\xfd", Packed::Zstd),
    (b"PK\x03\x04", Packed::Other("zip")),
    (b"\xfd7zX", Packed::Other("xz")),
];

impl Packed {
    /// The format of a file with these first bytes, of which at most 64 count.
    pub fn of(first: &[u8]) -> Option<Packed> {
        let first = first.get(..MARK).unwrap_or(first);
        match utf16::order(first) {
            Some(big) => Some(Packed::Utf16 { big }),
            None => MARKS.iter().find(|(mark, _)| first.starts_with(mark)).map(|(_, packed)| *packed),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Packed::Gzip => "gzip",
            Packed::Zstd => "zstd",
            Packed::Utf16 { .. } => "UTF-16",
            Packed::Other(name) => name,
        }
    }

    /// A reader of the decompressed input; `Err` with the input itself if this format is not decompressed.
    ///
    /// # Errors
    /// Archives and other formats are not decompressed.
    pub fn open<R: Read + Send + 'static>(self, input: R) -> Result<Box<dyn Read + Send>, R> {
        let read = Arc::new(AtomicU64::new(0));
        let counted = |input| BufReader::with_capacity(1 << 16, Counted { input, read: read.clone() });
        let made: Box<dyn Read + Send> = match self {
            Packed::Gzip => Box::new(gzip::Members::new(counted(input))),
            Packed::Zstd => Box::new(zstd::Frames::new(counted(input))),
            Packed::Utf16 { big } => return Ok(Box::new(Utf16::new(input, big))),
            Packed::Other(_) => return Err(input),
        };
        Ok(Box::new(Bounded { made, size: 0, read }))
    }
}

/// An input, and what it is packed in, as far as one read shows it: a pipe may have few bytes at first, and more are not
/// waited for.
///
/// # Errors
/// The input can't be read.
pub fn peek<R: Read>(input: R) -> io::Result<(BufReader<R>, Option<Packed>)> {
    let mut input = BufReader::with_capacity(READ, input);
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            first => {
                let packed = Packed::of(first?);
                return Ok((input, packed));
            }
        }
    }
}

/// The maximum size of decompressed data: this many bytes, plus this multiple of the compressed size. The most that
/// gzip can reach is 1,032 times.
const MOST: (u64, u64) = (1 << 26, 1 << 10);

/// Counts the bytes read, and reads again after a signal.
struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.input.read(out) {
                // The decoders give up at any error.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => {
                    let read = read?;
                    self.read.fetch_add(read as u64, Ordering::Relaxed);
                    return Ok(read);
                }
            }
        }
    }
}

/// Decompressed data, up to the maximum size.
struct Bounded {
    made: Box<dyn Read + Send>,
    size: u64,
    read: Arc<AtomicU64>,
}

impl Read for Bounded {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.made.read(out)?;
        self.size += read as u64;
        let most = MOST.0 + MOST.1 * self.read.load(Ordering::Relaxed);
        match self.size > most {
            true => {
                Err(invalid("it is compressed more than a thousandfold: decompress it with another tool"))
            }
            false => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use flate2::Compression;
    use ruzstd::encoding::{compress_to_vec, CompressionLevel};

    use super::*;

    /// An input that a signal interrupts before each byte.
    struct Interrupted {
        octets: Vec<u8>,
        at: usize,
        ready: bool,
    }

    impl Read for Interrupted {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.ready = !self.ready;
            if !self.ready {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let (Some(octet), Some(place)) = (self.octets.get(self.at), out.first_mut()) else {
                return Ok(0);
            };
            *place = *octet;
            self.at += 1;
            Ok(1)
        }
    }

    #[test]
    fn signals_lose_nothing() {
        let text = b"buoy 7 at 12.5 degrees";
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        let zstd = compress_to_vec(&text[..], CompressionLevel::Fastest);
        for (packed, octets) in [(Packed::Gzip, encoder.finish().unwrap()), (Packed::Zstd, zstd)] {
            let input = Interrupted { octets: octets.repeat(2), at: 0, ready: true };
            let Ok(mut input) = packed.open(input) else { panic!("{}", packed.name()) };
            let mut out = Vec::new();
            input.read_to_end(&mut out).unwrap();
            assert_eq!(out, text.repeat(2), "{}", packed.name());
        }
    }
}
