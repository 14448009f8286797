//! Messages: blocks of fields, groups and data.

use std::collections::HashMap;

use wireglot_model::sbe::{
    Body, Constant, Data, EncodingId, EncodingKind, Field, Group, Message, Presence, Role,
};
use wireglot_text::Span;

use super::places::{Place, LENGTH};
use super::prefixes::GROUP;
use super::Resolver;
use crate::faults::{with_near, Finding};
use crate::xml::Element;

/// The maximum id of fields, groups and data.
const ID: u64 = 65535;

/// The parts of a body, in this order.
const ORDER: [&str; 3] = ["field", "group", "data"];

impl<'a> Resolver<'a> {
    pub(super) fn messages(&mut self, root: &'a Element) {
        let mut names: HashMap<&str, Span> = HashMap::new();
        let mut ids: HashMap<u64, Span> = HashMap::new();
        let mut pile: Vec<&Element> = root.children.iter().rev().collect();
        while let Some(element) = pile.pop() {
            match element.name.as_str() {
                "messageSchema" => pile.extend(element.children.iter().rev()),
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
                let message = format!("there is a {what} with the id {id} already");
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
        for child in &element.children {
            let Some(rank) = ORDER.iter().position(|name| *name == child.name) else {
                let message = format!("<{}> is not allowed in <{what}>", child.name);
                let fault = Finding::error("S0205", child.span, message);
                let allowed = format!("a <{what}> holds <field>, <group> and <data>");
                self.report(with_near(fault, &child.name, &ORDER, &allowed));
                continue;
            };
            if rank < last {
                let message = format!("a <{}> comes after a <{}>", child.name, ORDER[last]);
                self.error("S0206", child.span, message);
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
            match rank {
                0 => body.fields.extend(self.field(child, name, id, &mut end)),
                1 => body.groups.extend(self.group(child, name, id, since)),
                _ => body.data.extend(self.data(child, name, id)),
            }
        }
        let fields = body.fields.iter_mut().map(|field| &mut field.notes);
        let groups = body.groups.iter_mut().map(|group| &mut group.notes);
        let data = body.data.iter_mut().map(|data| &mut data.notes);
        fields.chain(groups).chain(data).for_each(|notes| notes.within(since));
        body.block_length = end;
        if end > LENGTH {
            let message = format!("the fields take more than {LENGTH} octets");
            self.error("S0407", element.span, message);
        }
        if let Some(length) = self.number(element, "blockLength", LENGTH) {
            if length < end {
                let message = format!("the block length is {length}, and the fields take {end} octets");
                self.error("S0402", element.place("blockLength"), message);
            }
            body.block_length = length.max(end);
        }
        body
    }

    fn field(&mut self, element: &'a Element, name: String, id: u64, end: &mut u64) -> Option<Field> {
        let mut notes = self.notes(element);
        let encoding = self.typed(element, "type");
        let word = self.presence(element);
        let place = self.place(element);
        let (encoding, word) = (encoding?, word?);
        notes.since = notes.since.max(self.schema.get(encoding).notes.since);
        self.check_fixed(element, encoding);
        let referred = self.referred_value(element)?;
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
    fn check_fixed(&mut self, element: &Element, encoding: EncodingId) {
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
        if found {
            let message = format!("a field has a fixed length, and `{}` varies", element.value("type"));
            self.report(Finding::tolerance("S0411", element.place("type"), message));
        }
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
