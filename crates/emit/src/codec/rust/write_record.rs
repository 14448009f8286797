//! Writing records: components in order; in BER from the last to the first.

use wireglot_plan::{
    Flag, Group, Item, Order, Presence, ShapeId, ShapeKind, Slot, SlotPresence, Sort, Target,
};

use super::condition::Condition;
use super::places::group_below;
use super::text::{bare, closure, list, used};
use super::write::Write;

impl Write<'_> {
    pub(super) fn record(&mut self, group: &Group, shape: ShapeId, at: &str) -> String {
        let at = at.trim_start_matches('&');
        let mut out = String::new();
        self.group(group, shape, at, &mut out);
        out + "Ok(())"
    }

    fn slots(&self, shape: ShapeId) -> &[Slot] {
        match &self.types.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => slots,
            _ => &[],
        }
    }

    fn group(&mut self, group: &Group, shape: ShapeId, at: &str, out: &mut String) {
        if self.rules.has_tags() {
            self.whole_groups(group, shape, at, out);
        }
        let extended = group.additions.as_ref().map(|additions| {
            let any: Vec<String> =
                additions.items.iter().map(|item| self.is_written(item, shape, at)).collect();
            if any.is_empty() {
                "false".to_string()
            } else {
                any.join(" || ")
            }
        });
        let by_slot = group.by_slot();
        let bits: Vec<String> = group
            .flags
            .iter()
            .map(|flag| match flag {
                Flag::Additions => extended.clone().map_or("false".to_string(), |_| "additions".to_string()),
                Flag::Slot(slot) => {
                    let item = by_slot.get(slot);
                    item.map_or("false".to_string(), |item| self.is_written(item, shape, at))
                }
            })
            .collect();
        if let Some(extended) = &extended {
            *out += &format!("let additions = {};\n", bare(extended));
        }
        if !bits.is_empty() {
            *out += &format!("w.presence(&[{}])?;\n", list(&bits));
        }
        self.items(group, shape, at, out);
        if let Some(additions) = &group.additions {
            let bits: Vec<String> =
                additions.items.iter().map(|item| self.is_written(item, shape, at)).collect();
            let mut inner = format!("w.additions(&[{}])?;\n", list(&bits));
            additions.items.iter().for_each(|item| self.item(item, shape, at, &mut inner));
            if !additions.items.is_empty() {
                *out += &format!("if additions {{\n{inner}}}\n");
            }
        }
    }

    fn items(&mut self, group: &Group, shape: ShapeId, at: &str, out: &mut String) {
        let mut list: Vec<&Item> = group.items.iter().collect();
        let sorts = matches!(group.order, Order::Keyed(Sort::Tag));
        if sorts {
            *out += "let start = w.begin_set();\n";
        }
        if self.rules.has_tags() {
            list.reverse();
        }
        list.into_iter().for_each(|item| self.item(item, shape, at, out));
        if sorts {
            *out += "w.end_set(start)?;\n";
        }
    }

    /// The test for a slot's value that isn't written; `None` if every value is.
    fn test(&self, item: &Item, shape: ShapeId, slot: &Slot) -> Option<Condition> {
        let SlotPresence::Default(_, value) = &slot.presence else { return None };
        let shown = matches!(item.presence, Presence::Bitmap(_)) && !self.rules.canonical();
        if !item.omit || shown {
            return None;
        }
        self.types.part_equals((shape, slot.shape), "x", value)
    }

    /// Whether an item is written.
    fn is_written(&self, item: &Item, shape: ShapeId, at: &str) -> String {
        match item.target {
            Target::Unknown => "false".to_string(),
            Target::Slot(number) => {
                let slot = &self.slots(shape)[number as usize];
                let place = format!("{at}.{}", self.types.names.part(shape, number));
                match (&slot.presence, self.test(item, shape, slot)) {
                    (SlotPresence::Required, _) => "true".to_string(),
                    (_, Some(Condition::Always)) => "false".to_string(),
                    (_, Some(Condition::If(test))) => {
                        format!("{place}.as_ref().is_some_and(|x| !({test}))")
                    }
                    (_, Some(Condition::Never) | None) => format!("{place}.is_some()"),
                }
            }
            Target::Group => {
                let Some(group) = group_below(&item.node).1 else { return "false".to_string() };
                let any: Vec<String> = crate::analysis::nodes::items(group)
                    .map(|item| self.is_written(item, shape, at))
                    .collect();
                if any.is_empty() {
                    "false".to_string()
                } else {
                    format!("({})", any.join(" || "))
                }
            }
        }
    }

    fn item(&mut self, item: &Item, shape: ShapeId, at: &str, out: &mut String) {
        match item.target {
            Target::Unknown => {}
            Target::Slot(number) => {
                let slot = self.slots(shape)[number as usize].clone();
                let place = format!("{at}.{}", self.types.names.part(shape, number));
                let is_boxed = self.types.is_boxed(shape, slot.shape);
                if matches!(slot.presence, SlotPresence::Required) {
                    let write = self.part(&item.node, slot.shape, is_boxed, &format!("&{place}"));
                    *out += &format!("{write}?;\n");
                    return;
                }
                let write = self.part(&item.node, slot.shape, is_boxed, "v");
                let v = used("v", &write);
                // In a block of its own, since the record has the same name.
                *out += &match (&item.presence, self.test(item, shape, &slot)) {
                    (Presence::Always, _) => format!(
                        "match &{place} {{\nSome({v}) => {write}?,\n\
                         None => return Err(rt::Fault::new(rt::ErrorCode::Missing)),\n}}\n"
                    ),
                    (_, Some(Condition::Always)) => String::new(),
                    (_, Some(Condition::If(test))) => {
                        let there = format!("let Some({v}) = {place}.as_ref().filter(|&x| !({test}))");
                        self.when(&there, &format!("{write}?;"))
                    }
                    (_, Some(Condition::Never) | None) => {
                        self.when(&format!("let Some({v}) = &{place}"), &format!("{write}?;"))
                    }
                };
            }
            Target::Group => {
                let (framed, Some(group)) = group_below(&item.node) else { return };
                let mut body = String::new();
                self.group(group, shape, at, &mut body);
                let write = match framed {
                    true => format!("w.field({})?;", closure("w", &format!("{{\n{body}Ok(())\n}}"))),
                    false => body,
                };
                let condition = self.is_written(item, shape, at);
                *out += &self.when(&condition, &write);
            }
        }
    }

    /// X.680 25.12: an addition group is written with all its mandatory components.
    fn whole_groups(&mut self, group: &Group, shape: ShapeId, at: &str, out: &mut String) {
        let by_slot = group.by_slot();
        for together in super::places::together(self.types, group, shape) {
            let item = |slot: &u32| by_slot.get(slot).copied();
            let any: Vec<String> = together
                .members
                .iter()
                .filter_map(item)
                .map(|item| self.is_written(item, shape, at))
                .collect();
            let lost: Vec<String> = together
                .needed
                .iter()
                .map(|slot| format!("{at}.{}.is_none()", self.types.names.part(shape, *slot)))
                .collect();
            *out += &self.when(
                &format!("({}) && ({})", any.join(" || "), lost.join(" || ")),
                "return Err(rt::Fault::new(rt::ErrorCode::Missing));",
            );
        }
    }
}
