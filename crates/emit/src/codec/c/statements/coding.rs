//! Runtime calls that code values in either direction.

use wireglot_model::Tag;
use wireglot_plan::{Frame, Leaf, Repeat, RoutineId, RowsId, Rules};

use crate::analysis::rules::{family, has_end_marks, refuses_forms, takes_octets};
use crate::analysis::storage::Storage;
use crate::analysis::Direction;
use crate::codec::c::statements::context::{address, constant, member, C};
use crate::codec::c::statements::tags::tag as tag_text;
use crate::codec::c::walk::{Fault, Place, Unknowns};
use crate::Writer;

impl C<'_> {
    /// The list that unknown additions are kept in, or `NULL`.
    pub fn kept_list(&self, record: &Place) -> String {
        match self.kept(record) {
            Some(list) => list,
            None => "NULL".to_string(),
        }
    }
}

/// The arguments of a nested reader or writer that depend on its rules.
pub fn switches(rules: Rules, way: Direction) -> String {
    match (rules.packs_bits(), way) {
        (true, _) => format!("{}, {}", rules.aligned(), rules.canonical()),
        (_, Direction::Read) => refuses_forms(rules).to_string(),
        (_, Direction::Write) => rules.canonical().to_string(),
    }
}

impl C<'_> {
    /// Codes a value without parts, in a frame with that tag.
    pub fn leaf(&mut self, w: &mut Writer, way: Direction, leaf: &Leaf, tag: Option<Tag>, place: &Place) {
        self.value_leaf(w, way, leaf, tag, place);
    }

    /// Codes a number that isn't a value: read into the local `text`, or written from the expression `text`.
    pub fn number(&self, w: &mut Writer, way: Direction, leaf: &Leaf, text: &str) {
        w.line(self.plain_number(way, leaf, text));
    }

    /// Calls a routine.
    pub fn call(&self, w: &mut Writer, way: Direction, routine: RoutineId, place: &Place) {
        w.line(format!(
            "{}({}, {});",
            self.routine_name(way, routine),
            self.codec(way),
            address(&place.text)
        ));
    }

    /// Codes an open type by the row that it holds.
    pub fn call_rows(&self, w: &mut Writer, way: Direction, rows: RowsId, place: &Place) {
        w.line(format!("{}({}, {});", self.rows_name(way, rows), self.codec(way), address(&place.text)));
    }

    /// Enters a frame: opens a block when reading.
    pub fn begin_frame(&self, w: &mut Writer, way: Direction, frame: &Frame, id: u32) {
        let codec = self.codec(way);
        match (way, frame) {
            (Direction::Read, Frame::Tlv { tag, .. }) => {
                w.line(format!("wg_frame frame{id};"));
                w.open(format!("if (wg_tlv_begin_frame({codec}, {}, &frame{id})) {{", tag_text(*tag)));
            }
            (Direction::Read, Frame::Open) => {
                w.line(format!("wg_bits_frame frame{id};"));
                w.open(format!("if (wg_{}_enter({codec}, &frame{id})) {{", self.family()));
            }
            (Direction::Read, Frame::Tag { tag }) => {
                w.open(format!("if (wg_octets_enter_tag({codec}, {})) {{", tag_text(*tag)));
            }
            (Direction::Write, Frame::Tag { tag }) => {
                w.line(format!("wg_octets_tag({codec}, {});", tag_text(*tag)));
            }
            (Direction::Write, Frame::Tlv { tag, .. }) if has_end_marks(self.current_rules()) => {
                w.line(format!("wg_tlv_open_indefinite({codec}, {});", tag_text(*tag)));
            }
            (Direction::Write, Frame::Tlv { .. }) => {
                w.line(format!("const uint8_t *const behind{id} = {codec}->next;"));
            }
            (Direction::Write, Frame::Open) => {
                w.line(format!("const size_t open{id} = wg_{}_open({codec});", self.family()));
            }
        }
    }

    /// Leaves a frame.
    pub fn end_frame(&self, w: &mut Writer, way: Direction, frame: &Frame, id: u32) {
        let codec = self.codec(way);
        match (way, frame) {
            (Direction::Read, Frame::Tlv { .. }) => {
                w.line(format!("wg_tlv_end_frame({codec}, &frame{id});"));
                w.close("}");
            }
            (Direction::Read, Frame::Open) => {
                w.line(format!("wg_{}_leave({codec}, &frame{id});", self.family()));
                w.close("}");
            }
            (Direction::Read, Frame::Tag { .. }) => w.close("}"),
            (Direction::Write, Frame::Tag { .. }) => {}
            (Direction::Write, Frame::Tlv { tag, .. }) if has_end_marks(self.current_rules()) => {
                w.line(format!("wg_tlv_close_indefinite({codec}, {});", tag_text(*tag)));
            }
            (Direction::Write, Frame::Tlv { tag, .. }) => {
                w.line(format!("wg_tlv_close_before({codec}, {}, behind{id});", tag_text(*tag)));
            }
            (Direction::Write, Frame::Open) => {
                w.line(format!("wg_{}_close({codec}, open{id});", self.family()));
            }
        }
    }

    /// Codes a string that holds an open type of which only the rules are known: the string itself.
    pub fn string_alone(
        &self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        leaf: &Leaf,
        tag: Option<Tag>,
        open: &Place,
    ) {
        let line = self.string_value(way, "WG_RULES_ANY", leaf, tag, open);
        if way == Direction::Read {
            return w.line(line);
        }
        let hold = if rules.has_tags() { "wg_tlv_may_hold" } else { "wg_may_hold" };
        w.open(format!("if ({hold}({}, {}, {})) {{", self.codec(way), self.opaque(open), constant(rules)));
        w.line(line);
        w.close("}");
    }

    /// Begins the contents of a string; the following statements code them under `rules`.
    pub fn begin_contained(
        &mut self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        id: u32,
        leaf: &Leaf,
        tag: Option<Tag>,
    ) {
        w.open("{");
        let outer = self.codec(way);
        let (family, switches) = (family(rules), switches(rules, way));
        let (was, is) = (has_end_marks(self.current_rules()), has_end_marks(rules));
        let cer = (was != is && rules.has_tags()).then_some(is);
        match way {
            Direction::Read => {
                if rules.packs_bits() && leaf.name() == "bit_string" {
                    // PER need not end with an octet.
                    let bits = self.routine(way, leaf, tag, None, Storage::Nothing);
                    let nested = format!("wg_bits_nested_bits({outer}, {bits}), {switches})");
                    w.line(format!("wg_reader inner{id} = {nested};"));
                } else {
                    w.line(self.string_leaf(way, leaf, tag, &format!("octets{id}")));
                    let nested = format!("wg_{family}_nested({outer}, octets{id}, {switches})");
                    w.line(format!("wg_reader inner{id} = {nested};"));
                }
                w.line(format!("wg_reader *const r{id} = &inner{id};"));
                if let Some(cer) = cer {
                    w.line(format!("r{id}->cer = {cer};"));
                }
            }
            Direction::Write => {
                w.line(format!("wg_writer inner{id} = wg_{family}_inside({outer}, {switches});"));
                w.line(format!("wg_writer *const w{id} = &inner{id};"));
                if let Some(cer) = cer {
                    w.line(format!("w{id}->cer = {};", if cer { "&wg_cer_forms" } else { "NULL" }));
                }
            }
        }
        self.nested.push(id);
        self.rules.push(rules);
    }

    /// Ends the contents of a string.
    pub fn end_contained(
        &mut self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        id: u32,
        leaf: &Leaf,
        tag: Option<Tag>,
    ) {
        self.nested.pop();
        self.rules.pop();
        let outer = self.codec(way);
        let family = family(rules);
        match way {
            Direction::Read => {
                w.line(format!("wg_{family}_finish(r{id});"));
                w.line(format!("wg_nested_done({outer}, r{id});"));
            }
            Direction::Write => {
                w.line(format!("const wg_octets octets{id} = wg_{family}_inside_done({outer}, w{id});"));
                w.line(self.string_leaf(way, leaf, tag, &format!("octets{id}")));
            }
        }
        w.close("}");
    }

    /// Begins the elements of a list; returns the place of one.
    pub fn begin_repeat(
        &mut self,
        w: &mut Writer,
        way: Direction,
        repeat: &Repeat,
        id: u32,
        list: &Place,
    ) -> Place {
        match way {
            Direction::Read => self.begin_elements(w, repeat, id, list),
            Direction::Write => self.begin_written_elements(w, repeat, id, list),
        }
    }

    /// Ends the elements of a list.
    pub fn end_repeat(&mut self, w: &mut Writer, way: Direction, repeat: &Repeat, id: u32, list: &Place) {
        match way {
            Direction::Read => self.end_elements(w, repeat, id, list),
            Direction::Write => self.end_written_elements(w, repeat, id),
        }
    }

    /// Codes additions that the schema does not know.
    pub fn unknown(&self, w: &mut Writer, way: Direction, record: &Place, which: Unknowns) {
        let list = self.kept_list(record);
        let address = if list == "NULL" { list.clone() } else { format!("&{list}") };
        let codec = self.codec(way);
        w.line(match (way, which) {
            (Direction::Read, Unknowns::Bitmap(id, known)) => {
                format!("wg_{}_get_unknown({codec}, bitmap{id}, {known}, {address});", self.family())
            }
            (Direction::Read, Unknowns::At(next)) => {
                format!("wg_tlv_get_unknown({codec}, {next}, {address});")
            }
            (Direction::Read, _) => format!("wg_tlv_get_unknown({codec}, 0, {address});"),
            (Direction::Write, _) if list == "NULL" => return,
            (Direction::Write, Unknowns::Bitmap(..)) => {
                format!("wg_{}_put_unknown({codec}, {list});", self.family())
            }
            (Direction::Write, Unknowns::Between(from, to)) => {
                let to = to.map_or("SIZE_MAX".to_string(), |to| to.to_string());
                format!("wg_tlv_put_unknown_between({codec}, {list}, {from}, {to});")
            }
            (Direction::Write, Unknowns::Tags(above, below)) => {
                let [above, below] =
                    [above, below].map(|tag| tag.map_or("WG_TAG_NONE".to_string(), tag_text));
                format!("wg_tlv_put_unknown_tags({codec}, {list}, {above}, {below});")
            }
            (Direction::Write, _) => format!("wg_tlv_put_unknown({codec}, {list});"),
        });
    }

    /// Codes an alternative that the schema does not know; `index` is a local when reading one without a tag.
    pub fn unknown_alternative(&self, w: &mut Writer, way: Direction, choice: &Place, index: Option<&str>) {
        let codec = self.codec(way);
        let unknown = member(&choice.text, "u.unknown");
        match (way, index) {
            (Direction::Read, index) => {
                let kind = format!("{}_unknown", self.names.ty(choice.shape));
                w.line(format!("{} = {kind};", member(&choice.text, "kind")));
                w.line(match index {
                    Some(index) => format!("wg_bits_get_unknown_alternative({codec}, {index}, &{unknown});"),
                    None => {
                        format!("wg_{}_get_unknown_alternative({codec}, &{unknown});", self.family())
                    }
                });
            }
            (Direction::Write, Some(_)) => {
                w.line(format!("wg_bits_put_unknown_index({codec}, &{unknown});"));
            }
            (Direction::Write, None) if self.current_rules().has_tags() => {
                w.line(format!("wg_tlv_put_unknown({codec}, &{unknown});"));
            }
            (Direction::Write, None) if self.current_rules().packs_bits() => {
                w.line(format!("wg_bits_put_rest({codec}, {unknown}.value);"));
            }
            (Direction::Write, None) => {
                w.line(format!("wg_octets_put_unknown_alternative({codec}, &{unknown});"));
            }
        }
    }

    /// Ends the bits at the front of a record; OER pads their last octet (X.696 16.2).
    pub fn end_flags(&self, w: &mut Writer, way: Direction) {
        if takes_octets(self.current_rules()) {
            let verb = if way == Direction::Read { "end" } else { "put_end" };
            w.line(format!("wg_octets_{verb}_bits({});", self.codec(way)));
        }
    }

    /// Reports a fault.
    pub fn fail(&self, w: &mut Writer, way: Direction, fault: Fault) {
        let error = match fault {
            Fault::Missing => "WG_ERROR_MISSING",
            Fault::Unknown => "WG_ERROR_UNKNOWN",
            Fault::Late => "WG_ERROR_DUPLICATE",
        };
        match way {
            Direction::Read => w.line(format!("wg_fail({}, {error});", self.r())),
            Direction::Write => w.line(format!("wg_refuse({}, {error});", self.w())),
        }
    }
}
