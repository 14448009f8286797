//! JSON: each member as a value of an object, in schema order.

use wireglot_model::sbe::{Constant, EncodingId, EncodingKind, Notes, Presence, Primitive};

use super::names::Node;
use super::File;
use crate::lang::go::text::{number_type, quoted_octets as quoted};

impl File<'_> {
    /// Appends a member of an object to `out`.
    pub(super) fn json_member(
        &mut self,
        index: usize,
        name: &str,
        given: &str,
        id: EncodingId,
        presence: &Presence,
        notes: &Notes,
    ) {
        let key = key(index, name);
        if !self.is_optional(id, presence, notes) {
            let value = self.json_value(id, presence, &format!("v.{given}()"));
            self.w.line(format!("out = append(out, {key}...)"));
            return self.json_append(&value);
        }
        self.w.line(format!("out = append(out, {key}...)"));
        self.w.open(format!("if value, ok := v.{given}(); ok {{"));
        let value = self.json_value(id, presence, "value");
        self.json_append(&value);
        self.w.between("} else {");
        self.w.line("out = append(out, \"null\"...)");
        self.w.close("}");
    }

    fn json_append(&mut self, statements: &str) {
        statements.lines().for_each(|line| self.w.line(line));
    }

    /// The statements that append a value.
    fn json_value(&self, id: EncodingId, presence: &Presence, value: &str) -> String {
        if let Presence::Constant(constant) = presence {
            return self.json_constant(id, constant, value);
        }
        match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => match (simple.primitive, simple.length) {
                (Primitive::Char, 1) => format!("out = sbeText(out, []byte{{{value}}})"),
                (Primitive::Char, _) => format!("out = sbeText(out, {value})"),
                (primitive, 1) => format!("out = {}(out, {value})", number(primitive)),
                (Primitive::Uint8, _) => format!("out = sbeList(out, {value}, sbeUint[uint8])"),
                (primitive, _) => {
                    let (one, ty) = (number(primitive), number_type(primitive));
                    format!("list := {value}\nout = sbeList(out, list[:], {one}[{ty}])")
                }
            },
            _ => format!("out = {value}.appendJSON(out)"),
        }
    }

    fn json_constant(&self, id: EncodingId, constant: &Constant, value: &str) -> String {
        let primitive = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.primitive,
            _ => Primitive::Uint8,
        };
        match constant {
            Constant::Number(_) if primitive == Primitive::Char => {
                format!("out = sbeText(out, []byte{{{value}}})")
            }
            Constant::Number(_) => format!("out = {}(out, {value})", number(primitive)),
            Constant::Text(_) => format!("out = sbeText(out, []byte({value}))"),
            Constant::Enumerated(..) => format!("out = {value}.appendJSON(out)"),
        }
    }

    /// The function that appends a message or an entry.
    pub(super) fn json(&mut self, node: &Node, receiver: &str) {
        let body = node.body;
        self.w.open(format!("func {receiver} appendJSON(out []byte) []byte {{"));
        self.w.line("out = append(out, '{')");
        let mut index = 0;
        for (field, given) in body.fields.iter().zip(node.fields()) {
            self.json_scoped(field.encoding, &field.presence, |file| {
                file.json_member(index, &field.name, given, field.encoding, &field.presence, &field.notes);
            });
            index += 1;
        }
        for (group, given) in body.groups.iter().zip(node.groups()) {
            self.w.line(format!("out = append(out, {}...)", key(index, &group.name)));
            self.w.open(format!("if g := v.{given}(); g.Present() {{"));
            self.w.line("out = append(out, '[')");
            self.w.line("comma := false");
            self.w.open("for entry := range g.All() {");
            self.w.open("if comma {");
            self.w.line("out = append(out, ',')");
            self.w.close("}");
            self.w.line("comma = true");
            self.w.line("out = entry.appendJSON(out)");
            self.w.close("}");
            self.w.line("out = append(out, ']')");
            self.w.between("} else {");
            self.w.line("out = append(out, \"null\"...)");
            self.w.close("}");
            index += 1;
        }
        for (data, given) in body.data.iter().zip(node.data()) {
            let append = if data.element.primitive == Primitive::Char { "sbeText" } else { "sbeHex" };
            self.w.line(format!("out = append(out, {}...)", key(index, &data.name)));
            match data.notes.since {
                0 => self.w.line(format!("out = {append}(out, v.{given}())")),
                _ => {
                    self.w.open(format!("if value, ok := v.{given}(); ok {{"));
                    self.w.line(format!("out = {append}(out, value)"));
                    self.w.between("} else {");
                    self.w.line("out = append(out, \"null\"...)");
                    self.w.close("}");
                }
            }
            index += 1;
        }
        self.w.line("return append(out, '}')");
        self.w.close("}\n");
    }

    /// Puts code that names an array (which slicing requires) in a block of its own, so that the name can be
    /// reused.
    pub(super) fn json_scoped(&mut self, id: EncodingId, presence: &Presence, what: impl FnOnce(&mut Self)) {
        let array = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => {
                simple.length > 1 && !matches!(simple.primitive, Primitive::Char | Primitive::Uint8)
            }
            _ => false,
        };
        let scoped = array && !matches!(presence, Presence::Constant(_));
        if scoped {
            self.w.open("{");
        }
        what(self);
        if scoped {
            self.w.close("}");
        }
    }
}

/// The function that appends a number.
fn number(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Float | Primitive::Double => "sbeFloat",
        Primitive::Int8 | Primitive::Int16 | Primitive::Int32 | Primitive::Int64 => "sbeInt",
        _ => "sbeUint",
    }
}

/// The key of a member, with the separator before it.
fn key(index: usize, name: &str) -> String {
    let comma = if index > 0 { "," } else { "" };
    quoted(format!("{comma}\"{name}\":").as_bytes())
}
