//! Functions for whole messages: printing as JSON, and copying through a writer.

use wireglot_model::sbe::Primitive;

use super::super::facts;
use super::super::outline::{Slot, Type, What};
use super::File;
use crate::lang::c::lines::statement;
use crate::lang::c::text::quoted;

impl File<'_> {
    pub(super) fn whole(&mut self) {
        for (id, ty) in &self.outline.types {
            let Type::Composite(slots) = ty else { continue };
            let (name, given) = (self.names.ty(*id), self.names.members(*id));
            self.w.open(format!("static inline void {name}_json_(wg_sbe_json *json, {name} v) {{"));
            self.w.line("wg_sbe_json_open(json, '{');");
            slots.iter().zip(given).for_each(|(slot, given)| self.show(name, slot, given));
            if slots.iter().all(Slot::is_empty) {
                self.w.line("(void)v;");
            }
            self.w.line("wg_sbe_json_close(json, '}');");
            self.w.close("}\n");
            self.w.open(format!("static inline void {name}_copy({name} v, {name}_writer w) {{"));
            slots.iter().zip(given).for_each(|(slot, given)| self.give(name, slot, given));
            if slots.iter().all(Slot::is_empty) {
                self.w.line("(void)v;");
                self.w.line("(void)w;");
            }
            self.w.close("}\n");
        }
        for index in 0..self.outline.bodies.len() {
            self.show_body(index);
            self.copy_body(index);
        }
        self.all_messages();
    }

    fn show_body(&mut self, index: usize) {
        let (body, named) = (&self.outline.bodies[index], &self.names.bodies[index]);
        let ty = &named.ty;
        self.w.open(format!("static inline void {ty}_json_(wg_sbe_json *json, {ty} *v) {{"));
        self.w.line("wg_sbe_json_open(json, '{');");
        body.slots.iter().zip(&named.slots).for_each(|(slot, given)| self.show(ty, slot, given));
        for (part, given) in body.parts.iter().zip(&named.parts) {
            self.member(part.name);
            let late = part.notes.since > 0;
            if late {
                self.w.open(format!("if (!{ty}_has_{given}(v)) {{"));
                self.w.line("wg_sbe_json_null(json);");
                self.w.between("} else {");
            }
            match part.entry {
                Some(entry) => {
                    let inner = &self.names.bodies[entry].ty;
                    if !late {
                        self.w.open("{");
                    }
                    self.w.line(format!("{inner} group = {ty}_open_{given}(v);"));
                    self.w.line("wg_sbe_json_open(json, '[');");
                    self.w.open(format!("while ({inner}_next(&group)) {{"));
                    self.w.line("wg_sbe_json_separate(json);");
                    self.w.line(format!("{inner}_json_(json, &group);"));
                    self.w.close("}");
                    self.w.line("wg_sbe_json_close(json, ']');");
                    self.w.close("}");
                }
                None => {
                    let word = if part.is_text { "text" } else { "octets" };
                    self.w.line(format!("wg_sbe_json_{word}(json, {ty}_{given}(v));"));
                    if late {
                        self.w.close("}");
                    }
                }
            }
        }
        self.unused(index, "v");
        self.w.line("wg_sbe_json_close(json, '}');");
        self.w.close("}\n");
        if body.message.is_some() {
            self.w.line("/* Writes a message as NUL-terminated JSON; returns the full length. */");
            self.w.open(format!("static inline size_t {ty}_to_json({ty} *v, char *text, size_t room) {{"));
            self.w.line("wg_sbe_json json;");
            self.w.line("wg_sbe_json_begin(&json, text, room);");
            self.w.line(format!("{ty}_json_(&json, v);"));
            self.w.line("return wg_sbe_json_end(&json);");
            self.w.close("}\n");
        }
    }

    /// Marks a parameter as unused if nothing is on the wire.
    fn unused(&mut self, index: usize, parameter: &str) {
        let body = &self.outline.bodies[index];
        if body.parts.is_empty() && body.slots.iter().all(Slot::is_empty) {
            self.w.line(format!("(void){parameter};"));
        }
    }

    fn member(&mut self, name: &str) {
        self.w.line(format!("wg_sbe_json_member(json, {});", quoted(name.as_bytes())));
    }

    fn show(&mut self, ty: &str, slot: &Slot, given: &str) {
        self.member(slot.name);
        let read = format!("{ty}_{given}({})", if slot.constant.is_some() { "" } else { "v" });
        if slot.may_be_absent() {
            self.w.open(format!("if (!{ty}_has_{given}(v)) {{"));
            self.w.line("wg_sbe_json_null(json);");
            self.w.between("} else {");
        }
        let what = match (Self::enumerated(slot), slot.what) {
            (Some(id), _) => What::Enum(id, Primitive::Uint8),
            (None, what) => slot.constant_number().map_or(what, What::Number),
        };
        match what {
            What::Number(primitive) => self.w.line(format!("{};", number(primitive, &read))),
            What::Text(_) => self.w.line(format!("wg_sbe_json_text(json, {read});")),
            What::Enum(id, _) => {
                let (name, signed) = (self.names.ty(id), facts::is_signed(self.blocks, id));
                let negative = if signed { format!("{read} < 0") } else { "false".into() };
                let call =
                    format!("wg_sbe_json_enum(json, {name}_name({read}), {negative}, (uint64_t){read});");
                statement(&mut self.w, &call);
            }
            What::Set(id, primitive) => {
                let mut unnamed = u64::MAX >> (64 - primitive.size() * 8);
                self.w.line("wg_sbe_json_open(json, '[');");
                for ((name, bit), choice) in facts::choices(self.blocks, id).zip(self.names.members(id)) {
                    unnamed &= !bit;
                    let name = quoted(name.as_bytes());
                    let line = format!("wg_sbe_json_choice(json, {name}, ({read} & {choice}) != 0);");
                    statement(&mut self.w, &line);
                }
                if unnamed != 0 {
                    self.w.line(format!("wg_sbe_json_bits(json, {read} & UINT64_C({unnamed:#x}));"));
                }
                self.w.line("wg_sbe_json_close(json, ']');");
            }
            What::Array(_, 0) => self.w.line("wg_sbe_json_add(json, \"[]\", 2);"),
            What::Array(primitive, length) => {
                self.w.open("{");
                self.w.line("size_t index;");
                self.w.line("wg_sbe_json_open(json, '[');");
                self.w.open(format!("for (index = 0; index < {length}; ++index) {{"));
                self.w.line("wg_sbe_json_separate(json);");
                self.w.line(format!("{};", number(primitive, &format!("{ty}_{given}(v, index)"))));
                self.w.close("}");
                self.w.line("wg_sbe_json_close(json, ']');");
                self.w.close("}");
            }
            What::Composite(id) => self.w.line(format!("{}_json_(json, {read});", self.names.ty(id))),
        }
        if slot.may_be_absent() {
            self.w.close("}");
        }
    }

    fn copy_body(&mut self, index: usize) {
        let (body, named) = (&self.outline.bodies[index], &self.names.bodies[index]);
        let ty = &named.ty;
        self.w.line("/* Writes the contents of a view in this schema version. */");
        self.w.open(format!("static inline void {ty}_copy({ty} *v, {ty}_writer *w) {{"));
        body.slots.iter().zip(&named.slots).for_each(|(slot, given)| self.give(ty, slot, given));
        for (part, given) in body.parts.iter().zip(&named.parts) {
            self.w.open("{");
            match part.entry {
                Some(entry) => {
                    let inner = &self.names.bodies[entry].ty;
                    self.w.line(format!("{inner} group = {ty}_open_{given}(v);"));
                    self.w.line(format!("{inner}_writer to = {ty}_write_{given}(w, 0);"));
                    let head = format!("while ({inner}_next(&group) && {inner}_add(&to))");
                    self.w.line(format!("{head} {inner}_copy(&group, &to);"));
                }
                None => {
                    let kind = if part.is_text { "wg_sbe_text" } else { "wg_sbe_octets" };
                    self.w.line(format!("const {kind} data = {ty}_{given}(v);"));
                    self.w.line(format!("{ty}_set_{given}(w, data.data, data.size);"));
                }
            }
            self.w.close("}");
        }
        self.unused(index, "v");
        self.unused(index, "w");
        self.w.close("}\n");
    }

    /// Sets a value that was read; absent values stay null.
    fn give(&mut self, ty: &str, slot: &Slot, given: &str) {
        if slot.constant.is_some() {
            return;
        }
        let read = format!("{ty}_{given}(v)");
        let set = format!("{ty}_set_{given}(w");
        let there = if slot.may_be_absent() { format!("if ({ty}_has_{given}(v)) ") } else { String::new() };
        match slot.what {
            What::Number(_) | What::Enum(..) | What::Set(..) => {
                statement(&mut self.w, &format!("{there}{set}, {read});"));
            }
            What::Text(_) => {
                self.w.open(format!("{there}{{"));
                self.w.line(format!("const wg_sbe_text text = {read};"));
                self.w.line(format!("{set}, text.data, text.size);"));
                self.w.close("}");
            }
            What::Array(_, 0) => {}
            What::Array(_, length) => {
                self.w.open(format!("{there}{{"));
                self.w.line("size_t index;");
                let copy = format!("{set}, index, {ty}_{given}(v, index));");
                self.w.line(format!("for (index = 0; index < {length}; ++index) {copy}"));
                self.w.close("}");
            }
            What::Composite(id) => {
                let copy = format!("{there}{}_copy({read}, {set}));", self.names.ty(id));
                statement(&mut self.w, &copy);
            }
        }
    }

    /// Functions that dispatch on the template id of a message.
    fn all_messages(&mut self) {
        let space = &self.names.space;
        self.dispatch(
            &format!("wg_sbe_status {space}_validate(const void *data, size_t size, size_t *length)"),
            &[],
            "Checks a whole message; sets *length to its size in bytes.",
            &|ty, _| Self::wrapped(ty, &[format!("*length = {ty}_length(&v);")]),
        );
        self.dispatch(
            &format!(
                "wg_sbe_status {space}_to_json(const void *data, size_t size, char *text, size_t room, size_t *length)"
            ),
            &["text", "room"],
            "Writes a message as JSON: an object with one member, named after it. Sets *length to the full length.",
            &|ty, name| {
                let name = quoted(name.as_bytes());
                let lines = [
                    "wg_sbe_json_begin(&json, text, room);".to_string(),
                    "wg_sbe_json_open(&json, '{');".into(),
                    format!("wg_sbe_json_member(&json, {name});"),
                    format!("{ty}_json_(&json, &v);"),
                    "wg_sbe_json_close(&json, '}');".into(),
                    "*length = wg_sbe_json_end(&json);".into(),
                ];
                [vec!["wg_sbe_json json;".to_string()], Self::wrapped(ty, &lines)].concat()
            },
        );
        self.dispatch(
            &format!(
                "wg_sbe_status {space}_copy(const void *data, size_t size, void *out, size_t room, size_t *length)"
            ),
            &["out", "room"],
            "Rewrites a message in this schema version; sets *length to its new size in bytes.",
            &|ty, _| {
                let lines = [
                    format!("{ty}_begin(&w, out, room);"),
                    format!("{ty}_copy(&v, &w);"),
                    format!("*length = {ty}_finish(&w);"),
                    format!("if ({ty}_status(&v).code == WG_SBE_OK) return {ty}_writer_status(&w);"),
                ];
                [vec![format!("{ty}_writer w;")], Self::wrapped(ty, &lines)].concat()
            },
        );
    }

    fn wrapped(ty: &str, lines: &[String]) -> Vec<String> {
        let head = format!("if ({ty}_wrap(&v, data, size).code == WG_SBE_OK) {{");
        let mut all = vec![format!("{ty} v;"), head];
        all.extend(lines.iter().map(|line| format!("    {line}")));
        all.extend(["}".to_string(), format!("return {ty}_status(&v);")]);
        all
    }

    /// A function that dispatches to each message; if the schema has none, `output` is unused.
    fn dispatch(&mut self, head: &str, output: &[&str], doc: &str, each: &dyn Fn(&str, &str) -> Vec<String>) {
        self.w.line(format!("/* {doc} */"));
        self.w.open(format!("static inline {head} {{"));
        self.w.line("uint64_t id;");
        let space = &self.names.space;
        self.w.line(format!("wg_sbe_status status = wg_sbe_template(&{space}_schema_, data, size, &id);"));
        self.w.line("*length = 0;");
        if self.outline.bodies.iter().all(|body| body.message.is_none()) {
            output.iter().for_each(|parameter| self.w.line(format!("(void){parameter};")));
        }
        self.w.line("if (status.code != WG_SBE_OK) return status;");
        for (body, named) in self.outline.bodies.iter().zip(&self.names.bodies) {
            let Some(message) = body.message else { continue };
            self.w.open(format!("if (id == {}_ID) {{", named.ty.to_ascii_uppercase()));
            each(&named.ty, &message.name).iter().for_each(|line| self.w.line(line));
            self.w.close("}");
        }
        self.w.line("status.code = WG_SBE_UNKNOWN_TEMPLATE;");
        self.w.line("return status;");
        self.w.close("}\n");
    }
}

fn number(primitive: Primitive, read: &str) -> String {
    match primitive {
        Primitive::Char => format!("wg_sbe_json_char(json, {read})"),
        _ if primitive.is_float() => format!("wg_sbe_json_decimal(json, {read})"),
        _ if primitive.is_unsigned() => format!("wg_sbe_json_unsigned(json, {read})"),
        _ => format!("wg_sbe_json_signed(json, {read})"),
    }
}
