//! Statements that only decoders have.

use wireglot_model::{Tag, Value};
use wireglot_plan::{Flag, Leaf, Order, Rules, ShapeId, ShapeKind, SlotPresence, Sort};

use crate::analysis::rules::takes_octets;
use crate::analysis::storage::Storage;
use crate::analysis::Direction;
use crate::codec::c::statements::coding::switches;
use crate::codec::c::statements::context::{address, constant, member, C};
use crate::codec::c::statements::tags::tag as tag_text;
use crate::codec::c::walk::{Key, Place, Subject};
use crate::lang::c::expr::{Expr, Sign};
use crate::Writer;

impl C<'_> {
    /// PER and OER: checks that the field of an open type has been read to its end; if not, its value has an
    /// error.
    pub fn end_field(&self, w: &mut Writer) {
        let rules = self.current_rules();
        if rules.has_tags() {
            return;
        }
        w.open("if (r->keeping) {");
        w.line(if rules.packs_bits() {
            "wg_bits_at_end(r, held0.reader.bit);"
        } else {
            "wg_octets_at_end(r);"
        });
        w.close("}");
    }
}

impl C<'_> {
    /// The number of bits in front of a record that are read at once: the runtime is fastest with this many.
    pub const FLAGS: u32 = 9;

    /// Reads this many bits ahead; the following reads take theirs from them.
    pub fn look_ahead(&mut self, w: &mut Writer, id: u32, bits: u32) {
        w.line(format!("wg_ahead ahead{id} = wg_bits_look_ahead({}, {bits});", self.r()));
        self.ahead = Some(id);
    }

    /// The following reads take their bits from those read ahead under this id; `None` ends that.
    pub fn set_ahead(&mut self, ahead: Option<u32>) {
        self.ahead = ahead;
    }

    /// Steps back to the first bit that wasn't taken; returns the id.
    pub fn step_back(&mut self, w: &mut Writer) -> Option<u32> {
        if let Some(id) = self.ahead {
            w.line(format!("wg_bits_step_back({}, &ahead{id});", self.r()));
        }
        self.ahead.take()
    }

    /// Whether a component is in memory of its own, which readers allocate first.
    pub fn is_apart(&self, record: &Place, slot: u32) -> bool {
        self.layout.by_pointer(record.shape, slot)
    }

    /// Opens a block one level deeper, if levels of the type are counted; returns whether it did.
    pub fn begin_level(&self, w: &mut Writer, shape: ShapeId) -> bool {
        let counts = self.layout.endless.contains(&shape);
        if counts {
            w.open(match self.ahead {
                Some(_) => format!("if (wg_bits_ahead_descend({})) {{", self.reads().1),
                None => format!("if (wg_descend({})) {{", self.r()),
            });
        }
        counts
    }

    /// Closes such a block.
    pub fn end_level(&self, w: &mut Writer) {
        w.line(format!("wg_ascend({});", self.r()));
        w.close("}");
    }

    /// Opens a block inside the frame of a tag before a dummy reference, or, if that tag replaces `inner`, in
    /// front of the frame.
    pub fn begin_frame_before_dummy(&self, w: &mut Writer, tag: Tag, inner: Tag, id: u32) {
        let (tag, inner) = (tag_text(tag), tag_text(inner));
        w.line(format!("wg_frame frame{id};"));
        w.open(format!("if (wg_tlv_enter_before_dummy({}, {tag}, {inner}, &frame{id})) {{", self.r()));
    }

    /// Closes such a block.
    pub fn end_frame_before_dummy(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_tlv_leave_before_dummy({}, &frame{id});", self.r()));
        w.close("}");
    }

    /// Reads the bits at the front into the flags of their slots, or into the local `additions`; `id` is that
    /// of the local that holds them all.
    pub fn read_flags(&self, w: &mut Writer, id: u32, record: &Place, flags: &[Flag], additions: &str) {
        let set = |flag: &Flag| match flag {
            Flag::Slot(slot) => self.present(record, *slot).to_string(),
            Flag::Additions => format!("const bool {additions}"),
        };
        if let [flag] = flags {
            return w.line(format!("{} = {};", set(flag), self.next_bit()));
        }
        let (verb, from) = self.reads();
        for (part, some) in flags.chunks(Self::FLAGS as usize).enumerate() {
            let name = if part == 0 { format!("flags{id}") } else { format!("flags{id}_{part}") };
            w.line(format!("const uint32_t {name} = wg_bits_{verb}_flags({from}, {});", some.len()));
            for (at, flag) in some.iter().enumerate() {
                w.line(format!("{} = ({name} & {}u) != 0;", set(flag), 1 << (some.len() - 1 - at)));
            }
        }
    }

    /// Declares flags that are initially not set.
    pub fn flags(&self, w: &mut Writer, name: &str, count: u32) {
        w.line(format!("bool {name}[{}] = {{false}};", count.max(1)));
    }

    /// Declares the local that records which items may come next.
    pub fn begin_in_order(&self, w: &mut Writer, name: &str) {
        w.line(format!("size_t {name} = 0;"));
    }

    /// Reads a bitmap.
    pub fn read_bitmap(&self, w: &mut Writer, id: u32, count: &Leaf) {
        if takes_octets(self.current_rules()) {
            return w.line(format!("const wg_bitmap bitmap{id} = wg_octets_get_bitmap({});", self.r()));
        }
        w.line(self.plain_number(Direction::Read, count, &format!("count{id}")));
        w.line(format!("const wg_bitmap bitmap{id} = wg_bits_get_bitmap({}, count{id});", self.r()));
    }

    /// Marks a slot as present.
    pub fn set_present(&self, w: &mut Writer, record: &Place, slot: u32) {
        let ShapeKind::Record { slots, .. } = &self.shape.get(record.shape).kind else { return };
        if !matches!(slots[slot as usize].presence, SlotPresence::Required) {
            w.line(format!("{} = true;", self.present(record, slot)));
        }
    }

    /// Sets a slot to its default.
    pub fn set_value(&self, w: &mut Writer, place: &Place, value: &Value) {
        let stored = self.begin_storage(w, place);
        self.set(w, place, value);
        if stored {
            self.end(w);
        }
    }

    /// The following statements read a slot of a record or an alternative of a choice; for decoders that
    /// track paths.
    pub fn begin_part(&self, w: &mut Writer, owner: &Place, at: u32) {
        let name = match &self.shape.get(owner.shape).kind {
            ShapeKind::Record { slots, .. } => slots.get(at as usize).map(|slot| &slot.name),
            ShapeKind::Choice { alternatives, .. } => alternatives.get(at as usize).map(|a| &a.name),
            _ => None,
        };
        if let (true, Some(name)) = (self.paths, name) {
            w.line(format!("wg_path_part({}, \"{name}\");", self.r()));
        }
    }

    /// The following statements read the current element of a list, counted by `id`.
    pub fn begin_element(&self, w: &mut Writer, id: u32, list: &Place) {
        if self.paths {
            let count = match self.layout.storage(list.shape) {
                Storage::List(Some(_)) => member(&list.text, "count"),
                _ => format!("list{id}.count"),
            };
            w.line(format!("wg_path_element({}, {count} - 1);", self.r()));
        }
    }

    /// The same for an element in memory, from [`C::begin_each`].
    pub fn begin_known_element(&self, w: &mut Writer, id: u32) {
        if self.paths {
            w.line(format!("wg_path_element({}, i{id});", self.r()));
        }
    }

    /// Ends a part or an element.
    pub fn end_part(&self, w: &mut Writer) {
        if self.paths {
            w.line(format!("wg_path_back({});", self.r()));
        }
    }

    /// Remembers where an open type, or a string that contains one, begins.
    pub fn begin_held(&self, w: &mut Writer, id: u32) {
        let r = self.r();
        w.line(format!("wg_held held{id};"));
        if self.paths {
            w.line(format!("const size_t depth{id} = wg_path_depth({r});"));
        }
        w.open(format!("if ({r}->keeping) {{"));
        w.line(format!("wg_hold({r}, &held{id});"));
        w.close("}");
    }

    /// Opens a block after it, which reads it again from its start if it doesn't decode and is kept.
    pub fn end_held(&self, w: &mut Writer, id: u32, open: &Place) {
        let r = self.r();
        w.open(format!("if ({r}->keeping && wg_take_back({r}, &held{id})) {{"));
        if self.paths {
            w.line(format!("wg_path_back_to({r}, depth{id});"));
        }
        w.line(format!("{} = 0;", member(&open.text, "row")));
    }

    /// Reads the string itself in that block.
    pub fn keep_string(&self, w: &mut Writer, rules: Rules, leaf: &Leaf, tag: Option<Tag>, open: &Place) {
        w.line(self.string_value(Direction::Read, &constant(rules), leaf, tag, open));
    }

    /// Closes the block: the value is kept.
    pub fn kept_held(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_kept({}, &held{id});", self.r()));
        w.close("}");
    }

    /// Sets the alternative that a choice holds.
    pub fn set_alternative(&self, w: &mut Writer, choice: &Place, alternative: u32) {
        let constant = self.names.constant(choice.shape, alternative);
        w.line(format!("{} = {constant};", member(&choice.text, "kind")));
    }

    /// Declares a key that isn't known yet; returns its local.
    pub fn declare_key(&self, w: &mut Writer, id: u32, shape: ShapeId) -> Place {
        let shape = self.layout.held(shape);
        w.line(format!("const {} *key{id} = NULL;", self.names.held(self.layout, shape)));
        Place { text: format!("(*key{id})"), shape }
    }

    /// Remembers the key that was just read.
    pub fn set_key(&self, w: &mut Writer, key: &Place, place: &Place) {
        w.line(format!("{} = {};", address(&key.text), address(&place.text)));
    }

    /// Finds the row of an open type; a key that isn't known yet finds none.
    pub fn find_row(&self, w: &mut Writer, open: &Place, keys: &[Key]) {
        let Storage::Rows(table) = self.layout.storage(open.shape) else { return };
        let row = member(&open.text, "row");
        if keys.is_empty() {
            return w.line(format!("{row} = 1;"));
        }
        let is_read = |key: &Key| Expr::compare(address(&key.place.text), Sign::Differs, "NULL");
        let known = Expr::all(keys.iter().filter(|key| key.local).map(is_read));
        let columns = self.shape.table(table).keys.iter().map(|c| self.layout.held(*c));
        let args: Option<Vec<String>> =
            keys.iter().zip(columns).map(|(key, column)| self.key_argument(&key.place, column)).collect();
        match args {
            Some(args) => {
                self.tables.finders.borrow_mut().insert(table);
                let found = format!("row_of_{}({})", self.names.table(table), args.join(", "));
                w.line(match known.is_true() {
                    true => format!("{row} = {found};"),
                    false => format!("{row} = {} ? {found} : 0;", known),
                });
            }
            None => self.find_row_here(w, table, &row, keys, &known),
        }
    }

    /// Begins decoding what an open type kept while its key was unknown.
    pub fn begin_kept(&mut self, w: &mut Writer, id: u32, open: &Place) {
        let outer = self.r();
        let rules = self.current_rules();
        let opaque = member(&open.text, "u.opaque");
        let (family, switches) = (self.family(), switches(rules, Direction::Read));
        w.line(format!("wg_reader inner{id} = wg_{family}_nested({outer}, {opaque}, {switches});"));
        w.line(format!("wg_reader *const r{id} = &inner{id};"));
        self.nested.push(id);
    }

    /// Ends decoding what was kept.
    pub fn end_kept(&mut self, w: &mut Writer, id: u32) {
        self.nested.pop();
        // A PER field may have come without any octet, but no complete encoding may.
        w.line(match self.current_rules().packs_bits() {
            true => format!("wg_bits_at_end(r{id}, 0);"),
            false => format!("wg_{}_finish(r{id});", self.family()),
        });
        w.line(format!("wg_nested_done({}, r{id});", self.r()));
    }

    /// Begins items in any order: opens a loop and a switch over tags.
    pub fn begin_any_order(&self, w: &mut Writer, id: u32, order: Order) {
        let sorted = matches!(order, Order::Keyed(Sort::Tag));
        if sorted {
            w.line(format!("wg_tag last{id} = WG_TAG_NONE;"));
        }
        w.open(format!("while ({}) {{", self.more()));
        if sorted {
            w.line(format!("wg_tlv_ascending({}, &last{id});", self.r()));
        }
        self.begin_switch(w, Subject::Tag);
    }

    /// Refuses a value that canonical rules omit.
    pub fn refuse_default(&self, w: &mut Writer, condition: &Expr) {
        if self.current_rules().has_tags() {
            w.line(format!("wg_tlv_not_default({}, {condition});", self.r()));
        }
    }
}
