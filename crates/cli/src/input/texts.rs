//! Text values in a row: of JSON each whole in memory and no more, of value
//! notation all: where a value ends shows only in what follows it.

use std::io::Read;

use wireglot_driver::feed::Feed;
use wireglot_driver::forms::MARK;
use wireglot_driver::inputs::{Note, Notes, Place, Told};
use wireglot_driver::messages::{json_value, NotTaken, Take};
use wireglot_driver::texts::TextError;

use crate::output::excerpt::{Cursor, Excerpt};
use crate::output::exit::{note, Done, Failure};
use crate::output::report::Report;
use crate::records::Terminal;

/// A text that can't be read, or whose value can't be written, and where in its file that shows.
pub struct Misread {
    error: TextError,
    at: Cursor,
    excerpt: Excerpt,
}

impl Misread {
    /// Of a text that begins at some place of a file, so many octets from its start.
    pub fn new(error: TextError, text: &[u8], start: Cursor, before: u64) -> Misread {
        let shows = text.get(..error.offset).unwrap_or(text);
        let (at, excerpt) = (start.behind(shows), Excerpt::of(text, start, error.offset));
        let offset = error.offset.saturating_add(usize::try_from(before).unwrap_or(usize::MAX));
        Misread { error: TextError { offset, ..error }, at, excerpt }
    }

    /// What to tell of it.
    pub fn report<'r>(&'r self, place: &'r Place) -> Report<'r> {
        Report {
            line: Some(self.at.line),
            column: Some(self.at.column),
            code: self.error.code,
            offset: Some(self.error.offset as u64),
            path: &self.error.path,
            message: self.error.message.clone(),
            excerpt: Some(&self.excerpt),
            ..Report::at(place)
        }
    }
}

/// Moves on in the input.
fn move_on(feed: &mut Feed<impl Read>, at: &mut Cursor, octets: usize) {
    *at = at.behind(feed.window().get(..octets).unwrap_or(feed.window()));
    feed.take(octets);
}

/// Takes one value after another. What can't be taken is handed on as an error,
/// and reading goes on with the next value or line.
pub fn each<T: Take>(
    name: &str,
    input: impl Read,
    taker: &mut T,
    mut then: impl FnMut(Result<&mut T, &Misread>) -> Done,
) -> Done {
    let mut feed = Feed::new(input);
    let mut any = false;
    let mut at = Cursor::START;
    skip_mark(name, &mut feed)?;
    // How long the last value was, if it went over several lines: the next one may be like it.
    let mut usual = 0;
    loop {
        skip_white(&mut feed, &mut at)?;
        if feed.is_done()? {
            if !any {
                note(&format!("{name} holds no values: there is nothing to read"));
            }
            return Ok(());
        }
        any = true;
        if !taker.by_lines() {
            return whole(feed, at, taker, then);
        }
        let mut length = line(&mut feed, usual)?;
        loop {
            let whole = length == feed.window().len() && feed.ended();
            let taken = match std::str::from_utf8(&feed.window()[..length]) {
                Ok(text) => taker.take(text),
                Err(error) => Err(not_utf8(error.valid_up_to()).into()),
            };
            match taken {
                Ok(end) => {
                    then(Ok(taker))?;
                    let several = feed.window().get(..end).is_some_and(|text| text.contains(&b'\n'));
                    usual = if several { end } else { 0 };
                    move_on(&mut feed, &mut at, end);
                    break;
                }
                // The value may go on behind this line.
                Err(NotTaken { error, .. })
                    if error.code == "json_syntax" && error.offset >= length && !whole =>
                {
                    length = line(&mut feed, length * 2)?;
                }
                Err(NotTaken { error, taken }) => {
                    let window = feed.window();
                    let end = match error.code {
                        _ if taken.is_some() => taken.unwrap_or(length),
                        // A value that is cut: what is left is of it.
                        "json_syntax" if error.offset >= length => length,
                        "json_syntax" => first_line(&window[..length]),
                        _ => json_value(&window[..length]),
                    };
                    let misread = Misread::new(error, window, at, feed.offset());
                    then(Err(&misread))?;
                    move_on(&mut feed, &mut at, end);
                    break;
                }
            }
        }
    }
}

/// The same of a text that does not show line by line where its values end: all of it is read first.
fn whole<T: Take>(
    mut feed: Feed<impl Read>,
    start: Cursor,
    taker: &mut T,
    mut then: impl FnMut(Result<&mut T, &Misread>) -> Done,
) -> Done {
    everything(&mut feed)?;
    let (octets, before) = (feed.window(), feed.offset());
    let text = match std::str::from_utf8(octets) {
        Ok(text) => text,
        Err(error) => {
            return then(Err(&Misread::new(not_utf8(error.valid_up_to()), octets, start, before)));
        }
    };
    let (mut at, mut cursor) = (0, start);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let end = match taker.take(rest) {
            Ok(end) => {
                then(Ok(taker))?;
                end
            }
            Err(NotTaken { error, taken }) => {
                let end = match error.code {
                    _ if taken.is_some() => taken.unwrap_or(rest.len()),
                    "notation_syntax" => first_line(rest.as_bytes()),
                    _ => rest.len(),
                };
                then(Err(&Misread::new(error, rest.as_bytes(), cursor, before + at as u64)))?;
                end
            }
        };
        let behind = rest.get(end..).unwrap_or_default();
        let end = rest.len() - behind.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
        cursor = cursor.behind(rest.get(..end).unwrap_or(rest).as_bytes());
        at += end;
    }
    Ok(())
}

/// RFC 8259 8.1: a byte order mark may be passed over.
fn skip_mark(name: &str, feed: &mut Feed<impl Read>) -> Done {
    while feed.window().len() < MARK.len() && feed.grow()? {}
    if feed.window().starts_with(MARK) {
        Terminal.note(&Note { input: name, what: Told::Mark });
        feed.take(MARK.len());
    }
    Ok(())
}

fn everything(feed: &mut Feed<impl Read>) -> Result<usize, Failure> {
    while feed.grow()? {}
    Ok(feed.window().len())
}

fn not_utf8(offset: usize) -> TextError {
    TextError { code: "json_syntax", offset, path: String::new(), message: "the text is not UTF-8".into() }
}

fn first_line(text: &[u8]) -> usize {
    text.iter().position(|b| *b == b'\n').map_or(text.len(), |at| at + 1)
}

/// Whole lines of at least so many octets, as far as there are any.
fn line(feed: &mut Feed<impl Read>, least: usize) -> Result<usize, Failure> {
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

fn skip_white(feed: &mut Feed<impl Read>, at: &mut Cursor) -> Done {
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

    /// Takes numbers in brackets, and counts what it is handed.
    struct Counter {
        taken: usize,
        handed: usize,
    }

    impl Take for Counter {
        fn take(&mut self, text: &str) -> Result<usize, NotTaken> {
            self.handed += text.len();
            let error = |offset| TextError {
                code: "json_syntax",
                offset,
                path: String::new(),
                message: "a bracket is expected".into(),
            };
            let end = text.find(']').ok_or_else(|| error(text.len()))?;
            match text.starts_with('[') {
                true => self.taken += 1,
                false => return Err(error(0).into()),
            }
            Ok(end + 1)
        }

        fn by_lines(&self) -> bool {
            true
        }
    }

    #[test]
    fn no_text_is_looked_at_many_times() {
        let texts = [
            "[1]\n".repeat(5000),
            "[\n  1,\n  2\n]\n".repeat(5000),
            format!("[\n{}]\n", "1,\n".repeat(5000)),
        ];
        for text in texts {
            let mut counter = Counter { taken: 0, handed: 0 };
            let mut wrong = 0;
            let done = each("text", text.as_bytes(), &mut counter, |taken| {
                wrong += usize::from(taken.is_err());
                Ok(())
            });
            assert!(done.is_ok() && wrong == 0);
            assert_eq!(counter.taken, text.matches(']').count());
            assert!(counter.handed <= 4 * text.len(), "{} of {}", counter.handed, text.len());
        }
        // What is wrong is passed over by lines.
        let (mut counter, mut wrong) = (Counter { taken: 0, handed: 0 }, Vec::new());
        let text = "[1]\nx\n[\n2]\nx]\n[3]\n";
        let done = each("text", text.as_bytes(), &mut counter, |taken| {
            wrong.extend(taken.err().map(|misread| misread.at.line));
            Ok(())
        });
        assert!(done.is_ok());
        assert_eq!((counter.taken, wrong), (3, vec![2, 5]));
        // What the end of the text cuts is wrong once.
        let (mut counter, mut wrong) = (Counter { taken: 0, handed: 0 }, 0);
        let done = each("text", &b"[1]\n[\n2,\n3,\n4"[..], &mut counter, |taken| {
            wrong += usize::from(taken.is_err());
            Ok(())
        });
        assert!(done.is_ok());
        assert_eq!((counter.taken, wrong), (1, 1));
    }
}
