//! Messages: blocks whose fields are at fixed offsets, with groups and data after them.
//!
//! A reader knows its sender's version, so what was added later is absent, and what the sender's
//! block has after the known fields is skipped. Everything else must be where it was.

use crate::layout::{
    number_words, Block, LayoutData, LayoutGroup, LayoutMessage, Number, Prefix, Presence, Role, Scalar,
    ROLES,
};
use crate::{Layout, LayoutField, LayoutKind, LayoutType, LayoutValue};
use wireglot_text::Span;

use super::{Finding, Side, Trouble};

/// Finds what a reader misinterprets in messages of a sender with another version.
pub fn message(sender: (&Layout, &LayoutMessage), reader: (&Layout, &LayoutMessage)) -> Vec<Finding> {
    let mut comparer = Comparer { sender: sender.0, reader: reader.0, found: Vec::new() };
    comparer.block(&reader.1.name, &sender.1.block, (&reader.1.block, reader.1.span), true);
    comparer.found
}

/// What differs in the header; if anything does, the reader understands no message.
pub fn header(sender: &Layout, reader: &Layout) -> Option<String> {
    let (sender, reader) = (&sender.messages, &reader.messages);
    let (Some(theirs), Some(ours)) = (&sender.header, &reader.header) else { return None };
    match () {
        () if sender.big_endian != reader.big_endian => Some("the byte orders differ".into()),
        () if sender.id != reader.id => Some(format!("the schema ids differ ({}, {})", sender.id, reader.id)),
        () if !same_prefix(theirs, ours) => Some("the headers differ".into()),
        () => None,
    }
}

/// Whether the numbers of two prefixes are at the same places.
fn same_prefix(theirs: &Prefix, ours: &Prefix) -> bool {
    let place = |prefix: &Prefix, role: Role| {
        let part = prefix.part(role).map(|part| (part.offset, part.length));
        (part, prefix.constant(role))
    };
    theirs.length == ours.length && ROLES.iter().all(|(_, role)| place(theirs, *role) == place(ours, *role))
}

/// A value without parts in a block.
#[derive(Clone)]
struct Leaf<'b> {
    path: String,
    span: Span,
    offset: u64,
    size: u64,
    ty: &'b LayoutType,
    presence: &'b Presence,
}

/// A group or data field after a block.
enum Part<'b> {
    Group(&'b LayoutGroup),
    Data(&'b LayoutData),
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
    sender: &'b Layout,
    reader: &'b Layout,
    found: Vec<Finding>,
}

impl<'b> Comparer<'b> {
    fn tell(&mut self, trouble: Trouble, reader: Side, sender: Option<Side>) {
        self.found.push(Finding { trouble, reader, sender });
    }

    /// Compares blocks. `outer` is true for the message itself, which nothing follows.
    fn block(&mut self, path: &str, theirs: &'b Block, ours: (&'b Block, Span), outer: bool) {
        let version = self.sender.messages.version;
        let sent = leaves(self.sender, theirs, path, version);
        for leaf in leaves(self.reader, ours.0, path, version) {
            self.leaf(&leaf, &sent, theirs.length);
        }
        self.constants(path, theirs, ours.0);
        let parts = |block: &'b Block| -> [Vec<Part<'b>>; 2] {
            let groups = block.groups.iter().filter(|group| group.since <= version).map(Part::Group);
            let data = block.data.iter().filter(|data| data.since <= version).map(Part::Data);
            [groups.collect(), data.collect()]
        };
        let ([groups, data], [sent_groups, sent_data]) = (parts(ours.0), parts(theirs));
        let follows = !sent_data.is_empty() || !data.is_empty() || !outer;
        self.parts(path, &groups, &sent_groups, (ours.1, follows));
        self.parts(path, &data, &sent_data, (ours.1, !outer));
    }

    /// Compares groups, or data fields, by position. `follows` means that something comes after them
    /// that a reader would miss.
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
                    if !same_prefix(&ours.prefix, &theirs.prefix) {
                        self.tell(
                            Trouble::Led("its dimension differs".into()),
                            side(part, &name),
                            Some(sender),
                        );
                        continue;
                    }
                    self.renamed(part.name(), sent.name(), (side(part, &name), sender));
                    self.block(&name, &theirs.block, (&ours.block, ours.span), false);
                }
                (Part::Data(ours), Part::Data(theirs)) => {
                    if !same_prefix(&ours.prefix, &theirs.prefix) {
                        self.tell(
                            Trouble::Led("its length field differs".into()),
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
        let reader = &self.reader.messages;
        let (known, role, what) = match more {
            Part::Group(_) => (&reader.group, Role::NumGroups, "group"),
            Part::Data(_) => (&reader.data, Role::NumVarDataFields, "data"),
        };
        let header = reader.header.as_ref();
        let counted = header.is_some_and(|header| header.part(role).is_some()) && known.is_some();
        let newer = self.sender.messages.version > reader.version;
        if !(counted && newer) {
            let trouble = if follows { Trouble::Uncounted(what) } else { Trouble::Unframed(what) };
            let reader = Side { path: path.to_string(), span: around, bit: 0, bits: 0 };
            let path = format!("{path}.{}", more.name());
            self.tell(trouble, reader, Some(Side { path, span: more.span(), bit: 0, bits: 0 }));
        }
    }

    fn renamed(&mut self, ours: &str, theirs: &str, (reader, sender): (Side, Side)) {
        if ours != theirs {
            self.tell(Trouble::Renamed, reader, Some(sender));
        }
    }

    /// Compares a value that the reader expects with what was sent.
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
        for trouble in self.types(leaf, theirs) {
            self.tell(trouble, reader.clone(), sender.clone());
        }
    }

    /// Compares two types of the same size.
    fn types(&self, ours: &Leaf<'b>, theirs: &Leaf<'b>) -> Vec<Trouble> {
        let (read, sent) = (ours.ty, theirs.ty);
        let (each, sent_each) = (each(self.reader, read), each(self.sender, sent));
        if each != sent_each {
            return vec![Trouble::Elements { sent: sent_each, read: each }];
        }
        if read.scalar != sent.scalar {
            let scalars = [read.scalar, sent.scalar];
            return vec![match () {
                () if scalars.contains(&Scalar::Float) => Trouble::Float,
                () if scalars.contains(&Scalar::Char) => Trouble::Character,
                () => Trouble::Sign,
            }];
        }
        let named = match (&read.kind, &sent.kind) {
            (LayoutKind::Enumerated(values), LayoutKind::Enumerated(known))
            | (LayoutKind::Set(values), LayoutKind::Set(known)) => names(read.scalar, values, known),
            _ => None,
        };
        named.into_iter().chain(nulls(ours, theirs)).collect()
    }

    /// Compares constants of both schemas; they are not sent.
    fn constants(&mut self, path: &str, theirs: &Block, ours: &Block) {
        let (mut sent, mut read) = (Vec::new(), Vec::new());
        constants(self.sender, &theirs.fields, path, &mut sent);
        constants(self.reader, &ours.fields, path, &mut read);
        for ours in read {
            let Some(theirs) = sent.iter().find(|theirs| theirs.path == ours.path) else { continue };
            if theirs.value != ours.value {
                let trouble = Trouble::Constant { sent: theirs.value.clone(), read: ours.value.clone() };
                self.tell(trouble, ours.side(), Some(theirs.side()));
            }
        }
    }
}

/// A constant of the schema.
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

/// Collects the constants among some fields and in nested records.
fn constants(layout: &Layout, fields: &[LayoutField], path: &str, found: &mut Vec<Given>) {
    for field in fields {
        let path = format!("{path}.{}", field.name);
        match (&field.presence, &layout.get(field.ty).kind) {
            (Presence::Constant(ty, constant), _) => {
                found.push(Given { path, span: field.span, value: constant.words(layout.get(*ty)) });
            }
            (_, LayoutKind::Record { fields, .. }) => constants(layout, fields, &path, found),
            _ => {}
        }
    }
}

fn side(leaf: &Leaf) -> Side {
    Side { path: leaf.path.clone(), span: leaf.span, bit: leaf.offset * 8, bits: leaf.size * 8 }
}

/// The values of a block that senders of a version write, in order.
fn leaves<'b>(layout: &'b Layout, block: &'b Block, path: &str, version: u64) -> Vec<Leaf<'b>> {
    let mut found = Vec::new();
    for field in block.fields.iter().filter(|field| field.is_sent(version)) {
        flatten(layout, field, (path, 0, field.span), version, &mut found);
    }
    found
}

/// Collects the values in a field, all with the source location of the block's field.
fn flatten<'b>(
    layout: &'b Layout,
    field: &'b LayoutField,
    (path, begin, span): (&str, u64, Span),
    version: u64,
    found: &mut Vec<Leaf<'b>>,
) {
    let ty = layout.get(field.ty);
    let (path, offset) = (format!("{path}.{}", field.name), begin + field.offset / 8);
    match &ty.kind {
        LayoutKind::Record { fields, .. } => {
            for inner in fields.iter().filter(|field| field.is_sent(version)) {
                flatten(layout, inner, (&path, offset, span), version, found);
            }
        }
        _ => {
            let (size, presence) = (ty.octets(), &field.presence);
            found.push(Leaf { path, span, offset, size, ty, presence });
        }
    }
}

/// The width in bits of one number of a type.
fn each(layout: &Layout, ty: &LayoutType) -> u64 {
    match &ty.kind {
        LayoutKind::Array { element, .. } => layout.get(*element).bits,
        LayoutKind::Text => 8,
        _ => ty.bits,
    }
}

/// Compares the numbers that mean null, if there are any.
fn nulls(read: &Leaf, sent: &Leaf) -> Option<Trouble> {
    let null = |leaf: &Leaf| leaf.ty.null.filter(|_| *leaf.presence == Presence::Null);
    let told = |null: Option<Number>| format!("{} for null", null.map_or("no number".into(), number_words));
    let ty = sent.ty;
    let (read, sent) = (null(read), null(sent));
    // An enumeration that is never null has a value for each number that is sent.
    let is_sent = |number: Number| match &ty.kind {
        LayoutKind::Enumerated(values) => {
            values.iter().any(|value| ty.scalar.number(value.value, ty.bits) == number)
        }
        _ => true,
    };
    let differs = match (sent, read) {
        (None, Some(null)) => is_sent(null),
        _ => read != sent,
    };
    differs.then(|| Trouble::Constant { sent: told(sent), read: told(read) })
}

/// Compares named numbers: those that mean something else, names that have another number, and numbers that
/// the reader has no name for.
fn names(scalar: Scalar, read: &[LayoutValue], sent: &[LayoutValue]) -> Option<Trouble> {
    let number = |value: &LayoutValue| scalar.integer(value.value, 64);
    let mut unnamed = Vec::new();
    for value in sent {
        let name = value.name.clone();
        match read.iter().find(|known| known.value == value.value) {
            Some(known) if known.name == name => {}
            Some(known) => {
                let value = number(value);
                return Some(Trouble::Meaning { value, sent: name, read: known.name.clone() });
            }
            None => match read.iter().find(|known| known.name == name) {
                Some(known) => {
                    let (sent, read) = (number(value), number(known));
                    return Some(Trouble::Renumbered { name, sent, read });
                }
                None => unnamed.push(name),
            },
        }
    }
    (!unnamed.is_empty()).then_some(Trouble::Unnamed(unnamed))
}
