//! The charts of an SBE message: one of its block, one of each group's entries, one of each data.

use wireglot_model::blocks::{
    Blocks, Body, Constant, Data, Encoding, EncodingId, EncodingKind, Group, Message, Notes, Number, Prefix,
    Presence,
};

use super::{Chart, Offset, Part, Role};

/// The charts of a message, in the order of the wire; those of parts have the message's name in front.
pub fn blocks(schema: &Blocks, message: &Message) -> Vec<Chart> {
    let mut charts = Vec::new();
    let what = format!("Template id {}. Its block stands behind `{}`.", message.id, header_name(schema));
    body(schema, &message.name, words(&what, &message.notes.doc), &message.body, &mut charts);
    charts
}

/// The chart of what every message begins with.
pub fn header(schema: &Blocks) -> Option<Chart> {
    let header = schema.header.as_ref()?;
    let mut charter = Charter::new(schema);
    charter.prefix(header);
    Some(charter.chart(header_name(schema), Some("Leads every message.".into()), header.size))
}

fn header_name(schema: &Blocks) -> &str {
    schema.header.as_ref().map_or("", |header| &schema.get(header.composite).name)
}

fn words(what: &str, doc: &str) -> Option<String> {
    let parts = [doc.trim(), what].into_iter().filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("\n"))
}

fn body(schema: &Blocks, title: &str, doc: Option<String>, body_: &Body, charts: &mut Vec<Chart>) {
    let mut charter = Charter::new(schema);
    for field in &body_.fields {
        charter.path.clone_from(&field.name);
        charter.value(field.encoding, &field.presence, &field.notes, field.offset);
    }
    charts.push(charter.chart(title, doc, body_.block_length));
    body_.groups.iter().for_each(|group| entries(schema, title, group, charts));
    body_.data.iter().for_each(|data| charts.push(octets(schema, title, data)));
}

fn since(notes: &Notes) -> String {
    if notes.since > 0 {
        format!(" Since version {}.", notes.since)
    } else {
        String::new()
    }
}

fn entries(schema: &Blocks, owner: &str, group: &Group, charts: &mut Vec<Chart>) {
    let dimension = &schema.get(group.dimension.composite).name;
    let what = format!(
        "An entry of a group of {owner}, which `{dimension}` leads ({} octets).{}",
        group.dimension.size,
        since(&group.notes)
    );
    let doc = words(&what, &group.notes.doc);
    body(schema, &format!("{owner}.{}", group.name), doc, &group.body, charts);
}

fn octets(schema: &Blocks, owner: &str, data: &Data) -> Chart {
    let mut charter = Charter::new(schema);
    charter.prefix(&data.length);
    let charset = match data.element.charset.is_empty() {
        true => String::new(),
        false => format!(", in {}", data.element.charset),
    };
    let what = format!(
        "Data of {owner}: so many octets follow, {}{charset}.{}",
        data.element.primitive.name(),
        since(&data.notes)
    );
    charter.chart(&format!("{owner}.{}", data.name), words(&what, &data.notes.doc), data.length.size)
}

struct Charter<'s> {
    schema: &'s Blocks,
    parts: Vec<Part>,
    path: String,
}

impl Charter<'_> {
    fn new(schema: &Blocks) -> Charter<'_> {
        Charter { schema, parts: Vec::new(), path: String::new() }
    }

    fn chart(self, title: &str, doc: Option<String>, octets: u64) -> Chart {
        let order = match self.schema.big_endian {
            true => "Numbers have their most significant octet first.",
            false => "Numbers have their least significant octet first.",
        };
        Chart { title: title.to_string(), doc, bits: octets * 8, order, by_octets: true, parts: self.parts }
    }

    /// The members of a composite that leads something.
    fn prefix(&mut self, prefix: &Prefix) {
        let EncodingKind::Composite(members) = &self.schema.get(prefix.composite).kind else { return };
        for member in members.iter().filter(|member| member.offset < prefix.size) {
            self.path.clone_from(&member.name);
            let presence = own(self.schema.get(member.encoding));
            self.value(member.encoding, &presence, &member.notes, member.offset);
        }
    }

    fn value(&mut self, id: EncodingId, presence: &Presence, notes: &Notes, offset: u64) {
        let schema = self.schema;
        let encoding = schema.get(id);
        let (bits, role) = match (&encoding.kind, presence) {
            (_, Presence::Constant(_)) => (0, Role::Group),
            (EncodingKind::Composite(_), _) => (encoding.size * 8, Role::Group),
            _ => (encoding.size * 8, Role::Box),
        };
        self.parts.push(Part {
            path: self.path.clone(),
            place: Offset { first: offset * 8, steps: Vec::new(), moves: false },
            bits,
            ty: self.name(encoding, presence),
            role,
            since: (notes.since > 0).then_some(notes.since),
            doc: (!notes.doc.is_empty()).then(|| notes.doc.clone()),
        });
        if let (EncodingKind::Composite(members), false) =
            (&encoding.kind, matches!(presence, Presence::Constant(_)))
        {
            let outer = self.path.len();
            for member in members {
                self.path.push_str(&format!(".{}", member.name));
                let presence = own(schema.get(member.encoding));
                self.value(member.encoding, &presence, &member.notes, offset + member.offset);
                self.path.truncate(outer);
            }
        }
    }

    /// A type as its schema has it, and what its primitive type is.
    fn name(&self, encoding: &Encoding, presence: &Presence) -> String {
        let primitive = match &encoding.kind {
            EncodingKind::Simple(simple) if simple.length == 1 => simple.primitive.name().to_string(),
            EncodingKind::Simple(simple) => format!("{}[{}]", simple.primitive.name(), simple.length),
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => {
                primitive.name().to_string()
            }
            EncodingKind::Composite(_) => String::new(),
        };
        let named = match (primitive.as_str(), encoding.name.as_str()) {
            ("", name) => name.to_string(),
            (primitive, "") => primitive.to_string(),
            // A member that was written in its place has no type of its own.
            (primitive, name) if name == primitive || self.path.rsplit('.').next() == Some(name) => {
                primitive.to_string()
            }
            (primitive, name) => format!("{name}: {primitive}"),
        };
        match presence {
            Presence::Required => named,
            Presence::Optional => format!("{named}, optional"),
            Presence::Constant(constant) => format!("{named} = {}", self.constant(constant)),
        }
    }

    fn constant(&self, constant: &Constant) -> String {
        match constant {
            Constant::Number(Number::Integer(number)) => number.to_string(),
            Constant::Number(Number::Float(number)) => number.to_string(),
            Constant::Text(octets) => octets.iter().map(|octet| char::from(*octet)).collect(),
            Constant::Enumerated(id, position) => match &self.schema.get(*id).kind {
                EncodingKind::Enum { values, .. } => {
                    values.get(*position).map_or(String::new(), |value| value.name.clone())
                }
                _ => String::new(),
            },
        }
    }
}

/// Whether a member is always there, as its own encoding says.
fn own(encoding: &Encoding) -> Presence {
    match &encoding.kind {
        EncodingKind::Simple(simple) => simple.presence.clone(),
        _ => Presence::Required,
    }
}
