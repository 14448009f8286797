//! The formatter: keeps tokens and comments, and normalizes white space.
//!
//! One statement per line, four columns per open brace, one space between words, at most one consecutive
//! empty line. Formatting again changes nothing.

use std::collections::HashSet;

use crate::lex::{Kind, Token};
use crate::tree::{File, Item, ItemKind};

/// The indentation per level of nesting.
const INDENT: usize = 4;

/// Formats the text of a file without errors. `tokens` are the tokens of the text, and `tree` is its tree.
pub fn format(text: &str, tokens: &[Token], tree: &File) -> String {
    let mut starts = HashSet::new();
    gather(&tree.items, &mut starts);
    let mut printer = Printer { out: String::with_capacity(text.len()), depth: 0, last: None, sign: false };
    let mut lines = 0;
    for token in tokens {
        match token.kind {
            Kind::LineEnd => lines += 1,
            Kind::End => break,
            kind => {
                let words = text.get(token.span.lo as usize..token.span.hi as usize).unwrap_or_default();
                printer.token(kind, words.trim_end(), starts.contains(&token.span.lo), lines);
                lines = 0;
            }
        }
    }
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

/// Collects the offsets at which statements begin.
fn gather(items: &[Item], starts: &mut HashSet<u32>) {
    for item in items {
        starts.insert(item.first.lo);
        if let ItemKind::Enum { items, .. } | ItemKind::Message { items, .. } = &item.kind {
            gather(items, starts);
        }
    }
}

struct Printer {
    out: String,
    depth: usize,
    last: Option<Kind>,
    /// Whether the last token is a sign, which is attached to its value.
    sign: bool,
}

impl Printer {
    /// Prints a token that follows `lines` line ends.
    fn token(&mut self, kind: Kind, words: &str, begins: bool, lines: usize) {
        let closes = kind == Kind::Mark(b'}');
        let comment = matches!(kind, Kind::Comment | Kind::Block);
        let sign = std::mem::replace(&mut self.sign, is_sign(self.last, kind));
        if closes {
            self.depth = self.depth.saturating_sub(1);
        }
        match self.last {
            None => {}
            Some(last) => {
                let opened = last == Kind::Mark(b'{');
                // An empty block is written as `{}`.
                let empty = opened && closes;
                let breaks = begins || closes || matches!(last, Kind::Comment | Kind::Mark(b'}')) || opened;
                // After a block comment, the original line break is kept.
                let breaks = if last == Kind::Block { lines > 0 } else { breaks };
                // A `;` or a comment stays on the line that it ends.
                let ends = kind == Kind::Mark(b';') || comment && lines == 0;
                match breaks && !empty && !ends || comment && lines > 0 {
                    true => self.line(lines > 1 && !opened && !closes),
                    false if !sign && gap(last, kind) => self.out.push(' '),
                    false => {}
                }
            }
        }
        self.out.push_str(words);
        if kind == Kind::Mark(b'{') {
            self.depth += 1;
        }
        self.last = Some(kind);
    }

    fn line(&mut self, empty: bool) {
        self.out.push_str(if empty { "\n\n" } else { "\n" });
        self.out.push_str(&" ".repeat(self.depth * INDENT));
    }
}

/// Whether a mark is the sign of a value rather than a binary operator.
fn is_sign(before: Option<Kind>, kind: Kind) -> bool {
    let value = matches!(before, Some(Kind::Word | Kind::Integer | Kind::Hex | Kind::Mark(b')')));
    matches!(kind, Kind::Mark(b'-' | b'~')) && !value
}

/// Whether there is a space between two tokens on a line.
fn gap(before: Kind, after: Kind) -> bool {
    match (before, after) {
        (_, Kind::Comment | Kind::Block) => true,
        (Kind::Mark(a @ (b'<' | b'>')), Kind::Mark(b)) if a == b => false,
        (Kind::Mark(b'(' | b'[' | b'.'), _) => false,
        (Kind::Mark(b'{'), Kind::Mark(b'}')) => false,
        (_, Kind::Mark(b';' | b']' | b'[' | b')' | b'.' | b'\'')) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use wireglot_diag::Diagnostics;
    use wireglot_text::FileId;

    use crate::{lex, parse};

    fn formatted(text: &str) -> String {
        let mut diagnostics = Diagnostics::new();
        let tokens = lex::lex(FileId(0), text, &mut diagnostics);
        let tree = parse::parse(FileId(0), text, &tokens, &mut diagnostics);
        assert!(diagnostics.is_empty(), "{:?}", diagnostics.sorted());
        super::format(text, &tokens, &tree)
    }

    #[test]
    fn statements_stand_on_lines_of_their_own() {
        let text = "// What it is.\n\n\n\nproto  p;import a  \"x.bitproto\"\nconst N=( 1+2 )*3 // three\n\
            enum E:uint3{A=0;B=1}\n  message  M '{ // made\n\n\tuint8 [N]' x=1 ;\n a.E y=2\n\n}\nmessage Z { }\n";
        let wanted = "// What it is.\n\nproto p;\nimport a \"x.bitproto\"\nconst N = (1 + 2) * 3 // three\n\
            enum E : uint3 {\n    A = 0;\n    B = 1\n}\n\
            message M' { // made\n\n    uint8[N]' x = 1;\n    a.E y = 2\n}\nmessage Z {}\n";
        assert_eq!(formatted(text), wanted);
        assert_eq!(formatted(wanted), wanted);
    }
}
