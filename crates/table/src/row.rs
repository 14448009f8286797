//! Values to rows: a sink that writes what goes into columns as a run of octets.
//!
//! A row is made where a value is decoded, and stored where all rows come together, in their order, perhaps on
//! another thread. It is a run of items: the place of a column, two octets, and what goes there. Structs and
//! lists only begin; what a row does not mention is null.

use wireglot_driver::json::{JsonWriter, Layout, Spelling};
use wireglot_driver::{to_f64, Origin, Real, Rules, Shape, ShapeId, Sink, Unknown};

use crate::columns::{Column, Columns, Place, Target};
use crate::kind::{Content, Kind};
use crate::times;

/// Why a value has no place in its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The column, with those around it.
    pub path: String,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Writes rows.
pub struct RowWriter<'c> {
    columns: &'c Columns,
    out: Vec<u8>,
    open: Vec<Frame>,
    /// How deep in a value that goes nowhere.
    skipping: usize,
    /// A value that stands as JSON text, and how deep in it.
    json: JsonWriter<'c>,
    in_json: Option<(Place, usize)>,
    misfit: Option<Misfit>,
    /// What the octets that come next came in.
    origin: Option<Origin>,
}

/// A value that is not complete.
#[derive(Clone, Copy)]
enum Frame {
    /// Parts, of which this one comes next.
    Parts(Place, usize),
    List(Target),
    /// What an open type or a string holds stands in its place.
    Held(Place),
}

impl<'c> RowWriter<'c> {
    /// A writer of rows of these columns.
    pub fn new(shape: &'c Shape, columns: &'c Columns) -> RowWriter<'c> {
        RowWriter {
            columns,
            out: Vec::new(),
            open: Vec::new(),
            skipping: 0,
            json: JsonWriter::new(shape, Spelling::Json, Layout::Compact),
            in_json: None,
            misfit: None,
            origin: None,
        }
    }

    /// Begins a row; what was written before is forgotten.
    pub fn begin(&mut self) {
        self.out.clear();
        self.open.clear();
        (self.skipping, self.in_json, self.misfit, self.origin) = (0, None, None, None);
        if self.columns.in_row {
            self.item(0);
        }
    }

    /// The row.
    ///
    /// # Errors
    /// Some value has no place in its column.
    pub fn row(&mut self) -> Result<&[u8], Misfit> {
        match self.misfit.take() {
            Some(misfit) => Err(misfit),
            None => Ok(&self.out),
        }
    }

    /// Where the next value goes.
    #[inline]
    fn target(&self) -> Target {
        match self.open.last() {
            Some(Frame::Parts(place, part)) => {
                self.columns.get(*place).targets.get(*part).copied().unwrap_or(Target::Nowhere)
            }
            Some(Frame::List(target)) => *target,
            Some(Frame::Held(place)) => Target::Column(*place),
            None if self.columns.in_row => {
                self.columns.get(0).targets.first().copied().unwrap_or(Target::Nowhere)
            }
            None => Target::Column(0),
        }
    }

    #[inline]
    fn item(&mut self, place: Place) {
        self.out.extend_from_slice(&place.to_le_bytes());
    }

    #[inline]
    fn octets(&mut self, place: Place, octets: &[u8]) {
        self.item(place);
        self.out.extend_from_slice(&(octets.len() as u32).to_le_bytes());
        self.out.extend_from_slice(octets);
    }

    /// What goes where a leaf goes: a column, JSON text, or nothing.
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
        if column.content == Content::Json {
            self.json.clear();
            json(&mut self.json);
            return self.end_json(place);
        }
        write(self, place, column);
    }

    fn end_json(&mut self, place: Place) {
        let json = self.in_json.take();
        debug_assert!(json.is_none_or(|(_, depth)| depth == 0));
        self.item(place);
        let text = self.json.octets();
        self.out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.out.extend_from_slice(text);
    }

    /// What goes where a value with parts goes.
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

    #[cold]
    fn misfit(&mut self, place: Place, message: String) {
        let path = self.columns.path(place);
        self.misfit.get_or_insert(Misfit { path, message });
    }

    /// A number, as its column has it.
    fn number(&mut self, place: Place, kind: Kind, value: i128) {
        match kind {
            Kind::Integer { octets, signed } => {
                let fits = match (octets, signed) {
                    (8, true) => i64::try_from(value).is_ok(),
                    (8, false) => u64::try_from(value).is_ok(),
                    (octets, true) => {
                        let most = 1i128 << (octets * 8 - 1);
                        (-most..most).contains(&value)
                    }
                    (octets, false) => (0..1i128 << (octets * 8)).contains(&value),
                };
                if !fits {
                    let why = match (octets, signed) {
                        (8, true) => "take decimal or text for integers",
                        _ => "its type allows no such number",
                    };
                    return self.misfit(place, format!("{value} does not fit its column; {why}"));
                }
                self.item(place);
                self.out.extend_from_slice(&(value as u64).to_le_bytes());
            }
            Kind::Decimal => {
                self.item(place);
                self.out.extend_from_slice(&value.to_le_bytes());
            }
            _ => self.octets(place, value.to_string().as_bytes()),
        }
    }

    fn characters(&mut self, place: Place, column: &Column, text: &str) {
        if column.kind != Kind::Time {
            return self.octets(place, text.as_bytes());
        }
        match times::micros(text, column.content == Content::ShortTime) {
            Some(micros) => {
                self.item(place);
                self.out.extend_from_slice(&micros.to_le_bytes());
            }
            None => self
                .misfit(place, format!("{text} is no time in UTC to the microsecond; take text for times")),
        }
    }

    fn there(&mut self, place: Place) {
        self.item(place);
        self.out.push(1);
    }

    /// The text that the lossless JSON has for a leaf, without quotation marks.
    fn text_of(&mut self, place: Place, write: impl FnOnce(&mut JsonWriter<'c>)) {
        self.json.clear();
        write(&mut self.json);
        let text = self.json.octets();
        let text = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")).unwrap_or(text);
        self.out.extend_from_slice(&place.to_le_bytes());
        self.out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.out.extend_from_slice(text);
    }
}

/// The most that a decimal column holds.
const DECIMAL: i128 = 10i128.pow(38) - 1;

impl Sink for RowWriter<'_> {
    fn boolean(&mut self, shape: ShapeId, value: bool) {
        self.leaf(
            |to, place, _| {
                to.item(place);
                to.out.push(u8::from(value));
            },
            |json| json.boolean(shape, value),
        );
    }

    fn integer(&mut self, shape: ShapeId, value: i64) {
        self.leaf(
            |to, place, column| to.number(place, column.kind, value.into()),
            |json| json.integer(shape, value),
        );
    }

    fn big_integer(&mut self, shape: ShapeId, octets: &[u8]) {
        self.leaf(
            |to, place, column| {
                if column.kind == Kind::Text {
                    return to.text_of(place, |json| json.big_integer(shape, octets));
                }
                let sign = if octets.first().is_some_and(|first| first & 0x80 != 0) { -1 } else { 0 };
                let value = octets.iter().fold(sign, |value: i128, octet| value << 8 | i128::from(*octet));
                if octets.len() > 16 || !(-DECIMAL..=DECIMAL).contains(&value) {
                    return to
                        .misfit(place, "an integer has more than 38 digits; take text for integers".into());
                }
                to.number(place, column.kind, value);
            },
            |json| json.big_integer(shape, octets),
        );
    }

    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        self.leaf(
            |to, place, column| match &column.content {
                Content::Names(names) => match names.binary_search_by_key(&number, |(number, _)| *number) {
                    Ok(at) => to.octets(place, names[at].1.as_bytes()),
                    Err(_) => to.octets(place, number.to_string().as_bytes()),
                },
                _ => to.number(place, column.kind, number.into()),
            },
            |json| json.enumerated(shape, number),
        );
    }

    fn unknown_enumerated(&mut self, shape: ShapeId, index: u64) {
        self.leaf(
            |to, place, column| match column.kind {
                Kind::Text => to.octets(place, format!("addition {index}").as_bytes()),
                _ => to.misfit(place, format!("addition {index} has no number; take names for ENUMERATED")),
            },
            |json| json.unknown_enumerated(shape, index),
        );
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        self.leaf(
            |to, place, column| match (&column.content, column.children.as_slice()) {
                (Content::Bits, [data, number]) => {
                    to.item(place);
                    to.octets(*data, octets);
                    to.number(*number, Kind::Integer { octets: 8, signed: false }, bits.into());
                }
                _ if column.kind == Kind::Binary => to.octets(place, octets),
                _ => to.misfit(place, "its octets are none of the type that they should be of".into()),
            },
            |json| json.bit_string(shape, octets, bits),
        );
    }

    fn octet_string(&mut self, shape: ShapeId, octets: &[u8]) {
        self.leaf(
            |to, place, column| match column.kind {
                Kind::Binary => to.octets(place, octets),
                _ => to.misfit(place, "its octets are none of the type that they should be of".into()),
            },
            |json| json.octet_string(shape, octets),
        );
    }

    fn null(&mut self, shape: ShapeId) {
        self.leaf(|to, place, _| to.there(place), |json| json.null(shape));
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
                to.item(place);
                to.out.extend_from_slice(&to_f64(value).to_le_bytes());
            },
            |json| json.real(shape, value),
        );
    }

    fn float(&mut self, shape: ShapeId, value: f64) {
        self.leaf(
            |to, place, _| {
                to.item(place);
                to.out.extend_from_slice(&value.to_le_bytes());
            },
            |json| json.float(shape, value),
        );
    }

    fn string(&mut self, shape: ShapeId, text: &str) {
        self.leaf(|to, place, column| to.characters(place, column, text), |json| json.string(shape, text));
    }

    fn origin(&mut self, origin: Origin) {
        self.origin = Some(origin);
    }

    fn opaque(&mut self, shape: ShapeId, octets: &[u8]) {
        self.leaf(
            |to, place, column| match column.kind {
                Kind::Binary => to.octets(place, octets),
                _ => to.misfit(place, "its octets are none of the type that they should be of".into()),
            },
            |json| json.opaque(shape, octets),
        );
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.enter(
            |to, place, column| {
                match column.content {
                    Content::There => to.there(place),
                    _ => to.item(place),
                }
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
        if self.skipping == 0 && self.in_json.is_some() {
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
                to.item(place);
                if let Some(which) = column.which {
                    let name = column.alternatives.get(alternative as usize).map_or("", String::as_str);
                    to.octets(which, name.as_bytes());
                }
                to.open.push(Frame::Parts(place, alternative as usize));
            },
            |json| json.begin_choice(shape, alternative),
        );
    }

    fn end_choice(&mut self, shape: ShapeId) {
        self.leave(|json| json.end_choice(shape));
    }

    fn unknown_choice(&mut self, shape: ShapeId, index: Option<u64>, octets: &[u8]) {
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
