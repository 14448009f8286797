//! Writes values as text.

mod holds;

use std::fmt;

use wireglot_grammar::{Class, ClassId, Layout, Look, ProductionId, Symbol, Token, TokenId};
use wireglot_interp::{ValueRef, View};
use wireglot_plan::{Shape, ShapeKind, Size};

use crate::leaf;
use crate::scan::{class_end, Scan};
use crate::Convert;
use wireglot_grammar::link::{BoundKind, BoundValue, Link, Place};

/// How text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Long keywords, and a line for each part.
    Pretty,
    /// Short keywords, and no unnecessary space.
    Compact,
}

/// Why a value cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteError {
    /// The rule being written.
    pub rule: String,
    /// The path of the field, starting with the type's name.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, in `{}`", self.path, self.message, self.rule)
    }
}

impl std::error::Error for WriteError {}

/// Writes values by a grammar. It can be reused.
#[derive(Debug)]
pub struct Writer<'l> {
    link: &'l Link<'l>,
    shape: &'l Shape,
    convert: &'l dyn Convert,
    style: Style,
}

impl<'l> Writer<'l> {
    /// A writer.
    pub fn new(link: &'l Link<'l>, shape: &'l Shape, convert: &'l dyn Convert, style: Style) -> Writer<'l> {
        Writer { link, shape, convert, style }
    }

    /// Appends the text of a value. On error, `out` is left unchanged.
    ///
    /// # Errors
    /// A part of the value cannot be written.
    pub fn write(&self, value: ValueRef, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let start = out.len();
        let mut run = Run {
            link: self.link,
            shape: self.shape,
            convert: self.convert,
            style: self.style,
            out,
            frames: Vec::new(),
            rules: vec![self.link.grammar.root],
            level: 0,
            version: 0,
            leaves: 0,
            passed: (0, Vec::new()),
        };
        run.frames.push(Frame::of(value));
        let done = run.node(self.link.root).and_then(|()| match run.leaves == leaves(value) {
            true => Ok(()),
            false => Err("a part of this value has no place in the text".into()),
        });
        let rule = run.rules.last().and_then(|rule| self.link.grammar.production(*rule));
        let rule = rule.map_or_else(String::new, |rule| rule.name.clone());
        let path = run.path();
        done.map_err(|message| {
            out.truncate(start);
            WriteError { rule, path, message }
        })
    }
}

/// The number of leaves in a value; each must be written.
fn leaves(value: ValueRef) -> usize {
    match value.view() {
        View::Record(record) => {
            record.slots().map(|(_, part)| leaves(part)).sum::<usize>() + record.unknowns().count()
        }
        View::List(list) => list.iter().map(leaves).sum(),
        View::Choice(_, inner) | View::Open(_, inner) | View::Contained(_, inner) => leaves(inner),
        View::BitString(octets, _) => octets.iter().map(|octet| octet.count_ones() as usize).sum(),
        _ => 1,
    }
}

struct Frame<'v> {
    value: ValueRef<'v>,
    /// The path from the enclosing frame; if its last step is to a list element, the index of the
    /// element.
    way: (&'v [Place], usize),
    /// For each list path, the number of elements written.
    written: Vec<(&'v [Place], usize)>,
    name: Option<Vec<u8>>,
}

impl<'v> Frame<'v> {
    fn of(value: ValueRef<'v>) -> Frame<'v> {
        Frame { value, way: (&[], 0), written: Vec::new(), name: None }
    }
}

/// Whether a part is to be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// The value has it.
    Yes,
    /// The value has something else.
    No,
    /// It does not depend on the value.
    Neutral,
}

type Write = Result<(), String>;

struct Run<'r> {
    link: &'r Link<'r>,
    shape: &'r Shape,
    convert: &'r dyn Convert,
    style: Style,
    out: &'r mut Vec<u8>,
    frames: Vec<Frame<'r>>,
    rules: Vec<ProductionId>,
    level: usize,
    version: u8,
    /// The number of leaves written.
    leaves: usize,
    /// What could have been at a place in the text but is not.
    passed: (usize, Vec<Look>),
}

/// The separator between the items of a list.
struct Between {
    separator: Option<TokenId>,
    any: bool,
}

impl<'r> Run<'r> {
    fn value(&self) -> Option<ValueRef<'r>> {
        self.frames.last().map(|frame| frame.value)
    }

    fn around(&self) -> Option<&[u8]> {
        self.frames.iter().rev().find_map(|frame| frame.name.as_deref())
    }

    fn token(&mut self, token: &Token) {
        if self.style == Style::Compact {
            self.out.extend_from_slice(token.short.as_bytes());
            return;
        }
        for piece in &token.pretty {
            match piece {
                Layout::Text(text) => self.out.extend_from_slice(text.as_bytes()),
                Layout::Deeper => self.level += 1,
                Layout::Back => self.level = self.level.saturating_sub(1),
                Layout::Line => {
                    self.out.push(b'\n');
                    self.out.extend(std::iter::repeat_n(b'\t', self.level));
                }
            }
        }
    }

    fn node(&mut self, id: u32) -> Write {
        let Some(bound) = self.link.node(id) else { return Ok(()) };
        match &bound.kind {
            BoundKind::Nothing => Ok(()),
            BoundKind::Token(token) => {
                if let Some(token) = self.link.grammar.token(*token) {
                    self.token(token);
                }
                Ok(())
            }
            BoundKind::Class(class) => self.class(*class),
            BoundKind::Value(value) => {
                self.leaves += match (value, self.value()) {
                    (BoundValue::Empty, _) | (_, None) => 0,
                    (BoundValue::Copy((slot, _), _), Some(value)) => value.slot(*slot).map_or(0, leaves),
                    _ => 1,
                };
                Ok(())
            }
            BoundKind::Call(rule, body) => {
                self.rules.push(*rule);
                if let Some(body) = self.link.body(*body) {
                    self.node(body)?;
                }
                self.rules.pop();
                if let (true, Some(View::Integer(number))) =
                    (Some(*rule) == self.link.grammar.version, self.value().map(ValueRef::view))
                {
                    self.version = u8::try_from(number).unwrap_or(u8::MAX);
                }
                Ok(())
            }
            BoundKind::At(places, inner) => match self.enter(places) {
                Some(outer) => {
                    self.node(*inner)?;
                    self.leave(outer);
                    Ok(())
                }
                None => Err("a part of the value is missing".into()),
            },
            BoundKind::Seq(parts) => parts.iter().try_for_each(|part| self.node(*part)),
            BoundKind::Alt(branches) => match self.choose(branches) {
                Some(node) => self.node(node),
                None => Err("no alternative is for this value".into()),
            },
            BoundKind::Opt(inner) => match self.holds(*inner) {
                Holds::Yes => self.node(*inner),
                _ => {
                    self.pass(*inner);
                    Ok(())
                }
            },
            BoundKind::Some(item, separator) => {
                let mut between = Between { separator: *separator, any: false };
                self.items(*item, &mut between)?;
                match between.any {
                    true => Ok(()),
                    false => Err("a list has nothing in it".into()),
                }
            }
            BoundKind::Deeper(by, inner) => {
                self.level = self.level.saturating_add_signed(isize::from(*by));
                self.node(*inner)?;
                self.level = self.level.saturating_add_signed(-isize::from(*by));
                Ok(())
            }
        }
    }

    fn class(&mut self, id: ClassId) -> Write {
        let (Some(class), Some(value)) = (self.link.grammar.class(id), self.value()) else { return Ok(()) };
        let start = self.out.len();
        let (named, done) = match leaf::write(class, value, self.convert, self.out) {
            Some(done) => (false, done),
            None => {
                let around = self.frames.iter().rev().find_map(|frame| frame.name.as_deref());
                (true, self.convert.write(&class.how, value, around, self.out))
            }
        };
        let done = done.and_then(|()| self.reads_back(class, start));
        // A name without a number does not have the size of a number.
        let done = match named {
            true => done,
            false => done.and_then(|()| self.within(value)),
        };
        done.map_err(|message| format!("{}: {message}", class.name))?;
        self.leaves += leaves(value);
        let name = match value.view() {
            View::OctetString(octets) => self.convert.name(&class.how, self.around(), octets),
            _ => None,
        };
        if let Some(name) = name {
            let outer = self.frames.len().checked_sub(2).and_then(|index| self.frames.get_mut(index));
            if let Some(frame) = outer {
                frame.name = Some(name);
            }
        }
        Ok(())
    }

    /// Records what could have been written here.
    fn pass(&mut self, node: u32) {
        if self.passed.0 != self.out.len() {
            self.passed = (self.out.len(), Vec::new());
        }
        if let Some(bound) = self.link.node(node) {
            self.passed.1.extend(self.link.analysis.looks(bound.origin));
        }
    }

    /// Checks that a reader would take the text from `start` on, and all of it, for this class.
    fn reads_back(&self, class: &Class, start: usize) -> Write {
        if class_end(self.out, start, class) != Some(self.out.len()) {
            let text = self.out.get(start..).unwrap_or_default();
            return Err(format!("`{}` is not of its form", text.escape_ascii()));
        }
        let scan = Scan::new(self.link.grammar, self.out);
        let tokens = self.passed.1.iter().filter_map(|look| match look.first {
            Symbol::Token(id) if self.passed.0 == start => self.link.grammar.token(id),
            _ => None,
        });
        let mut taken = tokens.filter(|token| scan.token(start, token).is_some());
        match taken.next() {
            Some(token) => Err(format!("it begins with `{}`, which would be read as that", token.short)),
            None => Ok(()),
        }
    }

    /// Checks that a value without parts is within the bounds of its type.
    fn within(&self, value: ValueRef) -> Write {
        let sized = |size: Size, length: usize| {
            let length = length as u64;
            match length >= size.lo && size.hi.is_none_or(|hi| length <= hi) {
                true => Ok(()),
                false => Err(format!("{length} characters or octets are not as many as its type has")),
            }
        };
        match (&self.shape.get(value.shape()).kind, value.view()) {
            (ShapeKind::Integer { range, .. }, View::Integer(number)) => {
                let lo = range.lo.as_ref().and_then(|lo| lo.to_i64());
                let hi = range.hi.as_ref().and_then(|hi| hi.to_i64());
                match lo.is_none_or(|lo| number >= lo) && hi.is_none_or(|hi| number <= hi) {
                    true => Ok(()),
                    false => Err(format!("{number} is not in the range of its type")),
                }
            }
            (ShapeKind::OctetString { size, .. }, View::OctetString(octets)) => sized(*size, octets.len()),
            (ShapeKind::String { size, .. }, View::String(text)) => sized(*size, text.len()),
            _ => Ok(()),
        }
    }

    /// The path of the current value.
    fn path(&self) -> String {
        let root = self.frames.first().map_or("", |frame| &self.shape.get(frame.value.shape()).name);
        let mut path = root.to_string();
        let mut ty = self.frames.first().map(|frame| frame.value.shape());
        for (places, index) in self.frames.iter().map(|frame| frame.way) {
            for place in places {
                let kind = ty.map(|ty| &self.shape.get(ty).kind);
                let (name, to) = match (place, kind) {
                    (Place::Slot(slot, to), Some(ShapeKind::Record { slots, .. })) => {
                        (slots.get(*slot as usize).map(|slot| format!(".{}", slot.name)), *to)
                    }
                    (Place::Alternative(chosen, to), Some(ShapeKind::Choice { alternatives, .. })) => {
                        (alternatives.get(*chosen as usize).map(|chosen| format!(".{}", chosen.name)), *to)
                    }
                    (Place::Add(to) | Place::Join(to) | Place::Only(to), _) => {
                        (Some(format!("[{index}]")), *to)
                    }
                    _ => continue,
                };
                path.push_str(&name.unwrap_or_default());
                ty = Some(to);
            }
        }
        path
    }

    /// The part at a path; for a list, the next element that has not been written.
    fn find(&self, places: &[Place]) -> Option<ValueRef<'r>> {
        let frame = self.frames.last()?;
        let mut value = frame.value;
        for place in places {
            value = match place {
                Place::Slot(slot, _) => value.slot(*slot)?,
                Place::Alternative(alternative, _) => match value.view() {
                    View::Choice(chosen, inner) if chosen == *alternative => inner,
                    _ => return None,
                },
                Place::Only(_) => {
                    let list = value.elements().filter(|list| list.len() == 1)?;
                    list.get(self.written(places))?
                }
                Place::Add(_) | Place::Join(_) => value.elements()?.get(self.written(places))?,
                Place::Bit(bit) => match value.view() {
                    View::BitString(octets, _) => {
                        let octet = octets.get(*bit as usize / 8)?;
                        (octet >> (7 - bit % 8) & 1 != 0).then_some(value)?
                    }
                    _ => return None,
                },
            };
        }
        Some(value)
    }

    fn written(&self, places: &[Place]) -> usize {
        let frame = self.frames.last();
        let found = frame.and_then(|frame| frame.written.iter().find(|(path, _)| same_list(path, places)));
        found.map_or(0, |(_, count)| *count)
    }

    /// Enters a part; returns the number of frames before it.
    fn enter(&mut self, places: &'r [Place]) -> Option<usize> {
        let value = self.find(places)?;
        let outer = self.frames.len();
        let index = self.written(places);
        let frame = self.frames.last_mut()?;
        match places.last() {
            Some(Place::Add(_) | Place::Join(_) | Place::Only(_)) => {
                match frame.written.iter_mut().find(|(path, _)| same_list(path, places)) {
                    Some((_, count)) => *count += 1,
                    None => frame.written.push((places, 1)),
                }
            }
            Some(Place::Bit(_)) => self.leaves += 1,
            _ => {}
        }
        self.frames.push(Frame { way: (places, index), ..Frame::of(value) });
        Some(outer)
    }

    fn leave(&mut self, outer: usize) {
        self.frames.truncate(outer);
    }

    /// Writes an item for each matching part of the value.
    fn items(&mut self, id: u32, between: &mut Between) -> Write {
        let Some(bound) = self.link.node(id) else { return Ok(()) };
        match &bound.kind {
            BoundKind::Alt(branches) if bound.placed => {
                let mut other = false;
                for branch in branches {
                    let placed = self.link.node(branch.node).is_some_and(|node| node.placed);
                    if !self.writes(branch) || (!placed && other) {
                        continue;
                    }
                    let length = self.out.len();
                    self.items(branch.node, between)?;
                    other |= !placed && self.out.len() > length;
                }
                Ok(())
            }
            BoundKind::Call(rule, body) if bound.placed => {
                let Some(body) = self.link.body(*body) else { return Ok(()) };
                self.rules.push(*rule);
                self.items(body, between)?;
                self.rules.pop();
                Ok(())
            }
            BoundKind::Deeper(by, inner) if bound.placed => {
                self.level = self.level.saturating_add_signed(isize::from(*by));
                self.items(*inner, between)?;
                self.level = self.level.saturating_add_signed(-isize::from(*by));
                Ok(())
            }
            BoundKind::At(places, inner) => {
                let list = matches!(places.last(), Some(Place::Add(_) | Place::Join(_) | Place::Only(_)));
                let placed = self.link.node(*inner).is_some_and(|node| node.placed);
                loop {
                    let mark = (self.leaves, self.out.len());
                    let Some(outer) = self.enter(places) else { break };
                    if placed {
                        self.items(*inner, between)?;
                    } else if self.holds(*inner) != Holds::No {
                        self.separate(between);
                        self.node(*inner)?;
                    } else if mark.1 == self.out.len() {
                        self.leaves = mark.0;
                    }
                    self.leave(outer);
                    if !list {
                        break;
                    }
                }
                Ok(())
            }
            // An item that takes list elements is repeated as long as there are any.
            BoundKind::Seq(_) => {
                while self.holds(id) == Holds::Yes {
                    let length = self.out.len();
                    self.separate(between);
                    self.node(id)?;
                    if self.out.len() == length || !self.takes(id) {
                        break;
                    }
                }
                Ok(())
            }
            _ if self.holds(id) != Holds::No => {
                self.separate(between);
                self.node(id)
            }
            _ => Ok(()),
        }
    }

    /// Whether an item takes the next element of a list each time.
    fn takes(&self, id: u32) -> bool {
        let Some(BoundKind::Seq(parts)) = self.link.node(id).map(|node| &node.kind) else { return false };
        parts.iter().any(|part| {
            let kind = self.link.node(*part).map(|node| &node.kind);
            matches!(kind, Some(BoundKind::At(places, _)) if matches!(places.last(), Some(Place::Add(_))))
        })
    }

    fn separate(&mut self, between: &mut Between) {
        if std::mem::replace(&mut between.any, true) {
            if let Some(token) = between.separator.and_then(|id| self.link.grammar.token(id)) {
                self.token(token);
            }
        }
    }
}

/// Whether two paths lead to elements of the same list.
fn same_list(a: &[Place], b: &[Place]) -> bool {
    match (a.split_last(), b.split_last()) {
        (Some((_, a)), Some((_, b))) => a == b,
        _ => false,
    }
}
