//! Reads terms onto a tape, driven by the shape.

use wireglot_model::Value;
use wireglot_plan::{
    Alternative, KeyPath, OpenShape, Rules, Shape, ShapeId, ShapeKind, Slot, SlotPresence, TableId,
};
use wireglot_rt::Limits;

use super::defaults;
use super::inflate::{inflated, Fault};
use super::mark::{Mark, Marks};
use super::name::{is_named, Name};
use super::scan::{At, Term, Terms};
use super::{Dialect, EtfError, Form, COMPRESSED, CONTAINING, DEFAULT, NO_VALUE, OPEN_TYPE, VERSION};
use crate::frames::Frames;
use crate::json::{keys, JsonWriter, Layout, Spelling};
use crate::names::Names;
use crate::{Sink, Tape};

/// Reads values of one shape. It can be reused, and caches the names in the shape and the rows of its tables.
#[derive(Debug)]
pub struct EtfReader<'s> {
    pub(super) shape: &'s Shape,
    pub(super) dialect: Box<dyn Dialect + 's>,
    /// Limits on the term, and on what a compressed one expands to. `depth`, `elements`, `integer_octets`,
    /// `string_octets` and `total` apply.
    pub limits: Limits,
    /// The encoding rules of contained values that have none of their own.
    pub rules: Rules,
    pub(super) names: Names<'s>,
    rows: keys::Rows,
}

impl<'s> EtfReader<'s> {
    /// A reader of values of `shape` that will be encoded under `rules`.
    pub fn new(shape: &'s Shape, dialect: Box<dyn Dialect + 's>, rules: Rules) -> EtfReader<'s> {
        let (limits, names, rows) = Default::default();
        EtfReader { shape, dialect, limits, rules, names, rows }
    }

    /// Reads the term at the start of some octets onto the tape; returns its length. After an error, the tape
    /// holds an incomplete value: clear it.
    ///
    /// # Errors
    /// The octets are not a term, it is not a value of the type, or it exceeds a limit.
    pub fn read(&mut self, octets: &[u8], ty: ShapeId, tape: &mut Tape) -> Result<usize, EtfError> {
        self.read_marked(octets, ty, tape, &mut None)
    }

    /// Reads a term, and records a mark for each term that it reaches.
    pub(super) fn read_marked(
        &mut self,
        octets: &[u8],
        ty: ShapeId,
        tape: &mut Tape,
        marks: &mut Option<Marks>,
    ) -> Result<usize, EtfError> {
        let path = self.root_name(ty).to_string();
        let error =
            |code, offset, message, short| EtfError { code, offset, path: path.clone(), message, short };
        match octets {
            [VERSION, COMPRESSED, ..] => {
                let most = self.limits.total;
                let (term, taken) = inflated(octets, most).map_err(|fault| {
                    let Fault { code, offset, message, short } = fault;
                    error(code, offset, message.into(), short)
                })?;
                // The term is complete, so more octets would not mend it; offsets in it are not those of the input.
                let read = self.whole(&term, 0, ty, tape, &mut None);
                read.map(|_| taken).map_err(|error| EtfError { short: false, ..error })
            }
            [VERSION, ..] => self.whole(octets, 1, ty, tape, marks),
            _ => {
                let message = format!("a term must start with octet {VERSION}");
                Err(error("etf_syntax", 0, message, octets.is_empty()))
            }
        }
    }

    fn root_name(&self, ty: ShapeId) -> &'s str {
        let root = self.shape.roots.iter().find(|root| root.shape == ty);
        root.map_or_else(
            || self.shape.types.get(ty.index()).map_or("?", |ty| &ty.name),
            |root| &root.reference,
        )
    }

    fn whole(
        &mut self,
        octets: &[u8],
        from: usize,
        ty: ShapeId,
        tape: &mut Tape,
        marks: &mut Option<Marks>,
    ) -> Result<usize, EtfError> {
        let name = self.root_name(ty);
        let error =
            |code, offset, message, short| EtfError { code, offset, path: name.to_string(), message, short };
        let most = self.limits.total.min(u32::MAX as usize);
        let octets = octets.get(..most.saturating_add(1)).unwrap_or(octets);
        let over = || error("etf_limit", most, format!("the term takes more than {most} octets"), false);
        let terms = match Terms::scan(octets, from) {
            Ok(terms) if terms.end <= most => terms,
            Err(m) if !m.short || octets.len() <= most => {
                return Err(error("etf_syntax", m.offset, m.message, m.short));
            }
            _ => return Err(over()),
        };
        let frames = Frames::default();
        let mut run =
            Run { reader: self, terms: &terms, tape, frames, around: None, name, marks: marks.take() };
        let read = run.value(ty, run.terms.root(), Name::root(name));
        *marks = run.marks.take();
        read.map_err(|wrong| run.explain(wrong))?;
        Ok(terms.end)
    }
}

/// An error at a place in the term.
pub(super) struct Wrong {
    pub code: &'static str,
    pub offset: usize,
    pub message: String,
}

pub(super) type Read<T = ()> = Result<T, Wrong>;

pub(super) fn wrong<T>(code: &'static str, term: Term<'_>, message: impl Into<String>) -> Read<T> {
    Err(Wrong { code, offset: term.offset(), message: message.into() })
}

/// The term is not of the kind that is expected.
pub(super) fn expected<T>(what: &str, term: Term<'_>) -> Read<T> {
    wrong("etf_value", term, format!("{what} is expected, not {}", term.what()))
}

pub(super) struct Run<'r, 's, 't> {
    pub(super) reader: &'r mut EtfReader<'s>,
    pub(super) terms: &'r Terms<'t>,
    pub(super) tape: &'r mut Tape,
    frames: Frames<'s, At>,
    /// The names around the value.
    around: Option<Vec<u8>>,
    /// The name of the outermost type.
    name: &'s str,
    /// What has been read, if that is recorded.
    marks: Option<Marks>,
}

impl<'r, 's> Run<'r, 's, '_> {
    fn value(&mut self, ty: ShapeId, at: At, name: Name<'_>) -> Read {
        let shape: &'s Shape = self.reader.shape;
        let of = shape.get(ty);
        let term = self.term(at);
        if let Some(Form::Own(how)) = self.reader.dialect.form(&of.name, None) {
            return self.own(how, ty, term);
        }
        let name = name.of(of);
        let has_parts =
            matches!(of.kind, ShapeKind::Record { .. } | ShapeKind::List { .. } | ShapeKind::Choice { .. });
        if has_parts {
            self.mark(|_| Mark::parts(term, ty));
        }
        match &of.kind {
            ShapeKind::Record { slots, .. } => self.record(ty, term, slots, name),
            ShapeKind::List { element, set, .. } => self.list(ty, term, *element, name.elements(*set)),
            ShapeKind::Choice { alternatives, .. } => self.choice(ty, term, alternatives, name),
            ShapeKind::Open(open) => self.open(ty, term, open, name),
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => {
                let Some(inner) = tagged(term, CONTAINING) else {
                    return self.single(ty, term, |run| run.leaf(ty, term, &of.kind));
                };
                self.tape.begin_contained(ty, contents.rules.unwrap_or(self.reader.rules));
                self.wrapped(contents.shape, inner, name)?;
                self.tape.end_contained(ty);
                Ok(())
            }
            kind => self.single(ty, term, |run| run.leaf(ty, term, kind)),
        }
    }

    /// Records a mark, if marks are wanted.
    fn mark(&mut self, mark: impl FnOnce(&Shape) -> Mark) {
        if let Some(marks) = &mut self.marks {
            let shape = self.reader.shape;
            let path = match marks.is_full() {
                true => String::new(),
                false => self.frames.path(self.name.to_string()),
            };
            marks.add(shape, mark(shape).in_path(path));
        }
    }

    fn term(&self, at: At) -> Term<'r> {
        self.terms.term(at)
    }

    fn own(&mut self, how: &str, ty: ShapeId, term: Term<'_>) -> Read {
        self.single(ty, term, |run| {
            let Run { reader, tape, .. } = run;
            let read = reader.dialect.read(how, term, (reader.shape, ty), tape);
            read.or_else(|message| wrong("etf_value", term, message))
        })
    }

    /// Reads a term that contains no other values.
    fn single(&mut self, ty: ShapeId, term: Term<'_>, read: impl Fn(&mut Self) -> Read) -> Read {
        if self.marks.as_ref().is_some_and(Marks::is_full) {
            self.mark(|_| Mark::value(term, ty, None));
        } else if self.marks.is_some() {
            let mut by_itself = Tape::new();
            std::mem::swap(self.tape, &mut by_itself);
            let read = read(self);
            std::mem::swap(self.tape, &mut by_itself);
            read?;
            self.mark(|shape| {
                let value = by_itself.root().map(|value| {
                    let mut json = JsonWriter::new(shape, Spelling::Json, Layout::Compact);
                    value.play(&mut json);
                    json.text().to_string()
                });
                Mark::value(term, ty, value)
            });
        }
        read(self)
    }

    fn deeper(&self, term: Term<'_>) -> Read {
        let depth = self.reader.limits.depth;
        match self.frames.depth() >= depth as usize {
            true => wrong("etf_limit", term, format!("values nest deeper than {depth}")),
            false => Ok(()),
        }
    }

    /// Reads the value of an open or contained type.
    fn wrapped(&mut self, ty: ShapeId, term: Term<'_>, name: Name<'_>) -> Read {
        self.deeper(term)?;
        self.frames.wrap();
        self.value(ty, term.at(), name)?;
        self.frames.unwrap_one();
        Ok(())
    }

    fn record(&mut self, ty: ShapeId, term: Term<'r>, slots: &'s [Slot], name: Name<'_>) -> Read {
        let text = name.text();
        let Some(mut parts) = term.tuple() else { return expected(&format!("a tuple `{text}`"), term) };
        let arity = parts.len();
        let said = parts.next().and_then(Term::atom);
        let is_own = is_named(self.reader.shape.get(ty));
        if said.is_none_or(|said| is_own && said != text) {
            let found = said.map_or_else(|| term.what(), |said| format!("`{said}`"));
            return wrong("etf_member", term, format!("a tuple `{text}` is expected, not {found}"));
        }
        if arity != slots.len() + 1 {
            let message = format!("`{text}` has {} components, not {}", slots.len(), arity - 1);
            return wrong("etf_member", term, message);
        }
        self.deeper(term)?;
        self.frames.enter_record(slots);
        for ((index, slot), part) in slots.iter().enumerate().zip(parts) {
            match self.is_absent(slot, part) {
                false => self.frames.found(index, part.at()),
                true if matches!(slot.presence, SlotPresence::Required) && slot.addition.is_none() => {
                    let message = format!("component `{}` is missing", slot.name);
                    return wrong("etf_missing", part, message);
                }
                true => {}
            }
        }
        let around = self.around.clone();
        self.tape.begin_record(ty);
        for ((index, slot), part) in slots.iter().enumerate().zip(term.tuple().into_iter().flatten().skip(1))
        {
            self.frames.at_part(index as u32);
            let Some(at) = self.frames.slot(index) else {
                self.mark(|_| Mark::absent(part));
                continue;
            };
            self.tape.slot(index as u32);
            self.part((&text, &slot.name), slot.shape, at, name)?;
        }
        self.tape.end_record(ty);
        self.around = around;
        self.frames.leave();
        Ok(())
    }

    /// Whether a term stands for an absent component.
    fn is_absent(&self, slot: &Slot, term: Term<'_>) -> bool {
        match term.atom() {
            Some(DEFAULT) => matches!(slot.presence, SlotPresence::Default(..)),
            Some(atom) => atom == NO_VALUE,
            None => self.is_default_real(slot, term),
        }
    }

    /// Whether a REAL is the whole number that its default is written as. Its base is 10, not that of other numbers.
    fn is_default_real(&self, slot: &Slot, term: Term<'_>) -> bool {
        let SlotPresence::Default(_, default @ Value::Real(_)) = &slot.presence else { return false };
        let number = term.integer(self.reader.limits.integer_octets);
        number.is_some() && number.as_ref() == defaults::number(default)
    }

    /// Reads a component or alternative of a type, both given by their names.
    fn part(&mut self, (owner, part): (&str, &str), ty: ShapeId, at: At, name: Name<'_>) -> Read {
        match self.reader.dialect.form(owner, Some(part)) {
            Some(Form::Name(how)) => self.name(how, ty, self.term(at)),
            Some(Form::Own(how)) => self.own(how, ty, self.term(at)),
            None => self.value(ty, at, name.part(part)),
        }
    }

    /// Reads an OCTET STRING that is written as a name.
    fn name(&mut self, how: &str, ty: ShapeId, term: Term<'_>) -> Read {
        let bytes = term.bytes();
        let Some(text) = bytes.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
            return expected("a name", term);
        };
        let octets = self.reader.dialect.octets(how, text, self.around.as_deref());
        let octets = octets.or_else(|message| wrong("etf_value", term, message))?;
        self.single(ty, term, |run| {
            run.tape.octet_string(ty, &octets);
            Ok(())
        })?;
        if let Some(around) = self.reader.dialect.around(how, &octets) {
            self.around = Some(around);
        }
        Ok(())
    }

    fn list(&mut self, ty: ShapeId, term: Term<'r>, element: ShapeId, name: Name<'_>) -> Read {
        let Some(parts) = term.list() else { return expected("a list", term) };
        let most = self.reader.limits.elements;
        if parts.len() as u64 > most {
            return wrong("etf_limit", term, format!("the list has more than {most} elements"));
        }
        self.deeper(term)?;
        self.frames.enter_list();
        self.tape.begin_list(ty);
        for (index, part) in parts.enumerate() {
            self.frames.at_part(index as u32);
            self.value(element, part.at(), name)?;
        }
        self.tape.end_list(ty);
        self.frames.leave();
        Ok(())
    }

    fn choice(
        &mut self,
        ty: ShapeId,
        term: Term<'r>,
        alternatives: &'s [Alternative],
        name: Name<'_>,
    ) -> Read {
        let Some((said, inner)) = pair(term) else { return expected("a tuple of a name and a value", term) };
        let all = || alternatives.iter().map(|alternative| alternative.name.as_str());
        let found = self.reader.names.of(ty, all).get(said).map(|index| index as usize);
        let Some((index, alternative)) = found.and_then(|index| Some((index, alternatives.get(index)?)))
        else {
            return wrong("etf_member", term, format!("there is no alternative `{said}`"));
        };
        self.deeper(term)?;
        self.frames.enter_choice(alternatives, index, inner.at());
        self.tape.begin_choice(ty, index as u32);
        let owner = &self.reader.shape.get(ty).name;
        self.part((owner, &alternative.name), alternative.shape, inner.at(), name)?;
        self.tape.end_choice(ty);
        self.frames.leave();
        Ok(())
    }

    /// Reads a value of the type that the keys select, or octets.
    fn open(&mut self, ty: ShapeId, term: Term<'r>, open: &'s OpenShape, name: Name<'_>) -> Read {
        let actual = match open {
            OpenShape::Opaque => None,
            OpenShape::Fixed(actual) => Some(*actual),
            OpenShape::Keyed { table, keys } => self.row(ty, *table, keys),
        };
        let octets = match (tagged(term, OPEN_TYPE), actual) {
            (Some(inner), _) => inner.bytes(),
            (None, None) => term.bytes(),
            (None, Some(actual)) if !self.may_be_octets(actual) => term.bits().and_then(|_| term.bytes()),
            (None, Some(_)) => None,
        };
        match (octets, actual) {
            (Some(octets), _) => self.single(ty, term, |run| {
                run.tape.opaque(ty, &octets);
                Ok(())
            })?,
            (None, Some(actual)) => {
                self.tape.begin_open(ty, actual);
                self.wrapped(actual, term, name)?;
                self.tape.end_open(ty);
            }
            (None, None) => return expected("a binary or a list of bytes", term),
        }
        Ok(())
    }

    /// Whether values of a type may be binaries.
    fn may_be_octets(&self, ty: ShapeId) -> bool {
        matches!(
            self.reader.shape.get(ty).kind,
            ShapeKind::OctetString { .. }
                | ShapeKind::BitString { .. }
                | ShapeKind::String { .. }
                | ShapeKind::Open(_)
                | ShapeKind::OidIri
                | ShapeKind::RelativeOidIri
        )
    }

    /// The type in the table row selected by the keys around the value.
    fn row(&mut self, open: ShapeId, table: TableId, paths: &'s [KeyPath]) -> Option<ShapeId> {
        if let Some(found) = self.frames.known(open, paths) {
            return found;
        }
        let keys = self.frames.keys(self.reader.shape, paths, |text, at, rest| self.key(text, at, rest))?;
        let row = self.reader.rows.find(self.reader.shape, table, &keys);
        let found = row.and_then(|row| self.reader.shape.table(table).rows.get(row)?.shape);
        self.frames.found_type(open, paths, &keys, found);
        found
    }

    /// Appends the text of the key at the end of the steps.
    fn key(&self, text: &mut String, (mut at, mut ty): (At, ShapeId), steps: &[u32]) -> Option<()> {
        let shape: &'s Shape = self.reader.shape;
        for (index, step) in steps.iter().enumerate() {
            let (term, kind) = (self.term(at), &shape.get(ty).kind);
            (at, ty) = match kind {
                ShapeKind::Record { slots, .. } => {
                    let (slot, part) = (slots.get(*step as usize)?, term.tuple()?.nth(*step as usize + 1)?);
                    if self.is_absent(slot, part) {
                        return keys::absent_key(text, shape, kind, steps.get(index..)?);
                    }
                    (part.at(), slot.shape)
                }
                ShapeKind::Choice { alternatives, .. } => {
                    let alternative = alternatives.get(*step as usize)?;
                    (tagged(term, &alternative.name)?.at(), alternative.shape)
                }
                _ => return None,
            };
        }
        let (mut term, mut kind) = (self.term(at), &shape.get(ty).kind);
        while let ShapeKind::Choice { alternatives, .. } = kind {
            let (said, inner) = pair(term)?;
            let alternative = alternatives.iter().find(|alternative| alternative.name == said)?;
            text.push_str(&alternative.name);
            text.push(':');
            (term, kind) = (inner, &shape.get(alternative.shape).kind);
        }
        text.push_str(&self.scalar_key(term, kind)?);
        Some(())
    }

    /// Adds the path to an error.
    fn explain(&self, wrong: Wrong) -> EtfError {
        let Wrong { code, offset, message } = wrong;
        let path = self.frames.path(self.name.to_string());
        EtfError { code, offset, path, message, short: false }
    }
}

/// A tuple of an atom and a term.
pub(super) fn pair(term: Term<'_>) -> Option<(&str, Term<'_>)> {
    let mut parts = term.tuple().filter(|parts| parts.len() == 2)?;
    Some((parts.next()?.atom()?, parts.next()?))
}

/// The term in a tuple that begins with this atom.
pub(super) fn tagged<'a>(term: Term<'a>, name: &str) -> Option<Term<'a>> {
    pair(term).filter(|(said, _)| *said == name).map(|(_, inner)| inner)
}
