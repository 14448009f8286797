//! Values to octets: types.

use wireglot_plan::layout::{number_words, raw, Constant, Number, Presence, Scalar, LENGTH_PREFIX};
use wireglot_plan::{
    Layout, LayoutField, LayoutId, LayoutKind, LayoutType, LayoutValue, Shape, ShapeId, ShapeKind, Slot,
};
use wireglot_text::names::advice_or_first;

use super::bits::store;
use super::read::is_null;
use super::source::{Fault, Source};
use super::text::{value_code, Text};
use super::value::Values;
use super::{LayoutCode, LayoutError};
use crate::json::document::Document;
use crate::names::Names;
use crate::ValueRef;

/// Writes a value of a type from a tape. If the layout's conventions say so, missing parts are zero
/// and integers are truncated to their width.
///
/// # Errors
/// It is not a value of the type. Nothing is written then.
pub fn encode(
    (layout, shape): (&Layout, &Shape),
    ty: LayoutId,
    value: ValueRef<'_>,
    out: &mut Vec<u8>,
) -> Result<(), LayoutError> {
    let source = Values(std::marker::PhantomData);
    Writer::new((layout, shape), &source, value, out).whole(ty)
}

/// What becomes of integers that don't fit, if the layout's conventions truncate them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Oversized {
    /// Their upper bits are dropped.
    #[default]
    Truncate,
    /// They are refused: the first is reported, and how many there are besides it.
    Refuse,
}

/// Writes the first value of a JSON text as a value of a type; returns where it ends. Members may come
/// in any order, and enumeration names may replace numbers.
///
/// # Errors
/// The text is not JSON, or not a value of that type. Nothing is written then.
pub fn encode_json(
    (layout, shape): (&Layout, &Shape),
    ty: LayoutId,
    text: &str,
    oversized: Oversized,
    out: &mut Vec<u8>,
) -> Result<usize, LayoutError> {
    let (document, end) = document(text, layout.get(ty).path.join("."), LayoutCode::JsonSyntax)?;
    let source = Text { document, conventions: layout.conventions };
    Writer { oversized, ..Writer::new((layout, shape), &source, 0, out) }.whole(ty)?;
    Ok(end)
}

/// Parses a text; also returns where its first value ends.
pub(super) fn document(
    text: &str,
    path: String,
    code: LayoutCode,
) -> Result<(Document<'_>, usize), LayoutError> {
    Document::parse(text).map_err(|error| LayoutError {
        code,
        bit: error.offset as u64 * 8,
        path,
        detail: error.message.to_string(),
    })
}

/// The result of a writing step.
pub(super) type Write<V, S> = Result<V, Fault<<S as Source>::Node>>;

pub(super) struct Writer<'w, S: Source> {
    pub layout: &'w Layout,
    pub shape: &'w Shape,
    pub source: &'w S,
    /// The whole value.
    pub root: S::Node,
    pub out: &'w mut Vec<u8>,
    pub path: String,
    /// The version to write.
    pub version: u64,
    /// The number of entries so far whose blocks take no octets.
    pub empty: u64,
    pub oversized: Oversized,
    /// The integers so far that don't fit, if they are refused.
    refused: Refused<S::Node>,
    /// The positions in the path where the indexes of arrays belong, and these indexes, outermost first.
    indexes: Vec<(usize, u64)>,
    names: Names<'w>,
}

/// Integers that don't fit.
struct Refused<N> {
    /// The first one, with its path.
    first: Option<(Fault<N>, String)>,
    /// How many there are besides it.
    more: u64,
}

impl<'w, S: Source> Writer<'w, S> {
    pub fn new(
        (layout, shape): (&'w Layout, &'w Shape),
        source: &'w S,
        root: S::Node,
        out: &'w mut Vec<u8>,
    ) -> Writer<'w, S> {
        let (path, version, empty, oversized, indexes, names) = Default::default();
        let refused = Refused { first: None, more: 0 };
        Writer { layout, shape, source, root, out, path, version, empty, oversized, refused, indexes, names }
    }

    fn whole(mut self, ty: LayoutId) -> Result<(), LayoutError> {
        let begin = self.out.len();
        self.path = self.layout.get(ty).path.join(".");
        self.out.resize(begin + self.layout.get(ty).octets() as usize, 0);
        let written = self.value(ty, begin as u64 * 8, false, (self.root, Some(self.root)));
        let written = written.and_then(|()| self.nothing_refused());
        written.map_err(|fault| self.refuse(begin, fault))
    }

    /// Fails if integers did not fit.
    fn nothing_refused(&mut self) -> Write<(), S> {
        let Some((fault, path)) = self.refused.first.take() else { return Ok(()) };
        (self.path, self.indexes) = (path, Vec::new());
        let detail = match self.refused.more {
            0 => fault.detail,
            1 => format!("{} (1 more number does not fit)", fault.detail),
            more => format!("{} ({more} more numbers do not fit)", fault.detail),
        };
        Err(Fault { detail, ..fault })
    }

    /// The path with the indexes of arrays.
    fn full_path(&self) -> String {
        let mut path = self.path.clone();
        for (at, index) in self.indexes.iter().rev() {
            path.insert_str(*at, &format!("[{index}]"));
        }
        path
    }

    /// Discards what was written, and makes the error.
    pub fn refuse(self, begin: usize, fault: Fault<S::Node>) -> LayoutError {
        self.out.truncate(begin);
        let offset = self.source.offset(fault.node.unwrap_or(self.root));
        let path = self.full_path();
        LayoutError { code: fault.code, bit: offset as u64 * 8, path, detail: fault.detail }
    }

    pub fn fail<V>(&self, node: S::Node, detail: impl Into<String>) -> Write<V, S> {
        let code = value_code(self.layout.conventions);
        Err(Fault { node: Some(node), code, detail: detail.into() })
    }

    /// A value of another kind than expected.
    pub fn unlike<V>(&self, node: S::Node, expected: &str) -> Write<V, S> {
        self.fail(node, format!("{expected}{}", self.source.instead(node, expected)))
    }

    /// What is absent and must not be; `around` is what encloses it, or a null in its place.
    fn missing<V>(&self, around: S::Node) -> Write<V, S> {
        match self.source.is_null(around) {
            true => self.fail(around, "a value is expected, not null: this member is not optional"),
            false => self.fail(around, "this member is missing, and is not optional"),
        }
    }

    fn is_total(&self) -> bool {
        self.layout.conventions.total
    }

    /// Runs `what` with `name` added to the path.
    pub fn inside<V>(&mut self, name: &str, what: impl FnOnce(&mut Self) -> Write<V, S>) -> Write<V, S> {
        let outer = self.path.len();
        self.path.push('.');
        self.path.push_str(name);
        let done = what(self)?;
        self.path.truncate(outer);
        Ok(done)
    }

    pub fn slots(&self, id: ShapeId) -> &'w [Slot] {
        match &self.shape.get(id).kind {
            ShapeKind::Record { slots, .. } => slots,
            _ => &[],
        }
    }

    fn put(&mut self, bit: u64, bits: u64, number: u64) {
        store(self.out, bit, bits, self.layout.messages.big_endian, number);
    }

    /// Writes a value at a bit of the output. `around` is the enclosing value, `node` the value itself
    /// if it is present.
    fn value(
        &mut self,
        id: LayoutId,
        at: u64,
        optional: bool,
        (around, node): (S::Node, Option<S::Node>),
    ) -> Write<(), S> {
        let layout = self.layout;
        let ty = layout.get(id);
        match (&ty.kind, node) {
            (LayoutKind::Alias(inner), _) => self.value(*inner, at, optional, (around, node)),
            (LayoutKind::Record { fields, extensible }, _) => {
                if *extensible {
                    self.put(at, LENGTH_PREFIX, ty.bits);
                }
                let found = match node {
                    Some(node) => Some(self.source.parts(node, self.slots(ShapeId(id.0)), &self.path)?),
                    None if optional || self.is_total() => None,
                    None => return self.missing(around),
                };
                for (slot, field) in fields.iter().enumerate() {
                    let value = found.as_ref().and_then(|found| found.get(slot).copied().flatten());
                    // The parts of an absent record are absent too.
                    self.field(field, at, node.is_none(), (node.unwrap_or(around), value))?;
                }
                Ok(())
            }
            (LayoutKind::Array { element, count, extensible }, _) => {
                let first = at + if *extensible { LENGTH_PREFIX } else { 0 };
                if *extensible {
                    self.put(at, LENGTH_PREFIX, *count);
                }
                self.array(*element, *count, first, (around, node)).and_then(|written| match written {
                    true => Ok(()),
                    false if optional => self.nulls(ty, *count, at),
                    false => self.missing(around),
                })
            }
            (_, Some(node)) => self.leaf(id, at, node),
            (_, None) if self.is_total() => Ok(()),
            (_, None) if optional => self.nulls(ty, 1, at),
            (_, None) => self.missing(around),
        }
    }

    /// Writes a field of a record or block that starts at bit `begin`.
    pub fn field(
        &mut self,
        field: &'w LayoutField,
        begin: u64,
        optional: bool,
        (around, node): (S::Node, Option<S::Node>),
    ) -> Write<(), S> {
        // A null is an absent value, except where every value has a default.
        let (around, node) = match node.filter(|node| !self.is_total() && self.source.is_null(*node)) {
            Some(null) => (null, None),
            None => (around, node),
        };
        if let Presence::Constant(ty, constant) = &field.presence {
            return self.inside(&field.name, |writer| writer.constant(*ty, constant, node));
        }
        if field.since > self.version {
            return Ok(());
        }
        let (at, nullable) = (begin + field.offset, field.presence == Presence::Null);
        let optional = optional || nullable || field.since > 0;
        self.inside(&field.name, |writer| {
            writer.value(field.ty, at, optional, (around, node))?;
            match node {
                Some(node) if nullable => writer.not_null(writer.layout.get(field.ty), at, node),
                _ => Ok(()),
            }
        })
    }

    /// Refuses a value that was just written if readers would take it for null. An empty text is null anyway,
    /// and so is an enumeration value that the schema gives the null number.
    fn not_null(&self, ty: &LayoutType, at: u64, node: S::Node) -> Write<(), S> {
        let is_meant = match &ty.kind {
            LayoutKind::Text => true,
            LayoutKind::Enumerated(values) => {
                values.iter().any(|value| Some(ty.scalar.number(value.value, ty.bits)) == ty.null)
            }
            _ => false,
        };
        let Some(null) = ty.null.filter(|_| !is_meant) else { return Ok(()) };
        if !is_null(ty, self.out, at, self.layout.messages.big_endian) {
            return Ok(());
        }
        let null = match (&ty.kind, null) {
            (LayoutKind::Char, Number::Integer(code)) => format!("U+{code:04X}"),
            _ => number_words(null),
        };
        self.fail(node, format!("{null} is the null value here: write null if the field is absent"))
    }

    /// Writes the elements of an array; returns false if it is absent and nothing was written.
    fn array(
        &mut self,
        element: LayoutId,
        count: u64,
        first: u64,
        (around, node): (S::Node, Option<S::Node>),
    ) -> Write<bool, S> {
        let nodes = match node {
            None if !self.is_total() => return Ok(false),
            None => Vec::new(),
            Some(node) => {
                let Some(nodes) = self.source.elements(node) else {
                    return self.no_array(element, count, node);
                };
                let given = nodes.len() as u64;
                if given != count {
                    let there = if given == 1 {
                        "there is 1 element".into()
                    } else {
                        format!("there are {given} elements")
                    };
                    let wanted = if count == 1 { "1 is".into() } else { format!("{count} are") };
                    return self.fail(node, format!("{there}; {wanted} expected"));
                }
                nodes
            }
        };
        let each = self.layout.get(element).bits;
        let outer = self.path.len();
        for index in 0..count {
            let value = nodes.get(index as usize).copied();
            self.indexes.push((outer, index));
            self.element(element, first + index * each, (node.unwrap_or(around), value))?;
            self.indexes.pop();
        }
        Ok(true)
    }

    fn element(&mut self, id: LayoutId, at: u64, (around, node): (S::Node, Option<S::Node>)) -> Write<(), S> {
        match node.filter(|node| self.source.is_null(*node)) {
            Some(null) => {
                self.fail(null, "a value is expected, not null: the elements of an array can't be left out")
            }
            None => self.value(id, at, false, (around, node)),
        }
    }

    /// What stands where an array is expected; perhaps its octets as hexadecimal digits.
    #[cold]
    fn no_array<V>(&self, element: LayoutId, count: u64, node: S::Node) -> Write<V, S> {
        let elements = if count == 1 { "element" } else { "elements" };
        let expected = format!("an array of {count} {elements} is expected");
        let instead = self.source.instead(node, &expected);
        let digits = self.source.text(node).map(|text| text.replace([':', '-', ' '], "")).unwrap_or_default();
        let is_hex =
            digits.len() as u64 == 2 * count && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let is_octets = self.layout.get(element).bits == 8 && count <= 16;
        let todo = match is_hex && is_octets {
            true => {
                let pairs = (0..digits.len()).step_by(2).filter_map(|at| digits.get(at..at + 2));
                let octets = pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok());
                let octets: Vec<String> = octets.map(|octet| octet.to_string()).collect();
                format!(": write [{}]", octets.join(", "))
            }
            false => String::new(),
        };
        self.fail(node, format!("{expected}{instead}{todo}"))
    }

    /// Writes the null number. Text that is null is empty, as the octets already are.
    fn nulls(&mut self, ty: &LayoutType, count: u64, at: u64) -> Write<(), S> {
        let Some(null) = ty.null.filter(|_| !matches!(ty.kind, LayoutKind::Text)) else { return Ok(()) };
        let each = ty.bits / count.max(1);
        for index in 0..count {
            self.put(at + index * each, each, raw(null, each));
        }
        Ok(())
    }

    #[inline]
    fn leaf(&mut self, id: LayoutId, at: u64, node: S::Node) -> Write<(), S> {
        let layout = self.layout;
        let ty = layout.get(id);
        let number = match &ty.kind {
            LayoutKind::Boolean => match self.source.boolean(node) {
                Some(value) => value.into(),
                None => return self.unlike(node, "true or false is expected"),
            },
            LayoutKind::Float => match self.source.float(node, ty.bits) {
                Some(bits) => bits,
                None => return self.no_number(ty, node),
            },
            LayoutKind::Char | LayoutKind::Text => return self.characters_at(ty, at, node),
            LayoutKind::Set(names) => self.source.set(node, names, ty.bits)?,
            LayoutKind::Enumerated(values) => self.enumerated(id, values, node)?,
            _ => self.integer(ty, node)?,
        };
        self.put(at, ty.bits, number);
        Ok(())
    }

    fn no_number<V>(&self, ty: &LayoutType, node: S::Node) -> Write<V, S> {
        match (self.is_total(), ty.scalar) {
            (true, Scalar::Float) => match self.source.float(node, 64) {
                Some(_) => self.fail(node, format!("this number is too large for float{}", ty.bits)),
                None => self.unlike(node, "a number, \"NaN\", \"Infinity\" or \"-Infinity\" is expected"),
            },
            (true, _) => self.unlike(node, "a whole number is expected"),
            (false, Scalar::Char) => self.unlike(node, "a uint8 is expected"),
            (false, _) => {
                let word = self.layout.word(ty);
                match ty.scalar.range(ty.bits).zip(self.source.integer(node)) {
                    Some((range, number)) => self.fail(node, self.does_not_fit(ty, number, range)),
                    None if ty.scalar == Scalar::Float && self.source.float(node, 64).is_some() => {
                        self.fail(node, format!("this number is too large for {word}"))
                    }
                    None => {
                        let article = if word.starts_with('i') { "an" } else { "a" };
                        self.unlike(node, &format!("{article} {word} is expected"))
                    }
                }
            }
        }
    }

    /// The bits of an integer: truncated to its width, or checked against the range of its type.
    fn integer(&mut self, ty: &LayoutType, node: S::Node) -> Write<u64, S> {
        let range = ty.scalar.range(ty.bits);
        let fits = |number: i128| range.is_some_and(|(min, max)| (min..=max).contains(&number));
        match self.source.integer(node) {
            Some(number) if fits(number) => Ok(number as u64),
            Some(number) if self.is_total() => {
                if let (Oversized::Refuse, Some(range)) = (self.oversized, range) {
                    self.note_refused(ty, node, number, range);
                }
                Ok(number as u64)
            }
            _ => self.no_number(ty, node),
        }
    }

    /// Notes an integer that doesn't fit.
    fn note_refused(&mut self, ty: &LayoutType, node: S::Node, number: i128, range: (i128, i128)) {
        if self.refused.first.is_some() {
            self.refused.more += 1;
            return;
        }
        let detail = self.does_not_fit(ty, number, range);
        let fault = Fault { node: Some(node), code: LayoutCode::Truncated, detail };
        self.refused.first = Some((fault, self.full_path()));
    }

    fn does_not_fit(&self, ty: &LayoutType, number: i128, (min, max): (i128, i128)) -> String {
        format!("{number} does not fit in {}, which holds {min} to {max}", self.layout.word(ty))
    }

    fn enumerated(&mut self, id: LayoutId, values: &'w [LayoutValue], node: S::Node) -> Write<u64, S> {
        let Some(name) = self.source.name(node) else {
            let is_number = self.source.integer(node).is_some();
            return match is_number {
                true => self.integer(self.layout.get(id), node),
                false => {
                    self.unlike(node, "the name of a value, in double quotes, or its number is expected")
                }
            };
        };
        // A layout's types have the numbers of their shapes.
        let all = || values.iter().map(|value| value.name.as_str());
        let found = self.names.of(ShapeId(id.0), all).get(&name);
        match found.and_then(|index| values.get(index as usize)) {
            Some(value) => Ok(value.value),
            None => {
                let advice = advice_or_first(&name, values.iter().map(|value| value.name.as_str()));
                self.fail(node, format!("there is no value `{name}`{advice}"))
            }
        }
    }

    /// The characters of a text, one per octet.
    pub fn characters(&self, node: S::Node) -> Write<Vec<u8>, S> {
        let Some(text) = self.source.text(node) else { return self.unlike(node, "a string is expected") };
        if text.is_ascii() {
            return Ok(text.as_bytes().to_vec());
        }
        let octets: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
        match octets {
            Some(octets) => Ok(octets),
            None => {
                let other = text.chars().find(|c| u32::from(*c) > 0xff).unwrap_or_default();
                let code = u32::from(other);
                let detail = format!(
                    "`{other}` (U+{code:04X}) does not fit: a character takes one byte, U+0000 to U+00FF"
                );
                self.fail(node, detail)
            }
        }
    }

    fn characters_at(&mut self, ty: &LayoutType, at: u64, node: S::Node) -> Write<(), S> {
        let octets = self.characters(node)?;
        let length = ty.octets();
        let alone = matches!(ty.kind, LayoutKind::Char);
        if alone && octets.is_empty() {
            return self.fail(node, "one character is expected, and this text has none");
        }
        if octets.len() as u64 > length || alone && octets.len() != 1 {
            return self.fail(node, format!("these are {} characters; {length} fit", octets.len()));
        }
        let is_text = matches!(ty.kind, LayoutKind::Text);
        if is_text && octets.iter().skip_while(|octet| **octet != 0).any(|octet| *octet != 0) {
            let detail = "readers end this text at its first NUL (U+0000): remove that and what follows it";
            return self.fail(node, detail);
        }
        let places = self.out.iter_mut().skip((at / 8) as usize);
        places.zip(octets).for_each(|(place, octet)| *place = octet);
        Ok(())
    }

    /// Checks that a value, if given, equals the constant; constants are not sent.
    fn constant(&self, id: LayoutId, constant: &Constant, node: Option<S::Node>) -> Write<(), S> {
        let Some(node) = node else { return Ok(()) };
        let ty = self.layout.get(id);
        let is_text = |wanted: &str| self.source.text(node).is_some_and(|given| given == wanted);
        let (same, wanted) = match (constant, &ty.kind) {
            (Constant::Text(octets), _) => {
                let wanted: String = octets.iter().map(|octet| char::from(*octet)).collect();
                (is_text(&wanted), wanted)
            }
            (Constant::Number(Number::Integer(number)), LayoutKind::Char) => {
                let wanted = char::from(*number as u8).to_string();
                (is_text(&wanted), wanted)
            }
            (Constant::Number(Number::Integer(number)), LayoutKind::Enumerated(values)) => {
                let mut named = values.iter().filter(|value| value.value == *number as u64);
                let same = match self.source.name(node) {
                    Some(name) => named.clone().any(|value| value.name == name),
                    None => self.source.integer(node) == Some(*number),
                };
                (same, named.next().map_or(number.to_string(), |value| value.name.clone()))
            }
            (Constant::Number(Number::Integer(number)), _) => {
                (self.source.integer(node) == Some(*number), number.to_string())
            }
            (Constant::Number(wanted @ Number::Float(number)), _) => {
                let bits = raw(*wanted, ty.bits);
                let given = self.source.float(node, ty.bits);
                let same = |given| ty.scalar.number(given, ty.bits) == ty.scalar.number(bits, ty.bits);
                (given.is_some_and(same), number.to_string())
            }
        };
        match same {
            true => Ok(()),
            false => self.fail(node, format!("the schema has the constant {wanted} here")),
        }
    }
}
