//! Writers of messages: setters for fields, followed by groups and data.

use super::super::outline::{Body, Part, Slot, Type, What};
use super::File;
use crate::lang::rust::text::{comment, literal, number_type};

impl File<'_> {
    pub(super) fn writers(&mut self) {
        for (id, ty) in &self.outline.types {
            let Type::Composite(slots) = ty else { continue };
            let name = self.names.ty(*id);
            let block = "
                /// Sets the members of a composite.
                pub struct $ty$Writer<'w, 'b, const LEVELS: usize> {
                    w: &'w mut wg::Writer<'b, LEVELS>,
                    block: Option<usize>,
                }
            ";
            self.w.block(&[("ty", name)], block);
            self.w.open(format!("\nimpl<'b, const LEVELS: usize> {name}Writer<'_, 'b, LEVELS> {{"));
            let given = self.names.members(*id);
            slots.iter().zip(given).for_each(|(slot, given)| self.setter(slot, given, "LEVELS"));
            self.w.close("}\n");
        }
        for (index, body) in self.outline.bodies.iter().enumerate() {
            match body.message {
                Some(_) => self.message_writer(index, body),
                None => self.group_writer(index, body),
            }
            let levels = (body.depth + 1).to_string();
            let given = &self.names.bodies[index].slots;
            body.slots.iter().zip(given).for_each(|(slot, given)| self.setter(slot, given, &levels));
            for (position, part) in body.parts.iter().enumerate() {
                self.part_writer(index, position, part);
            }
            self.w.close("}\n");
        }
    }

    fn message_writer(&mut self, index: usize, body: &Body) {
        let named = &self.names.bodies[index];
        let levels = (body.depth + 1).to_string();
        let block = "
            /// Writes a message: fields in any order, then groups and data in schema order.
            #[derive(Debug)]
            pub struct $ty$Writer<'b> {
                w: wg::Writer<'b, $levels$>,
                block: Option<usize>,
            }

            impl<'b> $ty$Writer<'b> {
                /// Begins a message at the start of `octets`: its optional fields are null, all others zero
                /// until they are set.
                #[inline]
                pub fn new(octets: &'b mut [u8]) -> Self {
                    let (w, block) = wg::Writer::begin($facts$, octets);
                    Self { w, block }
                }

                /// Sets fields of an existing message in `octets`, at the place from its view. Nothing can be added.
                #[inline]
                pub fn edit(octets: &'b mut [u8], place: wg::Place<$index$>) -> Self {
                    let (w, block) = wg::Writer::edit($facts$, octets, place);
                    Self { w, block }
                }

                /// Returns whether everything went well so far.
                ///
                /// # Errors
                /// The first error.
                #[inline]
                pub fn status(&self) -> Result<(), wg::Error> {
                    self.w.status()
                }

                /// Ends the message; groups and data left out are empty. Returns its length in bytes.
                ///
                /// # Errors
                /// The first error.
                #[inline]
                pub fn finish(&mut self) -> Result<usize, wg::Error> {
                    self.w.finish()
                }
            }
        ";
        let names = [
            ("ty", named.ty.as_str()),
            ("levels", &levels),
            ("facts", &named.facts),
            ("index", &index.to_string()),
        ];
        self.w.block(&names, block);
        self.w.open(format!("\nimpl<'b> {}Writer<'b> {{", named.ty));
    }

    fn group_writer(&mut self, index: usize, body: &Body) {
        let (ty, facts) = (&self.names.bodies[index].ty, &self.names.bodies[index].facts);
        let (levels, at) = ((body.depth + 1).to_string(), body.at.to_string());
        let message = self.outline.bodies[index..].iter().position(|body| body.message.is_some());
        let message = &self.names.bodies[index + message.unwrap_or_default()].ty;
        let block = "
            /// Writes entries of a group, one after the other.
            #[derive(Debug)]
            pub struct $ty$Writer<'w, 'b> {
                w: &'w mut wg::Writer<'b, $levels$>,
                block: Option<usize>,
            }

            impl<'w, 'b> $ty$Writer<'w, 'b> {
                /// Sets fields of an existing entry, at the place from its view, in the message being edited.
                #[inline]
                pub fn edit(message: &'w mut $message$Writer<'b>, place: wg::Place<$index$>) -> Self {
                    Self { block: message.w.place($facts$, place), w: &mut message.w }
                }

                /// Begins the next entry: its optional fields are null, all others zero until they are set.
                #[inline(always)]
                pub fn add(&mut self) -> &mut Self {
                    self.block = self.w.add($at$);
                    self
                }
            }
        ";
        let names = [
            ("ty", ty.as_str()),
            ("levels", &levels),
            ("at", &at),
            ("message", message),
            ("facts", facts),
            ("index", &index.to_string()),
        ];
        self.w.block(&names, block);
        self.w.open(format!("\nimpl<'b> {ty}Writer<'_, 'b> {{"));
    }

    fn part_writer(&mut self, owner: usize, position: usize, part: &Part) {
        let (body, given) = (&self.outline.bodies[owner], &self.names.bodies[owner].parts[position]);
        let w = if body.message.is_some() { "&mut self.w" } else { "self.w" };
        match part.entry {
            Some(entry) => {
                let (inner, facts) = (&self.names.bodies[entry].ty, &self.names.bodies[entry].facts);
                let doc =
                    format!("Begins the group `{}` with this many entries; 0 if not known yet.", part.name);
                comment(&mut self.w, "///", &doc);
                self.w.line("#[inline(always)]");
                self.w.open(format!("pub fn {given}(&mut self, due: usize) -> {inner}Writer<'_, 'b> {{"));
                self.w.line(format!("self.w.group({}, {position}, {facts}, due);", body.at));
                self.w.line(format!("{inner}Writer {{ w: {w}, block: None }}"));
                self.w.close("}");
            }
            None => {
                comment(&mut self.w, "///", &format!("Writes the data `{}`.", part.name));
                self.w.line("#[inline(always)]");
                self.w.open(format!("pub fn {given}(&mut self, data: impl AsRef<[u8]>) -> &mut Self {{"));
                self.w.line(format!("self.w.data({}, {position}, data.as_ref());", body.at));
                self.w.line("self");
                self.w.close("}");
            }
        }
    }

    /// The setter of a value; none for constants.
    fn setter(&mut self, slot: &Slot, given: &str, levels: &str) {
        if slot.constant.is_some() {
            return;
        }
        let at = format!("self.block, {}", slot.offset);
        let (ty, what) = match slot.what {
            What::Number(primitive) => {
                let ty = number_type(primitive).to_string();
                match slot.optional {
                    true => {
                        let null = literal(slot.null, primitive);
                        (format!("Option<{ty}>"), format!("self.w.set({at}, BIG, value.unwrap_or({null}))"))
                    }
                    false => (ty, format!("self.w.set({at}, BIG, value)")),
                }
            }
            What::Enum(id, primitive) => {
                let name = self.names.ty(id);
                match slot.optional {
                    true => {
                        let null = literal(slot.null, primitive);
                        let value = format!("value.unwrap_or({name}({null})).0");
                        (format!("Option<{name}>"), format!("self.w.set({at}, BIG, {value})"))
                    }
                    false => (name.to_string(), format!("self.w.set({at}, BIG, value.0)")),
                }
            }
            What::Set(id, _) => (self.names.ty(id).to_string(), format!("self.w.set({at}, BIG, value.0)")),
            What::Text(length) => {
                ("impl AsRef<[u8]>".into(), format!("self.w.set_text({at}, {length}, value.as_ref())"))
            }
            What::Array(primitive, length) => {
                let ty = format!("impl IntoIterator<Item = {}>", number_type(primitive));
                (ty, format!("self.w.set_all({at}, ({length}, BIG), value)"))
            }
            What::Composite(id) => {
                let name = self.names.ty(id);
                let w = match levels {
                    "LEVELS" => "self.w",
                    _ => "&mut self.w",
                };
                comment(&mut self.w, "///", &format!("Sets the members of `{}`.", slot.name));
                self.w.line("#[inline]");
                self.w.open(format!("pub fn {given}(&mut self) -> {name}Writer<'_, 'b, {levels}> {{"));
                let block = match slot.offset {
                    0 => "self.block".to_string(),
                    offset => format!("self.block.map(|block| block + {offset})"),
                };
                self.w.line(format!("{name}Writer {{ w: {w}, block: {block} }}"));
                return self.w.close("}");
            }
        };
        comment(&mut self.w, "///", &format!("Sets `{}`.", slot.name));
        self.w.line("#[inline]");
        self.w.open(format!("pub fn {given}(&mut self, value: {ty}) -> &mut Self {{"));
        self.w.line(format!("{what};"));
        self.w.line("self");
        self.w.close("}");
    }
}
