//! Reading records: one local per component.

use wireglot_plan::{
    First, Flag, Group, Item, Presence, Record, RegisterId, ShapeId, ShapeKind, SlotPresence, Target,
};

use super::condition::Condition;
use super::leaf::tag;
use super::places::{group_below, slot_items, Key, OwnKeys};
use super::read::Read;
use super::text::{either, used};
use super::words::is_set;

/// So many tags are listed where they are used, more in a table.
const FEW_TAGS: usize = 8;

/// Skips unknown elements before an item whose tags begin at `start`.
fn pass_over(tags: &[String], start: usize, in_table: bool) -> String {
    if in_table {
        return format!("r.skip_unknown(&KNOWN[{start}..], &KNOWN[..{start}])?;\n");
    }
    let (known, expected) = tags.split_at(start);
    let known: Vec<&String> = known.iter().filter(|tag| !expected.contains(tag)).collect();
    let (expected, known) = (super::text::list(expected), super::text::list(&known));
    format!("r.skip_unknown(&[{expected}], &[{known}])?;\n")
}

impl Read<'_> {
    pub(super) fn record(&mut self, record: &Record, shape: ShapeId) -> String {
        let outer = self.keys.clone();
        let own = OwnKeys::of(record);
        own.ids.iter().for_each(|register| drop(self.keys.remove(register)));
        let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else { return String::new() };
        let fields: Vec<&str> = (0..slots.len()).map(|at| self.types.names.part(shape, at as u32)).collect();
        let hidden = self.hidden_keys(&fields);
        let mut out = String::from("r.deeper()?;\n");
        self.group(&record.group, shape, &own, &mut out);
        for register in &record.registers {
            self.keys.insert(register.id, Key::read(self.types, shape, &register.path));
        }
        self.decide(record, shape, &own, &mut out);
        self.keys = outer;
        let hidden = hidden.into_iter().filter(|(name, _)| used(name, &out) == *name);
        let hidden: String = hidden.map(|(name, place)| format!("let {name} = {place};\n")).collect();
        let fields = super::text::list(&fields);
        let build = match (fields.is_empty(), fields.contains('\n')) {
            (true, _) => format!("Ok({} {{}})", self.types.names.ty(shape)),
            (_, true) => format!("Ok({} {{{fields}}})", self.types.names.ty(shape)),
            _ => format!("Ok({} {{ {fields} }})", self.types.names.ty(shape)),
        };
        hidden + &out + "r.shallower();\n" + &build
    }

    /// Renames the keys of records around this one that its fields would hide; returns each new name with the key's
    /// expression.
    fn hidden_keys(&mut self, fields: &[&str]) -> Vec<(String, String)> {
        let mut hidden: Vec<(RegisterId, String)> = Vec::new();
        for (register, key) in &self.keys {
            if fields.contains(&key.root()) {
                hidden.push((*register, self.types.names.local(&format!("key{}", register.index()))));
            }
        }
        hidden.sort();
        let renamed = hidden.into_iter().filter_map(|(register, name)| {
            let key = self.keys.get_mut(&register)?;
            Some((name.clone(), key.rename(name)))
        });
        renamed.collect()
    }

    /// Prints the locals of a group's slots.
    pub(super) fn group(&mut self, group: &Group, shape: ShapeId, own: &OwnKeys, out: &mut String) {
        if !group.flags.is_empty() {
            *out += &format!("let presence = r.presence({})?;\n", group.flags.len());
        }
        match is_set(group.order) {
            true => self.any_order(group, shape, out),
            false => self.in_order(group, shape, own, out),
        }
        if let Some(additions) = &group.additions {
            let announced = group.flags.iter().position(|flag| matches!(flag, Flag::Additions)).unwrap_or(0);
            let there = format!("presence.has({announced})");
            *out += &format!("let additions = {};\n", either(&there, "r.additions()?", "Default::default()"));
            for item in &additions.items {
                self.item(item, shape, own, out);
            }
            *out += &format!("r.skip_unknown(&additions, {})?;\n", additions.items.len());
        }
        if self.rules.has_tags() && self.rules.canonical() {
            self.whole_groups(group, shape, out);
        }
    }

    fn in_order(&mut self, group: &Group, shape: ShapeId, own: &OwnKeys, out: &mut String) {
        let end = group.items.iter().position(|item| item.target == Target::Unknown);
        let extends = end.map(|end| {
            let addition = group.items[..end].iter().position(|item| self.is_addition(item, shape));
            addition.unwrap_or(end)
        });
        let known = end.zip(extends).and_then(|(end, extends)| {
            let (tags, starts) = self.known_tags(group, extends, end)?;
            Some((extends, tags, starts))
        });
        // Otherwise a list for each addition would make this grow with the square of their number.
        let in_table =
            known.as_ref().is_some_and(|(_, tags, starts)| starts.len() > 1 && tags.len() > FEW_TAGS);
        if let (true, Some((_, tags, _))) = (in_table, &known) {
            let all = super::text::list(tags);
            *out += &format!("const KNOWN: [Tag; {}] = [{all}];\n", tags.len());
        }
        for (at, item) in group.items.iter().enumerate() {
            if let Some((extends, tags, starts)) = &known {
                if let Some(&start) = at.checked_sub(*extends).and_then(|at| starts.get(at)) {
                    *out += &pass_over(tags, start, in_table);
                }
            }
            self.item(item, shape, own, out);
        }
    }

    fn is_addition(&self, item: &Item, shape: ShapeId) -> bool {
        match (item.target, &self.types.shape.get(shape).kind) {
            (Target::Slot(slot), ShapeKind::Record { slots, .. }) => slots[slot as usize].addition.is_some(),
            _ => false,
        }
    }

    /// The tags of a group with an insertion point: for each item from `extends` to `end`, unknown elements before it
    /// are skipped up to one of those at its position or later. `None` if there is nothing to skip, since any tag may
    /// come.
    fn known_tags(&self, group: &Group, extends: usize, end: usize) -> Option<(Vec<String>, Vec<usize>)> {
        let stops = self.stops(&group.items[end + 1..])?;
        let (mut tags, mut starts) = (Vec::new(), Vec::new());
        for (at, item) in group.items[..end].iter().enumerate() {
            if at >= extends {
                starts.push(tags.len());
            }
            match &item.presence {
                Presence::Peek(First::Tags(own)) => tags.extend(own.iter().map(|t| tag(*t))),
                Presence::Peek(First::Any) if at >= extends => return None,
                Presence::Always => {
                    let own = self.first(&item.node).unwrap_or_default();
                    let own = own.iter().filter(|t| t.class != wireglot_model::TagClass::Universal);
                    tags.extend(own.map(|t| tag(*t)));
                }
                _ => {}
            }
        }
        starts.push(tags.len());
        tags.extend(stops);
        Some((tags, starts))
    }

    /// The tags that begin the items after an insertion point; `None` for any.
    fn stops(&self, behind: &[Item]) -> Option<Vec<String>> {
        let mut all = Vec::new();
        for item in behind {
            let tags = match &item.presence {
                Presence::Peek(First::Tags(tags)) => tags.clone(),
                Presence::Peek(First::Any) => return None,
                _ => self.first(&item.node)?,
            };
            all.extend(tags.iter().map(|t| tag(*t)));
        }
        Some(all)
    }

    fn item(&mut self, item: &Item, shape: ShapeId, own: &OwnKeys, out: &mut String) {
        let condition = match &item.presence {
            Presence::Always => None,
            Presence::Flag(at) => Some(format!("presence.has({at})")),
            Presence::Peek(First::Any) => Some("r.more()?".to_string()),
            Presence::Peek(First::Tags(tags)) => {
                let tags: Vec<String> = tags.iter().map(|t| tag(*t)).collect();
                Some(format!("r.next_is(&[{}])?", super::text::list(&tags)))
            }
            Presence::Bitmap(at) => Some(format!("additions.has({at})")),
        };
        match item.target {
            Target::Unknown => {}
            Target::Slot(slot) => {
                let read = self.slot(item, slot, shape);
                let name = self.types.names.part(shape, slot);
                let name = &match own.of_slot(slot).is_empty() {
                    true => name.to_string(),
                    false => format!("{name}: {}", self.types.field(shape, slot, "'_")),
                };
                *out += &match (condition, self.is_optional(shape, slot)) {
                    (Some(condition), _) => {
                        let read = either(&condition, &format!("Some({read})"), "None");
                        format!("let {name} = {read};\n")
                    }
                    (None, true) => format!("let {name} = Some({read});\n"),
                    (None, false) => format!("let {name} = {read};\n"),
                };
                self.refuse_default(item, slot, shape, out);
                for register in own.of_slot(slot) {
                    self.keys.insert(register.id, Key::read(self.types, shape, &register.path));
                }
            }
            Target::Group => self.wire_group(item, shape, own, condition, out),
        }
    }

    /// A group that has a frame of its own: its slots are locals of the record.
    fn wire_group(
        &mut self,
        item: &Item,
        shape: ShapeId,
        own: &OwnKeys,
        condition: Option<String>,
        out: &mut String,
    ) {
        let (framed, Some(group)) = group_below(&item.node) else { return };
        let mut body = String::new();
        self.group(group, shape, own, &mut body);
        let slots = slot_items(group).into_iter().map(|(slot, _)| slot);
        let names: Vec<&str> = slots.map(|slot| self.types.names.part(shape, slot)).collect();
        let tuple = |parts: &[&str]| match parts {
            [one] => one.to_string(),
            _ => format!("({})", parts.join(", ")),
        };
        let read = match framed {
            true => format!("r.field(|r| {{\n{body}Ok({})\n}})?", tuple(&names)),
            false => format!("r.part(|r| {{\n{body}Ok({})\n}})?", tuple(&names)),
        };
        let none = vec!["None"; names.len()];
        *out += &match condition {
            Some(condition) => {
                format!(
                    "let {} = if {condition} {{\n{read}\n}} else {{\n{}\n}};\n",
                    tuple(&names),
                    tuple(&none)
                )
            }
            None => format!("let {} = {read};\n", tuple(&names)),
        };
    }

    pub(super) fn is_optional(&self, shape: ShapeId, slot: u32) -> bool {
        match &self.types.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => {
                !matches!(slots[slot as usize].presence, SlotPresence::Required)
            }
            _ => false,
        }
    }

    /// The value of a slot.
    pub(super) fn slot(&mut self, item: &Item, slot: u32, shape: ShapeId) -> String {
        let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else { return String::new() };
        let part = slots[slot as usize].shape;
        let read = self.node(&item.node, part, None);
        match self.types.is_boxed(shape, part) {
            true => format!("Box::new({read}?)"),
            false => format!("{read}?"),
        }
    }

    /// X.690 11.5: refuses a value equal to its DEFAULT.
    pub(super) fn refuse_default(&mut self, item: &Item, slot: u32, shape: ShapeId, out: &mut String) {
        let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else { return };
        let SlotPresence::Default(_, value) = &slots[slot as usize].presence else { return };
        if !(item.omit && self.rules.has_tags() && self.rules.canonical()) {
            return;
        }
        let equal = self.types.part_equals((shape, slots[slot as usize].shape), "x", value);
        let refused = equal.map(|equal| equal.some_in(self.types.names.part(shape, slot)));
        if let Some(Condition::If(test)) = refused {
            *out += &format!("if {test} {{\nreturn Err(r.fault(rt::ErrorCode::DefaultPresent));\n}}\n");
        }
    }

    /// X.680 25.12: an addition group comes with all its mandatory components.
    fn whole_groups(&mut self, group: &Group, shape: ShapeId, out: &mut String) {
        for together in super::places::together(self.types, group, shape) {
            let there = |slots: &[u32], none: &str| {
                let each = |slot: &u32| format!("{}.{none}()", self.types.names.part(shape, *slot));
                slots.iter().map(each).collect::<Vec<_>>().join(" || ")
            };
            let (any, lost) = (there(&together.members, "is_some"), there(&together.needed, "is_none"));
            *out += &format!("if ({any}) && ({lost}) {{\nreturn Err(r.fault(rt::ErrorCode::Missing));\n}}\n");
        }
    }
}
