//! The value notation reader: text to a tape, driven by the shape.

mod table;

use wireglot_plan::{Alternative, OpenShape, Rules, Shape, ShapeId, ShapeKind, Slot, SlotPresence};
use wireglot_rt::Limits;

use super::lex::{tokens, Kind, Token};
use super::types::{names_type, type_text};
use super::{escape, NotationError};
use crate::frames::Frames;
use crate::json::keys;
use crate::names::Names;
use crate::{Origin, Sink, Tape, Unknown};

/// Reads values of one shape. It can be reused, and caches the names in the shape and the rows of its tables.
#[derive(Debug)]
pub struct NotationReader<'s> {
    shape: &'s Shape,
    /// Limits on the text. `depth`, `elements`, `integer_octets`, `string_octets` and `total` apply.
    pub limits: Limits,
    /// The encoding rules of contained values that have none of their own.
    pub rules: Rules,
    pub(super) names: Names<'s>,
    rows: keys::Rows,
}

impl<'s> NotationReader<'s> {
    /// A reader of values of `shape` that will be encoded under `rules`.
    pub fn new(shape: &'s Shape, rules: Rules) -> NotationReader<'s> {
        let (limits, names, rows) = Default::default();
        NotationReader { shape, limits, rules, names, rows }
    }

    /// Reads the first value of a text onto the tape; returns its length in octets. After an error, the
    /// tape holds an incomplete value: clear it.
    ///
    /// # Errors
    /// The text is not a value of the type, or exceeds a limit.
    pub fn read(&mut self, text: &str, ty: ShapeId, tape: &mut Tape) -> Result<usize, NotationError> {
        let name = self.shape.get(ty).name.clone();
        if text.len() > self.limits.total {
            let message = format!("the text takes more than {} octets", self.limits.total);
            return Err(NotationError { code: "notation_limit", offset: 0, path: name, message });
        }
        let (tokens, end) = tokens(text).map_err(|e| NotationError { path: name.clone(), ..e })?;
        let mut run = Run { reader: self, tokens: &tokens, at: 0, tape, frames: Frames::default() };
        let read = run.value(ty).and_then(|()| run.expect(Kind::End, "the end of the value"));
        read.map(|()| end).map_err(|wrong| run.explain(name, wrong))
    }
}

/// An error at a token.
pub(super) struct Wrong {
    code: &'static str,
    token: usize,
    message: String,
}

impl Wrong {
    pub(super) fn value(token: usize, message: impl Into<String>) -> Wrong {
        Wrong { code: "notation_value", token, message: message.into() }
    }

    pub(super) fn limit(token: usize, message: String) -> Wrong {
        Wrong { code: "notation_limit", token, message }
    }
}

pub(super) type Read = Result<(), Wrong>;

pub(super) struct Run<'r, 's, 't> {
    pub(super) reader: &'r mut NotationReader<'s>,
    pub(super) tokens: &'r [Token<'t>],
    /// The index of the next token.
    pub(super) at: usize,
    pub(super) tape: &'r mut Tape,
    /// The enclosing values; positions are token indexes.
    frames: Frames<'s, usize>,
}

impl<'s, 't> Run<'_, 's, 't> {
    pub(super) fn token(&self, at: usize) -> Token<'t> {
        self.tokens.get(at).copied().unwrap_or(Token { kind: Kind::End, text: "", offset: 0, mate: 0 })
    }

    pub(super) fn next(&self) -> Token<'t> {
        self.token(self.at)
    }

    /// Whether the next token is this word.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.next().kind == Kind::Word && self.next().text == word
    }

    /// Skips `word :`, if that comes next.
    pub(super) fn escape(&mut self, word: &str) -> bool {
        let found = self.is_word(word) && self.token(self.at + 1).kind == Kind::Colon;
        self.at += if found { 2 } else { 0 };
        found
    }

    pub(super) fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong::value(self.at, message))
    }

    pub(super) fn expect(&mut self, kind: Kind, words: &str) -> Read {
        if self.next().kind != kind {
            return self.wrong(format!("{words} is expected"));
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, ty: ShapeId) -> Read {
        let shape: &'s Shape = self.reader.shape;
        match &shape.get(ty).kind {
            ShapeKind::Record { slots, .. } => self.record(ty, slots),
            ShapeKind::List { element, .. } => self.list(ty, *element),
            ShapeKind::Choice { alternatives, .. } => self.choice(ty, alternatives),
            ShapeKind::Open(open) => self.open(ty, open),
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. }
                if self.is_word("CONTAINING") =>
            {
                self.at += 1;
                self.tape.begin_contained(ty, contents.rules.unwrap_or(self.reader.rules));
                self.wrapped(contents.shape)?;
                self.tape.end_contained(ty);
                Ok(())
            }
            ShapeKind::BitString { contains: Some(_), .. } if self.octets_in_rules(escape::BITS)? => {
                self.leaf(ty, &self.reader.shape.get(ty).kind)
            }
            ShapeKind::OctetString { contains: Some(_), .. } if self.octets_in_rules(escape::OCTETS)? => {
                self.leaf(ty, &self.reader.shape.get(ty).kind)
            }
            kind => self.leaf(ty, kind),
        }
    }

    /// Whether an escape with octets comes next; passes on the rules of these, if they are given.
    fn octets_in_rules(&mut self, word: &str) -> Result<bool, Wrong> {
        if self.escape(word) {
            return Ok(true);
        }
        if !self.is_word(word) || self.token(self.at + 2).kind != Kind::Colon {
            return Ok(false);
        }
        self.at += 1;
        let Some(rules) = Rules::from_word(self.next().text) else {
            return self.wrong(format!("there are no rules `{}`", self.next().text));
        };
        self.at += 2;
        self.tape.origin(Origin { rules, kept: true });
        Ok(true)
    }

    /// Reads the value of an open or contained type.
    fn wrapped(&mut self, ty: ShapeId) -> Read {
        self.deeper()?;
        self.frames.wrap();
        self.value(ty)?;
        self.frames.unwrap_one();
        Ok(())
    }

    fn deeper(&self) -> Read {
        let depth = self.reader.limits.depth;
        match self.frames.depth() >= depth as usize {
            true => Err(Wrong::limit(self.at, format!("values nest deeper than {depth}"))),
            false => Ok(()),
        }
    }

    /// Reads an opening brace; returns the index of the closing one.
    fn braces(&mut self, words: &str) -> Result<usize, Wrong> {
        let open = self.next();
        self.expect(Kind::Open, words)?;
        Ok(open.mate as usize)
    }

    fn record(&mut self, ty: ShapeId, slots: &'s [Slot]) -> Read {
        let brace = self.at;
        let close = self.braces("an opening brace")?;
        self.deeper()?;
        self.frames.enter_record(slots);
        let unknown = self.members(ty, close, slots)?;
        self.tape.begin_record(ty);
        for (index, slot) in slots.iter().enumerate() {
            match self.frames.slot(index) {
                None if matches!(slot.presence, SlotPresence::Required) && slot.addition.is_none() => {
                    let message = format!("component `{}` is missing", slot.name);
                    return Err(Wrong { code: "notation_missing", token: brace, message });
                }
                None => {}
                Some(value) => {
                    self.frames.at_part(index as u32);
                    self.tape.slot(index as u32);
                    self.at = value;
                    self.value(slot.shape)?;
                    self.separated(close)?;
                }
            }
        }
        if let Some(unknown) = unknown {
            self.at = unknown;
            self.unknown_parts()?;
        }
        self.at = close + 1;
        self.tape.end_record(ty);
        self.frames.leave();
        Ok(())
    }

    /// Reads the comma after a part, unless the closing brace is next.
    fn separated(&mut self, close: usize) -> Read {
        if self.at == close {
            return Ok(());
        }
        self.expect(Kind::Comma, "a comma or a closing brace")?;
        if self.at == close {
            return self.wrong("a value is expected after the comma");
        }
        Ok(())
    }

    /// Finds the tokens where the slots' values start; returns that of the unknown parts.
    fn members(&mut self, ty: ShapeId, close: usize, slots: &'s [Slot]) -> Result<Option<usize>, Wrong> {
        let mut unknown = None;
        while self.at < close {
            let name = self.next();
            if name.kind != Kind::Word {
                return self.wrong("the name of a component is expected");
            }
            let member = |message| Err(Wrong { code: "notation_member", token: self.at, message });
            let all = || slots.iter().map(|slot| slot.name.as_str());
            let index = self.reader.names.of(ty, all).get(name.text).map(|index| index as usize);
            match index {
                Some(index) if self.frames.slot(index).is_none() => self.frames.found(index, self.at + 1),
                Some(_) => return member(format!("component `{}` appears twice", name.text)),
                None if name.text == escape::UNKNOWN && unknown.is_none() => {
                    unknown = Some(self.at + 1);
                }
                None => return member(format!("there is no component `{}`", name.text)),
            }
            self.at = self.behind(self.at + 1, close);
            self.separated(close)?;
        }
        Ok(unknown)
    }

    /// The index of the comma after a value, or of the closing brace.
    fn behind(&self, mut at: usize, close: usize) -> usize {
        while at < close && self.token(at).kind != Kind::Comma {
            at = match self.token(at) {
                Token { kind: Kind::Open, mate, .. } => mate as usize + 1,
                _ => at + 1,
            };
        }
        at
    }

    fn unknown_parts(&mut self) -> Read {
        type Place = fn(u32) -> Unknown;
        const PLACES: [(&str, Place); 4] = [
            ("insertion", Unknown::Insertion),
            ("addition", Unknown::Addition),
            ("bitmap", Unknown::Bitmap),
            ("raw", Unknown::Raw),
        ];
        let close = self.braces("a list of unknown parts")?;
        while self.at < close {
            let end = self.braces("an unknown part")?;
            let place = PLACES.iter().find(|(word, _)| self.is_word(word)).map(|(_, place)| *place);
            let Some(place) = place else {
                return self.wrong("`insertion`, `addition`, `bitmap` or `raw` is expected");
            };
            self.at += 1;
            let index = self.small()?;
            self.expect(Kind::Comma, "a comma")?;
            let octets = self.octets_member()?;
            self.tape.unknown(place(index as u32), &octets);
            if self.at != end {
                return self.wrong("a closing brace is expected");
            }
            self.at += 1;
            self.separated(close)?;
        }
        Ok(())
    }

    /// Reads `octets` and an hstring.
    fn octets_member(&mut self) -> Result<Vec<u8>, Wrong> {
        if !self.is_word("octets") {
            return self.wrong("`octets` is expected");
        }
        self.at += 1;
        Ok(self.bits()?.0)
    }

    fn list(&mut self, ty: ShapeId, element: ShapeId) -> Read {
        let close = self.braces("an opening brace")?;
        self.deeper()?;
        self.frames.enter_list();
        self.tape.begin_list(ty);
        let mut index = 0u32;
        while self.at < close {
            if u64::from(index) >= self.reader.limits.elements {
                return Err(Wrong::limit(self.at, format!("a list has more than {index} elements")));
            }
            self.frames.at_part(index);
            self.value(element)?;
            self.separated(close)?;
            index = index.saturating_add(1);
        }
        self.at = close + 1;
        self.tape.end_list(ty);
        self.frames.leave();
        Ok(())
    }

    #[expect(clippy::indexing_slicing, reason = "the name has the index")]
    fn choice(&mut self, ty: ShapeId, alternatives: &'s [Alternative]) -> Read {
        if self.escape(escape::UNKNOWN) {
            return self.unknown_choice(ty);
        }
        let name = self.next();
        let all = || alternatives.iter().map(|alternative| alternative.name.as_str());
        let index = self.reader.names.of(ty, all).get(name.text).filter(|_| name.kind == Kind::Word);
        let Some(index) = index.map(|index| index as usize) else {
            let message = format!("there is no alternative `{}`", name.text);
            return Err(Wrong { code: "notation_member", token: self.at, message });
        };
        self.at += 1;
        self.expect(Kind::Colon, "a colon")?;
        self.deeper()?;
        self.frames.enter_choice(alternatives, index, self.at);
        self.tape.begin_choice(ty, index as u32);
        self.value(alternatives[index].shape)?;
        self.tape.end_choice(ty);
        self.frames.leave();
        Ok(())
    }

    fn unknown_choice(&mut self, ty: ShapeId) -> Read {
        let close = self.braces("an unknown alternative")?;
        let octets = self.octets_member()?;
        let mut index = None;
        if self.at != close {
            self.expect(Kind::Comma, "a comma")?;
            if !self.is_word("index") {
                return self.wrong("`index` is expected");
            }
            self.at += 1;
            index = Some(self.small()?);
        }
        self.expect(Kind::Close, "a closing brace")?;
        self.tape.unknown_choice(ty, index, &octets);
        Ok(())
    }

    /// Reads `Type : value`. The keys decide the type; without them, its name does.
    #[expect(clippy::indexing_slicing, reason = "a reader goes forward, and stays before the last token")]
    fn open(&mut self, ty: ShapeId, open: &'s OpenShape) -> Read {
        if self.octets_in_rules(escape::OPAQUE)? {
            let (octets, _) = self.bits()?;
            self.tape.opaque(ty, &octets);
            return Ok(());
        }
        let first = self.at;
        let end = self.tokens.len().saturating_sub(1);
        while self.at < end && self.next().kind != Kind::Colon {
            self.at = match self.next() {
                Token { kind: Kind::Open, mate, .. } => mate as usize + 1,
                Token { kind: Kind::Word | Kind::Mark, .. } => self.at + 1,
                _ => return Err(Wrong::value(first, "a type, a colon and a value are expected")),
            };
        }
        let words: String = self.tokens[first..self.at].iter().map(|token| token.text).collect();
        self.expect(Kind::Colon, "a colon after a type")?;
        let actual = match open {
            OpenShape::Opaque => None,
            OpenShape::Fixed(actual) => Some(*actual),
            OpenShape::Keyed { table, keys } => self.row(ty, *table, keys),
        };
        let Some(actual) = actual else {
            return Err(Wrong::value(
                first,
                "nothing says what this open type holds: `$opaque : ''H` shows it",
            ));
        };
        if !names_type(self.reader.shape, &words, actual) {
            let meant = type_text(self.reader.shape, actual);
            return Err(Wrong::value(first, format!("this is a value of `{meant}`")));
        }
        self.tape.begin_open(ty, actual);
        self.wrapped(actual)?;
        self.tape.end_open(ty);
        Ok(())
    }

    /// Adds the path and offset to an error.
    fn explain(&self, path: String, wrong: Wrong) -> NotationError {
        let (path, offset) = (self.frames.path(path), self.token(wrong.token).offset);
        NotationError { code: wrong.code, offset, path, message: wrong.message }
    }
}
