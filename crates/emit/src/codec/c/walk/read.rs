//! Reading: nodes in the order of the bytes.

mod additions;
mod ahead;
mod choices;
mod open;

use std::collections::{HashMap, HashSet};

use wireglot_model::{Tag, Value};
use wireglot_plan::{
    by_first, AltArm, Arm, Bits, Contained, First, Flag, Form, Frame, Group, Item, Leaf, Node, Octets, Op,
    Order, Presence, Record, RegisterId, Repeat, Rules, ShapeId, ShapeKind, Target,
};

use super::terms::{Fault, Key, Label, Place, Unknowns};
use super::Unit;
use crate::analysis::additions::Additions;
use crate::analysis::nodes::{arms_of, certain, items, meets_early};
use crate::analysis::nodes::{first_of, group_below, takes_tag};
use crate::analysis::Direction;
use crate::codec::c::statements::context::C;
use crate::lang::c::expr::Expr;
use crate::Writer;

const READ: Direction = Direction::Read;

/// Prints the statements that read a node's bytes into a place; `raw` is the type there in the schema, which
/// may be one that always holds another.
pub fn read_node(
    unit: Unit,
    dialect: &mut C,
    w: &mut Writer,
    rules: Rules,
    node: &Node,
    raw: ShapeId,
    place: &Place,
) {
    Walk {
        unit,
        d: dialect,
        w,
        rules,
        ids: 0,
        ahead: 0,
        keys: HashMap::new(),
        here: HashMap::new(),
        below: Vec::new(),
        row_found: false,
        arms: HashMap::new(),
    }
    .node(node, raw, place, None);
}

/// Paths to keys, each with the register of its key.
type Paths<'a> = Vec<(&'a [u32], RegisterId)>;

struct Walk<'a, 'w, 'c> {
    unit: Unit<'a>,
    d: &'w mut C<'c>,
    w: &'w mut Writer,
    /// The rules of the routine, or of what is contained in it.
    rules: Rules,
    /// Locals named so far.
    ids: u32,
    /// How many more reads take their bits from those read ahead.
    ahead: u32,
    /// The keys that are available: those already read, and locals.
    keys: HashMap<RegisterId, Key>,
    /// The keys in the slots of the record that is being read, by slot: their paths in the slot's value.
    here: HashMap<u32, Paths<'a>>,
    /// The keys in the value that is read next.
    below: Paths<'a>,
    /// Whether the row of the next open type has already been found.
    row_found: bool,
    /// The registers of alternatives that are keys, by the addresses of their arms.
    arms: HashMap<*const Arm, Vec<RegisterId>>,
}

impl<'a> Walk<'a, '_, '_> {
    fn id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }

    /// Reads a node; `tag` is that of the directly enclosing frame, which the leaf reads together with its
    /// contents. Everything that holds values is a level.
    fn node(&mut self, node: &'a Node, raw: ShapeId, place: &Place, tag: Option<Tag>) {
        let held = self.unit.shape.always(raw);
        let level = (held.is_some() || holds_values(&node.op)) && self.d.begin_level(self.w, raw);
        match (held, &node.op) {
            (Some(held), _) => self.node(node, held, place, tag),
            (_, Op::Leaf(leaf)) => {
                self.d.leaf(self.w, READ, leaf, tag, place);
                if *leaf != Leaf::Bits(Bits::Null) {
                    self.was_read();
                }
            }
            (_, Op::Call(routine)) => self.d.call(self.w, READ, *routine, place),
            (_, Op::Frame(frame, body)) => self.frame(frame, body, raw, place),
            (_, Op::Record(record)) => self.record(record, place),
            (_, Op::Group(group)) => self.group(group, place),
            (_, Op::Repeat(repeat)) => self.repeat(repeat, place),
            (_, Op::Choice(choice)) => self.choice(choice, place),
            (_, Op::Select(select)) => self.select(select, place),
            (_, Op::Contained(contained)) => self.contained(contained, raw, place, tag),
            (_, Op::Alt(arms)) => self.alt(arms, raw, place),
        }
        if level {
            self.d.end_level(self.w);
        }
    }

    fn frame(&mut self, frame: &Frame, body: &'a Node, raw: ShapeId, place: &Place) {
        if let (Frame::Tlv { tag, .. }, true) = (frame, takes_tag(body)) {
            return self.node(body, raw, place, Some(*tag));
        }
        let id = self.id();
        if let (Frame::Tlv { tag, form: Form::BeforeDummy }, Op::Frame(Frame::Tlv { tag: inner, .. }, _)) =
            (frame, &body.op)
        {
            self.d.begin_frame_before_dummy(self.w, *tag, *inner, id);
            self.node(body, raw, place, None);
            return self.d.end_frame_before_dummy(self.w, id);
        }
        self.d.begin_frame(self.w, READ, frame, id);
        self.node(body, raw, place, None);
        self.d.end_frame(self.w, READ, frame, id);
    }

    fn contained(&mut self, contained: &'a Contained, raw: ShapeId, place: &Place, tag: Option<Tag>) {
        let Some(select) = contained.select() else { return self.contents(contained, raw, place, tag) };
        let inner = self.unit.contents_of(place);
        self.find_row(select, &inner);
        // Without keys there is one row.
        let keyed = !select.registers.is_empty();
        if keyed {
            self.d.begin_if(self.w, &self.d.undecided(&inner));
            self.d.string_alone(self.w, READ, contained.rules, &contained.leaf, tag, &inner);
            self.d.begin_else(self.w);
        }
        self.row_found = true;
        let id = self.id();
        self.d.begin_held(self.w, id);
        self.contents(contained, raw, place, tag);
        self.d.end_held(self.w, id, &inner);
        self.d.keep_string(self.w, contained.rules, &contained.leaf, tag, &inner);
        self.d.kept_held(self.w, id);
        if keyed {
            self.d.end(self.w);
        }
    }

    fn contents(&mut self, contained: &'a Contained, raw: ShapeId, place: &Place, tag: Option<Tag>) {
        let id = self.id();
        self.d.begin_contained(self.w, READ, contained.rules, id, &contained.leaf, tag);
        let inner = self.unit.contents_of(place);
        let raw = match &self.unit.shape.get(raw).kind {
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => contents.shape,
            _ => inner.shape,
        };
        let outer = std::mem::replace(&mut self.rules, contained.rules);
        let below = std::mem::take(&mut self.below);
        self.node(&contained.node, raw, &inner, None);
        (self.rules, self.below) = (outer, below);
        self.d.end_contained(self.w, READ, contained.rules, id, &contained.leaf, tag);
    }

    fn alt(&mut self, arms: &'a [AltArm], raw: ShapeId, place: &Place) {
        let [first, rest @ ..] = arms else { return };
        let outside = self.d.next_bit();
        self.d.begin_if(self.w, &outside.negated());
        self.node(&first.node, raw, place, None);
        if let [second, ..] = rest {
            self.d.begin_else(self.w);
            self.node(&second.node, raw, place, None);
        }
        self.d.end(self.w);
    }

    // -- records -----------------------------------------------------------

    fn record(&mut self, record: &'a Record, place: &Place) {
        let registers: HashSet<RegisterId> = record.registers.iter().map(|r| r.id).collect();
        let is_early = meets_early(&record.group, &registers);
        let certain = certain(&record.group);
        for register in &record.registers {
            let known = certain.contains(&register.id);
            let shape = self.shape_at(place, &register.path);
            if let (false, Some(shape)) = (known && !is_early, shape) {
                let id = self.id();
                let key = self.d.declare_key(self.w, id, shape);
                self.keys.insert(register.id, Key { place: key, local: true });
            }
        }
        for (arm, register) in arms_of(&record.group, &record.registers) {
            let registers = self.arms.entry(std::ptr::from_ref(arm)).or_default();
            if !registers.contains(&register) {
                registers.push(register);
            }
        }
        let own = record.registers.iter().map(|register| (&register.path[..], register.id));
        let paths: Paths<'_> = self.below.iter().copied().chain(own).collect();
        let here = std::mem::replace(&mut self.here, by_first(&paths).into_iter().collect());
        self.group(&record.group, place);
        self.here = here;
        if is_early {
            self.decide_group(&record.group, place, &registers);
        }
    }

    /// The type at the end of a path of slots and alternatives.
    fn shape_at(&self, place: &Place, path: &[u32]) -> Option<wireglot_plan::ShapeId> {
        path.iter().try_fold(place.shape, |at, &step| self.unit.part_of(at, step))
    }

    fn group(&mut self, group: &'a Group, place: &Place) {
        self.look_at_group(group, place);
        let additions = format!("additions{}", self.ids + 1);
        if !group.flags.is_empty() {
            let id = self.id();
            self.d.read_flags(self.w, id, place, &group.flags, &additions);
            self.d.end_flags(self.w, READ);
            self.was_read();
        }
        match group.order {
            Order::Positional => self.in_order(group, place, &additions),
            Order::Keyed(_) => self.any_order(group, place),
        }
        if group.additions.is_some() {
            self.additions(group, place, &additions);
        }
        if self.rules.has_tags() && self.rules.canonical() {
            self.whole_groups(group, place);
        }
    }

    /// X.680 25.12: an addition group comes with all its mandatory components. Basic rules tolerate groups
    /// without them.
    fn whole_groups(&mut self, group: &'a Group, place: &Place) {
        for together in self.unit.together(group, place) {
            let present = |slot: &u32| self.d.present(place, *slot);
            let any = Expr::any(together.members.iter().map(present));
            let all = Expr::all(together.needed.iter().map(present));
            self.d.begin_if(self.w, &Expr::all([any, all.negated()]));
            self.d.fail(self.w, READ, Fault::Missing);
            self.d.end(self.w);
        }
    }

    /// Reads items in order.
    fn in_order(&mut self, group: &'a Group, place: &Place, additions: &str) {
        let Some(around) = Additions::of(self.unit.shape, self.unit.plan, group, place.shape) else {
            for (i, item) in group.items.iter().enumerate() {
                self.look_at_items(&group.items[i..], place);
                self.item(group, item, &group.items[i + 1..], place, 0, additions);
            }
            return;
        };
        for item in around.before {
            self.item(group, item, &[], place, 0, additions);
        }
        self.tagged_additions(&around, place);
        for item in around.behind {
            self.item(group, item, &[], place, 0, additions);
        }
    }

    /// Reads an item in its position; `rest` follows it.
    fn item(
        &mut self,
        group: &Group,
        item: &'a Item,
        rest: &'a [Item],
        place: &Place,
        bitmap: u32,
        additions: &str,
    ) {
        if item.target == Target::Unknown {
            return self.unknown(rest, place);
        }
        let condition = match &item.presence {
            Presence::Always => {
                // A slot of an addition group: present if the group is.
                if let Target::Slot(slot) = item.target {
                    if self.unit.may_be_missing(place, slot) {
                        self.d.set_present(self.w, place, slot);
                    }
                }
                return self.value(item, place);
            }
            Presence::Flag(at) => match group.flags.get(*at as usize) {
                Some(Flag::Slot(slot)) => self.d.present(place, *slot),
                _ => Expr::of(additions),
            },
            Presence::Peek(first) => self.d.next_is(first),
            Presence::Bitmap(bit) => self.d.in_bitmap(bitmap, *bit),
        };
        self.d.begin_if(self.w, &condition);
        if let (Target::Slot(slot), false) = (item.target, matches!(item.presence, Presence::Flag(_))) {
            self.d.set_present(self.w, place, slot);
        }
        self.value(item, place);
        let missing = self.defaults(item, place);
        if !missing.is_empty() {
            self.d.begin_else(self.w);
            self.set_defaults(&missing);
            self.default_keys(item, place);
        }
        self.d.end(self.w);
    }

    /// Reads the value of an item.
    fn value(&mut self, item: &'a Item, place: &Place) {
        let Target::Slot(slot) = item.target else {
            return self.node(&item.node, place.shape, place, None);
        };
        let at = self.d.slot(place, slot);
        let raw = self.unit.part_of(place.shape, slot).unwrap_or(at.shape);
        self.d.begin_part(self.w, place, slot);
        let stored = self.d.begin_storage(self.w, &at);
        let below = self.here.get(&slot).cloned().unwrap_or_default();
        let below = std::mem::replace(&mut self.below, below);
        self.node(&item.node, raw, &at, None);
        self.below = below;
        if stored {
            self.d.end(self.w);
        }
        if let (true, Some(value)) = (item.omit, self.unit.default_of(place, slot)) {
            if self.rules.canonical() && self.rules.has_tags() {
                self.d.refuse_default(self.w, &self.d.equals(&at, value));
            }
        }
        self.d.end_part(self.w);
        if let Some(register) = item.bind {
            self.bind(register, at);
        }
    }

    /// Records a key that was read.
    fn bind(&mut self, register: RegisterId, at: Place) {
        match self.keys.get(&register) {
            Some(key) if key.local => self.d.set_key(self.w, &key.place, &at),
            _ => {
                self.keys.insert(register, Key { place: at, local: false });
            }
        }
    }

    /// The slots that an item fills with defaults when it is missing.
    fn defaults(&self, item: &'a Item, place: &Place) -> Vec<(Place, &'a Value)> {
        match item.target {
            Target::Slot(slot) => {
                self.unit.default_of(place, slot).map(|v| (self.d.slot(place, slot), v)).into_iter().collect()
            }
            Target::Group => group_below(&item.node)
                .map(|g| items(g).flat_map(|i| self.defaults(i, place)).collect())
                .unwrap_or_default(),
            Target::Unknown => Vec::new(),
        }
    }

    fn set_defaults(&mut self, list: &[(Place, &'a Value)]) {
        for (at, value) in list {
            self.d.set_value(self.w, at, value);
        }
    }

    /// Sets the keys in an item that is missing: they have the values that its default gives them.
    fn default_keys(&mut self, item: &Item, place: &Place) {
        let slot = match item.target {
            Target::Slot(slot) => slot,
            Target::Group => {
                let members = group_below(&item.node).into_iter().flat_map(items);
                return members.for_each(|member| self.default_keys(member, place));
            }
            Target::Unknown => return,
        };
        let ShapeKind::Record { slots, .. } = &self.unit.shape.get(place.shape).kind else { return };
        let Some(of) = slots.get(slot as usize) else { return };
        for (path, register) in self.here.get(&slot).cloned().unwrap_or_default() {
            let Some(key) = self.keys.get(&register).filter(|key| key.local).cloned() else { continue };
            if self.unit.shape.absent_value(of, path).is_none() {
                continue;
            }
            let (at, there) = self.key_at(&self.d.slot(place, slot), path);
            let stored = Expr::all(self.d.storage(&self.d.slot(place, slot)).into_iter().chain(there));
            let guarded = !path.is_empty() && !stored.is_true();
            if guarded {
                self.d.begin_if(self.w, &stored);
            }
            self.d.set_key(self.w, &key.place, &at);
            if guarded {
                self.d.end(self.w);
            }
        }
    }

    /// Reads elements at the extension insertion point: those that no later item begins with.
    fn unknown(&mut self, rest: &'a [Item], place: &Place) {
        let mut known = Vec::new();
        for item in rest {
            match first_of(self.unit.plan, &item.node) {
                First::Any => return,
                First::Tags(tags) => known.extend(tags),
            }
        }
        known.sort();
        known.dedup();
        let condition = self.before(known);
        self.d.begin_while(self.w, &condition);
        self.d.unknown(self.w, READ, place, Unknowns::Anywhere);
        self.d.end(self.w);
    }

    /// Whether there is more, other than what comes last.
    fn before(&self, last: Vec<Tag>) -> Expr {
        match last.is_empty() {
            true => self.d.rest(),
            false => {
                let last = self.d.next_is(&First::Tags(last));
                Expr::all([self.d.more(), last.negated()])
            }
        }
    }

    /// Reads items in any order, each at most once.
    fn any_order(&mut self, group: &'a Group, place: &Place) {
        let id = self.id();
        let seen = format!("seen{id}");
        if group.items.iter().any(|i| i.target != Target::Unknown) {
            self.d.flags(self.w, &seen, group.items.len() as u32);
        }
        self.d.begin_any_order(self.w, id, group.order);
        let mut other = None;
        for (i, item) in group.items.iter().enumerate() {
            match (&item.presence, item.target) {
                (_, Target::Unknown) => other = other.or(Some((i, item))),
                (Presence::Peek(First::Tags(tags)), _) => {
                    let labels: Vec<Label> = tags.iter().map(|t| Label::Tag(*t)).collect();
                    self.d.begin_case(self.w, &labels);
                    self.any_order_item(item, place, &seen, i as u32);
                    self.d.end_case(self.w);
                }
                _ => other = Some((i, item)),
            }
        }
        self.d.begin_case(self.w, &[]);
        match other {
            Some((_, item)) if item.target == Target::Unknown => {
                self.d.unknown(self.w, READ, place, Unknowns::Anywhere)
            }
            Some((i, item)) => self.any_order_item(item, place, &seen, i as u32),
            None => self.d.fail(self.w, READ, Fault::Unknown),
        }
        self.d.end_case(self.w);
        self.d.end(self.w);
        self.d.end(self.w);
        for (i, item) in group.items.iter().enumerate() {
            self.missing(item, place, &seen, i as u32);
        }
    }

    fn any_order_item(&mut self, item: &'a Item, place: &Place, seen: &str, i: u32) {
        let condition = self.d.once(seen, i);
        match item.target {
            Target::Slot(slot) => {
                // The path ends at the component that comes twice.
                self.d.begin_part(self.w, place, slot);
                self.d.begin_if(self.w, &condition);
                self.d.end_part(self.w);
                self.d.set_present(self.w, place, slot);
            }
            Target::Group | Target::Unknown => self.d.begin_if(self.w, &condition),
        }
        self.value(item, place);
        self.d.end(self.w);
    }

    /// Handles an item that didn't come.
    fn missing(&mut self, item: &'a Item, place: &Place, seen: &str, i: u32) {
        let Target::Slot(slot) = item.target else { return };
        let defaults = self.defaults(item, place);
        let required = !self.unit.may_be_missing(place, slot);
        if !required && defaults.is_empty() {
            return;
        }
        let condition = self.d.flag(seen, i).negated();
        self.d.begin_if(self.w, &condition);
        if required {
            self.d.begin_part(self.w, place, slot);
            self.d.fail(self.w, READ, Fault::Missing);
            self.d.end_part(self.w);
        }
        self.set_defaults(&defaults);
        self.default_keys(item, place);
        self.d.end(self.w);
    }

    /// Reads additions after a bitmap.
    fn additions(&mut self, group: &'a Group, place: &Place, flag: &str) {
        let Some(additions) = &group.additions else { return };
        let id = self.id();
        self.d.begin_if(self.w, &Expr::of(flag));
        self.d.read_bitmap(self.w, id, &additions.count);
        for item in &additions.items {
            self.item(group, item, &[], place, id, flag);
        }
        self.d.unknown(self.w, READ, place, Unknowns::Bitmap(id, additions.items.len() as u32));
        let missing: Vec<_> = additions.items.iter().flat_map(|i| self.defaults(i, place)).collect();
        if !missing.is_empty() {
            self.d.begin_else(self.w);
            self.set_defaults(&missing);
            additions.items.iter().for_each(|item| self.default_keys(item, place));
        }
        self.d.end(self.w);
    }

    fn repeat(&mut self, repeat: &'a Repeat, place: &Place) {
        let id = self.id();
        let below = std::mem::take(&mut self.below);
        let element = self.d.begin_repeat(self.w, READ, repeat, id, place);
        self.was_read();
        self.d.begin_element(self.w, id, place);
        let raw = match self.unit.shape.get(place.shape).kind {
            ShapeKind::List { element, .. } => element,
            _ => element.shape,
        };
        self.node(&repeat.element, raw, &element, None);
        self.below = below;
        self.d.end_part(self.w);
        self.d.end_repeat(self.w, READ, repeat, id, place);
    }
}

/// Whether a node holds values of its own (an open type is counted by its row).
fn holds_values(op: &Op) -> bool {
    match op {
        Op::Record(_) | Op::Repeat(_) | Op::Choice(_) | Op::Contained(_) => true,
        Op::Leaf(leaf) => matches!(
            leaf,
            Leaf::Bits(Bits::External | Bits::Predefined { .. }) | Leaf::Octets(Octets::External)
        ),
        _ => false,
    }
}
