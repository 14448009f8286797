//! Output lines, and the comments at their ends.

use std::borrow::Cow;

/// The maximum width of a line.
pub(super) const WIDTH: usize = 100;

/// The indentation per level of nesting.
pub(super) const INDENT: usize = 4;

/// A line.
#[derive(Default)]
struct Line {
    indent: usize,
    body: String,
    /// The column at which the last line of the body ends.
    column: usize,
    /// A comment after the body, or below such a comment if there is no body.
    comment: Option<String>,
}

/// The lines so far.
#[derive(Default)]
pub(super) struct Lines(Vec<Line>);

impl Lines {
    /// Begins a line, with this many empty lines before it.
    pub fn begin(&mut self, empty: usize, indent: usize) {
        if !self.0.is_empty() {
            self.0.extend((0..empty).map(|_| Line::default()));
        }
        self.0.push(Line { indent, column: indent, ..Line::default() });
    }

    /// Appends to the line.
    pub fn push(&mut self, gap: usize, text: &str) {
        let Some(line) = self.0.last_mut() else { return };
        let text = plain(text);
        let gap = if line.body.is_empty() { 0 } else { gap };
        line.body.extend(std::iter::repeat_n(' ', gap));
        line.body.push_str(&text);
        line.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => line.column + gap + text.chars().count(),
        };
    }

    /// Appends the comment that ends the line.
    pub fn trail(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(line) if !text.contains('\n') => line.comment = Some(text.to_string()),
            _ => self.push(1, text),
        }
    }

    /// Adds a comment below the comment of the last line.
    pub fn follow(&mut self, text: &str) {
        let indent = self.indent();
        self.0.push(Line { indent, column: indent, comment: Some(text.to_string()), ..Line::default() });
    }

    /// Whether the last line ends with a comment that another may follow.
    pub fn ends_with_comment(&self) -> bool {
        self.0.last().is_some_and(|line| line.comment.is_some() && line.column <= WIDTH)
    }

    /// The column at which the last line ends.
    pub fn column(&self) -> usize {
        self.0.last().map_or(0, |line| line.column)
    }

    /// The indentation of the last line.
    pub fn indent(&self) -> usize {
        self.0.last().map_or(0, |line| line.indent)
    }

    /// The text, with end-of-line comments on adjacent lines aligned if they fit.
    pub fn finish(self) -> String {
        let mut out = String::new();
        let mut lines = &self.0[..];
        while let Some(first) = lines.first() {
            let together = |line: &&Line| line.comment.is_some() && line.indent == first.indent;
            let run = lines.iter().take_while(together).count().max(1);
            write_run(&mut out, &lines[..run]);
            lines = &lines[run..];
        }
        out
    }
}

fn write_run(out: &mut String, lines: &[Line]) {
    let widest = lines.iter().map(|line| line.column).max().unwrap_or(0);
    let comment = |line: &Line| line.comment.as_ref().map_or(0, |text| text.chars().count());
    let fits = lines.iter().all(|line| widest + 1 + comment(line) <= WIDTH);
    let mut column = 0;
    for line in lines {
        if !line.body.is_empty() {
            out.extend(std::iter::repeat_n(' ', line.indent));
            out.push_str(&line.body);
            column = if fits { widest } else { line.column };
        }
        if let Some(comment) = &line.comment {
            let from = if line.body.is_empty() { 0 } else { line.column };
            out.extend(std::iter::repeat_n(' ', column + 1 - from));
            out.push_str(comment);
        }
        out.push('\n');
    }
}

/// Normalizes line ends.
fn plain(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").into(),
        false => text.into(),
    }
}
