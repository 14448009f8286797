//! The prefixes of messages, groups and data, and the parts of each body.

use wireglot_model::sbe::{Part, Prefix, Primitive, Role};

use super::super::facts::{self, Steps};
use super::names::Node;
use super::File;
use crate::lang::python::text::letter;
use crate::lang::text::quoted;

/// The numbers of a dimension, in order.
const DIMENSION: [&[Role]; 4] =
    [&[Role::BlockLength], &[Role::NumInGroup, Role::Length], &[Role::NumGroups], &[Role::NumVarDataFields]];

/// The maximum number of entries with a size of zero.
const EMPTY_ENTRIES: u64 = 65_536;

impl File<'_> {
    /// Everything that is independent of a single message.
    pub(super) fn schema(&mut self) {
        let blocks = self.blocks;
        self.w.line(format!("_SCHEMA_ID = {}", blocks.id));
        self.w.line(format!("_VERSION = {}", blocks.version));
        self.w.line(format!("_HEADER_SIZE = {}", blocks.header.as_ref().map_or(0, |header| header.size)));
        self.w.line("\n");
        for index in 0..self.prefixes.len() {
            let prefix = self.prefixes[index];
            self.prefix_functions(index + 1, prefix);
        }
        self.header();
        self.newer("_NEW_GROUP", blocks.default_dimension.as_ref());
        self.newer("_NEW_DATA", blocks.default_data.as_ref());
        self.w.line("\n");
    }

    fn newer(&mut self, name: &str, prefix: Option<&Prefix>) {
        let made = prefix.map(|prefix| {
            let which = self.prefix(prefix);
            format!("_Part(\"\", 0, {}, _r{which}, _w{which}, 0)", prefix.size)
        });
        self.w.line(format!("{name}: Optional[_Part] = {}", made.unwrap_or_else(|| "None".into())));
    }

    /// The number of a prefix, from 1.
    pub(super) fn prefix(&self, wanted: &Prefix) -> usize {
        self.prefixes.number(wanted).map_or(0, |index| index + 1)
    }

    /// The format for some numbers of a prefix.
    fn format(&self, prefix: &Prefix, parts: &[Part]) -> String {
        let mut format = String::from(if self.blocks.big_endian { ">" } else { "<" });
        let mut at = 0;
        for part in parts {
            if part.offset > at {
                format.push_str(&format!("{}x", part.offset - at));
            }
            let letter = if part.primitive == Primitive::Char { 'B' } else { letter(part.primitive) };
            format.push(letter);
            at = part.offset + part.primitive.size();
        }
        if prefix.size > at {
            format.push_str(&format!("{}x", prefix.size - at));
        }
        format
    }

    fn prefix_functions(&mut self, which: usize, prefix: &Prefix) {
        let mut parts: Vec<(usize, Part)> = DIMENSION
            .iter()
            .enumerate()
            .filter_map(|(index, roles)| {
                roles.iter().find_map(|role| prefix.part(*role)).map(|part| (index, part))
            })
            .collect();
        parts.sort_by_key(|(_, part)| part.offset);
        let format = self.format(prefix, &parts.iter().map(|(_, part)| *part).collect::<Vec<_>>());
        let said: Vec<String> = DIMENSION
            .iter()
            .enumerate()
            .map(|(index, roles)| match parts.iter().position(|(known, _)| *known == index) {
                Some(slot) => format!("v[{slot}]"),
                None => roles.iter().find_map(|role| prefix.constant(*role)).unwrap_or(0).to_string(),
            })
            .collect();
        self.w.line(format!("_P{which} = struct.Struct(\"{format}\")"));
        self.w.line("\n");
        self.w.open(format!("def _r{which}(octets: Octets, at: int) -> _Dimension:"));
        if !parts.is_empty() {
            self.w.line(format!("v = _P{which}.unpack_from(octets, at)"));
        }
        self.w.line(format!("return {}", said.join(", ")));
        self.w.back();
        self.w.line("\n");
        let packed: Vec<String> = parts.iter().map(|(index, _)| format!("d[{index}]")).collect();
        self.w.open(format!("def _w{which}(d: _Dimension) -> bytes:"));
        self.w.line(format!("return _P{which}.pack({})", packed.join(", ")));
        self.w.back();
        self.w.line("\n");
    }

    fn header(&mut self) {
        let Some(header) = self.blocks.header.clone() else { return };
        let own =
            [(Role::TemplateId, 0), (Role::SchemaId, self.blocks.id), (Role::Version, self.blocks.version)];
        let mut parts: Vec<(Role, Part)> =
            own.iter().filter_map(|(role, _)| Some((*role, header.part(*role)?))).collect();
        parts.sort_by_key(|(_, part)| part.offset);
        let format = self.format(&header, &parts.iter().map(|(_, part)| *part).collect::<Vec<_>>());
        let said: Vec<String> = own
            .iter()
            .map(|(role, other)| match parts.iter().position(|(known, _)| known == role) {
                Some(slot) => format!("v[{slot}]"),
                None => header.constant(*role).unwrap_or(*other).to_string(),
            })
            .collect();
        self.w.line(format!("_P0 = struct.Struct(\"{format}\")"));
        self.w.line("\n");
        self.w.open("def _read_header(octets: Octets) -> Tuple[int, int, int, _Dimension]:");
        self.w.line("v = _P0.unpack_from(octets)");
        self.w.line(format!("return {}, _r1(octets, 0)", said.join(", ")));
        self.w.back();
        self.w.line("\n");
        self.w.open("def _write_header(template: int, d: _Dimension) -> bytes:");
        self.w.line("octets = bytearray(_w1(d))");
        for (role, part) in &parts {
            let value = match role {
                Role::TemplateId => "template",
                Role::SchemaId => "_SCHEMA_ID",
                _ => "_VERSION",
            };
            let order = if self.blocks.big_endian { ">" } else { "<" };
            self.w.line(format!(
                "struct.pack_into(\"{order}{}\", octets, {}, {value})",
                letter(part.primitive),
                part.offset
            ));
        }
        self.w.line("return bytes(octets)");
        self.w.back();
        self.w.line("\n");
    }

    /// The table of a body.
    pub(super) fn table(&mut self, node: &Node) {
        let prefix = match node.group {
            Some(group) => Some(&group.dimension),
            None => self.blocks.header.as_ref(),
        };
        let Some(prefix) = prefix else { return };
        let body = node.body;
        let says = |role| prefix.part(role).is_some() || prefix.constant(role).is_some();
        let counted = |role, amounts: Steps| if says(role) { steps(&amounts) } else { "None".into() };
        let groups = counted(Role::NumGroups, facts::groups(body));
        let data = counted(Role::NumVarDataFields, facts::data(body));
        let own = format!("({}, 0, {}, {})", body.block_length, body.groups.len(), body.data.len());
        let class = &node.class;
        let least = steps(&facts::least(self.blocks, body));
        self.w.open(format!("_B_{class} = _Body("));
        self.w.line(format!("\"{class}\", {least}, {groups}, {data}, {own}, _read_{class}, _write_{class},"));
        self.w.open("(");
        let names = node.given.iter().skip(body.fields.len());
        let parts = body.groups.iter().zip(&node.children).map(|(group, child)| {
            let most = group.dimension.part(Role::NumInGroup).map_or(u64::MAX, |part| part.max);
            let most = if group.body.block_length > 0 { most } else { most.min(EMPTY_ENTRIES) };
            let entry = format!(", _B_{}", self.names.nodes[*child].class);
            (&group.name, group.notes.since, &group.dimension, most, entry)
        });
        let data = body.data.iter().map(|data| {
            let most = data.length.part(Role::Length).map_or(0, |part| part.max);
            let text = if data.element.primitive == Primitive::Char { ", text=True" } else { "" };
            (&data.name, data.notes.since, &data.length, most, text.to_string())
        });
        let lines: Vec<String> = parts
            .chain(data)
            .zip(names)
            .map(|((name, since, prefix, most, more), given)| {
                let which = self.prefix(prefix);
                let size = prefix.size;
                let key = quoted(name);
                format!("_Part(\"{given}\", {since}, {size}, _r{which}, _w{which}, {most}{more}, key={key}),")
            })
            .collect();
        lines.iter().for_each(|line| self.w.line(line));
        self.w.close("),");
        self.w.close(")");
        self.w.line("\n");
    }
}

fn steps(steps: &Steps) -> String {
    let each: Vec<String> = steps.iter().map(|(since, amount)| format!("({since}, {amount}),")).collect();
    format!("({})", each.join(" "))
}
