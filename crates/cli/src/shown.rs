//! Values on their way out: whole or some of their fields, as they are or as people call them.

use wireglot_driver::json::Layout;
use wireglot_driver::texts::{Text, TextWriter};
use wireglot_driver::{Specification, ValueRef};

use crate::rendering::Rendering;
use crate::select::Select;

/// How values are shown.
pub struct Shown<'s> {
    pub specification: &'s Specification,
    pub text: Text,
    pub layout: Layout,
    pub name: &'s str,
    pub select: Option<Select>,
    pub rendering: Rendering,
}

impl<'s> Shown<'s> {
    pub fn writer(&self) -> Box<dyn TextWriter + 's> {
        self.text.writer(self.specification.shape(), self.layout)
    }

    /// Appends a line, or several, with a value.
    pub fn value(&self, value: ValueRef, writer: &mut dyn TextWriter, out: &mut Vec<u8>) {
        match &self.select {
            None => {
                writer.clear();
                writer.value(value);
                self.line(writer.octets(), out);
            }
            Some(select) => {
                let mut made = Vec::new();
                select.write(self.specification, value, &mut made);
                self.line(&made, out);
            }
        }
    }

    /// Appends what was made of a value.
    pub fn line(&self, made: &[u8], out: &mut Vec<u8>) {
        match self.rendering.is_empty() {
            true => out.extend_from_slice(made),
            false => {
                let json = std::str::from_utf8(made).unwrap_or_default();
                out.extend_from_slice(self.rendering.show(self.name, json).as_bytes());
            }
        }
        out.push(b'\n');
    }
}
