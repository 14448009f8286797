//! Reading SETs: components in any order.

use wireglot_plan::{First, Group, Presence, ShapeId, Target};

use super::leaf::tag_pattern;
use super::read::Read;

impl Read<'_> {
    /// X.690 8.11: reads components in any order.
    pub(super) fn any_order(&mut self, group: &Group, shape: ShapeId, out: &mut String) {
        let (mut arms, mut other) = (String::new(), None);
        for item in &group.items {
            let slot = match item.target {
                Target::Slot(slot) => slot,
                Target::Unknown => {
                    other = other.or(Some("r.skip()?".to_string()));
                    continue;
                }
                Target::Group => continue,
            };
            let name = self.types.names.part(shape, slot);
            let ty = super::text::optional(&self.types.field(shape, slot, "'_"));
            *out += &format!("let mut {name}: {ty} = None;\n");
            let read = self.slot(item, slot, shape);
            let read = match read.strip_suffix('?') {
                Some(read) => super::text::closure("r", read),
                None => format!("|r| Ok({read})"),
            };
            let arm = format!("r.once(&mut {name}, {read})?");
            match &item.presence {
                Presence::Peek(First::Tags(tags)) => {
                    let patterns: Vec<String> = tags.iter().map(|tag| tag_pattern(*tag)).collect();
                    arms += &format!("{} => {arm},\n", patterns.join(" | "));
                }
                _ => other = Some(arm),
            }
        }
        let other = other.unwrap_or("return Err(r.unexpected())".to_string());
        let tag = self.types.names.local("tag");
        let ascending = match self.rules.canonical() {
            true => {
                *out += "let mut last = None;\n";
                format!("r.ascending(&mut last, {tag})?;\n")
            }
            false => String::new(),
        };
        *out += &format!(
            "while let Some({tag}) = r.next_tag()? {{\n{ascending}match {tag} {{\n{arms}_ => {other},\n}}\n}}\n"
        );
        for item in &group.items {
            let Target::Slot(slot) = item.target else { continue };
            let name = self.types.names.part(shape, slot);
            if !self.is_optional(shape, slot) {
                *out += &format!("let {name} = {name}.required()?;\n");
            }
            self.refuse_default(item, slot, shape, out);
        }
    }
}
