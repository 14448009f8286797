//! Prints tokens and trees as text, one per line, preceded by their position (line and column): for people
//! and for golden files.

mod constraints;
mod module;
mod tokens;
mod types;
mod values;

pub use tokens::tokens;

use wireglot_text::{Source, Span};

use crate::tree::File;

/// The tree of a file.
pub fn tree(file: &File) -> String {
    let mut page = Page { source: Source::new("", file.tokens.text()), out: String::new(), depth: 0 };
    for module in &file.modules {
        page.module(module);
    }
    page.out
}

/// The output so far.
struct Page {
    source: Source,
    out: String,
    depth: usize,
}

impl Page {
    /// Writes one line at the current depth.
    fn line(&mut self, span: Span, text: impl AsRef<str>) {
        let place = self.source.place(span.lo);
        let place = format!("{}:{}", place.line, place.column);
        let line = format!("{place:<9}{:indent$}{}", "", text.as_ref(), indent = 2 * self.depth);
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Writes one line and its contents.
    fn node(&mut self, span: Span, text: impl AsRef<str>, inside: impl FnOnce(&mut Self)) {
        self.line(span, text);
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    /// Source text on one line, including comments; truncated to 100 characters.
    fn squeezed(&self, span: Span) -> String {
        let text = self.source.text().get(span.lo as usize..span.hi as usize).unwrap_or("");
        let mut squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((cut, _)) = squeezed.char_indices().nth(100) {
            squeezed.truncate(cut);
            squeezed.push_str("...");
        }
        squeezed
    }
}
