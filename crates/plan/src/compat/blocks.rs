//! Messages of SBE: blocks whose fields stand at fixed octets, groups and data behind them.
//!
//! A reader knows the version of its sender, so what came later than that is absent, and what the
//! sender's block has behind the known fields is skipped. All else has to be where it was.

use wireglot_model::blocks::{
    Blocks, Body, Constant, EncodingId, EncodingKind, Field, Message, Notes, Number, Prefix, Presence,
    Primitive, Role, Simple, ROLES,
};
use wireglot_text::Span;

use super::{Finding, Side, Trouble};

/// What a reader makes of the messages of a sender of another version.
pub fn blocks(sender: (&Blocks, &Message), reader: (&Blocks, &Message)) -> Vec<Finding> {
    let mut comparer = Comparer { sender: sender.0, reader: reader.0, found: Vec::new() };
    comparer.body(&reader.1.name, (&sender.1.body, sender.1.span), (&reader.1.body, reader.1.span), true);
    comparer.found
}

/// What is the matter with what leads every message: then nothing at all is understood.
pub fn header(sender: &Blocks, reader: &Blocks) -> Option<&'static str> {
    let (Some(theirs), Some(ours)) = (&sender.header, &reader.header) else { return None };
    match () {
        () if sender.big_endian != reader.big_endian => Some("the byte order is another one"),
        () if sender.id != reader.id => Some("the schema id is another one"),
        () if !same_prefix(theirs, ours) => Some("the header is made otherwise"),
        () => None,
    }
}

/// Whether the numbers of a prefix stand at the same places.
fn same_prefix(theirs: &Prefix, ours: &Prefix) -> bool {
    let place = |prefix: &Prefix, role: Role| {
        let part = prefix.part(role).map(|part| (part.offset, part.primitive));
        (part, prefix.constant(role))
    };
    theirs.size == ours.size && ROLES.iter().all(|(_, role)| place(theirs, *role) == place(ours, *role))
}

fn there(notes: &Notes, version: u64) -> bool {
    notes.since <= version
}

fn on_wire(field: &Field) -> bool {
    !matches!(field.presence, Presence::Constant(_))
}

/// A value of a block without parts.
#[derive(Clone)]
struct Leaf<'b> {
    path: String,
    span: Span,
    offset: u64,
    size: u64,
    encoding: EncodingId,
    presence: &'b Presence,
}

/// What stands behind a block: a group or data.
enum Part<'b> {
    Group(&'b wireglot_model::blocks::Group),
    Data(&'b wireglot_model::blocks::Data),
}

impl Part<'_> {
    fn name(&self) -> &str {
        match self {
            Part::Group(group) => &group.name,
            Part::Data(data) => &data.name,
        }
    }

    fn span(&self) -> Span {
        match self {
            Part::Group(group) => group.span,
            Part::Data(data) => data.span,
        }
    }
}

struct Comparer<'b> {
    sender: &'b Blocks,
    reader: &'b Blocks,
    found: Vec<Finding>,
}

impl<'b> Comparer<'b> {
    fn tell(&mut self, trouble: Trouble, reader: Side, sender: Option<Side>) {
        self.found.push(Finding { trouble, reader, sender });
    }

    /// `outer`: the message itself, behind which nothing follows.
    fn body(&mut self, path: &str, theirs: (&'b Body, Span), ours: (&'b Body, Span), outer: bool) {
        let version = self.sender.version;
        let sent = leaves(self.sender, theirs.0, path, version);
        for leaf in leaves(self.reader, ours.0, path, version) {
            self.leaf(&leaf, &sent, theirs.0.block_length);
        }
        self.constants(path, theirs.0, ours.0);
        let parts = |body: &'b Body| -> [Vec<Part<'b>>; 2] {
            let groups = body.groups.iter().filter(|g| there(&g.notes, version)).map(Part::Group);
            let data = body.data.iter().filter(|d| there(&d.notes, version)).map(Part::Data);
            [groups.collect(), data.collect()]
        };
        let ([groups, data], [sent_groups, sent_data]) = (parts(ours.0), parts(theirs.0));
        let follows = !sent_data.is_empty() || !data.is_empty() || !outer;
        self.parts(path, &groups, &sent_groups, (ours.1, follows));
        self.parts(path, &data, &sent_data, (ours.1, !outer));
    }

    /// Groups, or data, each in the place of the other version's. `follows`: something stands behind
    /// them that a reader would miss.
    fn parts(&mut self, path: &str, ours: &[Part<'b>], theirs: &[Part<'b>], (around, follows): (Span, bool)) {
        for (index, part) in ours.iter().enumerate() {
            let name = format!("{path}.{}", part.name());
            let side =
                |part: &Part, path: &str| Side { path: path.into(), span: part.span(), bit: 0, bits: 0 };
            let Some(sent) = theirs.get(index) else {
                self.tell(Trouble::Missing, side(part, &name), None);
                continue;
            };
            let sender = side(sent, &format!("{path}.{}", sent.name()));
            match (part, sent) {
                (Part::Group(ours), Part::Group(theirs)) => {
                    if !same_prefix(&ours.dimension, &theirs.dimension) {
                        self.tell(
                            Trouble::Led("its dimension is made otherwise"),
                            side(part, &name),
                            Some(sender),
                        );
                        continue;
                    }
                    self.renamed(part.name(), sent.name(), (side(part, &name), sender));
                    self.body(&name, (&theirs.body, theirs.span), (&ours.body, ours.span), false);
                }
                (Part::Data(ours), Part::Data(theirs)) => {
                    if !same_prefix(&ours.length, &theirs.length) {
                        self.tell(
                            Trouble::Led("its length is made otherwise"),
                            side(part, &name),
                            Some(sender),
                        );
                        continue;
                    }
                    self.renamed(part.name(), sent.name(), (side(part, &name), sender));
                }
                _ => {}
            }
        }
        let Some(more) = theirs.get(ours.len()) else { return };
        let (known, role, led) = match more {
            Part::Group(_) => (&self.reader.default_dimension, Role::NumGroups, "groups"),
            Part::Data(_) => (&self.reader.default_data, Role::NumVarDataFields, "data"),
        };
        let header = self.reader.header.as_ref();
        let counted = header.is_some_and(|header| header.part(role).is_some()) && known.is_some();
        let newer = self.sender.version > self.reader.version;
        if !(counted && newer) {
            let trouble = if follows { Trouble::Uncounted } else { Trouble::Unframed };
            let reader = Side { path: format!("{path}'s {led}"), span: around, bit: 0, bits: 0 };
            let path = format!("{path}.{}", more.name());
            self.tell(trouble, reader, Some(Side { path, span: more.span(), bit: 0, bits: 0 }));
        }
    }

    fn renamed(&mut self, ours: &str, theirs: &str, (reader, sender): (Side, Side)) {
        if ours != theirs {
            self.tell(Trouble::Renamed, reader, Some(sender));
        }
    }

    /// A value that the reader wants.
    fn leaf(&mut self, leaf: &Leaf<'b>, sent: &[Leaf<'b>], block: u64) {
        let reader = side(leaf);
        let overlaps =
            |other: &&Leaf| other.offset < leaf.offset + leaf.size && leaf.offset < other.offset + other.size;
        let Some(theirs) = sent.iter().find(overlaps) else {
            let short = leaf.offset + leaf.size > block;
            return self.tell(if short { Trouble::Short } else { Trouble::Elsewhere }, reader, None);
        };
        let sender = Some(side(theirs));
        if (theirs.offset, theirs.size) != (leaf.offset, leaf.size) {
            return self.tell(Trouble::Elsewhere, reader, sender);
        }
        if theirs.path != leaf.path {
            let known = sent.iter().any(|other| other.path == leaf.path);
            self.tell(if known { Trouble::Moved } else { Trouble::Renamed }, reader.clone(), sender.clone());
            if known {
                return;
            }
        }
        if let Some(trouble) = self.types(leaf, theirs) {
            self.tell(trouble, reader, sender);
        }
    }

    /// What two encodings of as many octets make of each other.
    fn types(&self, ours: &Leaf<'b>, theirs: &Leaf<'b>) -> Option<Trouble> {
        let (read, sent) = (self.reader.get(ours.encoding), self.sender.get(theirs.encoding));
        let primitives = (primitive(&read.kind)?, primitive(&sent.kind)?);
        if primitives.0 != primitives.1 {
            return Some(match primitives {
                (read, sent) if read.size() != sent.size() => Trouble::Elsewhere,
                (read, sent) if read.is_float() != sent.is_float() => Trouble::Float,
                _ => Trouble::Sign,
            });
        }
        match (&read.kind, &sent.kind) {
            (EncodingKind::Enum { values: read, .. }, EncodingKind::Enum { values: sent, .. }) => names(
                read.iter().map(|value| (value.value, &*value.name)),
                sent.iter().map(|value| (value.value, &*value.name)),
            ),
            (EncodingKind::Set { choices: read, .. }, EncodingKind::Set { choices: sent, .. }) => names(
                read.iter().map(|choice| (choice.bit.into(), &*choice.name)),
                sent.iter().map(|choice| (choice.bit.into(), &*choice.name)),
            ),
            _ => {
                let null = |kind: &EncodingKind, presence: &Presence| match (kind, presence) {
                    (EncodingKind::Simple(Simple { null, .. }), Presence::Optional) => Some(*null),
                    _ => None,
                };
                let (ours, theirs) = (null(&read.kind, ours.presence), null(&sent.kind, theirs.presence));
                let word = |null: Option<Number>| null.map_or("no number".into(), written);
                (ours != theirs).then(|| Trouble::Constant {
                    sent: format!("{} for null", word(theirs)),
                    read: format!("{} for null", word(ours)),
                })
            }
        }
    }

    /// Values that both schemas give, and that nobody sends.
    fn constants(&mut self, path: &str, theirs: &Body, ours: &Body) {
        let sent = constants(self.sender, theirs, path);
        for ours in constants(self.reader, ours, path) {
            let Some(theirs) = sent.iter().find(|theirs| theirs.path == ours.path) else { continue };
            if theirs.value != ours.value {
                let trouble = Trouble::Constant { sent: theirs.value.clone(), read: ours.value.clone() };
                self.tell(trouble, ours.side(), Some(theirs.side()));
            }
        }
    }
}

/// A value that only the schema gives.
struct Given {
    path: String,
    span: Span,
    value: String,
}

impl Given {
    fn side(&self) -> Side {
        Side { path: self.path.clone(), span: self.span, bit: 0, bits: 0 }
    }
}

/// The constants of a block: fields, and members of its composites.
fn constants(blocks: &Blocks, body: &Body, path: &str) -> Vec<Given> {
    let mut found = Vec::new();
    for field in &body.fields {
        let path = format!("{path}.{}", field.name);
        match &field.presence {
            Presence::Constant(given) => {
                found.push(Given { path, span: field.span, value: constant(blocks, given) });
            }
            _ => constants_within(blocks, field.encoding, (&path, field.span), &mut found),
        }
    }
    found
}

fn constants_within(blocks: &Blocks, id: EncodingId, (path, span): (&str, Span), found: &mut Vec<Given>) {
    match &blocks.get(id).kind {
        EncodingKind::Simple(Simple { presence: Presence::Constant(given), .. }) => {
            found.push(Given { path: path.into(), span, value: constant(blocks, given) });
        }
        EncodingKind::Composite(members) => {
            for member in members {
                let path = format!("{path}.{}", member.name);
                constants_within(blocks, member.encoding, (&path, member.span), found);
            }
        }
        _ => {}
    }
}

fn side(leaf: &Leaf) -> Side {
    Side { path: leaf.path.clone(), span: leaf.span, bit: leaf.offset * 8, bits: leaf.size * 8 }
}

/// The values of a block that senders of a version write, in its order.
fn leaves<'b>(blocks: &'b Blocks, body: &'b Body, path: &str, version: u64) -> Vec<Leaf<'b>> {
    let mut found = Vec::new();
    for field in body.fields.iter().filter(|field| on_wire(field) && there(&field.notes, version)) {
        let leaf = Leaf {
            path: format!("{path}.{}", field.name),
            span: field.span,
            offset: field.offset,
            size: blocks.get(field.encoding).size,
            encoding: field.encoding,
            presence: &field.presence,
        };
        flatten(blocks, leaf, version, &mut found);
    }
    found
}

fn flatten<'b>(blocks: &'b Blocks, leaf: Leaf<'b>, version: u64, found: &mut Vec<Leaf<'b>>) {
    let EncodingKind::Composite(members) = &blocks.get(leaf.encoding).kind else {
        return found.push(leaf);
    };
    for member in members.iter().filter(|member| there(&member.notes, version)) {
        let encoding = blocks.get(member.encoding);
        let presence = match &encoding.kind {
            EncodingKind::Simple(simple) => &simple.presence,
            _ => &Presence::Required,
        };
        if matches!(presence, Presence::Constant(_)) {
            continue;
        }
        let inner = Leaf {
            path: format!("{}.{}", leaf.path, member.name),
            offset: leaf.offset + member.offset,
            size: encoding.size,
            encoding: member.encoding,
            presence,
            ..leaf.clone()
        };
        flatten(blocks, inner, version, found);
    }
}

fn primitive(kind: &EncodingKind) -> Option<Primitive> {
    match kind {
        EncodingKind::Simple(simple) => Some(simple.primitive),
        EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => Some(*primitive),
        EncodingKind::Composite(_) => None,
    }
}

/// Numbers with names: which mean something else, or have no name for the reader.
fn names<'n>(
    read: impl Iterator<Item = (i128, &'n str)> + Clone,
    sent: impl Iterator<Item = (i128, &'n str)>,
) -> Option<Trouble> {
    let mut unnamed = Vec::new();
    for (number, name) in sent {
        match read.clone().find(|(known, _)| *known == number) {
            Some((_, known)) if known == name => {}
            Some((_, known)) => {
                let value = u64::try_from(number).unwrap_or_default();
                return Some(Trouble::Meaning { value, sent: name.into(), read: known.into() });
            }
            None => unnamed.push(name.to_string()),
        }
    }
    (!unnamed.is_empty()).then_some(Trouble::Unnamed(unnamed))
}

fn written(number: Number) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => number.to_string(),
    }
}

fn constant(blocks: &Blocks, constant: &Constant) -> String {
    match constant {
        Constant::Number(number) => written(*number),
        Constant::Text(octets) => octets.iter().map(|octet| char::from(*octet)).collect(),
        Constant::Enumerated(id, position) => match &blocks.get(*id).kind {
            EncodingKind::Enum { values, .. } => {
                values.get(*position).map_or(String::new(), |value| value.name.clone())
            }
            _ => String::new(),
        },
    }
}
