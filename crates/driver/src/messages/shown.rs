//! Values on their way out: whole or some of their fields, as they are or in human-readable form.

use wireglot_interp::json::Layout;
use wireglot_interp::ValueRef;

use super::{Message, MessageText, Rendering, Select, Writer};
use crate::texts::Unsayable;

/// How values are shown.
pub struct Shown<'m> {
    /// What they are values of.
    pub message: &'m dyn Message,
    /// In which text form.
    pub text: MessageText<'m>,
    /// On one line or several.
    pub layout: Layout,
    /// The fields that are wanted; all, if none were asked for.
    pub select: Option<Select>,
    /// Which values are shown in human-readable form.
    pub rendering: Rendering,
}

impl<'m> Shown<'m> {
    /// A writer for one thread.
    pub fn writer(&self) -> Writer<'m> {
        self.text.writer(self.layout)
    }

    /// Appends a line, or several, with a value.
    ///
    /// # Errors
    /// The text form has no text for it.
    pub fn value(&self, value: ValueRef, writer: &mut Writer, out: &mut Vec<u8>) -> Result<(), Unsayable> {
        match (&self.select, writer) {
            (None, Writer::Values(writer)) => {
                writer.clear();
                writer.value(value)?;
                self.line(writer.octets(), out);
            }
            (Some(select), _) => {
                let mut made = Vec::new();
                select.write(self.message, value, &mut made);
                self.line(&made, out);
            }
            (None, Writer::Own(_)) => {}
        }
        Ok(())
    }

    /// Appends what was made of a value.
    pub fn line(&self, made: &[u8], out: &mut Vec<u8>) {
        match self.rendering.is_empty() {
            true => out.extend_from_slice(made),
            false => {
                let json = std::str::from_utf8(made).unwrap_or_default();
                out.extend_from_slice(self.rendering.show(self.message.name(), json).as_bytes());
            }
        }
        out.push(b'\n');
    }
}
