//! Values to rows: a sink that writes the values for columns as a sequence of bytes.
//!
//! A row is made where a value is decoded, and stored where all rows come together in order, possibly on
//! another thread. It is a sequence of items: the place of a column in two octets, and the value. Structs and
//! lists only have a start; columns that are not mentioned are null.

use std::collections::HashMap;

use wireglot_driver::json::{JsonWriter, Layout, Spelling};
use wireglot_driver::messages::Show;
use wireglot_driver::{to_f64, Origin, Real, Rules, Shape, ShapeId, ShapeKind, Sink, Unknown};

use crate::columns::{Column, Columns, Place, Target};
use crate::kind::{Content, Kind};
use crate::times;

/// Why a value does not fit into its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The path of the column.
    pub path: String,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Writes rows.
pub struct RowWriter<'c> {
    columns: &'c Columns,
    out: Vec<u8>,
    open: Vec<Frame>,
    /// The nesting depth inside a value that is not stored.
    skipping: usize,
    /// A value that is stored as JSON text, and the nesting depth inside it.
    json: JsonWriter<'c>,
    in_json: Option<(Place, usize)>,
    misfit: Option<Misfit>,
    shape: &'c Shape,
    /// Whether an ENUMERATED must be one that the schema names.
    only_named: bool,
    /// Whether the row's value has parts that the schema doesn't know.
    has_unknown: bool,
    /// Whether JSON text leaves these parts out, as if the decoder had skipped them.
    leaves_unknown: bool,
    /// The origin of the octets that come next.
    origin: Option<Origin>,
    /// How the values of some columns are shown.
    shows: HashMap<Place, Show<'c>>,
}

/// An incomplete value.
#[derive(Clone, Copy)]
enum Frame {
    /// A value with parts, and the index of the next part.
    Parts(Place, usize),
    List(Target),
    /// An open type or a string whose contents are stored in its place.
    Held(Place),
}

impl<'c> RowWriter<'c> {
    /// A writer of rows with these columns.
    pub fn new(shape: &'c Shape, columns: &'c Columns) -> RowWriter<'c> {
        let rendered = |place: &Place| columns.get(*place).content == Content::Rendered;
        let shows = (0..columns.all.len() as Place).filter(rendered);
        let shows = shows.filter_map(|place| Some((place, columns.show(place)?)));
        RowWriter {
            columns,
            out: Vec::new(),
            open: Vec::new(),
            skipping: 0,
            json: JsonWriter::new(shape, Spelling::Json, Layout::Compact),
            in_json: None,
            misfit: None,
            shape,
            only_named: false,
            has_unknown: false,
            leaves_unknown: false,
            origin: None,
            shows: shows.collect(),
        }
    }

    /// The same, for records in which the schema names every ENUMERATED.
    pub fn only_named(self) -> RowWriter<'c> {
        RowWriter { only_named: true, ..self }
    }

    /// The same, with JSON text that leaves out what the schema doesn't know, even if the decoder passes it on.
    pub fn leaving_unknown(self) -> RowWriter<'c> {
        RowWriter { leaves_unknown: true, ..self }
    }

    /// Begins a row at the end of a buffer, which [`RowWriter::end`] returns.
    pub fn begin(&mut self, out: Vec<u8>) {
        self.out = out;
        self.open.clear();
        (self.skipping, self.in_json, self.misfit, self.origin) = (0, None, None, None);
        self.has_unknown = false;
        if self.columns.in_row {
            self.item(0);
        }
    }

    /// Ends a row; returns the buffer, and the reason if a value does not fit into its column.
    pub fn end(&mut self) -> (Vec<u8>, Option<Misfit>) {
        (std::mem::take(&mut self.out), self.misfit.take())
    }

    /// Whether the last value had parts that the schema doesn't know, if the decoder passes them on.
    pub fn has_unknown(&self) -> bool {
        self.has_unknown
    }

    /// The target of the value itself.
    pub fn root(&self) -> Target {
        match self.columns.in_row {
            true => self.columns.get(0).targets.first().copied().unwrap_or(Target::Nowhere),
            false => Target::Column(0),
        }
    }

    /// The target of the next value.
    #[inline]
    fn target(&self) -> Target {
        match self.open.last() {
            Some(Frame::Parts(place, part)) => {
                self.columns.get(*place).targets.get(*part).copied().unwrap_or(Target::Nowhere)
            }
            Some(Frame::List(target)) => *target,
            Some(Frame::Held(place)) => Target::Column(*place),
            None => self.root(),
        }
    }

    #[inline(always)]
    pub(crate) fn item(&mut self, place: Place) {
        self.out.extend_from_slice(&place.to_le_bytes());
    }

    #[inline(always)]
    fn octets(&mut self, place: Place, octets: &[u8]) {
        self.length(place, octets.len());
        self.out.extend_from_slice(octets);
    }

    /// Begins an item with a length.
    #[inline(always)]
    fn length(&mut self, place: Place, octets: usize) {
        let ([low, high], [a, b, c, d]) = (place.to_le_bytes(), (octets as u32).to_le_bytes());
        self.out.extend_from_slice(&[low, high, a, b, c, d]);
    }

    /// Writes an item of sixteen octets.
    #[inline(always)]
    fn sixteen(&mut self, place: Place, value: i128) {
        let mut item = [0; 18];
        item[..2].copy_from_slice(&place.to_le_bytes());
        item[2..].copy_from_slice(&value.to_le_bytes());
        self.out.extend_from_slice(&item);
    }

    /// Writes an item of eight octets.
    #[inline(always)]
    pub(crate) fn eight(&mut self, place: Place, value: u64) {
        let ([low, high], [a, b, c, d, e, f, g, h]) = (place.to_le_bytes(), value.to_le_bytes());
        self.out.extend_from_slice(&[low, high, a, b, c, d, e, f, g, h]);
    }

    /// Writes a leaf to its target: a column, JSON text, or nothing.
    #[inline]
    fn leaf(
        &mut self,
        write: impl FnOnce(&mut Self, Place, &'c Column),
        json: impl FnOnce(&mut JsonWriter<'c>),
    ) {
        let origin = self.origin.take();
        if self.skipping > 0 {
            return;
        }
        let json = |to: &mut JsonWriter<'c>| {
            if let Some(origin) = origin {
                to.origin(origin);
            }
            json(to);
        };
        if self.in_json.is_some() {
            return json(&mut self.json);
        }
        let Target::Column(place) = self.target() else { return };
        let columns = self.columns;
        let column = columns.get(place);
        match column.content {
            Content::Json => {
                self.json.clear();
                json(&mut self.json);
                self.end_json(place);
            }
            Content::Rendered => {
                self.json.clear();
                json(&mut self.json);
                self.rendered(place);
            }
            _ => write(self, place, column),
        }
    }

    fn end_json(&mut self, place: Place) {
        let json = self.in_json.take();
        debug_assert!(json.is_none_or(|(_, depth)| depth == 0));
        match self.columns.shown(place, self.json.octets()) {
            Some(shown) => self.octets(place, shown.as_bytes()),
            None => {
                self.length(place, self.json.octets().len());
                self.out.extend_from_slice(self.json.octets());
            }
        }
    }

    /// Writes the value whose JSON was written last in human-readable form.
    fn rendered(&mut self, place: Place) {
        let text = std::str::from_utf8(unquoted(self.json.octets())).unwrap_or_default();
        let shown = self.shows.get(&place).and_then(|show| show.text(text));
        let text = shown.unwrap_or_else(|| text.to_string());
        self.octets(place, text.as_bytes());
    }

    /// Begins a value with parts at its target.
    #[inline]
    fn enter(
        &mut self,
        write: impl FnOnce(&mut Self, Place, &'c Column),
        json: impl FnOnce(&mut JsonWriter<'c>),
    ) {
        if self.skipping > 0 {
            self.skipping += 1;
            return;
        }
        if let Some((_, depth)) = &mut self.in_json {
            *depth += 1;
            return json(&mut self.json);
        }
        let Target::Column(place) = self.target() else {
            self.skipping = 1;
            return;
        };
        let columns = self.columns;
        let column = columns.get(place);
        if column.content == Content::Json {
            self.json.clear();
            json(&mut self.json);
            self.in_json = Some((place, 1));
            return;
        }
        write(self, place, column);
    }

    #[inline]
    fn leave(&mut self, json: impl FnOnce(&mut JsonWriter<'c>)) {
        if self.skipping > 0 {
            self.skipping -= 1;
            return;
        }
        let Some((place, depth)) = &mut self.in_json else {
            self.open.pop();
            return;
        };
        *depth -= 1;
        let (place, done) = (*place, *depth == 0);
        json(&mut self.json);
        if done {
            self.end_json(place);
        }
    }

    /// The contents of an open type or string that are not an encoding of its type have no place in its column.
    fn not_of_type(&mut self, place: Place) {
        self.misfit(place, "its octets are not an encoding of its type".into());
    }

    #[cold]
    fn misfit(&mut self, place: Place, message: String) {
        let path = self.columns.path(place);
        self.misfit.get_or_insert(Misfit { path, message });
    }

    /// The columns.
    #[inline(always)]
    pub(crate) fn columns(&self) -> &'c Columns {
        self.columns
    }

    /// A record begins.
    #[inline(always)]
    pub(crate) fn record(&mut self, place: Place, column: &Column) {
        match column.content {
            Content::There => self.octet(place, 1),
            _ => self.item(place),
        }
    }

    /// A choice begins.
    #[inline]
    pub(crate) fn choice(&mut self, place: Place, column: &Column, alternative: u32) {
        self.item(place);
        if let Some(which) = column.which {
            let name = column.alternatives.get(alternative as usize).map_or("", String::as_str);
            self.octets(which, name.as_bytes());
        }
    }

    /// Writes one octet: a boolean, or the presence of a value.
    #[inline(always)]
    pub(crate) fn octet(&mut self, place: Place, octet: u8) {
        let [low, high] = place.to_le_bytes();
        self.out.extend_from_slice(&[low, high, octet]);
    }

    /// Writes an integer. In a column of several versions, its own version may allow less than the column.
    #[inline(always)]
    pub(crate) fn integer_of(&mut self, place: Place, column: &Column, value: i64) {
        match column.own_kind {
            None => self.small_number(place, column.kind, value),
            Some(own) => self.integer_within(place, (own, column.kind), value.into()),
        }
    }

    #[cold]
    fn integer_within(&mut self, place: Place, (own, kind): (Kind, Kind), value: i128) {
        match own.holds(value) {
            true => self.number(place, kind, value),
            false => {
                self.misfit(place, format!("{value} does not fit its column; its type allows no such number"))
            }
        }
    }

    /// Writes a 64-bit number in the type of its column.
    #[inline(always)]
    fn small_number(&mut self, place: Place, kind: Kind, value: i64) {
        match kind {
            Kind::Integer { octets, signed } => {
                let spare = 64 - u32::from(octets) * 8;
                let fits = match signed {
                    true => value << spare >> spare == value,
                    false => value >= 0 && (value as u64) << spare >> spare == value as u64,
                };
                match fits {
                    true => self.eight(place, value as u64),
                    false => self.number(place, kind, value.into()),
                }
            }
            Kind::Decimal => self.sixteen(place, value.into()),
            _ => self.number(place, kind, value.into()),
        }
    }

    /// Writes a number of any size in the type of its column.
    pub(crate) fn number(&mut self, place: Place, kind: Kind, value: i128) {
        match kind {
            Kind::Integer { octets, signed } => {
                if !kind.holds(value) {
                    let why = match (octets, signed) {
                        (8, true) => "set `integers` to `decimal` or `text` to keep it",
                        _ => "its type allows no such number",
                    };
                    return self.misfit(place, format!("{value} does not fit its column; {why}"));
                }
                self.eight(place, value as u64);
            }
            Kind::Decimal => self.sixteen(place, value),
            _ => self.octets(place, value.to_string().as_bytes()),
        }
    }

    /// Writes a number that does not fit into 64 bits.
    pub(crate) fn big_number(&mut self, place: Place, column: &Column, octets: &[u8]) {
        let sign = if octets.first().is_some_and(|first| first & 0x80 != 0) { -1 } else { 0 };
        let value = octets.iter().fold(sign, |value: i128, octet| value << 8 | i128::from(*octet));
        if octets.len() > 16 || !(-DECIMAL..=DECIMAL).contains(&value) {
            return self.misfit(
                place,
                "an integer has more than 38 digits; set `integers` to `text` to keep it".into(),
            );
        }
        match column.own_kind {
            None => self.number(place, column.kind, value),
            Some(own) => self.integer_within(place, (own, column.kind), value),
        }
    }

    /// Writes an ENUMERATED: its name or its number.
    #[inline]
    pub(crate) fn named(&mut self, place: Place, column: &Column, number: i64) {
        match &column.content {
            Content::Names(names) => match names.binary_search_by_key(&number, |(number, _)| *number) {
                Ok(at) => self.octets(place, names[at].1.as_bytes()),
                Err(_) if self.only_named => self.unnamed(place, number),
                Err(_) => self.octets(place, number.to_string().as_bytes()),
            },
            _ => self.number(place, column.kind, number.into()),
        }
    }

    #[cold]
    fn unnamed(&mut self, place: Place, number: i64) {
        self.misfit(place, format!("the schema has no name for {number}"));
    }

    /// Writes a BIT STRING.
    #[inline]
    pub(crate) fn bits(&mut self, place: Place, column: &Column, octets: &[u8], bits: u64) {
        match (&column.content, column.children.as_slice()) {
            (Content::Bits, [data, number]) => {
                self.item(place);
                self.octets(*data, octets);
                self.number(*number, Kind::Integer { octets: 8, signed: false }, bits.into());
            }
            _ => self.binary(place, column, octets),
        }
    }

    /// Writes binary data.
    #[inline(always)]
    pub(crate) fn binary(&mut self, place: Place, column: &Column, octets: &[u8]) {
        match column.kind {
            Kind::Binary => self.octets(place, octets),
            _ => self.not_of_type(place),
        }
    }

    /// Writes UTF-8 characters.
    #[inline(always)]
    pub(crate) fn characters(&mut self, place: Place, column: &Column, utf8: &[u8]) {
        match column.kind {
            Kind::Time => self.time(place, column, utf8),
            _ => self.octets(place, utf8),
        }
    }

    fn time(&mut self, place: Place, column: &Column, utf8: &[u8]) {
        match times::micros(utf8, column.content == Content::ShortTime) {
            Some(micros) => {
                self.eight(place, micros as u64);
            }
            None => {
                let text = String::from_utf8_lossy(utf8);
                self.misfit(
                    place,
                    format!("{text} does not fit a timestamp in UTC with microseconds; set `times` to `text` to keep it"),
                );
            }
        }
    }

    /// Writes the text of a leaf in lossless JSON, without quotation marks.
    fn text_of(&mut self, place: Place, write: impl FnOnce(&mut JsonWriter<'c>)) {
        self.json.clear();
        write(&mut self.json);
        let text = unquoted(self.json.octets());
        self.out.extend_from_slice(&place.to_le_bytes());
        self.out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.out.extend_from_slice(text);
    }
}

/// The text of a JSON string that has no escapes, or other JSON as it is.
fn unquoted(json: &[u8]) -> &[u8] {
    json.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")).unwrap_or(json)
}

/// The maximum of a decimal column.
const DECIMAL: i128 = 10i128.pow(38) - 1;

impl Sink for RowWriter<'_> {
    fn boolean(&mut self, shape: ShapeId, value: bool) {
        self.leaf(|to, place, _| to.octet(place, u8::from(value)), |json| json.boolean(shape, value));
    }

    fn integer(&mut self, shape: ShapeId, value: i64) {
        self.leaf(|to, place, column| to.integer_of(place, column, value), |json| json.integer(shape, value));
    }

    fn big_integer(&mut self, shape: ShapeId, octets: &[u8]) {
        self.leaf(
            |to, place, column| {
                if column.kind == Kind::Text {
                    return to.text_of(place, |json| json.big_integer(shape, octets));
                }
                to.big_number(place, column, octets);
            },
            |json| json.big_integer(shape, octets),
        );
    }

    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        if let (true, Some((place, _))) = (self.only_named, self.in_json) {
            let names = &self.shape.get(shape).kind;
            if matches!(names, ShapeKind::Enumerated { items, .. } if items.iter().all(|item| item.1 != number))
            {
                self.unnamed(place, number);
            }
        }
        self.leaf(|to, place, column| to.named(place, column, number), |json| json.enumerated(shape, number));
    }

    fn unknown_enumerated(&mut self, shape: ShapeId, index: u64) {
        self.leaf(
            |to, place, column| match column.kind {
                Kind::Text => to.octets(place, format!("addition {index}").as_bytes()),
                _ => to.misfit(
                    place,
                    format!("addition {index} has no number; set `enums` to `names` to keep it"),
                ),
            },
            |json| json.unknown_enumerated(shape, index),
        );
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        self.leaf(
            |to, place, column| to.bits(place, column, octets, bits),
            |json| json.bit_string(shape, octets, bits),
        );
    }

    fn octet_string(&mut self, shape: ShapeId, octets: &[u8]) {
        self.leaf(
            |to, place, column| to.binary(place, column, octets),
            |json| json.octet_string(shape, octets),
        );
    }

    fn null(&mut self, shape: ShapeId) {
        self.leaf(|to, place, _| to.octet(place, 1), |json| json.null(shape));
    }

    fn oid(&mut self, shape: ShapeId, contents: &[u8]) {
        self.leaf(
            |to, place, _| to.text_of(place, |json| json.oid(shape, contents)),
            |json| json.oid(shape, contents),
        );
    }

    fn real(&mut self, shape: ShapeId, value: &Real<'_>) {
        self.leaf(
            |to, place, _| {
                to.eight(place, to_f64(value).to_bits());
            },
            |json| json.real(shape, value),
        );
    }

    fn float(&mut self, shape: ShapeId, value: f64) {
        self.leaf(
            |to, place, _| {
                to.eight(place, value.to_bits());
            },
            |json| json.float(shape, value),
        );
    }

    fn string(&mut self, shape: ShapeId, text: &str) {
        self.leaf(
            |to, place, column| to.characters(place, column, text.as_bytes()),
            |json| json.string(shape, text),
        );
    }

    fn origin(&mut self, origin: Origin) {
        self.origin = Some(origin);
    }

    fn opaque(&mut self, shape: ShapeId, octets: &[u8]) {
        self.leaf(|to, place, column| to.binary(place, column, octets), |json| json.opaque(shape, octets));
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.enter(
            |to, place, column| {
                to.record(place, column);
                to.open.push(Frame::Parts(place, usize::MAX));
            },
            |json| json.begin_record(shape),
        );
    }

    #[inline]
    fn slot(&mut self, index: u32) {
        if self.skipping > 0 {
            return;
        }
        if self.in_json.is_some() {
            return self.json.slot(index);
        }
        if let Some(Frame::Parts(_, part)) = self.open.last_mut() {
            *part = index as usize;
        }
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        // A slot's octets as received are no unknown part.
        let is_part = !matches!(place, Unknown::Raw(_));
        self.has_unknown |= is_part;
        if self.skipping == 0 && self.in_json.is_some() && !(is_part && self.leaves_unknown) {
            self.json.unknown(place, octets);
        }
    }

    fn end_record(&mut self, shape: ShapeId) {
        self.leave(|json| json.end_record(shape));
    }

    fn begin_list(&mut self, shape: ShapeId) {
        self.enter(
            |to, place, column| {
                to.item(place);
                let target = column.targets.first().copied().unwrap_or(Target::Nowhere);
                to.open.push(Frame::List(target));
            },
            |json| json.begin_list(shape),
        );
    }

    fn end_list(&mut self, shape: ShapeId) {
        self.leave(|json| json.end_list(shape));
    }

    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.enter(
            |to, place, column| {
                to.choice(place, column, alternative);
                to.open.push(Frame::Parts(place, alternative as usize));
            },
            |json| json.begin_choice(shape, alternative),
        );
    }

    fn end_choice(&mut self, shape: ShapeId) {
        self.leave(|json| json.end_choice(shape));
    }

    fn unknown_choice(&mut self, shape: ShapeId, index: Option<u64>, octets: &[u8]) {
        self.has_unknown = true;
        self.leaf(
            |to, place, column| {
                to.item(place);
                if let Some(which) = column.which {
                    let name = index.map_or("unknown".to_string(), |index| format!("addition {index}"));
                    to.octets(which, name.as_bytes());
                }
            },
            |json| json.unknown_choice(shape, index, octets),
        );
    }

    fn begin_open(&mut self, shape: ShapeId, actual: ShapeId) {
        self.enter(|to, place, _| to.open.push(Frame::Held(place)), |json| json.begin_open(shape, actual));
    }

    fn end_open(&mut self, shape: ShapeId) {
        self.leave(|json| json.end_open(shape));
    }

    fn begin_contained(&mut self, shape: ShapeId, rules: Rules) {
        self.enter(
            |to, place, _| to.open.push(Frame::Held(place)),
            |json| json.begin_contained(shape, rules),
        );
    }

    fn end_contained(&mut self, shape: ShapeId) {
        self.leave(|json| json.end_contained(shape));
    }

    type Notes = ();
}
