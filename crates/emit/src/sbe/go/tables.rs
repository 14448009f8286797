//! Tables: the prefixes of messages, groups and data, and the parts of each body.

use wireglot_model::sbe::{Body, Part, Prefix, Primitive, Role};

use super::super::facts::{self, Steps};
use super::names::Node;
use super::File;
use crate::lang::go::text::quoted_octets as quoted;

/// The numbers of a prefix, and the variables they are read into.
const NUMBERS: [(Role, &str); 5] = [
    (Role::BlockLength, "length"),
    (Role::NumInGroup, "count"),
    (Role::Length, "count"),
    (Role::NumGroups, "groups"),
    (Role::NumVarDataFields, "data"),
];

/// The maximum number of entries with a size of zero.
const EMPTY_ENTRIES: u64 = 65_536;

impl File<'_> {
    /// Everything that is independent of a single message.
    pub(super) fn schema(&mut self) {
        let blocks = self.blocks;
        self.w.line("// The schema.");
        self.w.open("const (");
        self.w.line(format!("SbeSchemaID      = {}", blocks.id));
        self.w.line(format!("SbeSchemaVersion = {}", blocks.version));
        self.w.close(")\n");
        let header = blocks.header.as_ref().map_or(0, |header| header.size);
        let depth = blocks.messages.iter().map(|message| facts::depth(&message.body)).max().unwrap_or(0);
        let least = self.names.nodes.iter().map(|node| least(&facts::least(blocks, node.body))).max();
        self.w.line("// The size of the header in bytes, and the number of nesting levels.");
        self.w.open("const (");
        self.w.line(format!("sbeHeaderSize = {header}"));
        self.w.line(format!("sbeDepth      = {}", depth + 1));
        self.w.close(")\n");
        self.w.line("// A zero block, for messages and entries that are absent.");
        self.w.line(format!("var sbeZeros [{}]byte\n", least.unwrap_or(0).max(1)));
        self.newer("sbeNewGroup", "groups", blocks.default_dimension.as_ref());
        self.newer("sbeNewData", "data", blocks.default_data.as_ref());
        self.header();
        self.readers();
        self.openers();
        self.writers();
    }

    fn newer(&mut self, name: &str, what: &str, prefix: Option<&Prefix>) {
        self.w.line(format!("// The prefix of {what} added by newer senders."));
        let made = match prefix {
            Some(prefix) => format!("prefix: {}, size: {}", self.prefix(prefix), prefix.size),
            None => String::new(),
        };
        self.w.line(format!("var {name} = sbePart{{{made}}}\n"));
    }

    /// The number of a prefix, from 1.
    pub(super) fn prefix(&self, wanted: &Prefix) -> usize {
        self.prefixes.number(wanted).map_or(0, |index| index + 1)
    }

    fn number(&self, part: Part) -> String {
        let load = self.order.load_at(part.primitive, "p", part.offset);
        match part.primitive {
            Primitive::Uint64 => load,
            _ => format!("uint64({load})"),
        }
    }

    fn said(&self, prefix: &Prefix, role: Role) -> Option<String> {
        match (prefix.part(role), prefix.constant(role)) {
            (Some(part), _) => Some(self.number(part)),
            (None, Some(number)) => Some(number.to_string()),
            (None, None) => None,
        }
    }

    /// The function that reads a message header.
    fn header(&mut self) {
        self.w.line("// Reads a header, which must be in the buffer.");
        self.w.open("func sbeReadHeader(octets []byte) sbeHeader {");
        let Some(header) = &self.blocks.header else { return self.w.close("}") };
        let own =
            [(Role::TemplateId, 0), (Role::SchemaId, self.blocks.id), (Role::Version, self.blocks.version)];
        let said = own.map(|(role, other)| self.said(header, role).unwrap_or_else(|| other.to_string()));
        if own.iter().any(|(role, _)| header.part(*role).is_some()) {
            self.w.line(format!("p := (*[{}]byte)(octets)", header.size));
        }
        self.w.line(format!("return sbeHeader{{{}, sbeReadPrefix(1, octets)}}", said.join(", ")));
        self.w.close("}\n");
    }

    fn readers(&mut self) {
        self.w.line("// Reads a prefix, which must be in the buffer.");
        self.w.open("func sbeReadPrefix(which int, octets []byte) sbeDimension {");
        self.w.line("switch which {");
        for index in 0..self.prefixes.len() {
            let prefix = self.prefixes[index];
            let said: Vec<String> = NUMBERS
                .iter()
                .filter_map(|(role, word)| Some(format!("{word}: {}", self.said(prefix, *role)?)))
                .collect();
            self.w.line(format!("case {}:", index + 1));
            if NUMBERS.iter().any(|(role, _)| prefix.part(*role).is_some()) {
                self.w.line(format!("    p := (*[{}]byte)(octets)", prefix.size));
            }
            self.w.line(format!("    return sbeDimension{{{}}}", said.join(", ")));
        }
        self.w.line("}");
        self.w.line("return sbeDimension{}");
        self.w.close("}\n");
    }

    /// Functions that open groups and find data, one for each prefix: faster versions of the general
    /// functions.
    fn openers(&mut self) {
        let groups: Vec<usize> =
            self.names.nodes.iter().filter_map(|node| Some(self.prefix(&node.group?.dimension))).collect();
        let all = self.names.nodes.iter().flat_map(|node| &node.body.data);
        let data: Vec<usize> = all.map(|data| self.prefix(&data.length)).collect();
        let (leads_groups, leads_data) = (groups, data);
        for index in 0..self.prefixes.len() {
            let prefix = self.prefixes[index];
            let (which, size) = (index + 1, prefix.size.to_string());
            let narrow = |role| prefix.part(role).is_some_and(|part| part.primitive != Primitive::Uint64);
            let said = |role| self.said(prefix, role).unwrap_or_else(|| "0".into());
            let (length, count, data) = (said(Role::BlockLength), said(Role::NumInGroup), said(Role::Length));
            let bound = [
                ("which", &*which.to_string()),
                ("size", &*size),
                ("length", &*length),
                ("count", &*count),
                ("data", &*data),
            ];
            let counted =
                prefix.part(Role::NumGroups).is_some() || prefix.part(Role::NumVarDataFields).is_some();
            if leads_data.contains(&which) && prefix.part(Role::Length).is_none() {
                self.w.block(
                    &bound,
                    "
                    // Where a data field starts and ends; -1 if it cannot be reached.
                    func (s *sbeState) data$which$(at int) (int, int) {
                        octets, end := s.data(&sbePart{prefix: $which$, size: $size$}, at)
                        return end - len(octets), end
                    }
                    ",
                );
                self.w.line("");
            } else if leads_data.contains(&which) {
                self.w.block(
                    &bound,
                    "
                    // Where a data field starts and ends; -1 if it cannot be reached.
                    func (s *sbeState) data$which$(at int) (int, int) {
                        if at < 0 {
                            return -1, -1
                        }
                        b := s.octets
                        if len(b)-at < $size$ {
                            return -1, s.short()
                        }
                        p := (*[$size$]byte)(b[at : at+$size$])
                        length := $data$
                        at += $size$
                        if length > uint64(len(b)-at) {
                            return -1, s.short()
                        }
                        return at, at + int(length)
                    }
                    ",
                );
                self.w.line("");
            }
            let narrow = narrow(Role::BlockLength) && narrow(Role::NumInGroup) && !counted;
            if leads_groups.contains(&which) && narrow {
                self.w.block(
                    &bound,
                    "
                    // Opens a group; its offset is -1 if it is invalid.
                    func (s *sbeState) open$which$(part *sbePart, at int) sbeOpened {
                        b := s.octets
                        if at < 0 {
                            return sbeOpened{at: -1}
                        }
                        if len(b)-at < $size$ {
                            return sbeOpened{at: s.short()}
                        }
                        p := (*[$size$]byte)(b[at : at+$size$])
                        length, count := $length$, $count$
                        first := at + $size$
                        least := part.body.least
                        if length*count > uint64(len(b)-first) || length == 0 || len(least) != 1 || length < least[0].amount {
                            return s.open(part, at)
                        }
                        return sbeOpened{first, int(count), int(length)}
                    }
                    ",
                );
                self.w.line("");
            } else if leads_groups.contains(&which) {
                self.w.block(
                    &bound,
                    "
                    // Opens a group; its offset is -1 if it is invalid.
                    func (s *sbeState) open$which$(part *sbePart, at int) sbeOpened {
                        return s.open(part, at)
                    }
                    ",
                );
                self.w.line("");
            }
        }
    }

    fn writers(&mut self) {
        self.w.line("// Writes a prefix; there must be room for it.");
        self.w.open("func sbePutPrefix(which int, octets []byte, d sbeDimension) {");
        self.w.line("switch which {");
        for index in 0..self.prefixes.len() {
            let prefix = self.prefixes[index];
            self.w.line(format!("case {}:", index + 1));
            let stores: Vec<String> = NUMBERS
                .iter()
                .filter_map(|(role, word)| Some((prefix.part(*role)?, format!("d.{word}"))))
                .map(|(part, value)| self.order.store_at(part.primitive, "p", part.offset, &value))
                .collect();
            if !stores.is_empty() {
                self.w.line(format!("    p := (*[{}]byte)(octets)", prefix.size));
            }
            stores.iter().for_each(|store| self.w.line(format!("    {store}")));
        }
        self.w.line("}");
        self.w.close("}\n");
        self.w.open("func sbePutHeader(octets []byte, template uint64, d sbeDimension) {");
        if let Some(header) = &self.blocks.header {
            let own = [
                (Role::TemplateId, "template"),
                (Role::SchemaId, "SbeSchemaID"),
                (Role::Version, "SbeSchemaVersion"),
            ];
            let parts: Vec<(Part, &str)> =
                own.iter().filter_map(|(role, value)| Some((header.part(*role)?, *value))).collect();
            if !parts.is_empty() {
                self.w.line(format!("p := (*[{}]byte)(octets)", header.size));
            }
            for (part, value) in parts {
                self.w.line(self.order.store_at(part.primitive, "p", part.offset, value));
            }
        }
        self.w.line("sbePutPrefix(1, octets, d)");
        self.w.close("}\n");
    }

    /// The table of a body.
    pub(super) fn table(&mut self, node: &Node, prefix: &Prefix) {
        let body = node.body;
        let mut entries = vec![format!("least: {}", steps(&facts::least(self.blocks, body)))];
        let says = |role| prefix.part(role).is_some() || prefix.constant(role).is_some();
        let counted = [
            (Role::NumGroups, "groups", facts::groups(body)),
            (Role::NumVarDataFields, "data", facts::data(body)),
        ];
        for (role, word, amounts) in counted {
            if says(role) {
                entries.push(format!("{word}: {}", steps(&amounts)));
            }
        }
        if says(Role::NumGroups) || says(Role::NumVarDataFields) {
            entries.push(format!("prefix: {}", self.prefix(prefix)));
        }
        entries.push(format!("block: {}", body.block_length));
        let blank = self.blank(body);
        if blank.iter().any(|octet| *octet != 0) {
            entries.push(format!("blank: {}", quoted(&blank)));
        }
        entries.push(format!("first: {}, parts: {}Parts[:]", body.groups.len(), node.table));
        self.w.line(format!("var {} = sbeBody{{{}}}\n", node.table, entries.join(", ")));
        let count = body.groups.len() + body.data.len();
        if count == 0 {
            return self.w.line(format!("var {}Parts [0]sbePart\n", node.table));
        }
        self.w.open(format!("var {}Parts = [{count}]sbePart{{", node.table));
        for (group, child) in body.groups.iter().zip(&node.children) {
            let most = group.dimension.part(Role::NumInGroup).map_or(u64::MAX, |part| part.max);
            let most = if group.body.block_length > 0 { most } else { most.min(EMPTY_ENTRIES) };
            let table = self.names.nodes.get(*child).map_or("", |node| &node.table);
            let more = format!(", body: &{table}, own: {}", self.own(&group.body));
            self.part(group.notes.since, &group.dimension, most, &more);
        }
        for data in &body.data {
            let most = data.length.part(Role::Length).map_or(0, |part| part.max);
            self.part(data.notes.since, &data.length, most, "");
        }
        self.w.close("}\n");
    }

    fn part(&mut self, since: u64, prefix: &Prefix, most: u64, more: &str) {
        let since = if since > 0 { format!("since: {since}, ") } else { String::new() };
        let which = self.prefix(prefix);
        self.w.line(format!("{{{since}prefix: {which}, size: {}, most: {most}{more}}},", prefix.size));
    }

    /// The arguments of a writer's prefix for a body.
    pub(super) fn own(&self, body: &Body) -> String {
        let (groups, data) = (body.groups.len(), body.data.len());
        format!("sbeDimension{{length: {}, groups: {groups}, data: {data}}}", body.block_length)
    }

    /// The initial bytes of a block.
    fn blank(&self, body: &Body) -> Vec<u8> {
        let mut block = vec![0; usize::try_from(body.block_length).unwrap_or(0)];
        for (offset, primitive, number, count) in facts::nulls(self.blocks, body) {
            let octets = facts_octets(primitive, number, self.order.big_endian);
            for index in 0..count {
                let start = (offset + index * primitive.size()) as usize;
                if let Some(place) = block.get_mut(start..start + octets.len()) {
                    place.copy_from_slice(&octets);
                }
            }
        }
        block
    }
}

/// The bytes of a number.
fn facts_octets(primitive: Primitive, number: wireglot_model::sbe::Number, big_endian: bool) -> Vec<u8> {
    use wireglot_model::sbe::Number;
    let raw = match (number, primitive) {
        (Number::Integer(number), Primitive::Float) => (number as f32).to_bits().into(),
        (Number::Integer(number), Primitive::Double) => (number as f64).to_bits(),
        (Number::Integer(number), _) => number as u64,
        (Number::Float(number), Primitive::Float) => (number as f32).to_bits().into(),
        (Number::Float(number), _) => number.to_bits(),
    };
    let size = primitive.size() as usize;
    let mut octets = raw.to_le_bytes()[..size].to_vec();
    if big_endian {
        octets.reverse();
    }
    octets
}

fn steps(steps: &Steps) -> String {
    let each: Vec<String> = steps.iter().map(|(since, amount)| format!("{{{since}, {amount}}}")).collect();
    format!("[]sbeStep{{{}}}", each.join(", "))
}

/// The minimum in every version.
pub fn least(steps: &Steps) -> u64 {
    steps.first().map_or(0, |(_, amount)| *amount)
}
