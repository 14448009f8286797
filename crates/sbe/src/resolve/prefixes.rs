//! Composites with a special role: message headers, group dimensions, lengths of data.

use wireglot_model::sbe::{
    CompositeMember, Constant, EncodingId, EncodingKind, Number, Part, Prefix, Presence, Primitive, Role,
    Simple, ROLES,
};
use wireglot_text::names::close_names;
use wireglot_text::Span;

use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

/// The default dimension of groups.
pub(super) const GROUP: &str = "groupSizeEncoding";

/// The usual type of data.
const DATA: &str = "varDataEncoding";

impl<'a> Resolver<'a> {
    /// The header of all messages.
    pub(super) fn header(&mut self, name: &str, place: Span) -> Option<Prefix> {
        let must = [Role::BlockLength, Role::TemplateId, Role::SchemaId, Role::Version];
        let header = self.prefix(name, place, &must, &[Role::NumGroups, Role::NumVarDataFields])?;
        if header.size == 0 {
            let message = format!("all members of `{name}` are constant: messages would have no header");
            self.error("S0410", self.schema.get(header.composite).span, message);
            return None;
        }
        Some(header)
    }

    /// The dimension of a group.
    pub(super) fn dimension(&mut self, name: &str, place: Span) -> Option<Prefix> {
        let must = [Role::BlockLength, Role::NumInGroup];
        self.prefix(name, place, &must, &[Role::NumGroups, Role::NumVarDataFields])
    }

    /// The length of data, and the type of its bytes.
    pub(super) fn data_type(&mut self, name: &str, place: Span) -> Option<(Prefix, Simple)> {
        let prefix = self.prefix(name, place, &[Role::Length], &[])?;
        let members = match &self.schema.get(prefix.composite).kind {
            EncodingKind::Composite(members) => members,
            _ => return None,
        };
        let Some(octets) = members.iter().find(|m| m.name == "varData" || m.name == "data") else {
            self.missing_member(name, place, prefix.composite, "varData");
            return None;
        };
        let (encoding, span) = (octets.encoding, octets.span);
        let element = match &self.schema.get(encoding).kind {
            EncodingKind::Simple(simple) if !matches!(simple.presence, Presence::Constant(_)) => {
                simple.clone()
            }
            _ => {
                let fault = Finding::error("S0404", span, "`varData` is a simple type of bytes");
                self.report(fault.hint("write a <type> of uint8 or char with length=\"0\""));
                return None;
            }
        };
        if element.primitive.size() != 1 {
            let message = format!("the elements of data are bytes, not {}", element.primitive.name());
            let place = self.member(name, "varData").map_or(span, |member| member.place("primitiveType"));
            self.report(Finding::error("S0404", place, message).hint("write uint8, or char for text"));
            return None;
        }
        match element.length {
            0 => {}
            1 => {
                let message =
                    "`varData` has the length 1, which is ignored: `length` says how many bytes follow";
                let place = self.member(name, "varData").map_or(span, |member| member.place("length"));
                self.report(Finding::tolerance("S0406", place, message));
            }
            _ => {
                let place = self.member(name, "varData").map_or(span, |member| member.place("length"));
                self.error("S0406", place, format!("`varData` has the length {}", element.length));
            }
        }
        // The bytes of data that a schema counts as one follow the prefix all the same.
        let size = prefix.size - self.schema.get(encoding).size.min(prefix.size);
        Some((Prefix { size, ..prefix }, element))
    }

    /// The default prefixes for groups and data of newer versions. Nothing is reported for invalid ones,
    /// since no message may ever need them. An empty prefix is not used: it could announce any number of
    /// parts without taking a byte, and skipping them would never end.
    pub(super) fn defaults(&mut self) {
        let place = Span::default();
        let reported = std::mem::take(self.diagnostics);
        if self.types.contains_key(GROUP) {
            self.schema.default_dimension = self.dimension(GROUP, place).filter(|prefix| prefix.size > 0);
        }
        if self.types.contains_key(DATA) {
            let data = self.data_type(DATA, place).map(|(prefix, _)| prefix);
            self.schema.default_data = data.filter(|prefix| prefix.size > 0);
        }
        *self.diagnostics = reported;
    }

    /// The element of a member of a named composite.
    fn member(&self, composite: &str, name: &str) -> Option<&'a Element> {
        self.types.get(composite)?.children.iter().find(|member| member.value("name") == name)
    }

    /// Reports that a type cannot be a header, dimension or length.
    fn unfit(&mut self, name: &str, place: Span, must: &[Role]) {
        let (what, hint) = self.wanted_composite(must);
        self.report(Finding::error("S0304", place, format!("`{name}` is not {what}")).hint(hint));
    }

    /// What a composite with these members is, and a hint to name one.
    pub(super) fn wanted_composite(&self, must: &[Role]) -> (&'static str, String) {
        let (what, members): (_, &[&str]) = match must.first() {
            Some(Role::Length) => ("the type of data", &["length", "varData"]),
            _ if must.contains(&Role::NumInGroup) => {
                ("a dimension of groups", &["blockLength", "numInGroup"])
            }
            _ => ("a message header", &["blockLength", "templateId", "schemaId", "version"]),
        };
        let has_all = |ty: &Element| {
            let has = |name: &&str| ty.children.iter().any(|member| member.value("name") == *name);
            ty.name == "composite" && members.iter().all(has)
        };
        let types: &[&str] = if self.may_compare(self.size, "") { &self.order } else { &[] };
        let such = types.iter().find(|name| self.types.get(**name).is_some_and(|ty| has_all(ty)));
        let such = such.map_or(String::new(), |such| format!(", such as `{such}`"));
        let members: Vec<String> = members.iter().map(|member| format!("`{member}`")).collect();
        (what, format!("name a composite with {}{such}", members.join(" and ")))
    }

    /// Reports a member of a prefix that is not an unsigned integer.
    fn no_counter(&mut self, composite: &str, member: &str, id: EncodingId, span: Span) {
        let element = self.member(composite, member);
        let place = |name: &str| element.map_or(span, |element| element.place(name));
        let (why, place) = match &self.schema.get(id).kind {
            EncodingKind::Simple(simple) if !simple.primitive.is_unsigned() => {
                let name = simple.primitive.name();
                let why = match simple.primitive.range() {
                    _ if simple.primitive == Primitive::Char => "char is a character".to_string(),
                    Some(_) => format!("{name} is signed"),
                    None => format!("{name} is a floating-point number"),
                };
                (why, place("primitiveType"))
            }
            EncodingKind::Simple(simple) if simple.length != 1 => {
                (format!("this is an array of {}", simple.length), place("length"))
            }
            EncodingKind::Simple(_) => ("this constant is not one".to_string(), place("presence")),
            EncodingKind::Composite(_) => ("this is a composite".to_string(), place("type")),
            EncodingKind::Enum { .. } => ("this is an enum".to_string(), place("type")),
            EncodingKind::Set { .. } => ("this is a set".to_string(), place("type")),
        };
        let message = format!("`{member}` of `{composite}` must be an unsigned integer, but {why}");
        self.error("S0404", place, message);
    }

    fn missing_member(&mut self, name: &str, place: Span, composite: EncodingId, member: &str) {
        let encoding = self.schema.get(composite);
        let message = format!("`{name}` has no member `{member}`");
        let members = match &encoding.kind {
            EncodingKind::Composite(members) => members.as_slice(),
            _ => &[],
        };
        let others = members.iter().filter(|member| ROLES.iter().all(|(known, _)| *known != member.name));
        let near = close_names(member, others.clone().map(|other| other.name.as_str())).first().copied();
        // Of a pair, the other member is what is missing under another name.
        let single = others.clone().map(|other| (other.name.as_str(), other.encoding));
        let single = single.filter(|_| members.len() == 2).find(|(_, encoding)| match member {
            "varData" => self.counter(*encoding).is_none(),
            _ => self.counter(*encoding).is_some(),
        });
        let near = near.or(single.map(|(name, _)| name));
        let renamed = others.clone().find(|other| Some(other.name.as_str()) == near);
        let fault = Finding::error("S0403", renamed.map_or(encoding.span, |near| near.span), message);
        let hint = match near {
            Some(near) => format!("rename `{near}` to `{member}`"),
            None => format!("add <type name=\"{member}\" primitiveType=\"{}\"/>", usual(member)),
        };
        self.report(fault.also(place, "needed here").hint(hint));
    }

    fn prefix(&mut self, name: &str, place: Span, must: &[Role], may: &[Role]) -> Option<Prefix> {
        if !self.types.contains_key(name) {
            match Primitive::of_name(name) {
                Some(_) => self.unfit(name, place, must),
                None => self.undefined_composite(name, place, must),
            }
            return None;
        }
        let id = self.named(name, place)?;
        let encoding = self.schema.get(id);
        let EncodingKind::Composite(members) = &encoding.kind else {
            self.unfit(name, place, must);
            return None;
        };
        let has_role = |member: &CompositeMember| {
            ["varData", "data"].contains(&member.name.as_str())
                || ROLES.iter().any(|(known, _)| *known == member.name)
        };
        // A message header is no dimension and no length, even if it has some of their members.
        let is_header = members.iter().any(|member| member.name == "templateId");
        if is_header && !must.contains(&Role::TemplateId) {
            self.unfit(name, place, must);
            return None;
        }
        if !members.is_empty() && !members.iter().any(has_role) {
            self.unfit(name, place, must);
            return None;
        }
        let found: Vec<(Role, u64, EncodingId, Span)> = members
            .iter()
            .filter_map(|member| {
                let (_, role) = ROLES.iter().find(|(known, _)| *known == member.name)?;
                let wanted = must.contains(role) || may.contains(role);
                wanted.then_some((*role, member.offset, member.encoding, member.span))
            })
            .collect();
        let mut prefix =
            Prefix { composite: id, size: encoding.size, parts: Vec::new(), constants: Vec::new() };
        let mut sound = true;
        for (role, offset, encoding, span) in found {
            match self.counter(encoding) {
                Some(Counter::Written(primitive, max)) => {
                    prefix.parts.push((role, Part { offset, primitive, max }));
                }
                Some(Counter::Constant(number)) => prefix.constants.push((role, number)),
                None => {
                    let member = ROLES.iter().find(|(_, known)| *known == role).map_or("", |(name, _)| name);
                    self.no_counter(name, member, encoding, span);
                    sound = false;
                }
            }
        }
        for role in must.iter().filter(|_| sound) {
            if prefix.part(*role).is_none() && prefix.constant(*role).is_none() {
                let member = ROLES.iter().find(|(_, known)| known == role).map_or("", |(name, _)| name);
                self.missing_member(name, place, id, member);
                return None;
            }
        }
        sound.then_some(prefix)
    }

    /// A bare unsigned integer.
    fn counter(&self, id: EncodingId) -> Option<Counter> {
        let EncodingKind::Simple(simple) = &self.schema.get(id).kind else { return None };
        if simple.length != 1 || !simple.primitive.is_unsigned() {
            return None;
        }
        if let Presence::Constant(Constant::Number(Number::Integer(number))) = simple.presence {
            return u64::try_from(number).ok().map(Counter::Constant);
        }
        let (_, all) = simple.primitive.range()?;
        let max = match simple.max {
            Some(Number::Integer(max)) => max,
            _ => all,
        };
        Some(Counter::Written(simple.primitive, u64::try_from(max).unwrap_or(u64::MAX)))
    }
}

/// The usual type of a member.
fn usual(member: &str) -> &'static str {
    match member {
        "varData" => "uint8\" length=\"0",
        _ => "uint16",
    }
}

/// How the number in a member is determined.
enum Counter {
    /// It is encoded, up to a maximum.
    Written(Primitive, u64),
    /// The schema gives it.
    Constant(u64),
}
