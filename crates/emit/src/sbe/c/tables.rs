//! The schema as tables: see `facts.h` of the runtime.

use wireglot_model::sbe::{Prefix, Role};

use super::super::facts::{self, bits, Steps};
use super::super::outline::Body;
use super::File;
use crate::lang::c::lines::statement;
use crate::lang::c::text::inside;

/// The numbers of a prefix, in table order.
const NUMBERS: [(Role, &str); 8] = [
    (Role::BlockLength, "blockLength"),
    (Role::TemplateId, "templateId"),
    (Role::SchemaId, "schemaId"),
    (Role::Version, "version"),
    (Role::NumInGroup, "numInGroup"),
    (Role::NumGroups, "numGroups"),
    (Role::NumVarDataFields, "numVarDataFields"),
    (Role::Length, "length"),
];

impl File<'_> {
    pub(super) fn tables(&mut self) {
        for index in 0..self.outline.prefixes.len() {
            self.prefix(index);
        }
        self.schema();
        for index in 0..self.outline.bodies.len() {
            self.body(index);
        }
    }

    fn prefix(&mut self, index: usize) {
        let prefix = self.outline.prefixes[index];
        let name: String =
            self.blocks.get(prefix.composite).name.chars().filter(|c| !c.is_control()).collect();
        self.w.line(format!("/* The prefix described by the composite `{}`. */", inside(&name)));
        self.w.open(format!("static const wg_sbe_prefix {}_prefix_{index}_ = {{", self.names.space));
        self.w.line(format!("{}, {}, UINT64_C({}),", prefix.size, self.big(), facts::most(prefix)));
        for (role, word) in NUMBERS {
            self.w.line(format!("{}, /* {word} */", self.number(prefix, role)));
        }
        self.w.close("};\n");
    }

    fn number(&self, prefix: &Prefix, role: Role) -> String {
        match (prefix.part(role), prefix.constant(role)) {
            (Some(part), _) => format!("{{true, {}, {}, 0}}", part.offset, part.primitive.size()),
            (None, Some(number)) => format!("{{true, 0, 0, UINT64_C({number})}}"),
            (None, None) => "{false, 0, 0, 0}".into(),
        }
    }

    fn schema(&mut self) {
        let (blocks, space) = (self.blocks, &self.names.space);
        let led = |prefix: &Option<Prefix>| {
            let found = prefix.as_ref().and_then(|p| self.outline.prefixes.number(p));
            found.map_or("NULL".to_string(), |index| format!("&{space}_prefix_{index}_"))
        };
        let (header, dimension, data) =
            (led(&blocks.header), led(&blocks.default_dimension), led(&blocks.default_data));
        let zeros = self.outline.zeros();
        self.w.line(format!("static const uint8_t {space}_zeros_[{zeros}] = {{0}};"));
        self.w.open(format!("static const wg_sbe_schema {space}_schema_ = {{"));
        self.w.line(format!("UINT64_C({}), UINT64_C({}),", blocks.id, blocks.version));
        statement(&mut self.w, &format!("{header}, {dimension}, {data}, {space}_zeros_, {zeros},"));
        self.w.close("};\n");
    }

    fn body(&mut self, index: usize) {
        let body = &self.outline.bodies[index];
        let (ty, space) = (&self.names.bodies[index].ty, &self.names.space);
        let own = body.message.and_then(|message| facts::header_octets(self.blocks, message));
        if let Some(octets) = &own {
            let octets: Vec<String> = octets.iter().map(|octet| format!("0x{octet:02x}")).collect();
            statement(&mut self.w, &format!("static const uint8_t {ty}_own_[] = {{{}}};", octets.join(", ")));
        }
        self.parts(index);
        self.steps(ty, "least", &body.least);
        self.steps(ty, "groups", &body.counted.0);
        self.steps(ty, "data", &body.counted.1);
        self.blank(ty, body);
        let table = |word: &str, length: usize| match length {
            0 => "NULL, 0".to_string(),
            _ => format!("{ty}_{word}_, {length}"),
        };
        let (groups, data) = &body.counted;
        let rows = [
            format!("&{space}_schema_, &{space}_prefix_{}_,", body.prefix),
            format!("UINT64_C({}), {}u,", body.id, body.model.block_length),
            format!("{},", own.map_or("NULL".into(), |_| format!("{ty}_own_"))),
            format!("{}, {},", table("parts", body.parts.len()), body.model.groups.len()),
            format!("{},", table("least", body.least.len())),
            format!("{}, {},", table("groups", groups.len()), table("data", data.len())),
            format!("{},", if body.nulls.is_empty() { "NULL".into() } else { format!("{ty}_blank_") }),
        ];
        self.w.open(format!("static const wg_sbe_body {ty}_facts_ = {{"));
        rows.iter().for_each(|row| self.w.line(row));
        self.w.close("};\n");
    }

    fn parts(&mut self, index: usize) {
        let body = &self.outline.bodies[index];
        let (ty, space) = (&self.names.bodies[index].ty, &self.names.space);
        if body.parts.is_empty() {
            return;
        }
        self.w.open(format!("static const wg_sbe_part {ty}_parts_[] = {{"));
        for part in &body.parts {
            let entry =
                part.entry.map_or("NULL".into(), |entry| format!("&{}_facts_", self.names.bodies[entry].ty));
            let (prefix, since, behind) = (part.prefix, part.notes.since, part.behind);
            statement(&mut self.w, &format!("{{{entry}, &{space}_prefix_{prefix}_, {since}, {behind}}},"));
        }
        self.w.close("};");
    }

    fn steps(&mut self, ty: &str, word: &str, steps: &Steps) {
        if !steps.is_empty() {
            let rows: Vec<String> =
                steps.iter().map(|(since, amount)| format!("{{{since}, {amount}}}")).collect();
            let rows = rows.join(", ");
            statement(&mut self.w, &format!("static const wg_sbe_since {ty}_{word}_[] = {{{rows}}};"));
        }
    }

    /// The initial bytes of a block, if they are not all zero.
    fn blank(&mut self, ty: &str, body: &Body) {
        let mut octets: Vec<u8> = Vec::new();
        for (offset, primitive, number, count) in &body.nulls {
            let (number, size) = (bits(*number, *primitive).to_le_bytes(), primitive.size());
            for at in 0..count * size {
                let place = if self.blocks.big_endian { size - 1 - at % size } else { at % size };
                let at = (offset + at) as usize;
                octets.resize(octets.len().max(at + 1), 0);
                octets[at] = number[place as usize];
            }
        }
        if !octets.is_empty() {
            let octets: Vec<String> = octets.iter().map(u8::to_string).collect();
            let (length, octets) = (body.model.block_length, octets.join(", "));
            statement(&mut self.w, &format!("static const uint8_t {ty}_blank_[{length}] = {{{octets}}};"));
        }
    }
}
