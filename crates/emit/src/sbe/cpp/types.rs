//! Enumerations, sets and composites.

use wireglot_model::sbe::{
    CompositeMember, EncodingId, EncodingKind, EnumValue, Number, Primitive, SetChoice,
};

use super::super::facts::{composites, is_constant, is_declared, member_presence};
use super::super::names::Scope;
use super::members::{Member, MemberKind};
use super::names::RESERVED;
use super::value::enum_primitive;
use super::values::VALUES;
use super::writers::FIELDS;
use super::File;
use crate::lang::c::lines::returning;
use crate::lang::c::text::quoted;
use crate::lang::cpp::text::{comment, literal, stored_type};

impl File<'_> {
    /// All types; members come before the composites that use them.
    pub(super) fn types(&mut self) {
        let composites = composites(self.blocks);
        for (index, encoding) in self.blocks.encodings.iter().enumerate() {
            let id = EncodingId(index as u32);
            let is_composite = matches!(encoding.kind, EncodingKind::Composite(_));
            if is_composite && !composites.contains(&id) {
                continue;
            }
            if is_declared(&encoding.kind) {
                comment(&mut self.w, &encoding.notes.doc);
            }
            match &encoding.kind {
                EncodingKind::Simple(_) => {}
                EncodingKind::Enum { primitive, values, .. } => self.enumeration(id, *primitive, values),
                EncodingKind::Set { primitive, choices } => self.set(id, *primitive, choices),
                EncodingKind::Composite(members) => self.composite(id, members),
            }
        }
    }

    fn enumeration(&mut self, id: EncodingId, primitive: Primitive, values: &[EnumValue]) {
        let name = self.names.bare(id).to_string();
        self.w.open(format!("enum class {name} : {} {{", stored_type(primitive)));
        let mut scope = Scope::default().in_cpp();
        let mut spelled = Vec::new();
        for value in values {
            comment(&mut self.w, &value.notes.doc);
            let given = scope.claim(&value.name, RESERVED, &format!("the value of {name}"), &mut self.notes);
            let number = match u8::try_from(value.value) {
                Ok(octet) if primitive == Primitive::Char && octet.is_ascii_graphic() => match octet {
                    b'\'' | b'\\' => format!("'\\{}'", char::from(octet)),
                    _ => format!("'{}'", char::from(octet)),
                },
                _ => literal(Number::Integer(value.value), enum_primitive(primitive)),
            };
            self.w.line(format!("{given} = {number},"));
            spelled.push(given);
        }
        self.w.close("};");
        self.w.line("");
        self.w.open(format!("constexpr std::string_view wireglot_name({name} value) noexcept {{"));
        if values.is_empty() {
            self.w.line("static_cast<void>(value);");
            self.w.line("return {};");
        } else {
            self.w.line("switch (value) {");
            for (value, given) in values.iter().zip(&spelled) {
                self.w.line(format!("case {name}::{given}: return {};", quoted(value.name.as_bytes())));
            }
            self.w.line("}");
            self.w.line("return {};");
        }
        self.w.close("}");
        self.w.line("");
    }

    fn set(&mut self, id: EncodingId, primitive: Primitive, choices: &[SetChoice]) {
        let name = self.names.bare(id).to_string();
        let stored = stored_type(primitive);
        self.w.line(format!("class {name} : public wg::Set<{stored}> {{"));
        self.w.open("public:");
        self.w.line(format!("using wg::Set<{stored}>::Set;"));
        let mut scope =
            Scope::with([name.as_str(), "Set", "Bits", "bits", "has_", "put_", "choices_"]).in_cpp();
        for choice in choices {
            comment(&mut self.w, &choice.notes.doc);
            let given =
                scope.claim(&choice.name, RESERVED, &format!("the choice of {name}"), &mut self.notes);
            let head = format!("[[nodiscard]] constexpr bool {given}() const noexcept");
            returning(&mut self.w, &head, &format!("has_({})", choice.bit));
            let head = format!("constexpr {name} &{given}(bool on) noexcept");
            returning(&mut self.w, &head, &format!("put_({}, on), *this", choice.bit));
        }
        self.w.open("static constexpr auto choices_() noexcept {");
        self.w.open(format!("return wg::Choices<{}>{{{{", choices.len()));
        for choice in choices {
            self.w.line(format!("{{{}, {}}},", quoted(choice.name.as_bytes()), choice.bit));
        }
        self.w.close("}};");
        self.w.close("}");
        self.w.back();
        self.w.line("};");
        self.w.line("");
    }

    fn composite(&mut self, id: EncodingId, members: &[CompositeMember]) {
        let name = self.names.bare(id).to_string();
        self.w.line(format!("class {name} : public wg::Composite {{"));
        self.w.open("public:");
        self.w.line("using wg::Composite::Composite;");
        let mut scope = Scope::with(["Composite", "Fields", "Values", &name]).in_cpp();
        let mut listed = Vec::new();
        for member in members {
            let presence = member_presence(self.blocks, member.encoding);
            let given =
                scope.claim(&member.name, RESERVED, &format!("the member of {name}"), &mut self.notes);
            self.accessor(&given, member.encoding, presence, &member.notes, member.offset);
            let kind = if is_constant(presence) { MemberKind::Constant } else { MemberKind::Field };
            let size = self.blocks.get(member.encoding).size;
            let (offset, since) = (member.offset, member.notes.since);
            let deprecated = member.notes.deprecated.unwrap_or_default();
            let ty = self.made_of(member.encoding, presence);
            listed.push(Member {
                name: &member.name,
                given,
                id: 0,
                kind,
                offset,
                size,
                since,
                deprecated,
                ty,
            });
        }
        self.w.line("");
        self.w.open("struct Facts_ {");
        self.w.line(format!("static constexpr std::string_view name = {};", quoted(name.as_bytes())));
        self.w.line(format!("static constexpr std::size_t size = {};", self.blocks.get(id).size));
        self.members(&listed);
        self.w.close("};");
        self.visit(&listed);
        self.w.line(FIELDS);
        self.w.line(VALUES);
        self.w.back();
        self.w.line("};");
        self.w.line("");
        let given: Vec<String> = listed.into_iter().map(|member| member.given).collect();
        self.composite_fields(&name, members, &given);
        self.composite_values(&name, members, &given);
    }
}
