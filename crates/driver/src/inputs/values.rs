//! Reads consecutive values of a text. If the notation shows line by line where values end, only the current
//! value is held in memory. Otherwise the whole text is, since only what follows a value shows where it ends.

use std::io::{self, Read};

use crate::feed::Feed;
use crate::forms::MARK;
use crate::messages::{next_value, NotTaken, Take};
use crate::texts::{Cursor, Given, TextError};

use super::listener::{Listener, Stopped};
use super::misread::Misread;
use super::notes::{Note, Told};
use super::place::Place;
use super::settings::OnError;

/// Reads all values of a named text and passes each to `taker`; returns the number of invalid values.
///
/// # Errors
/// It can't be read to its end, or a value is invalid and the run is to stop at it.
pub fn values(
    name: &str,
    input: impl Read,
    taker: &mut dyn Take,
    on_error: OnError,
    listener: &mut dyn Listener,
) -> Result<u64, Stopped> {
    let mut hand = Hand { place: Place::of(name), on_error, listener, wrong: 0 };
    let mut feed = Feed::new(input);
    let mut at = Cursor::START;
    if skip_mark(&mut feed).map_err(Stopped::Input)? {
        hand.note(Told::Mark);
    }
    skip_white(&mut feed, &mut at).map_err(Stopped::Input)?;
    if feed.is_done().map_err(Stopped::Input)? {
        hand.note(Told::NoValues);
    }
    match taker.by_lines() {
        true => by_lines(feed, at, taker, &mut hand)?,
        false => whole(feed, at, taker, &mut hand)?,
    }
    Ok(hand.wrong)
}

/// Passes values on to the listener.
struct Hand<'h> {
    place: Place,
    on_error: OnError,
    listener: &'h mut dyn Listener,
    wrong: u64,
}

impl Hand<'_> {
    fn note(&mut self, what: Told) {
        self.listener.note(&Note { input: &self.place.file, what });
    }

    /// Passes on the output for the first value of a text that starts at `start`, `before` bytes into the input.
    fn good(
        &mut self,
        taker: &mut dyn Take,
        (text, start, before): (&[u8], Cursor, u64),
    ) -> Result<(), Stopped> {
        for doubt in taker.doubts() {
            self.listener.doubted(&self.place, &Misread::new(doubt, text, start, before));
        }
        self.listener.good(taker.made()).map_err(Stopped::Listener)
    }

    fn wrong(&mut self, misread: &Misread) -> Result<(), Stopped> {
        self.wrong += 1;
        self.listener.misread(&self.place, misread).map_err(Stopped::Listener)?;
        match self.on_error {
            OnError::Stop => Err(Stopped::Damage),
            OnError::Skip | OnError::Report => Ok(()),
        }
    }
}

/// Advances in the input.
fn move_on(feed: &mut Feed<impl Read>, at: &mut Cursor, octets: usize) {
    *at = at.behind(feed.window().get(..octets).unwrap_or(feed.window()));
    feed.take(octets);
}

/// Takes the values of a text that shows line by line where they end. After an error, reading continues with
/// the next value or line.
fn by_lines(
    mut feed: Feed<impl Read>,
    mut at: Cursor,
    taker: &mut dyn Take,
    hand: &mut Hand,
) -> Result<(), Stopped> {
    let syntax = taker.syntax();
    // The size of the last value if it spanned several lines, since the next one may be similar.
    let mut usual = 0;
    loop {
        skip_white(&mut feed, &mut at).map_err(Stopped::Input)?;
        if feed.is_done().map_err(Stopped::Input)? {
            return Ok(());
        }
        let mut length = line(&mut feed, usual).map_err(Stopped::Input)?;
        loop {
            let whole = length == feed.window().len() && feed.ended();
            let taken = match std::str::from_utf8(&feed.window()[..length]) {
                Ok(text) => taker.take(text.into()),
                Err(error) => Err(not_utf8(syntax, error.valid_up_to()).into()),
            };
            match taken {
                Ok(end) => {
                    hand.good(taker, (feed.window(), at, feed.offset()))?;
                    let several = feed.window().get(..end).is_some_and(|text| text.contains(&b'\n'));
                    usual = if several { end } else { 0 };
                    move_on(&mut feed, &mut at, end);
                    break;
                }
                // The value may continue after this line.
                Err(NotTaken { error, .. }) if error.code == syntax && error.offset >= length && !whole => {
                    length = line(&mut feed, length * 2).map_err(Stopped::Input)?;
                }
                Err(NotTaken { error, taken }) => {
                    let end = match taken {
                        Some(taken) => taken,
                        // The value is truncated, so it takes up all that is left.
                        None if error.code == syntax && error.offset >= length => length,
                        None => behind_value(&mut feed, length).map_err(Stopped::Input)?,
                    };
                    hand.wrong(&Misread::new(error, feed.window(), at, feed.offset()))?;
                    move_on(&mut feed, &mut at, end);
                    break;
                }
            }
        }
    }
}

/// The same for a text that does not show line by line where its values end: all of it is read first.
fn whole(
    mut feed: Feed<impl Read>,
    start: Cursor,
    taker: &mut dyn Take,
    hand: &mut Hand,
) -> Result<(), Stopped> {
    everything(&mut feed).map_err(Stopped::Input)?;
    let (octets, before, syntax) = (feed.window(), feed.offset(), taker.syntax());
    let text = match std::str::from_utf8(octets) {
        Ok(text) => Given::Text(text),
        Err(_) if taker.has_octets() => Given::Octets(octets),
        Err(error) => {
            let error = not_utf8(syntax, error.valid_up_to());
            return hand.wrong(&Misread::new(error, octets, start, before));
        }
    };
    let (mut at, mut cursor) = (0, start);
    while at < octets.len() {
        let given = text.behind(at);
        let rest = given.octets();
        let end = match taker.take(given) {
            Ok(end) => {
                hand.good(taker, (rest, cursor, before + at as u64))?;
                end
            }
            Err(NotTaken { error, taken }) => {
                let end = match taken {
                    Some(taken) => taken,
                    None => match taker.resume(given, &error) {
                        Some(end) => end,
                        None if error.code == syntax => behind_fault(rest, error.offset),
                        None => rest.len(),
                    },
                };
                hand.wrong(&Misread::new(error, rest, cursor, before + at as u64))?;
                if taken.is_none() && end == rest.len() && rest.trim_ascii_end().contains(&b'\n') {
                    hand.note(Told::Lost(before + at as u64));
                }
                end
            }
        };
        let behind = rest.get(end..).unwrap_or_default();
        let end = rest.len() - behind.trim_ascii_start().len();
        cursor = cursor.behind(rest.get(..end).unwrap_or(rest));
        at += end;
    }
    Ok(())
}

/// The most bytes that are searched for the end of an invalid value.
const SEARCHED: usize = 1 << 24;

/// Where to continue after an invalid value in JSON, whose first lines have this many bytes.
fn behind_value(feed: &mut Feed<impl Read>, mut length: usize) -> io::Result<usize> {
    loop {
        let text = feed.window().get(..length).unwrap_or_default();
        let end = next_value(text);
        if end < length || length >= SEARCHED || length == feed.window().len() && feed.ended() {
            return Ok(end);
        }
        length = line(feed, length * 2)?;
    }
}

/// Skips a byte order mark, as RFC 8259, section 8.1 allows; returns whether there was one.
fn skip_mark(feed: &mut Feed<impl Read>) -> io::Result<bool> {
    while feed.window().len() < MARK.len() && feed.grow()? {}
    let marked = feed.window().starts_with(MARK);
    if marked {
        feed.take(MARK.len());
    }
    Ok(marked)
}

fn everything(feed: &mut Feed<impl Read>) -> io::Result<()> {
    while feed.grow()? {}
    Ok(())
}

fn not_utf8(code: &'static str, offset: usize) -> TextError {
    TextError {
        code,
        offset,
        message: "the text is not UTF-8: save the file as UTF-8".into(),
        ..TextError::default()
    }
}

fn first_line(text: &[u8]) -> usize {
    text.iter().position(|b| *b == b'\n').map_or(text.len(), |at| at + 1)
}

/// Where to continue after an error: at its line, or after it if that is the first line. Nothing before that
/// is read again.
fn behind_fault(text: &[u8], fault: usize) -> usize {
    let before = text.get(..fault).unwrap_or(text);
    match before.iter().rposition(|b| *b == b'\n') {
        Some(at) => at + 1,
        None => first_line(text),
    }
}

/// The length of whole lines that are at least this many bytes together, or of all that is left.
fn line(feed: &mut Feed<impl Read>, least: usize) -> io::Result<usize> {
    let mut searched = least;
    loop {
        let window = feed.window();
        if let Some(at) = window.get(searched..).and_then(|rest| rest.iter().position(|b| *b == b'\n')) {
            return Ok(searched + at + 1);
        }
        searched = searched.max(window.len());
        if !feed.grow()? {
            return Ok(feed.window().len());
        }
    }
}

fn skip_white(feed: &mut Feed<impl Read>, at: &mut Cursor) -> io::Result<()> {
    loop {
        let white = feed.window().iter().take_while(|b| b.is_ascii_whitespace()).count();
        let all = white == feed.window().len();
        move_on(feed, at, white);
        if !all || !feed.grow()? {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{Damage, Notes};

    /// Takes numbers in brackets, and counts the bytes that it is given.
    struct Counter {
        by_lines: bool,
        taken: usize,
        handed: usize,
    }

    impl Take for Counter {
        fn take(&mut self, given: Given) -> Result<usize, NotTaken> {
            let text = given.text("json_syntax")?;
            self.handed += text.len();
            let error = |offset| TextError {
                code: "json_syntax",
                offset,
                message: "a bracket is expected".into(),
                ..TextError::default()
            };
            let end = text.find(']').ok_or_else(|| error(text.len()))?;
            match text.starts_with('[') {
                true => self.taken += 1,
                false => return Err(error(0).into()),
            }
            Ok(end + 1)
        }

        fn made(&self) -> &[u8] {
            &[]
        }

        fn by_lines(&self) -> bool {
            self.by_lines
        }

        fn syntax(&self) -> &'static str {
            "json_syntax"
        }
    }

    /// The lines of the errors.
    #[derive(Default)]
    struct Lines(Vec<usize>);

    impl Notes for Lines {
        fn note(&mut self, _: &Note) {}
    }

    impl Listener for Lines {
        fn good(&mut self, _: &[u8]) -> io::Result<()> {
            Ok(())
        }

        fn damaged(&mut self, _: &Place, _: &Damage) -> io::Result<()> {
            Ok(())
        }

        fn misread(&mut self, _: &Place, misread: &Misread) -> io::Result<()> {
            self.0.push(misread.at().line);
            Ok(())
        }
    }

    /// Counts what is taken, and returns the lines with errors.
    fn count(text: &str) -> (Counter, Vec<usize>) {
        count_in(text, true)
    }

    fn count_in(text: &str, by_lines: bool) -> (Counter, Vec<usize>) {
        let (mut counter, mut lines) = (Counter { by_lines, taken: 0, handed: 0 }, Lines::default());
        let wrong = values("text", text.as_bytes(), &mut counter, OnError::Skip, &mut lines);
        assert_eq!(wrong.ok(), Some(lines.0.len() as u64));
        (counter, lines.0)
    }

    #[test]
    fn no_text_is_looked_at_many_times() {
        let texts = [
            "[1]\n".repeat(5000),
            "[\n  1,\n  2\n]\n".repeat(5000),
            format!("[\n{}]\n", "1,\n".repeat(5000)),
        ];
        for text in texts {
            let (counter, wrong) = count(&text);
            assert!(wrong.is_empty());
            assert_eq!(counter.taken, text.matches(']').count());
            assert!(counter.handed <= 4 * text.len(), "{} of {}", counter.handed, text.len());
        }
        // Invalid text is skipped line by line.
        let (counter, wrong) = count("[1]\nx\n[\n2]\nx]\n[3]\n");
        assert_eq!((counter.taken, wrong), (3, vec![2, 5]));
        // A value truncated by the end of the text is one error.
        let (counter, wrong) = count("[1]\n[\n2,\n3,\n4");
        assert_eq!((counter.taken, wrong.len()), (1, 1));
    }

    #[test]
    fn what_was_read_up_to_a_fault_is_not_read_again() {
        // Without a closing bracket, the error is at the end of the text.
        let text = "1,\n".repeat(5000);
        let (counter, wrong) = count_in(&format!("[1]\n{text}"), false);
        assert_eq!((counter.taken, wrong), (1, vec![5002]));
        assert!(counter.handed <= 2 * text.len() + 10);
    }
}
