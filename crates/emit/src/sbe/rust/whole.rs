//! Functions for whole messages: dispatching on their type, printing as JSON, and copying through a writer.

use wireglot_model::sbe::Primitive;

use super::super::facts;
use super::super::outline::{Part, Slot, Type, What};
use super::File;
use crate::lang::rust::text::quoted;
use crate::Writer;

impl File<'_> {
    pub(super) fn whole(&mut self) {
        for (id, ty) in &self.outline.types {
            let Type::Composite(slots) = ty else { continue };
            let (name, given) = (self.names.ty(*id), self.names.members(*id));
            self.w.open(format!("impl {name}<'_> {{"));
            self.show(slots, given, &[], &[], false);
            let w = format!("{name}Writer<'_, '_, LEVELS>");
            self.copy("copy_to<const LEVELS: usize>", &w, slots, given, &[], &[]);
            self.w.close("}\n");
        }
        for (body, named) in self.outline.bodies.iter().zip(&self.names.bodies) {
            let (life, writer) = match (body.message, body.flat) {
                (Some(_), _) => ("<'_>", "<'_>"),
                (None, true) => ("<'_>", "<'_, '_>"),
                (None, false) => ("<'_, '_>", "<'_, '_>"),
            };
            self.w.open(format!("impl {}{life} {{", named.ty));
            self.show(&body.slots, &named.slots, &body.parts, &named.parts, body.message.is_some());
            let w = format!("{}Writer{writer}", named.ty);
            self.copy("copy_to", &w, &body.slots, &named.slots, &body.parts, &named.parts);
            self.w.close("}\n");
        }
        self.messages();
    }

    fn show(
        &mut self,
        slots: &[Slot],
        given: &[String],
        parts: &[Part],
        parts_given: &[String],
        message: bool,
    ) {
        if message {
            let block = "
                /// Writes the message as JSON.
                ///
                /// # Errors
                /// Writing to `out` failed.
                pub fn to_json(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
                    let mut json = wg::Json::new(out);
                    self.show(&mut json);
                    json.finish()
                }
            ";
            self.w.block(&[], block);
            self.w.line("");
        }
        let json = if slots.is_empty() && parts.is_empty() { "_" } else { "json" };
        self.w.open("fn show(&self, json: &mut wg::Json<'_>) {");
        self.w.open(format!("json.object(|{json}| {{"));
        slots.iter().zip(given).for_each(|(slot, given)| self.show_slot(slot, given));
        for (part, given) in parts.iter().zip(parts_given) {
            self.show_part(part, given);
        }
        self.w.close("});");
        self.w.close("}\n");
    }

    fn show_slot(&mut self, slot: &Slot, given: &str) {
        self.w.line(format!("json.member({});", quoted(slot.name)));
        let what = match slot.constant {
            Some(wireglot_model::sbe::Constant::Enumerated(id, _)) => What::Enum(*id, Primitive::Uint8),
            _ => slot.constant_number().map_or(slot.what, What::Number),
        };
        let call = match what {
            What::Number(Primitive::Char) => "json.text([value])".to_string(),
            What::Number(primitive) if primitive.is_float() => "json.float(value)".into(),
            What::Number(_) => "json.integer(value)".into(),
            What::Text(_) => "json.text(value)".into(),
            What::Array(primitive, _) => {
                let each = if primitive.is_float() { "float" } else { "integer" };
                format!("json.array(value, |json, value| json.{each}(value))")
            }
            What::Enum(..) => "json.named(value.name(), value.0)".into(),
            What::Set(id, _) => {
                let row = |(name, mask): (&str, u64)| format!("({}, {mask:#x})", quoted(name));
                let rows: Vec<String> = facts::choices(self.blocks, id).map(row).collect();
                format!("json.choices(value.0, &[{}])", rows.join(", "))
            }
            What::Composite(_) => "value.show(json)".into(),
        };
        match slot.may_be_absent() {
            true => self.w.line(format!("json.maybe(self.{given}(), |json, value| {call});")),
            false => {
                self.w.line(format!("let value = self.{given}();"));
                self.w.line(format!("{call};"));
            }
        }
    }

    fn show_part(&mut self, part: &Part, given: &str) {
        self.w.line(format!("json.member({});", quoted(part.name)));
        let late = part.notes.since > 0;
        let from = if late { "value".to_string() } else { format!("self.{given}()") };
        let flat = part.entry.is_some_and(|entry| self.outline.bodies[entry].flat);
        if late {
            self.w.open(format!("json.maybe(self.{given}(), |json, value| {{"));
        }
        match part.entry {
            Some(_) if flat => self.w.line(format!("json.array({from}, |json, entry| entry.show(json));")),
            Some(_) => {
                self.w.line(format!("let mut group = {from};"));
                self.w.line("json.begin();");
                self.w.open("while let Some(entry) = group.advance() {");
                self.w.line("json.element();");
                self.w.line("entry.show(json);");
                self.w.close("}");
                self.w.line("json.end();");
            }
            None if part.is_text => self.w.line(format!("json.text({from});")),
            None => self.w.line(format!("json.octets({from});")),
        }
        if late {
            self.w.close("});");
        }
    }

    fn copy(
        &mut self,
        name: &str,
        writer: &str,
        slots: &[Slot],
        given: &[String],
        parts: &[Part],
        parts_given: &[String],
    ) {
        let to =
            if slots.iter().all(|slot| slot.constant.is_some()) && parts.is_empty() { "_" } else { "to" };
        self.w.line("/// Writes the contents in this schema version.");
        self.w.open(format!("pub fn {name}(&self, {to}: &mut {writer}) {{"));
        for (slot, given) in slots.iter().zip(given).filter(|(slot, _)| slot.constant.is_none()) {
            let takes_none = slot.optional && !matches!(slot.what, What::Text(_));
            let is_composite = matches!(slot.what, What::Composite(_));
            let set = |value: &str| match is_composite {
                true => format!("{value}.copy_to(&mut to.{given}());"),
                false => format!("to.{given}({value});"),
            };
            if slot.may_be_absent() && !takes_none {
                self.w.open(format!("if let Some(value) = self.{given}() {{"));
                self.w.line(set("value"));
                self.w.close("}");
            } else {
                self.w.line(set(&format!("self.{given}()")));
            }
        }
        for (part, given) in parts.iter().zip(parts_given) {
            self.copy_part(part, given);
        }
        self.w.close("}");
    }

    fn copy_part(&mut self, part: &Part, given: &str) {
        let late = part.notes.since > 0;
        let from = if late { "value".to_string() } else { format!("self.{given}()") };
        if late {
            self.w.open(format!("if let Some(value) = self.{given}() {{"));
        }
        match part.entry {
            Some(entry) => {
                let flat = self.outline.bodies[entry].flat;
                self.w.open("{");
                self.w.line(format!("let mut to = to.{given}(0);"));
                match flat {
                    true => self.w.open(format!("for entry in {from} {{")),
                    false => {
                        self.w.line(format!("let mut group = {from};"));
                        self.w.open("while let Some(entry) = group.advance() {");
                    }
                }
                self.w.line("entry.copy_to(to.add());");
                self.w.close("}");
                self.w.close("}");
            }
            None => self.w.line(format!("to.{given}({from});")),
        }
        if late {
            self.w.close("}");
        }
    }

    /// A message identified by its template id.
    fn messages(&mut self) {
        let messages: Vec<(String, String)> = self
            .outline
            .bodies
            .iter()
            .zip(&self.names.bodies)
            .filter_map(|(body, named)| Some((named.ty.clone(), body.message?.name.clone())))
            .collect();
        if messages.is_empty() {
            return;
        }
        self.w.line("/// A message of the schema.");
        self.w.line("#[derive(Clone, Debug)]");
        self.w.line("#[allow(clippy::large_enum_variant)]");
        self.w.open("pub enum Message<'a> {");
        for (ty, _) in &messages {
            self.w.line(format!("/// [`{ty}`]."));
            self.w.line(format!("{ty}({ty}<'a>),"));
        }
        self.w.close("}\n");
        let block = "
            impl<'a> Message<'a> {
                /// Makes a view of the message at the start of `octets`, whichever it is.
                ///
                /// # Errors
                /// `octets` does not start with a message of the schema.
                pub fn wrap(octets: &'a [u8]) -> Result<Self, wg::Error> {
                    match wg::template(SCHEMA, octets)? {
        ";
        self.w.block(&[], block);
        for (ty, _) in &messages {
            self.w.line(format!("            {ty}::ID => {ty}::wrap(octets).map(Message::{ty}),"));
        }
        let unknown = "wg::Error { code: wg::Code::UnknownTemplate, offset: 0 }";
        self.w.line(format!("            _ => Err({unknown}),"));
        self.w.line("        }");
        self.w.line("    }\n");
        let mut inner = Writer::nested(1);
        std::mem::swap(&mut self.w, &mut inner);
        let each = |what: &dyn Fn(&str, &str) -> String| -> Vec<String> {
            messages
                .iter()
                .map(|(ty, name)| format!("    Message::{ty}(view) => {},", what(ty, name)))
                .collect()
        };
        let functions = [
            (
                "The length of the message in bytes; reads all of it.",
                "The first error in it.",
                "length(&self) -> Result<usize, wg::Error>",
                each(&|_, _| "view.length()".into()),
            ),
            (
                "Returns whether everything went well so far.",
                "The first error; anything read after it is empty.",
                "status(&self) -> Result<(), wg::Error>",
                each(&|_, _| "view.status()".into()),
            ),
            (
                "Writes the message as JSON: an object with one member, named after the message.",
                "Writing to `out` failed.",
                "to_json(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result",
                each(&|_, name| format!("wg::Json::document(out, {}, |json| view.show(json))", quoted(name))),
            ),
            (
                "Rewrites the message in this schema version; returns its length. For errors in it, see its `status`.",
                "The first error.",
                "copy(&self, octets: &mut [u8]) -> Result<usize, wg::Error>",
                messages
                    .iter()
                    .flat_map(|(ty, _)| {
                        [
                            format!("    Message::{ty}(view) => {{"),
                            format!("        let mut to = {ty}Writer::new(octets);"),
                            "        view.copy_to(&mut to);".into(),
                            "        to.finish()".into(),
                            "    }".into(),
                        ]
                    })
                    .collect(),
            ),
        ];
        for (doc, errors, head, lines) in functions {
            self.w.line(format!("/// {doc}"));
            self.w.line("///");
            self.w.line("/// # Errors");
            self.w.line(format!("/// {errors}"));
            self.w.open(format!("pub fn {head} {{"));
            self.w.line("match self {");
            lines.iter().for_each(|line| self.w.line(line));
            self.w.line("}");
            self.w.close("}\n");
        }
        std::mem::swap(&mut self.w, &mut inner);
        self.w.line(inner.into_text().trim_end());
        self.w.line("}\n");
    }
}
