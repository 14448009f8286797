//! Output of values: whole values or selected fields, raw or human-readable.

use wireglot_interp::json::Layout;
use wireglot_interp::ValueRef;

use super::{Message, MessageText, Rendering, Select, Writer};
use crate::texts::Unsayable;

/// How values are shown.
pub struct Shown<'m> {
    /// The message type.
    pub message: &'m dyn Message,
    /// The text form.
    pub text: MessageText<'m>,
    /// Whether on one line or several.
    pub layout: Layout,
    /// The selected fields; `None` for whole values.
    pub select: Option<Select>,
    /// The values shown in human-readable form.
    pub rendering: Rendering,
}

impl<'m> Shown<'m> {
    /// A writer for one thread.
    pub fn writer(&self) -> Writer<'m> {
        self.text.writer(self.layout)
    }

    /// Appends a value on one or more lines.
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

    /// Appends the text of a value.
    pub fn line(&self, made: &[u8], out: &mut Vec<u8>) {
        match self.rendering.is_empty() {
            true => out.extend_from_slice(made),
            false => {
                let json = std::str::from_utf8(made).unwrap_or_default();
                out.extend_from_slice(self.rendering.show(self.message.name(), json).as_bytes());
            }
        }
        if !self.text.is_binary() {
            out.push(b'\n');
        }
    }
}
