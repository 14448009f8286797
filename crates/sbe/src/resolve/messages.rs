//! Messages: blocks of fields, groups and data.

use std::collections::HashMap;

use wireglot_model::sbe::{
    Body, Constant, Data, EncodingId, EncodingKind, Field, Group, Message, Presence, Role,
};
use wireglot_text::Span;

use super::misplaced::{in_body, BODY};
use super::places::{Place, LENGTH};
use super::prefixes::GROUP;
use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

/// The maximum id of fields, groups and data.
const ID: u64 = 65535;

/// What is wrong with the fields of a body, so that its length is not compared with theirs.
#[derive(Default)]
struct Block {
    /// The fault of a field of variable length.
    varying: Option<Finding>,
    /// Whether there are elements out of place.
    is_faulty: bool,
}

impl<'a> Resolver<'a> {
    pub(super) fn messages(&mut self, root: &'a Element) {
        let mut names: HashMap<&str, Span> = HashMap::new();
        let mut ids: HashMap<u64, Span> = HashMap::new();
        let mut pile: Vec<&Element> = root.children.iter().rev().collect();
        while let Some(element) = pile.pop() {
            match element.name.as_str() {
                "messageSchema" | "messages" => pile.extend(element.children.iter().rev()),
                "message" => self.message(element, &mut names, &mut ids),
                _ => {}
            }
        }
    }

    fn message(
        &mut self,
        element: &'a Element,
        names: &mut HashMap<&'a str, Span>,
        ids: &mut HashMap<u64, Span>,
    ) {
        let name = self.name(element);
        let id = self.required_number(element, "id", u32::MAX.into());
        let notes = self.notes(element);
        let body = self.body(element, "message", notes.since);
        if let Some(header) = self.schema.header.clone() {
            self.holds(&header, &[(Role::TemplateId, id.unwrap_or_default(), element.place("id"))]);
            self.holds_body(&header, &body, element);
        }
        let (Some(name), Some(id)) = (name, id) else { return };
        self.unique(names, name, element, "message");
        self.unique_id(ids, id, element, "message");
        self.schema.messages.push(Message { name: name.to_string(), id, body, notes, span: element.span });
    }

    fn unique_id(&mut self, ids: &mut HashMap<u64, Span>, id: u64, element: &Element, what: &str) {
        let place = element.place("id");
        match ids.get(&id) {
            Some(first) => {
                let message = format!("the id {id} is already used by a {what}");
                self.report(Finding::error("S0303", place, message).also(*first, "first here"));
            }
            None => {
                ids.insert(id, place);
            }
        }
    }

    /// The fields, groups and data of a message or group, which exists since a version.
    fn body(&mut self, element: &'a Element, what: &str, since: u64) -> Body {
        let mut body = Body::default();
        let mut names: HashMap<&str, Span> = HashMap::new();
        let mut ids: HashMap<u64, Span> = HashMap::new();
        let (mut end, mut last) = (0u64, 0usize);
        let mut block = Block::default();
        let mut parts: [Vec<&Element>; 3] = Default::default();
        for child in &element.children {
            let Some(rank) = BODY.iter().position(|name| *name == child.name) else {
                self.report(in_body(child, what));
                block.is_faulty = true;
                continue;
            };
            if rank < last {
                let message = format!("a <{}> comes after a <{}>", child.name, BODY[last]);
                self.error("S0206", child.span, message);
                block.is_faulty = true;
            }
            last = last.max(rank);
            let name = self.name(child);
            let id = self.required_number(child, "id", ID);
            if let Some(id) = id {
                self.unique_id(&mut ids, id, child, "member");
            }
            if let Some(name) = name {
                self.unique(&mut names, name, child, "member");
            }
            let (name, id) = (name.unwrap_or_default().to_string(), id.unwrap_or_default());
            let before = body.fields.len() + body.groups.len() + body.data.len();
            match rank {
                0 => body.fields.extend(self.field(child, name, id, &mut end, &mut block)),
                1 => body.groups.extend(self.group(child, name, id, since)),
                _ => body.data.extend(self.data(child, name, id)),
            }
            if body.fields.len() + body.groups.len() + body.data.len() > before {
                parts[rank].push(child);
            }
        }
        let fields = body.fields.iter_mut().map(|field| &mut field.notes);
        let groups = body.groups.iter_mut().map(|group| &mut group.notes);
        let data = body.data.iter_mut().map(|data| &mut data.notes);
        fields.chain(groups).chain(data).for_each(|notes| notes.within(since));
        let [mut fields, groups, data] = parts;
        if block.is_faulty || block.varying.is_some() {
            fields.clear();
        }
        let is_sent = |field: &&Field| !matches!(field.presence, Presence::Constant(_));
        let sent = fields.into_iter().zip(&body.fields).filter(|(_, field)| is_sent(field));
        self.check_order(
            &sent.map(|(element, field)| (element, field.notes.since)).collect::<Vec<_>>(),
            since,
        );
        let groups = groups.into_iter().zip(body.groups.iter().map(|group| group.notes.since));
        self.check_order(&groups.collect::<Vec<_>>(), since);
        let data = data.into_iter().zip(body.data.iter().map(|data| data.notes.since));
        self.check_order(&data.collect::<Vec<_>>(), since);
        body.block_length = end;
        if end > LENGTH {
            let message = format!("the fields take more than {LENGTH} bytes");
            self.error("S0407", element.span, message);
        }
        if let Some(length) = self.number(element, "blockLength", LENGTH) {
            if let Some(fault) = block.varying.filter(|_| length < end) {
                self.report(fault);
            } else if length < end && !block.is_faulty {
                let bytes = if end == 1 { "byte" } else { "bytes" };
                let message = format!("the block length is {length}, but the fields take {end} {bytes}");
                let fault = Finding::error("S0402", element.place("blockLength"), message);
                self.report(fault.hint(format!("write {end} or more, or leave it out")));
            }
            body.block_length = length.max(end);
        }
        body
    }

    fn field(
        &mut self,
        element: &'a Element,
        name: String,
        id: u64,
        end: &mut u64,
        block: &mut Block,
    ) -> Option<Field> {
        let mut notes = self.notes(element);
        let encoding = self.typed(element, "type");
        let word = self.presence(element);
        let place = self.place(element);
        let (encoding, word) = (encoding?, word?);
        notes.since = notes.since.max(self.schema.get(encoding).notes.since);
        self.check_fixed(element, encoding, block);
        let referred = self.referred_value(element)?;
        self.check_agreement(element);
        let presence = self.field_presence(element, encoding, word, referred)?;
        let size = match presence {
            Presence::Constant(_) => 0,
            _ => self.schema.get(encoding).size,
        };
        let offset = match (size, &presence, place) {
            // A composite of constants takes no room, but what comes next starts where it is put.
            (0, Presence::Constant(_), _) => *end,
            (0, _, Place::At(offset)) => offset.max(*end),
            (0, ..) => *end,
            _ => self.placed(element, place, *end),
        };
        *end = offset.saturating_add(size);
        Some(Field { name, id, encoding, offset, presence, notes, span: element.span })
    }

    /// Reports a field whose type is meant for data: its length 0 stands for one that the message gives.
    fn check_fixed(&mut self, element: &Element, encoding: EncodingId, block: &mut Block) {
        let varies = |id: EncodingId| match &self.schema.get(id).kind {
            EncodingKind::Simple(simple) => {
                simple.length == 0 && !matches!(simple.presence, Presence::Constant(_))
            }
            _ => false,
        };
        let found = match &self.schema.get(encoding).kind {
            EncodingKind::Composite(members) => members.iter().any(|member| varies(member.encoding)),
            _ => varies(encoding),
        };
        if !found {
            return;
        }
        let name = element.value("type");
        let place = element.place("type");
        let length = self.types.get(name).and_then(|ty| ty.attribute("length"));
        let told = |of: fn(&'static str, Span, String) -> Finding| match length {
            Some(length) => {
                let message = format!("`{name}` has length 0, but a field has at least 1");
                of("S0411", place, message)
                    .also(length.span, "the length")
                    .hint("raise the length, or leave it out")
            }
            None => of("S0411", place, format!("a field has a fixed length, but `{name}` varies")),
        };
        block.varying = Some(told(Finding::error));
        self.report(told(Finding::tolerance));
    }

    /// The presence of a field: its own, otherwise that of its type.
    fn field_presence(
        &mut self,
        element: &'a Element,
        id: EncodingId,
        word: &str,
        referred: Option<(EncodingId, usize)>,
    ) -> Option<Presence> {
        let own = match &self.schema.get(id).kind {
            EncodingKind::Simple(simple) => simple.presence.clone(),
            _ => Presence::Required,
        };
        match (word, own) {
            (_, constant @ Presence::Constant(_)) if referred.is_none() => Some(constant),
            ("constant", _) => self.field_constant(element, id, referred).map(Presence::Constant),
            ("optional", _) => Some(Presence::Optional),
            ("required", _) => Some(Presence::Required),
            (_, own) => Some(own),
        }
    }

    fn field_constant(
        &mut self,
        element: &'a Element,
        id: EncodingId,
        referred: Option<(EncodingId, usize)>,
    ) -> Option<Constant> {
        let Some((named, position)) = referred else {
            self.error("S0508", element.span, "this constant field has no `valueRef`");
            return None;
        };
        let place = element.place("valueRef");
        match &self.schema.get(id).kind {
            EncodingKind::Simple(simple) => {
                let primitive = simple.primitive;
                self.referred(named, position, primitive, place).map(Constant::Number)
            }
            EncodingKind::Enum { .. } if id == named => Some(Constant::Enumerated(named, position)),
            _ => {
                let (value, ty) = (element.value("valueRef"), element.value("type"));
                let fault = Finding::error("S0501", place, format!("`{value}` is not a value of `{ty}`"));
                self.report(fault.hint(format!("name a value of `{ty}`")));
                None
            }
        }
    }

    fn group(&mut self, element: &'a Element, name: String, id: u64, since: u64) -> Option<Group> {
        let notes = self.notes(element);
        let dimension = self.text_or(element, "dimensionType", GROUP);
        let dimension = self.dimension(&dimension, element.place("dimensionType"));
        self.group_alignment(element);
        let body = self.body(element, "group", notes.since.max(since));
        let dimension = dimension?;
        self.holds_body(&dimension, &body, element);
        Some(Group { name, id, dimension, body, notes, span: element.span })
    }

    fn data(&mut self, element: &'a Element, name: String, id: u64) -> Option<Data> {
        let mut notes = self.notes(element);
        let named = self.required(element, "type")?;
        let (length, octets) = self.data_type(&named, element.place("type"))?;
        notes.since = notes.since.max(self.schema.get(length.composite).notes.since);
        Some(Data { name, id, length, element: octets, notes, span: element.span })
    }
}
