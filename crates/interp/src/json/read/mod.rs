//! The JSON reader: text to a tape in one pass, driven by the shape.

mod open;
mod record;
mod scalar;

use wireglot_plan::{
    Alternative, Contents, Rules, Shape, ShapeId, ShapeKind, Slot, SlotPresence, JSON_ESCAPES,
};
use wireglot_rt::Limits;
use wireglot_text::names::advice_or_first;

use crate::json::cursor::{Cursor, SyntaxError, NOT_FINITE};
use crate::json::document::Kind;
use crate::json::error::JsonError;
use crate::json::walk::walk;
use crate::json::{escape, keys, leaf, Spelling};
use crate::names::Names;
use crate::{Sink, Tape};

pub(crate) use scalar::not_hex;

/// Reads values of one shape. It can be reused, and caches the names in the shape and the rows of its
/// tables.
#[derive(Debug)]
pub struct JsonReader<'s> {
    shape: &'s Shape,
    /// Limits on the text. `depth`, `elements`, `integer_octets`, `string_octets` and `total` apply.
    pub limits: Limits,
    /// With `jer`, unknown members and alternatives are accepted where the schema is extensible; with
    /// `json`, they are always an error.
    pub spelling: Spelling,
    /// Whether open types and ANY are given as the hexadecimal digits of their encoding.
    pub opens_as_hex: bool,
    /// Whether, with `jer`, an alternative of a later version is kept as its text. No binary rules can write it.
    pub keeps_later: bool,
    /// Whether, with `jer`, an item of a later version is read as one that is not known; its name is lost.
    pub drops_later: bool,
    /// Whether `"0"` is a REAL, as it is for asn1tools. X.697 23.3 puts only minus zero in quotes.
    pub quoted_zero: bool,
    /// The encoding rules of contained values that have none of their own.
    pub rules: Rules,
    names: Names<'s>,
    rows: keys::Rows,
    memory: Scratch<'s>,
}

/// Memory reused by the next value.
#[derive(Debug, Default)]
struct Scratch<'s> {
    frames: Vec<Frame<'s>>,
    slots: Vec<Place>,
    octets: Vec<u8>,
    key: String,
    brackets: Vec<u8>,
    known: keys::Known,
}

impl<'s> JsonReader<'s> {
    /// A reader of values of `shape` that will be encoded under `rules`.
    pub fn new(shape: &'s Shape, spelling: Spelling, rules: Rules) -> JsonReader<'s> {
        JsonReader {
            shape,
            limits: Limits::default(),
            spelling,
            opens_as_hex: false,
            keeps_later: true,
            drops_later: false,
            quoted_zero: false,
            rules,
            names: Names::default(),
            rows: keys::Rows::default(),
            memory: Scratch::default(),
        }
    }

    /// Reads the first value of a text onto the tape; returns its length in octets. After an error, the
    /// tape holds an incomplete value: clear it.
    ///
    /// # Errors
    /// The first error found: the text is not JSON, is not a value of the type, or exceeds a limit.
    pub fn read(&mut self, text: &str, ty: ShapeId, tape: &mut Tape) -> Result<usize, JsonError> {
        if text.len() > self.limits.total {
            let message = format!("the text takes more than {} octets", self.limits.total);
            let path = self.shape.get(ty).name.clone();
            return Err(JsonError { code: "json_limit", offset: 0, path, message });
        }
        let mut memory = std::mem::take(&mut self.memory);
        memory.frames.clear();
        memory.slots.clear();
        memory.known.clear();
        let mut run = Run { reader: self, cursor: Cursor::new(text), tape, memory, wrapped: 0 };
        let read = run.value(ty).map_err(|wrong| run.explain(ty, *wrong));
        let end = run.cursor.at;
        self.memory = run.memory;
        read.map(|()| end)
    }
}

/// An error at an octet.
#[derive(Debug)]
struct Wrong {
    code: &'static str,
    offset: usize,
    message: String,
}

impl Wrong {
    #[cold]
    fn new(code: &'static str, offset: usize, message: impl Into<String>) -> Box<Wrong> {
        Box::new(Wrong { code, offset, message: message.into() })
    }

    #[cold]
    fn value(offset: usize, message: impl Into<String>) -> Box<Wrong> {
        Wrong::new("json_value", offset, message)
    }
}

impl From<SyntaxError> for Box<Wrong> {
    #[cold]
    fn from(error: SyntaxError) -> Box<Wrong> {
        let message = match error.message {
            NOT_FINITE => "a value is expected: JSON has no NaN and no infinity; for a REAL write \"NaN\", \"INF\" or \"-INF\"",
            message => message,
        };
        Wrong::new(SYNTAX, error.offset, message)
    }
}

/// The code for text that is not JSON.
const SYNTAX: &str = "json_syntax";

type Read<T = ()> = Result<T, Box<Wrong>>;

/// A value with parts that is being read.
#[derive(Debug)]
struct Frame<'s> {
    /// Where it starts.
    start: usize,
    /// The slot, element or alternative being read.
    part: u32,
    parts: Parts<'s>,
}

#[derive(Debug)]
enum Parts<'s> {
    /// `places[first..]` holds where its slots are.
    Record {
        ty: ShapeId,
        slots: &'s [Slot],
        first: usize,
        /// Whether the members ahead have been looked up.
        all: bool,
    },
    List,
    /// Where the alternative's value is.
    Choice {
        alternatives: &'s [Alternative],
        at: usize,
    },
}

/// The value itself is being read, not a part.
const WHOLE: u32 = u32::MAX;

/// Where the value of a slot starts in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Not found so far.
    Absent,
    /// Found, but not read.
    Ahead(usize),
    /// Found and read.
    Read(usize),
}

struct Run<'r, 's, 't> {
    reader: &'r mut JsonReader<'s>,
    cursor: Cursor<'t>,
    tape: &'r mut Tape,
    memory: Scratch<'s>,
    /// The number of enclosing open and contained types, which have no frames.
    wrapped: u32,
}

impl<'s> Run<'_, 's, '_> {
    fn value(&mut self, ty: ShapeId) -> Read {
        let shape: &'s Shape = self.reader.shape;
        match &shape.get(ty).kind {
            ShapeKind::Record { slots, extensible, .. } => self.record(ty, slots, *extensible),
            ShapeKind::List { element, .. } => self.list(ty, *element),
            ShapeKind::Choice { alternatives, extensible } => self.choice(ty, alternatives, *extensible),
            ShapeKind::Open(open) => self.open(ty, open),
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => {
                let around = self.is_around()?;
                if !around && self.is_raw(contents)? {
                    return self.leaf(ty, &shape.get(ty).kind);
                }
                self.tape.begin_contained(ty, contents.rules.unwrap_or(self.reader.rules));
                self.wrapped(contents.shape)?;
                if around {
                    self.end_object()?;
                }
                self.tape.end_contained(ty);
                Ok(())
            }
            kind => self.leaf(ty, kind),
        }
    }

    /// Whether the value is an escape of a string around that of the string that it contains; if so, skips up to the
    /// inner one. [`Run::end_object`] checks what follows.
    fn is_around(&mut self) -> Read<bool> {
        let start = self.cursor.at;
        let around = (self.escaped(escape::OCTETS)? || self.escaped(escape::BITS)?) && self.at_escape()?;
        if !around {
            self.cursor.at = start;
        }
        Ok(around)
    }

    /// Whether the value is an escape: an object whose first member no specification names so. Reads nothing.
    fn at_escape(&mut self) -> Read<bool> {
        let start = self.cursor.at;
        let found = self.cursor.white() == Some(b'{')
            && self.cursor.enter(b'}')?
            && JSON_ESCAPES.contains(&&*self.cursor.name()?.text());
        self.cursor.at = start;
        Ok(found)
    }

    /// Opens a frame for the parts of a value that starts at `start`.
    #[inline]
    fn begin(&mut self, start: usize, parts: Parts<'s>) -> Read {
        self.deeper(start)?;
        self.memory.frames.push(Frame { start, part: WHOLE, parts });
        Ok(())
    }

    /// Reads the value of an open or contained type: the same text, as another type.
    fn wrapped(&mut self, ty: ShapeId) -> Read {
        self.deeper(self.cursor.at)?;
        self.wrapped += 1;
        self.value(ty)?;
        self.wrapped -= 1;
        Ok(())
    }

    #[inline]
    fn deeper(&self, start: usize) -> Read {
        let depth = self.reader.limits.depth;
        match self.memory.frames.len() + self.wrapped as usize >= depth as usize {
            true => Err(Wrong::new("json_limit", start, format!("values nest deeper than {depth}"))),
            false => Ok(()),
        }
    }

    #[inline]
    fn at_part(&mut self, part: u32) {
        if let Some(frame) = self.memory.frames.last_mut() {
            frame.part = part;
        }
    }

    /// An error in the innermost frame, not in its last part.
    #[cold]
    fn wrong_member<T>(&mut self, offset: usize, message: String) -> Read<T> {
        self.at_part(WHOLE);
        Err(Wrong::new("json_member", offset, message))
    }

    fn list(&mut self, ty: ShapeId, element: ShapeId) -> Read {
        let start = self.want(Kind::Array, "an array")?;
        self.begin(start, Parts::List)?;
        self.tape.begin_list(ty);
        let mut more = self.cursor.enter(b']')?;
        let mut index = 0;
        let shape: &'s Shape = self.reader.shape;
        let kind = &shape.get(element).kind;
        // Decided once for all elements, since most of the work depends on it.
        let plain = matches!(kind, ShapeKind::Enumerated { .. } | ShapeKind::Integer { .. });
        while more {
            if u64::from(index) >= self.reader.limits.elements {
                self.cursor.white();
                self.at_part(WHOLE);
                let message = format!("a list has more than {index} elements");
                return Err(Wrong::new("json_limit", self.cursor.at, message));
            }
            self.at_part(index);
            match plain {
                true => self.leaf(element, kind)?,
                false => self.value(element)?,
            }
            more = self.cursor.more(b']')?;
            index = index.saturating_add(1);
        }
        self.tape.end_list(ty);
        self.memory.frames.pop();
        Ok(())
    }

    fn choice(&mut self, ty: ShapeId, alternatives: &'s [Alternative], extensible: bool) -> Read {
        let shape: &'s Shape = self.reader.shape;
        let jer = &shape.get(ty).jer;
        let all = || alternatives.iter().enumerate().map(|(index, a)| jer.name(index, &a.name));
        if self.cursor.kind()? != Kind::Object {
            return Err(self.no_choice(all().zip(alternatives)));
        }
        let start = self.cursor.at;
        if !self.cursor.enter(b'}')? {
            let meant = advice_or_first("", all());
            return Err(Wrong::value(start, format!("a choice is an object with one member{meant}")));
        }
        let key = self.cursor.at;
        let name = self.cursor.name()?.text();
        let found = self.reader.names.of(ty, all).get(&name);
        let Some((index, alternative)) = found.and_then(|i| Some((i, alternatives.get(i as usize)?))) else {
            if name == escape::UNKNOWN {
                self.unknown_choice(ty)?;
                return self.end_object();
            }
            if extensible && self.reader.keeps_later && self.reader.spelling == Spelling::Jer {
                self.skip()?;
                self.end_object()?;
                self.tape.unknown_choice(ty, None, self.cursor.since(start).as_bytes());
                return Ok(());
            }
            let value = self.said();
            if let Some(meant) = value.filter(|value| all().any(|name| name == value)) {
                let message = format!("there is no alternative `{name}`: write {{\"{meant}\": ...}}");
                return Err(Wrong::new("json_member", key, message));
            }
            let meant = match self.named_type(ty, &name) {
                "" => advice_or_first(&name, all()),
                own => own.to_string(),
            };
            let form = match all().next().filter(|_| meant.starts_with("; it has")) {
                Some(first) => format!(": write the chosen one, such as {{\"{first}\": ...}}"),
                None => String::new(),
            };
            let message = format!("there is no alternative `{name}`{meant}{form}");
            return Err(Wrong::new("json_member", key, message));
        };
        self.cursor.white();
        self.begin(start, Parts::Choice { alternatives, at: self.cursor.at })?;
        self.at_part(index);
        self.tape.begin_choice(ty, index);
        self.value(alternative.shape)?;
        if self.cursor.more(b'}')? {
            self.cursor.name()?;
            return Err(Wrong::value(start, "a choice is an object with one member: remove the others"));
        }
        self.tape.end_choice(ty);
        self.memory.frames.pop();
        Ok(())
    }

    /// The error for the value of a CHOICE that is no object: it may be the name of an alternative.
    #[cold]
    fn no_choice<'a>(&mut self, all: impl Iterator<Item = (&'a str, &'a Alternative)>) -> Box<Wrong> {
        let start = self.cursor.at;
        let said = self.said();
        let mut all = all;
        match said.and_then(|said| all.find(|(name, _)| *name == said)) {
            Some((name, alternative)) => {
                let value = match self.reader.shape.get(alternative.shape).kind {
                    ShapeKind::Null => "null",
                    _ => "...",
                };
                let message = format!(
                    "an object with one member is expected, not a string: write {{\"{name}\": {value}}}"
                );
                Wrong::value(start, message)
            }
            None => self.unexpected("an object with one member, `{\"alternative\": value}`, is expected"),
        }
    }

    /// The value at the cursor, if it is a string; reads nothing.
    #[cold]
    pub(super) fn said(&mut self) -> Option<String> {
        let start = self.cursor.at;
        let said = match self.cursor.kind() {
            Ok(Kind::String) => self.cursor.string().ok().map(|text| text.text().into_owned()),
            _ => None,
        };
        self.cursor.at = start;
        said
    }

    /// Reads the value of `"$unknown"` in place of an alternative.
    fn unknown_choice(&mut self, ty: ShapeId) -> Read {
        let start = self.want(Kind::Object, "an object with `octets`")?;
        let (mut octets, mut index) = (false, None);
        self.fixed_members(&["octets", "index"], |run, name| {
            match name {
                "octets" => {
                    run.hex()?;
                    octets = true;
                }
                _ => index = Some(run.number()?),
            }
            Ok(())
        })?;
        if !octets {
            return Err(Wrong::value(start, "an unknown alternative takes `octets`"));
        }
        self.tape.unknown_choice(ty, index, &self.memory.octets);
        Ok(())
    }

    /// Reads the members of a small object that is not from the schema. `read` gets the name and its
    /// offset, and reads the value.
    fn members(&mut self, mut read: impl FnMut(&mut Self, &str, usize) -> Read) -> Read {
        let mut more = self.cursor.enter(b'}')?;
        while more {
            self.cursor.white();
            let start = self.cursor.at;
            let name = self.cursor.name()?.text();
            read(self, &name, start)?;
            more = self.cursor.more(b'}')?;
        }
        Ok(())
    }

    /// The same for an object that has no other members than these, and each at most once.
    fn fixed_members(
        &mut self,
        names: &[&'static str],
        mut read: impl FnMut(&mut Self, &'static str) -> Read,
    ) -> Read {
        let mut seen = 0u32;
        self.members(|run, name, start| {
            let Some(index) = names.iter().position(|known| *known == name) else {
                let meant = advice_or_first(name, names.iter().copied());
                return Err(Wrong::new(
                    "json_member",
                    start,
                    format!("there is no member `{name}` here{meant}"),
                ));
            };
            if seen & 1 << index != 0 {
                return Err(Wrong::new(
                    "json_member",
                    start,
                    format!("member `{name}` occurs twice: remove one"),
                ));
            }
            seen |= 1 << index;
            read(run, names.get(index).copied().unwrap_or_default())
        })
    }

    /// Skips a value.
    fn skip(&mut self) -> Read {
        Ok(walk(&mut self.cursor, &mut self.memory.brackets, &mut ())?)
    }

    /// Whether the value is an object whose first member has this name; if so, skips up to the member's
    /// value. [`Run::end_object`] checks what follows.
    #[inline]
    fn escaped(&mut self, name: &str) -> Read<bool> {
        match self.cursor.white() {
            Some(b'{') => self.first_member(name),
            _ => Ok(false),
        }
    }

    fn first_member(&mut self, name: &str) -> Read<bool> {
        let start = self.cursor.at;
        if self.cursor.enter(b'}')? && self.cursor.name()?.text() == name {
            return Ok(true);
        }
        self.cursor.at = start;
        Ok(false)
    }

    /// Reads the closing bracket of an object with one member.
    fn end_object(&mut self) -> Read {
        let at = self.cursor.at;
        match self.cursor.more(b'}')? {
            true => Err(Wrong::value(at, "an object with one member is expected")),
            false => Ok(()),
        }
    }

    /// Whether a string with CONTAINING is given as octets or bits.
    fn is_raw(&mut self, contents: &Contents) -> Read<bool> {
        Ok(match self.cursor.kind()? {
            Kind::Object => {
                let start = self.cursor.at;
                let raw = self.first_member(escape::OCTETS)? || self.first_member(escape::BITS)?;
                self.cursor.at = start;
                raw
            }
            Kind::String => !leaf::may_be_text(self.reader.shape, contents.shape),
            _ => false,
        })
    }

    /// The offset of the value, if it is of that kind.
    #[inline]
    fn want(&mut self, kind: Kind, words: &str) -> Read<usize> {
        match self.cursor.kind()? == kind {
            true => Ok(self.cursor.at),
            false => Err(self.unexpected(&format!("{words} is expected"))),
        }
    }

    /// The error for a value of the wrong kind, or for text that is not JSON.
    #[cold]
    fn unexpected(&mut self, message: &str) -> Box<Wrong> {
        let at = self.cursor.at;
        let found = match self.cursor.kind() {
            Ok(Kind::Null) if self.is_mandatory() => ", not null: this component is not OPTIONAL",
            Ok(Kind::Null) => ", not null: leave out what is not there",
            Ok(Kind::String | Kind::EscapedString) => ", not a string",
            Ok(Kind::Number) => ", not a number",
            Ok(Kind::True | Kind::False) => ", not true or false",
            Ok(Kind::Array) => ", not an array",
            Ok(Kind::Object) => ", not an object",
            Err(_) => "",
        };
        if let Err(wrong) = self.skip() {
            return wrong;
        }
        let text = self.cursor.since(at);
        let is_member = self.cursor.white() == Some(b':');
        let todo = match text {
            _ if is_member => match self.memory.frames.last() {
                Some(Frame { parts: Parts::List, part: 0, .. }) if message.starts_with("an object") => {
                    ": write an object in braces, or close the array before this"
                }
                Some(Frame { parts: Parts::List, .. }) => ": the array is not closed, write `]` before this",
                _ if message.starts_with("an object") => ": write braces around its members",
                _ => "",
            },
            text if message.starts_with("an object") && is_json_in_string(text) => {
                ": this is JSON inside a string: remove the quotes around it and the backslashes"
            }
            "\"true\"" | "\"false\"" if message.starts_with("true") => ": remove the quotes",
            "1" if message.starts_with("true") => ": write true",
            "0" if message.starts_with("true") => ": write false",
            text if message.starts_with("a number") && is_quoted_number(text) => ": remove the quotes",
            _ if message.starts_with("a string is") && found == ", not a number" => {
                ": put it in double quotes"
            }
            _ if self.memory.frames.is_empty() && found == ", not an array" => {
                ": write values one after another, without brackets around them"
            }
            _ => "",
        };
        Wrong::value(at, format!("{message}{found}{todo}"))
    }

    /// Whether the value being read is that of a component that must be there.
    fn is_mandatory(&self) -> bool {
        let Some(Frame { part, parts: Parts::Record { slots, .. }, .. }) = self.memory.frames.last() else {
            return false;
        };
        let slot = slots.get(*part as usize);
        slot.is_some_and(|slot| slot.addition.is_none() && matches!(slot.presence, SlotPresence::Required))
    }

    /// Advice for a member that is not known, if it has the name of the type.
    #[cold]
    fn named_type(&self, ty: ShapeId, name: &str) -> &'static str {
        let own = &self.reader.shape.get(ty).name;
        match own.rsplit('.').next().is_some_and(|own| own.eq_ignore_ascii_case(name)) {
            true => ": that is the type; write its value without the name",
            false => "",
        }
    }

    /// Adds the path to an error. Text that is not JSON is not the fault of any value.
    #[cold]
    fn explain(&self, ty: ShapeId, wrong: Wrong) -> JsonError {
        let mut path = self.reader.shape.get(ty).name.clone();
        for frame in self.memory.frames.iter().filter(|_| wrong.code != SYNTAX) {
            // An error in a value with parts is not an error of the part that would come next.
            if frame.start == wrong.offset || frame.part == WHOLE {
                break;
            }
            match &frame.parts {
                Parts::List => path.push_str(&format!("[{}]", frame.part)),
                Parts::Record { slots, .. } => {
                    slots.get(frame.part as usize).iter().for_each(|slot| {
                        path.push('.');
                        path.push_str(&slot.name);
                    });
                }
                Parts::Choice { alternatives, .. } => {
                    alternatives.get(frame.part as usize).iter().for_each(|alternative| {
                        path.push('.');
                        path.push_str(&alternative.name);
                    });
                }
            }
        }
        JsonError { code: wrong.code, offset: wrong.offset, path, message: wrong.message }
    }
}

/// Whether a string holds an object in JSON.
pub(crate) fn is_json_in_string(text: &str) -> bool {
    text.trim_start_matches('"').starts_with("{\\\"")
}

/// Whether a value is a number in quotes.
fn is_quoted_number(text: &str) -> bool {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default();
    inner.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && inner.bytes().all(|b| b.is_ascii_digit() || b".-+eE".contains(&b))
}
