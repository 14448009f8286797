//! Composites with a special role: message headers, group dimensions, lengths of data.

use wireglot_model::sbe::{
    Constant, EncodingId, EncodingKind, Number, Part, Prefix, Presence, Primitive, Role, Simple, ROLES,
};
use wireglot_text::names::close_names;
use wireglot_text::Span;

use super::Resolver;
use crate::faults::Finding;

/// The default dimension of groups.
pub(super) const GROUP: &str = "groupSizeEncoding";

/// The usual type of data.
const DATA: &str = "varDataEncoding";

impl Resolver<'_> {
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
            self.missing(name, place, prefix.composite, "varData");
            return None;
        };
        let (encoding, span) = (octets.encoding, octets.span);
        let element = match &self.schema.get(encoding).kind {
            EncodingKind::Simple(simple) if !matches!(simple.presence, Presence::Constant(_)) => {
                simple.clone()
            }
            _ => {
                self.error("S0404", span, "`varData` is a simple type of octets");
                return None;
            }
        };
        if element.primitive.size() != 1 {
            let message = format!("the elements of data are octets, not {}", element.primitive.name());
            self.error("S0404", span, message);
            return None;
        }
        match element.length {
            0 => {}
            1 => {
                let message = "`varData` has the length 1: as many octets as its length says are taken";
                self.report(Finding::tolerance("S0406", span, message));
            }
            _ => self.error("S0406", span, format!("`varData` has the length {}", element.length)),
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

    fn missing(&mut self, name: &str, place: Span, composite: EncodingId, member: &str) {
        let encoding = self.schema.get(composite);
        let message = format!("`{name}` has no member `{member}`");
        let members = match &encoding.kind {
            EncodingKind::Composite(members) => members.as_slice(),
            _ => &[],
        };
        let others = members.iter().filter(|member| ROLES.iter().all(|(known, _)| *known != member.name));
        let near = close_names(member, others.clone().map(|other| other.name.as_str())).first().copied();
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
                Some(_) => self.no_composite(name, place),
                None => self.undefined_composite(name, place),
            }
            return None;
        }
        let id = self.named(name)?;
        let encoding = self.schema.get(id);
        let EncodingKind::Composite(members) = &encoding.kind else {
            self.no_composite(name, place);
            return None;
        };
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
                    let message = format!("this member of `{name}` is one unsigned integer");
                    self.error("S0404", span, message);
                    sound = false;
                }
            }
        }
        for role in must.iter().filter(|_| sound) {
            if prefix.part(*role).is_none() && prefix.constant(*role).is_none() {
                let member = ROLES.iter().find(|(_, known)| known == role).map_or("", |(name, _)| name);
                self.missing(name, place, id, member);
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
