//! gzip (RFC 1952).

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use super::invalid::invalid;

/// The members of a gzip file, one after another (RFC 1952, 2.2). Zeros may follow the last one, as tapes and block
/// devices have them.
pub(super) struct Members<R: BufRead> {
    state: State<R>,
}

enum State<R: BufRead> {
    Between(R),
    In(GzDecoder<R>),
    /// The input has ended, or could not be read.
    Done,
}

impl<R: BufRead> Members<R> {
    pub(super) fn new(input: R) -> Members<R> {
        Members { state: State::Between(input) }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, State::Done) {
                State::Done => return Ok(0),
                State::Between(input) => self.state = next_member(input)?,
                State::In(mut member) => match member.read(out)? {
                    0 => self.state = State::Between(member.into_inner()),
                    read => {
                        self.state = State::In(member);
                        return Ok(read);
                    }
                },
            }
        }
    }
}

/// Begins the next member.
fn next_member<R: BufRead>(mut input: R) -> io::Result<State<R>> {
    let padded = skip_zeros(&mut input)?;
    let next = input.fill_buf()?;
    match next.first() {
        None => Ok(State::Done),
        Some(0x1f) if !padded => Ok(State::In(GzDecoder::new(input))),
        Some(_) => Err(invalid("other data follows the gzip data")),
    }
}

/// Skips zeros; returns whether there are any.
fn skip_zeros<R: BufRead>(input: &mut R) -> io::Result<bool> {
    let mut padded = false;
    loop {
        let next = input.fill_buf()?;
        let zeros = next.iter().take_while(|octet| **octet == 0).count();
        if zeros == 0 {
            return Ok(padded);
        }
        padded = true;
        input.consume(zeros);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use flate2::Compression;

    use super::*;

    fn packed(octets: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(octets).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(octets: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        Members::new(octets).read_to_end(&mut out).map(|_| out)
    }

    #[test]
    fn zeros_may_follow_members_and_nothing_else() {
        let (first, second) = (packed(b"buoy "), packed(b"7"));
        let two = [&first[..], &second].concat();
        assert_eq!(unpacked(&two).unwrap(), b"buoy 7");
        assert_eq!(unpacked(&[&two[..], &[0; 512]].concat()).unwrap(), b"buoy 7");
        for rest in [&b"x"[..], b"\0\0x", &[&[0][..], &second].concat()] {
            let error = unpacked(&[&two[..], rest].concat()).unwrap_err();
            assert_eq!(error.to_string(), "other data follows the gzip data");
        }
    }

    #[test]
    fn damaged_members_are_errors() {
        let whole = packed(b"buoy buoy buoy");
        for end in 1..whole.len() {
            assert!(unpacked(&whole[..end]).is_err(), "{end}");
        }
        let mut wrong = whole.clone();
        wrong[whole.len() - 8] ^= 1;
        assert!(unpacked(&wrong).is_err());
    }
}
