//! Reads text to values.

mod decide;
mod error;
pub(crate) mod tokens;
mod trace;

use wireglot_grammar::{ClassId, Look, ProductionId, Symbol};
use wireglot_interp::{Limits, Sink};
use wireglot_plan::{Shape, ShapeKind};

use crate::draft::{Draft, Misplaced, Spot};
use crate::leaf;
use crate::scan::Scan;
use crate::Convert;
use wireglot_grammar::link::{BoundKind, BoundValue, Link, Place};

pub use error::ReadError;

use trace::Trace;

/// Reads texts by a grammar.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'l> {
    link: &'l Link<'l>,
    shape: &'l Shape,
    convert: &'l dyn Convert,
    /// Limits on the text; `depth`, `elements` and `total` apply.
    pub limits: Limits,
    /// Whether a name without a number is an error, since only text has room for it.
    pub numbered: bool,
}

impl<'l> Reader<'l> {
    /// A reader.
    pub fn new(link: &'l Link<'l>, shape: &'l Shape, convert: &'l dyn Convert) -> Reader<'l> {
        Reader { link, shape, convert, limits: Limits::default(), numbered: false }
    }

    /// Reads the message at the start of a text; returns its length in octets. It may be followed by another
    /// message, or by white space and comments, which belong to it. The draft is reused memory.
    ///
    /// # Errors
    /// The text is not a message, or exceeds a limit.
    pub fn read(&self, text: &[u8], draft: &mut Draft, sink: &mut impl Sink) -> Result<usize, ReadError> {
        let mut run = Run::new(self, text, draft);
        run.whole()?;
        let taken = run.scan.at;
        self.lacking(text, draft, sink).map_or(Ok(()), Err)?;
        Ok(taken)
    }

    /// Plays what has been read; returns the error if anything is missing.
    fn lacking(&self, text: &[u8], draft: &Draft, sink: &mut impl Sink) -> Option<ReadError> {
        let lack = draft.play(self.shape, sink).err()?;
        let message = format!("`{}` is missing", lack.path);
        Some(ReadError::new(text, "grammar_missing", lack.at, message).within(String::new(), lack.path))
    }

    /// Reads as much of a text as possible, and plays the parts at a path of slots. So a broken message can
    /// still show who sent it.
    ///
    /// # Errors
    /// The text ends or is invalid before the end of these parts.
    pub fn peek(
        &self,
        text: &[u8],
        path: &[&str],
        draft: &mut Draft,
        sink: &mut impl Sink,
    ) -> Result<(), ReadError> {
        let mut run = Run::new(self, text, draft);
        let wrong = run.whole().err();
        let at = draft.named(self.shape, path);
        let done = at.map(|id| draft.play_part(id, self.shape, sink));
        match (done, wrong) {
            (Some(Ok(())), _) => Ok(()),
            (_, Some(wrong)) => Err(wrong),
            (_, None) => {
                let message = format!("`{}` is missing", path.join("."));
                Err(ReadError::new(text, "grammar_missing", 0, message))
            }
        }
    }
}

/// A value that is being filled in.
struct Frame {
    id: u32,
    /// The name that may be needed to interpret what it contains.
    name: Option<Vec<u8>>,
}

/// An error without its line.
struct Wrong {
    code: &'static str,
    offset: usize,
    message: String,
}

type Read = Result<(), Wrong>;

struct Run<'r> {
    link: &'r Link<'r>,
    shape: &'r Shape,
    convert: &'r dyn Convert,
    scan: Scan<'r>,
    draft: &'r mut Draft,
    limits: Limits,
    numbered: bool,
    frames: Vec<Frame>,
    /// The open rules.
    rules: Vec<ProductionId>,
    version: u8,
    /// What could have come at a place but did not.
    declined: (usize, Vec<Look>),
    /// The tokens so far, if requested.
    trace: Option<Trace>,
}

impl<'r> Run<'r> {
    fn new(reader: &Reader<'r>, text: &'r [u8], draft: &'r mut Draft) -> Run<'r> {
        let Reader { link, shape, convert, limits, numbered } = *reader;
        draft.clear();
        let id = draft.start(link.ty);
        let frames = vec![Frame { id, name: None }];
        let rules = vec![link.grammar.root];
        let scan = Scan::new(link.grammar, text);
        let declined = (0, Vec::new());
        let (version, trace) = (0, None);
        Run { link, shape, convert, scan, draft, limits, numbered, frames, rules, version, declined, trace }
    }

    fn whole(&mut self) -> Result<(), ReadError> {
        self.node(self.link.root).and_then(|()| self.end()).map_err(|wrong| {
            let open = || self.rules.iter().rev().filter_map(|rule| self.link.grammar.production(*rule));
            let rule = open().next().map_or_else(String::new, |rule| rule.name.clone());
            let answer = open().find_map(|rule| rule.answer);
            let error = ReadError::new(self.scan.text, wrong.code, wrong.offset, wrong.message);
            ReadError { answer, ..error.within(rule, self.draft.path(self.shape, self.cursor())) }
        })
    }

    /// Checks that only white space or another message follows.
    fn end(&mut self) -> Read {
        let at = self.scan.skip(self.scan.at);
        if at < self.scan.text.len() && !self.first(self.link.root, self.scan.at) {
            return self.unexpected("the end of the message".into());
        }
        self.scan.at = at;
        Ok(())
    }

    fn wrong<T>(&self, offset: usize, message: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong { code: "grammar_syntax", offset, message: message.into() })
    }

    fn bad<T>(&self, offset: usize, message: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong { code: "grammar_value", offset, message: message.into() })
    }

    fn cursor(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.id)
    }

    fn node(&mut self, id: u32) -> Read {
        let Some(bound) = self.link.node(id) else { return Ok(()) };
        match &bound.kind {
            BoundKind::Nothing => Ok(()),
            BoundKind::Token(token) => match self.link.grammar.token(*token) {
                Some(token) if token.is_gap => self.gap(),
                Some(token) if token.is_blank => Ok(()),
                _ => self.symbol(Symbol::Token(*token)).map(|_| ()),
            },
            BoundKind::Class(class) => self.class(*class),
            BoundKind::Value(value) => self.value(value),
            BoundKind::Call(rule, body) => {
                let depth = self.limits.depth as usize;
                if self.rules.len() > depth {
                    let message = format!("rules nest deeper than {depth}");
                    return Err(Wrong { code: "grammar_limit", offset: self.scan.at, message });
                }
                self.rules.push(*rule);
                if let Some(body) = self.link.body(*body) {
                    self.node(body)?;
                }
                self.rules.pop();
                if Some(*rule) == self.link.grammar.version {
                    let number = self.draft.number(self.cursor()).unwrap_or_default();
                    self.version = u8::try_from(number).unwrap_or(u8::MAX);
                }
                Ok(())
            }
            BoundKind::At(places, inner) => self.part(places, *inner),
            BoundKind::Seq(parts) => parts.iter().try_for_each(|part| self.node(*part)),
            BoundKind::Alt(branches) => self.alternative(id, branches),
            BoundKind::Opt(inner) => match self.begins(*inner, id) {
                true => self.node(*inner),
                false => {
                    self.decline(*inner, id);
                    Ok(())
                }
            },
            BoundKind::Some(item, None) => loop {
                let from = self.scan.at;
                self.node(*item)?;
                if self.scan.at == from || !self.begins(*item, id) {
                    self.decline(*item, id);
                    return Ok(());
                }
            },
            BoundKind::Some(item, Some(separator)) => loop {
                self.node(*item)?;
                let separator = Symbol::Token(*separator);
                let Some((start, end)) = self.scan.symbol(self.scan.at, separator) else {
                    self.declines([Look { first: separator, second: None }]);
                    return Ok(());
                };
                if self.needs_two(id) && !self.first(*item, end) {
                    let looks = self.looks(*item);
                    let behind = |look: Look| Look { first: separator, second: Some(look.first) };
                    self.declines(looks.into_iter().map(behind));
                    return Ok(());
                }
                self.pass(separator, start, end);
            },
            BoundKind::Deeper(_, inner) => self.node(*inner),
        }
    }

    /// Skips a terminal; returns where it starts.
    fn symbol(&mut self, symbol: Symbol) -> Result<usize, Wrong> {
        match self.scan.symbol(self.scan.at, symbol) {
            // Offsets in a draft have 32 bits.
            Some((_, end)) if end > self.limits.total.min(u32::MAX as usize / 4) => {
                let message = format!("a message takes more than {} octets", self.limits.total);
                Err(Wrong { code: "grammar_limit", offset: self.scan.at, message })
            }
            Some((start, end)) => {
                self.pass(symbol, start, end);
                Ok(start)
            }
            None => {
                let last = self.show(symbol);
                self.unexpected(last)
            }
        }
    }

    fn pass(&mut self, symbol: Symbol, start: usize, end: usize) {
        self.scan.at = end;
        let cursor = self.cursor();
        if let Some(trace) = &mut self.trace {
            trace.token(start..end, symbol, self.rules.last().copied(), cursor);
        }
    }

    fn gap(&mut self) -> Read {
        match self.scan.skip(self.scan.at) > self.scan.at {
            true => Ok(()),
            false => self.unexpected("white space".into()),
        }
    }

    fn show(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Token(id) => {
                self.link.grammar.token(id).map_or("?".into(), |token| format!("`{}`", token.long))
            }
            Symbol::Class(id) => self.link.grammar.class(id).map_or("?".into(), |class| class.name.clone()),
        }
    }

    fn class(&mut self, id: ClassId) -> Read {
        let start = self.symbol(Symbol::Class(id))?;
        let Some(class) = self.link.grammar.class(id) else { return Ok(()) };
        let text = self.scan.text.get(start..self.scan.at).unwrap_or_default();
        let rest = self.scan.text.get(self.scan.at..).unwrap_or_default();
        let next = rest.iter().copied().find(|octet| !octet.is_ascii_whitespace());
        let cursor = self.cursor();
        let around = self.frames.iter().rev().find_map(|frame| frame.name.as_deref());
        let mut spot = Spot { draft: self.draft, shape: self.shape, id: cursor, at: start };
        let done = leaf::read(class, text, next, self.convert, &mut spot);
        let done = done.unwrap_or_else(|| self.convert.read(&class.how, text, around, &mut spot));
        if let Err(message) = done {
            return self.bad(start, message);
        }
        if let Some(why) = self.draft.unnumbered_part(cursor).filter(|_| self.numbered) {
            return self.bad(start, why);
        }
        let octets = self.draft.octets(cursor);
        let around = self.frames.iter().rev().find_map(|frame| frame.name.as_deref());
        if let Some(name) = octets.and_then(|octets| self.convert.name(&class.how, around, octets)) {
            let outer = self.frames.len().checked_sub(2).and_then(|index| self.frames.get_mut(index));
            if let Some(frame) = outer {
                frame.name = Some(name);
            }
        }
        Ok(())
    }

    fn value(&mut self, value: &BoundValue) -> Read {
        let cursor = self.cursor();
        let at = self.scan.at;
        let mut spot = Spot { draft: self.draft, shape: self.shape, id: cursor, at };
        let done = match value {
            BoundValue::Boolean(value) => spot.boolean(*value),
            BoundValue::Null => spot.null(),
            BoundValue::Number(number) => spot.integer(*number),
            BoundValue::Item(_, name) => spot.item(name),
            BoundValue::Empty => {
                self.draft.exists(cursor, self.shape);
                Ok(())
            }
            BoundValue::Copy((slot, ty), path) => {
                let from = self.draft.follow(cursor, path);
                let to = self.draft.slot(cursor, *slot, *ty, at);
                if let (Some(from), Ok((to, true))) = (from, to) {
                    self.draft.copy(from, to);
                }
                Ok(())
            }
        };
        if let (Some(trace), false) =
            (&mut self.trace, matches!(value, BoundValue::Empty | BoundValue::Copy(..)))
        {
            trace.says(cursor);
        }
        done.or_else(|message| self.bad(at, message))
    }

    /// Goes to a part of the value and reads it.
    fn part(&mut self, places: &[Place], inner: u32) -> Read {
        let at = self.scan.skip(self.scan.at);
        let outer = self.frames.len();
        let mut is_new = true;
        let mut steps = places.iter().peekable();
        while let Some(place) = steps.next() {
            let id = self.cursor();
            let next = steps.peek().map(|place| **place).or_else(|| self.link.first_place(inner));
            let stepped = self.step(id, *place, next, at);
            match stepped {
                Ok(Some((part, new))) => {
                    is_new = new;
                    self.frames.push(Frame { id: part, name: None });
                }
                Ok(None) => {}
                Err(Misplaced::Many) => {
                    let message = format!("a list has more than {} elements", self.limits.elements);
                    return Err(Wrong { code: "grammar_limit", offset: at, message });
                }
                Err(misplaced) => return self.bad(at, self.misplaced(id, misplaced)),
            }
        }
        // A part may occur again only if its own parts are being added to.
        let merges = matches!(places.last(), Some(Place::Join(_)))
            || self.link.node(inner).is_some_and(|node| node.placed);
        if !is_new && !merges {
            return self.bad(at, format!("`{}` appears twice", self.type_name(self.cursor())));
        }
        self.node(inner)?;
        let cursor = self.cursor();
        if let (Some(Place::Bit(bit)), Some(trace)) = (places.last(), &mut self.trace) {
            trace.sets(cursor, *bit);
        }
        self.draft.finish(cursor);
        self.frames.truncate(outer);
        Ok(())
    }

    fn step(
        &mut self,
        id: u32,
        place: Place,
        next: Option<Place>,
        at: usize,
    ) -> Result<Option<(u32, bool)>, Misplaced> {
        match place {
            Place::Slot(slot, ty) => self.draft.slot(id, slot, ty, at).map(Some),
            Place::Alternative(alternative, ty) => self.draft.alternative(id, alternative, ty, at).map(Some),
            Place::Join(ty) => {
                let joined = match next {
                    Some(Place::Alternative(alternative, _)) => self.draft.last_as(id, alternative),
                    Some(Place::Slot(slot, _)) => self.draft.last_without(id, slot),
                    _ => None,
                };
                match joined {
                    Some(last) => Ok(Some((last, false))),
                    None => self.step(id, Place::Add(ty), next, at),
                }
            }
            Place::Add(ty) | Place::Only(ty) => {
                let (part, count) = self.draft.add(id, ty, at)?;
                match u64::from(count) > self.limits.elements {
                    true => Err(Misplaced::Many),
                    false => Ok(Some((part, true))),
                }
            }
            Place::Bit(bit) => self.draft.bit(id, bit).map(|()| None),
        }
    }

    fn type_name(&self, id: u32) -> String {
        self.draft.shape_of(id).map_or_else(String::new, |ty| self.shape.get(ty).name.clone())
    }

    fn misplaced(&self, id: u32, misplaced: Misplaced) -> String {
        match misplaced {
            Misplaced::Twice => format!("a part of `{}` appears twice", self.type_name(id)),
            Misplaced::Other(alternative) => {
                let kind = self.draft.shape_of(id).map(|ty| &self.shape.get(ty).kind);
                let name = match kind {
                    Some(ShapeKind::Choice { alternatives, .. }) => {
                        alternatives.get(alternative as usize).map_or("?", |a| a.name.as_str())
                    }
                    _ => "?",
                };
                format!("`{}` is `{name}` already", self.type_name(id))
            }
            Misplaced::Kind | Misplaced::Many => format!("`{}` has no room for this", self.type_name(id)),
        }
    }
}
