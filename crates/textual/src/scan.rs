//! Matches tokens and classes in a text.

use wireglot_grammar::{Class, ClassKind, Grammar, Look, Symbol, Token};

use wireglot_grammar::link::Link;

/// A text that is being scanned.
#[derive(Debug)]
pub(crate) struct Scan<'t> {
    pub grammar: &'t Grammar,
    pub text: &'t [u8],
    pub at: usize,
    /// The last white space skipped, from its start to its end.
    skipped: (usize, usize),
}

impl<'t> Scan<'t> {
    pub fn new(grammar: &'t Grammar, text: &'t [u8]) -> Scan<'t> {
        Scan { grammar, text, at: 0, skipped: (usize::MAX, 0) }
    }

    fn octet(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    /// Where the next token after `from` starts, past white space and comments.
    pub fn skip(&mut self, from: usize) -> usize {
        if self.skipped.0 == from {
            return self.skipped.1;
        }
        let mut at = from;
        while let Some(octet) = self.octet(at) {
            if self.grammar.space.has(octet) {
                at += 1;
            } else if Some(octet) == self.grammar.comment {
                let rest = self.text.get(at..).unwrap_or_default();
                at += rest.iter().position(|o| matches!(o, b'\n' | b'\r')).unwrap_or(rest.len());
            } else {
                break;
            }
        }
        self.skipped = (from, at);
        at
    }

    /// Where white space after `from` ends. Comments are not recognized here.
    fn skip_white(&self, from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|octet| self.grammar.space.has(**octet)).count()
    }

    /// The start and end of a terminal, if it comes next after `from`.
    pub fn symbol(&mut self, from: usize, symbol: Symbol) -> Option<(usize, usize)> {
        let grammar = self.grammar;
        match symbol {
            Symbol::Token(id) => {
                let token = grammar.token(id)?;
                let start = if token.verbatim { self.skip_white(from) } else { self.skip(from) };
                Some((start, self.token(start, token)?))
            }
            Symbol::Class(id) => {
                let class = grammar.class(id)?;
                let start = match (touches(class), class.verbatim) {
                    (true, _) => from,
                    (false, true) => self.skip_white(from),
                    (false, false) => self.skip(from),
                };
                Some((start, class_end(self.text, start, class)?))
            }
        }
    }

    /// The end of a token, if it is at `start`.
    pub fn token(&self, start: usize, token: &Token) -> Option<usize> {
        let spellings = [&token.long, &token.short].into_iter().chain(&token.also);
        let mut ends = spellings.filter_map(|spelling| {
            let end = start + spelling.len();
            let there = self.text.get(start..end)?;
            let whole = !token.ends || !self.octet(end).is_some_and(|octet| self.grammar.word.has(octet));
            (there.eq_ignore_ascii_case(spelling.as_bytes()) && whole).then_some(end)
        });
        ends.next()
    }
}

/// Whether an octet ends a quoted string: quotation marks, and control characters other than tab.
pub(crate) fn ends_quote(octet: u8) -> bool {
    octet == b'"' || (octet < b' ' && octet != b'\t') || octet == 0x7F
}

/// The end of a class's text that starts at `start`.
pub(crate) fn class_end(text: &[u8], start: usize, class: &Class) -> Option<usize> {
    let rest = text.get(start..)?;
    match &class.kind {
        ClassKind::Run { first, rest: others, second, lo, hi, with, like, .. } => {
            let opens = rest.first().is_some_and(|octet| first.has(*octet));
            let has = |at: usize, octet: u8| match (at, second) {
                (1, Some(second)) => second.has(octet),
                _ => others.has(octet),
            };
            let run = || {
                let more = rest.iter().enumerate().skip(1).take(hi.saturating_sub(1));
                more.take_while(|(at, octet)| has(*at, **octet)).count()
            };
            let length = if opens { 1 + run() } else { 0 };
            let found = rest.get(..length)?;
            let goes_on = rest.get(length).is_some_and(|octet| has(length, *octet)) && length > 0;
            let fits = length >= *lo
                && !goes_on
                && with.is_none_or(|octet| found.contains(&octet))
                && like.as_ref().is_none_or(|like| looks(found, like.as_bytes()));
            fits.then_some(start + length)
        }
        ClassKind::Quoted => {
            let inner = rest.strip_prefix(b"\"")?;
            let end = inner.iter().position(|octet| ends_quote(*octet))?;
            (inner.get(end) == Some(&b'"')).then_some(start + end + 2)
        }
        ClassKind::Until(until) => {
            let mut before = None;
            let end = rest.iter().position(|octet| {
                let escaped = before.zip(until.escape).is_some_and(|(b, pair)| (b, *octet) == pair);
                before = Some(*octet);
                until.ends.has(*octet) && !escaped
            });
            Some(start + end.unwrap_or(rest.len()))
        }
    }
}

/// Where to continue reading after an error: at the next line that starts like a message.
pub fn next_message(link: &Link, text: &[u8], fault: usize) -> Option<usize> {
    let before = text.get(..fault).unwrap_or(text);
    let line = before.iter().rposition(|octet| *octet == b'\n').unwrap_or(0);
    let ends = text.get(line..)?.iter().enumerate().filter(|(_, octet)| **octet == b'\n');
    let root = link.grammar.production(link.grammar.root)?.body;
    let mut scan = Scan::new(link.grammar, text);
    let mut starts = ends.map(|(end, _)| line + end + 1);
    starts.find(|start| link.analysis.looks(root).any(|look| scan.begins(*start, look)))
}

impl Scan<'_> {
    /// Whether one terminal is at a place, and another one after it.
    fn begins(&mut self, at: usize, look: Look) -> bool {
        match (self.symbol(at, look.first), look.second) {
            (Some((start, end)), Some(second)) => start == at && self.symbol(end, second).is_some(),
            (Some((start, _)), None) => start == at,
            (None, _) => false,
        }
    }
}

/// Whether no space may come before a class.
pub(crate) fn touches(class: &Class) -> bool {
    matches!(class.kind, ClassKind::Run { bare: true, .. } | ClassKind::Until(_))
}

/// Whether a text matches a pattern, in which `9` is any digit.
fn looks(text: &[u8], like: &[u8]) -> bool {
    let same = |(octet, pattern): (&u8, &u8)| match pattern {
        b'9' => octet.is_ascii_digit(),
        other => octet.eq_ignore_ascii_case(other),
    };
    text.len() == like.len() && text.iter().zip(like).all(same)
}
