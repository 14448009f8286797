//! Indented text: the output is already formatted.

/// Collects lines. Blocks nest by [`Writer::open`] and [`Writer::close`].
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    depth: usize,
    /// The initial depth.
    outset: usize,
    unbound: Vec<String>,
}

/// One level of indentation.
const INDENT: &str = "    ";

impl Writer {
    /// Creates an empty writer.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Creates an empty writer for text that will be appended at that depth.
    pub fn nested(depth: usize) -> Writer {
        Writer { depth, outset: depth, ..Writer::default() }
    }

    /// Begins a line, which the caller writes and [`Writer::end`] ends.
    pub fn begin(&mut self) -> &mut String {
        (0..self.depth).for_each(|_| self.text.push_str(INDENT));
        &mut self.text
    }

    /// Ends a line.
    pub fn end(&mut self) {
        self.text.push('\n');
    }

    /// Writes a line at the current depth; an empty one has no trailing blanks.
    pub fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            (0..self.depth).for_each(|_| self.text.push_str(INDENT));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Writes a line at the margin, at any depth: a preprocessor directive.
    pub fn margin(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Writes a line, and increases the depth.
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }

    /// Decreases the depth, and writes a line.
    pub fn close(&mut self, line: impl AsRef<str>) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    /// Opens a block under a condition of several parts, each on a line of its own if one line has no room
    /// for them.
    pub fn open_if(&mut self, head: &str, parts: &[String], mark: &str) {
        const LONGEST: usize = 110;
        let width: usize = parts.iter().map(|part| part.len() + mark.len() + 1).sum();
        let Some((last, others)) = parts.split_last() else { return };
        if others.is_empty() || 4 * self.depth + head.len() + width <= LONGEST {
            return self.open(format!("{head} ({}) {{", parts.join(&format!("{mark} "))));
        }
        for (at, part) in others.iter().enumerate() {
            match at {
                0 => self.line(format!("{head} ({part}{mark}")),
                _ => self.line(format!("    {part}{mark}")),
            }
        }
        self.open(format!("    {last}) {{"));
    }

    /// Writes a body, in braces of its own if it declares locals.
    pub fn scoped(&mut self, declares: bool, body: impl FnOnce(&mut Writer)) {
        if declares {
            self.open("{");
        }
        body(self);
        if declares {
            self.close("}");
        }
    }

    /// The depth of the next line, in levels.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Decreases the depth without writing a line.
    pub fn back(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Writes a line one level out, between two blocks: `} else {`, a label.
    pub fn between(&mut self, line: impl AsRef<str>) {
        self.close(line);
        self.depth += 1;
    }

    /// Writes a raw block: removes the indentation that all its lines share, and replaces `$name$` by the
    /// text of that name. [`Writer::finish`] reports names that are not bound.
    pub fn block(&mut self, names: &[(&str, &str)], block: &str) {
        let block = block.trim_matches('\n').trim_end();
        let shared = block.lines().filter(|l| !l.trim().is_empty()).map(indentation).min().unwrap_or(0);
        for line in block.lines() {
            let line = self.substitute(names, line.get(shared..).unwrap_or(""));
            self.line(line.trim_end());
        }
    }

    /// Appends what another writer holds at the current depth, if that one began with depth 0 or with this
    /// depth.
    pub fn append(&mut self, other: Writer) {
        match self.depth == other.outset {
            true => self.text.push_str(&other.text),
            false => other.text.lines().for_each(|line| self.line(line)),
        }
        self.unbound.extend(other.unbound);
    }

    /// The text written so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, even if names are not bound.
    pub fn into_text(self) -> String {
        self.text
    }

    fn substitute(&mut self, names: &[(&str, &str)], line: &str) -> String {
        let mut parts = line.split('$');
        let mut out = parts.next().unwrap_or("").to_string();
        while let Some(name) = parts.next() {
            match names.iter().find(|(n, _)| *n == name) {
                Some((_, text)) => out.push_str(text),
                None => self.unbound.push(name.to_string()),
            }
            out.push_str(parts.next().unwrap_or(""));
        }
        out
    }

    /// The text, or the names that blocks used and that are not bound.
    pub fn finish(self) -> Result<String, Vec<String>> {
        match self.unbound.is_empty() {
            true => Ok(self.text),
            false => Err(self.unbound),
        }
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_dedented_and_filled_in() {
        let mut w = Writer::new();
        w.open("{");
        let block = "
            int $name$;

              /* $name$ */
        ";
        w.block(&[("name", "x")], block);
        w.close("}");
        assert_eq!(w.finish().unwrap(), "{\n    int x;\n\n      /* x */\n}\n");
    }

    #[test]
    fn unbound_names_are_reported() {
        let mut w = Writer::new();
        w.block(&[("a", "1")], "$a$ $b$");
        assert_eq!(w.finish().unwrap_err(), ["b"]);
    }
}
