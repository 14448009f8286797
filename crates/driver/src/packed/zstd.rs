//! zstd (RFC 8878).

use std::error::Error;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::invalid::invalid;

/// The frames of a zstd file, one after another (RFC 8878, 3).
pub(super) struct Frames<R: BufRead> {
    state: State<R>,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(input: R) -> Frames<R> {
        Frames { state: State::Between(input) }
    }
}

enum State<R: BufRead> {
    Between(R),
    In(R, Box<FrameDecoder>),
    /// The input has ended, or could not be read.
    Done,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, State::Done) {
                State::Done => return Ok(0),
                State::Between(input) => self.state = next_frame(input)?,
                State::In(mut input, mut decoder) => {
                    while decoder.can_collect() == 0 && !decoder.is_finished() {
                        let some = BlockDecodingStrategy::UptoBlocks(1);
                        decoder.decode_blocks(&mut input, some).map_err(damaged)?;
                    }
                    if decoder.can_collect() > 0 {
                        let read = decoder.read(out)?;
                        self.state = State::In(input, decoder);
                        return Ok(read);
                    }
                    check(&decoder)?;
                    self.state = State::Between(input);
                }
            }
        }
    }
}

/// Begins the next frame. Skippable frames hold no data (RFC 8878, 3.1.2).
fn next_frame<R: BufRead>(mut input: R) -> io::Result<State<R>> {
    loop {
        if input.fill_buf()?.is_empty() {
            return Ok(State::Done);
        }
        let mut decoder = FrameDecoder::new();
        match decoder.init(&mut input) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                let length = u64::from(length);
                if io::copy(&mut input.by_ref().take(length), &mut io::sink())? < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(damaged(error)),
            Ok(()) => return Ok(State::In(input, Box::new(decoder))),
        }
    }
}

/// Compares the checksum at the end of a frame, if there is one (RFC 8878, 3.1.1).
fn check(decoder: &FrameDecoder) -> io::Result<()> {
    match decoder.get_checksum_from_data() {
        Some(stated) if decoder.get_calculated_checksum() != Some(stated) => {
            Err(invalid("the checksum of a zstd frame is wrong"))
        }
        _ => Ok(()),
    }
}

/// What is said of a frame that can't be decompressed.
fn damaged(error: FrameDecoderError) -> io::Error {
    if is_cut(&error) {
        return io::ErrorKind::UnexpectedEof.into();
    }
    match error {
        FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_)) => {
            invalid("other data follows the zstd data")
        }
        FrameDecoderError::WindowSizeTooBig { requested, .. }
        | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { got: requested })
        | FrameDecoderError::FailedToInitialize(FrameHeaderError::WindowTooBig { got: requested }) => {
            invalid(format!(
                "a zstd frame needs a window of {requested} bytes: decompress it with another tool"
            ))
        }
        FrameDecoderError::DictNotProvided { .. } => {
            invalid("a zstd frame needs a dictionary: decompress it with another tool")
        }
        _ => invalid("the zstd data is damaged"),
    }
}

/// Whether the input ended too early.
fn is_cut(error: &(dyn Error + 'static)) -> bool {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.kind() == io::ErrorKind::UnexpectedEof,
        None => error.source().is_some_and(is_cut),
    }
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{compress_to_vec, CompressionLevel};

    use super::*;

    fn unpacked(octets: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        Frames::new(octets).read_to_end(&mut out).map(|_| out)
    }

    #[test]
    fn truncated_frames_end_too_early_and_damaged_ones_are_damaged() {
        let text = b"buoy 7 at 12.5 degrees; ".repeat(20);
        let whole = compress_to_vec(&text[..], CompressionLevel::Fastest);
        assert_eq!(unpacked(&whole).unwrap(), text);
        assert_eq!(unpacked(&[&whole[..], &whole].concat()).unwrap(), [&text[..], &text].concat());
        let skipped = [&whole[..], b"\x50\x2a\x4d\x18\x02\0\0\0xy"].concat();
        assert_eq!(unpacked(&skipped).unwrap(), text);
        let error = unpacked(&[&whole[..], b"more data"].concat()).unwrap_err();
        assert_eq!(error.to_string(), "other data follows the zstd data");
        for end in 5..whole.len() {
            let error = unpacked(&whole[..end]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{end}: {error}");
        }
        for at in 4..whole.len() {
            let mut wrong = whole.clone();
            wrong[at] ^= 0x80;
            if let Err(error) = unpacked(&wrong) {
                let message = error.to_string();
                assert!(message.contains("zstd") || message == "unexpected end of file", "{at}: {message}");
            }
        }
    }
}
