//! Values as JSON, as `wireglot decode` prints them: objects in schema order, null for absent values,
//! names for enumerations, arrays of names for sets, text for characters (one per byte), hexadecimal
//! digits for data that is not text.

use core::fmt::{Result, Write};

/// Writes JSON to a text. Keeps the first error and writes nothing after it.
pub struct Json<'f> {
    out: &'f mut dyn Write,
    /// Whether a value precedes the next one at the same level.
    comma: bool,
    result: Result,
}

impl<'f> Json<'f> {
    /// A writer that has written nothing.
    pub fn new(out: &'f mut dyn Write) -> Json<'f> {
        Json { out, comma: false, result: Ok(()) }
    }

    /// Writes an object with one member.
    ///
    /// # Errors
    /// Writing to `out` failed.
    pub fn document(out: &'f mut dyn Write, name: &str, show: impl FnOnce(&mut Self)) -> Result {
        let mut json = Json::new(out);
        json.object(|json| {
            json.member(name);
            show(json);
        });
        json.finish()
    }

    /// Returns whether everything was written.
    ///
    /// # Errors
    /// Writing to `out` failed.
    pub fn finish(self) -> Result {
        self.result
    }

    fn add(&mut self, text: core::fmt::Arguments<'_>) {
        if self.result.is_ok() {
            self.result = self.out.write_fmt(text);
        }
    }

    fn separate(&mut self) {
        if self.comma {
            self.add(format_args!(","));
        }
        self.comma = false;
    }

    /// Writes a member's name; its value comes next.
    pub fn member(&mut self, name: &str) {
        self.separate();
        self.name(name);
        self.add(format_args!(":"));
    }

    /// Writes an object.
    pub fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.add(format_args!("{{"));
        self.comma = false;
        members(self);
        self.add(format_args!("}}"));
        self.comma = true;
    }

    /// Writes an array.
    pub fn array<T>(&mut self, elements: impl IntoIterator<Item = T>, each: impl Fn(&mut Self, T)) {
        self.begin();
        for element in elements {
            self.element();
            each(self, element);
        }
        self.end();
    }

    /// Begins an array.
    pub fn begin(&mut self) {
        self.add(format_args!("["));
        self.comma = false;
    }

    /// Begins the next element.
    pub fn element(&mut self) {
        self.separate();
    }

    /// Ends an array.
    pub fn end(&mut self) {
        self.add(format_args!("]"));
        self.comma = true;
    }

    /// Writes null, for an absent value.
    pub fn null(&mut self) {
        self.add(format_args!("null"));
        self.comma = true;
    }

    /// Writes an optional value.
    pub fn maybe<T>(&mut self, value: Option<T>, show: impl FnOnce(&mut Self, T)) {
        match value {
            Some(value) => show(self, value),
            None => self.null(),
        }
    }

    /// Writes an integer.
    pub fn integer(&mut self, number: impl Into<i128>) {
        self.add(format_args!("{}", number.into()));
        self.comma = true;
    }

    /// Writes a floating-point number.
    pub fn float(&mut self, number: impl Into<f64>) {
        let number: f64 = number.into();
        match number {
            _ if number.is_nan() => self.add(format_args!("\"NaN\"")),
            _ if number == f64::INFINITY => self.add(format_args!("\"Infinity\"")),
            _ if number == f64::NEG_INFINITY => self.add(format_args!("\"-Infinity\"")),
            _ => self.add(format_args!("{number:?}")),
        }
        self.comma = true;
    }

    /// Writes a name from the schema.
    pub fn name(&mut self, name: &str) {
        self.add(format_args!("\"{name}\""));
        self.comma = true;
    }

    /// Writes the name of an enumeration value, or its number if it has none.
    pub fn named(&mut self, name: Option<&str>, number: impl Into<i128>) {
        match name {
            Some(name) => self.name(name),
            None => self.integer(number),
        }
    }

    /// Writes the names of the set choices, then the numbers of set bits that have no name.
    pub fn choices(&mut self, bits: impl Into<u64>, choices: &[(&str, u64)]) {
        let bits = bits.into();
        let rest = choices.iter().fold(bits, |rest, (_, mask)| rest & !mask);
        let named = choices.iter().filter(|(_, mask)| bits & mask != 0).map(|(name, _)| (Some(*name), 0));
        let unnamed = (0..u64::BITS).filter(|bit| rest >> bit & 1 != 0).map(|bit| (None, bit));
        self.array(named.chain(unnamed), |json, (name, bit)| json.named(name, bit));
    }

    /// Writes characters, one per byte.
    pub fn text(&mut self, text: impl AsRef<[u8]>) {
        self.add(format_args!("\""));
        for &octet in text.as_ref() {
            match octet {
                b'"' => self.add(format_args!("\\\"")),
                b'\\' => self.add(format_args!("\\\\")),
                0..=0x1f | 0x7f..=0x9f => self.add(format_args!("\\u{octet:04x}")),
                _ => self.add(format_args!("{}", char::from(octet))),
            }
        }
        self.add(format_args!("\""));
        self.comma = true;
    }

    /// Writes bytes as hexadecimal digits.
    pub fn octets(&mut self, octets: &[u8]) {
        self.add(format_args!("\""));
        octets.iter().for_each(|octet| self.add(format_args!("{octet:02x}")));
        self.add(format_args!("\""));
        self.comma = true;
    }
}
