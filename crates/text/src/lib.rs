//! Source text: files, spans and line indexes.
//!
//! Every token, tree node, model item and plan node has a [`Span`], so that all diagnostics can
//! point to the line that caused them.

pub mod cases;
pub mod conflicts;
pub mod lookalikes;
pub mod names;

use std::sync::Arc;

/// The id of a file in a [`Sources`] table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FileId(pub u32);

/// A half-open byte range in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// The range `lo..hi` of `file`.
    pub fn new(file: FileId, lo: u32, hi: u32) -> Span {
        Span { file, lo, hi }
    }

    /// The smallest span that covers both. `self` if the spans are in different files.
    pub fn to(self, end: Span) -> Span {
        if self.file != end.file {
            return self;
        }
        Span::new(self.file, self.lo.min(end.lo), self.hi.max(end.hi))
    }

    /// Whether another span is contained in this one.
    pub fn holds(self, other: Span) -> bool {
        self.file == other.file && self.lo <= other.lo && other.hi <= self.hi
    }

    /// A part of it, by positions from its start.
    pub fn part(self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, self.lo + range.start as u32, self.lo + range.end as u32)
    }

    /// What it covers in the text of its file.
    pub fn text_in(self, text: &str) -> &str {
        text.get(self.lo as usize..self.hi as usize).unwrap_or("")
    }

    /// The empty span directly after this one, for something that is missing.
    pub fn after(self) -> Span {
        Span::new(self.file, self.hi, self.hi)
    }
}

/// A place in a file, counted as editors do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A file: its name as given by the user, its text, and where its lines start.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: Arc<str>,
    lines: Vec<u32>,
    /// The number of characters that start before each block of the text.
    characters: Vec<u32>,
}

/// Size of a block in bytes. Finding a place counts the characters of one block only, regardless of
/// the length of the line.
const BLOCK: usize = 1024;

impl Source {
    /// Indexes the lines of `text`, which must be less than 4 GiB.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        let text = text.into();
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        let characters = text.as_bytes().chunks(BLOCK).scan(0, |before, block| {
            let first = *before;
            *before += characters(block);
            Some(first)
        });
        let characters = characters.collect();
        Source { name: name.into(), text, lines, characters }
    }

    /// The name of the file in diagnostics.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as a shared reference.
    pub fn shared(&self) -> Arc<str> {
        self.text.clone()
    }

    /// The line and column of a byte offset; for offsets past the end, those of the end.
    pub fn place(&self, offset: u32) -> Place {
        let offset = (offset as usize).min(self.text.len());
        let line = self.lines.partition_point(|&start| start as usize <= offset);
        let start = self.lines[line - 1] as usize;
        let before = self.characters_before(offset) - self.characters_before(start);
        Place { line: line as u32, column: before + 1 }
    }

    /// The number of characters that start before an offset.
    fn characters_before(&self, offset: usize) -> u32 {
        let block = offset / BLOCK;
        let all = self.characters.get(block).or(self.characters.last()).copied().unwrap_or(0);
        let from = (block * BLOCK).min(self.characters.len().saturating_sub(1) * BLOCK);
        all + characters(&self.text.as_bytes()[from..offset])
    }

    /// The start of a line (from 1); the end of the text for lines after the last.
    pub fn line_start(&self, line: u32) -> u32 {
        let i = line.max(1) as usize - 1;
        self.lines.get(i).copied().unwrap_or(self.text.len() as u32)
    }

    /// The text of a line (from 1) without the end-of-line characters.
    pub fn line(&self, line: u32) -> &str {
        let i = (line.max(1) as usize - 1).min(self.lines.len() - 1);
        let lo = self.lines[i] as usize;
        let hi = self.lines.get(i + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[lo..hi].trim_end_matches(['\n', '\r'])
    }
}

/// The number of characters that start in these bytes of UTF-8.
fn characters(octets: &[u8]) -> u32 {
    octets.iter().filter(|&&octet| octet & 0xC0 != 0x80).count() as u32
}

/// All files of a run.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// An empty table.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file; returns its id.
    pub fn add(&mut self, source: Source) -> FileId {
        self.files.push(source);
        FileId(self.files.len() as u32 - 1)
    }

    /// The file with this id. Panics for an id of another table.
    pub fn get(&self, file: FileId) -> &Source {
        &self.files[file.0 as usize]
    }

    /// The text in a span; empty if it is outside its file.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text().get(span.lo as usize..span.hi as usize).unwrap_or("")
    }

    /// Files in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter().enumerate().map(|(i, s)| (FileId(i as u32), s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let source = Source::new("x", "ab\nc\u{e9}d\n");
        assert_eq!(source.place(0), Place { line: 1, column: 1 });
        assert_eq!(source.place(3), Place { line: 2, column: 1 });
        assert_eq!(source.place(6), Place { line: 2, column: 3 });
        assert_eq!(source.place(99), Place { line: 3, column: 1 });
        assert_eq!(source.line(2), "c\u{e9}d");
    }
}
