//! The schema as tables: see `facts.rs` of the runtime.

use wireglot_model::sbe::{Prefix, Role};

use super::super::facts::{self, bits, Steps};
use super::File;

/// The numbers of a prefix.
const NUMBERS: [(Role, &str); 8] = [
    (Role::BlockLength, "block_length"),
    (Role::TemplateId, "template_id"),
    (Role::SchemaId, "schema_id"),
    (Role::Version, "version"),
    (Role::NumInGroup, "count"),
    (Role::NumGroups, "groups"),
    (Role::NumVarDataFields, "data"),
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
        self.w.line(format!("/// The prefix described by the composite `{name}`."));
        self.w.open(format!("const PREFIX_{index}: &wg::Prefix = &wg::Prefix {{"));
        self.w.line(format!("size: {},", prefix.size));
        self.w.line("big: BIG,");
        self.w.line(format!("most: {},", facts::most(prefix)));
        for (role, word) in NUMBERS {
            let number = match (prefix.part(role), prefix.constant(role)) {
                (Some(part), _) => format!("At({}, {})", part.offset, part.primitive.size()),
                (None, Some(number)) => format!("Is({number})"),
                (None, None) => "Unsaid".into(),
            };
            self.w.line(format!("{word}: wg::NumberAt::{number},"));
        }
        self.w.close("};\n");
    }

    fn schema(&mut self) {
        let blocks = self.blocks;
        let led = |prefix: &Option<Prefix>| {
            let found = prefix.as_ref().and_then(|p| self.outline.prefixes.number(p));
            found.map(|index| format!("PREFIX_{index}"))
        };
        let optional = |name: Option<String>| name.map_or("None".to_string(), |name| format!("Some({name})"));
        let header = led(&blocks.header).unwrap_or_default();
        let (dimension, data) =
            (optional(led(&blocks.default_dimension)), optional(led(&blocks.default_data)));
        self.w.line("/// The schema.");
        self.w.open("const SCHEMA: &wg::Schema = &wg::Schema {");
        let rows = [
            format!("id: {},", blocks.id),
            format!("version: {},", blocks.version),
            format!("header: {header},"),
            format!("dimension: {dimension},"),
            format!("data: {data},"),
        ];
        rows.iter().for_each(|row| self.w.line(row));
        self.w.close("};\n");
    }

    fn body(&mut self, index: usize) {
        let (body, named) = (&self.outline.bodies[index], &self.names.bodies[index]);
        self.w.line(format!("/// `{}`.", body.path.join(".")));
        self.w.open(format!("const {}: &wg::Body = &wg::Body {{", named.facts));
        self.w.line("schema: SCHEMA,");
        self.w.line(format!("prefix: PREFIX_{},", body.prefix));
        self.w.line(format!("id: {},", body.id));
        self.w.line(format!("block_length: {},", body.model.block_length));
        let (groups, data) = &body.counted;
        for (word, steps) in [("least", &body.least), ("groups", groups), ("data", data)] {
            self.w.line(format!("{word}: &[{}],", steps_of(steps)));
        }
        self.w.open("parts: &[");
        for part in &body.parts {
            let entry = part.entry.map(|entry| format!("Some({})", self.names.bodies[entry].facts));
            let entry = entry.unwrap_or_else(|| "None".into());
            let (prefix, since) = (part.prefix, part.notes.since);
            self.w.line(format!("wg::Part {{ entry: {entry}, prefix: PREFIX_{prefix}, since: {since} }},"));
        }
        self.w.close("],");
        self.w.open("nulls: &[");
        for (offset, primitive, number, count) in &body.nulls {
            self.w.line(format!("({offset}, {}, {count}, {}),", primitive.size(), bits(*number, *primitive)));
        }
        self.w.close("],");
        self.w.close("};\n");
    }
}

fn steps_of(steps: &Steps) -> String {
    let rows: Vec<String> = steps.iter().map(|(since, amount)| format!("({since}, {amount})")).collect();
    rows.join(", ")
}
