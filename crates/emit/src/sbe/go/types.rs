//! Enumerations, sets and composites.

use wireglot_model::sbe::{CompositeMember, EncodingId, EncodingKind, EnumValue, Primitive, SetChoice};

use super::super::facts::{composites, is_constant, member_presence};
use super::names::Scope;
use super::value::Place;
use super::File;
use crate::lang::go::text::{columns, comment, function, number_type, quoted_octets as quoted};

impl File<'_> {
    /// All types; members come before the composites that use them.
    pub(super) fn types(&mut self) {
        let used = composites(self.blocks);
        for (index, encoding) in self.blocks.encodings.iter().enumerate() {
            let id = EncodingId(index as u32);
            match &encoding.kind {
                EncodingKind::Enum { primitive, values, .. } => self.enumeration(id, *primitive, values),
                EncodingKind::Set { primitive, choices } => self.set(id, *primitive, choices),
                EncodingKind::Composite(members) if used.contains(&id) => self.composite(id, members),
                _ => {}
            }
        }
    }

    fn declare(&mut self, id: EncodingId, what: &str, primitive: Primitive) -> (String, String) {
        let name = self.names.ty(id).to_string();
        let encoding = self.blocks.get(id);
        comment(&mut self.w, &format!("{name} is the {what} {}.", encoding.name), &encoding.notes.doc);
        let stored = match primitive {
            Primitive::Char => "uint8",
            _ => number_type(primitive),
        };
        self.w.line(format!("type {name} {stored}\n"));
        (name, stored.to_string())
    }

    fn enumeration(&mut self, id: EncodingId, primitive: Primitive, values: &[EnumValue]) {
        let (name, stored) = self.declare(id, "enumeration", primitive);
        let mut rows = Vec::new();
        let mut given = Vec::new();
        for value in values {
            let wanted = format!("{name}_{}", value.name);
            let constant = self.names.scope.claim(&wanted, &[], "the value", &mut self.names.notes);
            rows.push(vec![constant.clone(), name.clone(), format!("= {}", value.value)]);
            given.push(constant);
        }
        self.constants(&name, &rows);
        self.w.line("// Name is the schema's name for the value, empty if it has none.");
        self.w.open(format!("func (v {name}) Name() string {{"));
        if !values.is_empty() {
            self.w.line("switch v {");
            for (value, constant) in values.iter().zip(&given) {
                self.w.line(format!("case {constant}:"));
                self.w.line(format!("    return {}", quoted(value.name.as_bytes())));
            }
            self.w.line("}");
        }
        self.w.line("return \"\"");
        self.w.close("}\n");
        let signed = stored.starts_with('i');
        let number = if signed { "sbeInt" } else { "sbeUint" };
        self.w.open(format!("func (v {name}) appendJSON(out []byte) []byte {{"));
        self.w.open("if name := v.Name(); name != \"\" {");
        self.w.line("return append(append(append(out, '\"'), name...), '\"')");
        self.w.close("}");
        self.w.line(format!("return {number}(out, v)"));
        self.w.close("}\n");
    }

    fn set(&mut self, id: EncodingId, primitive: Primitive, choices: &[SetChoice]) {
        let (name, _) = self.declare(id, "set", primitive);
        let mut rows = Vec::new();
        for choice in choices {
            let wanted = format!("{name}_{}", choice.name);
            let constant = self.names.scope.claim(&wanted, &[], "the choice", &mut self.names.notes);
            rows.push(vec![constant, name.clone(), format!("= 1 << {}", choice.bit)]);
        }
        self.constants(&name, &rows);
        self.w.line("// Has reports whether all the given choices are in the set.");
        function(&mut self.w, &format!("(v {name}) Has(choices {name}) bool"), "return v&choices == choices");
        let listed: Vec<String> = choices
            .iter()
            .map(|choice| format!("{{{}, 1 << {}}}", quoted(choice.name.as_bytes()), choice.bit))
            .collect();
        self.w.open(format!("func (v {name}) appendJSON(out []byte) []byte {{"));
        self.w.line(format!("return sbeSet(out, uint64(v), []sbeChoice{{{}}})", listed.join(", ")));
        self.w.close("}\n");
    }

    fn constants(&mut self, name: &str, rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        self.w.line(format!("// Values of {name}."));
        self.w.open("const (");
        columns(&mut self.w, rows);
        self.w.close(")\n");
    }

    fn composite(&mut self, id: EncodingId, members: &[CompositeMember]) {
        let name = self.names.ty(id).to_string();
        let encoding = self.blocks.get(id);
        let size = encoding.size;
        comment(
            &mut self.w,
            &format!("{name} is a view of the composite {}.", encoding.name),
            &encoding.notes.doc,
        );
        let late = self.is_late(id);
        match late {
            true => {
                self.w.open(format!("type {name} struct {{"));
                columns(
                    &mut self.w,
                    &[vec!["b".into(), "[]byte".into()], vec!["version".into(), "uint64".into()]],
                );
                self.w.close("}\n");
            }
            false => self.w.line(format!("type {name} struct{{ p *[{size}]byte }}\n")),
        }
        let mut scope = Scope::of_members();
        let mut given = Vec::new();
        for member in members {
            let what = format!("the member of {name}");
            given.push(scope.claim(&member.name, &["Set*"], &what, &mut self.names.notes));
        }
        let place = match late {
            true => Place::late_composite(&name),
            false => Place::composite(&name),
        };
        for (member, given) in members.iter().zip(&given) {
            let presence = member_presence(self.blocks, member.encoding);
            self.accessor(&place, given, member.encoding, presence, &member.notes, member.offset);
        }
        self.w.open(format!("func (v {name}) appendJSON(out []byte) []byte {{"));
        self.w.line("out = append(out, '{')");
        for (index, (member, given)) in members.iter().zip(&given).enumerate() {
            let presence = member_presence(self.blocks, member.encoding);
            self.json_scoped(member.encoding, presence, |file| {
                file.json_member(index, &member.name, given, member.encoding, presence, &member.notes);
            });
        }
        self.w.line("return append(out, '}')");
        self.w.close("}\n");
        self.composite_writer(&name, size, members, &given);
    }

    fn composite_writer(&mut self, name: &str, size: u64, members: &[CompositeMember], given: &[String]) {
        let writer = format!("{name}Writer");
        self.w.line(format!("// {writer} sets the members of {name} in place."));
        self.w.open(format!("type {writer} struct {{"));
        columns(&mut self.w, &[vec!["pen".into(), "*sbePen".into()], vec!["entry".into(), "int".into()]]);
        self.w.close("}\n");
        self.place_of_writer(&writer, size, false);
        for (member, given) in members.iter().zip(given) {
            let presence = member_presence(self.blocks, member.encoding);
            self.setter(&writer, false, given, member.encoding, presence, &member.notes, member.offset);
        }
        self.w.line("// Copy sets all members from a view.");
        self.w.open(format!("func (w {writer}) Copy(v {name}) {{"));
        for (member, given) in members.iter().zip(given) {
            let presence = member_presence(self.blocks, member.encoding);
            if !is_constant(presence) {
                self.copy_member(given, member.encoding, presence, &member.notes);
            }
        }
        self.w.close("}\n");
    }
}
