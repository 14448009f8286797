//! Values as JSON, as the command `wireglot decode` shows them: objects in the order of the schema, null
//! for what is absent, names for enumerations, arrays of names for sets, text for characters (one an
//! octet), hexadecimal digits for data without characters.

use core::fmt::{Result, Write};

/// Writes JSON into a text. The first error of that stays, and nothing is written from then on.
pub struct Json<'f> {
    out: &'f mut dyn Write,
    /// A value stands before the next one at the same level.
    comma: bool,
    result: Result,
}

impl<'f> Json<'f> {
    /// Nothing written yet.
    pub fn new(out: &'f mut dyn Write) -> Json<'f> {
        Json { out, comma: false, result: Ok(()) }
    }

    /// An object with one member.
    ///
    /// # Errors
    /// The text took it not.
    pub fn document(out: &'f mut dyn Write, name: &str, show: impl FnOnce(&mut Self)) -> Result {
        let mut json = Json::new(out);
        json.object(|json| {
            json.member(name);
            show(json);
        });
        json.finish()
    }

    /// Whether all was written.
    ///
    /// # Errors
    /// The text took it not.
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

    /// The next value is the member of this name.
    pub fn member(&mut self, name: &str) {
        self.separate();
        self.name(name);
        self.add(format_args!(":"));
    }

    /// An object.
    pub fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.add(format_args!("{{"));
        self.comma = false;
        members(self);
        self.add(format_args!("}}"));
        self.comma = true;
    }

    /// An array.
    pub fn array<T>(&mut self, elements: impl IntoIterator<Item = T>, each: impl Fn(&mut Self, T)) {
        self.begin();
        for element in elements {
            self.element();
            each(self, element);
        }
        self.end();
    }

    /// An array begins.
    pub fn begin(&mut self) {
        self.add(format_args!("["));
        self.comma = false;
    }

    /// The next value is the next element.
    pub fn element(&mut self) {
        self.separate();
    }

    /// An array ends.
    pub fn end(&mut self) {
        self.add(format_args!("]"));
        self.comma = true;
    }

    /// What is absent.
    pub fn null(&mut self) {
        self.add(format_args!("null"));
        self.comma = true;
    }

    /// What may be absent.
    pub fn maybe<T>(&mut self, value: Option<T>, show: impl FnOnce(&mut Self, T)) {
        match value {
            Some(value) => show(self, value),
            None => self.null(),
        }
    }

    /// An integer.
    pub fn integer(&mut self, number: impl Into<i128>) {
        self.add(format_args!("{}", number.into()));
        self.comma = true;
    }

    /// A floating-point number.
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

    /// A name of the schema.
    pub fn name(&mut self, name: &str) {
        self.add(format_args!("\"{name}\""));
        self.comma = true;
    }

    /// The name of an enumeration's value; its number if it has none.
    pub fn named(&mut self, name: Option<&str>, number: impl Into<i128>) {
        match name {
            Some(name) => self.name(name),
            None => self.integer(number),
        }
    }

    /// The names of choices whose bits are set, then the numbers of bits that are set and have no name.
    pub fn choices(&mut self, bits: impl Into<u64>, choices: &[(&str, u64)]) {
        let bits = bits.into();
        let rest = choices.iter().fold(bits, |rest, (_, mask)| rest & !mask);
        let named = choices.iter().filter(|(_, mask)| bits & mask != 0).map(|(name, _)| (Some(*name), 0));
        let unnamed = (0..u64::BITS).filter(|bit| rest >> bit & 1 != 0).map(|bit| (None, bit));
        self.array(named.chain(unnamed), |json, (name, bit)| json.named(name, bit));
    }

    /// Characters, one an octet.
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

    /// Octets as hexadecimal digits.
    pub fn octets(&mut self, octets: &[u8]) {
        self.add(format_args!("\""));
        octets.iter().for_each(|octet| self.add(format_args!("{octet:02x}")));
        self.add(format_args!("\""));
        self.comma = true;
    }
}
