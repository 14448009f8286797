//! Prints spans as lines of text.

use std::io::{self, Write};

use wireglot_driver::inspect::json::octets_of;
use wireglot_driver::inspect::{Annotation, Part, Stop};
use wireglot_driver::texts::Cursor;

use super::spots::Spots;
use crate::output::plain::plain;

/// The maximum number of bytes shown per span.
const SHOWN: usize = 8;
/// The maximum number of characters shown of a value.
const VALUE: usize = 60;
/// The maximum number of characters shown of a token.
const CHARACTERS: usize = 32;

/// The maximum nesting depth that is indented.
const DEEP: u32 = 30;

/// The bit order within a byte.
#[derive(Clone, Copy)]
pub enum Order {
    /// Least significant bit first; field names are shown in full.
    LeastFirst,
    /// Most significant bit first.
    MostFirst,
    /// Bytes are characters; positions are lines and columns, starting there.
    Characters(Spots),
}

/// Characters that the column of names has at most: one that is longer moves what comes behind it.
const NAME: usize = 100;

/// How the spans of some bytes are printed.
pub struct Table<'o> {
    octets: &'o [u8],
    order: Order,
    /// Positions and lengths are in bits rather than bytes.
    by_bits: bool,
    /// Names are full paths.
    paths: bool,
    /// Elements are named with their list: it has no line of its own around theirs, as it has where there are tags.
    lists: bool,
    /// Nothing has a name, so types are indented instead.
    unnamed: bool,
}

/// A line: position, length, bytes or bits, name, and description.
type Line = [String; 5];

impl<'o> Table<'o> {
    /// A table for the spans of some bytes.
    pub fn new(octets: &'o [u8], order: Order, spans: &[Annotation], paths: bool) -> Table<'o> {
        let odd = |span: &Annotation| !(span.bit | span.bits).is_multiple_of(8);
        let by_bits = matches!(order, Order::LeastFirst) || spans.iter().any(odd);
        let lists = spans.iter().all(|span| span.part != Part::Header);
        let unnamed = spans.iter().all(|span| span.path.is_empty());
        Table { octets, order, by_bits, paths, lists, unnamed }
    }

    /// Prints a line for each span, with the error before the first span after it.
    pub fn print(&self, spans: &[Annotation], error: Option<&Stop>, out: &mut impl Write) -> io::Result<()> {
        // Lines are made twice, so that no more than one of them is held.
        let mut widths = [0; 4];
        for (_, line) in self.lines(spans) {
            for (width, column) in widths.iter_mut().zip(&line) {
                *width = column.chars().count().max(*width);
            }
        }
        let [place, length, octets, name] = widths;
        let name = name.min(NAME);
        let mut error = error;
        for (span, line) in self.lines(spans) {
            if let Some(stop) = error.filter(|stop| stop.bit < span.bit || span.part == Part::Rest) {
                self.stop(stop, out)?;
                error = None;
            }
            let [at, long, hex, named, what] = &line;
            let colour = match span.part {
                Part::Value => "\u{1b}[0m",
                Part::Header | Part::End | Part::Length => "\u{1b}[36m",
                Part::Presence | Part::Extension | Part::Index => "\u{1b}[34m",
                Part::Unknown | Part::Padding => "\u{1b}[33m",
                Part::Rest => "\u{1b}[31m",
            };
            let text = format!(
                "{at:>place$} {long:>length$}  {colour}{hex:octets$}\u{1b}[0m  {named:name$}  {what}"
            );
            writeln!(out, "{}", text.trim_end())?;
        }
        error.map_or(Ok(()), |stop| self.stop(stop, out))
    }

    /// The lines of spans, one after another.
    fn lines<'s>(&'s self, spans: &'s [Annotation]) -> impl Iterator<Item = (&'s Annotation, Line)> {
        let mut places = self.order;
        let mut around: Vec<&Annotation> = Vec::new();
        let mut before = "";
        spans.iter().map(move |span| {
            while around.last().is_some_and(|outer| outer.depth >= span.depth) {
                around.pop();
            }
            let outer = around.last().map_or("", |outer| outer.path.as_str());
            let line = self.line(span, (outer, before), &mut places);
            around.push(span);
            before = &span.path;
            (span, line)
        })
    }

    fn stop(&self, stop: &Stop, out: &mut impl Write) -> io::Result<()> {
        let place = self.place(stop.bit, &mut { self.order });
        writeln!(out, "\u{1b}[31m{place} {}: {}\u{1b}[0m", stop.code, stop.message)
    }

    fn place(&self, bit: u64, places: &mut Order) -> String {
        if let Order::Characters(spots) = places {
            let Cursor { line, column } = spots.to(self.octets, (bit / 8) as usize);
            return format!("{line}:{column}");
        }
        match self.by_bits {
            true => format!("{}.{}", bit / 8, bit % 8),
            false => (bit / 8).to_string(),
        }
    }

    /// The line of a span, given the paths of the span around it and of the line before.
    fn line(&self, span: &Annotation, (outer, before): (&str, &str), places: &mut Order) -> Line {
        let length = if self.by_bits { span.bits } else { span.bits / 8 };
        let name = match self.order {
            _ if self.paths || self.unnamed => span.path.clone(),
            Order::LeastFirst => span.path.clone(),
            Order::MostFirst | Order::Characters(_) => {
                let mut name = short(&span.path, outer, before);
                if self.lists && name.starts_with('[') {
                    name = with_list(&span.path, name);
                }
                format!("{:1$}{2}", "", span.depth.min(DEEP) as usize * 2, name)
            }
        };
        let indent = if self.unnamed && !self.paths { span.depth.min(DEEP) as usize * 2 } else { 0 };
        let mut what = span.ty.clone();
        if let Some(value) = &span.value {
            let gap = if what.is_empty() { "" } else { " " };
            what.push_str(&format!("{gap}{}", cut(value, VALUE)));
            if let Some(text) = characters(value, octets_of(self.octets, span)) {
                what.push_str(&format!(" \u{1b}[36m|{}|\u{1b}[0m", cut(&text, CHARACTERS)));
            }
        }
        if !span.why.is_empty() {
            let gap = if what.is_empty() { "" } else { "  " };
            what.push_str(&format!("{gap}\u{1b}[2m({})\u{1b}[0m", span.why));
        }
        what.insert_str(0, &" ".repeat(indent));
        [self.place(span.bit, places), length.to_string(), self.shown(span), name, what]
    }

    /// The bytes of a span; if it is not byte-aligned, its bits, most significant first.
    fn shown(&self, span: &Annotation) -> String {
        if span.bits == 0 {
            return String::new();
        }
        if let Order::Characters(_) = self.order {
            let octets = octets_of(self.octets, span);
            let line = octets.split(|octet| matches!(octet, b'\r' | b'\n')).next().unwrap_or_default();
            let more = if line.len() < octets.len() { "..." } else { "" };
            return cut(&String::from_utf8_lossy(line), CHARACTERS) + more;
        }
        if !self.by_bits || span.bit.is_multiple_of(8) && span.bits.is_multiple_of(8) {
            let octets = octets_of(self.octets, span);
            let hex: Vec<String> = octets.iter().take(SHOWN).map(|octet| format!("{octet:02x}")).collect();
            let more = if octets.len() > SHOWN { " ..." } else { "" };
            return hex.join(" ") + more;
        }
        if span.bits > 16 {
            let digits = span.bits.div_ceil(4).min(16) as usize;
            let more = if span.bits > 64 { " ..." } else { "" };
            return format!("0x{:0digits$x}{more}", self.number(span));
        }
        format!("0b{:01$b}", self.number(span), span.bits as usize)
    }

    /// The first 64 bits as a number.
    fn number(&self, span: &Annotation) -> u64 {
        (0..span.bits.min(64)).fold(0, |number, n| {
            let bit = span.bit + n;
            let octet = self.octets.get((bit / 8) as usize).copied().unwrap_or(0);
            match self.order {
                Order::LeastFirst => number | u64::from(octet >> (bit % 8) & 1) << n,
                Order::MostFirst | Order::Characters(_) => {
                    number << 1 | u64::from(octet >> (7 - bit % 8) & 1)
                }
            }
        })
    }
}

/// The name of a value relative to the one around it, or if that has no line, to the line before: the part of its
/// path that these lack, or its last name if they lack all of it.
fn short<'p>(path: &'p str, outer: &str, before: &str) -> &'p str {
    let around = match outer.is_empty() || !leads_to(outer, path) {
        true => common(path, before),
        false => outer,
    };
    let rest = path.get(around.len()..).filter(|_| !around.is_empty()).unwrap_or_default();
    match rest.strip_prefix('.').unwrap_or(rest) {
        "" => path.rsplit_once('.').map_or(path, |(_, name)| name),
        rest => rest,
    }
}

/// The name of an element with the name of its list in front.
fn with_list<'p>(path: &'p str, name: &'p str) -> &'p str {
    let before = path.get(..path.len() - name.len()).unwrap_or_default();
    path.get(before.rfind('.').map_or(0, |dot| dot + 1)..).unwrap_or(name)
}

/// Whether a path is that of a value or of something inside it.
fn leads_to(outer: &str, path: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The steps that both paths begin with.
fn common<'p>(path: &'p str, other: &str) -> &'p str {
    let same = path.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let ends =
        |text: &str| text.len() == same || text.as_bytes().get(same).is_some_and(|next| b".[".contains(next));
    match ends(path) && ends(other) {
        true => path.get(..same).unwrap_or_default(),
        false => path
            .get(..same)
            .and_then(|same| same.rfind(['.', '[']))
            .and_then(|end| path.get(..end))
            .unwrap_or_default(),
    }
}

/// The characters of bytes that are shown as hexadecimal digits, if all of them are printable.
fn characters(value: &str, octets: &[u8]) -> Option<String> {
    let digits = value.strip_prefix('"')?.strip_suffix('"')?;
    let length = digits.len() / 2;
    let contents = octets.get(octets.len().checked_sub(length)?..)?;
    let printable = length > 1 && contents.iter().all(|octet| (0x20..0x7f).contains(octet));
    let same = || {
        digits.len() == contents.len() * 2
            && contents.iter().zip(digits.as_bytes().chunks(2)).all(|(octet, pair)| {
                std::str::from_utf8(pair).is_ok_and(|pair| u8::from_str_radix(pair, 16) == Ok(*octet))
            })
    };
    (printable && same()).then(|| String::from_utf8_lossy(contents).into_owned())
}

/// The beginning of a long value.
fn cut(value: &str, most: usize) -> String {
    match value.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", plain(&value[..end])),
        None => plain(value),
    }
}
